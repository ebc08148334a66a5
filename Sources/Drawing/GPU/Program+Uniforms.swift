import CEpoxy

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

  /// Lets a sampler read the texture bound to `unit`.
  public func set(_ uniform: Uniform, toTextureUnit unit: Int) {
    set(uniform, to: unit)
  }

  /// Sets an array of floats.
  public func set(_ uniform: Uniform, to values: [Float]) {
    use()
    glUniform1fv(uniform.location, GLsizei(values.count), values)
  }

  /// Sets an array of `vec4`.
  public func set(_ uniform: Uniform, to values: [SIMD4<Float>]) {
    use()
    values.withUnsafeBytes { bytes in
      glUniform4fv(
        uniform.location, GLsizei(values.count), bytes.baseAddress?.assumingMemoryBound(to: Float.self))
    }
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

  /// Sets a `mat4` from its four columns, which are the rows of a row-vector matrix.
  public func set(
    _ uniform: Uniform, toColumns columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  ) {
    use()
    withUnsafeBytes(of: columns) { bytes in
      glUniformMatrix4fv(uniform.location, 1, 0, bytes.baseAddress?.assumingMemoryBound(to: Float.self))
    }
  }
}
