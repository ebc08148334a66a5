import ArgumentParser
import Terminal

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a shell's completion script.",
    discussion: """
      Installed programs include these scripts.

      Examples:
        regalia completions bash > regalia.bash
        regalia completions zsh > _regalia
      """)

  @Argument(help: "The shell.")
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
