import ArgumentParser
import Colors
import Terminal

struct DifferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "difference",
    abstract: "Measure how different two colours look.",
    discussion: """
      Prints ΔE2000 and ΔE OK; alpha plays no part. \
      Two lab() colours are compared as given, others in Lab relative to D65.

      Examples:
        regalia difference '#ff0000' '#fe0000'
        regalia difference 'lab(50 2.6772 -79.7751)' 'lab(50 0 -82.7485)' --json
      """)

  @Argument(help: "One colour.", completion: .colors)
  var first: String

  @Argument(help: "The other colour.", completion: .colors)
  var second: String

  @Flag(help: "Print an object of JSON.")
  var json = false

  func run() throws {
    let (one, other) = try ColorPair.parse(first, second, asJSON: json)
    let difference = ColorDifference(one, other)
    if json {
      try StandardOutput.print(difference.json)
      return
    }
    try StandardOutput.print("ΔE2000 \(difference.text2000)")
    try StandardOutput.print("ΔE OK  \(difference.textOK)")
  }
}
