/// Why a text was not taken by a field, in words for the person who typed it.
public struct FieldFault: Error, Hashable, Sendable {
  /// What is wrong, as a sentence without a full stop.
  public let message: String

  /// Creates a fault from words for a person.
  public init(_ message: String) {
    self.message = message
  }
}
