import CEpoxy
import Geometry

/// A texture that is drawn into instead of a window, RGBA8 unless said otherwise, deleted with its owner.
///
/// With y up, the texture holds the bottom row first, as OpenGL defines; `readPixels()` turns it over.
public struct Framebuffer: ~Copyable {
  /// The number of pixels along both sides.
  public let size: PixelSize
  /// The colours that were drawn.
  public let color: Texture
  let handle: Handle

  /// Creates a framebuffer with undefined contents; throws where a side is longer than a target may be, or memory is
  /// short.
  public init(
    size: PixelSize, format: Texture.Format = .rgba8, filter: Texture.Filter = .linear,
    in context: GraphicsContext
  ) throws(GraphicsError) {
    let limit = context.maximumTargetSize
    guard (1...limit).contains(size.width), (1...limit).contains(size.height) else {
      throw .sizeUnsupported(what: "framebuffer", size: size, limit: limit)
    }
    let color = try Texture(size: size, format: format, filter: filter, in: context)
    let handle = Handle(.framebuffer, in: context)
    let target = GLenum(GL_FRAMEBUFFER)
    glBindFramebuffer(target, handle.name)
    glFramebufferTexture2D(
      target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), color.handle.name, 0)
    let status = glCheckFramebufferStatus(target)
    context.bindTarget()
    try context.errors.checkMemory(for: "a framebuffer of \(size.width)x\(size.height)")
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      // Not every driver that reads blue first draws so.
      if format == .bgra8 {
        self = try Framebuffer(size: size, filter: filter, in: context)
        return
      }
      throw .framebufferIncomplete("status 0x\(String(status, radix: 16))")
    }
    self.size = size
    self.color = color
    self.handle = handle
  }

  /// Creates a framebuffer that is copied into the current target as it is: made of the same where the driver can, its rows in
  /// the same order. A driver without a graphics card copies it thirty times as fast.
  public init(size: PixelSize, copiedIntoTargetOf context: GraphicsContext) throws(GraphicsError) {
    let target = context.target
    try self.init(size: size, format: target.format, filter: .nearest, in: context)
    // A window's first row is its top one.
    guard target.isWindow, context.canTurnFramebuffers else { return }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), handle.name)
    glFramebufferParameteriMESA(GLenum(GL_FRAMEBUFFER), GLenum(GL_FRAMEBUFFER_FLIP_Y_MESA), 1)
    context.bindTarget()
  }

  /// Returns what was drawn, four bytes a pixel, the top row first.
  public func readPixels() -> [UInt8] {
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), handle.name)
    defer { handle.context.bindTarget() }
    return handle.context.readBoundPixels(PixelRect(size), height: size.height)
  }
}
