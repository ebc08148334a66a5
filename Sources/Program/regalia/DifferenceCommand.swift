import ArgumentParser
import Colors
import Terminal

struct DifferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "difference",
    abstract: ProgramLanguage.localized("Measure the difference of two colours."),
    discussion: ProgramLanguage.localized(
      """
      Prints ΔE2000 and ΔE OK; alpha is ignored. Two lab() colours are compared as given, others in Lab relative \
      to D65.

      Examples:
        regalia difference '#ff0000' '#fe0000'
        regalia difference 'lab(50 2.6772 -79.7751)' 'lab(50 0 -82.7485)' --json
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("One colour.")), completion: .colors)
  var first: String

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The other colour.")), completion: .colors)
  var second: String

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print a JSON object.")))
  var json = false

  func run() throws {
    let (one, other) = try ColorPair.parse(first, second, asJSON: json)
    let difference = ColorDifference(one, other)
    if json {
      try StandardOutput.print(difference.json)
      return
    }
    // Untranslated: names of measures.
    try StandardOutput.print("ΔE2000 \(difference.text2000)")
    try StandardOutput.print("ΔE OK  \(difference.textOK)")
  }
}

struct ContrastCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contrast",
    abstract: ProgramLanguage.localized("Measure the contrast of two colours."),
    discussion: ProgramLanguage.localized(
      """
      Prints the WCAG 2.1 ratio with the levels it meets, and Lc of APCA 0.1.9. A translucent text is blended over \
      the background, and a translucent background over white.

      Examples:
        regalia contrast '#c8102e' white
        regalia contrast 'rgb(0 0 0 / 0.6)' '#f2f2f2' --json
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The colour of the text.")), completion: .colors)
  var foreground: String

  @Argument(
    help: ArgumentHelp(ProgramLanguage.localized("The colour of the background.")), completion: .colors)
  var background: String

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print a JSON object.")))
  var json = false

  func run() throws {
    let (text, ground) = try ColorPair.parse(foreground, background, asJSON: json)
    let contrast = Contrast(text: text, background: ground)
    if json {
      try StandardOutput.print(contrast.json)
      return
    }
    // Untranslated: names of measures.
    try StandardOutput.print("WCAG \(contrast.wcagText):1, \(levels(contrast))")
    try StandardOutput.print("APCA Lc \(contrast.apcaText)")
  }

  private func levels(_ contrast: Contrast) -> String {
    // Untranslated: scripts read standard output.
    func level(_ isAA: Bool, _ isAAA: Bool) -> String { isAAA ? "AAA" : isAA ? "AA" : "fails" }
    let body = level(contrast.passesAA, contrast.passesAAA)
    let large = level(contrast.passesAALarge, contrast.passesAAALarge)
    return "body text \(body), large text \(large)"
  }
}

/// The two colours of a command.
enum ColorPair {
  /// Reads both colours; if either is invalid, reports each fault and exits with 1.
  static func parse(_ first: String, _ second: String, asJSON: Bool) throws -> (Color, Color) {
    var colors: [Color] = []
    for text in [first, second] {
      do {
        colors.append(try Color(typed: text))
      } catch {
        try ColorOutput.printRefusal(of: text, error, asJSON: asJSON)
      }
    }
    guard colors.count == 2 else { throw ExitCode(1) }
    return (colors[0], colors[1])
  }
}
