/// Something in a document that no silhouette can show, or that was left out.
public struct ImportWarning: Hashable, Sendable, CustomStringConvertible {
  public let message: String
  public let line: Int
  public let column: Int

  public init(_ message: String, line: Int, column: Int) {
    self.message = message
    self.line = line
    self.column = column
  }

  public var description: String { "line \(line), column \(column): \(message)" }
}
