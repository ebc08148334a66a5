import CEpoxy

/// A vertex and a fragment shader, linked, deleted with its owner.
///
/// Attributes are found by `layout(location = …)`, uniforms by name.
public struct Program: ~Copyable {
  let handle: Handle

  /// Compiles and links; the header for the context is put before the pieces of each stage.
  public init(
    vertex: [ShaderSource], fragment: [ShaderSource], in context: GraphicsContext
  ) throws(ShaderError) {
    handle = try Self.linked(vertex, fragment, in: context)
  }

  /// Compiles and links one piece for each stage; the header for the context is put before it.
  public init(
    vertex: ShaderSource, fragment: ShaderSource, in context: GraphicsContext
  ) throws(ShaderError) {
    try self.init(vertex: [vertex], fragment: [fragment], in: context)
  }

  /// Creates a program from its linked form; nil when the driver refuses it.
  public init?(binary: ProgramBinary, in context: GraphicsContext) {
    guard let handle = Self.loaded(binary, in: context) else { return nil }
    self.handle = handle
  }

  /// Returns the linked program as bytes that only this driver understands, or nil when it has none to give.
  public func binary() -> ProgramBinary? {
    guard handle.context.supportsProgramBinaries else { return nil }
    var length: GLint = 0
    glGetProgramiv(handle.name, GLenum(GL_PROGRAM_BINARY_LENGTH), &length)
    guard length > 0 else { return nil }
    var format: GLenum = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var written: GLsizei = 0
      glGetProgramBinary(handle.name, length, &written, &format, buffer.baseAddress)
      count = max(0, Int(written))
    }
    return bytes.isEmpty ? nil : ProgramBinary(format: format, bytes: bytes)
  }

  /// Looks up where the uniform called `name` is kept.
  public func uniform(_ name: String) -> Uniform {
    Uniform(location: glGetUniformLocation(handle.name, name))
  }

  /// Whether what is drawn now would be drawn with this program.
  public var isInUse: Bool { handle.context.usedProgram == handle.name }

  /// Draws with this program until another one is used.
  public func use() {
    if isInUse { return }
    glUseProgram(handle.name)
    handle.context.usedProgram = handle.name
  }

  private static func linked(
    _ vertex: [ShaderSource], _ fragment: [ShaderSource], in context: GraphicsContext
  ) throws(ShaderError) -> Handle {
    let vertexShader = try Shader(.vertex, vertex, in: context)
    let fragmentShader = try Shader(.fragment, fragment, in: context)
    let handle = Handle(.program, in: context)
    let name = handle.name
    glAttachShader(name, vertexShader.handle.name)
    glAttachShader(name, fragmentShader.handle.name)
    if context.supportsProgramBinaries {
      glProgramParameteri(name, GLenum(GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE)
    }
    glLinkProgram(name)
    glDetachShader(name, vertexShader.handle.name)
    glDetachShader(name, fragmentShader.handle.name)
    guard isLinked(name) else {
      context.forgetErrors()
      throw ShaderError(linkLog: log(of: name), files: (vertex + fragment).map(\.file))
    }
    return handle
  }

  private static func loaded(_ binary: ProgramBinary, in context: GraphicsContext) -> Handle? {
    guard context.supportsProgramBinaries, !binary.bytes.isEmpty else { return nil }
    let handle = Handle(.program, in: context)
    let name = handle.name
    binary.bytes.withUnsafeBytes {
      glProgramBinary(name, binary.format, $0.baseAddress, GLsizei($0.count))
    }
    guard isLinked(name) else {
      context.forgetErrors()
      return nil
    }
    return handle
  }

  private static func isLinked(_ name: GLuint) -> Bool {
    var isLinked: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &isLinked)
    return isLinked != 0
  }

  private static func log(of name: GLuint) -> String {
    var length: GLint = 0
    glGetProgramiv(name, GLenum(GL_INFO_LOG_LENGTH), &length)
    return driverText(length: length) { glGetProgramInfoLog(name, length, $0, $1) }
  }
}
