/// A key by what it does or, for keys that type, by what it types.
///
/// Keys are named by the layout in use, so that Ctrl and “+” is the same wherever “+” stands: a letter is in lower case
/// whether or not Shift is held, any other sign is the one that the key types with the Shift that is held. Keys of the
/// keypad are the keys that do or type the same.
public enum Key: Hashable, Sendable {
  /// The keys that confirm, give up, go on to the next field, and change text, each by its usual name.
  case escape, enter, tab, space, backspace, delete, insert
  /// The keys that move a caret or a choice: the arrows, and those to the ends and by pages.
  case left, right, up, down, home, end, pageUp, pageDown
  /// The key that opens the context menu.
  case menu
  /// A function key, from 1.
  case function(Int)
  /// A key that types: its letter in lower case, or its sign.
  case character(Character)
}

extension Key {
  // Untranslated: names in scripts.
  private static let names: [(key: Key, name: String)] = [
    (.escape, "Escape"), (.enter, "Enter"), (.tab, "Tab"), (.space, "Space"), (.backspace, "Backspace"),
    (.delete, "Delete"), (.insert, "Insert"), (.left, "Left"), (.right, "Right"), (.up, "Up"),
    (.down, "Down"), (.home, "Home"), (.end, "End"), (.pageUp, "PageUp"), (.pageDown, "PageDown"),
    (.menu, "Menu"),
  ]

  /// The name of the key in scripts, such as `Escape`, `F2` or `a`.
  public var name: String {
    switch self {
    case .function(let number): "F\(number)"
    case .character(let character): String(character)
    default: Self.names.first { $0.key == self }?.name ?? ""
    }
  }

  /// Creates the key of a name; `Return` and `ArrowLeft` are understood, too.
  public init?(name text: String) {
    // Untranslated: names in scripts.
    let name = text == "Return" ? "Enter" : text.hasPrefix("Arrow") ? String(text.dropFirst(5)) : text
    if let known = Self.names.first(where: { $0.name.lowercased() == name.lowercased() }) {
      self = known.key
    } else if name.count > 1, name.hasPrefix("F"), let number = Int(name.dropFirst()),
      (1...24).contains(number)
    {
      self = .function(number)
    } else if name == " " {
      self = .space
    } else if name.count == 1, let character = name.lowercased().first {
      self = .character(character)
    } else {
      return nil
    }
  }
}
