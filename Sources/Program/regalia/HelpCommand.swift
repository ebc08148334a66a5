import Application
import ArgumentParser
import Files
import Localization
import Terminal
import Text

/// A topic of the help pages; its raw value names the page.
enum HelpTopic: String, CaseIterable {
  case gettingStarted = "getting-started"
  case colours
  case posters
  case lettering
  case pictures
  case printing
  case outputs
  case gallery
  case schemes
  case flipClock = "flip-clock"
}

extension HelpPage {
  /// Returns Regalia's page about a topic, or the contents without one.
  ///
  /// The pages are in `share/help`, beside the `lib` in which the program is installed, or in the `Assets` of the
  /// checkout in which it was built.
  static func regalia(_ topic: HelpTopic?) -> HelpPage {
    HelpPage(
      folders: Folder.places(aboveProgram: ["share/help", "Assets/help"]), program: "regalia",
      topic: topic?.rawValue ?? "index")
  }
}

/// Opens help pages, and prints the usage of commands as the parser's own `help` does.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: ProgramLanguage.localized("Open the help pages, or print the usage of a command."),
    discussion: ProgramLanguage.localized(
      """
      The pages open in the desktop's viewer. Without a topic the contents open. The topics are {topics}. The name of a \
      command prints its usage.

      Examples:
        regalia help printing --print
        regalia help poster new
      """, ["topics": HelpTopic.allCases.map(\.rawValue).joined(separator: ", ")]))

  @Argument(
    help: ArgumentHelp(
      ProgramLanguage.localized("A topic, or the words of a command."), valueName: "topic"),
    completion: .helpTopics)
  var words: [String] = []

  @Flag(help: ArgumentHelp(ProgramLanguage.localized("Print the page instead of opening it.")))
  var print = false

  func run() throws {
    if let command = try command() { throw CleanExit.helpRequest(command) }
    let topic = words.first.flatMap(HelpTopic.init)
    let (page, language) = (HelpPage.regalia(topic), ProgramLanguage.language)
    guard print else { return try page.openAndWait(in: language) }
    let text = try FileBytes.read(page.file(in: language, ending: "txt"), atMost: 1 << 20)
    try StandardOutput.write(String(decoding: text, as: UTF8.self))
  }

  /// Returns the command that the words name, or nil where they name a topic, or nothing.
  private func command() throws -> (any ParsableCommand.Type)? {
    guard let first = words.first else { return nil }
    if HelpTopic(rawValue: first) != nil {
      guard words.count == 1 else {
        throw ValidationError(ProgramLanguage.localized("A topic is one word, such as colours."))
      }
      return nil
    }
    var command: any ParsableCommand.Type = Regalia.self
    for word in words {
      guard let next = command.subcommand(named: word) else { throw unknown(word, below: command) }
      command = next
    }
    return command
  }

  private func unknown(_ word: String, below command: any ParsableCommand.Type) -> ValidationError {
    let topics = command is Regalia.Type ? HelpTopic.allCases.map(\.rawValue) : []
    guard let nearest = Spelling.nearest(to: word, among: topics + command.subcommandNames) else {
      return ValidationError(
        ProgramLanguage.localized(
          "“{word}” is neither a command nor a topic of the help; “regalia help” opens its contents.",
          ["word": word]))
    }
    return ValidationError(
      ProgramLanguage.localized(
        "“{word}” is neither a command nor a topic of the help; did you mean “{nearest}”?",
        ["word": word, "nearest": nearest]))
  }
}
