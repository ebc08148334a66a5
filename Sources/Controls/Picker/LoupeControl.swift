import Geometry
import Input
import Scene

/// A control whose value is chosen by moving a loupe; it grows while it is held.
class LoupeControl: Control {
  let loupe: Loupe
  private var reducesMotion = false

  init(label: String, loupe: Loupe) {
    self.loupe = loupe
    super.init(label: label)
  }

  /// Takes the place, perhaps beyond the bounds, to which the pointer moved the loupe.
  func choose(_ point: Point, _ phase: ChangePhase) {}

  override func update(_ interface: Interface) { reducesMotion = interface.reducesMotion }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    loupe.setHeld(true, at: event.time, reducingMotion: reducesMotion)
    choose(event.point, .continuous)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { choose(event.point, .continuous) }

  override func pointerUp(_ event: PointerEvent) {
    loupe.setHeld(false, at: event.time, reducingMotion: reducesMotion)
    choose(event.point, .final)
  }
}
