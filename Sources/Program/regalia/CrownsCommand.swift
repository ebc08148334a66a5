import ArgumentParser
import Catalog
import Colors
import Files
import Heraldry
import PosterScene
import Publishing
import Terminal
import Text

struct CrownsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowns",
    abstract: "Look through crowns; find, import, draw and design them.",
    discussion: """
      The crowns that came with Regalia and those of your own library are one.

      Examples:
        regalia crowns
        regalia crowns search earl coronet
        regalia crowns render tudor.svg -o tudor.png --size 1024 --color '#c8102e'
        regalia crowns import ~/drawings --tag mine
        regalia crowns design --family earl --points 16 -o earl.svg
      """,
    subcommands: [
      CrownsBrowseCommand.self, CrownsListCommand.self, CrownsSearchCommand.self, CrownsShowCommand.self,
      CrownsImportCommand.self,
      CrownsExportCommand.self, CrownsRemoveCommand.self, CrownsStatsCommand.self, CrownsRenderCommand.self,
      CrownsDesignCommand.self,
    ], defaultSubcommand: CrownsBrowseCommand.self)
}

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
    // The following output begins on an empty line.
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

struct CrownsDesignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "design",
    abstract: "Draw a crown of your own by the rules of its family, as SVG.",
    discussion: """
      What is not named is as usual in the family; what the family has no room for is refused, with what it \
      allows instead. `regalia crowns import` reads the drawing into your library.

      Example:
        regalia crowns design --family royal --points 8 --finial fleur-de-lis --arches 4 -o mine.svg
      """)

  @Option(help: "The kind of crown.")
  var family: CrownFamily

  @Option(help: ArgumentHelp("The shape of the whole.", valueName: "form"))
  var form: CrownForm?

  @Option(help: ArgumentHelp("How many points go round the ring, those behind too.", valueName: "N"))
  var points: Int?

  @Option(help: ArgumentHelp("What stands on the points.", valueName: "part"))
  var finial: Finial?

  @Option(help: ArgumentHelp("What stands between them.", valueName: "part"))
  var between: Finial?

  @Option(help: ArgumentHelp("How many arches rise from the circlet.", valueName: "N"))
  var arches: Int?

  @Option(help: ArgumentHelp("How the arches are bent.", valueName: "form"))
  var archForm: ArchForm?

  @Option(help: ArgumentHelp("What runs along the arches.", valueName: "trim"))
  var archTrim: ArchTrim?

  @Option(help: ArgumentHelp("What the circlet is adorned with.", valueName: "circlet"))
  var circlet: Circlet?

  @Option(help: ArgumentHelp("What fills the crown.", valueName: "cap"))
  var cap: Cap?

  @Option(help: ArgumentHelp("What stands on the summit.", valueName: "part"))
  var top: Finial?

  @Option(help: ArgumentHelp("How high it is.", valueName: "stature"))
  var stature = Stature.middle

  @Option(help: ArgumentHelp("How far it opens upward.", valueName: "spread"))
  var spread = Spread.open

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The SVG to write.", valueName: "file"), completion: .file())
  var output: String

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError("--output needs a name.") }
    _ = try design()
  }

  func run() throws {
    try AtomicFile.write(svg(of: design().drawing()), to: output)
  }

  private func design() throws -> CrownDesign {
    do {
      return try CrownDesign(
        family: family, form: form, points: points, finial: finial, between: between, arches: arches,
        archForm: archForm, archTrim: archTrim, circlet: circlet, cap: cap, top: top, stature: stature,
        spread: spread)
    } catch {
      throw ValidationError("\(error).")
    }
  }
}

extension CrownFamily: ExpressibleByArgument {}
extension CrownForm: ExpressibleByArgument {}
extension Finial: ExpressibleByArgument {}
extension ArchForm: ExpressibleByArgument {}
extension ArchTrim: ExpressibleByArgument {}
extension Circlet: ExpressibleByArgument {}
extension Cap: ExpressibleByArgument {}
extension Stature: ExpressibleByArgument {}
extension Spread: ExpressibleByArgument {}

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
  /// Prints crowns: the id and the name of each, or a JSON object per line.
  fileprivate func print(_ crowns: [CrownSummary]) throws {
    guard json else { return try print(crowns.map { [$0.id, $0.name] }) }
    let lines = crowns.map(CrownReport.json)
    if !lines.isEmpty { try StandardOutput.print(lines.joined(separator: "\n")) }
  }
}

struct CrownsExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write crowns as SVG, PDF or PNG.",
    discussion: """
      One crown goes to a file, or into a folder that is there; several go into a folder, each by its id.

      Examples:
        regalia crowns export tudor-four-crosses-pattee-fleurs-de-lis -o crown.pdf
        regalia crowns export --all -o crowns --png --size 256 --color gold

      Exits with 1 when there is no such crown.
      """)

  @Argument(help: "The crowns' ids.", completion: .crowns)
  var ids: [String] = []

  @Flag(help: "Write all crowns.")
  var all = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write.", valueName: "file|folder"), completion: .file())
  var output: String

  @Flag(help: "The kind of file; otherwise the one that --output ends in, or SVG.")
  var kind: CrownFile.Kind?

  @Option(help: ArgumentHelp("The width of a PNG in pixels, 512 unless named.", valueName: "N"))
  var size = 512

  @Option(
    help: ArgumentHelp("The colour, black unless named.", valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var color = ColorArgument(color: RGBA(hex: 0x000000))

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard all != !ids.isEmpty else { throw ValidationError("Name crowns, or --all of them.") }
    if output == AtomicFile.standardOutput, ids.count != 1 {
      throw ValidationError(
        ProgramLanguage.localized("Standard output takes one crown; name a folder for several."))
    }
    guard !output.isEmpty else { throw ValidationError("--output needs a name.") }
    try CrownsRenderCommand.checkSize(size)
  }

  func run() throws {
    try LibraryOptions.answering {
      let library = try options.open(.reading)
      let crowns = try all ? library.crownRecords() : ids.map { try library.existingCrown($0) }
      var targets = try CrownTargets(output, count: crowns.count, isFolder: all)
      let kind = try kind(for: targets)
      var progress = Terminal.ProgressLine("Writing", unit: "crowns", count: crowns.count)
      for (index, crown) in crowns.enumerated() {
        try CrownFile(crown).write(
          as: kind, to: targets.nextPath(of: crown.id, kind: kind), width: size, color: color.color)
        progress.update(done: index + 1)
      }
    }
  }

  private func kind(for targets: CrownTargets) throws -> CrownFile.Kind {
    if let kind { return kind }
    if targets.isFolder { return CrownFile.Kind(path: output) ?? .svg }
    guard let kind = CrownFile.Kind.unlessForeign(output) else {
      throw ValidationError(
        "\(output) ends in none of .svg, .pdf and .png; give another name, or say --svg, --pdf or --png."
      )
    }
    return kind
  }
}

extension CrownFile.Kind: EnumerableFlag {}

struct CrownsRenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw an SVG file or a crown of the library as a PNG on a transparent ground.",
    discussion: """
      Every pixel has exactly the colour that is asked for; how much of it is covered is in the alpha.

      Examples:
        regalia crowns render drawing.svg -o drawing.png --size 1024 --color '#c8102e'
        regalia crowns render papal-three-coronets-strawberry-leaves -o tiara.png --size 256 --technique mesh

      Exits with 1 when the file cannot be read as SVG, draws nothing, or there is no such crown.
      """)

  @Argument(
    help: ArgumentHelp("An SVG file, or a crown's id.", valueName: "file|id"), completion: .crownsAndFiles)
  var source: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The PNG to write.", valueName: "file"), completion: .file())
  var output: String

  @Option(help: ArgumentHelp("The width in pixels.", valueName: "N"))
  var size: Int

  @Option(
    help: ArgumentHelp("The colour, black unless named.", valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var color = ColorArgument(color: RGBA(hex: 0x000000))

  @Flag(help: "Draw the document's viewport instead of the box of the ink.")
  var viewport = false

  @Option(help: "How the path becomes pixels.")
  var technique = PathPicture.Technique.coverage

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError("--output needs a name.") }
    guard CrownFile.Kind(path: output) == .png || !FilePath(output).name.contains(".") else {
      throw ValidationError(
        "\(output) does not end in .png, which is what is written; regalia crowns export writes SVG and PDF.")
    }
    try Self.checkSize(size)
  }

  static func checkSize(_ size: Int) throws {
    guard (1...PathPicture.largestSide).contains(size) else {
      throw ValidationError("A size is from 1 to \(PathPicture.largestSide) pixels.")
    }
  }

  func run() throws {
    try LibraryOptions.answering {
      let crown =
        try CrownFile.isFile(source)
        ? CrownFile(svgFile: source) : CrownFile(options.open(.reading).existingCrown(source))
      for warning in crown.warnings { StandardOutput.complain(warning) }
      try crown.writePicture(
        to: output, showsViewport: viewport, width: size, color: color.color, technique: technique)
    }
  }
}

extension PathPicture.Technique: ExpressibleByArgument {}

extension Library {
  /// Returns a crown, or throws if it is missing.
  func existingCrown(_ id: String) throws -> CrownRecord {
    guard let crown = try crown(id) else {
      throw LibraryError(path: path ?? "library", reason: .unknown(id: id))
    }
    return crown
  }
}
