public import Geometry
public import Input

/// An event of a window; places are in points from its top left corner.
public enum WindowEvent: Equatable, Sendable {
  /// A person's input.
  case input(InputEvent)
  /// A physical key event, delivered before its meaning, if strokes are reported.
  case stroke(KeyStroke)
  /// The new size, in points and in pixels.
  case resized(Size, PixelSize)
  /// The new number of pixels per point.
  case scaleChanged(Double)
  /// The new position of the top left corner in the virtual screen.
  case moved(Point)
  /// Another monitor contains most of the window.
  case monitorChanged
  /// Whether the window gained or lost the keyboard focus.
  case focusChanged(Bool)
  /// The window was minimised.
  case iconified
  /// The window was restored after being minimised.
  case restored
  /// The window system lost the content; redraw it.
  case refreshNeeded
  /// A person asked to close the window.
  case closeRequested
}

/// A window event with its time.
public struct TimedWindowEvent: Equatable, Sendable {
  /// The event itself, without its time.
  public var event: WindowEvent
  /// The time of the event, in the seconds of the event loop.
  public var seconds: Double
  /// The time of the earliest event merged into this one, such as for pointer motion.
  public var since: Double

  /// Creates an event with its time.
  public init(_ event: WindowEvent, at seconds: Double) {
    self.event = event
    self.seconds = seconds
    since = seconds
  }
}
