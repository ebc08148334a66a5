/// A piece of shader text and the name of the file it came from.
public struct ShaderSource: Hashable, Sendable {
  public var file: String
  public var text: String

  public init(file: String, text: String) {
    self.file = file
    self.text = text
  }
}
