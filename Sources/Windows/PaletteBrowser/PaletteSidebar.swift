import Colors
import Controls
import Geometry
import Input
import Localization
import Palettes
import Scene

/// The actions that parts of a palettes window delegate to the whole.
protocol PaletteActions: AnyObject {
  /// Creates a palette and asks for its name.
  func makeNewPalette()
  /// Returns the menu of the open palette, or of the empty area beside the palettes.
  func paletteMenu(isBeside: Bool) -> Menu
  /// Returns the menu of the current colour, or of the empty area beside the colours.
  func colorMenu(isBeside: Bool) -> Menu
  /// The sort orders of the colours.
  var sortMenu: Menu { get }
  /// The export formats of the open palette.
  var exportMenu: Menu { get }
}

/// The palettes of a library, which can be searched, opened and dragged elsewhere.
final class PaletteSidebar {
  private let editor: PaletteEditor
  private let interface: Interface
  private var language: Language { interface.language }
  let searchField: TextField
  let importButton: Button
  weak var actions: (any PaletteActions)?

  private(set) lazy var list: CellGrid = {
    let (editor, collection) = (editor, editor.collection)
    var content = CellGrid.Content(
      count: { collection.found.count }, title: { collection.found[$0].palette.name },
      makeLayer: { index, size, state, interface in
        let entry = collection.found[index]
        return PaletteDrawing.row(
          entry, isOpen: entry.id == collection.openID, isHovered: state.isHovered, size, interface)
      },
      select: { index, _ in editor.open(collection.found[index].id) })
    content.drag = { [unowned self] index, _ in drag(index) }
    content.menu = { [unowned self] in actions?.paletteMenu(isBeside: $0 == nil) ?? Menu() }
    content.isFoundByTyping = false
    return CellGrid(
      label: language.localized("Palettes"), cellSize: Size(.infinity, 48), gap: 2, content: content)
  }()

  private(set) lazy var newButton = Button(language.localized("New palette"), icon: .plus, kind: .quiet) {
    [unowned self] _ in
    actions?.makeNewPalette()
  }

  init(_ editor: PaletteEditor, _ transfer: PaletteTransfer, _ interface: Interface, _ clipboard: Clipboard) {
    (self.editor, self.interface) = (editor, interface)
    let language = interface.language
    searchField = TextField(
      searchFor: language.localized("Search palettes"), placeholder: language.localized("Search"),
      clipboard: clipboard
    ) {
      editor.find($0)
    }
    importButton = Button(language.localized("Import…"), kind: .plain) { [transfer] _ in
      transfer.chooseFiles()
    }
  }

  func layOut(in room: Rect) {
    let (gap, height) = (Theme.gap, Theme.controlHeight)
    newButton.frame = Rect(x: room.maxX - height, y: room.minY, width: height, height: height)
    searchField.frame = Rect(room.origin, Point(newButton.frame.minX - gap, room.minY + height))
    importButton.frame = Rect(x: room.minX, y: room.maxY - height, width: room.width, height: height)
    list.frame = Rect(
      Point(room.minX, room.minY + height + gap), Point(room.maxX, importButton.frame.minY - gap))
  }

  /// Shows the current palettes; the open one is current.
  func show(at time: Double) {
    let collection = editor.collection
    list.reload()
    list.makeCurrent(collection.found.firstIndex { $0.id == collection.openID }, at: time)
  }

  /// The text shown if a search finds nothing.
  var words: String? {
    let collection = editor.collection
    return collection.found.isEmpty && !collection.entries.isEmpty ? language.localized("No match") : nil
  }

  /// Leaves the search and opens its first result.
  func goToFound() {
    let collection = editor.collection
    guard let first = collection.found.first else { return }
    if !collection.found.contains(where: { $0.id == collection.openID }) { editor.open(first.id) }
    list.host?.setFocus(list, byKeyboard: true)
  }

  // MARK: Dragging

  static let kind = "palette"

  private func drag(_ index: Int) {
    let found = editor.collection.found
    guard found.indices.contains(index), found.count > 1 else { return }
    let size = Size(list.bounds.width, list.cellSize.height)
    let preview = PaletteDrawing.row(found[index], isOpen: true, isHovered: false, size, interface)
    preview.frame = Rect(center: .zero, size: size)
    preview.backgroundColor = interface.theme.raised
    preview.shadow = interface.theme.shadow(elevation: 2)
    list.host?.beginDrag(.items(kind: Self.kind, ids: [found[index].id]), preview: preview)
  }

  /// Returns the proposed result of dropping a palette; nil if it cannot be dropped there.
  func proposal(for event: DropEvent) -> DropProposal? {
    guard list.frame.contains(event.point) else { return nil }
    let frame = list.insertionFrame(at: place(of: event))
    return DropProposal(language.localized("Move here"), frame: frame.offset(by: list.frame.origin - .zero))
  }

  func drop(_ id: String, _ event: DropEvent) { editor.move(id, before: place(of: event)) }

  private func place(of event: DropEvent) -> Int {
    list.insertionIndex(at: event.point - (list.frame.origin - .zero))
  }
}

/// Draws the rows of the list of palettes and the cells of a palette.
enum PaletteDrawing {
  /// The most colours in a strip.
  private static let mostInStrip = 24

  /// Returns a row of the list: the name, the number of colours, and a strip of them.
  static func row(_ entry: PaletteEntry, isOpen: Bool, isHovered: Bool, _ size: Size, _ interface: Interface)
    -> Layer
  {
    let theme = interface.theme
    let row = Layer(frame: Rect(origin: .zero, size: size))
    row.cornerRadius = Theme.fieldRadius
    row.backgroundColor = isOpen ? theme.pressed : isHovered ? theme.raised : nil
    let count = "\(entry.palette.swatches.count)"
    let figures = interface.line(count, style: Theme.secondaryFigures).width
    let name =
      entry.palette.name.isEmpty ? interface.language.localized("Without a name") : entry.palette.name
    row.addSublayer(
      Layer(
        name, style: isOpen ? Theme.strong : Theme.body, color: theme.ink,
        in: Rect(x: 10, y: 5, width: size.width - figures - 28, height: 20), isElastic: true, interface))
    row.addSublayer(
      Layer(
        count, style: Theme.secondaryFigures, color: theme.secondaryInk,
        in: Rect(x: size.width - figures - 10, y: 5, width: figures + 1, height: 20), interface))
    let swatches = entry.palette.swatches.prefix(mostInStrip)
    let strip = Layer(frame: Rect(x: 10, y: 29, width: size.width - 20, height: 12))
    strip.cornerRadius = 3
    strip.masksToBounds = true
    let width = strip.frame.width / Double(max(swatches.count, 1))
    for (place, swatch) in swatches.enumerated() {
      let left = (Double(place) * width * interface.scale).rounded() / interface.scale
      let right = (Double(place + 1) * width * interface.scale).rounded() / interface.scale
      strip.addSublayer(
        Layer(
          Rect(x: left, y: 0, width: right - left, height: 12), fill: swatch.color.mapped(to: .srgb).rgba))
    }
    row.addSublayer(strip)
    return row
  }

  /// Returns a cell of a palette: the colour, its name, and its value.
  static func cell(
    _ swatch: Palettes.Swatch, _ state: CellGrid.CellState, _ size: Size, _ interface: Interface
  ) -> Layer {
    let theme = interface.theme
    let cell = Layer(frame: Rect(origin: .zero, size: size))
    let area = Rect(x: 2, y: 2, width: size.width - 4, height: size.height - 40)
    let shown = swatch.color.mapped(to: .srgb).rgba
    if shown.alpha < 1 {
      let ground = Layer(frame: area)
      ground.cornerRadius = Theme.fieldRadius
      ground.contents = .image(.checkerboard)
      cell.addSublayer(ground)
    }
    let color = Layer(frame: area)
    color.setSurface(shown, radius: Theme.fieldRadius, interface)
    cell.addSublayer(color)
    if state.isSelected {
      let ring = Layer(frame: area.outset(by: 2))
      ring.cornerRadius = Theme.fieldRadius + 2
      ring.borderWidth = 2
      ring.borderColor = state.isFocused ? theme.highlight : theme.secondaryInk
      cell.addSublayer(ring)
    }
    let hex = swatch.color.text(as: .hex)
    // An unnamed colour shows only its digits, in the place of the name.
    let lines = [
      (swatch.title, Theme.body, theme.ink),
      (swatch.name.isEmpty ? "" : hex, Theme.secondaryFigures, theme.secondaryInk),
    ]
    for (line, (words, style, ink)) in lines.enumerated() {
      cell.addSublayer(
        Layer(
          words, style: style, color: ink,
          in: Rect(x: 3, y: area.maxY + 2 + 17 * Double(line), width: size.width - 6, height: 17),
          isElastic: true, interface))
    }
    return cell
  }
}
