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
    try StandardOutput.print(Regalia.completionScript(for: shell))
  }
}
