import Foundation
import TestSupport
import Testing

/// The tools that list and compile messages.
enum MessageTools {
  static func run(_ tool: String, _ arguments: [String]) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  static func messages(_ arguments: String...) throws -> (code: Int32, output: String) {
    try run(Fixture.checkout.appending(path: "Scripts/messages").path(percentEncoded: false), arguments)
  }

  static let hasPython = (try? run("python3", ["--version"]))?.code == 0
  static let hasGettext = (try? run("msgfmt", ["--version"]))?.code == 0
}

/// The texts that a person sees, as `Scripts/messages` finds them.
@Suite(.enabled(if: MessageTools.hasPython, "python3 is not installed"))
struct MessageTests {
  /// Returns what is found in a file of Swift, each as its line and words.
  private func found(in source: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "regalia-\(UUID()).swift")
    try Data(source.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (code, output) = try MessageTools.messages("check", file.path(percentEncoded: false))
    let lines = output.split(separator: "\n").map { line in
      line.split(separator: ":", maxSplits: 1).dropFirst().joined()
    }
    #expect(code == (lines.isEmpty ? 0 : 1))
    return lines
  }

  @Test func `texts outside the marked call are in no file but those that are listed`() throws {
    let (code, output) = try MessageTools.messages("check")

    #expect(code == 0, "\(output)")
  }

  @Test(arguments: [
    "button.title = \"Done\"", "say(\"gone\")", "let a = \"two words\"", "Panel(label: \"hue\")",
    "let a = \"\\(count) posters were found\"", "let a = \"\"\"\n  Two words\n  \"\"\"", "let a = \"Open…\"",
    "let a = localized(text) + \"Not marked\"", "let a = other(\"Delete \\(name)\")",
    "let a = \"\\(isOn ? \"is on\" : \"off\")\"", "x(localized(\"A {b}\", [\"b\": \"Not marked\"]))",
  ])
  func `a text outside the marked call is found`(source: String) throws {
    let lines = try found(in: source)

    #expect(lines.count == 1 && lines.first?.contains("is not marked") == true, "\(lines)")
  }

  @Test(arguments: [
    "localized(\"A {b}\")", "localized(\"A\", [\"b\": b])", "localized(\"A {b}\", [\"c\": c, \"b\": b])",
    "localized(\"{b\", [\"b\": b])", "Message(\"A\", plural: \"{n} B\", count: 1)", "localized(\"A \\(b)\")",
    "let a = localized(\"A\"), b = localized(\"A\", plural: \"{count} A\", count: 2)",
  ])
  func `a marked text whose placeholders and values differ is found`(source: String) throws {
    let lines = try found(in: source)

    #expect(lines.count == 1, "\(lines)")
  }

  @Test(arguments: [
    "precondition(a, \"a spring needs a response\")", "layer.name = \"The layer\"", "case a = \"Some words\"",
    "localized(\"A {b}\", [\"b\": b])", "// \"Some words\"", "/* \"Some /* words\" */ */",
    "id(\"picker.undo\")",
    "let a = \"Inter Tight\"  // Untranslated: a font.", "let a = #\"\"#, b = \"image/png\", c = \"UTF-8\"",
    "// Untranslated: fonts.\nlet a = \"Inter Tight\"\nlet b = \"Nimbus Sans\"",
    "localized(\"One\", plural: \"{count} of {all}\", count: n, [\"all\": all], context: \"Some words\")",
    "localized(\n  \"\"\"\n  A long \\\n  {b}\n  \"\"\", [\"b\": b])", "localized(\"{{ Some words }}\")",
  ])
  func `what is marked or no text is left alone`(source: String) throws {
    #expect(try found(in: source) == [])
  }

  @Test(.enabled(if: MessageTools.hasGettext, "gettext's msgfmt is not installed"))
  func `the template for translators is one that gettext takes`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "regalia-\(UUID()).pot")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)

    #expect(try MessageTools.messages("extract", path).code == 0)

    #expect(
      try MessageTools.run("msgfmt", ["--check-format", "--check-domain", "-o", "/dev/null", path]).code == 0)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("#, python-brace-format\nmsgid \"Undo {step}\"\n"))
    #expect(text.contains("msgctxt \"step\"\nmsgid \"line order\"\n"))
  }
}
