import Publishing
import ArgumentParser
import Catalog
import Text
import Terminal

struct CrownsImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read SVG files, and those in folders, into your library.",
    discussion: """
      Each drawing becomes one path: whatever is painted, in one ink. Prints the id of each new crown, a tab, and \
      its file; then, on standard error, what was warned about or refused and why. The same file twice is one \
      crown. Everything comes in at once or, when that fails, nothing.

      Example:
        regalia crowns import ~/drawings coronet.svg --tag mine --tag club

      Exits with 1 when a file was refused; the others are still imported.
      """)

  @Argument(help: ArgumentHelp("SVG files, or folders with such.", valueName: "path"), completion: .file())
  var paths: [String]

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp("A word to find them by; may be repeated.", valueName: "word"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("What others may do with them.", valueName: "text"))
  var licence = ""

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Print an object of JSON for each file.")
  var json = false

  func run() throws {
    try StandardOutput.check()
    let library = try options.open(.writing)
    var progress: Terminal.ProgressLine?
    let result = try library.importCrowns(from: paths, tags: tags, licence: licence) { done, total in
      if progress == nil { progress = Terminal.ProgressLine("Reading", unit: "files", count: total) }
      progress?.update(done: done)
      return true
    }
    // What comes next begins on an empty line.
    progress = nil
    let lines = result.entries.compactMap { entry -> String? in
      if json { return CrownReport.json(entry) }
      if case .added(let id, _) = entry.outcome { return ForeignText.row([id, entry.path]) }
      return nil
    }
    try StandardOutput.report(lines, done: "the crowns are in the library")
    if !json { for row in CrownReport.table(result) { StandardOutput.complain(row) } }
    if result.refusals > 0 { throw ExitCode(1) }
  }
}

struct CrownsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take crowns out of your library, all of them or none.",
    discussion: "Exits with 1 when one is not there, or came with Regalia.")

  @Argument(help: "The crowns' ids.", completion: .crowns)
  var ids: [String]

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try LibraryOptions.answering { _ = try options.open(.writing).removeCrowns(ids) }
  }
}
