import Colors
import Controls
import Geometry
import Input
import Localization
import Scene

/// The palettes in a picker: one is shown, and a menu leads to the others.
final class PaletteShelf {
  /// The maximum number of columns in one row.
  static let mostColumns = 16

  /// The palettes; when they are replaced, the first one is shown.
  var palettes: [PickerPalette] {
    didSet {
      guard palettes != oldValue || isAwaited else { return }
      isAwaited = false
      show(0)
    }
  }

  /// Whether palettes are being loaded, for which space is reserved.
  private var isAwaited: Bool
  private var place = 0
  private let onChoose: (RGBA) -> Void

  /// Called when the palettes change, or another one is shown.
  var onChange: () -> Void = {}

  /// Shows the name of the current palette, and opens the menu of all.
  private(set) lazy var button: Button = {
    let button = Button(
      palettes.first?.name ?? "", kind: .quiet, menu: { [unowned self] in Menu(groups: [commands]) })
    button.label = language.localized("Palette")
    // A person's own name.
    button.isElastic = true
    return button
  }()

  let swatches: SwatchGrid

  /// Opens all colours of a palette for which there is too little room.
  private(set) lazy var allButton: Button = Button("", kind: .quiet) { [unowned self] _ in
    showAll(from: allButton)
  }

  /// Opens the palettes when there is no space for one beside the plane.
  private(set) lazy var sheetButton: Button = Button(
    language.localized("Palettes"), icon: .swatches, kind: .plain
  ) { [unowned self] _ in chooseSheet() }

  private let language: Language

  init(
    _ palettes: [PickerPalette], isAwaited: Bool, _ language: Language, onChoose: @escaping (RGBA) -> Void
  ) {
    (self.palettes, self.isAwaited, self.language) = (palettes, isAwaited, language)
    self.onChoose = onChoose
    swatches = SwatchGrid(
      palettes.first?.items ?? [], language, capacity: 2 * Self.mostColumns, onChoose: onChoose)
  }

  /// Whether space is reserved for palettes.
  var hasPlace: Bool { isAwaited || !palettes.isEmpty }

  /// The controls in Tab order.
  var controls: [Control] {
    palettes.isEmpty ? [] : [button, swatches] + (swatches.leavesColorsOut ? [allButton] : [])
  }

  private var commands: [Command] { commands { _ in } }

  /// Returns commands that show each palette, and then call `then`.
  private func commands(then: @escaping (_ time: Double) -> Void) -> [Command] {
    palettes.enumerated().map { place, palette in
      Command("picker.palette.\(place)", palette.name, isChecked: place == self.place) {
        [unowned self] time in
        show(place)
        then(time)
      }
    }
  }

  /// Opens all colours of a palette. With several palettes, a menu to choose from opens first.
  private func chooseSheet() {
    guard palettes.count > 1, let host = sheetButton.host else { return showAll(from: sheetButton) }
    let sheets = commands { [unowned self] _ in showAll(from: sheetButton) }
    host.showMenu(Menu(groups: [sheets]), below: sheetButton)
  }

  private func show(_ place: Int) {
    self.place = place
    if palettes.indices.contains(place) {
      button.title = palettes[place].name
      swatches.show(palettes[place].items)
    }
    onChange()
  }

  private func showAll(from button: Button) {
    guard palettes.indices.contains(place), let host = button.host else { return }
    let sheet = PaletteSheet(palettes[place], swatches.vision, language, onChoose: onChoose)
    host.showPopover(sheet, from: button)
    host.setFocus(sheet.firstFocus)
  }

  /// The colours and the vision for which the marks were computed.
  private var markedSubject: Subject?

  private struct Subject: Equatable {
    let items: ArraySlice<PickerPalette.Item>
    let vision: ColorVision?
  }

  /// Shows as many colours as fit, as seen with a colour vision.
  func show(_ vision: ColorVision?) {
    swatches.vision = vision
    guard palettes.indices.contains(place) else { return }
    let palette = palettes[place]
    allButton.title = language.localized("All {number}", ["number": String(palette.items.count)])
    let subject = Subject(items: palette.items.prefix(swatches.capacity), vision: vision)
    // This is called for every movement of a loupe.
    if markedSubject != subject {
      markedSubject = subject
      // Under normal vision, similar colours need no marks.
      swatches.marked = vision.map { palette.indistinguishable(amongFirst: swatches.capacity, $0) } ?? []
    }
  }
}

/// All colours of a palette that does not fit in the picker; a press or Return picks one, and the sheet stays open.
final class PaletteSheet: Control {
  private let grid: CellGrid
  private let count: Int

  private static let cell = 28.0
  private static let gap = 4.0
  private static let margin = 12.0
  private static let mostColumns = 12
  /// The maximum height: it opens above the palette's strip and leaves the compared colours visible.
  private static let tallest = 280.0
  /// The width of the scroll bar beside the colours.
  private static let barWidth = 14.0
  /// The maximum number of colours that are compared with each other.
  private static let mostCompared = 256

  init(
    _ palette: PickerPalette, _ vision: ColorVision?, _ language: Language, onChoose: @escaping (RGBA) -> Void
  ) {
    let items = palette.items
    count = items.count
    let marked = vision.map { palette.indistinguishable(amongFirst: Self.mostCompared, $0) } ?? []
    func take(_ index: Int, at time: Double) { onChoose(items[index].color) }
    var content = CellGrid.Content(
      count: { items.count }, title: { items[$0].words },
      makeLayer: { index, size, state, interface in
        let cell = Layer()
        let parts = SwatchGrid.layers(
          of: vision?.seen(items[index].color) ?? items[index].color, in: Rect(origin: .zero, size: size),
          isMarked: marked.contains(index), isCurrent: state.isFocused, interface)
        for part in parts { cell.addSublayer(part) }
        return cell
      }, press: take, open: take)
    content.tooltip = { index in
      items[index].words + (marked.contains(index) ? ", " + PickerPalette.likeness(in: language) : "")
    }
    grid = CellGrid(
      label: language.localized("Palette colours"), cellSize: Size(Self.cell, Self.cell), gap: Self.gap,
      content: content)
    super.init(label: palette.name)
    addChild(grid)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  var firstFocus: Control { grid }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let pitch = Self.cell + Self.gap
    let beside = 2 * Self.margin + Self.barWidth - Self.gap
    let fitting = min(max(Int((room.width - beside) / pitch), 1), Self.mostColumns)
    let columns = min(fitting, max(count, 1))
    let inside = grid.preferredSize(in: Size(Double(columns) * pitch - Self.gap, .infinity), interface)
    return Size(
      Double(columns) * pitch + beside, min(inside.height + 2 * Self.margin, min(room.height, Self.tallest)))
  }

  override func layOut(_ interface: Interface) {
    grid.frame = Rect(
      x: Self.margin, y: Self.margin, width: max(bounds.width - Self.margin, 1),
      height: max(bounds.height - 2 * Self.margin, 1))
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
