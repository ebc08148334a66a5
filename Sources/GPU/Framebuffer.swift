import CEpoxy
import Geometry

/// Somewhere to draw that is no window: a texture, RGBA8 unless said otherwise, deleted when its owner lets go of it.
///
/// What is drawn with y up lies in the texture bottom row first, as OpenGL has it; `readPixels()` turns it over.
public struct Framebuffer: ~Copyable {
  public let size: PixelSize

  /// The picture; with samples only up to date after `resolve()`.
  public let color: Texture

  /// The samples a pixel has, 1 when there is no multisampling.
  public let samples: Int

  public let hasStencil: Bool

  let handle: Handle
  private let attachments: Attachments

  /// Creates a framebuffer; more samples than the driver has are lowered to what it has.
  public init(
    size: PixelSize, format: Texture.Format = .rgba8, samples: Int = 1, stencil: Bool = false,
    filter: Texture.Filter = .linear, in context: GraphicsContext
  ) throws(GraphicsError) {
    let limit = context.maximumTargetSize
    precondition(format == .rgba8 || samples == 1, "several samples are kept for RGBA8 alone")
    guard (1...limit).contains(size.width), (1...limit).contains(size.height) else {
      throw .sizeUnsupported(what: "framebuffer", size: size, limit: limit)
    }
    let samples = max(1, min(samples, GraphicsContext.integer(GL_MAX_SAMPLES)))
    let color = try Texture(size: size, format: format, filter: filter, in: context)
    let handle = Handle(.framebuffer, in: context)
    let attachments = Attachments(
      to: handle, color: color, samples: samples, stencil: stencil, in: context)
    context.bindTarget()
    try context.checkMemory(for: "a framebuffer of \(size.width)x\(size.height)")
    if let reason = attachments.incompleteness { throw .framebufferIncomplete(reason) }
    self.size = size
    self.samples = samples
    self.hasStencil = stencil
    self.color = color
    self.handle = handle
    self.attachments = attachments
  }

  /// Brings `color` up to date after drawing with several samples; without them there is nothing to do.
  public func resolve() {
    guard let resolveName = attachments.resolveName else { return }
    let (width, height) = (GLint(size.width), GLint(size.height))
    glDisable(GLenum(GL_SCISSOR_TEST))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), handle.name)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), resolveName)
    glBlitFramebuffer(
      0, 0, width, height, 0, 0, width, height, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
    if handle.context.isScissoring { glEnable(GLenum(GL_SCISSOR_TEST)) }
    handle.context.bindTarget()
  }

  /// Returns what was drawn, four bytes a pixel, the top row first, resolving samples on the way.
  public func readPixels() -> [UInt8] {
    resolve()
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), attachments.resolveName ?? handle.name)
    defer { handle.context.bindTarget() }
    return handle.context.readBoundPixels(PixelRect(size), height: size.height)
  }
}
