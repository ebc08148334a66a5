import Controls
import Geometry
import Posters
import Publishing

/// The rows of an export that set the paper of its sheets and its printed size.
final class TilingRows {
  private let session: EditorSession
  private let change: ((inout ExportSettings) -> Void) -> Void
  private let words = Words()

  private lazy var paper = ChoiceSwitch(
    label: localized("Tile"), choices: [localized("Off")] + TilingSettings.papers.map(\.title)
  ) { [unowned self] index in
    change { $0.tiling.paper = index == 0 ? nil : TilingSettings.papers[index - 1].name }
  }
  private lazy var orientation = ChoiceSwitch(
    label: localized("Turned"),
    choices: [localized("Fewest sheets"), localized("Portrait"), localized("Landscape")]
  ) { [unowned self] index in
    change { $0.tiling.orientation = index == 0 ? nil : Tiling.Orientation.allCases[index - 1] }
  }
  private lazy var overlap = NumberField(
    label: localized("Overlap"), range: Tiling.Options.overlaps, value: 10, step: 1, decimals: 1, unit: "mm",
    clipboard: session.clipboard
  ) { [unowned self] value, phase in if phase == .final { change { $0.tiling.overlap = value } } }
  private lazy var width = NumberField(
    label: localized("Width"), range: TilingSettings.widths, value: 10, step: 1, decimals: 1, unit: "cm",
    clipboard: session.clipboard
  ) { [unowned self] value, phase in if phase == .final { change { $0.tiling.size = .width(value) } } }
  private lazy var columns = NumberField(
    label: localized("Sheets wide"), range: TilingSettings.columns, value: 1, clipboard: session.clipboard
  ) { [unowned self] value, phase in if phase == .final { change { $0.tiling.size = .columns(Int(value)) } } }
  private lazy var ownSize = Button(localized("Own size"), kind: .plain) { [unowned self] _ in
    change { $0.tiling.size = .own }
  }

  /// Creates rows; `change` receives the person's choices.
  init(_ session: EditorSession, change: @escaping ((inout ExportSettings) -> Void) -> Void) {
    (self.session, self.change) = (session, change)
  }

  private func localized(_ text: StaticString) -> String { session.interface.language.localized(text) }

  /// Returns the rows for some settings, and the tiling if the poster is divided.
  func rows(_ settings: ExportSettings) -> (rows: [Form.Row], tiling: Tiling?) {
    paper.show(
      settings.tiling.paper.flatMap { name in
        TilingSettings.papers.firstIndex { $0.name == name }.map { $0 + 1 }
      } ?? 0)
    var rows = [Form.Row(caption: localized("Tile"), controls: [paper])]
    guard let options = settings.options.tiling else { return (rows, nil) }
    let sheet = settings.options.sheet(for: [session.poster])
    let page = session.draft.layout.page
    let bleed = sheet.bleedInPoints
    let trim = Rect(x: bleed, y: bleed, width: page.width, height: page.height)
    var tiling: Tiling?
    do throws(TilingError) {
      let made = try Tiling(page.outset(by: bleed).size, trim: trim, options: options)
      words.text = session.interface.language.localized(made.summary)
      words.isFault = false
      width.value = made.trim.width / Page.pointsPerMillimetre / 10
      columns.value = Double(made.columns)
      tiling = made
    } catch {
      words.text = session.interface.language.localized(error.message)
      words.isFault = true
    }
    overlap.value = settings.tiling.overlap
    let turned = settings.tiling.orientation.flatMap(Tiling.Orientation.allCases.firstIndex)
    orientation.show(turned.map { $0 + 1 } ?? 0)
    rows += [
      Form.Row(controls: [words], height: Words.height(lines: tiling == nil ? 4 : 1)),
      Form.Row(caption: localized("Turned"), controls: [orientation]),
      Form.Row(caption: localized("Overlap"), controls: [overlap]),
      Form.Row(caption: localized("Width"), controls: [width, ownSize]),
      Form.Row(caption: localized("Sheets wide"), controls: [columns]),
    ]
    return (rows, tiling)
  }
}

/// The paper of an export's sheets, and its printed size.
struct TilingSettings: Hashable {
  /// The printed size of the poster.
  enum Size: Hashable {
    /// The size of its page.
    case own
    /// A width in centimetres.
    case width(Double)
    /// A width in sheets.
    case columns(Int)
  }

  /// The name of the paper; nil keeps the poster whole.
  var paper: String?
  /// The orientation of the paper; nil chooses the one that needs fewer sheets.
  var orientation: Tiling.Orientation?
  /// The width of the strip that neighbouring sheets share, in millimetres.
  var overlap = 10.0
  /// The printed size of the poster.
  var size = Size.own

  /// The available papers.
  static let papers = Page.formats.filter { !$0.isForScreens }
  /// The range of widths, in centimetres.
  static let widths = 1.0...2000.0
  /// The range of the number of columns of sheets.
  static let columns = 1.0...100.0

  /// The tiling options, or nil if the poster is not divided.
  var options: Tiling.Options? {
    guard let format = Self.papers.first(where: { $0.name == paper }) else { return nil }
    var options = Tiling.Options(paper: format.page)
    (options.orientation, options.overlap) = (orientation, overlap)
    switch size {
    case .own: break
    case .width(let width): options.scaling = .within(width: 10 * width, height: .infinity)
    case .columns(let columns): options.scaling = .sheets(columns: columns, rows: Tiling.mostSheets)
    }
    return options
  }
}
