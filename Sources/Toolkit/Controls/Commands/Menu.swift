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

  /// Creates a menu of menus, one for each group of commands, in the order in which the groups first come; sections
  /// within a group have their headings.
  public init(grouping commands: [Command]) {
    var groups: [(title: String, commands: [Command])] = []
    for command in commands {
      let title = command.group.isEmpty ? "Other" : command.group
      if let index = groups.firstIndex(where: { $0.title == title }) {
        groups[index].commands.append(command)
      } else {
        groups.append((title, [command]))
      }
    }
    items = groups.map { .submenu($0.title, Menu(sections: $0.commands)) }
  }

  /// Creates a menu of commands with a line and a heading wherever another section begins.
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

  /// Whether the menu has no line.
  public var isEmpty: Bool { items.isEmpty }
}
