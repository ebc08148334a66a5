/// Keys that change what another key or a button means while they are held.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Either Shift key.
  public static let shift = Modifiers(rawValue: 1)
  /// Either Ctrl key.
  public static let control = Modifiers(rawValue: 2)
  /// The Alt key.
  public static let alt = Modifiers(rawValue: 4)
  /// The key between Ctrl and Alt that opens the desktop's own menu.
  public static let superKey = Modifiers(rawValue: 8)
}
