import CEpoxy
public import Geometry

/// A window or framebuffer that is drawn into, or was.
public struct DrawingTarget: Hashable, Sendable {
  let name: GLuint
  /// The format of its pixels. A driver may compile programs again for each format that they draw into.
  public let format: Texture.Format
  /// The number of pixels along both sides of the picture that is drawn.
  public let size: PixelSize
  /// The pixels of the picture that the target holds.
  let shown: PixelRect

  /// The window of a context, over its whole size.
  static func window(of format: Texture.Format, size: PixelSize) -> DrawingTarget {
    DrawingTarget(name: 0, format: format, size: size, shown: PixelRect(size))
  }

  /// Whether it is the window, not a framebuffer.
  var isWindow: Bool { name == 0 }
}
