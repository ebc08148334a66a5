import Files
import PosterScene
import Publishing
import ArgumentParser
import Catalog
import Colors
import Terminal

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
  /// Returns a crown, or throws that there is none.
  func existingCrown(_ id: String) throws -> CrownRecord {
    guard let crown = try crown(id) else {
      throw LibraryError(path: path ?? "library", reason: .unknown(id: id))
    }
    return crown
  }
}
