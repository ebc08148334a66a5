import Geometry

/// Something that happened to a window or was done in it; places are points from its top left corner.
public enum WindowEvent: Equatable, Sendable {
  case pointerMoved(Point)
  case pointerDown(PointerButton, at: Point, Modifiers)
  case pointerUp(PointerButton, at: Point, Modifiers)
  case pointerEntered
  case pointerLeft
  /// Turns of the wheel, in notches: positive is away from the person, or leftward.
  case scroll(Vector, at: Point, Modifiers)
  case key(Key, KeyAction, Modifiers)
  /// What was typed, as the keyboard layout has it.
  case text(String)
  case resized(Size, PixelSize)
  case scaleChanged(Double)
  case moved(Point)
  /// The window has most of its area on another monitor than before.
  case monitorChanged
  case focusChanged(Bool)
  case iconified
  case restored
  case refreshNeeded
  case closeRequested
  /// Paths of files that were dropped on the window.
  case dropped([String], at: Point)
}

/// A window event and when it came, in the seconds of its event loop.
public struct TimedWindowEvent: Equatable, Sendable {
  public var event: WindowEvent
  public var seconds: Double

  public init(_ event: WindowEvent, at seconds: Double) {
    self.event = event
    self.seconds = seconds
  }
}

/// The buttons of a mouse and their like.
public enum PointerButton: Hashable, Sendable {
  case primary, secondary, middle
  case other(Int)
}

/// What a key did.
public enum KeyAction: Hashable, Sendable {
  case pressed, repeated, released
}

/// Keys that change what another key or a button means.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1)
  public static let control = Modifiers(rawValue: 2)
  public static let alt = Modifiers(rawValue: 4)
  public static let superKey = Modifiers(rawValue: 8)
}
