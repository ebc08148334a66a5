/// The reason why a field rejected a text, for the person who typed it.
public struct FieldFault: Error, Hashable, Sendable {
  /// The reason, as a sentence without a full stop.
  public let message: String

  /// Creates a fault from its message.
  public init(_ message: String) {
    self.message = message
  }
}
