import ArgumentParser
import Colors
import Terminal

struct ColorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "color",
    abstract: "Read colours and print them in another notation.",
    discussion: """
      A colour is anything CSS Color 4 can write, of CSS Color 5 color-mix(), light-dark(), contrast-color() and \
      relative colours, or hsb(), hsv(), okhsv(), okhsl(), cmyk(), device-cmyk(). \
      "-" reads one colour a line from standard input. \
      Colours outside sRGB are brought into it for the notations that end there.

      Examples:
        regalia color rebeccapurple
        regalia color 'oklch(0.7 0.2 150)' --to hsb
        regalia color '#c8102e' --simulate deutan:0.6 --json
        regalia color 'oklch(from tomato calc(l - 0.1) c h)' --to all
        regalia color 'color-mix(in oklch longer hue, red, blue 30%)'
        regalia color - --to oklch < palette.txt

      Exits with 1 when a text was not a colour; the others are still printed.
      """)

  @Argument(help: ArgumentHelp("The colours, or - for standard input.", valueName: "color"))
  var colors: [String]

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp(
      "The notation to print, hex when none is named; all prints a table of them.",
      valueName: "notation"))
  var notation: ColorNotationChoice?

  @Option(help: "Which of the two colours of light-dark() is meant.")
  var scheme = ColorScheme.light

  @Flag(help: "Clamp channels instead of mapping colours into sRGB.")
  var clip = false

  @Flag(help: "Print everything about each colour as an object of JSON a line.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Show what people with protan, deutan, tritan or achromat vision see; a severity of 0 to 1 may follow.",
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
          areAllColors = try printColor(line) && areAllColors
        }
      } else {
        areAllColors = try printColor(color) && areAllColors
      }
    }
    if !areAllColors { throw ExitCode(1) }
  }

  /// Prints one colour and returns whether it was one.
  private func printColor(_ text: String) throws -> Bool {
    let parsed: Color
    do {
      parsed = try Color(typed: text, scheme: scheme)
    } catch {
      try ColorOutput.printRefusal(of: text, error, asJSON: json)
      return false
    }
    let color = simulate?.seen(parsed) ?? parsed
    if json {
      try StandardOutput.print(ColorReport(color, input: text, clipping: clip).json)
    } else if notation == .all {
      try StandardOutput.print(table(of: color, written: text))
    } else {
      try StandardOutput.print(color.text(as: notation?.format ?? .hex, clipping: clip))
    }
    return true
  }

  /// Returns a line for each notation, under the text where there are several colours.
  private func table(of color: Color, written text: String) -> String {
    let lines = ColorFormat.allCases.filter { $0 != .json }.map { format in
      format.rawValue + String(repeating: " ", count: 8 - format.rawValue.count)
        + color.text(as: format, clipping: clip)
    }
    let heading = colors.count > 1 || colors == ["-"] ? [text] : []
    return (heading + lines).joined(separator: "\n")
  }
}

/// A notation that can be asked for by name, or all of them.
enum ColorNotationChoice: ExpressibleByArgument, Equatable {
  case one(ColorFormat)
  case all

  static let names = ColorFormat.allCases.filter { $0 != .json }.map(\.rawValue) + ["all"]

  static var allValueStrings: [String] { names }

  init?(argument: String) {
    guard Self.names.contains(argument) else { return nil }
    self = ColorFormat(rawValue: argument).map(Self.one) ?? .all
  }

  /// The notation, if it is one.
  var format: ColorFormat? {
    if case .one(let format) = self { format } else { nil }
  }
}

extension ColorScheme: ExpressibleByArgument {}

/// A way of seeing, written `deutan` or `deutan:0.6`.
struct SimulatedVision {
  /// What can be written before the severity.
  static let names = ColorVisionDeficiency.allCases.map(\.rawValue) + ["achromat"]

  private let vision: ColorVision

  init(_ argument: String) throws {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard Self.names.contains(name), let severity = parts.count == 1 ? 1 : Double(parts[1]),
      (0...1).contains(severity)
    else {
      throw ValidationError(
        "write protan, deutan, tritan or achromat, and perhaps a severity from 0 to 1: deutan:0.6")
    }
    vision =
      ColorVisionDeficiency(rawValue: name).map { .deficient($0, severity: severity) }
      ?? .achromat(severity: severity)
  }

  func seen(_ color: Color) -> Color { vision.simulated(color) }
}

/// What the commands for colours print.
enum ColorOutput {
  /// Prints why a text is not a colour: an object on standard output, or a line on standard error.
  static func printRefusal(of text: String, _ error: ColorSyntaxError, asJSON: Bool) throws {
    if asJSON {
      try StandardOutput.print(error.json(input: text))
    } else {
      let line = String(text.map { $0.isNewline ? " " : $0 })
      StandardOutput.complain("\(line): \(error.message), at \(error.offset)")
    }
  }
}
