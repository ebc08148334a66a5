import CEpoxy
public import Geometry

/// A texture that is drawn into instead of a window, RGBA8 unless said otherwise, deleted with its owner.
///
/// With y up, the texture holds the bottom row first, as OpenGL defines; `readPixels()` turns it over.
///
///     let target = try Framebuffer(size: size, depth: true, samples: 4, in: graphics)
///     graphics.setTarget(target)
///     graphics.clear()
///     graphics.clearDepth()
///     graphics.setDepthTest(.nearer)
///     graphics.draw(.triangles, of: mesh, indices: 0..<count)
///     let pixels = target.readPixels()
public struct Framebuffer: ~Copyable {
  /// The number of pixels along both sides.
  public let size: PixelSize
  /// The colours that were drawn; with several samples per pixel, those of the last `resolve()`.
  public let color: Texture
  let handle: Handle
  private let renderbuffers: Renderbuffers

  /// The depth and the samples. They are drawn into with `color`, and no shader reads them.
  private final class Renderbuffers {
    var depth: Handle?
    var samples: Handle?
    /// The framebuffer that receives the resolved samples, to which `color` is attached.
    var resolved: Handle?
    private(set) var resolvedName: GLuint?

    func resolve(into framebuffer: consuming Handle) {
      resolvedName = framebuffer.name
      resolved = consume framebuffer
    }
  }

  /// Creates a framebuffer with undefined contents.
  ///
  /// - Parameters:
  ///   - size: The width and height in pixels.
  ///   - format: The format of a pixel.
  ///   - filter: How `color` is read between pixel centres.
  ///   - depth: Whether the framebuffer has a depth buffer of 24 bits per sample, for
  ///     `GraphicsContext.setDepthTest(_:)`.
  ///   - samples: The number of samples per pixel, which are averaged to smooth the edges of triangles. Drivers support
  ///     at least 4, and may use more than requested.
  ///   - context: The context that owns the framebuffer.
  /// - Throws: An error if a side exceeds the limit of targets, the driver supports fewer samples, or memory is short.
  public init(
    size: PixelSize, format: Texture.Format = .rgba8, filter: Texture.Filter = .linear, depth: Bool = false,
    samples: Int = 1, in context: GraphicsContext
  ) throws(GraphicsError) {
    let limit = context.maximumTargetSize
    guard (1...limit).contains(size.width), (1...limit).contains(size.height) else {
      throw .sizeUnsupported(what: "framebuffer", size: size, limit: limit)
    }
    let most = samples > 1 ? GraphicsContext.integer(GL_MAX_SAMPLES) : 1
    guard (1...most).contains(samples) else {
      // Untranslated: a technical detail, for a report to developers.
      throw .unsupported("\(samples) samples a pixel are not possible; this driver allows 1 to \(most)")
    }
    // Not every driver supports multisampling of BGRA pixels.
    let format = samples > 1 && format == .bgra8 ? .rgba8 : format
    let color = try Texture(size: size, format: format, filter: filter, in: context)
    let handle = Handle(.framebuffer, in: context)
    let renderbuffers = Renderbuffers()
    let target = GLenum(GL_FRAMEBUFFER)
    func attach(_ format: GLint, at place: Int32) -> Handle {
      let buffer = Handle(.renderbuffer, in: context)
      let kind = GLenum(GL_RENDERBUFFER)
      glBindRenderbuffer(kind, buffer.name)
      // One sample per pixel is requested as 0.
      glRenderbufferStorageMultisample(
        kind, samples > 1 ? GLsizei(samples) : 0, GLenum(format), GLsizei(size.width), GLsizei(size.height))
      glFramebufferRenderbuffer(target, GLenum(place), kind, buffer.name)
      return buffer
    }
    glBindFramebuffer(target, handle.name)
    if depth { renderbuffers.depth = attach(GL_DEPTH_COMPONENT24, at: GL_DEPTH_ATTACHMENT) }
    var status = GLenum(GL_FRAMEBUFFER_COMPLETE)
    if samples > 1 {
      renderbuffers.samples = attach(format.internalFormat(in: context), at: GL_COLOR_ATTACHMENT0)
      status = glCheckFramebufferStatus(target)
      let resolved = Handle(.framebuffer, in: context)
      glBindFramebuffer(target, resolved.name)
      renderbuffers.resolve(into: resolved)
    }
    glFramebufferTexture2D(
      target, GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), color.handle.name, 0)
    if status == GLenum(GL_FRAMEBUFFER_COMPLETE) { status = glCheckFramebufferStatus(target) }
    context.bindTarget()
    // Untranslated: a technical detail, for a report to developers.
    try context.errors.checkMemory(for: "a framebuffer of \(size.width)x\(size.height)")
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      // Not every driver that reads blue first draws so.
      if format == .bgra8 {
        self = try Framebuffer(size: size, filter: filter, depth: depth, samples: samples, in: context)
        return
      }
      // Untranslated: a technical detail, for a report to developers.
      throw .framebufferIncomplete("status 0x\(String(status, radix: 16))")
    }
    self.size = size
    self.color = color
    self.handle = handle
    self.renderbuffers = renderbuffers
  }

  /// Creates a framebuffer that can be copied into the current target quickly.
  ///
  /// It has the target's format and, if the driver allows, its order of rows. Software rasterisers copy it thirty
  /// times as fast.
  ///
  /// - Parameters:
  ///   - size: Its size in pixels.
  ///   - context: The current context.
  /// - Throws: ``GraphicsError`` if a side exceeds the limit of targets or memory is short.
  public init(size: PixelSize, copiedIntoTargetOf context: GraphicsContext) throws(GraphicsError) {
    let target = context.target
    try self.init(size: size, format: target.format, filter: .nearest, in: context)
    // A window's first row is its top one.
    guard target.isWindow, context.canTurnFramebuffers else { return }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), handle.name)
    glFramebufferParameteriMESA(GLenum(GL_FRAMEBUFFER), GLenum(GL_FRAMEBUFFER_FLIP_Y_MESA), 1)
    context.bindTarget()
  }

  /// Sets `color` to the mean of the samples. With one sample per pixel, this has no effect.
  ///
  /// `readPixels()` and copies call it themselves. Call it before drawing from `color`.
  public func resolve() {
    guard let resolved = renderbuffers.resolvedName else { return }
    let hasScissor = glIsEnabled(GLenum(GL_SCISSOR_TEST)) != 0
    if hasScissor { glDisable(GLenum(GL_SCISSOR_TEST)) }
    let (width, height) = (GLint(size.width), GLint(size.height))
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), handle.name)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER), resolved)
    glBlitFramebuffer(
      0, 0, width, height, 0, 0, width, height, GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(GL_NEAREST))
    if hasScissor { glEnable(GLenum(GL_SCISSOR_TEST)) }
    handle.context.bindTarget()
  }

  /// Binds the target for reading and copying its pixels, until it is bound for drawing again.
  func bindForReading() {
    resolve()
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), renderbuffers.resolvedName ?? handle.name)
  }

  /// Returns what was drawn, four bytes a pixel, the top row first.
  public func readPixels() -> [UInt8] {
    bindForReading()
    defer { handle.context.bindTarget() }
    return handle.context.readBoundPixels(PixelRect(size), height: size.height)
  }
}
