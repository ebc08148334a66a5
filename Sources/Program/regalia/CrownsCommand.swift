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
    abstract: ProgramLanguage.localized("Show, find, import, draw and design crowns."),
    discussion: ProgramLanguage.localized(
      """
      All commands use the shipped crowns and those of your own library.

      Examples:
        regalia crowns
        regalia crowns search earl coronet
        regalia crowns render tudor.svg -o tudor.png --size 1024 --color '#c8102e'
        regalia crowns import ~/drawings --tag mine
        regalia crowns design --family earl --points 16 -o earl.svg
      """),
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
    abstract: ProgramLanguage.localized("Import SVG files, also those in folders, into your library."),
    discussion: ProgramLanguage.localized(
      """
      Each drawing becomes one path in one ink. Prints the id of each new crown, a tab and its file; warnings and \
      refused files are reported on standard error. A duplicate of a crown is not added again. The import is \
      atomic.

      Example:
        regalia crowns import ~/drawings coronet.svg --tag mine --tag club

      Exits with 1 if a file is refused; the others are still imported.
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("SVG files, or folders with SVG files."), valueName: "path"),
    completion: .file())
  var paths: [String]

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp(
      ProgramLanguage.localized("A word to find the crowns by; can be repeated."), valueName: "word"))
  var tags: [String] = []

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The licence of the crowns."), valueName: "text"))
  var licence = ""

  @OptionGroup var options: LibraryOptions

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print one JSON object per file.")))
  var json = false

  func run() throws {
    try StandardOutput.check()
    let library = try options.open(.writing)
    var progress: Terminal.ProgressLine?
    let result = try library.importCrowns(from: paths, tags: tags, licence: licence) { done, total in
      if progress == nil {
        progress = Terminal.ProgressLine(ProgramLanguage.localized("Reading"), unit: "files", count: total)
      }
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
    try StandardOutput.report(lines, done: ProgramLanguage.localized("the crowns are in the library"))
    if !json { for row in CrownReport.table(result) { StandardOutput.complain(row) } }
    if result.refusals > 0 { throw ExitCode(1) }
  }
}

struct CrownsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: ProgramLanguage.localized("Remove crowns from your library; either all or none."),
    discussion: ProgramLanguage.localized("Exits with 1 if a crown does not exist or is a shipped one."))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The crowns' ids.")), completion: .crowns)
  var ids: [String]

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try LibraryOptions.answering { _ = try options.open(.writing).removeCrowns(ids) }
  }
}

struct CrownsDesignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "design",
    abstract: ProgramLanguage.localized("Design a crown by the rules of its family, as SVG."),
    discussion: ProgramLanguage.localized(
      """
      Options you omit have the family's usual values. Parts that the family does not allow are refused, with the \
      allowed ones listed. `regalia crowns import` adds the drawing to your library.

      Example:
        regalia crowns design --family royal --points 8 --finial fleur-de-lis --arches 4 -o mine.svg
      """))

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The family of the crown.")))
  var family: CrownFamily

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The shape of the whole."), valueName: "form"))
  var form: CrownForm?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The number of points, including those at the back."), valueName: "N"))
  var points: Int?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The ornament on the points."), valueName: "part"))
  var finial: Finial?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The ornament between the points."), valueName: "part"))
  var between: Finial?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The number of arches."), valueName: "N"))
  var arches: Int?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The curvature of the arches."), valueName: "form"))
  var archForm: ArchForm?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The trim of the arches."), valueName: "trim"))
  var archTrim: ArchTrim?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The decoration of the circlet."), valueName: "circlet"))
  var circlet: Circlet?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The filling of the crown."), valueName: "cap"))
  var cap: Cap?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The ornament at the top."), valueName: "part"))
  var top: Finial?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The height of the crown."), valueName: "stature"))
  var stature = Stature.middle

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The amount by which the crown widens upward."), valueName: "spread"))
  var spread = Spread.open

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The SVG to write."), valueName: "file"), completion: .file()
  )
  var output: String

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError(ProgramLanguage.localized("--output needs a name.")) }
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
      throw ValidationError(ProgramLanguage.localized(error))
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
    commandName: "list",
    abstract: ProgramLanguage.localized("List all crowns, your own first: the id, a tab and the name."),
    discussion: ProgramLanguage.localized("With --json, each line is a JSON object."))

  @OptionGroup var options: LibraryOptions

  @OptionGroup var list: ListOptions

  func run() throws {
    try list.print(options.open(.reading).crowns())
  }
}

struct CrownsSearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: ProgramLanguage.localized("Find crowns by words, beginnings of words, and synonyms."),
    discussion: ProgramLanguage.localized(
      """
      Lists the crowns that match all words. Matches of the words themselves come before synonyms.

      Example:
        regalia crowns search celestial 8 rays

      Exits with 1 if nothing is found.
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The words to find.")))
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
    commandName: "show", abstract: ProgramLanguage.localized("Print the details of a crown."),
    discussion: ProgramLanguage.localized("Exits with 1 if there is no such crown."))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The crown's id.")), completion: .crowns)
  var id: String

  @OptionGroup var options: LibraryOptions

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print a JSON object.")))
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
    commandName: "stats",
    abstract: ProgramLanguage.localized(
      "Print the number of crowns, their size, and the bytes per path segment."))

  @OptionGroup var options: LibraryOptions

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print a JSON object.")))
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
    abstract: ProgramLanguage.localized("Export crowns as SVG, PDF or PNG."),
    discussion: ProgramLanguage.localized(
      """
      One crown goes to a file or an existing folder, several go to a folder, named by their ids.

      Examples:
        regalia crowns export tudor-four-crosses-pattee-fleurs-de-lis -o crown.pdf
        regalia crowns export --all -o crowns --png --size 256 --color gold

      Exits with 1 if there is no such crown.
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The crowns' ids.")), completion: .crowns)
  var ids: [String] = []

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Export all crowns.")))
  var all = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The output."), valueName: "file|folder"),
    completion: .file())
  var output: String

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("The format; the default follows the extension of --output, or is SVG.")))
  var kind: CrownFile.Kind?

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("The width of a PNG in pixels; the default is 512."), valueName: "N"))
  var size = 512

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The colour; the default is black."), valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var color = ColorArgument(color: RGBA(hex: 0x000000))

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard all != !ids.isEmpty else {
      throw ValidationError(ProgramLanguage.localized("Name crowns, or give --all."))
    }
    if output == AtomicFile.standardOutput, ids.count != 1 {
      throw ValidationError(
        ProgramLanguage.localized("Standard output takes one crown; name a folder for several."))
    }
    guard !output.isEmpty else { throw ValidationError(ProgramLanguage.localized("--output needs a name.")) }
    try CrownsRenderCommand.checkSize(size)
  }

  func run() throws {
    try LibraryOptions.answering {
      let library = try options.open(.reading)
      let crowns = try all ? library.crownRecords() : ids.map { try library.existingCrown($0) }
      var targets = try CrownTargets(output, count: crowns.count, isFolder: all)
      let kind = try kind(for: targets)
      var progress = Terminal.ProgressLine(
        ProgramLanguage.localized("Writing"), unit: "crowns", count: crowns.count)
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
        ProgramLanguage.localized(
          "{name} ends in none of .svg, .pdf and .png; give another name, or say --svg, --pdf or --png.",
          ["name": output])
      )
    }
    return kind
  }
}

extension CrownFile.Kind: EnumerableFlag {}

struct CrownsRenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: ProgramLanguage.localized(
      "Draw an SVG file or a crown of the library as a PNG on a transparent background."),
    discussion: ProgramLanguage.localized(
      """
      Every pixel has exactly the requested colour; the alpha channel holds the coverage.

      Examples:
        regalia crowns render drawing.svg -o drawing.png --size 1024 --color '#c8102e'
        regalia crowns render papal-three-coronets-strawberry-leaves -o tiara.png --size 256 --technique mesh

      Exits with 1 if the file is not valid SVG or draws nothing, or if there is no such crown.
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("An SVG file, or a crown's id."), valueName: "file|id"),
    completion: .crownsAndFiles)
  var source: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The PNG to write."), valueName: "file"), completion: .file()
  )
  var output: String

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The width in pixels."), valueName: "N"))
  var size: Int

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The colour; the default is black."), valueName: "color"),
    completion: .colors, transform: ColorArgument.init(parsing:))
  var color = ColorArgument(color: RGBA(hex: 0x000000))

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Draw the document's viewport instead of the bounding box of its content.")))
  var viewport = false

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The rasterisation.")))
  var technique = PathPicture.Technique.coverage

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard !output.isEmpty else { throw ValidationError(ProgramLanguage.localized("--output needs a name.")) }
    guard CrownFile.Kind(path: output) == .png || !FilePath(output).name.contains(".") else {
      throw ValidationError(
        ProgramLanguage.localized(
          "{name} does not end in .png, the only format written here; regalia crowns export writes SVG and PDF.",
          ["name": output]))
    }
    try Self.checkSize(size)
  }

  static func checkSize(_ size: Int) throws {
    guard (1...PathPicture.largestSide).contains(size) else {
      throw ValidationError(
        ProgramLanguage.localized(
          "A size is from 1 to {most} pixels.", ["most": "\(PathPicture.largestSide)"]))
    }
  }

  func run() throws {
    try LibraryOptions.answering {
      let crown =
        try CrownFile.isFile(source)
        ? CrownFile(svgFile: source) : CrownFile(options.open(.reading).existingCrown(source))
      for warning in crown.warnings { StandardOutput.complain(ProgramLanguage.localized(warning)) }
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
