import Colors
import Controls
import Geometry
import Localization
import Scene

/// The layout of the picker, computed from its size alone.
struct PickerLayout {
  /// The position of the fields relative to the square.
  enum Form {
    /// One row of fields below the square.
    case compact
    /// All rows below the square.
    case tall
    /// All rows in a column to the right.
    case wide
  }

  let form: Form
  private let size: Size
  private let tracks: Int

  /// The distance by which the plane's header extends into the margin above, so that loupes at the top of the tracks do
  /// not cover icons.
  private static let headerRise = 12.0
  private static let trackWidth = 24.0
  private static let trackGap = 12.0
  private static let columnWidth = 280.0
  private static let labelWidth = 52.0
  /// The maximum width of rows of small controls.
  private static let widestRow = 520.0

  init(size: Size, hasAlpha: Bool) {
    self.size = size
    tracks = hasAlpha ? 2 : 1
    let width = size.width - 2 * Theme.margin - Double(tracks) * (Self.trackWidth + Self.trackGap)
    let height = size.height - 2 * Theme.margin - PlaneHeader.height
    let wide = Size(width - Self.columnWidth - 24, height)
    let tall = Size(width, height - Self.rowsHeight - Theme.controlHeight - 28)
    let canBeWide = wide.width >= 200 && size.height >= 360
    let canBeTall = size.width >= 420 && size.height >= 480
    // The fields are placed where they leave the plane the longer shorter side.
    if canBeWide, !canBeTall || min(wide.width, wide.height) > min(tall.width, tall.height) {
      form = .wide
    } else {
      form = canBeTall ? .tall : .compact
    }
  }

  private static let rowsHeight = 4 * Theme.controlHeight + 3 * Theme.gap

  private var content: Rect { Rect(origin: .zero, size: size).inset(by: Theme.margin) }

  func apply(to panel: PickerPanel) {
    let parts = panel.parts
    for part in [parts.captions, parts.controls, parts.focusRing, parts.loupes] { part.frame = panel.bounds }
    panel.rows.isCompact = form == .compact
    panel.parts.captions.removeSublayers()
    switch form {
    case .compact: applyCompact(panel)
    case .tall: applyTall(panel)
    case .wide: applyWide(panel)
    }
    // Edges are aligned to whole pixels to stay sharp; shared edges stay shared.
    for control in panel.controls {
      control.frame = control.frame.pixelAligned(scale: panel.interface.scale)
    }
  }

  // MARK: Forms

  private func applyCompact(_ panel: PickerPanel) {
    let height = Theme.controlHeight
    let gap = Theme.gap
    var bottom = content.maxY
    func take(_ height: Double, gap: Double, upTo widest: Double = .infinity) -> Rect {
      bottom -= height
      defer { bottom -= gap }
      return Rect(x: content.minX, y: bottom, width: min(content.width, widest), height: height)
    }
    let last = take(height, gap: gap)
    let fields = take(height, gap: gap, upTo: Self.widestRow)
    let readout = take(16, gap: gap, upTo: Self.widestRow)
    let swatches = take(20, gap: 12, upTo: Self.widestRow)
    placeButtons(panel, in: last)
    panel.comparison.frame = Rect(
      x: last.minX, y: last.minY,
      width: min(panel.cancelButton.frame.minX - gap - last.minX, Self.widestRow / 2), height: height)
    placeCompactFields(panel, in: fields)
    panel.readout.isOneLine = true
    panel.readout.frame = readout
    panel.swatches.columns = 12
    panel.swatches.frame = swatches
    placeSquare(
      panel, in: Rect(content.origin, Point(content.maxX, max(bottom, content.minY + 180))))
  }

  private func applyTall(_ panel: PickerPanel) {
    let buttons = Rect(
      x: content.minX, y: content.maxY - Theme.controlHeight, width: content.width,
      height: Theme.controlHeight)
    let middle = Rect(
      x: content.minX, y: buttons.minY - 12 - Self.rowsHeight, width: content.width, height: Self.rowsHeight)
    // The field of the opacity needs some of the width.
    let usual = (content.width - 16) * (tracks == 2 ? 0.33 : 0.4)
    let rest = content.width - 16 - labelWidth(panel) - (tracks == 2 ? 200 : 152)
    let left = max(usual, min(panel.comparison.neededWidth(panel.interface), rest)).rounded()
    let fieldsWidth = min(content.width - left - 16, 360)
    let fields = Rect(
      x: content.maxX - fieldsWidth, y: middle.minY, width: fieldsWidth, height: Self.rowsHeight)
    placeRows(panel, in: fields)
    let leftWidth = fields.minX - 16 - content.minX
    panel.swatches.columns = leftWidth > 300 ? 12 : 6
    let swatchHeight = panel.swatches.columns == 12 ? 20.0 : 44
    panel.swatches.frame = Rect(
      x: content.minX, y: middle.maxY - swatchHeight, width: leftWidth, height: swatchHeight)
    panel.comparison.frame = Rect(
      x: content.minX, y: middle.minY, width: leftWidth, height: Self.rowsHeight - swatchHeight - 12)
    placeButtons(panel, in: buttons)
    panel.readout.isOneLine = false
    panel.readout.frame = Rect(
      x: buttons.minX, y: buttons.minY, width: panel.cancelButton.frame.minX - 12 - buttons.minX,
      height: buttons.height)
    var top = middle.minY - 16
    if panel.shelf.hasPlace {
      placePalette(panel, in: Rect(x: content.minX, y: top - 24, width: content.width, height: 24))
      top -= 36
    }
    placeSquare(panel, in: Rect(content.origin, Point(content.maxX, top)))
  }

  private func applyWide(_ panel: PickerPanel) {
    let column = Rect(
      x: content.maxX - Self.columnWidth, y: content.minY, width: Self.columnWidth, height: content.height)
    let hasPalettes = panel.shelf.hasPlace
    let isLarge = hasPalettes && size.width >= 1000 && size.height >= 520
    let hasStrip = hasPalettes && !isLarge
    let buttons = Rect(
      x: column.minX, y: column.maxY - Theme.controlHeight, width: column.width, height: Theme.controlHeight)
    placeButtons(panel, in: buttons)
    var top = column.minY
    func take(_ height: Double, gap: Double) -> Rect {
      defer { top += height + gap }
      return Rect(x: column.minX, y: top, width: column.width, height: height)
    }
    let fixed = Self.rowsHeight + 2 * Theme.controlHeight + 32 + (hasStrip ? 36 : 0)
    let gap = column.height - fixed - 3 * 20 >= 72 ? 20.0 : 12
    let preview = min(160, column.height - fixed - 3 * gap)
    if preview >= 40 {
      panel.comparison.frame = take(preview, gap: 12)
    } else {
      panel.comparison.frame = Rect(
        x: buttons.minX, y: buttons.minY, width: panel.cancelButton.frame.minX - Theme.gap - buttons.minX,
        height: buttons.height)
    }
    panel.swatches.columns = 12
    panel.swatches.frame = take(20, gap: hasStrip ? 12 : gap)
    if hasStrip { placePalette(panel, in: take(24, gap: gap)) }
    placeRows(panel, in: take(Self.rowsHeight, gap: gap))
    panel.readout.isOneLine = false
    panel.readout.frame = take(32, gap: gap)
    var right = column.minX - 24
    if isLarge {
      let side = Rect(
        x: right - Self.paletteWidth, y: content.minY, width: Self.paletteWidth, height: content.height)
      placePaletteColumn(panel, in: side)
      right = side.minX - 24
    }
    placeSquare(panel, in: Rect(content.origin, Point(right, content.maxY)))
  }

  // MARK: Parts

  private static let paletteWidth = 156.0

  /// Lays out a palette as a strip of at most two rows: its name, as many colours as fit, and the button for the
  /// others.
  private func placePalette(_ panel: PickerPanel, in row: Rect) {
    let shelf = panel.shelf
    let wanted = shelf.button.preferredSize(in: row.size, panel.interface).width
    shelf.button.frame = Rect(
      x: row.minX - 14, y: row.minY, width: min(wanted, row.width * 0.4), height: row.height)
    let x = shelf.button.frame.maxX
    func makeRoom(upTo end: Double) -> Double {
      let columns = min(max(Int((end - x + 4) / Self.narrowestSwatch), 1), PaletteShelf.mostColumns)
      (shelf.swatches.columns, shelf.swatches.capacity) = (columns, 2 * columns)
      return end
    }
    var end = makeRoom(upTo: row.maxX)
    if shelf.swatches.leavesColorsOut {
      let width = shelf.allButton.preferredSize(in: row.size, panel.interface).width
      // Narrower than other buttons: its focus ring touches neither the colours nor the edge of the window.
      shelf.allButton.frame = Rect(
        x: row.maxX + 20 - width, y: row.minY, width: width - 12, height: row.height)
      end = makeRoom(upTo: shelf.allButton.frame.minX - 6)
    }
    // Two rows extend above and below the name.
    let height = shelf.swatches.rows > 1 ? row.height + 8 : row.height - 4
    shelf.swatches.frame = Rect(x: x, y: row.midY - height / 2, width: end - x, height: height)
  }

  /// The minimum distance between the swatches of a strip.
  private static let narrowestSwatch = 16.0

  /// Lays out a palette beside the plane: its name above, four colours in a row, and the button for the others below.
  private func placePaletteColumn(_ panel: PickerPanel, in column: Rect) {
    let shelf = panel.shelf
    let wanted = shelf.button.preferredSize(in: column.size, panel.interface).width
    shelf.button.frame = Rect(
      x: column.minX - 14, y: column.minY - Self.headerRise, width: min(wanted, column.width + 14), height: 24
    )
    let (top, pitch) = (column.minY + PlaneHeader.height, 40.0)
    shelf.swatches.columns = 4
    shelf.swatches.capacity = 4 * max(Int((column.maxY - top + 4) / pitch), 1)
    if shelf.swatches.leavesColorsOut {
      let width = shelf.allButton.preferredSize(in: column.size, panel.interface).width
      shelf.allButton.frame = Rect(x: column.minX - 14, y: column.maxY - 24, width: width, height: 24)
      shelf.swatches.capacity = 4 * max(Int((column.maxY - 28 - top + 4) / pitch), 1)
    }
    shelf.swatches.frame = Rect(
      x: column.minX, y: top, width: column.width, height: Double(shelf.swatches.rows) * pitch - 4)
  }

  /// Lays out the square in the space beside the tracks.
  private func placeSquare(_ panel: PickerPanel, in whole: Rect) {
    let area = placeHeader(panel, in: whole)
    let reserved = Double(tracks) * (Self.trackWidth + Self.trackGap)
    panel.plane.square.frame = Rect(
      x: area.minX, y: area.minY, width: max(1, area.width - reserved), height: area.height)
    var x = area.maxX - Self.trackWidth
    func track() -> Rect {
      defer { x -= Self.trackWidth + Self.trackGap }
      return Rect(x: x, y: area.minY, width: Self.trackWidth, height: area.height)
    }
    if tracks == 2 { panel.plane.alphaTrack.frame = track() }
    panel.plane.track.frame = track()
  }

  /// Lays out the plane's header, and returns the space below.
  private func placeHeader(_ panel: PickerPanel, in area: Rect) -> Rect {
    let (start, top) = (area.minX - 14, area.minY - Self.headerRise)
    var (x, y) = (start, top)
    // The menu is at the end of the first row; what finds no place before it begins another one.
    func place(_ button: Control, width: Double, gap: Double) {
      let end = y == top && panel.primaryMenuButton != nil ? area.maxX - 28 : area.maxX
      if x + width > end, x > start { (x, y) = (start, y + PlaneHeader.height) }
      let room = min(width, area.maxX - x)
      button.frame = Rect(x: x, y: y, width: room, height: PlaneHeader.height)
      x += width + gap
    }
    for button in [panel.plane.header.planeButton, panel.plane.header.linesButton] {
      place(button, width: button.preferredSize(in: area.size, panel.interface).width, gap: 0)
    }
    if form == .compact {
      x += 4
      for button in panel.sources.controls + [panel.shelf.sheetButton] { place(button, width: 28, gap: 4) }
    }
    panel.primaryMenuButton?.frame = Rect(x: area.maxX - 28, y: top, width: 28, height: PlaneHeader.height)
    let height = PlaneHeader.height + y - top
    return Rect(Point(area.minX, area.minY + height), Point(area.maxX, max(area.maxY, area.minY + height)))
  }

  private func placeButtons(_ panel: PickerPanel, in row: Rect) {
    let words = [panel.chooseButton, panel.cancelButton].map { $0.neededWidth(panel.interface) + 8 }
    let width = max(size.width < 380 ? 76 : 88, words.max() ?? 0)
    panel.chooseButton.frame = Rect(x: row.maxX - width, y: row.minY, width: width, height: row.height)
    panel.cancelButton.frame = Rect(
      x: row.maxX - 2 * width - Theme.gap, y: row.minY, width: width, height: row.height)
  }

  /// The width of the captions before the fields: that of the longest one, with a gap.
  private func labelWidth(_ panel: PickerPanel) -> Double {
    let names = FieldRow.allCases.map {
      panel.interface.line($0.name(in: panel.interface.language), style: Theme.secondary).width
    }
    return max(Self.labelWidth, (names.max() ?? 0).rounded(.up) + 8)
  }

  private func placeRows(_ panel: PickerPanel, in area: Rect) {
    let labelWidth = labelWidth(panel)
    for (place, row) in panel.rows.visibleRows.enumerated() {
      let line = Rect(
        x: area.minX, y: area.minY + Double(place) * (Theme.controlHeight + Theme.gap), width: area.width,
        height: Theme.controlHeight)
      let label = Rect(x: line.minX, y: line.minY, width: labelWidth - 4, height: line.height)
      if row == panel.rows.hueRow {
        // The text lines up with the captions above and below; the background extends a little beyond it.
        panel.rows.hueSwitch.frame = Rect(
          Point(label.minX - ChoiceSwitch.inset, label.minY), Point(label.maxX, label.maxY))
      } else {
        panel.parts.captions.addSublayer(
          Layer(
            row.name(in: panel.interface.language), style: Theme.secondary,
            color: panel.interface.theme.secondaryInk, in: label,
            panel.interface))
      }
      var fields = Rect(Point(line.minX + labelWidth, line.minY), Point(line.maxX, line.maxY))
      if row == .hex, panel.sources.pickFromScreen != nil {
        panel.sources.eyedropperButton.frame = Rect(
          x: fields.minX, y: line.minY, width: 32, height: line.height)
        fields = Rect(Point(fields.minX + 36, line.minY), Point(line.maxX, line.maxY))
      }
      placeFields(panel.rows.fields(of: row), of: row, in: fields)
    }
  }

  private func placeCompactFields(_ panel: PickerPanel, in line: Rect) {
    let width = max(62, panel.rows.rowSwitch.neededWidth(panel.interface) - ChoiceSwitch.inset + 4)
    panel.rows.rowSwitch.frame = Rect(
      x: line.minX - ChoiceSwitch.inset, y: line.minY, width: width + ChoiceSwitch.inset - 4,
      height: line.height)
    let row = panel.rows.compactRow
    placeFields(
      panel.rows.fields(of: row), of: row,
      in: Rect(Point(line.minX + width, line.minY), Point(line.maxX, line.maxY)))
  }

  /// Lays out fields of equal width; the hexadecimal field takes the space that alpha leaves.
  private func placeFields(_ fields: [TextField], of row: FieldRow, in line: Rect) {
    let gap = 4.0
    let count = Double(fields.count)
    var widths = fields.map { _ in (line.width - (count - 1) * gap) / count }
    if row == .hex, fields.count == 2 { widths = [line.width - gap - Self.alphaWidth, Self.alphaWidth] }
    var x = line.minX
    for (field, width) in zip(fields, widths) {
      field.frame = Rect(x: x, y: line.minY, width: width, height: line.height)
      x += width + gap
    }
  }

  /// The width of a field with “100%”.
  private static let alphaWidth = 56.0
}

/// The header of the plane: its name and its lines, each with a menu.
final class PlaneHeader {
  weak var delegate: (any PickerPlaneDelegate)?
  private let language: Language

  private(set) lazy var planeButton = makeButton(language.localized("Plane")) { $0.planeMenu }
  private(set) lazy var linesButton = makeButton(language.localized("Lines")) { $0.linesMenu }

  static let height = 24.0

  init(_ settings: PlaneSettings, _ language: Language) {
    self.language = language
    show(settings)
  }

  /// Updates the titles from the settings.
  func show(_ settings: PlaneSettings) {
    planeButton.title = settings.plane.shortHeading(in: language)
    linesButton.title =
      switch settings.contrast {
      case .wcag: "WCAG"
      case .apca: "APCA"
      case nil: language.localized("Lines")
      }
    if let vision = settings.vision, let kind = ColorVision.kinds.first(where: { $0.name == vision.name }) {
      linesButton.title = language.localized(kind.shortTitle)
    }
    linesButton.isOn = settings.contrast != nil || settings.press != nil || settings.vision != nil
  }

  private func makeButton(_ label: String, menu: @escaping (any PickerPlaneDelegate) -> Menu) -> Button {
    let button = Button(label, kind: .quiet, menu: { [unowned self] in delegate.map(menu) ?? Menu() })
    button.label = label
    return button
  }
}
