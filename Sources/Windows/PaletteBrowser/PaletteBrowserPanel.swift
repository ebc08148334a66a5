import Application
import Colors
import Controls
import Files
import Geometry
import Input
import Localization
import Palettes
import Scene

/// The palettes of a library: a list, and the colours of the one that is open.
final class PaletteBrowserPanel: Control {
  private let interface: Interface
  private let editor: PaletteEditor
  private let transfer: PaletteTransfer
  private let pickers: ColorPickerFactory
  private let sidebar: PaletteSidebar
  private let openPalette: OpenPalette
  private let ring = Layer()
  private let advice = Layer()

  /// Creates a panel of the palettes that a store has; throws what the store does.
  init(store: PaletteStore, transfer: PaletteTransfer, _ environment: WindowEnvironment) throws {
    let (interface, clipboard) = (environment.interface, environment.clipboard)
    self.interface = interface
    pickers = environment.colorPickers
    self.transfer = transfer
    editor = PaletteEditor(try PaletteCollection(store), interface.language)
    sidebar = PaletteSidebar(editor, transfer, interface, clipboard)
    openPalette = OpenPalette(editor, interface, clipboard, environment.folders, pickers)
    super.init(label: interface.language.localized("Palettes"))
    editor.delegate = self
    transfer.delegate = self
    sidebar.actions = self
    openPalette.actions = self
    setChildren(
      [sidebar.searchField, sidebar.newButton, sidebar.list, sidebar.importButton] + openPalette.controls)
    ring.name = "focus"
    layer.addSublayer(ring)
    palettesChanged()
  }

  private var language: Language { interface.language }

  // MARK: What stands where

  private var sidebarWidth: Double { bounds.width < 560 ? 168 : bounds.width < 760 ? 190 : 240 }

  override var isFocusable: Bool { false }
  /// The usual pointer.
  override var cursor: CursorShape { .arrow }
  override var focusRingContainer: Layer? { ring }

  override func layOut(_ interface: Interface) {
    let margin = Theme.margin
    ring.frame = bounds
    let left = Rect(x: margin, y: margin, width: sidebarWidth, height: bounds.height - 2 * margin)
    sidebar.layOut(in: left)
    openPalette.layOut(
      in: Rect(Point(left.maxX + 24, margin), Point(bounds.width - margin, bounds.height - margin)), interface
    )
    for control in children { control.frame = control.frame.pixelAligned(scale: interface.scale) }
  }

  /// What has the keyboard at first.
  var firstFocus: Control { editor.collection.entries.isEmpty ? sidebar.newButton : sidebar.list }

  /// Where the colours of the open palette are.
  var boardFrame: Rect { openPalette.board.frame }

  override var accessibility: AccessibilityNode {
    var words = openPalette.words.map { AccessibilityNode(role: .text, label: $0, frame: boardFrame) }
    if let none = sidebar.words {
      words.append(AccessibilityNode(role: .text, label: none, frame: sidebar.list.frame))
    }
    return AccessibilityNode(role: .group, label: label, frame: frame, children: words)
  }

  override func update(_ interface: Interface) {
    advice.removeSublayers()
    if advice.superlayer == nil { layer.addSublayer(advice) }
    let lines = openPalette.words.enumerated().flatMap { place, text in
      interface.wrapped(text, style: place == 0 ? Theme.strong : Theme.body, width: boardFrame.width)
        .map { (isFirst: place == 0, text: $0) }
    }
    for (line, (isFirst, text)) in lines.enumerated() {
      let room = Rect(
        x: boardFrame.minX, y: boardFrame.midY - 24 + 24 * Double(line), width: boardFrame.width, height: 24)
      advice.addSublayer(
        Layer(
          text, style: isFirst ? Theme.strong : Theme.body,
          color: isFirst ? interface.theme.ink : interface.theme.secondaryInk, in: room, alignment: .center,
          interface))
    }
    if let none = sidebar.words {
      let list = sidebar.list.frame
      advice.addSublayer(
        Layer(
          none, style: Theme.body, color: interface.theme.secondaryInk,
          in: Rect(x: list.minX, y: list.minY + 8, width: list.width, height: 24), alignment: .center,
          interface))
    }
  }

  /// Shows what others have made of the palettes.
  func reload() { editor.reload() }

  // MARK: Input

  override func proposal(for event: DropEvent) -> DropProposal? {
    switch event.content {
    case .files:
      return DropProposal(
        language.localized("Import palettes, or colours from pictures"), frame: bounds.inset(by: 4))
    case .text(let text):
      guard !PaletteFiles.swatches(in: text).isEmpty else {
        return DropProposal(language.localized("This is no colour"), isAccepted: false)
      }
      return DropProposal(language.localized("Add the colour"), frame: boardFrame)
    case .items(OpenPalette.kind, _): return openPalette.proposal(for: event)
    case .items(PaletteSidebar.kind, _): return sidebar.proposal(for: event)
    case .items: return nil
    }
  }

  override func drop(_ event: DropEvent) {
    switch event.content {
    case .files(let paths): transfer.read(paths)
    case .text(let text): openPalette.drop(PaletteFiles.swatches(in: text), event)
    case .items(OpenPalette.kind, let ids):
      if let index = ids.first.flatMap({ Int($0) }) { openPalette.drop(index, event) }
    case .items(PaletteSidebar.kind, let ids):
      if let id = ids.first { sidebar.drop(id, event) }
    case .items: break
    }
  }

  /// What is typed is searched for, as on all walls.
  override func insert(_ text: String, at time: Double) -> Bool {
    guard text.contains(where: { !$0.isWhitespace }) else { return false }
    host?.setFocus(sidebar.searchField)
    return sidebar.searchField.insert(text, at: time)
  }

  /// What Delete removes depends on what has the keyboard; where that is neither palettes nor colours it removes nothing.
  override func key(_ event: KeyEvent) -> Bool {
    if sidebar.searchField.isFocused, event.modifiers.isEmpty, [.enter, .down].contains(event.key) {
      sidebar.goToFound()
      return true
    }
    guard event.key == .delete, event.modifiers.isEmpty else { return false }
    if openPalette.board.isFocused {
      openPalette.removeCurrent()
    } else if sidebar.list.isFocused {
      editor.removeOpen()
    }
    return true
  }

  // MARK: Commands

  private var allCommands: PaletteCommands {
    PaletteCommands(
      editor: editor, transfer: transfer, sidebar: sidebar, openPalette: openPalette,
      language: language)
  }

  override var commands: [Command] { allCommands.all }

  /// What the window's menu begins with.
  var menuGroups: [[Command]] { [allCommands.files, allCommands.editing] }
}

extension PaletteBrowserPanel: PaletteActions {
  func makeNewPalette() {
    editor.add(Palette(name: language.localized("New palette")), named: .newPalette)
    openPalette.beginRenaming()
  }

  func paletteMenu(isBeside: Bool) -> Menu { allCommands.paletteMenu(isBeside: isBeside) }
  func colorMenu(isBeside: Bool) -> Menu { allCommands.colorMenu(isBeside: isBeside) }
  var sortMenu: Menu { Menu(groups: [allCommands.sorting]) }
  var exportMenu: Menu { Menu(groups: [allCommands.exporting]) }
}

extension PaletteBrowserPanel: PaletteEditorDelegate {
  func palettesChanged() {
    openPalette.show()
    sidebar.show(at: host?.now ?? 0)
    setNeedsUpdate()
  }

  func palettesFound() {
    sidebar.list.reload()
    setNeedsUpdate()
  }

  func paletteOpened() {
    openPalette.show()
    openPalette.forgetCurrent()
    sidebar.list.reload()
    setNeedsUpdate()
  }

  func say(_ words: String, _ action: Notice.Action?) { host?.say(words, action) }
}

extension PaletteBrowserPanel: PaletteTransferDelegate {
  func take(_ files: PaletteFiles) {
    for palette in files.palettes { editor.add(palette, named: .importPalette) }
    if let (name, picture) = files.picture { show(picture, named: name) }
    if let fault = files.faults.first {
      let more = files.faults.count - 1
      say(
        more == 0
          ? language.localized("Not imported: {reason}.", ["reason": fault])
          : language.localized(
            "Not imported: {reason} (and {count} more).",
            plural: "Not imported: {reason} (and {count} more).",
            count: more, ["reason": fault]), nil)
    } else if files.palettes.count > 1 {
      say(
        language.localized(
          "{count} palette was imported.", plural: "{count} palettes were imported.",
          count: files.palettes.count), nil)
    }
  }

  /// Shows a picture of which colours are added to the open palette.
  func show(_ picture: Bitmap, named name: String) {
    let panel = pickers.makeForPicture(picture, name, language) { [openPalette, editor, language] color in
      openPalette.append([Palettes.Swatch(Color(color))])
      editor.say(language.localized("{color} was added.", ["color": Color(color).text(as: .hex)]))
    }
    if let panel { host?.showDialog(panel) }
  }
}
