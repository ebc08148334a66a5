import Publishing
import ArgumentParser
import Posters
import Files
import Text
import Terminal

struct RenderPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Write posters as PDF, PNG or SVG.",
    discussion: """
      Several files become the pages of one PDF. With --data the one file is a template of which a poster is made \
      for each row of a table: {column} in any of its fields and in -o stands for the row's value, {row} for its \
      number. The first line of the table names the columns. "ink": "{ink}" takes a colour, "background": "{ground}" \
      what --background of poster new takes, "crown": "{crown}" what --crown takes; a field whose value is empty is \
      left out. With -o - a poster goes to standard output, in the format that --to names.

      Examples:
        regalia poster render calm.json -o calm.pdf --bleed 3mm --marks
        regalia poster render calm.json -o press.pdf --bleed 3mm --marks --pdfx
        regalia poster render calm.json -o calm.png --width 1200
        regalia poster render a.json b.json -o both.pdf
        regalia poster render badge.json --data people.csv -o 'out/{name}.pdf' --jobs 4 --resume

      Exits with 1 when a document or table is refused or when some rows of a table failed.
      """)

  @Argument(
    help: ArgumentHelp(
      "Poster documents, - being standard input, or ids or titles of posters on the wall.",
      valueName: "file|name"),
    completion: .postersAndFiles)
  var files: [String]

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write: .pdf, .png or .svg.", valueName: "file"),
    completion: .file(extensions: ["pdf", "png", "svg"]))
  var output: String

  @Option(name: .customLong("to"), help: "The format, whatever the name.")
  var namedFormat: PosterExport.Format?

  @OptionGroup var paper: PaperOptions

  @Option(help: ArgumentHelp("Pixels to the inch of a PNG, 1 to 10000; 300 by itself.", valueName: "N"))
  var dpi: Double?

  @Option(help: ArgumentHelp("The width of a PNG, in pixels; its height follows the page.", valueName: "N"))
  var width: Int?

  @Option(help: ArgumentHelp("The height of a PNG, in pixels; its width follows the page.", valueName: "N"))
  var height: Int?

  @Option(
    help: ArgumentHelp("Make a poster for each row of this table, a CSV file.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var data: String?

  @Option(help: ArgumentHelp("How many posters are made at a time.", valueName: "N"))
  var jobs: Int = 1

  @Option(
    help: ArgumentHelp("Make only the rows of part I of N, I from 1.", valueName: "I/N"),
    transform: ShardArgument.init(parsing:))
  var shard: ShardArgument?

  @Flag(help: "Leave out the rows whose file is there already.")
  var resume = false

  @OptionGroup var library: LibraryOptions

  private var format: PosterExport.Format? { namedFormat ?? PosterExport.Format(path: output) }

  func validate() throws {
    guard let format else {
      throw ValidationError(
        ProgramLanguage.localized(
          "The name of the output ends with .pdf, .png or .svg, or --to names one of these formats."))
    }
    guard data == nil || namedFormat == nil else {
      throw ValidationError(
        ProgramLanguage.localized(
          "With --data the name of the output says the format; --to goes with one file."))
    }
    guard paper.pdfx == nil || format == .pdf else {
      throw ValidationError("--pdfx makes a PDF; the name of the output ends with .pdf then.")
    }
    guard (1...10_000).contains(dpi ?? 300) else { throw ValidationError("--dpi is from 1 to 10000.") }
    let sides = [width, height].compactMap { $0 }
    guard sides.allSatisfy((1...100_000).contains) else {
      throw ValidationError("--width and --height are from 1 to 100000 pixels.")
    }
    guard sides.count + (dpi == nil ? 0 : 1) <= 1 else {
      throw ValidationError("One of --dpi, --width and --height says how large a PNG is.")
    }
    guard sides.isEmpty || format == .png else {
      throw ValidationError("--width and --height are those of a PNG.")
    }
    guard (1...256).contains(jobs) else { throw ValidationError("--jobs is from 1 to 256.") }
    guard data != nil || (shard == nil && !resume && jobs == 1) else {
      throw ValidationError("--jobs, --shard and --resume go with --data.")
    }
  }

  /// Looks at the files, once it is known that no word among them is the value of an option that there is not.
  private func checkFiles() throws {
    if data != nil, files.count != 1 { throw ValidationError("One template goes with --data.") }
    if let format, format != .pdf, files.count != 1 {
      throw ValidationError("Several posters become one PDF; a \(format.rawValue.uppercased()) has one.")
    }
    guard files.count(where: { $0 == "-" }) + (data == "-" ? 1 : 0) <= 1 else {
      throw ValidationError("Standard input can be read once.")
    }
  }

  func run() throws {
    try checkFiles()
    let named = NamedPosters(library)
    var options = try paper.options()
    options.pixelsPerInch = dpi ?? options.pixelsPerInch
    options.pixels = width.map(PosterExport.Pixels.wide) ?? height.map(PosterExport.Pixels.high)
    let cache = UserFolders().programCache
    Interruption.watch()
    do {
      if let data {
        let template = try named.template(named: files[0])
        try renderRows(of: template, data: data, options: options, cacheDirectory: cache)
      } else if let format {
        let posters = try files.map { try named.source(named: $0).poster }
        let export = PosterExport(options: options, cacheDirectory: cache)
        let warnings = try PosterCommand.refusing { try export.write(posters, to: output, as: format) }
        PosterCommand.warn(warnings.map(\.description))
      }
    } catch let interruption as Interruption {
      interruption.endProgram()
    }
  }

  private func renderRows(
    of template: MergeTemplate, data: String, options: PosterExport.Options, cacheDirectory: String?
  ) throws {
    let batch = try PosterCommand.refusing {
      let table: CSVTable
      do {
        table = try CSVTable(try FileBytes.readArgument(data, atMost: 256 << 20, check: CSVTable.check()))
      } catch let fault as CSVTable.Fault {
        throw PosterBatch.Refusal(description: "\(FileBytes.name(of: data)): \(fault)")
      }
      return try PosterBatch(
        template, table: table, pattern: output, shard: shard?.shard ?? .whole, options: options,
        cacheDirectory: cacheDirectory)
    }
    let outcome = try batch.run(threads: jobs, resumes: resume)
    let name = FileBytes.name(of: data)
    PosterCommand.warn(outcome.warnings.map { "\(name): \($0)" })
    for failure in outcome.failures { StandardOutput.complain("\(name): \(failure)") }
    guard outcome.failures.isEmpty else {
      let isNone = outcome.failures.count == batch.count
      StandardOutput.complain(
        isNone
          ? "no poster was made"
          : "\(outcome.failures.count) of \(batch.count) posters were not made; the others are there"
      )
      throw ExitCode(1)
    }
  }
}

extension PosterExport.Format: ExpressibleByArgument {}
