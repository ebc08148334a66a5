import Application
import ArgumentParser
import Catalog
import ColorManagement
import Files
import Images
import Localization
import PosterEditor
import PosterScene
import Posters
import Publishing
import Recording
import Terminal
import Text

struct PosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poster",
    abstract: ProgramLanguage.localized("Create, edit, render and print posters."),
    discussion: ProgramLanguage.localized(
      """
      Examples:
        regalia poster new --text "KEEP/CALM/and/CARRY/ON" -o calm.json
        regalia poster render calm.json -o calm.pdf --bleed 3mm --marks
        regalia poster new --text "HELLO" | regalia poster render - -o hello.png --dpi 150
      """),
    subcommands: [
      NewPosterCommand.self, EditPosterCommand.self, RenderPosterCommand.self, AnimatePosterCommand.self,
      PrintPosterCommand.self, PosterSchemaCommand.self,
      AddPosterCommand.self, ListPostersCommand.self, ShowPosterCommand.self, ExportPosterCommand.self,
      SetPosterCommand.self, RemovePosterCommand.self, PosterBinCommand.self, PosterSchemesCommand.self,
      ExportSetsCommand.self, PosterTemplatesCommand.self, PosterVersionsCommand.self,
    ])

  /// Reads the poster in a file, `-` being standard input; errors include the file's name.
  ///
  /// A document of a newer version is accepted only for viewing.
  static func poster(in file: String, allowsNewer: Bool = false) throws -> Poster {
    let poster = try refusing {
      let bytes = try FileBytes.readArgument(file, atMost: Poster.longestDocument)
      do {
        return try Poster(json: bytes, allowsNewer: allowsNewer)
      } catch {
        throw PosterError(field: "", message: message(Message(error), in: FileBytes.name(of: file)))
      }
    }
    warn(poster.unknownFieldWarnings.map { message($0.message, in: FileBytes.name(of: file)) })
    return poster
  }

  /// Writes a document atomically.
  static func write(_ text: String, to path: String) throws {
    let file = try AtomicFile(path: path)
    try file.write(Array(text.utf8))
    try file.commit()
  }

  /// Runs `body` on a person's input; an invalid input exits the program with 1.
  static func refusing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error
      where error is PosterError || error is FileBytes.Failure || error is DataTable.Fault
      || error is PosterBatch.Refusal || error is GalleryPosters.Refusal || error is ProfileError
      || error is PosterScheme.Refusal || error is TemplateFolder.Refusal || error is PaletteCommand.Refusal
      || error is PosterPicture.TooLarge || error is FilmError || error is TilingError
      || error is ImpositionError
      || error is ExportSets.Refusal || error is ExportRun.Refusal || error is MailPortal.Failure
      || PosterSources.isRefusal(error)
    {
      StandardOutput.complain(ProgramLanguage.localized(error))
      throw ExitCode(1)
    }
  }

  static func warn(_ warnings: [Message]) {
    for warning in warnings {
      StandardOutput.complain(
        ProgramLanguage.localized(Message("warning: {warning}", parts: ["warning": warning])))
    }
  }

  /// Returns a message that begins with the name of its file, poster or table.
  static func message(_ reason: Message, in name: String) -> Message {
    Message("{file}: {reason}", ["file": name], parts: ["reason": reason])
  }
}

struct PosterSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: ProgramLanguage.localized("Print the JSON Schema of poster documents."),
    discussion: ProgramLanguage.localized(
      """
      Example:
        regalia poster schema > poster.schema.json
      """))

  func run() throws {
    var schema = Poster.jsonSchema
    while schema.hasSuffix("\n") { schema.removeLast() }
    try StandardOutput.print(schema)
  }
}

struct PrintPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: ProgramLanguage.localized("Print posters."),
    discussion: ProgramLanguage.localized(
      """
      Posters are sent to CUPS as PDFs, on paper of their size if the printer has it; the program lp must be \
      installed.

      Example:
        regalia poster print calm.json --printer Office
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Poster documents, - for standard input, or ids or titles of posters in the gallery."),
      valueName: "file|name"),
    completion: .postersAndFiles)
  var files: [String]

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The printer; the default is the system's."), valueName: "name"))
  var printer: String?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The number of copies, 1 to 1000."), valueName: "N"))
  var copies: Int = 1

  @OptionGroup var paper: PaperOptions

  @OptionGroup var library: LibraryOptions

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError(ProgramLanguage.localized("Name a poster document.")) }
    guard (1...1000).contains(copies) else {
      throw ValidationError(ProgramLanguage.localized("--copies is from 1 to 1000."))
    }
    if let printer, printer.isEmpty || printer.hasPrefix("-") {
      throw ValidationError(
        ProgramLanguage.localized("--printer is the name of a printer, as lpstat -p lists them."))
    }
  }

  func run() throws {
    let named = NamedPosters(library)
    let posters = try (files + paper.backs).map { try named.source(named: $0).poster }
    var options = try paper.options()
    if let sheet = options.sheetPaper, paper.tiling.margin == nil,
      let margin = PrinterMedia(of: printer)?.margin(on: sheet)
    {
      options.tiling?.margin = margin
      if case .grid = options.imposition?.cells { options.imposition?.margin = margin }
    }
    let warnings = try PosterCommand.refusing {
      try PosterPrinter.send(posters, to: printer, copies: copies, options: options, by: HelperDecoder())
    }
    PosterCommand.warn(warnings)
  }
}

struct EditPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: ProgramLanguage.localized("Edit posters in windows."),
    discussion: ProgramLanguage.localized(
      """
      Changes and their undo steps are saved within a second, so undo works after a poster is opened again. Each \
      poster opens in its own window of one process; Regalia asks before it opens more than \
      {most} windows. With -, the document is read from standard input; Ctrl+S or Ctrl+W \
      then prints it and exits with 0, and Escape without a text being edited exits with 1.

      A click on the crown or Ctrl+Shift+C chooses another crown from the library, an emoji, a picture, or a new \
      design. Dropped pictures become the crown or the background. F1 lists all shortcuts.

      Examples:
        regalia poster edit keep-calm
        regalia poster edit calm.json
        regalia poster edit keep-calm drafts/*.json
        regalia poster new --text "HELLO" | regalia poster edit - > hello.json
        regalia poster edit calm.json --script typing.jsonl --at 2 --snapshot editor.png
      """, ["most": "\(WindowDocument.mostAtOnce)"]))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The ids or titles of posters in the gallery, documents, or - for standard input."),
      valueName: "name|file"),
    completion: .postersAndFiles)
  var names: [String]

  @OptionGroup var options: LibraryOptions

  @OptionGroup var size: WindowSize<PosterEditor>

  @OptionGroup var window: WindowOptions

  func validate() throws {
    guard names.count > 1 else { return }
    if names.contains("-") {
      throw ValidationError(
        ProgramLanguage.localized("Standard input is edited alone; leave out the others."))
    }
    if window.output.isForOneWindow {
      throw ValidationError(
        ProgramLanguage.localized(
          "Only one window can be drawn, described, played or recorded; name one poster."))
    }
  }

  func run() throws {
    let settings = try window.settings(size).leading(nil, PosterEditor.self, isOwn: false)
    guard names.count == 1, let name = names.first else {
      let named = NamedPosters(options)
      let documents = try names.map { name in
        let id =
          try PosterCommand.refusing { try named.isFile(name) }
          ? FilePath(name).resolvingLinks.text : "poster \(name)"
        return ProgramWindows.poster(id: id, like: settings) { try document(name) }
      }
      return try ProgramWindows.run(documents, settings)
    }
    let edited = try PosterCommand.refusing { try document(name) }
    let program = WindowProgram.posterEditor(settings: settings, crowns: .browser) { edited }
    if try window.answer(program) { return }
    let isStream = name == "-"
    if isStream { try StandardOutput.check() }
    let editor = try program.run()
    guard isStream else { return }
    guard editor.isAccepted else { throw ExitCode(1) }
    try StandardOutput.print(String(editor.poster.json.dropLast()))
  }

  private func document(_ name: String) throws -> EditedDocument {
    let named = NamedPosters(options)
    if try named.isFile(name) {
      if name == "-" { return EditedDocument(try PosterCommand.poster(in: name), home: .stream) }
      let document = try EditedDocument(file: name, history: try? options.open(window.output.libraryAccess))
      PosterCommand.warn(
        document.poster.unknownFieldWarnings.map { PosterCommand.message($0.message, in: name) })
      return document
    }
    let library = try opened()
    return try EditedDocument(GalleryPosters(library).entry(named: name), of: library)
  }

  /// Opens the library for writing if there is a window; if that is impossible, for reading.
  private func opened() throws -> Library {
    do {
      return try options.open(window.output.libraryAccess)
    } catch let error as LibraryError where error.reason == .readOnly {
      return try options.open(.reading)
    }
  }
}

struct RenderPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: ProgramLanguage.localized("Write posters as PDF, SVG, PNG, JPEG, WebP or AVIF."),
    discussion: ProgramLanguage.localized(
      """
      Several files become the pages of one PDF. With --data, the file is a template, and a poster is created for \
      each row of a table, whose first line names the columns. In all fields and in -o, {{column}} is replaced by \
      the row's value and {{row}} by its number. "ink": "{{ink}}" accepts a colour, "background": "{{ground}}" the \
      values of --background of poster new, and "crown": "{{crown}}" those of --crown; fields with empty values are \
      omitted. {{name:upper}}, {{name:lower}} and {{name:title}} change the case by the language of the poster; {{n:000}} and \
      {{price:0.00}} format numbers. {{name|Guest}} is Guest without a name, and {{title|}} leaves no trace of an empty \
      title, not even its comma. A PDF whose name has no {{column}} has a page for each row; with --impose, \
      several rows share a sheet. With -o -, the output \
      goes to standard output, in the format given by --to.

      Examples:
        regalia poster render calm.json -o calm.pdf --bleed 3mm --marks
        regalia poster render calm.json -o press.pdf --bleed 3mm --marks --pdfx
        regalia poster render calm.json -o calm.png --width 1200
        regalia poster render calm.json -o calm.jpg --height 1920 --quality 85
        regalia poster render a.json b.json -o both.pdf
        regalia poster render calm.json -o sheets.pdf --tile A4 --size 60x90cm
        regalia poster render badge.json --data people.csv -o 'out/{{name}}.pdf' --jobs 4 --resume
        regalia poster render badge.json --data people.tsv -o badges.pdf --map name='Full name'
        regalia poster render a.json -o cards.pdf --impose card-85x55 --bleed 3mm --marks --back b.json
        regalia poster render badge.json --data people.csv -o badges.pdf --impose badge-54x86 --order stack
        regalia poster render badge.json --data people.csv -o labels.pdf --impose L7160 --first-cell 4

      Exits with 1 if a document, a table or a row is refused.
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Poster documents, - for standard input, or ids or titles of posters in the gallery."),
      valueName: "file|name"),
    completion: .postersAndFiles)
  var files: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      ProgramLanguage.localized("The file to write: {endings}.", ["endings": PosterExport.Format.endings]),
      valueName: "file"),
    completion: .file(extensions: ["pdf", "png", "svg", "jpg", "jpeg", "webp", "avif"]))
  var output: String

  @Option(
    name: [.customLong("to"), .customLong("format")],
    help: ArgumentHelp(ProgramLanguage.localized("The format, regardless of the name.")))
  var namedFormat: PosterExport.Format?

  @OptionGroup var paper: PaperOptions

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The pixels per inch of a picture, 1 to 10000; the default is 300."),
      valueName: "N"))
  var dpi: Double?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The width of a picture, in pixels; its height follows the page."),
      valueName: "N"))
  var width: Int?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The height of a picture, in pixels; its width follows the page."),
      valueName: "N"))
  var height: Int?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The quality of a JPEG, WebP or AVIF, 1 to 100; the default is 90, and 100 is lossless for WebP and AVIF."
      ),
      valueName: "N"))
  var quality: Int?

  @OptionGroup var table: MergeOptions

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The number of posters that are created at the same time."), valueName: "N"))
  var jobs: Int = 1

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Create only the rows of part I of N, counted from 1."), valueName: "I/N"),
    transform: ShardArgument.init(parsing:))
  var shard: ShardArgument?

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Skip rows whose file already exists.")))
  var resume = false

  @OptionGroup var library: LibraryOptions

  /// Whether all rows of a table become the pages of one PDF.
  private var isOnePDF: Bool { table.data != nil && format == .pdf && !output.contains("{") }

  private var format: PosterExport.Format? { namedFormat ?? PosterExport.Format(path: output) }

  func validate() throws {
    guard let format else {
      throw ValidationError(
        ProgramLanguage.localized(
          "The name of the output ends with {endings}, or --to names one of these formats.",
          ["endings": PosterExport.Format.endings]))
    }
    guard table.data == nil || namedFormat == nil else {
      throw ValidationError(
        ProgramLanguage.localized(
          "With --data the name of the output says the format; --to goes with one file."))
    }
    guard paper.pdfx == nil || format == .pdf else {
      throw ValidationError(
        ProgramLanguage.localized("--pdfx makes a PDF; the name of the output ends with .pdf then."))
    }
    guard paper.tile == nil || format == .pdf else {
      throw ValidationError(
        ProgramLanguage.localized("--tile makes a PDF; the name of the output ends with .pdf then."))
    }
    guard paper.impose == nil || format == .pdf else {
      throw ValidationError(
        ProgramLanguage.localized("--impose makes a PDF; the name of the output ends with .pdf then."))
    }
    guard paper.impose == nil || table.data == nil || (jobs == 1 && shard == nil && !resume) else {
      throw ValidationError(
        ProgramLanguage.localized(
          "--impose places all rows in one PDF; --jobs, --shard and --resume go with a file for each row."))
    }
    guard (1...10_000).contains(dpi ?? 300) else {
      throw ValidationError(ProgramLanguage.localized("--dpi is from 1 to 10000."))
    }
    let sides = [width, height].compactMap { $0 }
    guard sides.allSatisfy((1...100_000).contains) else {
      throw ValidationError(ProgramLanguage.localized("--width and --height are from 1 to 100000 pixels."))
    }
    guard sides.count + (dpi == nil ? 0 : 1) <= 1 else {
      throw ValidationError(
        ProgramLanguage.localized("Give only one of --dpi, --width and --height."))
    }
    guard sides.isEmpty || format.picture != nil else {
      throw ValidationError(ProgramLanguage.localized("--width and --height are for pictures."))
    }
    guard quality == nil || format.picture?.hasQuality == true else {
      throw ValidationError(
        ProgramLanguage.localized("--quality is that of a JPEG, WebP or AVIF; other formats lose nothing."))
    }
    guard PictureFormat.qualities.contains(quality ?? PictureFormat.usualQuality) else {
      throw ValidationError(ProgramLanguage.localized("--quality is from 1 to 100."))
    }
    guard (1...256).contains(jobs) else {
      throw ValidationError(ProgramLanguage.localized("--jobs is from 1 to 256."))
    }
    guard table.data != nil || (shard == nil && !resume && jobs == 1) else {
      throw ValidationError(ProgramLanguage.localized("--jobs, --shard and --resume go with --data."))
    }
    guard !isOnePDF || (shard == nil && !resume && jobs == 1) else {
      throw ValidationError(
        ProgramLanguage.localized(
          "--jobs, --shard and --resume make a file for each row; put {row} or a column into its name.",
          ["row": "{row}"]))
    }
    guard isOnePDF || !table.skipsFaults else {
      throw ValidationError(
        ProgramLanguage.localized("--skip-faults goes with one PDF of all rows, whose name has no column."))
    }
  }

  /// Checks the files, after making sure that none of them is the value of an unknown option.
  private func checkFiles() throws {
    if table.data != nil, files.count != 1 {
      throw ValidationError(ProgramLanguage.localized("One template goes with --data."))
    }
    if let format, format != .pdf, files.count != 1 {
      throw ValidationError(
        ProgramLanguage.localized(
          "Only a PDF holds several posters; name one poster for {format}.", ["format": format.title]))
    }
    guard files.count(where: { $0 == "-" }) + (table.data == "-" ? 1 : 0) <= 1 else {
      throw ValidationError(ProgramLanguage.localized("Standard input can be read once."))
    }
  }

  func run() throws {
    try checkFiles()
    let named = NamedPosters(library)
    var options = try paper.options()
    options.pixelsPerInch = dpi ?? options.pixelsPerInch
    options.quality = quality ?? options.quality
    options.pixels = width.map(PosterExport.Pixels.wide) ?? height.map(PosterExport.Pixels.high)
    let cache = UserFolders().programCache
    do {
      if let data = table.data {
        let template = try named.template(named: files[0])
        try renderRows(
          of: template, data: data, options: options, back: paper.back(named), cacheDirectory: cache)
      } else if let format {
        let posters = try (files + paper.backs).map { try named.source(named: $0).poster }
        let export = PosterExport(options: options, cacheDirectory: cache, by: HelperDecoder())
        Interruption.watch()
        let warnings = try PosterCommand.refusing { try export.write(posters, to: output, as: format) }
        PosterCommand.warn(warnings.map(\.message))
      }
    } catch let interruption as Interruption {
      interruption.endProgram()
    }
  }

  private func renderRows(
    of template: MergeTemplate, data: String, options: PosterExport.Options, back: Poster?,
    cacheDirectory: String?
  ) throws {
    let merge = try table.merge(template, data: data)
    if isOnePDF || options.imposition != nil {
      return try renderDocument(of: merge, data: data, options: options, back: back)
    }
    let batch = try PosterCommand.refusing {
      try PosterBatch(
        merge, pattern: output, shard: shard?.shard ?? .whole, options: options,
        cacheDirectory: cacheDirectory, by: HelperDecoder())
    }
    // Until here a signal ends the program at once, also while it reads a long table.
    Interruption.watch()
    let outcome = try batch.run(threads: jobs, resumes: resume)
    MergeOptions.report(outcome, of: data)
    guard outcome.failures.isEmpty else {
      let isNone = outcome.failures.count == batch.count
      StandardOutput.complain(
        isNone
          ? ProgramLanguage.localized("no poster was made")
          : ProgramLanguage.localized(
            "{failed} of {count} poster was not made; the others are there",
            plural: "{failed} of {count} posters were not made; the others are there", count: batch.count,
            ["failed": "\(outcome.failures.count)"])
      )
      throw ExitCode(1)
    }
  }

  private func renderDocument(
    of merge: Merge, data: String, options: PosterExport.Options, back: Poster?
  ) throws {
    Interruption.watch()
    var line = ProgressLine(ProgramLanguage.localized("Pages"), unit: "rows", count: merge.table.count)
    let (bytes, outcome) = try MergeOptions.whole(of: data) {
      try merge.document(
        titled: FilePath(output).stem, options: options, back: back, skipsFaults: table.skipsFaults,
        by: HelperDecoder()
      ) { done in
        line.update(done: done)
        try Interruption.check()
      }
    }
    try AtomicFile.write(bytes, to: output)
    MergeOptions.report(outcome, of: data)
  }
}

extension PosterExport.Format: ExpressibleByArgument {}

/// The area around the page, and the form of letters.
struct PaperOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The bleed, such as 3mm; the default is the poster's own."),
      valueName: "length"),
    transform: LengthArgument.init(parsing:))
  var bleed: LengthArgument?

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Add crop and registration marks to a PDF.")))
  var marks = false

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Convert letters to outlines, so that no fonts are embedded.")))
  var outlines = false

  @Option(
    defaultAsFlag: "", parsing: .next,
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Make the PDF for a press, as PDF/X-4 with all colours in its inks: the file of a CMYK ICC profile, or the name of an installed one; the default is coated FOGRA39."
      ), valueName: "profile"),
    completion: .file(extensions: ["icc", "icm"]))
  var pdfx: String?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Divide each page over sheets of paper, as regalia tile does: A4, Letter, 210x297mm, 'A3 landscape'."),
      valueName: "paper"), completion: TilingPaper.completion, transform: TilingPaper.init(parsing:))
  var tile: TilingPaper?

  @OptionGroup var tiling: TilingOptions

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Place several posters on a sheet, in cells: columns x rows such as 3x2, a size such as 85x55mm, card-85x55, ticket-a7 or badge-54x86, own for the size of the posters, or a label sheet such as L7160 or 3474."
      ),
      valueName: "cells"),
    completion: .list(ImpositionCells.names), transform: ImpositionCells.init(parsing:))
  var impose: ImpositionCells?

  @OptionGroup var imposition: ImpositionOptions

  func validate() throws {
    guard tile == nil || impose == nil else {
      throw ValidationError(
        ProgramLanguage.localized("One of --tile and --impose says how posters are placed on sheets."))
    }
    guard impose != nil || !imposition.isUsed else {
      throw ValidationError(
        ProgramLanguage.localized(
          "--paper, --gap, --scaling, --order, --sides, --back, --repeat and --first-cell go with --impose, which names the cells."
        ))
    }
    guard tile != nil || !tiling.isUsed || impose != nil && tiling.isMarginAlone else {
      throw ValidationError(
        ProgramLanguage.localized(
          "--overlap, --margin, --sheets, --size and --blank-sheets go with --tile, which names the paper; --margin with --impose as well."
        ))
    }
    guard tile == nil || !marks else {
      throw ValidationError(
        ProgramLanguage.localized("Sheets of --tile have marks of their own; leave out --marks."))
    }
  }

  /// The poster that is the back of all others, as a list.
  var backs: [String] { impose == nil ? [] : imposition.back.map { [$0] } ?? [] }

  /// Returns the poster that is the back of all others.
  func back(_ named: NamedPosters) throws -> Poster? {
    try backs.first.map { try named.source(named: $0).poster }
  }

  /// Returns the options. Throws if the profile is unusable, for instance if a poster file was given in its place.
  func options() throws -> PosterExport.Options {
    var options = PosterExport.Options()
    options.bleed = bleed?.millimetres
    options.hasMarks = marks
    options.outlines = outlines
    options.tiling = tile.map(tiling.options)
    options.imposition = try impose.map {
      try imposition.options($0, margin: tiling.margin, marks: marks)
    }
    guard let pdfx else { return options }
    let profile = try PosterCommand.refusing { try InstalledProfiles().profile(named: pdfx) }
    if pdfx.isEmpty, !InstalledProfiles.isUsual(profile) {
      PosterCommand.warn([
        Message(
          "pdfx: no profile of coated FOGRA39 is installed; the colours are for “{profile}”",
          ["profile": profile.name])
      ])
    }
    options.press = profile
    return options
  }
}

/// A length such as `3mm`; without a unit it is in millimetres.
struct LengthArgument {
  let millimetres: Double

  init(parsing text: String) throws {
    guard let number = Self.millimetres(text), (0...PrintSheet.largestBleed).contains(number) else {
      throw ValidationError(
        ProgramLanguage.localized("A bleed is a length such as 3mm or 0.125in, up to 100mm."))
    }
    millimetres = number
  }

  /// Returns a length with its unit in millimetres, or nil if it is not a length.
  static func millimetres(_ text: String) -> Double? {
    let units = [("mm", 1.0), ("cm", 10), ("in", 25.4), ("pt", 25.4 / 72)]
    let unit = units.first { text.hasSuffix($0.0) }
    return Double(text.dropLast(unit?.0.count ?? 0)).map { $0 * (unit?.1 ?? 1) }
  }
}

/// A part of the rows of a table, such as `2/8`.
struct ShardArgument {
  let shard: PosterBatch.Shard

  init(parsing text: String) throws {
    guard let shard = PosterBatch.Shard(text) else {
      throw ValidationError(ProgramLanguage.localized("A shard is I/N, such as 2/8, I from 1 to N."))
    }
    self.shard = shard
  }
}

/// Posters named on a command line by a file or by their name in the gallery. A path has a separator or an extension; any
/// other name is that of a poster.
final class NamedPosters {
  private let options: LibraryOptions
  private let access: Library.Access
  /// The gallery for looking up names: opened once, never created, and without warnings.
  private lazy var known = try? GalleryPosters(LibraryPlace.open(named: options.library, access: .reading))

  init(_ options: LibraryOptions, access: Library.Access = .reading) {
    self.options = options
    self.access = access
  }

  /// A poster and, if it is in the gallery, its entry there.
  struct Source {
    let poster: Poster
    let entry: GalleryPosters.Entry?

    /// Returns the document, in its original form if a newer Regalia has written it.
    func document(named name: String) throws -> String {
      guard poster.newerVersion != nil else { return poster.json }
      let bytes = try entry?.record.document ?? FileBytes.readArgument(name, atMost: Poster.longestDocument)
      let text = String(decoding: bytes, as: UTF8.self)
      return text.hasSuffix("\n") ? text : text + "\n"
    }

    /// Returns the poster for changing; throws if a newer Regalia has written it.
    func changeable() throws -> Poster {
      guard let newer = poster.newerVersion else { return poster }
      throw PosterError(
        field: "version",
        message: Message(
          "{reason}, so it can be shown and rendered here, but not changed", parts: ["reason": newer.message])
      )
    }
  }

  func gallery() throws -> GalleryPosters { GalleryPosters(try options.open(access)) }

  func source(named name: String) throws -> Source {
    try PosterCommand.refusing {
      if try isFile(name) {
        return Source(poster: try PosterCommand.poster(in: name, allowsNewer: true), entry: nil)
      }
      let gallery = try gallery()
      let entry: GalleryPosters.Entry
      do {
        entry = try gallery.entry(named: name)
      } catch  where FileBytes.exists(name) {
        throw PosterError(
          field: "",
          message: Message(
            "{error}; the file of this name is ./{name}", ["name": name], parts: ["error": Message(error)]))
      }
      let poster = try gallery.poster(of: entry, allowsNewer: true)
      if poster.newerVersion != nil {
        PosterCommand.warn(
          poster.unknownFieldWarnings.map { PosterCommand.message($0.message, in: entry.record.id) })
      }
      return Source(poster: poster, entry: entry)
    }
  }

  /// Returns a document in which names in braces are placeholders for the values of a row.
  func template(named name: String) throws -> MergeTemplate {
    try PosterCommand.refusing {
      let (bytes, source): ([UInt8], String)
      if try isFile(name) {
        bytes = try FileBytes.readArgument(name, atMost: Poster.longestDocument)
        source = FileBytes.name(of: name)
      } else {
        let entry = try gallery().entry(named: name)
        (bytes, source) = (entry.record.document, entry.record.id)
      }
      do {
        return try MergeTemplate(json: bytes)
      } catch {
        throw PosterError(field: "", message: PosterCommand.message(Message(error), in: source))
      }
    }
  }

  /// Returns whether a name stands for a file or standard input instead of a poster in the gallery.
  ///
  /// Throws if both exist, since a title may contain a full stop.
  func isFile(_ name: String) throws -> Bool {
    if GalleryPosters.prefixed(name) != nil { return false }
    if name == "-" || name.contains("/") { return true }
    guard FileBytes.isPath(name), FileBytes.exists(name) else { return name.hasSuffix(".json") }
    // A library that cannot be opened has no poster of this name.
    guard (try? known?.entry(named: name)) == nil else {
      throw PosterError(
        field: "",
        message: Message(
          "“{name}” is a file and a poster in the gallery; write ./{name} or {prefix}{name}",
          ["name": name, "prefix": GalleryPosters.prefix]))
    }
    return true
  }
}
