import ArgumentParser
import Terminal

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print what makes a shell complete commands, options and files.",
    discussion: """
      An installed program has brought them already.

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
