public import Localization

/// A fault in a document with its place: thrown if the document cannot be read, and a warning if part of it cannot be
/// shown.
public struct SVGDiagnostic: LocalizableError, Hashable {
  /// The fault, without its place.
  public let reason: Message
  /// The line of the document, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int

  /// Creates a diagnostic.
  ///
  /// - Parameters:
  ///   - reason: The problem.
  ///   - line: The line, from 1.
  ///   - column: The column, from 1.
  public init(_ reason: Message, line: Int, column: Int) {
    self.reason = reason
    self.line = line
    self.column = column
  }

  /// The place and the fault.
  public var message: Message {
    Message(
      "line {line}, column {column}: {reason}", ["line": String(line), "column": String(column)],
      parts: ["reason": reason])
  }
}
