import CEpoxy
public import Geometry

/// A window or framebuffer that was drawn into.
public struct DrawingTarget: Hashable, Sendable {
  let name: GLuint
  /// The number of pixels along both sides.
  public let size: PixelSize
}
