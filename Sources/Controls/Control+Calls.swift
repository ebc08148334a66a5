public import Geometry
public import Input

/// Calls without an event value, for routers that are not `ControlHost` yet.
extension Control {
  public func pointerDown(at point: Point, clicks: Int, modifiers: Modifiers, time: Double) {
    pointerDown(PointerEvent(at: point, clicks: clicks, modifiers: modifiers, time: time))
  }

  public func pointerDragged(to point: Point, modifiers: Modifiers, time: Double = 0) {
    pointerDragged(PointerEvent(at: point, clicks: 1, modifiers: modifiers, time: time))
  }

  public func pointerUp(at point: Point, time: Double) {
    pointerUp(PointerEvent(at: point, clicks: 1, time: time))
  }

  public func wheel(_ notches: Vector, modifiers: Modifiers, time: Double = 0) -> Bool {
    wheel(WheelEvent(at: .zero, notches, modifiers: modifiers, time: time))
  }

  public func key(_ key: Key, modifiers: Modifiers, time: Double = 0) -> Bool {
    self.key(KeyEvent(key, modifiers, time: time))
  }

  public func insert(_ text: String) -> Bool { insert(text, at: 0) }
}
