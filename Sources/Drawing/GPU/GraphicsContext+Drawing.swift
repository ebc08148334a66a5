import CEpoxy
import Geometry

extension GraphicsContext {
  /// Draws into the window from now on, over its whole `size`.
  public func setTarget(window size: PixelSize) { setTarget(.window(of: pictureFormat, size: size)) }

  /// Draws into `framebuffer` from now on, over its whole size.
  public func setTarget(_ framebuffer: borrowing Framebuffer) {
    setTarget(framebuffer, showing: PixelRect(framebuffer.size), of: framebuffer.size)
  }

  /// Draws into `framebuffer` from now on the pixels in `box` of a picture of this size. The framebuffer's first
  /// bottom pixel holds the bottom left one of the box. Clip space, scissors and viewports are those of the whole
  /// picture; a fragment's place in a shader counts from the framebuffer's corner.
  public func setTarget(_ framebuffer: borrowing Framebuffer, showing box: PixelRect, of size: PixelSize) {
    let (name, format) = (framebuffer.handle.name, framebuffer.color.format)
    setTarget(DrawingTarget(name: name, format: format, size: size, shown: box))
  }

  /// Draws into a target from now on, such as an earlier one.
  public func setTarget(_ next: DrawingTarget) {
    if next.name != target.name { limitPasses() }
    target = next
    bindTarget()
    setViewport(PixelRect(next.size))
    setScissor(nil)
  }

  /// Whether the current target is the window, not a framebuffer.
  public var drawsIntoWindow: Bool { target.isWindow }

  /// Waits for what is being drawn after some targets, where the driver needs that.
  private func limitPasses() {
    guard let most = quirks.passesBeforeWaiting else { return }
    passes += 1
    if passes >= most {
      passes = 0
      glFinish()
    }
  }

  /// Binds what is being drawn into again after something else was needed.
  func bindTarget() {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target.name)
  }

  /// Maps clip space to `rect` of the target.
  public func setViewport(_ rect: PixelRect) {
    glViewport(GLint(left(of: rect)), GLint(bottom(of: rect)), GLsizei(rect.width), GLsizei(rect.height))
  }

  /// Leaves pixels outside `rect` untouched; nil lifts the limit.
  public func setScissor(_ rect: PixelRect?) {
    guard let rect else { return glDisable(GLenum(GL_SCISSOR_TEST)) }
    glEnable(GLenum(GL_SCISSOR_TEST))
    let kept = PixelRect(x: rect.x, y: rect.y, width: max(0, rect.width), height: max(0, rect.height))
    glScissor(
      GLint(left(of: kept)), GLint(bottom(of: kept)), GLsizei(kept.width), GLsizei(kept.height))
  }

  /// The column and row of the target, counted from its bottom left corner, at which pixels of the picture begin.
  private func left(of rect: PixelRect) -> Int { rect.x - target.shown.x }
  private func bottom(of rect: PixelRect) -> Int {
    target.shown.y + target.shown.height - rect.y - rect.height
  }

  /// Fills the target, within the scissor, with a premultiplied colour.
  public func clear(to color: SIMD4<Float> = .zero) {
    glClearColor(color.x, color.y, color.z, color.w)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  /// Combines what is drawn from now on with what is beneath it.
  public func setBlending(_ mode: BlendMode) {
    if mode == .none { return glDisable(GLenum(GL_BLEND)) }
    glEnable(GLenum(GL_BLEND))
    let rest = GLenum(mode == .over ? GL_ONE_MINUS_SRC_ALPHA : GL_ONE)
    glBlendFuncSeparate(GLenum(GL_ONE), rest, GLenum(GL_ONE), rest)
  }

  /// Lets samplers of `unit`, 0 to 15, read `texture`, as its filter says or the nearest pixel of its first level.
  public func bind(_ texture: borrowing Texture, unit: Int, readingNearest: Bool = false) {
    precondition((0..<16).contains(unit), "a texture unit is from 0 to 15")
    glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
    glBindTexture(GLenum(GL_TEXTURE_2D), texture.handle.name)
    guard readingNearest != (nearestUnits & 1 << unit != 0) else { return }
    nearestUnits ^= 1 << unit
    glBindSampler(GLuint(unit), readingNearest ? nearestSampler : 0)
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

  /// Draws the vertices that `indices` of an array's buffer of 32-bit indices name, with the program in use.
  public func draw(
    _ primitive: Primitive, of array: borrowing VertexArray, indices: Range<Int>, instances: Int = 1
  ) {
    if indices.isEmpty || instances <= 0 { return }
    glBindVertexArray(array.handle.name)
    glDrawElementsInstanced(
      primitive.mode, GLsizei(indices.count), GLenum(GL_UNSIGNED_INT),
      UnsafeRawPointer(bitPattern: indices.lowerBound * MemoryLayout<UInt32>.size), GLsizei(instances))
  }

  /// Copies all of a framebuffer into the current target, stretched to a size if one is given; the scissor is lifted.
  public func copy(_ source: borrowing Framebuffer, stretchedTo size: PixelSize? = nil) {
    setScissor(nil)
    let size = size ?? source.size
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), source.handle.name)
    glBlitFramebuffer(
      0, 0, GLint(source.size.width), GLint(source.size.height), 0, 0, GLint(size.width), GLint(size.height),
      GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(size == source.size ? GL_NEAREST : GL_LINEAR))
    bindTarget()
  }

  /// Copies a part of a framebuffer into the current target, which is as large, to another place; the scissor is lifted.
  public func copy(_ source: borrowing Framebuffer, from area: PixelRect, toX x: Int, y: Int) {
    guard !area.size.isEmpty else { return }
    setScissor(nil)
    let height = source.size.height
    func row(_ y: Int) -> GLint { GLint(height - y) }
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER), source.handle.name)
    glBlitFramebuffer(
      GLint(area.x), row(area.y + area.height), GLint(area.x + area.width), row(area.y),
      GLint(x), row(y + area.height), GLint(x + area.width), row(y), GLbitfield(GL_COLOR_BUFFER_BIT),
      GLenum(GL_NEAREST))
    bindTarget()
  }

  /// Hands the commands given so far to the GPU.
  public func flush() { glFlush() }

  /// Lets the driver give up what it compiles programs with; the next program has it made anew.
  public func releaseCompiler() {
    if canReleaseCompiler { glReleaseShaderCompiler() }
  }

  /// Waits until the commands given so far are done.
  public func finish() { glFinish() }

  func readBoundPixels(_ rect: PixelRect, height: Int) -> [UInt8] {
    let rowBytes = rect.width * 4
    return [UInt8](unsafeUninitializedCapacity: rowBytes * rect.height) { buffer, count in
      // Should the driver refuse, the pixels are not those of other programs.
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
    }
  }
}
