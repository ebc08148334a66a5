import Colors
import Geometry
import Input
import Localization
import Scene

/// The command palette: a list of all commands, searched by the words of their titles.
final class CommandPalette: Control {
  private let all: [Command]
  private let close: () -> Void
  private var found: [Command]
  private(set) lazy var field = TextField(
    searchFor: language.localized("Find a command"), placeholder: language.localized("Find a command"),
    clipboard: clipboard
  ) { [unowned self] in search($0) }
  private(set) lazy var list = CellGrid(
    label: language.localized("Commands"), cellSize: Size(.infinity, 32),
    content: .init(
      count: { [unowned self] in found.count }, title: { [unowned self] in found[$0].title },
      makeLayer: { [unowned self] in row($0, $1, $2, $3) },
      open: { [unowned self] in choose($0, at: $1) }))
  private let clipboard: Clipboard
  /// Reports that nothing was found.
  private let advice = Layer()
  private let language: Language

  private static let padding = 8.0
  private static let rows = 9.0

  init(_ commands: [Command], language: Language, clipboard: Clipboard, close: @escaping () -> Void) {
    all = commands
    self.clipboard = clipboard
    self.language = language
    self.close = close
    found = commands
    super.init(label: language.localized("Commands"))
    addChild(field)
    addChild(list)
    layer.addSublayer(advice)
    list.makeCurrent(found.isEmpty ? nil : 0, at: 0)
  }

  override var isFocusable: Bool { false }
  override var closesByPressBeside: Bool { true }
  override var cursor: CursorShape { .arrow }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let widest =
      all.map { command in
        interface.line(command.title, style: Theme.body).width
          + interface.line(Shortcut.localized(command.shortcutText, language), style: Theme.secondary).width
      }.max() ?? 0
    let width = min(max(460, widest + 2 * (Self.padding + 12) + 12), room.width)
    return Size(width, min(3 * Self.padding + Theme.controlHeight + Self.rows * 32, room.height))
  }

  override func layOut(_ interface: Interface) {
    let inner = bounds.inset(by: Self.padding)
    field.frame = Rect(x: inner.minX, y: inner.minY, width: inner.width, height: Theme.controlHeight)
    let top = field.frame.maxY + Self.padding
    list.frame = Rect(x: inner.minX, y: top, width: inner.width, height: max(inner.maxY - top, 1))
  }

  // MARK: Finding

  /// Returns the commands in which each word of a text begins a word of the title or group. Their order is kept, except
  /// that commands whose title begins with the text come first.
  static func matches(_ text: String, in commands: [Command]) -> [Command] {
    let wanted = words(of: text)
    guard !wanted.isEmpty else { return commands }
    let found = commands.filter { command in
      let own = words(of: command.title + " " + command.group)
      return wanted.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
    }
    let start = wanted.joined(separator: " ")
    let first = found.filter { words(of: $0.title).joined(separator: " ").hasPrefix(start) }
    let firstIDs = Set(first.map(\.id))
    return first + found.filter { !firstIDs.contains($0.id) }
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private func search(_ text: String) {
    found = Self.matches(text, in: all)
    list.reload()
    list.makeCurrent(found.isEmpty ? nil : 0, at: host?.now ?? 0)
    setNeedsUpdate()
  }

  /// The message when no command matches; nil otherwise.
  private var words: String? { found.isEmpty ? language.localized("No command matches") : nil }

  private func choose(_ index: Int, at time: Double) {
    let command = found[index]
    guard command.isEnabled else { return }
    close()
    command.action(time)
  }

  /// Arrows and Return control the list while the field has the focus.
  override func interceptKey(_ event: KeyEvent) -> Bool {
    switch event.key {
    case .up, .down, .pageUp, .pageDown: return list.key(event)
    case .enter: return list.key(event)
    default: return false
    }
  }

  // MARK: Appearance

  override func update(_ interface: Interface) {
    advice.removeSublayers()
    guard let words else { return }
    let room = Rect(x: list.frame.minX + 12, y: list.frame.minY, width: list.frame.width - 24, height: 32)
    advice.addSublayer(
      Layer(words, style: Theme.body, color: interface.theme.secondaryInk, in: room, interface))
  }

  private func row(
    _ index: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface
  ) -> Layer {
    let (command, theme) = (found[index], interface.theme)
    let row = Layer()
    row.cornerRadius = Theme.fieldRadius
    if state.isSelected || state.isHovered { row.backgroundColor = theme.pressed }
    let room = Rect(x: 12, y: 0, width: size.width - 24, height: size.height)
    let keyNames = Shortcut.localized(command.shortcutText, language)
    let keys = interface.line(keyNames, style: Theme.secondary).width
    var (ink, keyInk) = (theme.ink, theme.secondaryInk)
    if !command.isEnabled { (ink.alpha, keyInk.alpha) = (0.36, 0.36) }
    let words = Rect(x: room.minX, y: 0, width: max(room.width - keys - 12, 1), height: size.height)
    row.addWrapped(command.title, style: Theme.body, color: ink, in: words, interface)
    row.addSublayer(
      Layer(
        keyNames, style: Theme.secondary, color: keyInk, in: room, alignment: .trailing,
        interface))
    return row
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, value: words ?? "\(found.count) found", frame: frame)
  }
}

extension ControlHost {
  /// Opens the command palette.
  public func showCommandPalette() {
    guard !overlays.isModal else { return }
    let all = listedCommands
    // Weak: the window may close while the palette is open, and a strong reference would keep it and its clipboard
    // alive.
    weak var shown: Control?
    let palette = CommandPalette(all, language: interface.language, clipboard: clipboard) { [unowned self] in
      shown.map(close)
    }
    shown = palette
    showDialog(palette)
  }
}
