import Application
import ArgumentParser
import Files
import Posters
import Publishing
import Terminal
import Typography

struct TileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tile",
    abstract: ProgramLanguage.localized("Divide the pages of a PDF over sheets of paper."),
    discussion: ProgramLanguage.localized(
      """
      Each sheet has crop marks, dots beside the strips on which the next sheet is glued, its row and column, and \
      a small map. Vectors, fonts and colours are preserved.

      Examples:
        regalia tile plan.pdf -o sheets.pdf
        regalia tile plan.pdf -o sheets.pdf --paper 'A3 landscape' --overlap 0
        regalia tile flyer.pdf -o wall.pdf --sheets 4x4

      Exits with 1 if the PDF is encrypted or damaged, or if the sheets are too small or too many.
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The PDF; - is standard input."), valueName: "file"),
    completion: .file(extensions: ["pdf"]))
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      ProgramLanguage.localized("The PDF to write; - is standard output."), valueName: "file"),
    completion: .file(extensions: ["pdf"]))
  var output: String

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "The paper: a name such as A4 or Letter, or a size such as 210x297mm; the default is A4. It is turned so that fewer sheets are needed, unless landscape or portrait follows it."
      ), valueName: "paper"),
    completion: TilingPaper.completion, transform: TilingPaper.init(parsing:))
  var paper: TilingPaper?

  @OptionGroup var tiling: TilingOptions

  /// The limit on a file's length, in bytes.
  private static let largest = 1 << 30

  func run() throws {
    let options = tiling.options(on: try paper ?? TilingPaper(parsing: "A4"))
    let (bytes, warnings) = try PosterCommand.refusing {
      let file = try FileBytes.readArgument(file, atMost: Self.largest)
      do {
        return try TiledExport.document(
          file, options: options, typesetter: Typesetter(), by: HelperDecoder())
      } catch let fault as PlacedPDF.Fault {
        throw PosterError(field: FileBytes.name(of: self.file), message: fault.message)
      }
    }
    try AtomicFile.write(bytes, to: output)
    PosterCommand.warn(warnings)
  }
}
