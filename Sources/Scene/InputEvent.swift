public import Geometry

/// Something a person did, in points of the view.
public enum InputEvent: Hashable, Sendable {
  case pointerDown(Point, PointerButton, clicks: Int, KeyModifiers)
  case pointerMoved(Point, KeyModifiers)
  case pointerUp(Point, PointerButton, KeyModifiers)
  /// The pointer left the window.
  case pointerLeft
  /// Scrolling in notches; positive y is away from the person, positive x rightward.
  case wheel(Point, Vector, KeyModifiers)
  case key(KeyName, KeyModifiers, isRepeat: Bool)
  /// Committed text from the keyboard or an input method.
  case text(String)
  /// Files were dropped, by their paths.
  case dropped([String], Point)
}

public enum PointerButton: String, Hashable, Sendable {
  case left
  case right
  case middle
  case back
  case forward
}

/// The modifier keys that were held.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let shift = KeyModifiers(rawValue: 1)
  public static let control = KeyModifiers(rawValue: 2)
  public static let alt = KeyModifiers(rawValue: 4)
  public static let command = KeyModifiers(rawValue: 8)
}

/// A key by what it does or, for those that type, by what it types without modifiers.
public enum KeyName: Hashable, Sendable {
  case escape, enter, tab, space, backspace, delete, insert
  case left, right, up, down, home, end, pageUp, pageDown
  /// A function key, from 1.
  case function(Int)
  /// A key that types: its lower-case character.
  case character(Character)
}
