import Application
import Colors
import Controls
import Files
import Geometry
import Input
import Localization
import Palettes
import Scene

/// A library's palettes: a list, and the colours of the open one.
final class PaletteBrowserPanel: Control {
  private let interface: Interface
  private let editor: PaletteEditor
  private let transfer: PaletteTransfer
  private let pickers: ColorPickerFactory
  private let sidebar: PaletteSidebar
  private let openPalette: OpenPalette
  private let ring = Layer()
  private let advice = Layer()

  /// Creates a panel for a store's palettes; rethrows the store's errors.
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

  // MARK: Layout

  private var sidebarWidth: Double { bounds.width < 560 ? 168 : bounds.width < 760 ? 190 : 240 }

  override var isFocusable: Bool { false }
  /// The default pointer.
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

  /// The control that is focused first.
  var firstFocus: Control { editor.collection.entries.isEmpty ? sidebar.newButton : sidebar.list }

  /// The frame of the open palette's colours.
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
    var line = Rect(x: boardFrame.minX, y: boardFrame.midY - 24, width: boardFrame.width, height: 24)
    for (place, text) in openPalette.words.enumerated() {
      let style = place == 0 ? Theme.strong : Theme.body
      line.origin.y = advice.addLines(
        interface.wrapped(text, style: style, width: line.width), style: style,
        color: place == 0 ? interface.theme.ink : interface.theme.secondaryInk, in: line, pitch: 24,
        alignment: .center, interface
      )
    }
    if let none = sidebar.words {
      let list = sidebar.list.frame
      advice.addLines(
        interface.wrapped(none, style: Theme.body, width: max(list.width, 1)), style: Theme.body,
        color: interface.theme.secondaryInk,
        in: Rect(x: list.minX, y: list.minY + 8, width: list.width, height: 24), pitch: 20,
        alignment: .center, interface)
    }
  }

  /// Shows changes made elsewhere.
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

  /// Typing starts a search, as on all walls.
  override func insert(_ text: String, at time: Double) -> Bool {
    guard text.contains(where: { !$0.isWhitespace }) else { return false }
    host?.setFocus(sidebar.searchField)
    return sidebar.searchField.insert(text, at: time)
  }

  /// Delete removes the item with the keyboard focus; it does nothing if neither palettes nor colours have it.
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

  /// The first groups of the window's menu.
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
    if let fault = files.faults.first.map({ language.localized($0) }) {
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

  /// Shows a picture for picking colours into the open palette.
  func show(_ picture: Bitmap, named name: String) {
    let panel = pickers.makeForPicture(picture, name, language) { [openPalette, editor, language] color in
      openPalette.append([Palettes.Swatch(Color(color))])
      editor.say(language.localized("{color} was added.", ["color": Color(color).text(as: .hex)]))
    }
    if let panel { host?.showDialog(panel) }
  }
}

/// All commands of a palettes window.
struct PaletteCommands {
  let editor: PaletteEditor
  let transfer: PaletteTransfer
  let sidebar: PaletteSidebar
  let openPalette: OpenPalette
  let language: Language

  private var palettesGroup: String { language.localized("Palettes") }
  private var paletteGroup: String { language.localized("Palette") }
  private var colorGroup: String { language.localized("Colour") }

  var all: [Command] { files + editing + sorting + exporting }

  var sorting: [Command] {
    SwatchOrder.allCases.map { order in
      Command(
        "palettes.sort.\(order.rawValue)", order.title(in: language), group: paletteGroup,
        isEnabled: editor.swatches.count > 1
      ) { [editor] _ in editor.sort(by: order) }
    }
  }

  var exporting: [Command] {
    PaletteFormat.allCases.map { format in
      Command(
        "palettes.export.\(format.id)", format.title, group: paletteGroup, isEnabled: !editor.swatches.isEmpty
      ) { [editor, transfer] _ in
        if let entry = editor.collection.open { transfer.export(entry.palette, as: format) }
      }
    }
  }

  var files: [Command] {
    [
      Command("palettes.new", language.localized("New palette"), .control("n"), group: palettesGroup) {
        [sidebar] _ in
        sidebar.actions?.makeNewPalette()
      },
      Command("palettes.import", language.localized("Import palettes…"), .control("o"), group: palettesGroup)
      {
        [transfer] _ in transfer.chooseFiles()
      },
      Command(
        "palettes.picture", language.localized("Take colours from a picture…"), .controlShift("o"),
        group: palettesGroup
      ) { [transfer] _ in transfer.choosePicture() },
      Command("palettes.search", language.localized("Search palettes"), .control("f"), group: palettesGroup) {
        [sidebar] _ in sidebar.searchField.host?.setFocus(sidebar.searchField, byKeyboard: true)
      },
    ]
  }

  var editing: [Command] { undoing + ofPalette + ofColor }

  private var undoing: [Command] {
    let collection = editor.collection
    return [
      Command(
        "palettes.undo", collection.undoTitle(in: language), .control("z"), group: palettesGroup,
        isEnabled: collection.canUndo
      ) { [editor] _ in editor.undo() },
      Command(
        "palettes.redo", collection.redoTitle(in: language), .controlShift("z"), .control("y"),
        group: palettesGroup,
        isEnabled: collection.canRedo
      ) { [editor] _ in editor.redo() },
    ]
  }

  private var ofPalette: [Command] {
    let collection = editor.collection
    let isOpen = collection.open != nil
    let place = collection.openID.flatMap { id in collection.found.firstIndex { $0.id == id } }
    return [
      Command(
        "palettes.rename", language.localized("Rename palette"), Shortcut(.function(2)), group: paletteGroup,
        isEnabled: isOpen
      ) { [openPalette] _ in openPalette.beginRenaming() },
      Command(
        "palettes.up", language.localized("Move palette up"), Shortcut(.up, .alt), group: paletteGroup,
        isEnabled: place.map { $0 > 0 } ?? false, repeats: true
      ) { [editor] _ in editor.moveOpen(by: -1) },
      Command(
        "palettes.down", language.localized("Move palette down"), Shortcut(.down, .alt), group: paletteGroup,
        isEnabled: place.map { $0 < collection.found.count - 1 } ?? false, repeats: true
      ) { [editor] _ in editor.moveOpen(by: 1) },
      Command(
        "palettes.remove", language.localized("Remove palette"), Shortcut(.delete), group: paletteGroup,
        isEnabled: isOpen
      ) {
        [editor] _ in editor.removeOpen()
      },
    ]
  }

  private var ofColor: [Command] {
    let current = openPalette.current
    let hasColor = current != nil
    return [
      Command("palettes.edit", language.localized("Edit colour…"), group: colorGroup, isEnabled: hasColor) {
        [openPalette] _ in openPalette.editCurrent()
      },
      Command(
        "palettes.add", language.localized("Add colour"), group: colorGroup,
        isEnabled: editor.collection.open != nil
      ) {
        [openPalette] _ in openPalette.addColor()
      },
      Command(
        "palettes.copy", language.localized("Copy colour"), .control("c"), group: colorGroup,
        isEnabled: hasColor
      ) {
        [openPalette] _ in openPalette.copy()
      },
      Command("palettes.paste", language.localized("Paste colours"), .control("v"), group: colorGroup) {
        [openPalette] _ in openPalette.paste()
      },
      Command(
        "palettes.remove-colour", language.localized("Remove colour"), Shortcut(.delete), group: colorGroup,
        isEnabled: hasColor
      ) { [openPalette] _ in openPalette.removeCurrent() },
      Command(
        "palettes.back", language.localized("Move colour back"),
        Shortcut(language.isRightToLeft ? .right : .left, .alt),
        group: colorGroup,
        isEnabled: current.map { $0 > 0 } ?? false, repeats: true
      ) { [openPalette] _ in openPalette.moveCurrent(by: -1) },
      Command(
        "palettes.forward", language.localized("Move colour forward"),
        Shortcut(language.isRightToLeft ? .left : .right, .alt),
        group: colorGroup,
        isEnabled: current.map { $0 < editor.swatches.count - 1 } ?? false, repeats: true
      ) { [openPalette] _ in openPalette.moveCurrent(by: 1) },
    ]
  }

  // MARK: Menus

  private func menu(_ ids: String...) -> [Command] { editing.filter { ids.contains($0.id) } }

  func paletteMenu(isBeside: Bool) -> Menu {
    let own = menu("palettes.rename", "palettes.up", "palettes.down", "palettes.remove")
    var menu = Menu(groups: [isBeside ? [] : own, files])
    guard !isBeside else { return menu }
    menu.items.insert(.submenu(language.localized("Export"), Menu(groups: [exporting])), at: own.count)
    menu.items.insert(.submenu(language.localized("Sort"), Menu(groups: [sorting])), at: own.count)
    return menu
  }

  func colorMenu(isBeside: Bool) -> Menu {
    isBeside
      ? Menu(groups: [menu("palettes.add", "palettes.paste"), sorting])
      : Menu(groups: [
        menu("palettes.edit", "palettes.copy", "palettes.paste"),
        menu("palettes.back", "palettes.forward"), menu("palettes.remove-colour"),
      ])
  }
}
