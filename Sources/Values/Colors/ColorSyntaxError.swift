/// What is wrong with a text that should have been a colour, and where.
public struct ColorSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in a few words without a full stop.
  public let message: String

  /// How many characters (Unicode scalars) of the text come before the fault.
  public let offset: Int

  /// Creates an error from what is wrong and how many scalars come before it.
  public init(message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }

  public var description: String { "\(message) (at \(offset))" }
}
