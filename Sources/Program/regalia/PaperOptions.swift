import ArgumentParser
import ColorManagement
import Posters
import Publishing

/// What surrounds the page, and what letters become.
struct PaperOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How far the background reaches beyond the page, such as 3mm; as the poster says by itself.",
      valueName: "length"),
    transform: LengthArgument.init(parsing:))
  var bleed: LengthArgument?

  @Flag(help: "Add marks that show where to cut, and marks of register, to a PDF.")
  var marks = false

  @Flag(help: "Make shapes of the letters, so that no font is needed.")
  var outlines = false

  @Option(
    defaultAsFlag: "", parsing: .next,
    help: ArgumentHelp(
      "Make the PDF for a press, as PDF/X-4 with all colours in its inks: the file of an ICC profile of CMYK, or the "
        + "name of one that is installed; coated FOGRA39 by itself.", valueName: "profile"),
    completion: .file(extensions: ["icc", "icm"]))
  var pdfx: String?

  /// Returns the options; a profile is looked for, and a poster's file in its place is told of.
  func options() throws -> PosterExport.Options {
    var options = PosterExport.Options()
    options.bleed = bleed?.millimetres
    options.hasMarks = marks
    options.outlines = outlines
    guard let pdfx else { return options }
    let profile = try PosterCommand.refusing { try InstalledProfiles().profile(named: pdfx) }
    if pdfx.isEmpty, !InstalledProfiles.isUsual(profile) {
      PosterCommand.warn([
        "pdfx: no profile of coated FOGRA39 is installed; the colours are for “\(profile.name)”"
      ])
    }
    options.press = profile
    return options
  }
}

/// A length such as `3mm`; without a unit it is in millimetres.
struct LengthArgument {
  let millimetres: Double

  init(parsing text: String) throws {
    let units = [("mm", 1.0), ("cm", 10), ("in", 25.4), ("pt", 25.4 / 72)]
    let unit = units.first { text.hasSuffix($0.0) }
    let number = Double(text.dropLast(unit?.0.count ?? 0)).map { $0 * (unit?.1 ?? 1) }
    guard let number, (0...PrintSheet.largestBleed).contains(number) else {
      throw ValidationError("A bleed is a length such as 3mm or 0.125in, up to 100mm.")
    }
    millimetres = number
  }
}

/// A part of the rows of a table, such as `2/8`.
struct ShardArgument {
  let shard: PosterBatch.Shard

  init(parsing text: String) throws {
    guard let shard = PosterBatch.Shard(text) else {
      throw ValidationError("A shard is I/N, such as 2/8, I from 1 to N.")
    }
    self.shard = shard
  }
}
