import Foundation
import TestSupport

extension BuiltProgram {
  /// What the program says of its commands and their options.
  static func description() throws -> CommandDescription {
    let help = try Command(program: path ?? "", arguments: ["--experimental-dump-help"]).run()
    return try JSONDecoder().decode(Envelope.self, from: Data(help.output.utf8)).command
  }

  private struct Envelope: Decodable {
    let command: CommandDescription
  }
}

/// A command as the argument parser describes it.
struct CommandDescription: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let names: [Name]?
    let shouldDisplay: Bool
  }

  let commandName: String
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?

  /// The command and all below it that do something themselves, each by its whole name, such as `plane hsb`.
  func leaves(below prefix: String = "") -> [(name: String, command: CommandDescription)] {
    let inner = (subcommands ?? []).filter { $0.commandName != "help" }
    if inner.isEmpty { return [(prefix + commandName, self)] }
    let isProgram = prefix.isEmpty && commandName == "regalia"
    return inner.flatMap { $0.leaves(below: isProgram ? "" : "\(prefix)\(commandName) ") }
  }

  /// The long names of the options, but those that every command has.
  var options: [String] {
    (arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
      .filter { $0.kind == "long" && !["help", "version"].contains($0.name) }.map(\.name)
  }
}
