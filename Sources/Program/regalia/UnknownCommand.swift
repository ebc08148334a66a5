import ArgumentParser
import Text

extension ParsableCommand {
  /// The names of its subcommands, in the order of its help.
  static var subcommandNames: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// Returns the subcommand with a name, or nil.
  static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0.configuration.commandName == name }
  }
}

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
    guard let word = words.first, !word.isEmpty, !word.hasPrefix("-") else { return nil }
    guard !command.configuration.subcommands.isEmpty else { return nil }
    if let next = command.subcommand(named: word) {
      return find(in: words.dropFirst(), of: next, path: path + " " + word)
    }
    // The default command of bench takes the names of scenes.
    if command is BenchCommand.Type { return nil }
    return UnknownCommand(
      word: word, path: path, nearest: Spelling.nearest(to: word, among: command.subcommandNames))
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
