import ArgumentParser
import Heraldry
import Files

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
