import ArgumentParser
import Motion
import Statistics
import Files
import Terminal

struct CurveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: ProgramLanguage.localized(
      "Print values and velocities of a timing function or spring, or plot it."),
    discussion: ProgramLanguage.localized(
      """
      An easing is a CSS easing function (ease, cubic-bezier(), steps(), linear()) or a spring: \
      spring(mass stiffness damping velocity), spring-response(response bounce), \
      spring-duration(duration dampingRatio velocity). \
      Times are seconds for springs, and progress from 0 to 1 otherwise.

      Examples:
        regalia curve ease-in-out
        regalia curve 'spring(1 100 10 0)' --at 0.1 --at 0.2 --json
        regalia curve 'spring-duration(0.5 0.9 15)' --plot spring.svg

      Exits with 1 if the text is not an easing.
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The timing function."), valueName: "easing"))
  var easing: String

  @Option(
    name: .customLong("at"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      ProgramLanguage.localized(
        "A time to evaluate; can be repeated. The default is eleven times over the curve."), valueName: "T"))
  var places: [Double] = []

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print one JSON object with exact numbers.")))
  var json = false

  @Option(
    help: ArgumentHelp(
      ProgramLanguage.localized("Write a plot of the value and the velocity."), valueName: "file.svg"),
    completion: .file(extensions: ["svg"]))
  var plot: String?

  func validate() throws {
    guard places.allSatisfy(\.isFinite) else {
      throw ValidationError(ProgramLanguage.localized("A time to evaluate is a finite number."))
    }
  }

  func run() throws {
    let function: TimingFunction
    do {
      function = try TimingFunction(parsing: easing)
    } catch {
      if json { try StandardOutput.print(Curve.json(refusing: easing, because: error)) }
      StandardOutput.complain(ProgramLanguage.localized(error))
      throw ExitCode(1)
    }
    let curve = Curve(function, name: easing)
    let places = places.isEmpty ? curve.places(count: 11) : places
    if let plot {
      try AtomicFile.write(curve.plot.svg, to: plot)
      if plot == AtomicFile.standardOutput { return }
    }
    try StandardOutput.print(json ? curve.json(at: places) : curve.table(at: places))
  }
}
