/// What is wrong with a document, and where: it is thrown where the document cannot be read, and a warning where
/// something of it cannot be shown.
public struct SVGDiagnostic: Error, Hashable, CustomStringConvertible {
  /// What is wrong, in words for a person.
  public let message: String
  /// The line of the document, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  /// Creates a diagnostic from what is wrong and where.
  public init(_ message: String, line: Int, column: Int) {
    self.message = message
    self.line = line
    self.column = column
  }

  public var description: String { "line \(line), column \(column): \(message)" }
}
