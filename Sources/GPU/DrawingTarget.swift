import CEpoxy
public import Geometry

/// A window or framebuffer that was drawn into.
public struct DrawingTarget: Hashable, Sendable {
  let name: GLuint
  /// What its pixels are made of. A driver may compile programs anew for each kind of target that they draw into.
  public let format: Texture.Format
  /// The number of pixels along both sides of the picture that is drawn.
  public let size: PixelSize
  /// The pixels of the picture that the target holds.
  let shown: PixelRect
}
