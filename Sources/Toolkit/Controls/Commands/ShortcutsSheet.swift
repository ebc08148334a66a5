import Geometry
import Input
import Localization
import Scene

/// All shortcuts of a window, under their groups' headings.
final class ShortcutsSheet: ReadingSheet {
  init(_ commands: [Command], _ language: Language) {
    let listed = commands.filter { !$0.shortcuts.isEmpty }
    super.init(
      language.localized("Keyboard shortcuts"), ShortcutsPage(Self.groups(of: listed, language), language),
      language)
    // Many people look for help under F1.
    if let help = commands.first(where: { $0.id == "window.help" }) {
      link = Button(help.title, kind: .quiet) { [unowned self] _ in
        let host = host
        host?.close(self)
        help.action(host?.now ?? 0)
      }
    }
  }

  /// Returns the groups in the order of first appearance.
  private static func groups(
    of listed: [Command], _ language: Language
  ) -> [(title: String, commands: [Command])] {
    var result: [(title: String, commands: [Command])] = []
    for command in listed {
      let title = command.group.isEmpty ? language.localized("Other") : command.group
      if let index = result.firstIndex(where: { $0.title == title }) {
        result[index].commands.append(command)
      } else {
        result.append((title, [command]))
      }
    }
    return result
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let wanted = page.preferredSize(in: room, interface)
    let width = min(wanted.width, room.width)
    return Size(width, min(wanted.height + top(in: width, interface) + 8, room.height))
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.key == .function(1) else { return super.key(event) }
    host?.close(self)
    return true
  }
}

/// The shortcuts in rows, in as many columns as fit.
private final class ShortcutsPage: Control {
  private let groups: [(title: String, commands: [Command])]
  private let language: Language

  private static let rowHeight = 26.0
  private static let headingHeight = 32.0
  private static let columnWidth = 300.0
  private static let margin = 20.0

  init(_ groups: [(title: String, commands: [Command])], _ language: Language) {
    self.groups = groups
    self.language = language
    super.init(label: language.localized("Shortcuts"))
  }

  private func keys(of command: Command) -> String {
    command.shortcuts.map { Shortcut.localized($0.text, language) }.joined(separator: ", ")
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Returns the lines of a command's title, beside its shortcuts in a column of some width.
  private func lines(of command: Command, in width: Double, _ interface: Interface) -> [String] {
    let keys = interface.line(keys(of: command), style: Theme.secondary).width
    return interface.wrapped(command.title, style: Theme.body, width: max(width - keys - 12, 1))
  }

  private func height(of command: Command, in width: Double, _ interface: Interface) -> Double {
    let lines = max(lines(of: command, in: width, interface).count, 1)
    return Self.rowHeight + Double(lines - 1) * Interface.lineHeight
  }

  /// Returns the columns for a width, the width of each, and the heights of all groups.
  private func arrangement(
    in room: Double, _ interface: Interface
  ) -> (columns: [Range<Int>], width: Double, heights: [Double]) {
    let fitting = max(1, Int((room - Self.margin) / (Self.columnWidth + Self.margin)))
    let width = min(Self.columnWidth, max(room - 2 * Self.margin, 1))
    let heights = groups.map { group in
      group.commands.reduce(Self.headingHeight + 8) { $0 + height(of: $1, in: width, interface) }
    }
    return (columns(min(fitting, max(groups.count, 1), 2), heights), width, heights)
  }

  /// Divides the groups into columns of about the same height; returns the range of groups in each column.
  private func columns(_ count: Int, _ heights: [Double]) -> [Range<Int>] {
    let total = heights.reduce(0, +)
    var result: [Range<Int>] = []
    var (start, filled) = (0, 0.0)
    for index in groups.indices {
      filled += heights[index]
      if filled >= total / Double(count) || index == groups.count - 1 {
        result.append(start..<index + 1)
        (start, filled) = (index + 1, 0)
      }
    }
    return result
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let (columns, _, heights) = arrangement(in: room.width, interface)
    let height = columns.map { heights[$0].reduce(0, +) }.max() ?? 0
    return Size(Double(max(columns.count, 1)) * (Self.columnWidth + Self.margin) + Self.margin, height)
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    let theme = interface.theme
    let (columns, width, _) = arrangement(in: bounds.width, interface)
    for (column, range) in columns.enumerated() {
      let x = Self.margin + Double(column) * (Self.columnWidth + Self.margin)
      var y = 0.0
      for group in groups[range] {
        let heading = Rect(x: x, y: y, width: width, height: Self.headingHeight)
        layer.addSublayer(
          Layer(group.title, style: Theme.secondary, color: theme.secondaryInk, in: heading, interface))
        y += Self.headingHeight
        for command in group.commands {
          let row = Rect(x: x, y: y, width: width, height: height(of: command, in: width, interface))
          let keys = keys(of: command)
          let keyWidth = interface.line(keys, style: Theme.secondary).width
          let words = Rect(x: x, y: y, width: max(width - keyWidth - 12, 1), height: row.height)
          layer.addWrapped(command.title, style: Theme.body, color: theme.ink, in: words, interface)
          layer.addSublayer(
            Layer(
              keys, style: Theme.secondary, color: theme.secondaryInk, in: row, alignment: .trailing,
              interface))
          y += row.height
        }
        y += 8
      }
    }
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .list, label: label, frame: frame,
      children: groups.flatMap(\.commands).map { command in
        AccessibilityNode(
          role: .listItem, label: command.title, value: keys(of: command), frame: frame)
      })
  }
}

extension ControlHost {
  /// Opens the list of the window's shortcuts; in each group, those available at the focus come first.
  public func showShortcuts() {
    showDialog(once: ShortcutsSheet(listedCommands, interface.language))
  }
}
