public import Geometry
public import Input

/// Something that happened to a window or was done in it; places are points from its top left corner.
public enum WindowEvent: Equatable, Sendable {
  /// Something a person did in the window.
  case input(InputEvent)
  /// A key went down or up, told before what it leads to; only where strokes are reported.
  case stroke(KeyStroke)
  /// The window has another size, in points and in pixels.
  case resized(Size, PixelSize)
  /// The window has another number of pixels a point.
  case scaleChanged(Double)
  /// The window stands elsewhere: its top left corner on the virtual screen.
  case moved(Point)
  /// The window has most of its area on another monitor than before.
  case monitorChanged
  /// The window has got the keyboard, or lost it.
  case focusChanged(Bool)
  /// The window was reduced to an icon.
  case iconified
  /// The window is back from being an icon.
  case restored
  /// The window system has lost what was shown; it has to be drawn again.
  case refreshNeeded
  /// A person wants to close the window.
  case closeRequested
}

/// A window event and when it came, in the seconds of its event loop.
public struct TimedWindowEvent: Equatable, Sendable {
  /// What happened.
  public var event: WindowEvent
  /// When it came, in the seconds of the event loop.
  public var seconds: Double
  /// When the first of several came that this one stands for, as it does for the pointer's earlier places.
  public var since: Double

  /// Creates an event with the time at which it came.
  public init(_ event: WindowEvent, at seconds: Double) {
    self.event = event
    self.seconds = seconds
    since = seconds
  }
}
