public import Input

/// A key and its modifiers.
public struct Shortcut: Hashable, Sendable {
  /// The key, by its function or character.
  public var key: Key
  /// The modifiers held with it.
  public var modifiers: Modifiers

  /// Creates a shortcut.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Returns the shortcut of a character with Ctrl, as in `.control("s")`.
  public static func control(_ character: Character) -> Shortcut { Shortcut(.character(character), .control) }

  /// Returns the shortcut of a character with Ctrl and Shift.
  public static func controlShift(_ character: Character) -> Shortcut {
    Shortcut(.character(character), [.control, .shift])
  }

  /// Returns whether a pressed key matches the shortcut.
  ///
  /// The Shift that a keyboard layout needs for a sign is ignored: Ctrl and “+” also matches Ctrl, Shift and the key
  /// with “=” and “+” on it, and, if the layout is unknown, Ctrl, Shift and “=”.
  public func matches(_ pressed: Key, _ held: Modifiers) -> Bool {
    if key == pressed && modifiers == held { return true }
    guard case .character(let sign) = key, !sign.isLetter, !modifiers.contains(.shift),
      held == modifiers.union(.shift), case .character(let typed) = pressed
    else { return false }
    return typed == sign || Self.shifted[typed] == sign
  }

  /// The signs that a US keyboard types with Shift.
  private static let shifted: [Character: Character] = ["=": "+", "/": "?", "-": "_", ",": "<", ".": ">"]

  /// Whether the key would type a character or commit text if it were not a shortcut.
  var isTyping: Bool {
    guard modifiers.subtracting(.shift).isEmpty else { return false }
    switch key {
    case .character, .space, .enter: return true
    default: return false
    }
  }

  /// The shortcut as text, such as `Ctrl+Shift+Z`.
  public var text: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    if modifiers.contains(.superKey) { parts.append("Super") }
    if modifiers.contains(.shift) { parts.append("Shift") }
    switch key {
    case .character(let character): parts.append(character == "-" ? "−" : character.uppercased())
    case .enter: parts.append("Return")
    case .escape: parts.append("Esc")
    case .pageUp: parts.append("Page Up")
    case .pageDown: parts.append("Page Down")
    default: parts.append(key.name)
    }
    return parts.joined(separator: "+")
  }
}
