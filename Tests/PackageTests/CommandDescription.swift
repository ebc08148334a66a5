import Foundation
import TestSupport

extension BuiltProgram {
  /// Returns the program's description of its commands and their options.
  static func description() throws -> CommandDescription { try described.get() }

  private static let described = Swift.Result {
    let help = try Command(program: path ?? "", arguments: ["--experimental-dump-help"]).run()
    return try CommandDescription(dump: help.output)
  }
}

/// A command as the argument parser describes it.
struct CommandDescription: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    /// The completions of the value in a shell.
    struct Completion: Decodable {
      struct Files: Decodable {
        let extensions: [String]
      }

      let file: Files?
      let isDirectory: Bool
      /// Whether the program itself is asked, such as for the names that a library has.
      let isAsked: Bool

      private enum Key: String, CodingKey {
        case file, directory, custom
      }

      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        file = try values.decodeIfPresent(Files.self, forKey: .file)
        isDirectory = values.contains(.directory)
        isAsked = values.contains(.custom)
      }
    }

    let abstract: String?
    let names: [Name]?
    let valueName: String?
    let completionKind: Completion?
    let shouldDisplay: Bool

    /// Whether the value is, or may be, the name of a file or a folder, as the help calls it.
    var namesFile: Bool {
      (valueName ?? "").split { !$0.isLetter }.contains {
        ["file", "folder", "path", "picture", "profile"].contains($0)
      }
    }

    /// Whether a shell completes files or folders.
    var completesFiles: Bool { completionKind.map { $0.file != nil || $0.isDirectory } ?? false }

    /// The display name: the option, or else the value.
    var title: String { names?.first.map { "--" + $0.name } ?? valueName ?? "" }
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?

  private struct Envelope: Decodable {
    let command: CommandDescription
  }

  /// Reads what the program prints with `--experimental-dump-help`.
  init(dump: String) throws {
    self = try JSONDecoder().decode(Envelope.self, from: Data(dump.utf8)).command
  }

  /// The texts of the help of the command and of all below it, each with the whole name of its command.
  func texts(below prefix: String = "") -> [(command: String, text: String)] {
    let name = prefix + commandName
    let own = [abstract, discussion].compactMap(\.self) + (arguments ?? []).compactMap(\.abstract)
    return own.map { (name, $0) }
      + (subcommands ?? []).filter { !$0.isOfParser }.flatMap { $0.texts(below: name + " ") }
  }

  /// The command and all below it that do something themselves, each by its whole name, such as `plane hsb`.
  func leaves(below prefix: String = "") -> [(name: String, command: CommandDescription)] {
    let inner = (subcommands ?? []).filter { !$0.isOfParser }
    if inner.isEmpty { return [(prefix + commandName, self)] }
    let isProgram = prefix.isEmpty && commandName == "regalia"
    return inner.flatMap { $0.leaves(below: isProgram ? "" : "\(prefix)\(commandName) ") }
  }

  /// Whether it is the help of the argument parser, which the program's own replaces.
  private var isOfParser: Bool { commandName == "help" && !options.contains("print") }

  /// The long names of the options, but those that every command has.
  var options: [String] {
    let shown = (arguments ?? []).filter(\.shouldDisplay)
    let long = shown.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name)
    return long.filter { $0 != "help" && $0 != "version" }
  }
}
