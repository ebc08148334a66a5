import ArgumentParser
import Posters

/// The options for dividing a picture larger than the paper over sheets.
struct TilingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The strip that neighbouring sheets share, such as 15mm; the default is 10mm, and with 0 their edges meet.",
      valueName: "length"), transform: { try TilingLength("--overlap", $0, in: Tiling.Options.overlaps) })
  var overlap: TilingLength?

  @Option(
    help: ArgumentHelp(
      "The unprintable margin of the printer, such as 4mm; the default is 5mm.",
      valueName: "length"), transform: { try TilingLength("--margin", $0, in: Tiling.Options.margins) })
  var margin: TilingLength?

  @Option(
    help: ArgumentHelp(
      "Scale the page to a number of columns and rows of sheets, such as 4x4.", valueName: "CxR"),
    transform: TilingCount.init(parsing:))
  var sheets: TilingCount?

  @Option(
    help: ArgumentHelp(
      "Scale the page to fit a size, without its bleed: 60x90cm, or a paper such as A1.",
      valueName: "size"),
    completion: .list(Page.formats.map(\.name)), transform: TilingSize.init(parsing:))
  var size: TilingSize?

  @Flag(help: "Keep blank sheets.")
  var blankSheets = false

  /// Whether any option is given.
  var isUsed: Bool { overlap != nil || margin != nil || sheets != nil || size != nil || blankSheets }

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
        ProgramLanguage.localized("--size: {reason}.", ["reason": error.message]))
    }
  }
}
