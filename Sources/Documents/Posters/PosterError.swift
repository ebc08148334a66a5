import Text

/// A poster that cannot be read or is not possible: which field, and what to do about it.
public struct PosterError: Error, Hashable, CustomStringConvertible {
  /// The way to the field from the top of the document, such as `lines[2].rank`; empty for all of it.
  public let field: String
  /// What is wrong and what to do, in words for a person.
  public let message: String

  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }

  public var description: String { field.isEmpty ? message : "\(field): \(message)" }
}

extension PosterError {
  init(_ error: JSONError) { self.init(field: error.field, message: error.message) }
}
