import CEpoxy
public import Geometry

/// A vertex and a fragment shader, linked, deleted with its owner.
///
/// Attributes are found by `layout(location = …)`, uniforms by name.
public struct Program: ~Copyable {
  let handle: Handle

  /// Compiles and links; the header for the context is put before the pieces of each stage.
  ///
  /// - Parameters:
  ///   - vertex: The pieces of the vertex shader, in GLSL ES 3.00 without `#version`.
  ///   - fragment: The pieces of the fragment shader.
  ///   - context: The context that owns the program.
  /// - Throws: ``ShaderError`` with the file and the line of each message of the driver.
  public init(
    vertex: [ShaderSource], fragment: [ShaderSource], in context: GraphicsContext
  ) throws(ShaderError) {
    handle = try Self.linked(vertex, fragment, in: context)
  }

  /// Compiles and links one piece for each stage; the header for the context is put before it.
  ///
  /// - Parameters:
  ///   - vertex: The vertex shader, in GLSL ES 3.00 without `#version`.
  ///   - fragment: The fragment shader.
  ///   - context: The context that owns the program.
  /// - Throws: ``ShaderError`` with the file and the line of each message of the driver.
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
      context.errors.forget()
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
      context.errors.forget()
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

// Setting a uniform uses the program, as OpenGL ES 3.0 has no other way.
extension Program {
  /// Sets a `float`.
  public func set(_ uniform: Uniform, to value: Float) {
    use()
    glUniform1f(uniform.location, value)
  }

  /// Sets a `vec2`.
  public func set(_ uniform: Uniform, to value: SIMD2<Float>) {
    use()
    glUniform2f(uniform.location, value.x, value.y)
  }

  /// Sets a `vec3`.
  public func set(_ uniform: Uniform, to value: SIMD3<Float>) {
    use()
    glUniform3f(uniform.location, value.x, value.y, value.z)
  }

  /// Sets a `vec4`.
  public func set(_ uniform: Uniform, to value: SIMD4<Float>) {
    use()
    glUniform4f(uniform.location, value.x, value.y, value.z, value.w)
  }

  /// Sets an `int`.
  public func set(_ uniform: Uniform, to value: Int) {
    use()
    glUniform1i(uniform.location, GLint(truncatingIfNeeded: value))
  }

  /// Sets an `ivec2`.
  public func set(_ uniform: Uniform, toIntegers value: SIMD2<Int32>) {
    use()
    glUniform2i(uniform.location, value.x, value.y)
  }

  /// Sets an `ivec3`.
  public func set(_ uniform: Uniform, toIntegers value: SIMD3<Int32>) {
    use()
    glUniform3i(uniform.location, value.x, value.y, value.z)
  }

  /// Sets an `ivec4`.
  public func set(_ uniform: Uniform, toIntegers value: SIMD4<Int32>) {
    use()
    glUniform4i(uniform.location, value.x, value.y, value.z, value.w)
  }

  /// Makes a sampler read the texture that is bound to `unit`, 0…15.
  public func set(_ uniform: Uniform, toTextureUnit unit: Int) {
    set(uniform, to: unit)
  }

  // MARK: Arrays
  // OpenGL ignores elements beyond the declared length; those that are left out keep their values.

  /// Sets the first elements of an array of `float`; more than it has are ignored.
  public func set(_ uniform: Uniform, to values: [Float]) {
    use()
    glUniform1fv(uniform.location, GLsizei(values.count), values)
  }

  /// Sets the first elements of an array of `vec2`; more than it has are ignored.
  public func set(_ uniform: Uniform, to values: [SIMD2<Float>]) {
    use()
    glUniform2fv(uniform.location, GLsizei(values.count), values.flatMap { [$0.x, $0.y] })
  }

  /// Sets the first elements of an array of `vec3`; more than it has are ignored.
  public func set(_ uniform: Uniform, to values: [SIMD3<Float>]) {
    use()
    // In memory, a `SIMD3` takes the space of four numbers.
    glUniform3fv(uniform.location, GLsizei(values.count), values.flatMap { [$0.x, $0.y, $0.z] })
  }

  /// Sets the first elements of an array of `vec4`; more than it has are ignored.
  public func set(_ uniform: Uniform, to values: [SIMD4<Float>]) {
    use()
    values.withUnsafeBytes { bytes in
      glUniform4fv(
        uniform.location, GLsizei(values.count), bytes.baseAddress?.assumingMemoryBound(to: Float.self))
    }
  }

  /// Sets the first elements of an array of `int`; more than it has are ignored.
  public func set(_ uniform: Uniform, toIntegers values: [Int32]) {
    use()
    glUniform1iv(uniform.location, GLsizei(values.count), values)
  }

  /// Sets the first elements of an array of `ivec2`; more than it has are ignored.
  public func set(_ uniform: Uniform, toIntegers values: [SIMD2<Int32>]) {
    use()
    glUniform2iv(uniform.location, GLsizei(values.count), values.flatMap { [$0.x, $0.y] })
  }

  /// Sets the first elements of an array of `ivec3`; more than it has are ignored.
  public func set(_ uniform: Uniform, toIntegers values: [SIMD3<Int32>]) {
    use()
    glUniform3iv(uniform.location, GLsizei(values.count), values.flatMap { [$0.x, $0.y, $0.z] })
  }

  /// Sets the first elements of an array of `ivec4`; more than it has are ignored.
  public func set(_ uniform: Uniform, toIntegers values: [SIMD4<Int32>]) {
    use()
    glUniform4iv(uniform.location, GLsizei(values.count), values.flatMap { [$0.x, $0.y, $0.z, $0.w] })
  }

  // MARK: Matrices

  /// Sets a `mat4` to a transform.
  ///
  /// OpenGL reads columns, so the transform's rows become columns: `matrix * vec4(place, 1.0)` in the shader equals
  /// `homogeneous(place.x, place.y, place.z)` here.
  public func set(_ uniform: Uniform, to mapping: Transform3D) {
    set(uniform, toMatrix: mapping.floats)
  }

  /// Sets the first elements of an array of `mat4` to transforms; more than it has are ignored.
  public func set(_ uniform: Uniform, to mappings: [Transform3D]) {
    use()
    glUniformMatrix4fv(uniform.location, GLsizei(mappings.count), 0, mappings.flatMap(\.floats))
  }

  /// Sets a `mat3` to the first three rows and columns of a transform, which map directions. For normals, pass
  /// `forNormals`.
  public func set(_ uniform: Uniform, toLinearPartOf mapping: Transform3D) {
    set(uniform, toMatrix: mapping.linearFloats)
  }

  /// Sets the first elements of an array of `mat3` to the linear parts of transforms; more than it has are ignored.
  public func set(_ uniform: Uniform, toLinearPartsOf mappings: [Transform3D]) {
    use()
    glUniformMatrix3fv(uniform.location, GLsizei(mappings.count), 0, mappings.flatMap(\.linearFloats))
  }

  /// Sets a `mat3` from nine numbers or a `mat4` from sixteen, in memory order.
  ///
  /// OpenGL takes them column by column: the memory of a row-vector matrix (`p · M`) is just what
  /// `M * p` needs in a shader.
  public func set(_ uniform: Uniform, toMatrix values: [Float]) {
    precondition(values.count == 9 || values.count == 16, "a matrix has nine or sixteen numbers")
    use()
    if values.count == 9 {
      glUniformMatrix3fv(uniform.location, 1, 0, values)
    } else {
      glUniformMatrix4fv(uniform.location, 1, 0, values)
    }
  }
}

extension Transform3D {
  /// The sixteen numbers in row order, which OpenGL reads as columns.
  fileprivate var floats: [Float] {
    let rows = self.rows
    return [rows.0, rows.1, rows.2, rows.3].flatMap { [Float($0.x), Float($0.y), Float($0.z), Float($0.w)] }
  }

  /// The nine numbers of the first three rows and columns, in row order.
  fileprivate var linearFloats: [Float] {
    let numbers = floats
    return Array(numbers[0..<3] + numbers[4..<7] + numbers[8..<11])
  }
}

/// One stage of a program, needed only until the program is linked.
struct Shader: ~Copyable {
  enum Stage {
    case vertex, fragment
  }

  let handle: Handle

  init(_ stage: Stage, _ sources: [ShaderSource], in context: GraphicsContext) throws(ShaderError) {
    let type = GLenum(stage == .vertex ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER)
    handle = Handle(GraphicsObject(kind: .shader, name: glCreateShader(type)), in: context)
    let lines = LineNumbering(sources)
    Self.give(Self.text(of: sources, header: context.driver.shaderHeader, lines: lines), to: handle.name)
    glCompileShader(handle.name)
    var isCompiled: GLint = 0
    glGetShaderiv(handle.name, GLenum(GL_COMPILE_STATUS), &isCompiled)
    if isCompiled == 0 {
      context.errors.forget()
      throw ShaderError(log: Self.log(of: handle.name), lines: lines)
    }
  }

  /// Returns the text a driver compiles; each piece counts its own lines.
  static func text(of sources: [ShaderSource], header: String, lines: LineNumbering) -> String {
    var text = header
    for (index, source) in sources.enumerated() {
      text += lines.directive(index)
      text += source.text
      if !source.text.hasSuffix("\n") { text += "\n" }
    }
    return text
  }

  private static func give(_ text: String, to name: GLuint) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var start = characters.baseAddress
        var length = GLint(characters.count)
        glShaderSource(name, 1, &start, &length)
      }
    }
  }

  private static func log(of name: GLuint) -> String {
    var length: GLint = 0
    glGetShaderiv(name, GLenum(GL_INFO_LOG_LENGTH), &length)
    return driverText(length: length) { glGetShaderInfoLog(name, length, $0, $1) }
  }
}

/// Returns the text that `fill` writes into a buffer of `length` bytes, with the count it reports.
func driverText(
  length: GLint, _ fill: (UnsafeMutablePointer<GLsizei>, UnsafeMutablePointer<GLchar>?) -> Void
) -> String {
  guard length > 0 else { return "" }
  let bytes = [GLchar](unsafeUninitializedCapacity: Int(length)) { buffer, count in
    var written: GLsizei = 0
    fill(&written, buffer.baseAddress)
    count = Int(written)
  }
  return String(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// Where a program keeps one of its uniforms, looked up once by name.
public struct Uniform: Hashable, Sendable {
  let location: Int32

  /// Whether the program has the uniform; setting one that was optimised away does nothing.
  public var isActive: Bool { location >= 0 }
}
