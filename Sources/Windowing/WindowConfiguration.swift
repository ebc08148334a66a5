import Geometry

/// What a window is to be like when it opens.
public struct WindowConfiguration: Hashable, Sendable {
  public var title: String
  public var size: Size
  public var minimumSize: Size
  public var isResizable = true

  /// Whether the window is on the screen at once; else `show()` puts it there, best after the first frame.
  public var isVisible = true
  public var context = ContextPreference.any

  /// Pixels a point in place of what the display says, unless the environment says so.
  public var scale: Double?

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
