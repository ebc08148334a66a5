import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
  private let readme: String

  init() throws {
    readme = try String(contentsOf: Fixture.checkout.appending(path: "README.md"), encoding: .utf8)
  }

  @Test func `the program in the README is the example that is built, and the page is short`() throws {
    let file = Fixture.checkout.appending(path: "Examples/Spring/main.swift")

    #expect(blocks("swift") == [try String(contentsOf: file, encoding: .utf8)])
    #expect(readme.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
  }

  @Test func `each file that the README links to exists`() {
    let links = readme.matches(of: #/\]\(([^)#:]+)\)/#).map { String($0.1) }

    #expect(links.count > 15)
    for link in links {
      #expect(FileManager.default.fileExists(atPath: Fixture.checkout.appending(path: link).file), "\(link)")
    }
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
