import Workers
public import Geometry
import Windowing

/// The part of a window that its content controls.
public final class HostWindow {
  package let window: Window

  /// The position at which the pointer holds the window, from its top left corner.
  private var grip: Point?

  /// The window's position before it was moved.
  private var placeBefore = Point.zero

  /// The window's size before `makeRoom`.
  private var sizeBefore: Size?

  /// Wraps a window and centres it on a monitor, if one is given.
  package init(_ window: Window, on monitor: Monitor?) {
    self.window = window
    guard let monitor else { return }
    let (scale, size) = (window.scale, window.size)
    window.position = Point(
      (monitor.origin.x + Double(monitor.size.width) / 2) / scale - size.width / 2,
      (monitor.origin.y + Double(monitor.size.height) / 2) / scale - size.height / 2)
    self.monitor = monitor
  }

  private var monitor: Monitor?

  /// The number of monitors.
  public var monitorCount: Int { window.loop.monitors.count }

  // MARK: Full screen

  /// Whether the window is full screen.
  public var isFullScreen: Bool { window.isFullScreen }

  /// Enters full screen, at first on the monitor on which the window opened.
  public func enterFullScreen() {
    grip = nil
    sizeBefore = nil
    window.enterFullScreen(on: monitor)
    monitor = nil
  }

  /// Leaves full screen and restores the window's position and size.
  public func leaveFullScreen() {
    sizeBefore = nil
    window.leaveFullScreen()
  }

  // MARK: Size

  /// Sets the scale in pixels per point; nil uses the display's.
  public func setScale(_ scale: Double?) { window.forceScale(scale) }

  /// Enlarges the window to at least a size in points, until `giveRoomBack`.
  public func makeRoom(_ needed: Size) {
    guard !window.isFullScreen else { return }
    let size = window.size
    if sizeBefore == nil { sizeBefore = size }
    window.size = Size(width: max(size.width, needed.width), height: max(size.height, needed.height))
  }

  /// Reverts `makeRoom`, unless the window is full screen.
  public func giveRoomBack() {
    if let sizeBefore, !window.isFullScreen { window.size = sizeBefore }
    sizeBefore = nil
  }

  // MARK: Moving

  /// Whether the program can move the window; under Wayland only the desktop moves windows.
  public var canBeMoved: Bool { window.loop.system.placesWindows }

  /// Makes the window follow the pointer, which holds it at a point, until `endMoving`.
  public func beginMoving(holding point: Point) { (grip, placeBefore) = (point, window.position) }

  /// Stops moving and restores the window's position.
  public func cancelMoving() {
    guard isHeld else { return }
    grip = nil
    window.position = placeBefore
  }

  /// Stops moving at the pointer's current position.
  public func endMoving() {
    move()
    grip = nil
  }

  package var isHeld: Bool { grip != nil }

  /// Moves a held window to the pointer.
  ///
  /// The pointer's current position is used instead of its events: their coordinates are relative to a window that has
  /// moved since, and no event arrives if the window kept up with the pointer.
  public func move() {
    guard let grip else { return }
    let pointer = window.pointerOnScreen
    let place = Point(pointer.x - grip.x, pointer.y - grip.y)
    if place != window.position { window.position = place }
  }
}
