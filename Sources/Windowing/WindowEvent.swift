public import Geometry
public import Input

/// Something that happened to a window or was done in it; places are points from its top left corner.
public enum WindowEvent: Equatable, Sendable {
  /// Something a person did in the window.
  case input(InputEvent)
  /// A key went down or up, told before what it leads to; only where strokes are reported.
  case stroke(KeyStroke)
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
}

/// A window event and when it came, in the seconds of its event loop.
public struct TimedWindowEvent: Equatable, Sendable {
  public var event: WindowEvent
  public var seconds: Double
  /// When the first of several came that this one stands for, as it does for the pointer's earlier places.
  public var since: Double

  public init(_ event: WindowEvent, at seconds: Double) {
    self.event = event
    self.seconds = seconds
    since = seconds
  }
}
