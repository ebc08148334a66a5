import ArgumentParser
import Terminal

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: ProgramLanguage.localized("Print a shell's completion script."),
    discussion: ProgramLanguage.localized(
      """
      Installed programs include these scripts.

      Examples:
        regalia completions bash > regalia.bash
        regalia completions zsh > _regalia
      """))

  @Argument(help: ArgumentHelp(ProgramLanguage.localized("The shell.")))
  var shell: Shell

  /// A shell with completions.
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash
    case zsh
    case fish
  }

  func run() throws {
    guard let shell = CompletionShell(rawValue: shell.rawValue) else { return }
    try StandardOutput.print(Self.withOwnHelp(Regalia.completionScript(for: shell)))
  }

  /// Returns a script without the parser's own `help` command, which stands behind the program's in each list.
  private static func withOwnHelp(_ script: String) -> String {
    // Untranslated: what the parser writes.
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("Show subcommand help information.") }
    let text = lines.joined(separator: "\n").replacing("help|help)", with: "help)")
      .replacing("help help'", with: "help'")
    // The second function of a name would replace the first.
    let functions = text.ranges(of: "\n_regalia_help() {")
    guard functions.count > 1, let second = functions.last,
      let end = text[second.upperBound...].firstRange(of: "\n}\n")
    else { return text }
    return String(text[..<second.lowerBound] + "\n" + text[end.upperBound...])
  }
}
