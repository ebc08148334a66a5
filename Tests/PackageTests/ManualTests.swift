import Foundation
import TestSupport
import Testing

@Suite struct ManualTests {
  private let manual: String

  init() throws {
    manual = try String(contentsOf: Fixture.checkout.appending(path: "Assets/regalia.1"), encoding: .utf8)
  }

  @Test(.enabled(if: BuiltProgram.path != nil, "the program is not built"))
  func `the manual has each command with each of its options, and no others`() throws {
    let commands = try BuiltProgram.description().leaves()

    let sections = manual.split(separator: "\n.Ss ").dropFirst()
    let titles = sections.map { String($0.prefix { $0 != "\n" }) }
    #expect(Set(titles) == Set(commands.map(\.name)))
    for (name, command) in commands {
      let text = sections.first { $0.hasPrefix(name + "\n") } ?? ""
      let section = text.prefix(upTo: text.firstRange(of: "\n.Sh ")?.lowerBound ?? text.endIndex)
      let items = section.split(separator: "\n").filter { $0.hasPrefix(".It Fl") }
      let explained = items.flatMap { $0.matches(of: #/\\-([a-z-]+)/#).map { String($0.1) } }
      #expect(Set(explained) == Set(command.options), "\(name)")
    }
  }

  @Test(.enabled(if: Command.path(of: "man") != nil, "man is not installed"))
  func `man formats the manual without a warning`() throws {
    let outcome = try Command(
      program: Command.path(of: "man") ?? "", arguments: ["--warnings", "-l", "Assets/regalia.1"],
      environment: ["MANPAGER": "cat", "MANROFFSEQ": "", "MANWIDTH": "80"]
    ).run()

    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    // Some versions of groff stretch lines by further spaces.
    let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("regalia — gallery of posters, library of crowns"))
  }
}
