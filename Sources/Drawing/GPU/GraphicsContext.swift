import CEpoxy
import Files
public import Geometry
import Glibc

/// An OpenGL context and its capabilities; every GPU object belongs to one.
///
/// It is bound to one thread at a time. Objects freed while another context is current are deleted as soon as
/// theirs is current again, and objects that outlive the context are simply gone with it.
public final class GraphicsContext {
  /// The properties of the context and its driver.
  public let driver: DriverDescription

  /// The driver's peculiarities.
  public let quirks: DriverQuirks

  /// The largest side of a texture or framebuffer.
  public let maximumTextureSize: Int

  /// Whether the driver hands out linked programs as bytes.
  public let supportsProgramBinaries: Bool

  /// The pixel format for textures of pictures: that of windows where the driver supports it. A driver without a
  /// graphics card then copies them into a window many times as fast.
  public let pictureFormat: Texture.Format

  /// Whether the rows of a framebuffer can be put in the order of a window's.
  var canTurnFramebuffers: Bool { extensions.contains("GL_MESA_framebuffer_flip_y") }

  let canReleaseCompiler: Bool

  /// How often the target has changed since all was drawn.
  var passes = 0

  /// The names of the extensions the context offers.
  public private(set) lazy var extensions: Set<String> = Self.extensionNames()

  /// How many objects of each kind are alive.
  public private(set) var liveObjects: [ObjectKind: Int] = [:]

  /// The current target, to return to it later; it must still exist then.
  public internal(set) var target: DrawingTarget
  var usedProgram: GLuint = 0
  var depthTest = DepthTest.none
  /// The units whose textures are read by the nearest pixel, a bit each, and what reads so; it goes with the context.
  var nearestUnits = 0
  private(set) lazy var nearestSampler: GLuint = {
    var name: GLuint = 0
    glGenSamplers(1, &name)
    for filter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
      glSamplerParameteri(name, GLenum(filter), GL_NEAREST)
    }
    return name
  }()

  /// The largest side of what can be drawn into, in pixels.
  public let maximumTargetSize: Int
  /// The errors of the context.
  let errors: DriverErrors
  private var isDestroyed = false
  private var graveyard: [GraphicsObject] = []

  /// Whether this is a debug build, in which the driver is asked for messages.
  public static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Describes the context that is current on this thread; with `debug` its errors are caught by `check()`.
  ///
  /// - Throws: An error if the context is older than OpenGL ES 3.0 or OpenGL 3.3.
  public init(debug: Bool = GraphicsContext.isDebugBuild) throws(GraphicsError) {
    // For each function that it finds, epoxy asks whether the context is one of GLX, and where no library of that is loaded
    // it looks for one anew each time, a hundred times at a start.
    _ = try? SharedLibrary("libGL", files: ["libGL.so.1"])
    driver = DriverDescription()
    quirks = DriverQuirks(renderer: driver.renderer)
    guard driver.isSufficient else {
      // Untranslated: a technical detail, for a report to developers.
      let found = driver.version.isEmpty ? "no context is current" : "it offers \(driver.version)"
      throw .unsupported("OpenGL ES 3.0 or OpenGL 3.3 is needed, \(found)")
    }
    let isEmbedded = driver.kind == .embedded
    let version = driver.major * 10 + driver.minor
    maximumTextureSize = Self.integer(GL_MAX_TEXTURE_SIZE)
    maximumTargetSize = min(maximumTextureSize, Self.maximumViewport())
    pictureFormat =
      !isEmbedded || epoxy_has_gl_extension("GL_EXT_texture_format_BGRA8888") ? .bgra8 : .rgba8
    target = .window(of: pictureFormat, size: PixelSize(width: 0, height: 0))
    supportsProgramBinaries =
      (isEmbedded || version >= 41 || epoxy_has_gl_extension("GL_ARB_get_program_binary"))
      && Self.integer(GL_NUM_PROGRAM_BINARY_FORMATS) > 0
    canReleaseCompiler =
      isEmbedded || version >= 41 || epoxy_has_gl_extension("GL_ARB_ES2_compatibility")
    errors = DriverErrors(of: driver, debug: debug)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    glDisable(GLenum(GL_DITHER))
    CurrentContext.set(self)
  }

  /// Takes the driver's messages that have arrived since the last time.
  public func takeDebugMessages() -> [DebugMessage] { errors.takeMessages() }

  /// Throws what went wrong since the last check: a lost context, OpenGL errors, debug messages that are errors.
  public func check() throws(GraphicsError) { try errors.check() }

  /// Whether a loss of this context was detected or simulated.
  public var isLost: Bool { errors.loss != nil }

  /// Pretends that the driver lost the context: every later check says so, until a new context is made.
  // Untranslated: a technical detail, for a report to developers.
  public func injectLoss() { wasLost("a loss was injected") }

  /// Takes note of a loss that shows elsewhere than in OpenGL.
  package func wasLost(_ reason: String) { errors.note(loss: reason) }

  /// Takes note that the context is now current on this thread, and deletes what was freed meanwhile.
  package func becameCurrent() {
    CurrentContext.set(self)
    graveyard.forEach { $0.delete() }
    graveyard.removeAll()
  }

  /// Takes note that the context is about to be destroyed, and all its objects with it.
  package func willBeDestroyed() {
    if CurrentContext.isCurrent(self) { errors.removeCallback() }
    isDestroyed = true
    graveyard.removeAll()
    if CurrentContext.isCurrent(self) { CurrentContext.set(nil) }
  }

  deinit {
    if !isDestroyed { willBeDestroyed() }
  }

  /// Whether OpenGL calls reach this context from the calling thread.
  var isUsable: Bool { !isDestroyed && CurrentContext.isCurrent(self) }

  func free(_ object: GraphicsObject) {
    count(object.kind, by: -1)
    if object.kind == .program && object.name == usedProgram { usedProgram = 0 }
    if object.kind == .framebuffer && object.name == target.name {
      target = .window(of: pictureFormat, size: target.size)
    }
    if isDestroyed { return }
    if CurrentContext.isCurrent(self) {
      object.delete()
    } else {
      graveyard.append(object)
    }
  }

  func count(_ kind: ObjectKind, by change: Int) {
    liveObjects[kind, default: 0] += change
    if liveObjects[kind] == 0 { liveObjects[kind] = nil }
  }

  static func integer(_ name: Int32) -> Int {
    var value: GLint = 0
    glGetIntegerv(GLenum(name), &value)
    return Int(value)
  }

  private static func maximumViewport() -> Int {
    var sides: [GLint] = [0, 0]
    glGetIntegerv(GLenum(GL_MAX_VIEWPORT_DIMS), &sides)
    return Int(sides.min() ?? 0)
  }

  private static func extensionNames() -> Set<String> {
    var names: Set<String> = []
    for index in 0..<integer(GL_NUM_EXTENSIONS) {
      guard let name = glGetStringi(GLenum(GL_EXTENSIONS), GLuint(index)) else { continue }
      names.insert(String(cString: name))
    }
    return names
  }
}

extension GraphicsContext {
  /// Draws into the window from now on, over its whole `size`.
  public func setTarget(window size: PixelSize) { setTarget(.window(of: pictureFormat, size: size)) }

  /// Draws into `framebuffer` from now on, over its whole size.
  public func setTarget(_ framebuffer: borrowing Framebuffer) {
    setTarget(framebuffer, showing: PixelRect(framebuffer.size), of: framebuffer.size)
  }

  /// Draws a part of a picture into a framebuffer from now on. Clip space, scissors and viewports are those of the
  /// whole picture; `gl_FragCoord` counts from the framebuffer's corner.
  ///
  /// - Parameters:
  ///   - framebuffer: The target, whose first bottom pixel holds the bottom left one of the box.
  ///   - box: The part, in pixels of the picture.
  ///   - size: The size of the whole picture.
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
    setDepthTest(.none)
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

  /// Fills the target, within the scissor, with a premultiplied colour, whose components are in 0…1.
  public func clear(to color: SIMD4<Float> = .zero) {
    glClearColor(color.x, color.y, color.z, color.w)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  /// Clears the target's depth within the scissor to the farthest value.
  public func clearDepth() { glClear(GLbitfield(GL_DEPTH_BUFFER_BIT)) }

  /// Enables or disables depth testing until the target is set again. Depths are those of clip space: −1 is nearest.
  public func setDepthTest(_ test: DepthTest) {
    guard test != depthTest else { return }
    depthTest = test
    if test == .none { return glDisable(GLenum(GL_DEPTH_TEST)) }
    glEnable(GLenum(GL_DEPTH_TEST))
  }

  /// Combines what is drawn from now on with what is beneath it.
  public func setBlending(_ mode: BlendMode) {
    if mode == .none { return glDisable(GLenum(GL_BLEND)) }
    glEnable(GLenum(GL_BLEND))
    let rest = GLenum(mode == .over ? GL_ONE_MINUS_SRC_ALPHA : GL_ONE)
    glBlendFuncSeparate(GLenum(GL_ONE), rest, GLenum(GL_ONE), rest)
  }

  /// Binds a texture to a unit, from which samplers read it.
  ///
  /// - Parameters:
  ///   - texture: The texture.
  ///   - unit: The number of the unit, 0…15.
  ///   - readingNearest: Whether samplers read the nearest pixel of the first level, instead of by the texture's
  ///     filter.
  public func bind(_ texture: borrowing Texture, unit: Int, readingNearest: Bool = false) {
    precondition((0..<16).contains(unit), "a texture unit is from 0 to 15")
    glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
    glBindTexture(GLenum(GL_TEXTURE_2D), texture.handle.name)
    guard readingNearest != (nearestUnits & 1 << unit != 0) else { return }
    nearestUnits ^= 1 << unit
    glBindSampler(GLuint(unit), readingNearest ? nearestSampler : 0)
  }

  /// Draws `vertices` of an array, once or as several instances, with the program in use.
  ///
  /// - Parameters:
  ///   - primitive: The shape that the vertices form.
  ///   - array: The buffers and their layout.
  ///   - vertices: The numbers of the vertices.
  ///   - instances: How many times they are drawn, with `gl_InstanceID` from 0.
  public func draw(
    _ primitive: Primitive, of array: borrowing VertexArray, vertices: Range<Int>, instances: Int = 1
  ) {
    if vertices.isEmpty || instances <= 0 { return }
    glBindVertexArray(array.handle.name)
    glDrawArraysInstanced(
      primitive.mode, GLint(vertices.lowerBound), GLsizei(vertices.count), GLsizei(instances))
  }

  /// Draws the vertices that `indices` of an array's buffer of 32-bit indices name, with the program in use.
  ///
  /// - Parameters:
  ///   - primitive: The shape that the vertices form.
  ///   - array: The buffers, their layout and the indices.
  ///   - indices: The places in the buffer of indices.
  ///   - instances: How many times they are drawn, with `gl_InstanceID` from 0.
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
    source.bindForReading()
    glBlitFramebuffer(
      0, 0, GLint(source.size.width), GLint(source.size.height), 0, 0, GLint(size.width), GLint(size.height),
      GLbitfield(GL_COLOR_BUFFER_BIT), GLenum(size == source.size ? GL_NEAREST : GL_LINEAR))
    bindTarget()
  }

  /// Copies a part of a framebuffer into the current target, which is as large, to another place; the scissor is lifted.
  ///
  /// - Parameters:
  ///   - source: The framebuffer to read.
  ///   - area: The part to copy, in its pixels from the top left.
  ///   - x: The left edge of the copy in the target, in pixels.
  ///   - y: The top edge of the copy in the target, in pixels.
  public func copy(_ source: borrowing Framebuffer, from area: PixelRect, toX x: Int, y: Int) {
    guard !area.size.isEmpty else { return }
    setScissor(nil)
    let height = source.size.height
    func row(_ y: Int) -> GLint { GLint(height - y) }
    source.bindForReading()
    glBlitFramebuffer(
      GLint(area.x), row(area.y + area.height), GLint(area.x + area.width), row(area.y),
      GLint(x), row(y + area.height), GLint(x + area.width), row(y), GLbitfield(GL_COLOR_BUFFER_BIT),
      GLenum(GL_NEAREST))
    bindTarget()
  }

  /// Runs foreign OpenGL code with this context current.
  ///
  /// The code starts with no program, vertex array or sampler bound, and with scissor, blending and depth test off. It
  /// draws into the current target. It may change any state: afterwards the whole target is bound again, and all state
  /// that this module relies on is restored. The code owns the objects that it creates. `check()` reports its errors.
  ///
  ///     try graphics.withForeignState { try engine.render(width: size.width, height: size.height) }
  ///
  /// - Throws: The errors of `body`.
  public func withForeignState<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    restoreState()
    defer { restoreState() }
    return try body()
  }

  /// Sets all state that this module relies on, ignoring cached values.
  private func restoreState() {
    let capabilities = [
      GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_DITHER, GL_POLYGON_OFFSET_FILL, GL_RASTERIZER_DISCARD,
      GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE, GL_SCISSOR_TEST, GL_STENCIL_TEST,
    ]
    for capability in capabilities { glDisable(GLenum(capability)) }
    depthTest = .none
    glBlendEquation(GLenum(GL_FUNC_ADD))
    glDepthFunc(GLenum(GL_LESS))
    glDepthMask(1)
    if driver.kind == .embedded {
      glClearDepthf(1)
      glDepthRangef(0, 1)
    } else {
      glClearDepth(1)
      glDepthRange(0, 1)
    }
    glColorMask(1, 1, 1, 1)
    glUseProgram(0)
    usedProgram = 0
    glBindVertexArray(0)
    for unit in 0..<16 { glBindSampler(GLuint(unit), 0) }
    nearestUnits = 0
    for target in [GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER] { glBindBuffer(GLenum(target), 0) }
    for name in [GL_PACK_ALIGNMENT, GL_UNPACK_ALIGNMENT] { glPixelStorei(GLenum(name), 1) }
    let strides = [
      GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS,
      GL_UNPACK_SKIP_PIXELS,
    ]
    for name in strides { glPixelStorei(GLenum(name), 0) }
    setTarget(target)
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

/// How a drawn colour is combined with the one beneath it; colours are premultiplied by alpha.
public enum BlendMode: Hashable, Sendable {
  /// The new colour replaces the old one.
  case none
  /// The new colour covers the old one in proportion to its alpha.
  case over
  /// The new colour is added to the old one.
  case additive
}

/// A test that decides which pixels are drawn. It has no effect in a target without depth.
public enum DepthTest: Hashable, Sendable {
  /// All pixels are drawn; later ones cover earlier ones.
  case none
  /// Only pixels nearer than those drawn before are drawn, and their depth is stored.
  case nearer
}

/// The shape that a run of vertices forms.
public enum Primitive: Hashable, Sendable {
  /// Three vertices for each triangle.
  case triangles
  /// Each vertex makes a triangle with the two before it.
  case triangleStrip
}

/// The context that is current on the calling thread, as Windowing has reported it.
enum CurrentContext {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static func set(_ context: GraphicsContext?) {
    pthread_setspecific(key, context.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }

  static func isCurrent(_ context: GraphicsContext) -> Bool {
    pthread_getspecific(key) == Unmanaged.passUnretained(context).toOpaque()
  }
}

/// A window or framebuffer that is drawn into, or was.
public struct DrawingTarget: Hashable, Sendable {
  let name: GLuint
  /// The format of its pixels. A driver may compile programs again for each format that they draw into.
  public let format: Texture.Format
  /// The number of pixels along both sides of the picture that is drawn.
  public let size: PixelSize
  /// The pixels of the picture that the target holds.
  let shown: PixelRect

  /// The window of a context, over its whole size.
  static func window(of format: Texture.Format, size: PixelSize) -> DrawingTarget {
    DrawingTarget(name: 0, format: format, size: size, shown: PixelRect(size))
  }

  /// Whether it is the window, not a framebuffer.
  var isWindow: Bool { name == 0 }
}
