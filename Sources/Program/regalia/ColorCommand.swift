import ArgumentParser
import Colors
import Terminal
import Text

struct ColorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "color",
    abstract: ProgramLanguage.localized("Convert colours between notations."),
    discussion: ProgramLanguage.localized(
      """
      Colours are written as in CSS Color 4, with color-mix(), light-dark(), contrast-color() and relative colours \
      from CSS Color 5, or as hsb(), hsv(), okhsv(), okhsl(), cmyk() or device-cmyk(). With -, colours are read \
      from standard input, one per line. Notations limited to sRGB receive gamut-mapped colours.

      Examples:
        regalia color rebeccapurple
        regalia color 'oklch(0.7 0.2 150)' --to hsb
        regalia color '#c8102e' --simulate deutan:0.6 --json
        regalia color 'oklch(from tomato calc(l - 0.1) c h)' --to all
        regalia color 'color-mix(in oklch longer hue, red, blue 30%)'
        regalia color - --to oklch < palette.txt

      With --to name, colours without a CSS name are refused, and the most similar named colour is suggested.

      Exits with 1 if a text is not a colour or has no name; the other colours are still printed.
      """))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("The colours, or - for standard input."), valueName: "color"),
    completion: .colors)
  var colors: [String]

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      ProgramLanguage.localized("The notation, or all for a table of them; the default is hex."),
      valueName: "notation"))
  var notation: ColorNotationChoice?

  @Option(help: ArgumentHelp(ProgramLanguage.localized("The colour scheme for light-dark().")))
  var scheme = ColorScheme.light

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Clip channels instead of mapping colours into sRGB.")))
  var clip = false

  @Flag(
    help: ArgumentHelp(
      ProgramLanguage.localized("Print all properties of each colour, one JSON object per line.")))
  var json = false

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "Print colours as people with protan, deutan, tritan or achromat vision see them; a severity of 0 to 1 can follow."
      ),
      valueName: "type[:severity]"),
    completion: .list(SimulatedVision.names),
    transform: SimulatedVision.init)
  var simulate: SimulatedVision?

  func run() throws {
    var areAllColors = true
    for color in colors {
      if color == "-" {
        var input = StandardInput()
        while let line = try input.nextLine() {
          if line.allSatisfy(\.isWhitespace) { continue }
          areAllColors = try printColor(line, line: input.lineNumber) && areAllColors
        }
      } else {
        areAllColors = try printColor(color) && areAllColors
      }
    }
    if !areAllColors { throw ExitCode(1) }
  }

  /// Prints one colour, given on a line of standard input or as an argument, and returns whether that succeeded.
  private func printColor(_ text: String, line: Int? = nil) throws -> Bool {
    let parsed: Color
    do {
      parsed = try Color(typed: text, scheme: scheme)
    } catch {
      try ColorOutput.printRefusal(of: text, line: line, error, asJSON: json)
      return false
    }
    let color = simulate?.seen(parsed) ?? parsed
    if json {
      try StandardOutput.print(ColorReport(color, input: text, clipping: clip).json)
    } else if notation == .all {
      try StandardOutput.print(table(of: color, written: text))
    } else if notation == .one(.name), color.name == nil {
      ColorOutput.complain(of: text, line: line, ColorOutput.nearestName(to: color))
      return false
    } else {
      try StandardOutput.print(color.text(as: notation?.format ?? .hex, clipping: clip))
    }
    return true
  }

  /// Returns a line for each notation, below the text if there are several colours.
  private func table(of color: Color, written text: String) -> String {
    let lines = ColorFormat.allCases.filter { $0 != .json }.map { format in
      format.rawValue + String(repeating: " ", count: 8 - format.rawValue.count)
        + (format == .name ? color.nameOrNearest : color.text(as: format, clipping: clip))
    }
    let heading = colors.count > 1 || colors == ["-"] ? [ForeignText.printable(text)] : []
    return (heading + lines).joined(separator: "\n")
  }
}

/// The name of a notation, or all of them.
enum ColorNotationChoice: ExpressibleByArgument, Equatable {
  case one(ColorFormat)
  case all

  static let names = ColorFormat.allCases.filter { $0 != .json }.map(\.rawValue) + ["all"]

  static var allValueStrings: [String] { names }
  static var defaultCompletionKind: CompletionKind { .list(names) }

  init?(argument: String) {
    guard Self.names.contains(argument) else { return nil }
    self = ColorFormat(rawValue: argument).map(Self.one) ?? .all
  }

  /// The notation, if it is a single one.
  var format: ColorFormat? {
    if case .one(let format) = self { format } else { nil }
  }
}

extension ColorScheme: ExpressibleByArgument {}

/// A colour vision, written `deutan` or `deutan:0.6`.
struct SimulatedVision {
  /// The names that may precede the severity.
  static let names = ColorVisionDeficiency.allCases.map(\.rawValue) + ["achromat"]

  private let vision: ColorVision

  init(_ argument: String) throws {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard Self.names.contains(name), let severity = parts.count == 1 ? 1 : Double(parts[1]),
      (0...1).contains(severity)
    else {
      throw ValidationError(
        ProgramLanguage.localized(
          "write protan, deutan, tritan or achromat, and perhaps a severity from 0 to 1: deutan:0.6"))
    }
    vision =
      ColorVisionDeficiency(rawValue: name).map { .deficient($0, severity: severity) }
      ?? .achromat(severity: severity)
  }

  func seen(_ color: Color) -> Color { vision.simulated(color) }
}

/// Output shared by the commands for colours.
enum ColorOutput {
  /// Prints why a text is not a colour: an object on standard output, or a line on standard error.
  static func printRefusal(
    of text: String, line: Int? = nil, _ error: ColorSyntaxError, asJSON: Bool
  ) throws {
    if asJSON {
      try StandardOutput.print(error.json(input: text, line: line))
    } else {
      complain(of: text, line: line, words(error))
    }
  }

  /// Returns what is wrong with the text of a colour, and where.
  static func words(_ error: ColorSyntaxError) -> String {
    ProgramLanguage.localized(
      "{reason}, at {place}",
      ["reason": ProgramLanguage.localized(error.message), "place": "\(error.offset)"])
  }

  /// Prints the reason why a text, given on a line of standard input or as an argument, is invalid.
  static func complain(of text: String, line: Int?, _ reason: String) {
    guard let line else {
      return StandardOutput.complain(
        ProgramLanguage.localized("{text}: {reason}", ["text": text.excerpt, "reason": reason]))
    }
    StandardOutput.complain(
      ProgramLanguage.localized(
        "standard input, line {line}: {text}: {reason}",
        ["line": String(line), "text": text.excerpt, "reason": reason]))
  }

  /// Returns the message that a colour has no name, and which one is nearest.
  static func nearestName(to color: Color) -> String {
    let nearest = NamedColor.nearest(to: color)
    return ProgramLanguage.localized(
      "CSS has no name for it; the nearest is {name}, at a ΔE2000 of {difference}",
      [
        "name": nearest.name,
        "difference": difference2000(color, Color(nearest.rgba)).text(.fixed(1)),
      ])
  }
}
