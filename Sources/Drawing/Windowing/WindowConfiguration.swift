import Geometry

/// What a window is to be like when it opens.
public struct WindowConfiguration: Hashable, Sendable {
  /// What the frame of the window and the list of windows call it.
  public var title: String
  /// The size at which the window opens, in points.
  public var size: Size
  /// The smallest size that a person can make it, in points.
  public var minimumSize: Size
  /// Whether a person can make it larger and smaller.
  public var isResizable = true

  /// Whether the window is on the screen at once; else `show()` puts it there, best after the first frame.
  public var isVisible = true
  /// Which kind of context the window should have.
  public var context = ContextPreference.any

  /// Pixels a point in place of what the display says, unless the environment says so.
  public var scale: Double?
  /// How much larger everything is than the display says, such as for a person who wants larger text; 1 is as it says.
  public var enlargement = 1.0

  /// Creates the configuration of a window that is shown at once and can be resized.
  public init(title: String, size: Size, minimumSize: Size = Size(width: 64, height: 64)) {
    self.title = title
    self.size = size
    self.minimumSize = minimumSize
  }

  func check(scale: Double) throws(WindowError) {
    for size in [size, minimumSize] where !Self.isPossible(size, scale: scale) {
      throw .impossibleSize("\(size.width)x\(size.height)")
    }
  }

  /// Whether a window can be `size`: beyond 16384 pixels OpenGL ends, and a little later the X connection breaks.
  static func isPossible(_ size: Size, scale: Double) -> Bool {
    [size.width, size.height].allSatisfy { $0 >= 1 && $0 * scale <= 16384 }
  }
}
