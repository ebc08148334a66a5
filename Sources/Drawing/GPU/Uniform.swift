/// Where a program keeps one of its uniforms, looked up once by name.
public struct Uniform: Hashable, Sendable {
  let location: Int32

  /// Whether the program has the uniform; setting one that was optimised away does nothing.
  public var isActive: Bool { location >= 0 }
}
