public import Input

/// A key with the modifiers that are held.
public struct Shortcut: Hashable, Sendable {
  /// The key, by what it does or types.
  public var key: Key
  /// The keys that are held with it.
  public var modifiers: Modifiers

  /// Creates a shortcut.
  public init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// A letter or sign with the control key, as in `.control("s")`.
  public static func control(_ character: Character) -> Shortcut { Shortcut(.character(character), .control) }

  /// A letter or sign with the control and the shift key.
  public static func controlShift(_ character: Character) -> Shortcut {
    Shortcut(.character(character), [.control, .shift])
  }

  /// Whether a key that was pressed is this one.
  ///
  /// The Shift that a layout needs for a sign does not count: Ctrl and “+” is also Ctrl, Shift and the key with “=” and
  /// “+” on it, and, where the layout is not known, Ctrl, Shift and “=”.
  public func matches(_ pressed: Key, _ held: Modifiers) -> Bool {
    if key == pressed && modifiers == held { return true }
    guard case .character(let sign) = key, !sign.isLetter, !modifiers.contains(.shift),
      held == modifiers.union(.shift), case .character(let typed) = pressed
    else { return false }
    return typed == sign || Self.shifted[typed] == sign
  }

  /// What keys of a US keyboard type with Shift.
  private static let shifted: [Character: Character] = ["=": "+", "/": "?", "-": "_", ",": "<", ".": ">"]

  /// Whether the key would type a letter or end what was typed if it were no shortcut.
  var isTyping: Bool {
    guard modifiers.subtracting(.shift).isEmpty else { return false }
    switch key {
    case .character, .space, .enter: return true
    default: return false
    }
  }

  /// How the shortcut is written, as `Ctrl+Shift+Z`.
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
