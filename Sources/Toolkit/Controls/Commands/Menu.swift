public import Localization

/// A menu that opens over a window.
public struct Menu {
  /// A row of a menu.
  public enum Item {
    /// A command; a disabled one is drawn pale.
    case command(Command)
    /// A submenu that opens beside its row.
    case submenu(String, Menu)
    /// A line between two groups.
    case separator
    /// A heading that cannot be chosen.
    case heading(String)
  }

  /// The rows from top to bottom.
  public var items: [Item]

  /// The item that is highlighted when the menu opens, such as the current choice; nil for none.
  public var highlighted: Int?

  /// Creates a menu from rows.
  public init(_ items: [Item] = []) {
    self.items = items
  }

  /// Creates a menu of groups of commands with separators between them; empty groups are omitted.
  public init(groups: [[Command]]) {
    items = []
    for group in groups where !group.isEmpty {
      if !items.isEmpty { items.append(.separator) }
      items += group.map(Item.command)
    }
  }

  /// Creates a menu with one submenu for each group of commands, in the order of first appearance; sections within a
  /// group get headings. Commands without a group are under “Other”.
  public init(grouping commands: [Command], _ language: Language = .english) {
    var groups: [(title: String, commands: [Command])] = []
    for command in commands {
      let title = command.group.isEmpty ? language.localized("Other") : command.group
      if let index = groups.firstIndex(where: { $0.title == title }) {
        groups[index].commands.append(command)
      } else {
        groups.append((title, [command]))
      }
    }
    items = groups.map { .submenu($0.title, Menu(sections: $0.commands)) }
  }

  /// Creates a menu of commands with a separator and a heading at the start of each section.
  public init(sections commands: [Command]) {
    items = []
    var section = ""
    for command in commands {
      if command.section != section {
        if !items.isEmpty { items.append(.separator) }
        if !command.section.isEmpty { items.append(.heading(command.section)) }
        section = command.section
      }
      items.append(.command(command))
    }
  }

  /// Whether the menu has no rows.
  public var isEmpty: Bool { items.isEmpty }
}
