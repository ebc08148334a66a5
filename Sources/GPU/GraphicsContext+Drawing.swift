import CEpoxy
import Geometry

extension GraphicsContext {
  /// Draws into the window from now on, over its whole `size`.
  public func setTarget(window size: PixelSize) {
    setTarget(0, size: size)
  }

  /// Draws into `framebuffer` from now on, over its whole size.
  public func setTarget(_ framebuffer: borrowing Framebuffer) {
    setTarget(framebuffer.handle.name, size: framebuffer.size)
  }

  /// What is being drawn into, to come back to it later; it must still be there then.
  public var target: DrawingTarget { DrawingTarget(name: targetName, size: targetSize) }

  /// Draws into what was drawn into before.
  public func setTarget(_ target: DrawingTarget) {
    setTarget(target.name, size: target.size)
  }

  private func setTarget(_ name: GLuint, size: PixelSize) {
    targetName = name
    targetSize = size
    bindTarget()
    setViewport(PixelRect(size))
    setScissor(nil)
  }

  /// Binds what is being drawn into again after something else was needed.
  func bindTarget() {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), targetName)
  }

  /// Maps clip space to `rect` of the target.
  public func setViewport(_ rect: PixelRect) {
    let bottom = targetSize.height - rect.y - rect.height
    glViewport(GLint(rect.x), GLint(bottom), GLsizei(rect.width), GLsizei(rect.height))
  }

  /// Leaves pixels outside `rect` untouched; nil lifts the limit.
  public func setScissor(_ rect: PixelRect?) {
    isScissoring = rect != nil
    guard let rect else { return glDisable(GLenum(GL_SCISSOR_TEST)) }
    glEnable(GLenum(GL_SCISSOR_TEST))
    let (width, height) = (max(0, rect.width), max(0, rect.height))
    glScissor(GLint(rect.x), GLint(targetSize.height - rect.y - height), GLsizei(width), GLsizei(height))
  }

  /// Fills the target, within the scissor, with a premultiplied colour and its stencil with zero.
  public func clear(to color: SIMD4<Float> = .zero) {
    glClearColor(color.x, color.y, color.z, color.w)
    glClearStencil(0)
    glStencilMask(0xff)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_STENCIL_BUFFER_BIT))
  }

  /// Fills the stencil of the target, within the scissor, with `value`.
  public func clearStencil(to value: UInt8 = 0) {
    glClearStencil(GLint(value))
    glStencilMask(0xff)
    glClear(GLbitfield(GL_STENCIL_BUFFER_BIT))
  }

  public func setBlending(_ mode: BlendMode) {
    if mode == .none { return glDisable(GLenum(GL_BLEND)) }
    glEnable(GLenum(GL_BLEND))
    let rest = GLenum(mode == .over ? GL_ONE_MINUS_SRC_ALPHA : GL_ONE)
    glBlendFuncSeparate(GLenum(GL_ONE), rest, GLenum(GL_ONE), rest)
  }

  /// Decides what the stencil lets through and how drawing changes it; nil takes it out of play.
  public func setStencil(_ test: StencilTest?) {
    guard let test else { return glDisable(GLenum(GL_STENCIL_TEST)) }
    glEnable(GLenum(GL_STENCIL_TEST))
    glStencilMask(GLuint(test.mask))
    glStencilFunc(test.comparison.function, GLint(test.reference), GLuint(test.mask))
    glStencilOp(GLenum(GL_KEEP), GLenum(GL_KEEP), test.change.operation)
  }

  /// Decides whether drawing changes colours, or the stencil alone.
  public func setColorWriting(_ isOn: Bool) {
    let flag = GLboolean(isOn ? GL_TRUE : GL_FALSE)
    glColorMask(flag, flag, flag, flag)
  }

  /// Lets samplers of `unit`, 0 to 15, read `texture`.
  public func bind(_ texture: borrowing Texture, unit: Int) {
    precondition((0..<16).contains(unit), "a texture unit is from 0 to 15")
    glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
    glBindTexture(GLenum(GL_TEXTURE_2D), texture.handle.name)
  }

  /// Draws `vertices` of an array, once or as several instances, with the program in use.
  public func draw(
    _ primitive: Primitive, of array: borrowing VertexArray, vertices: Range<Int>, instances: Int = 1
  ) {
    if vertices.isEmpty || instances <= 0 { return }
    glBindVertexArray(array.handle.name)
    glDrawArraysInstanced(
      primitive.mode, GLint(vertices.lowerBound), GLsizei(vertices.count), GLsizei(instances))
  }

  /// Draws the vertices that `indices` of an array's index buffer name, with the program in use.
  public func draw(
    _ primitive: Primitive, of array: borrowing VertexArray, indices: Range<Int>, type: IndexType,
    instances: Int = 1
  ) {
    if indices.isEmpty || instances <= 0 { return }
    glBindVertexArray(array.handle.name)
    glDrawElementsInstanced(
      primitive.mode, GLsizei(indices.count), GLenum(type == .short ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT),
      UnsafeRawPointer(bitPattern: indices.lowerBound * type.size), GLsizei(instances))
  }

  /// Returns pixels of the window's back buffer, four bytes each, the top row first.
  public func readWindowPixels(_ rect: PixelRect, of size: PixelSize) throws(GraphicsError) -> [UInt8] {
    guard rect.fits(in: size) else { throw .outOfBounds(rect, of: size) }
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), 0)
    defer { bindTarget() }
    return readBoundPixels(rect, height: size.height)
  }

  /// Hands the commands given so far to the GPU.
  public func flush() { glFlush() }

  /// Waits until the commands given so far are done.
  public func finish() { glFinish() }

  func readBoundPixels(_ rect: PixelRect, height: Int) -> [UInt8] {
    let rowBytes = rect.width * 4
    return [UInt8](unsafeUninitializedCapacity: rowBytes * rect.height) { buffer, count in
      // Should the driver refuse, the pixels are at least not someone's old memory.
      buffer.initialize(repeating: 0)
      glReadPixels(
        GLint(rect.x), GLint(height - rect.y - rect.height), GLsizei(rect.width), GLsizei(rect.height),
        GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), buffer.baseAddress)
      turnOver(UnsafeMutableRawBufferPointer(buffer), rowBytes: rowBytes)
      count = buffer.count
    }
  }

  private func turnOver(_ rows: UnsafeMutableRawBufferPointer, rowBytes: Int) {
    guard let start = rows.baseAddress else { return }
    var top = 0
    var bottom = rows.count - rowBytes
    withUnsafeTemporaryAllocation(byteCount: rowBytes, alignment: 16) { spare in
      guard let spare = spare.baseAddress else { return }
      while top < bottom {
        spare.copyMemory(from: start + top, byteCount: rowBytes)
        (start + top).copyMemory(from: start + bottom, byteCount: rowBytes)
        (start + bottom).copyMemory(from: spare, byteCount: rowBytes)
        top += rowBytes
        bottom -= rowBytes
      }
    }
  }
}

extension Primitive {
  var mode: GLenum {
    switch self {
    case .triangles: GLenum(GL_TRIANGLES)
    case .triangleStrip: GLenum(GL_TRIANGLE_STRIP)
    case .triangleFan: GLenum(GL_TRIANGLE_FAN)
    case .lines: GLenum(GL_LINES)
    case .points: GLenum(GL_POINTS)
    }
  }
}

extension StencilTest.Comparison {
  var function: GLenum {
    switch self {
    case .always: GLenum(GL_ALWAYS)
    case .equal: GLenum(GL_EQUAL)
    case .notEqual: GLenum(GL_NOTEQUAL)
    case .storedIsGreaterOrEqual: GLenum(GL_LEQUAL)
    }
  }
}

extension StencilTest.Change {
  var operation: GLenum {
    switch self {
    case .keep: GLenum(GL_KEEP)
    case .zero: GLenum(GL_ZERO)
    case .replace: GLenum(GL_REPLACE)
    case .increment: GLenum(GL_INCR)
    case .decrement: GLenum(GL_DECR)
    case .invert: GLenum(GL_INVERT)
    }
  }
}
