/// Why a text was not taken by a field, in words for the person who typed it.
public struct FieldFault: Error, Hashable, Sendable {
  public let message: String

  public init(_ message: String) {
    self.message = message
  }
}
