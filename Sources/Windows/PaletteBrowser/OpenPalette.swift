import Colors
import Controls
import Files
import Geometry
import Input
import Localization
import Palettes
import Scene

/// The open palette: its name and its colours, which can be picked, copied and dragged elsewhere.
final class OpenPalette {
  private let editor: PaletteEditor
  private let interface: Interface
  private let clipboard: Clipboard
  private let folders: UserFolders
  private let pickers: ColorPickerFactory
  private var language: Language { interface.language }
  weak var actions: (any PaletteActions)?

  private(set) lazy var board: CellGrid = {
    let editor = editor
    var content = CellGrid.Content(
      count: { editor.swatches.count }, title: { editor.swatches[$0].title },
      makeLayer: { index, size, state, interface in
        PaletteDrawing.cell(editor.swatches[index], state, size, interface)
      },
      open: { [unowned self] index, _ in edit(index) })
    content.drag = { [unowned self] index, _ in drag(index) }
    content.menu = { [unowned self] in actions?.colorMenu(isBeside: $0 == nil) ?? Menu() }
    content.tooltip = { editor.swatches.indices.contains($0) ? editor.swatches[$0].color.hexAndName : "" }
    content.isFoundByTyping = false
    return CellGrid(label: language.localized("Colours"), cellSize: Size(104, 104), gap: 8, content: content)
  }()

  private(set) lazy var nameField = TextField(
    label: language.localized("Name of the palette"), clipboard: clipboard,
    delegate: .init(
      edited: { [editor, language] text, phase in
        guard text.contains(where: { !$0.isWhitespace }) else {
          return FieldFault(language.localized("A palette needs a name"))
        }
        if phase == .final { editor.change(.renamePalette) { $0.name = text } }
        return nil
      },
      restored: { [editor] in editor.delegate?.palettesChanged() }))

  private lazy var addButton = Button(language.localized("Add colour"), icon: .plus, kind: .plain) {
    [unowned self] _ in
    addColor()
  }
  private lazy var sortButton = Button(
    language.localized("Sort"), kind: .plain,
    menu: { [unowned self] in
      actions?.sortMenu ?? Menu()
    })
  private lazy var exportButton = Button(
    language.localized("Export"), kind: .plain,
    menu: { [unowned self] in
      actions?.exportMenu ?? Menu()
    })
  private let primaryMenuButton = Button.primaryMenu()

  init(
    _ editor: PaletteEditor, _ interface: Interface, _ clipboard: Clipboard, _ folders: UserFolders,
    _ pickers: ColorPickerFactory
  ) {
    (self.editor, self.interface, self.clipboard) = (editor, interface, clipboard)
    (self.folders, self.pickers) = (folders, pickers)
  }

  /// The controls in tab order.
  var controls: [Control] { [nameField, addButton, sortButton, exportButton, primaryMenuButton, board] }

  func layOut(in room: Rect, _ interface: Interface) {
    let (gap, height) = (Theme.gap, Theme.controlHeight)
    // In a narrow window the buttons are below the name, in as many rows as they need.
    let others = [exportButton, sortButton, addButton]
    let taken = others.reduce(height) { $0 + $1.preferredSize(in: room.size, interface).width + gap }
    let isNarrow = room.width < max(400, taken + gap + 120)
    let buttons = ButtonRows(others, in: isNarrow ? room.width : taken, interface)
    let row = room.minY + (isNarrow ? height + gap : 0)
    primaryMenuButton.frame = Rect(x: room.maxX - height, y: room.minY, width: height, height: height)
    let end = isNarrow ? room.maxX : primaryMenuButton.frame.minX - gap
    buttons.place(trailingTo: Point(end, row + buttons.height), interface)
    let x = addButton.frame.minX - gap
    nameField.frame = Rect(
      x: room.minX, y: room.minY,
      width: isNarrow ? primaryMenuButton.frame.minX - gap - room.minX : max(x - room.minX, 60),
      height: height)
    board.frame = Rect(Point(room.minX, row + buttons.height + 16), Point(room.maxX, room.maxY))
  }

  /// Shows the palette's current state.
  func show() {
    let entry = editor.collection.open
    nameField.show(entry?.palette.name ?? "")
    for control in [nameField, addButton, sortButton, exportButton] as [Control] {
      control.isEnabled = entry != nil
    }
    board.reload()
  }

  /// Focuses the name.
  func beginRenaming() { board.host?.setFocus(nameField, byKeyboard: true) }

  /// The text shown without colours.
  var words: [String] {
    if editor.collection.entries.isEmpty {
      return [
        language.localized("No palettes yet"),
        language.localized("Drop palette files or pictures here, or make one with +."),
      ]
    }
    guard editor.swatches.isEmpty else { return [] }
    return [
      language.localized("No colours yet"),
      language.localized("Add one with +, paste one, or drop a picture to take colours from it."),
    ]
  }

  // MARK: Colours

  /// The index of the current colour; nil without one.
  var current: Int? { board.current.flatMap { editor.swatches.indices.contains($0) ? $0 : nil } }

  private var now: Double { board.host?.now ?? 0 }

  /// Clears the current colour, as after another palette was opened.
  func forgetCurrent() { board.makeCurrent(nil, at: now) }

  /// Adds a copy of the last colour, and opens the picker for it.
  func addColor() {
    let swatches = editor.swatches
    add([Palettes.Swatch(swatches.last?.color ?? Color(RGBA(hex: 0x808080)))], at: swatches.count)
    edit(editor.swatches.count - 1)
  }

  /// Inserts colours at an index; creates a palette if none is open.
  func add(_ added: [Palettes.Swatch], at place: Int) {
    guard !added.isEmpty else { return }
    let isNew = editor.collection.open == nil
    editor.add(added, at: place)
    if !isNew { board.makeCurrent(min(place, editor.swatches.count - 1), at: now) }
  }

  /// Appends colours.
  func append(_ added: [Palettes.Swatch]) { add(added, at: editor.swatches.count) }

  func removeCurrent() {
    if let current { editor.removeColor(current) }
  }

  private func move(_ index: Int, before place: Int) {
    board.makeCurrent(editor.moveColor(index, before: place), at: now)
  }

  func moveCurrent(by step: Int) {
    guard let index = board.current, editor.swatches.indices.contains(index + step) else { return }
    move(index, before: step > 0 ? index + step + 1 : index + step)
  }

  func editCurrent() {
    if let current = board.current { edit(current) }
  }

  /// Opens the picker for a colour; changes are shown immediately, and together form one step.
  private func edit(_ index: Int) {
    guard editor.swatches.indices.contains(index), let host = board.host else { return }
    let before = editor.swatches[index]
    let request = ColorPickerFactory.Request(
      color: before.color.mapped(to: .srgb).rgba, hasAlpha: before.color.alpha < 1,
      recentColors: pickers.recentColors(folders.state))
    guard let panel = pickers.make(request, interface, clipboard) else { return }
    let key = "colour \(index) \(host.now)"
    panel.onChange = { [editor] color, phase in
      guard phase == .final else { return }
      editor.change(.changeColor, mergingBy: key) { palette in
        if palette.swatches.indices.contains(index) { palette.swatches[index].color = Color(color) }
      }
    }
    panel.onFinish = { [editor, folders, pickers, unowned host, unowned panel] accepted in
      if let accepted {
        pickers.keep(accepted, folders.state)
      } else {
        editor.change(.changeColor, mergingBy: key) { palette in
          if palette.swatches.indices.contains(index) { palette.swatches[index] = before }
        }
      }
      host.close(panel)
    }
    let cell = board.convert(toWindow: board.insertionFrame(at: index))
    host.showPopover(panel, at: Rect(x: cell.minX, y: cell.minY, width: 104, height: cell.height))
  }

  func paste() {
    guard let text = clipboard.read() else { return }
    let found = PaletteFiles.swatches(in: text)
    guard !found.isEmpty else { return editor.say(language.localized("The clipboard holds no colour.")) }
    add(found, at: (board.current ?? editor.swatches.count - 1) + 1)
  }

  func copy() {
    guard let current else { return }
    let text = editor.swatches[current].color.text(as: .hex)
    clipboard.write(text)
    editor.say(language.localized("{color} was copied.", ["color": text]))
  }

  // MARK: Dragging

  static let kind = "swatch"

  private func drag(_ index: Int) {
    guard editor.swatches.indices.contains(index) else { return }
    let color = editor.swatches[index].color.mapped(to: .srgb).rgba
    board.host?.beginDrag(
      .items(kind: Self.kind, ids: ["\(index)"]), preview: Layer(dragged: color, interface),
      offer: .color(color))
  }

  /// Returns the proposed result of dropping a colour on the palette; nil if it cannot be dropped there.
  func proposal(for event: DropEvent) -> DropProposal? {
    guard board.frame.contains(event.point) else { return nil }
    return DropProposal(
      language.localized("Move here"),
      frame: board.insertionFrame(at: place(of: event)).offset(by: board.frame.origin - .zero))
  }

  func drop(_ index: Int, _ event: DropEvent) { move(index, before: place(of: event)) }

  func drop(_ added: [Palettes.Swatch], _ event: DropEvent) { add(added, at: place(of: event)) }

  private func place(of event: DropEvent) -> Int {
    board.insertionIndex(at: event.point - (board.frame.origin - .zero))
  }
}
