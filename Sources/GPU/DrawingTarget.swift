import CEpoxy
public import Geometry

/// A window or framebuffer that was drawn into.
public struct DrawingTarget: Hashable, Sendable {
  let name: GLuint
  public let size: PixelSize
}
