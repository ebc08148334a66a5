import Controls
import Files
import Geometry
import Localization
import Posters
import Publishing

/// The rows of a panel that set how posters are placed on sheets of paper.
package final class SheetRows {
  private let language: Language
  private let clipboard: Clipboard
  private let change: ((inout SheetSettings) -> Void) -> Void
  private let words = Words()
  /// The papers to choose among, and their control.
  private var papers: (pages: [Page], choice: ChoiceSwitch)?

  private lazy var layout = ChoiceSwitch(
    label: localized("Sheets"),
    choices: [
      localized("One poster each"), localized("Divided over sheets"), localized("Several to a sheet"),
    ]
  ) { [unowned self] index in change { $0.layout = SheetSettings.Layout.allCases[index] } }
  private lazy var orientation = ChoiceSwitch(
    label: localized("Turned"),
    choices: [localized("As fits best"), localized("Portrait"), localized("Landscape")]
  ) { [unowned self] index in
    change { $0.orientation = index == 0 ? nil : Tiling.Orientation.allCases[index - 1] }
  }
  private lazy var overlap = number(localized("Overlap"), Tiling.Options.overlaps, decimals: 1, unit: "mm") {
    $0.overlap = $1
  }
  private lazy var margin = number(localized("Margin"), Tiling.Options.margins, decimals: 1, unit: "mm") {
    $0.margin = $1
  }
  private lazy var usualMargin = Button(localized("As the printer"), kind: .plain) { [unowned self] _ in
    change { $0.margin = nil }
  }
  private lazy var width = number(localized("Width"), SheetSettings.widths, decimals: 1, unit: "cm") {
    $0.size = .width($1)
  }
  private lazy var tileColumns = number(localized("Sheets wide"), SheetSettings.tileColumns) {
    $0.size = .columns(Int($1))
  }
  private lazy var ownSize = Button(localized("Own size"), kind: .plain) { [unowned self] _ in
    change { $0.size = .own }
  }
  private lazy var blankSheets = Toggle(localized("Blank sheets as well")) { [unowned self] isOn, _ in
    change { $0.keepsBlankSheets = isOn }
  }
  private lazy var cells = ChoiceSwitch(
    label: localized("Cells"), choices: SheetSettings.Cells.all.map(title)
  ) {
    [unowned self] index in change { $0.cells = SheetSettings.Cells.all[index] }
  }
  private lazy var columns = number(localized("Columns"), Self.counts) { $0.columns = Int($1) }
  private lazy var rows = number(localized("Rows"), Self.counts) { $0.rows = Int($1) }
  private lazy var scaling = SegmentedChoice(
    label: localized("Scaling"), choices: [localized("Own size"), localized("Fit"), localized("Fill")]
  ) { [unowned self] index, _ in change { $0.scaling = Imposition.Scaling.allCases[index] } }
  private lazy var gap = number(localized("Gap"), Imposition.Options.gaps, decimals: 1, unit: "mm") {
    $0.gap = $1
  }
  private lazy var bleedGap = Button(localized("Two bleeds"), kind: .plain) { [unowned self] _ in
    change { $0.gap = nil }
  }
  private lazy var marks = Toggle(localized("Crop marks")) { [unowned self] isOn, _ in
    change { $0.hasMarks = isOn }
  }
  private lazy var order = ChoiceSwitch(
    label: localized("Order"),
    choices: [localized("Row by row"), localized("Column by column"), localized("Cut and stack")]
  ) { [unowned self] index in change { $0.order = Imposition.Order.allCases[index] } }
  private lazy var sides = ChoiceSwitch(
    label: language.localized("Sides", context: "printed"),
    choices: [localized("Front"), localized("Front and back"), localized("Work and turn")]
  ) { [unowned self] index in change { $0.sides = Imposition.Sides.allCases[index] } }
  private lazy var copies = number(
    localized("Copies each"),
    Double(Imposition.Options.copies.lowerBound)...Double(Imposition.Options.copies.upperBound)
  ) { $0.copies = Int($1) }
  private lazy var fullSheet = Button(localized("Full sheet"), kind: .plain) { [unowned self] _ in
    change { $0.copies = nil }
  }
  private lazy var firstCell = number(localized("First label"), 1...10_000) { $0.firstCell = Int($1) }

  private static let counts =
    Double(Imposition.Options.counts.lowerBound)...Double(Imposition.Options.counts.upperBound)

  /// Creates rows; `change` receives the person's choices.
  package init(
    language: Language, clipboard: Clipboard, change: @escaping ((inout SheetSettings) -> Void) -> Void
  ) {
    (self.language, self.clipboard, self.change) = (language, clipboard, change)
  }

  private func localized(_ text: StaticString) -> String { language.localized(text) }

  private func number(
    _ label: String, _ range: ClosedRange<Double>, decimals: Int = 0, unit: String = "",
    _ set: @escaping (inout SheetSettings, Double) -> Void
  ) -> NumberField {
    NumberField(
      label: label, range: range, value: range.lowerBound, step: 1, decimals: decimals, unit: unit,
      clipboard: clipboard
    ) { [unowned self] value, phase in if phase == .final { change { set(&$0, value) } } }
  }

  private func title(_ cells: SheetSettings.Cells) -> String {
    func size(_ page: Page) -> String {
      [page.width, page.height].map { language.shown(number: $0.text(.rounded(to: 1))) }
        .joined(separator: " × ") + " mm"
    }
    switch cells {
    case .own: return localized("Size of the poster")
    case .grid: return localized("Columns and rows")
    case .card(let card):
      return card.name.hasPrefix("card")
        ? language.localized("Business cards, {size}", ["size": size(card.page)])
        : card.name.hasPrefix("badge")
          ? language.localized("Badges, {size}", ["size": size(card.page)])
          : card.name.hasPrefix("ticket")
            ? language.localized("A7 tickets, {size}", ["size": size(card.page)])
            : language.localized("A6 postcards, {size}", ["size": size(card.page)])
    case .labels(let sheet):
      let values = (sheet.name.dropFirst("avery-".count).uppercased(), size(sheet.label))
      return language.localized("Avery {number}, {size}", ["number": values.0, "size": values.1])
    }
  }

  /// The context of the rows.
  package struct Context {
    /// The posters.
    package var posters: [Poster]
    /// The other options of the export.
    package var options: PosterExport.Options
    /// The printer's papers; nil if they are not known.
    package var media: PrinterMedia?
    /// Whether whole posters are placed on paper too, and the printer's margins can be taken.
    package var isOnPaper: Bool
    /// Whether the last poster is the back of all others, if they have backs.
    package var hasCommonBack: Bool

    package init(
      posters: [Poster], options: PosterExport.Options, media: PrinterMedia? = nil, isOnPaper: Bool = false,
      hasCommonBack: Bool = false
    ) {
      (self.posters, self.options, self.media) = (posters, options, media)
      (self.isOnPaper, self.hasCommonBack) = (isOnPaper, hasCommonBack)
    }
  }

  /// Returns the rows for some settings, and the sheets that they give; no sheets if each poster has a page of its own, or
  /// if something does not fit, which a row then says. `counted` are the sheets without blank ones, once they are known.
  package func rows(
    _ settings: SheetSettings, _ context: Context, counted: PrintedSheets? = nil
  ) -> (rows: [Form.Row], sheets: PrintedSheets?) {
    layout.show(SheetSettings.Layout.allCases.firstIndex(of: settings.layout) ?? 0)
    var rows = [Form.Row(caption: localized("Sheets"), controls: [layout])]
    guard settings.layout != .whole || context.isOnPaper else { return (rows, nil) }
    let printerMargin = context.media?.margin(on: settings.paper)
    var options = settings.options(
      context.options, printerMargin: printerMargin, isOnPaper: context.isOnPaper)
    options.imposition?.hasCommonBack = context.hasCommonBack
    var sheets: PrintedSheets?
    do {
      sheets = try counted ?? PrintedSheets(of: context.posters, options)
      words.isFault = false
      words.text = sheets.map { language.localized($0.summary) } ?? ""
    } catch {
      words.isFault = true
      let message = (error as? TilingError)?.message ?? (error as? ImpositionError)?.message
      words.text = message.map { language.localized($0) } ?? "\(error)"
    }
    if settings.layout != .whole || words.isFault {
      rows.append(Form.Row(controls: [words], height: Words.height(lines: words.isFault ? 4 : 1)))
    }
    orientation.show(settings.orientation.flatMap(Tiling.Orientation.allCases.firstIndex).map { $0 + 1 } ?? 0)
    margin.value =
      settings.margin ?? printerMargin ?? (settings.layout == .whole ? 0 : SheetSettings.usualMargin)
    scaling.index = Imposition.Scaling.allCases.firstIndex(of: settings.scaling) ?? 0
    let paperRows = [
      Form.Row(caption: localized("Paper"), controls: [paperChoice(settings.paper, context.media)]),
      Form.Row(caption: localized("Turned"), controls: [orientation]),
    ]
    let marginRow = Form.Row(
      caption: localized("Margin"), controls: context.media == nil ? [margin] : [margin, usualMargin])
    let scalingRow = Form.Row(caption: localized("Scaling"), controls: [scaling])
    switch settings.layout {
    case .whole:
      rows += paperRows + [scalingRow]
      if settings.scaling == .fit { rows.append(marginRow) }
    case .tiles:
      rows += paperRows + tileRows(settings, sheets?.tilings.first, margin: marginRow)
    case .cells:
      rows += cellRows(settings, sheets, papers: paperRows, margin: marginRow, scaling: scalingRow)
    }
    return (rows, sheets)
  }

  private func tileRows(_ settings: SheetSettings, _ tiling: Tiling?, margin: Form.Row) -> [Form.Row] {
    if let tiling {
      width.value = tiling.trim.width / Page.pointsPerMillimetre / 10
      tileColumns.value = Double(tiling.columns)
    }
    overlap.value = settings.overlap
    blankSheets.isOn = settings.keepsBlankSheets
    return [
      Form.Row(caption: localized("Overlap"), controls: [overlap]), margin,
      Form.Row(caption: localized("Width"), controls: [width, ownSize]),
      Form.Row(caption: localized("Sheets wide"), controls: [tileColumns]), Form.Row(controls: [blankSheets]),
    ]
  }

  private func cellRows(
    _ settings: SheetSettings, _ sheets: PrintedSheets?, papers: [Form.Row], margin: Form.Row,
    scaling: Form.Row
  ) -> [Form.Row] {
    cells.show(SheetSettings.Cells.all.firstIndex(of: settings.cells) ?? 0)
    columns.value = Double(settings.columns)
    self.rows.value = Double(settings.rows)
    gap.value = settings.gap ?? 0
    marks.isOn = settings.hasMarks
    order.show(Imposition.Order.allCases.firstIndex(of: settings.order) ?? 0)
    sides.show(Imposition.Sides.allCases.firstIndex(of: settings.sides) ?? 0)
    copies.value = Double(settings.copies ?? 1)
    firstCell.value = Double(settings.firstCell)
    var rows = [Form.Row(caption: localized("Cells"), controls: [cells])]
    let isGrid = settings.cells == .grid
    if isGrid {
      rows += [
        Form.Row(caption: localized("Columns"), controls: [columns]),
        Form.Row(caption: localized("Rows"), controls: [self.rows]),
      ]
    }
    var isLabels = false
    if case .labels = settings.cells { isLabels = true }
    if !isLabels { rows += papers }
    if settings.cells != .own { rows.append(scaling) }
    if isGrid { rows.append(margin) }
    if !isLabels { rows.append(Form.Row(caption: localized("Gap"), controls: [gap, bleedGap])) }
    rows += [
      Form.Row(caption: localized("Copies each"), controls: [copies, fullSheet]),
      Form.Row(caption: localized("Order"), controls: [order]),
      Form.Row(caption: language.localized("Sides", context: "printed"), controls: [sides]),
    ]
    rows.append(
      isLabels
        ? Form.Row(caption: localized("First label"), controls: [firstCell]) : Form.Row(controls: [marks]))
    return rows
  }

  /// Returns the choice among the printer's papers, or among common ones.
  private func paperChoice(_ paper: Page, _ media: PrinterMedia?) -> ChoiceSwitch {
    var pages = media?.papers.map(\.page) ?? Page.formats.filter { !$0.isForScreens }.map(\.page)
    if !pages.contains(paper) { pages.append(paper) }
    let choice: ChoiceSwitch
    if let papers, papers.pages == pages {
      choice = papers.choice
    } else {
      choice = ChoiceSwitch(label: localized("Paper"), choices: pages.map(\.measures)) {
        [unowned self] index in
        change { $0.paper = pages[index] }
      }
      papers = (pages, choice)
    }
    choice.show(pages.firstIndex(of: paper) ?? 0)
    return choice
  }
}
