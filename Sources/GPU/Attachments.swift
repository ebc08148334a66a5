import CEpoxy
import Geometry

/// What a framebuffer holds besides its texture: storage with several samples, and the stencil.
struct Attachments: ~Copyable {
  /// The framebuffer that samples are resolved into.
  let resolveName: GLuint?

  /// Why the driver cannot draw into the whole, or nil when it can.
  let incompleteness: String?

  // Held only so that they live as long as the framebuffer.
  private let resolveHandle: Handle?
  private let colorStorage: Handle?
  private let stencilStorage: Handle?

  /// Attaches `color`, by way of samples when there are several, and a stencil to a framebuffer.
  init(
    to framebuffer: borrowing Handle, color: borrowing Texture, samples: Int, stencil: Bool,
    in context: GraphicsContext
  ) {
    let target = GLenum(GL_FRAMEBUFFER)
    if samples > 1 {
      let resolve = Handle(.framebuffer, in: context)
      glBindFramebuffer(target, resolve.name)
      Self.attach(color)
      glBindFramebuffer(target, framebuffer.name)
      resolveName = resolve.name
      resolveHandle = consume resolve
      colorStorage = Self.storage(
        GL_RGBA8, at: GL_COLOR_ATTACHMENT0, size: color.size, samples: samples, in: context)
    } else {
      glBindFramebuffer(target, framebuffer.name)
      Self.attach(color)
      resolveName = nil
      resolveHandle = nil
      colorStorage = nil
    }
    stencilStorage =
      stencil
      ? Self.storage(
        GL_DEPTH24_STENCIL8, at: GL_DEPTH_STENCIL_ATTACHMENT, size: color.size, samples: samples, in: context)
      : nil
    let status = glCheckFramebufferStatus(target)
    let isComplete = status == GLenum(GL_FRAMEBUFFER_COMPLETE)
    incompleteness = isComplete ? nil : "status 0x\(String(status, radix: 16))"
  }

  private static func attach(_ color: borrowing Texture) {
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), color.handle.name, 0)
  }

  private static func storage(
    _ format: Int32, at attachment: Int32, size: PixelSize, samples: Int, in context: GraphicsContext
  ) -> Handle {
    let handle = Handle(.renderbuffer, in: context)
    let target = GLenum(GL_RENDERBUFFER)
    glBindRenderbuffer(target, handle.name)
    glRenderbufferStorageMultisample(
      target, samples > 1 ? GLsizei(samples) : 0, GLenum(format), GLsizei(size.width), GLsizei(size.height))
    glFramebufferRenderbuffer(GLenum(GL_FRAMEBUFFER), GLenum(attachment), target, handle.name)
    return handle
  }
}
