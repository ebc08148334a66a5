import Geometry
import Scene
import Windowing

/// Turns a window's events into what a person did, counting clicks on the way.
struct InputTranslation {
  private var clicks = ClickCounter()

  /// Returns the input event, or nil for what concerns the window alone.
  mutating func input(_ event: WindowEvent, at seconds: Double) -> InputEvent? {
    switch event {
    case .pointerMoved(let point): .pointerMoved(point, [])
    case .pointerDown(let button, let point, let modifiers):
      down(Scene.PointerButton(button), point, seconds, KeyModifiers(modifiers))
    case .pointerUp(let button, let point, let modifiers):
      Scene.PointerButton(button).map { .pointerUp(point, $0, KeyModifiers(modifiers)) }
    case .pointerLeft: .pointerLeft
    case .scroll(let notches, let point, let modifiers):
      .wheel(point, Vector(-notches.dx, notches.dy), KeyModifiers(modifiers))
    case .key(let key, let action, let modifiers) where action != .released:
      KeyName(key).map { .key($0, KeyModifiers(modifiers), isRepeat: action == .repeated) }
    case .text(let text): .text(text)
    case .dropped(let paths, let point): .dropped(paths, point)
    default: nil
    }
  }

  private mutating func down(
    _ button: Scene.PointerButton?, _ point: Point, _ seconds: Double, _ modifiers: KeyModifiers
  ) -> InputEvent? {
    guard let button else { return nil }
    let count = clicks.press(button, at: point, seconds)
    return .pointerDown(point, button, clicks: count, modifiers)
  }
}

extension Scene.PointerButton {
  fileprivate init?(_ button: Windowing.PointerButton) {
    switch button {
    case .primary: self = .left
    case .secondary: self = .right
    case .middle: self = .middle
    case .other(3): self = .back
    case .other(4): self = .forward
    case .other: return nil
    }
  }
}

extension KeyModifiers {
  fileprivate init(_ modifiers: Modifiers) {
    self = []
    if modifiers.contains(.shift) { insert(.shift) }
    if modifiers.contains(.control) { insert(.control) }
    if modifiers.contains(.alt) { insert(.alt) }
    if modifiers.contains(.superKey) { insert(.command) }
  }
}

extension KeyName {
  fileprivate init?(_ key: Key) {
    switch key {
    case .escape: self = .escape
    case .enter, .keypadEnter: self = .enter
    case .tab: self = .tab
    case .space: self = .space
    case .backspace: self = .backspace
    case .delete: self = .delete
    case .insert: self = .insert
    case .left: self = .left
    case .right: self = .right
    case .up: self = .up
    case .down: self = .down
    case .home: self = .home
    case .end: self = .end
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    default: self.init(typing: key)
    }
  }

  /// Function keys, and keys by the ASCII character on them.
  private init?(typing key: Key) {
    let code = key.rawValue
    switch code {
    case Key.f1.rawValue...Key.f12.rawValue: self = .function(Int(code - Key.f1.rawValue) + 1)
    case 65...90: self = .character(Character(Unicode.Scalar(UInt8(code + 32))))
    case 33...96: self = .character(Character(Unicode.Scalar(UInt8(code))))
    default: return nil
    }
  }
}
