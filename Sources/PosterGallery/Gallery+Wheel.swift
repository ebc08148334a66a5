import Geometry
import Input
import Motion
import Scene

/// What the wheel does.
extension Gallery {
  /// The points of one notch.
  private static let notch = 96.0

  func wheel(_ notches: Vector, at point: Point, _ modifiers: Modifiers) {
    guard menu == nil, current == nil else { return }
    if modifiers.contains(.control) {
      if notches.dy != 0 { zoom(by: notches.dy > 0 ? 1.15 : 1 / 1.15) }
      return
    }
    if let target = controls.first(where: { $0.frame.contains(point) }),
      target.wheel(notches, modifiers: modifiers)
    {
      return update(target)
    }
    guard case nil = press else { return }
    let distance = -notches.dy * Self.notch
    let isCoarse = notches.dy == notches.dy.rounded()
    if isCoarse && !reducesMotion {
      scroll.turn(by: distance, at: now)
    } else {
      scroll.move(by: distance, at: now)
    }
    indicator.wake(at: now)
    updateHover()
    retargetFlights()
  }
}
