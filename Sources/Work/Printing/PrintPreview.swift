import Colors
import Controls
import Geometry
import Input
import Localization
import Posters
import Scene

/// The preview of the sheets to print, turned over with two buttons, the wheel or the arrow keys.
///
/// A sheet is shown as it comes out of the printer: ink that cannot be printed is striped, what is cut off is pale, and
/// lines show where it is cut.
package final class PrintPreview: Control {
  private let language: Language
  /// Asks for the picture of a sheet.
  var onPaint: (SheetPainter.Request) -> Void = { _ in }

  private var posters: [Poster] = []
  private var sheets: [PrintedSheets.Sheet] = []
  private var bleed = 0.0
  private var margin = 0.0
  /// The index of the shown sheet.
  package private(set) var index = 0
  private var asked: SheetPainter.Request?
  private var picture: SheetPainter.Picture?

  private lazy var previous = Button(language.localized("Previous sheet"), icon: .previous, kind: .quiet) {
    [unowned self] _ in turn(by: -1)
  }
  private lazy var next = Button(language.localized("Next sheet"), icon: .next, kind: .quiet) {
    [unowned self] _ in turn(by: 1)
  }

  /// Everything but the buttons.
  private let drawing = Layer()

  private static let barHeight = 40.0
  private static let noteHeight = 20.0
  private static let padding = 14.0

  init(language: Language) {
    self.language = language
    super.init(label: language.localized("Print preview"))
    layer.addSublayer(drawing)
    addChild(previous)
    addChild(next)
  }

  override package var cursor: CursorShape { .arrow }

  /// Shows sheets; the bleed and the printer's margin are in points.
  func show(_ sheets: [PrintedSheets.Sheet], of posters: [Poster], bleed: Double, margin: Double) {
    (self.sheets, self.posters, self.bleed, self.margin) = (sheets, posters, bleed, margin)
    index = min(index, max(sheets.count - 1, 0))
    setNeedsUpdate()
  }

  /// Takes a picture, unless it is outdated.
  func take(_ picture: SheetPainter.Picture) {
    guard picture.request == asked else { return }
    self.picture = picture
    setNeedsUpdate()
  }

  private func turn(by step: Int) {
    let wanted = min(max(index + step, 0), max(sheets.count - 1, 0))
    guard wanted != index else { return }
    index = wanted
    setNeedsUpdate()
  }

  // MARK: Input

  override package func wheel(_ event: WheelEvent) -> Bool {
    guard sheets.count > 1, event.modifiers.isEmpty, event.notches.dy != 0 else { return false }
    turn(by: event.notches.dy > 0 ? -1 : 1)
    return true
  }

  override package func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .left, .pageUp: turn(by: -1)
    case .right, .pageDown: turn(by: 1)
    case .home: turn(by: -sheets.count)
    case .end: turn(by: sheets.count)
    default: return false
    }
    return true
  }

  // MARK: Appearance

  override package func layOut(_ interface: Interface) {
    let y = bounds.height - Self.barHeight + 4
    for (button, x) in [(previous, Theme.gap), (next, bounds.width - Theme.gap - Theme.controlHeight)] {
      button.frame = Rect(x: x, y: y, width: Theme.controlHeight, height: Theme.controlHeight)
        .pixelAligned(scale: interface.scale)
    }
  }

  /// The number and name of the shown sheet, in words.
  package var words: String {
    guard sheets.indices.contains(index) else { return language.localized("Nothing to print") }
    let (number, count) = (String(index + 1), String(sheets.count))
    guard let name = sheets[index].name else {
      return language.localized("{number} of {count}", ["number": number, "count": count])
    }
    return language.localized(
      "{number} of {count}, {name}", ["number": number, "count": count, "name": language.localized(name)])
  }

  /// The meaning of stripes and pale parts, in words; empty without them.
  package var note: String {
    guard let picture, picture.request == asked else { return "" }
    if picture.hasStripes { return language.localized("The printer leaves the striped edge white") }
    return picture.hasWaste ? language.localized("The pale part is cut off") : ""
  }

  override package func update(_ interface: Interface) {
    drawing.removeSublayers()
    drawing.frame = bounds
    drawing.layoutDirection = .leftToRight
    layer.backgroundColor = interface.theme.pressed
    (previous.isEnabled, next.isEnabled) = (index > 0, index + 1 < sheets.count)
    (previous.isHidden, next.isHidden) = (sheets.count < 2, sheets.count < 2)
    showSheet(interface)
    let bar = Rect(x: 44, y: bounds.height - Self.barHeight, width: bounds.width - 88, height: Self.barHeight)
    drawing.addWrapped(
      words, style: Theme.secondaryFigures, color: interface.theme.secondaryInk, in: bar, alignment: .center,
      interface)
    let noteRoom = Rect(
      x: Theme.gap, y: bar.minY - Self.noteHeight + 6, width: bounds.width - 2 * Theme.gap,
      height: Self.noteHeight)
    drawing.addSublayer(
      Layer(
        note, style: Theme.secondary, color: interface.theme.secondaryInk, in: noteRoom, alignment: .center,
        interface))
  }

  private func showSheet(_ interface: Interface) {
    guard sheets.indices.contains(index) else { return asked = nil }
    let sheet = sheets[index]
    var room = bounds.inset(by: Self.padding)
    room.size.height -= Self.barHeight + Self.noteHeight - Self.padding
    guard room.width > 8, room.height > 8, sheet.paper.width > 0, sheet.paper.height > 0 else { return }
    // A whole poster may be larger than its paper; a part of what is cut off is shown around it.
    let paper = Rect(origin: .zero, size: sheet.paper)
    var area = paper
    if sheet.cells.isEmpty, sheet.pieces.count == 1, let piece = sheet.pieces.first {
      let reach = 0.15 * min(paper.width, paper.height)
      area = paper.union(piece.frame.intersection(paper.outset(by: reach)) ?? paper)
    }
    let scale = min(room.width / area.width, room.height / area.height)
    let frame = Rect(center: room.center, size: area.size * scale).pixelAligned(scale: interface.scale)
    func placed(_ rect: Rect) -> Rect {
      Rect(
        x: frame.minX + (rect.minX - area.minX) * scale, y: frame.minY + (rect.minY - area.minY) * scale,
        width: rect.width * scale, height: rect.height * scale)
    }
    let white = Layer(placed(paper).pixelAligned(scale: interface.scale), fill: .white)
    white.shadow = interface.theme.shadow()
    white.name = "paper"
    drawing.addSublayer(white)
    let request = SheetPainter.Request(
      posters: posters, sheet: sheet, bleed: bleed, margin: margin, area: area,
      size: PixelSize(frame.size, scale: interface.scale))
    if request != asked {
      asked = request
      onPaint(request)
    }
    // The sheet before stays until the new one is drawn, unless it has another shape.
    if let picture, picture.request.size == request.size {
      let shown = Layer(frame, fill: nil)
      shown.contents = .image(ImageContents(picture.bitmap))
      shown.name = "sheet"
      drawing.addSublayer(shown)
    }
    let lines = Layer(bounds, fill: nil)
    lines.masksToBounds = true
    drawing.addSublayer(lines)
    let marks = sheet.marks.transformed(
      by: .translation(x: -area.minX, y: -area.minY) * .scale(scale)
        * .translation(x: frame.minX, y: frame.minY))
    if !marks.isEmpty {
      let black = Layer(frame: bounds)
      black.contents = .path(PathContents(marks, color: .black))
      lines.addSublayer(black)
    }
    // A poster that is printed whole is not cut.
    let cuts = sheet.cells.isEmpty ? sheet.pieces.filter { $0.kept != $0.printed }.map(\.kept) : sheet.cells
    for cut in cuts where cut != paper {
      let line = Layer(placed(cut).pixelAligned(scale: interface.scale), fill: nil)
      line.borderWidth = interface.hairline
      line.borderColor = interface.theme.highlight
      line.name = "cut"
      lines.addSublayer(line)
    }
  }

  override package var accessibility: AccessibilityNode {
    let value = note.isEmpty ? words : words + ". " + note
    return AccessibilityNode(
      role: .image, label: label, value: value, actions: [.focus], frame: frame, isFocused: isFocused)
  }
}
