import CEpoxy
public import Geometry

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
  /// Two integers.
  case ivec2(SIMD2<Int32>)
  /// Three integers.
  case ivec3(SIMD3<Int32>)
  /// Four integers.
  case ivec4(SIMD4<Int32>)
  /// The first three rows and columns of a transform. In the shader, `matrix * direction` maps a direction.
  indirect case mat3(Transform3D)
  /// A transform, whose rows become columns: `matrix * vec4(place, 1.0)` in the shader equals `homogeneous(…)` here.
  indirect case mat4(Transform3D)
  /// The unit to which the texture is bound that a sampler reads.
  case texture(unit: Int)
  /// At most as many as the array in the shader has.
  case floats([Float])
  /// Pairs of numbers, at most as many as the array in the shader has.
  case vec2s([SIMD2<Float>])
  /// Triples of numbers, at most as many as the array in the shader has.
  case vec3s([SIMD3<Float>])
  /// At most as many vectors as the array in the shader has.
  case vec4s([SIMD4<Float>])
  /// Integers, at most as many as the array in the shader has.
  case ints([Int32])
  /// Pairs of integers, at most as many as the array in the shader has.
  case ivec2s([SIMD2<Int32>])
  /// Triples of integers, at most as many as the array in the shader has.
  case ivec3s([SIMD3<Int32>])
  /// Vectors of four integers, at most as many as the array in the shader has.
  case ivec4s([SIMD4<Int32>])
  /// Transforms, at most as many as the array in the shader has, each like `mat3`.
  case mat3s([Transform3D])
  /// Transforms, at most as many as the array in the shader has, each like `mat4`.
  case mat4s([Transform3D])

  /// The type that the shader declares, of arrays that of their elements.
  public var type: UniformType {
    switch self {
    case .float, .floats: .float
    case .vec2, .vec2s: .vec2
    case .vec3, .vec3s: .vec3
    case .vec4, .vec4s: .vec4
    case .int, .ints: .int
    case .ivec2, .ivec2s: .ivec2
    case .ivec3, .ivec3s: .ivec3
    case .ivec4, .ivec4s: .ivec4
    case .mat3, .mat3s: .mat3
    case .mat4, .mat4s: .mat4
    case .texture: .sampler
    }
  }

  /// The number of elements; 1 unless it is an array.
  public var count: Int {
    switch self {
    case .floats(let values): values.count
    case .vec2s(let values): values.count
    case .vec3s(let values): values.count
    case .vec4s(let values): values.count
    case .ints(let values): values.count
    case .ivec2s(let values): values.count
    case .ivec3s(let values): values.count
    case .ivec4s(let values): values.count
    case .mat3s(let values), .mat4s(let values): values.count
    default: 1
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
  /// Two integers.
  case ivec2
  /// Three integers.
  case ivec3
  /// Four integers.
  case ivec4
  /// Three columns of three numbers.
  case mat3
  /// Four columns of four numbers.
  case mat4
  /// A texture.
  case sampler = "sampler2D"

  init?(_ type: GLenum) {
    switch Int32(type) {
    case GL_FLOAT: self = .float
    case GL_FLOAT_VEC2: self = .vec2
    case GL_FLOAT_VEC3: self = .vec3
    case GL_FLOAT_VEC4: self = .vec4
    case GL_INT: self = .int
    case GL_INT_VEC2: self = .ivec2
    case GL_INT_VEC3: self = .ivec3
    case GL_INT_VEC4: self = .ivec4
    case GL_FLOAT_MAT3: self = .mat3
    case GL_FLOAT_MAT4: self = .mat4
    case GL_SAMPLER_2D: self = .sampler
    default: return nil
    }
  }
}

/// A uniform as the Swift side of a shader knows it.
public struct UniformDeclaration: Hashable, Sendable {
  /// The name in the shader.
  public let name: String
  /// The type that the shader declares; for an array, that of its elements.
  public let type: UniformType
  /// The maximum number of elements that are set; 1 unless it is an array.
  public let count: Int

  /// Creates a declaration of a uniform, or of an array.
  ///
  /// - Parameters:
  ///   - name: The name in the shader.
  ///   - type: The type of the uniform or of an element.
  ///   - count: The number of elements, at least 1.
  public init(_ name: String, _ type: UniformType, count: Int = 1) {
    self.name = name
    self.type = type
    self.count = count
  }
}

extension Program {
  /// Returns the locations of the declared uniforms, in their order.
  ///
  /// - Parameters:
  ///   - declared: The uniforms that will be set.
  ///   - files: The files of the program, which errors name.
  /// - Throws: ``ShaderError`` if the program reads a uniform that is not declared or has another type, or more
  ///   elements of an array than are set. A declared uniform that the program does not read is no error, since
  ///   drivers remove unused uniforms.
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
        // Untranslated: a technical detail, for a report to developers.
        throw ShaderError("the program reads the uniform \(name), which its paint does not set", files: files)
      }
      guard UniformType(kind) == known.type else {
        throw ShaderError(
          // Untranslated: a technical detail, for a report to developers.
          "the uniform \(name) is not the \(known.type.rawValue) that its paint sets", files: files)
      }
      guard Int(size) <= known.count else {
        throw ShaderError(
          // Untranslated: a technical detail, for a report to developers.
          "the program reads \(size) elements of the uniform \(name), of which its paint sets \(known.count)",
          files: files)
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
    case .ivec2(let value): set(uniform, toIntegers: value)
    case .ivec3(let value): set(uniform, toIntegers: value)
    case .ivec4(let value): set(uniform, toIntegers: value)
    case .mat3(let value): set(uniform, toLinearPartOf: value)
    case .mat4(let value): set(uniform, to: value)
    case .texture(let unit): set(uniform, toTextureUnit: unit)
    case .floats(let values): set(uniform, to: values)
    case .vec2s(let values): set(uniform, to: values)
    case .vec3s(let values): set(uniform, to: values)
    case .vec4s(let values): set(uniform, to: values)
    case .ints(let values): set(uniform, toIntegers: values)
    case .ivec2s(let values): set(uniform, toIntegers: values)
    case .ivec3s(let values): set(uniform, toIntegers: values)
    case .ivec4s(let values): set(uniform, toIntegers: values)
    case .mat3s(let values): set(uniform, toLinearPartsOf: values)
    case .mat4s(let values): set(uniform, to: values)
    }
  }
}
