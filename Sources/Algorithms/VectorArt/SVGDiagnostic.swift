/// A fault in a document with its place: thrown if the document cannot be read, and a warning if part of it cannot be
/// shown.
public struct SVGDiagnostic: Error, Hashable, CustomStringConvertible {
  /// The fault, in words for a person.
  public let message: String
  /// The line of the document, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - message: The problem.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  public init(_ message: String, line: Int, column: Int) {
    self.message = message
    self.line = line
    self.column = column
  }

  public var description: String { "line \(line), column \(column): \(message)" }
}
