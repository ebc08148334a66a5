/// A piece of shader text and the name of the file it came from.
public struct ShaderSource: Hashable, Sendable {
  /// The file's name in errors.
  public var file: String
  /// The text in GLSL, without a version.
  public var text: String

  /// Creates a piece of shader text.
  public init(file: String, text: String) {
    self.file = file
    self.text = text
  }
}
