import Application
import ArgumentParser
import Files
import Posters
import Publishing

struct ImposeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "impose",
    abstract: ProgramLanguage.localized("Place the pages of PDFs several to a sheet."),
    discussion: ProgramLanguage.localized(
      """
      A page without its bleed, its trim box, is as large as its cell or fitted into it. Vectors, fonts and colours are \
      preserved, and the bleed where there is room for it. A single page fills the sheet.

      Examples:
        regalia impose card.pdf -o cards.pdf --cells card-85x55 --marks
        regalia impose labels.pdf -o sheets.pdf --cells L7160 --first-cell 4
        regalia impose tickets.pdf -o sheets.pdf --cells 2x5 --order stack --back terms.pdf

      Exits with 1 if a PDF is encrypted or damaged, or if its pages do not fit.
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The PDFs, whose pages follow each other; - is standard input."),
      valueName: "file"),
    completion: .file(extensions: ["pdf"]))
  var files: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      ProgramLanguage.localized("The PDF to write; - is standard output."), valueName: "file"),
    completion: .file(extensions: ["pdf"]))
  var output: String

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The cells: columns x rows such as 3x2, a size such as 85x55mm, card-85x55, ticket-a7 or badge-54x86, own for the size of the pages, or a label sheet such as L7160 or 3474. The default is own."
      ),
      valueName: "cells"),
    completion: .list(ImpositionCells.names), transform: ImpositionCells.init(parsing:))
  var cells: ImpositionCells?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The edge of the paper without cells, such as 4mm; the default is 5mm for columns and rows, and none otherwise."
      ),
      valueName: "length"), transform: { try TilingLength("--margin", $0, in: Imposition.Options.margins) })
  var margin: TilingLength?

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Add lines at which the sheet is cut.")))
  var marks = false

  @OptionGroup var imposition: ImpositionOptions

  /// The limit on a file's length, in bytes.
  private static let largest = 1 << 30

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError(ProgramLanguage.localized("Name a PDF.")) }
  }

  func run() throws {
    let options = try imposition.options(
      cells ?? ImpositionCells(parsing: "own"), margin: margin, marks: marks)
    let (bytes, warning) = try PosterCommand.refusing {
      let pdf = try reading(files[0]) { try PlacedPDF($0) }
      for file in files.dropFirst() { try reading(file) { try pdf.append($0) } }
      if let back = imposition.back { try reading(back) { try pdf.append($0, atMost: 1) } }
      let warning = pdf.overprintWarning
      return (try pdf.document(Imposition(pdf.pages, options: options)), warning)
    }
    try AtomicFile.write(bytes, to: output)
    PosterCommand.warn([warning].compactMap { $0 })
  }

  /// Reads a PDF; a fault names the file.
  private func reading<Result>(_ file: String, _ take: ([UInt8]) throws -> Result) throws -> Result {
    do {
      return try take(try FileBytes.readArgument(file, atMost: Self.largest))
    } catch let fault as PlacedPDF.Fault {
      throw PosterError(field: FileBytes.name(of: file), message: fault.message)
    }
  }
}
