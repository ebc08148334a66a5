import CEpoxy
public import Geometry

/// A window or framebuffer that was drawn into.
public struct DrawingTarget: Hashable, Sendable {
  let name: GLuint
  /// The number of pixels along both sides of the picture that is drawn.
  public let size: PixelSize
  /// The pixels of the picture that the target holds.
  let shown: PixelRect
}
