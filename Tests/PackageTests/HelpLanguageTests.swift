import TestSupport
import Testing

/// The help and the complaints of commands in a language that puts each marked text into brackets.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct HelpLanguageTests {
  let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: [String]) throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home, environment: ["LANG": "en_XA.UTF-8"])
  }

  @Test func `each text of the help is in the person's language`() throws {
    let help = try run(["--experimental-dump-help"]).output
    let texts = try CommandDescription(dump: help).texts()
    // The argument parser has words of its own, which the program replaces where it prints help.
    let parsers: Set = ["Show help information.", "Show the version.", "Dump help information as JSON."]

    #expect(texts.count > 500)
    for (command, text) in texts where !parsers.contains(text) && !text.isEmpty {
      #expect(text.hasPrefix("[") && text.hasSuffix("]"), "\(command): \(text)")
    }
  }

  @Test(arguments: [[], ["poster"], ["poster", "new"], ["bench", "run"], ["clock"]])
  func `printed help has none of the argument parser's English words`(command: [String]) throws {
    let result = try run(command + ["--help"])

    #expect(result.status == 0)
    let english = ["OVERVIEW:", "USAGE:", "ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:", "Show help", "default: "]
    for words in english { #expect(!result.output.contains(words), "\(words) in \(result.output)") }
  }

  @Test(
    arguments: [
      "poster rendr", "poster new --nothing", "poster new --txet A", "poster new --text", "completions",
      "clock --theme drak", "clock --countdown soon", "clock --date=yes", "completions bash zsh",
      "poster render a.json -o a.xyz", "palette show nothing",
      "crowns show nothing", "plane rgb --at 3 --size 8 -o a.png", "bench nothing", "record nothing -o a.gif",
    ])
  func `each complaint is in the person's language`(command: String) throws {
    let result = try run(command.split(separator: " ").map(String.init))

    #expect(result.status != 0 && result.complaintLines == 1)
    let words = result.complaints.drop { $0 != ":" }.dropFirst(2)
    #expect(words.hasPrefix("["), "\(result.complaints)")
  }
}
