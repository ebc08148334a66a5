import Workers
public import Geometry
import Windowing

/// The part of a window that its content controls.
public final class HostWindow {
  package let window: Window

  /// Where the pointer holds the window, from its top left corner.
  private var grip: Point?

  /// Where the window was before the pointer took hold of it.
  private var placeBefore = Point.zero

  /// The size of the window before it was made larger for something in it.
  private var sizeBefore: Size?

  /// Takes a window to the middle of a monitor, when there is one.
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

  /// How many monitors there are to choose from.
  public var monitorCount: Int { window.loop.monitors.count }

  // MARK: Full screen

  /// Whether the window covers its monitor.
  public var isFullScreen: Bool { window.isFullScreen }

  /// Covers the monitor, at first the one that it was opened on.
  public func enterFullScreen() {
    grip = nil
    sizeBefore = nil
    window.enterFullScreen(on: monitor)
    monitor = nil
  }

  /// Gives the monitor up; the window is where and as large as it was before.
  public func leaveFullScreen() {
    sizeBefore = nil
    window.leaveFullScreen()
  }

  // MARK: Size

  /// Sets the pixels a point; nil is what the display says.
  public func setScale(_ scale: Double?) { window.forceScale(scale) }

  /// Makes the window at least so large, until the room is given back.
  public func makeRoom(_ needed: Size) {
    guard !window.isFullScreen, sizeBefore == nil else { return }
    let size = window.size
    sizeBefore = size
    window.size = Size(width: max(size.width, needed.width), height: max(size.height, needed.height))
  }

  /// Gives the room back that `makeRoom` took, unless the window covers its monitor.
  public func giveRoomBack() {
    if let sizeBefore, !window.isFullScreen { window.size = sizeBefore }
    sizeBefore = nil
  }

  // MARK: Moving

  /// Whether the window can be moved from inside; under Wayland only the desktop moves windows.
  public var canBeMoved: Bool { window.loop.system.placesWindows }

  /// Lets the window go with the pointer, which holds it at a point, until `endMoving`.
  public func beginMoving(holding point: Point) { (grip, placeBefore) = (point, window.position) }

  /// Lets go of the window, and puts it back where it was.
  public func cancelMoving() {
    guard isHeld else { return }
    grip = nil
    window.position = placeBefore
  }

  /// Lets go of the window, where the pointer is now.
  public func endMoving() {
    move()
    grip = nil
  }

  package var isHeld: Bool { grip != nil }

  /// Brings a window that is held to the pointer.
  ///
  /// Where the pointer is now counts, not its events: those tell of places in a window that has moved since, and
  /// there is none when the window moved as far as the pointer.
  public func move() {
    guard let grip else { return }
    let pointer = window.pointerOnScreen
    let place = Point(pointer.x - grip.x, pointer.y - grip.y)
    if place != window.position { window.position = place }
  }
}
