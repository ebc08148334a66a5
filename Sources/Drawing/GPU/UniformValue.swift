import CEpoxy

/// A value that a program reads for all of its vertices and pixels, with its type.
public enum UniformValue: Hashable, Sendable {
  /// One number.
  case float(Float)
  /// Two numbers.
  case vec2(SIMD2<Float>)
  /// Three numbers.
  case vec3(SIMD3<Float>)
  /// Four numbers.
  case vec4(SIMD4<Float>)
  /// A whole number.
  case int(Int)
  /// The unit to which the texture is bound that a sampler reads.
  case texture(unit: Int)
  /// At most as many as the array in the shader has.
  case floats([Float])
  /// At most as many vectors as the array in the shader has.
  case vec4s([SIMD4<Float>])

  /// The type that the shader declares, of arrays that of their elements.
  public var type: UniformType {
    switch self {
    case .float, .floats: .float
    case .vec2: .vec2
    case .vec3: .vec3
    case .vec4, .vec4s: .vec4
    case .int: .int
    case .texture: .sampler
    }
  }
}

/// The type of a uniform or of an array's elements, by its name in GLSL.
public enum UniformType: String, Hashable, Sendable, CaseIterable {
  /// One number.
  case float
  /// Two numbers.
  case vec2
  /// Three numbers.
  case vec3
  /// Four numbers.
  case vec4
  /// A whole number.
  case int
  /// A texture.
  case sampler = "sampler2D"

  init?(_ type: GLenum) {
    switch Int32(type) {
    case GL_FLOAT: self = .float
    case GL_FLOAT_VEC2: self = .vec2
    case GL_FLOAT_VEC3: self = .vec3
    case GL_FLOAT_VEC4: self = .vec4
    case GL_INT: self = .int
    case GL_SAMPLER_2D: self = .sampler
    default: return nil
    }
  }
}

/// A uniform as the Swift side of a shader knows it.
public struct UniformDeclaration: Hashable, Sendable {
  /// The name in the shader.
  public let name: String
  /// The type that the shader declares.
  public let type: UniformType

  /// Creates a declaration of a uniform's name and type.
  public init(_ name: String, _ type: UniformType) {
    self.name = name
    self.type = type
  }
}

extension Program {
  /// Returns the places of the declared uniforms, in their order.
  ///
  /// Throws when the program reads one that is not declared, or one of another type. One that is declared and not read
  /// is no fault: drivers leave out what changes no pixel.
  public func uniforms(
    _ declared: [UniformDeclaration], files: [String]
  ) throws(ShaderError) -> [Uniform] {
    var count: GLint = 0
    glGetProgramiv(handle.name, GLenum(GL_ACTIVE_UNIFORMS), &count)
    for index in 0..<max(0, count) {
      var (length, size): (GLsizei, GLint) = (0, 0)
      var kind: GLenum = 0
      var buffer = [GLchar](repeating: 0, count: 256)
      glGetActiveUniform(handle.name, GLuint(index), 256, &length, &size, &kind, &buffer)
      let full = String(decoding: buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let name = String(full.prefix { $0 != "[" })
      guard !name.hasPrefix("gl_") else { continue }
      guard let known = declared.first(where: { $0.name == name }) else {
        throw ShaderError("the program reads the uniform \(name), which its paint does not set", files: files)
      }
      guard UniformType(kind) == known.type else {
        throw ShaderError(
          "the uniform \(name) is not the \(known.type.rawValue) that its paint sets", files: files)
      }
    }
    return declared.map { uniform($0.name) }
  }

  /// Sets a uniform to a value of its type.
  public func set(_ uniform: Uniform, to value: UniformValue) {
    switch value {
    case .float(let value): set(uniform, to: value)
    case .vec2(let value): set(uniform, to: value)
    case .vec3(let value): set(uniform, to: value)
    case .vec4(let value): set(uniform, to: value)
    case .int(let value): set(uniform, to: value)
    case .texture(let unit): set(uniform, toTextureUnit: unit)
    case .floats(let values): set(uniform, to: values)
    case .vec4s(let values): set(uniform, to: values)
    }
  }
}
