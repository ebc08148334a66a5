import Colors
import Foundation
import Scene
import TestSupport
import Testing

@Suite struct ReadmeTests {
  private let readme: String

  init() throws {
    readme = try String(contentsOf: Fixture.checkout.appending(path: "README.md"), encoding: .utf8)
  }

  @Test func `the example in the README is the one that compiles here`() throws {
    let file = Fixture.checkout.appending(path: "Tests/PackageTests/ReadmeExample.swift")
    let compiled = try String(contentsOf: file, encoding: .utf8)

    #expect(blocks("swift").contains(compiled))
  }

  @Test func `the example does what it says`() throws {
    let list = try displayList(for: ["rebeccapurple", "hsb(55 30 100)"])

    let texts = list.items.compactMap { item -> TextContents? in
      if case .text(let text, at: _) = item.shape { text } else { nil }
    }
    #expect(texts.map(\.text).first == "rebeccapurple")
    #expect(texts.map(\.color) == [RGBA(hex: 0xffffff), RGBA(hex: 0x1b1b1b)])
    #expect(throws: ColorSyntaxError.self) { try displayList(for: ["no colour"]) }
  }

  @Test func `each target of make that the README names exists`() throws {
    let makefile = try String(contentsOf: Fixture.checkout.appending(path: "Makefile"), encoding: .utf8)
    let pattern = #/(?:`|sudo |or: |^)make ([a-z]+)/#.anchorsMatchLineEndings()
    let named = Set(readme.matches(of: pattern).map(\.1))

    #expect(named.isSuperset(of: ["run", "test", "install", "uninstall"]))
    for target in named { #expect(makefile.contains("\n\(target):"), "make \(target)") }
  }

  /// The README's shell examples that need no window.
  @Test(.enabled(if: BuiltProgram.path != nil, "the program is not built"))
  func `the README's examples about colours run`() throws {
    let lines = blocks("sh").joined().split(separator: "\n").map { $0.replacing(#/\s+#.*$/#, with: "") }
    let asking = #/^regalia (color|contrast|difference|curve) [^<]*$/#
    let commands = lines.filter { $0.contains(asking) }
    #expect(commands.count >= 4)

    try TemporaryFolder.with { folder in
      for line in commands {
        let script = "regalia() { \"$PROGRAM\" \"$@\"; }; \(line)"
        let outcome = try Command(
          program: "/bin/sh", arguments: ["-c", script], environment: ["PROGRAM": BuiltProgram.path],
          folder: folder
        ).run()
        #expect(outcome.status == 0, "\(line): \(outcome.errors)")
        #expect(!outcome.output.isEmpty, "\(line)")
      }
    }
  }

  /// Returns the text of each fenced block in a language.
  private func blocks(_ language: String) -> [String] {
    readme.split(separator: "\n```", omittingEmptySubsequences: false).compactMap { part in
      part.hasPrefix("\(language)\n") ? String(part.dropFirst(language.count + 1)) + "\n" : nil
    }
  }
}
