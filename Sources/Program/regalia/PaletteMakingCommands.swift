import Application
import ArgumentParser
import Colors
import Files
import Images
import Palettes
import Text
import Terminal

struct ConvertPaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: ProgramLanguage.localized("Convert a palette to another format."),
    discussion: ProgramLanguage.localized(
      """
      The format is given by --to or by the extension:
      {formats}
      Losses and changed names are reported. Without -o, the palette goes to standard output.

      Examples:
        regalia palette convert brand.ase -o brand.gpl
        regalia palette convert brand.ase --to css
      """,
      [
        "formats": PaletteFormat.allCases.map { "  \($0.id)\t.\($0.endings[0])\t\($0.title)" }.joined(
          separator: "\n")
      ]))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("A file, or the id or name of a palette."), valueName: "file|name"),
    completion: .palettesAndFiles
  )
  var name: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The file to write."), valueName: "file"),
    completion: .file())
  var output = AtomicFile.standardOutput

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(ProgramLanguage.localized("The format, regardless of the name."), valueName: "format"))
  var format: PaletteFormat?

  @OptionGroup var options: LibraryOptions

  func run() throws {
    try PaletteCommand.answering {
      try PaletteCommand.write(NamedPalettes.palette(named: name, options), to: output, as: format)
    }
  }
}

/// The destination of the colours that a command creates.
struct PaletteOutput: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      ProgramLanguage.localized("A palette file to write instead of printing."), valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      ProgramLanguage.localized("The format of the palette, regardless of its name."), valueName: "format"))
  var format: PaletteFormat?

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print JSON.")))
  var json = false

  /// Writes colours as a palette if requested; returns false if they are to be printed.
  func write(_ palette: @autoclosure () -> Palette) throws -> Bool {
    guard output != nil || format != nil else { return false }
    try PaletteCommand.write(palette(), to: output ?? AtomicFile.standardOutput, as: format)
    return true
  }
}

extension PaletteFormat: ExpressibleByArgument {
  /// Creates a format from an identifier or an extension.
  public init?(argument: String) {
    let word = argument.lowercased()
    guard let format = Self.allCases.first(where: { $0.id == word || $0.endings.contains(word) }) else {
      return nil
    }
    self = format
  }

  /// The names of all formats.
  public static var allValueStrings: [String] { allCases.map(\.id) }
  /// The names of all formats, for shells.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

struct ExtractPaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: ProgramLanguage.localized(
      "Print the dominant colours of a picture, one per line: hexadecimal, a tab and its share."),
    discussion: ProgramLanguage.localized(
      """
      Colours are found in Oklab and are always the same for a picture; transparent pixels are ignored.

      Example:
        regalia palette extract photo.jpg -n 8
      """))

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("A PNG, JPEG or WebP file."), valueName: "picture"),
    completion: .file())
  var picture: String

  @Option(
    name: [.customShort("n"), .customLong("count")],
    help: ArgumentHelp(ProgramLanguage.localized("The number of colours, 1 to 256."), valueName: "N"))
  var count = 8

  @OptionGroup var target: PaletteOutput

  func validate() throws {
    guard (1...256).contains(count) else {
      throw ValidationError(ProgramLanguage.localized("-n is from 1 to 256."))
    }
  }

  func run() throws {
    try PaletteCommand.answering {
      let bitmap: Bitmap
      do throws(ImageError) {
        // A size beyond that of a window makes no visible difference.
        bitmap = try Bitmap(contentsOf: picture, fitting: Bitmap.largestShown, by: HelperDecoder())
      } catch {
        throw PaletteCommand.Refusal(ProgramLanguage.localized(error))
      }
      let parts = ColorExtraction(bitmap, count: count).parts
      guard !parts.isEmpty else {
        throw PaletteCommand.Refusal(
          ProgramLanguage.localized("{file}: the picture is fully transparent", ["file": picture]))
      }
      if try target.write(Palette(swatches: parts.map { Swatch(Color($0.color)) })) { return }
      if target.json {
        let colors = parts.map { part in
          JSONValue.object([
            JSONMember("hex", .string(Color(part.color).text(as: .hex))),
            JSONMember("weight", .number(part.weight, .significant(6))),
          ])
        }
        return try StandardOutput.print((["colors": .array(colors)] as JSONValue).text)
      }
      for part in parts {
        let share = (part.weight * 100).text(.fixed(1))
        try StandardOutput.print("\(Color(part.color).text(as: .hex))\t\(share)%")
      }
    }
  }
}

struct RampCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ramp",
    abstract: ProgramLanguage.localized("Create shades of a colour, or steps between two colours."),
    discussion: ProgramLanguage.localized(
      """
      One colour gives even steps of lightness in OKLCH. With --contrast-against, the shades have exact WCAG \
      ratios with that background: those of --ratios, or a geometric sequence of --steps; each is printed with its \
      ratio. Two colours are interpolated as in CSS color-mix().

      Examples:
        regalia palette ramp '#c8102e' --steps 11 --contrast-against white
        regalia palette ramp teal --contrast-against white --ratios 1.2,3,4.5,7
        regalia palette ramp red blue --steps 5 --in oklch --hue longer
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("One colour or two.")), completion: .colors)
  var colors: [String]

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The number of shades, 2 to 256."), valueName: "N"))
  var steps: Int?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The background for the contrast."), valueName: "color"),
    completion: .colors)
  var contrastAgainst: String?

  @Option(
    help: ArgumentHelp(ProgramLanguage.localized("The ratios, separated by commas."), valueName: "ratios"))
  var ratios: String?

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      ProgramLanguage.localized("The colour space in which two colours are mixed; the default is oklab."),
      valueName: "space"))
  var space: ColorSpace = .oklab

  @Option(name: .customLong("hue"), help: ArgumentHelp(ProgramLanguage.localized("The hue interpolation.")))
  var arc: HueArc = .shorter

  @OptionGroup var target: PaletteOutput

  func validate() throws {
    guard (1...2).contains(colors.count) else {
      throw ValidationError(ProgramLanguage.localized("A ramp has one colour or two."))
    }
    if let steps, !(2...256).contains(steps) {
      throw ValidationError(ProgramLanguage.localized("--steps is from 2 to 256."))
    }
    guard contrastAgainst == nil || colors.count == 1 else {
      throw ValidationError(ProgramLanguage.localized("--contrast-against goes with one colour."))
    }
    guard ratios == nil || contrastAgainst != nil else {
      throw ValidationError(ProgramLanguage.localized("--ratios goes with --contrast-against."))
    }
  }

  func run() throws {
    try PaletteCommand.answering {
      let ends = try colors.map { try PaletteCommand.swatch($0).color }
      let count = steps ?? 11
      if let contrastAgainst {
        return try printContrasts(
          of: ends[0], against: PaletteCommand.swatch(contrastAgainst).color, count: count)
      }
      let colors =
        ends.count == 2
        ? Ramp.between(ends[0], ends[1], count: count, in: space, hue: arc)
        : Ramp.lightness(of: ends[0], count: count)
      try PaletteCommand.emit(Palette(swatches: colors.map { Swatch($0) }), target)
    }
  }

  private func printContrasts(of color: Color, against ground: Color, count: Int) throws {
    let shown = ground.mapped(to: .srgb).rgba.composited(over: .white)
    let targets = try ratios.map(Self.numbers) ?? Ramp.targets(count: count, against: shown)
    let colors: [Color]
    do throws(Ramp.Unreachable) {
      colors = try Ramp.contrast(of: color, against: shown, targets: targets)
    } catch {
      throw PaletteCommand.Refusal(ProgramLanguage.localized(error))
    }
    if try target.write(Palette(swatches: colors.map { Swatch($0) })) { return }
    let found = colors.map { wcagContrast($0.rgba, shown) }
    if target.json {
      let objects = zip(zip(colors, targets), found).map { pair, ratio in
        JSONValue.object([
          JSONMember("hex", .string(pair.0.text(as: .hex))),
          JSONMember("target", .number(pair.1, .significant(6))),
          JSONMember("ratio", .number(ratio, .significant(6))),
        ])
      }
      return try StandardOutput.print((["colors": .array(objects)] as JSONValue).text)
    }
    for (color, ratio) in zip(colors, found) {
      try StandardOutput.print("\(color.text(as: .hex))\t\(ratio.text(.fixed(2)))")
    }
  }

  private static func numbers(_ text: String) throws -> [Double] {
    try text.split(separator: ",").map { word in
      guard let value = Double(word.filter { !$0.isWhitespace }), value >= 1, value <= 21 else {
        throw ValidationError(
          ProgramLanguage.localized("“{word}” is not a ratio from 1 to 21.", ["word": String(word)]))
      }
      return value
    }
  }
}

extension ColorSpace: ExpressibleByArgument {}
extension HueArc: ExpressibleByArgument {}

struct HarmonyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "harmony",
    abstract: ProgramLanguage.localized("Find colours in harmony with a colour, in OKLCH."),
    discussion: ProgramLanguage.localized(
      """
      Kinds: {names}. \
      Without a kind, all harmonies are printed with their names.

      Example:
        regalia palette harmony '#c8102e' triad
      """, ["names": Harmony.allCases.map(\.rawValue).joined(separator: ", ")]))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The colour.")), completion: .colors)
  var color: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The kind of harmony.")))
  var kind: Harmony?

  @OptionGroup var target: PaletteOutput

  func run() throws {
    try PaletteCommand.answering {
      let color = try PaletteCommand.swatch(color).color
      let kinds = kind.map { [$0] } ?? Harmony.allCases
      let swatches = kinds.flatMap { kind in
        kind.colors(from: color).map { Swatch($0, groups: self.kind == nil ? [kind.rawValue] : []) }
      }
      if try target.write(Palette(swatches: swatches)) { return }
      guard kind == nil, !target.json else {
        return try PaletteCommand.emit(Palette(swatches: swatches), target)
      }
      for kind in kinds {
        let texts = kind.colors(from: color).map { $0.text(as: .hex) }
        try StandardOutput.print("\(kind.rawValue)\t\(texts.joined(separator: " "))")
      }
    }
  }
}

extension Harmony: ExpressibleByArgument {}

struct CheckPaletteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: ProgramLanguage.localized("Check the contrast and the difference of all colours of a palette."),
    discussion: ProgramLanguage.localized(
      """
      The table has the WCAG ratio of each pair above its diagonal, and the APCA Lc of the row's colour as text on \
      the column's below it. Below the table are the pairs that look alike (ΔE2000 below 3) with normal, protan, \
      deutan, tritan or no colour vision.

      Examples:
        regalia palette check brand.gpl
        regalia palette check white '#c8102e' navy --json

      Exits with 1 if there is no such palette.
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("A palette, a palette file, or colours, optionally with names."),
      valueName: "name|file|color"),
    completion: .palettesAndFiles)
  var names: [String]

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print JSON.")))
  var json = false

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Draw the results as SVG.")))
  var svg = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(ProgramLanguage.localized("The file to write."), valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var options: LibraryOptions

  func validate() throws {
    guard !(json && svg) else { throw ValidationError(ProgramLanguage.localized("Choose --json or --svg.")) }
  }

  func run() throws {
    try PaletteCommand.answering {
      let palette = try palette()
      guard palette.swatches.count <= PaletteCheck.mostColors else {
        throw PaletteCommand.Refusal(
          ProgramLanguage.localized(
            "a palette of {count} colour is too large; at most {most} are checked",
            plural: "a palette of {count} colours is too large; at most {most} are checked",
            count: palette.swatches.count, ["most": "\(PaletteCheck.mostColors)"]))
      }
      let check = PaletteCheck(palette)
      let isDrawing = svg || output?.hasSuffix(".svg") == true
      let text = json ? check.json.text : isDrawing ? check.svg : check.table
      guard let output else { return try StandardOutput.print(text) }
      do throws(AtomicFile.Failure) {
        try AtomicFile.write(text + "\n", to: output)
      } catch {
        throw PaletteCommand.Refusal(ProgramLanguage.localized(error))
      }
    }
  }

  /// Returns the palette of a single name, or of the given colours.
  private func palette() throws -> Palette {
    if names.count == 1, let name = names.first {
      let isColor = (try? PaletteCommand.swatch(name)) != nil
      if NamedPalettes.isFile(name) || !isColor { return try NamedPalettes.palette(named: name, options) }
    }
    return Palette(swatches: try names.map(PaletteCommand.swatch))
  }
}
