/// A document that cannot be read, and where.
public struct SVGError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, in words for a person.
  public let message: String
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  public init(_ message: String, line: Int, column: Int) {
    self.message = message
    self.line = line
    self.column = column
  }

  public var description: String { "line \(line), column \(column): \(message)" }
}
