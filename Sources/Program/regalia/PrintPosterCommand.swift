import Publishing
import ArgumentParser
import Posters

struct PrintPosterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Hand posters to the printer.",
    discussion: """
      CUPS takes them as PDFs, on paper of their size where the printer has it; the program lp must be installed.

      Example:
        regalia poster print calm.json --printer Office
      """)

  @Argument(
    help: ArgumentHelp(
      "Poster documents, - being standard input, or ids or titles of posters on the wall.",
      valueName: "file|name"),
    completion: .postersAndFiles)
  var files: [String]

  @Option(help: ArgumentHelp("The printer; otherwise the system's choice.", valueName: "name"))
  var printer: String?

  @Option(help: ArgumentHelp("How many copies, 1 to 1000.", valueName: "N"))
  var copies: Int = 1

  @OptionGroup var paper: PaperOptions

  @OptionGroup var library: LibraryOptions

  func validate() throws {
    guard !files.isEmpty else { throw ValidationError("Name a poster document.") }
    guard (1...1000).contains(copies) else { throw ValidationError("--copies is from 1 to 1000.") }
    if let printer, printer.isEmpty || printer.hasPrefix("-") {
      throw ValidationError("--printer is the name of a printer, as lpstat -p lists them.")
    }
  }

  func run() throws {
    let named = NamedPosters(library)
    let posters = try files.map { try named.source(named: $0).poster }
    let warnings = try PosterPrinter.send(
      posters, to: printer, copies: copies, options: paper.options())
    PosterCommand.warn(warnings)
  }
}
