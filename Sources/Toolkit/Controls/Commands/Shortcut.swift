public import Input
import Localization

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

  /// The shortcut as text, such as `Ctrl+Shift+Z`, with the English names of keys.
  public var text: String {
    // Untranslated: `localized` translates them where they are shown.
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

  /// Returns a shortcut's text with the names that its keys have on a keyboard of a language.
  static func localized(_ text: String, _ language: Language) -> String {
    // The sign itself may be the last key.
    var names = text.split(separator: "+").map(String.init)
    if text.hasSuffix("+") { names.append("+") }
    return names.map { name in keyNames[name].map { language.localized($0) } ?? name }.joined(separator: "+")
  }

  private static let keyNames: [String: Message] = Dictionary(
    uniqueKeysWithValues: [
      Message("Ctrl", context: "key"), Message("Alt", context: "key"), Message("Super", context: "key"),
      Message("Shift", context: "key"), Message("Return", context: "key"), Message("Esc", context: "key"),
      Message("Page Up", context: "key"), Message("Page Down", context: "key"),
      Message("Tab", context: "key"),
      Message("Space", context: "key"), Message("Backspace", context: "key"),
      Message("Delete", context: "key"),
      Message("Insert", context: "key"), Message("Left", context: "key"), Message("Right", context: "key"),
      Message("Up", context: "key"), Message("Down", context: "key"), Message("Home", context: "key"),
      Message("End", context: "key"), Message("Menu", context: "key"),
    ].map { ($0.text, $0) })
}
