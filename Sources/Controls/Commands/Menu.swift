/// A list of things to do that opens over a window.
public struct Menu {
  /// A line of a menu.
  public enum Item {
    /// Something to do; one that cannot be done now is drawn pale.
    case command(Command)
    /// A menu that opens beside its line.
    case submenu(String, Menu)
    /// A line between two groups.
    case separator
    /// A heading that cannot be chosen.
    case heading(String)
  }

  /// The lines from top to bottom.
  public var items: [Item]

  /// The item that is highlighted when the menu opens, such as the one that is chosen already; nil for none.
  public var highlighted: Int?

  /// Creates a menu of lines.
  public init(_ items: [Item] = []) {
    self.items = items
  }

  /// Creates a menu of groups of commands, with lines between them; empty groups are left out.
  public init(groups: [[Command]]) {
    items = []
    for group in groups where !group.isEmpty {
      if !items.isEmpty { items.append(.separator) }
      items += group.map(Item.command)
    }
  }

  /// Whether the menu has no line.
  public var isEmpty: Bool { items.isEmpty }
}
