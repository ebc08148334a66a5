/// A row of a library that is there and cannot be read: it stays in the file and is left out of every list.
public struct UnreadableRow: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the row was to be, such as "crown".
  public let kind: String
  /// The number by which the library knows it.
  public let key: Int64
  /// What is wrong with it, such as "its name is missing".
  public let fault: String
  /// The name by which a person knows it, where that could be read.
  public var id: String?

  public var description: String { "\(kind) \(id ?? String(key)): \(fault)" }
}
