import ArgumentParser
import Text

/// A word that stands where a command should but is none.
///
/// Otherwise it would count as an argument of the command that is usual there.
struct UnknownCommand: CustomStringConvertible {
  let word: String
  /// The commands before the word.
  let path: String
  /// The command that was probably meant.
  let nearest: String?

  /// Looks at the first words of a command line; nil where they name commands, or none is wanted there.
  static func find(
    in words: ArraySlice<String>, of command: any ParsableCommand.Type, path: String = "regalia"
  ) -> UnknownCommand? {
    let commands = command.configuration.subcommands
    guard let word = words.first, !commands.isEmpty, !word.isEmpty, !word.hasPrefix("-"), word != "help"
    else {
      return nil
    }
    if let next = commands.first(where: { $0.configuration.commandName == word }) {
      return find(in: words.dropFirst(), of: next, path: path + " " + word)
    }
    // What bench runs without a command of its own takes the names of scenes.
    if command is BenchCommand.Type { return nil }
    let names = commands.compactMap { $0.configuration.commandName }
    return UnknownCommand(word: word, path: path, nearest: Spelling.nearest(to: word, among: names))
  }

  var description: String {
    let meant = nearest.map { "; did you mean '\($0)'?" } ?? ";"
    return "there is no command '\(word)'\(meant) '\(path) --help' lists them"
  }
}
