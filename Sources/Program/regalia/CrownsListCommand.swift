import Publishing
import ArgumentParser
import Catalog
import Terminal

struct CrownsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all crowns, your own first: the id, a tab, and the name.",
    discussion: "With --json each line is an object.")

  @OptionGroup var options: LibraryOptions

  @OptionGroup var list: ListOptions

  func run() throws {
    try list.print(options.open(.reading).crowns())
  }
}

struct CrownsSearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find crowns by words, their beginnings, and words that mean the same.",
    discussion: """
      All of the words have to be found. Crowns that have the words themselves come first, then those with \
      words of the same meaning.

      Example:
        regalia crowns search celestial 8 rays

      Exits with 1 when nothing is found.
      """)

  @Argument(help: "The words to find.")
  var words: [String]

  @OptionGroup var options: LibraryOptions

  @OptionGroup var list: ListOptions

  func run() throws {
    let found = try options.open(.reading).crowns(matching: words.joined(separator: " "))
    try list.print(found)
    if found.isEmpty { throw ExitCode(1) }
  }
}

struct CrownsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Tell all that is known of a crown.",
    discussion: "Exits with 1 when there is no such crown.")

  @Argument(help: "The crown's id.", completion: .crowns)
  var id: String

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Print an object of JSON.")
  var json = false

  func run() throws {
    try LibraryOptions.answering {
      let library = try options.open(.reading)
      guard let crown = try library.crowns().first(where: { $0.id == id }) else {
        throw LibraryError(path: library.path ?? "library", reason: .unknown(id: id))
      }
      try StandardOutput.print(json ? CrownReport.json(crown) : CrownReport.text(crown))
    }
  }
}

struct CrownsStatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Count the crowns, their bytes, and the bytes of a segment.")

  @OptionGroup var options: LibraryOptions

  @Flag(help: "Print an object of JSON.")
  var json = false

  func run() throws {
    let statistics = try options.open(.reading).crownStatistics()
    try StandardOutput.print(json ? CrownReport.json(statistics) : CrownReport.text(statistics))
  }
}

extension ListOptions {
  /// Prints crowns: the id and the name of each, or an object of JSON a line.
  fileprivate func print(_ crowns: [CrownSummary]) throws {
    guard json else { return try print(crowns.map { [$0.id, $0.name] }) }
    let lines = crowns.map(CrownReport.json)
    if !lines.isEmpty { try StandardOutput.print(lines.joined(separator: "\n")) }
  }
}
