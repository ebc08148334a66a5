import ArgumentParser
import Posters

/// The options for dividing a picture larger than the paper over sheets.
struct TilingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The strip that neighbouring sheets share, such as 15mm; the default is 10mm, and with 0 their edges meet."
      ),
      valueName: "length"), transform: { try TilingLength("--overlap", $0, in: Tiling.Options.overlaps) })
  var overlap: TilingLength?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The unprintable margin of the printer, such as 4mm; the default is 5mm."),
      valueName: "length"), transform: { try TilingLength("--margin", $0, in: Tiling.Options.margins) })
  var margin: TilingLength?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Scale the page to a number of columns and rows of sheets, such as 4x4."),
      valueName: "CxR"),
    transform: TilingCount.init(parsing:))
  var sheets: TilingCount?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Scale the page to fit a size, without its bleed: 60x90cm, or a paper such as A1."),
      valueName: "size"),
    completion: .list(Page.formats.map(\.name)), transform: TilingSize.init(parsing:))
  var size: TilingSize?

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Keep blank sheets.")))
  var blankSheets = false

  /// Whether any option is given.
  var isUsed: Bool { overlap != nil || margin != nil || sheets != nil || size != nil || blankSheets }

  /// Whether the margin is the only option given, which pages that are placed several to a sheet have as well.
  var isMarginAlone: Bool { margin != nil && overlap == nil && sheets == nil && size == nil && !blankSheets }

  func validate() throws {
    guard sheets == nil || size == nil else {
      throw ValidationError(
        ProgramLanguage.localized("One of --sheets and --size says how large it becomes."))
    }
  }

  /// Returns the tiling options for a paper.
  func options(on paper: TilingPaper) -> Tiling.Options {
    var options = paper.options
    options.overlap = overlap?.millimetres ?? options.overlap
    options.margin = margin?.millimetres ?? options.margin
    options.keepsBlankSheets = blankSheets
    if let sheets { options.scaling = .sheets(columns: sheets.columns, rows: sheets.rows) }
    if let page = size?.page { options.scaling = .within(width: page.width, height: page.height) }
    return options
  }
}

/// The paper of the sheets.
struct TilingPaper {
  let options: Tiling.Options

  init(parsing text: String) throws {
    do {
      options = try Tiling.Options(paperNamed: text)
    } catch {
      throw ValidationError(
        ProgramLanguage.localized(
          "{text} is no paper; write {papers}, with “landscape” or “portrait” after it where you like, or a size such as 210x297mm.",
          ["text": text, "papers": Page.names(isForScreens: false)]))
    }
  }

  /// The values that shell completion suggests.
  static var completion: CompletionKind { .list(Page.formats.filter { !$0.isForScreens }.map(\.name)) }
}

/// A length such as `10mm`, in millimetres by default.
struct TilingLength {
  let millimetres: Double

  init(_ option: String, _ text: String, in range: ClosedRange<Double>) throws {
    guard let millimetres = LengthArgument.millimetres(text), range.contains(millimetres) else {
      throw ValidationError(
        ProgramLanguage.localized(
          "{option} is a length such as 10mm or 0.5in, up to {most}mm.",
          ["option": option, "most": String(Int(range.upperBound))]))
    }
    self.millimetres = millimetres
  }
}

/// The number of columns and rows of sheets, such as `4x4`.
struct TilingCount {
  let columns: Int
  let rows: Int

  init(parsing text: String) throws {
    let numbers = text.lowercased().split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" }
      .map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], columns > 0, rows > 0,
      columns <= Tiling.mostSheets, rows <= Tiling.mostSheets, columns * rows <= Tiling.mostSheets
    else {
      throw ValidationError(
        ProgramLanguage.localized(
          "--sheets is columns x rows, such as 4x3, {most} sheets at most.",
          ["most": String(Tiling.mostSheets)]
        ))
    }
    (self.columns, self.rows) = (columns, rows)
  }
}

/// The size of the printed picture.
struct TilingSize {
  let page: Page

  init(parsing text: String) throws {
    do {
      page = try Page(parsing: text)
    } catch {
      throw ValidationError(
        ProgramLanguage.localized(
          "--size: {reason}.", ["reason": ProgramLanguage.localized(error.reason)]))
    }
  }
}

/// The options for placing pages on sheets, several to a sheet.
struct ImpositionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The paper of the sheets of --impose, such as A4 or 'A3 landscape'. The default is A4; a label sheet has its own."
      ),
      valueName: "paper"),
    completion: TilingPaper.completion, transform: TilingPaper.init(parsing:))
  var paper: TilingPaper?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The distance between cells, such as 4mm or 0. The default has room for the bleed of both."),
      valueName: "length"), transform: { try TilingLength("--gap", $0, in: Imposition.Options.gaps) })
  var gap: TilingLength?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The size of a poster in its cell: its own, fitted into the cell, or covering it. The default is fit."
      )))
  var scaling: Imposition.Scaling?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The order of the cells: row by row, column by column, or so that cut piles put on each other are in order."
      ))
  )
  var order: Imposition.Order?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The printed sides: the front, both with every second poster as a back, or both from one form (work and turn)."
      ),
      valueName: "sides"))
  var sides: Imposition.Sides?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The poster that is the back of all others; for regalia impose a PDF, of which the first page is taken."
      ),
      valueName: "file|name"),
    completion: .postersAndFiles)
  var back: String?

  @Option(
    name: .customLong("repeat"),
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The number of copies of each poster, 1 to 10000. By default, a single poster fills the sheet, and several are placed once."
      ),
      valueName: "N"))
  var copies: Int?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The first cell to use, counted from 1, if earlier labels of the sheet are missing."), valueName: "N")
  )
  var firstCell: Int?

  /// Whether any option is given.
  var isUsed: Bool {
    paper != nil || gap != nil || scaling != nil || order != nil || sides != nil || back != nil
      || copies != nil
      || firstCell != nil
  }

  func validate() throws {
    guard copies.map(Imposition.Options.copies.contains) ?? true else {
      throw ValidationError(
        ProgramLanguage.localized(
          "--repeat is from 1 to {most}.", ["most": String(Imposition.Options.copies.upperBound)]))
    }
    guard firstCell.map({ $0 > 0 }) ?? true else {
      throw ValidationError(ProgramLanguage.localized("--first-cell is a number from 1."))
    }
    guard back == nil || sides != .front else {
      throw ValidationError(ProgramLanguage.localized("--back goes with --sides both or work-and-turn."))
    }
  }

  /// Returns the options for placing pages in cells.
  func options(_ cells: ImpositionCells, margin: TilingLength?, marks: Bool) throws -> Imposition.Options {
    let tiling = try (paper ?? TilingPaper(parsing: "A4")).options
    var options = Imposition.Options(paper: tiling.paper)
    (options.orientation, options.cells) = (tiling.orientation, cells.cells)
    (options.gap, options.margin, options.hasMarks) = (gap?.millimetres, margin?.millimetres, marks)
    options.scaling = scaling ?? options.scaling
    options.order = order ?? options.order
    options.hasCommonBack = back != nil
    options.sides = sides ?? (back == nil ? .front : .both)
    options.copies = copies
    options.firstCell = firstCell ?? 1
    return options
  }
}

extension Imposition.Scaling: ExpressibleByArgument {}
extension Imposition.Order: ExpressibleByArgument {}
extension Imposition.Sides: ExpressibleByArgument {}

/// The cells of a sheet: `3x2`, `own`, a size, or the name of a label sheet or card.
struct ImpositionCells {
  let cells: Imposition.Cells

  /// All names.
  static let names = ["own"] + CardSize.all.map(\.name) + LabelSheet.all.map(\.name)

  init(parsing text: String) throws {
    let word = text.lowercased()
    let numbers = word.split(omittingEmptySubsequences: false) { $0 == "x" || $0 == "×" }.map { Int($0) }
    if word == "own" {
      cells = .own
    } else if let sheet = LabelSheet.named(word) {
      cells = .labels(sheet)
    } else if let card = CardSize.all.first(where: { $0.name == word }) {
      cells = .size(card.page)
    } else if numbers.count == 2, let columns = numbers[0], let rows = numbers[1] {
      guard Imposition.Options.counts.contains(columns), Imposition.Options.counts.contains(rows) else {
        throw ValidationError(
          ProgramLanguage.localized(
            "--impose takes up to {most} columns and rows; a size has a unit, such as 85x55mm.",
            ["most": String(Imposition.Options.counts.upperBound)]))
      }
      cells = .grid(columns: columns, rows: rows)
    } else if let page = try? Page(parsing: text) {
      cells = .size(page)
    } else {
      throw ValidationError(
        ProgramLanguage.localized(
          "{text} are no cells; write columns x rows such as 3x2, a size such as 85x55mm, or one of {names}.",
          ["text": text, "names": Self.names.joined(separator: ", ")]))
    }
  }
}
