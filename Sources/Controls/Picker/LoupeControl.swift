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

  override func pointerDown(at point: Point, clicks: Int, modifiers: Modifiers, time: Double) {
    loupe.setHeld(true, at: time, reducingMotion: reducesMotion)
    choose(point, .continuous)
  }

  override func pointerDragged(to point: Point, modifiers: Modifiers) { choose(point, .continuous) }

  override func pointerUp(at point: Point, time: Double) {
    loupe.setHeld(false, at: time, reducingMotion: reducesMotion)
    choose(point, .final)
  }
}
