import ArgumentParser
import Text

/// An unknown word in the place of a command.
///
/// Otherwise it would be parsed as an argument of the default command.
struct UnknownCommand: CustomStringConvertible {
  let word: String
  /// The commands before the word.
  let path: String
  /// The command that was probably meant.
  let nearest: String?

  /// Checks the first words of a command line; returns nil if they name commands, or if none is expected there.
  ///
  /// `help` reports unknown words after it itself.
  static func find(
    in words: ArraySlice<String>, of command: any ParsableCommand.Type, path: String = "regalia"
  ) -> UnknownCommand? {
    let commands = command.configuration.subcommands
    guard let word = words.first, !word.isEmpty, !word.hasPrefix("-") else { return nil }
    guard !commands.isEmpty else { return nil }
    if let next = commands.first(where: { $0.configuration.commandName == word }) {
      return find(in: words.dropFirst(), of: next, path: path + " " + word)
    }
    // The default command of bench takes the names of scenes.
    if command is BenchCommand.Type { return nil }
    let names = commands.compactMap { $0.configuration.commandName }
    return UnknownCommand(word: word, path: path, nearest: Spelling.nearest(to: word, among: names))
  }

  var description: String {
    guard let nearest else {
      return ProgramLanguage.localized(
        "there is no command “{word}”; “{command} --help” lists them", ["word": word, "command": path])
    }
    return ProgramLanguage.localized(
      "there is no command “{word}”; did you mean “{nearest}”? “{command} --help” lists them",
      ["word": word, "nearest": nearest, "command": path])
  }
}
