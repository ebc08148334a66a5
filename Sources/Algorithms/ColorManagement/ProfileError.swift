public import Localization

/// A profile that cannot be used, and what to do about it.
public struct ProfileError: LocalizableError, Hashable {
  /// The fault and the remedy.
  public let message: Message

  /// Creates an error from its sentence.
  public init(_ message: Message) { self.message = message }
}
