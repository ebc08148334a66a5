import Foundation
import TestSupport
import Testing

/// The catalogues of translations, as `Scripts/translations` checks and compiles them.
@Suite(.enabled(if: MessageTools.hasPython, "python3 is not installed"))
struct TranslationTests {
  private func translations(_ arguments: String...) throws -> (code: Int32, output: String) {
    let script = Fixture.checkout.appending(path: "Scripts/translations").path(percentEncoded: false)
    return try MessageTools.run(script, arguments)
  }

  /// Returns the faults of a catalogue with some entries.
  private func faults(in entries: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regalia-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "de.po")
    let header = "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n"
    try Data((header + entries + "\n").utf8).write(to: file)
    let (code, output) = try translations("check", file.path(percentEncoded: false))
    let lines = output.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1).last ?? "" }
    #expect(code == (lines.isEmpty ? 0 : 1))
    return lines.map(String.init)
  }

  @Test func `the catalogues of the checkout have no faults`() throws {
    let (code, output) = try translations("check")

    #expect(code == 0, "\(output)")
  }

  @Test(arguments: [
    ("msgid \"A {b}\"\nmsgstr \"Ein\"", "drops {b}"),
    ("msgid \"A {b}\"\nmsgstr \"Ein {b} {c}\"", "invents {c}"),
    ("msgid \"A {b}\"\nmsgstr \"\"\n\"Ein \"\n\"{b\"", "has a brace without its partner"),
    ("msgid \"A\"\nmsgid_plural \"{count} B\"\nmsgstr[0] \"Ein\"", "has 1 forms"),
    ("msgid \"{a}\"\nmsgid_plural \"{count} {a}\"\nmsgstr[0] \"{a}\"\nmsgstr[1] \"{count}\"", "drops {a}"),
    ("msgid \"Words of English\"\nmsgstr \"Words of English\"", "equals the English"),
    ("msgid \"A\"\nmsgstr Ein", "is not understood"),
  ])
  func `a fault of a catalogue is found`(entry: String, words: String) throws {
    let found = try faults(in: entry)

    #expect(found.count == 1 && found.first?.contains(words) == true, "\(found)")
  }

  @Test(arguments: [
    "msgid \"A {b}\"\nmsgstr \"\"", "#, fuzzy\nmsgid \"A {b}\"\nmsgstr \"Ein\"",
    "msgid \"A {b} {c}\"\nmsgstr \"{c} {b}\"",
    "#~ msgid \"A {b}\"\n#~ msgstr \"Ein\"", "msgid \"{a}, {b}\"\nmsgstr \"{a}, {b}\"",
    "msgid \"One {name}\"\nmsgid_plural \"{count}\"\nmsgstr[0] \"Ein {name}\"\nmsgstr[1] \"{count} davon\"",
    "msgid \"Data Matrix\"\nmsgstr \"Data Matrix\"",
  ])
  func `a sound catalogue has none`(entry: String) throws {
    #expect(try faults(in: entry) == [])
  }

  @Test(.enabled(if: MessageTools.hasGettext, "gettext's msgfmt is not installed"))
  func `each catalogue compiles, and gettext finds no other placeholders in it`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regalia-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let catalogs = Fixture.checkout.appending(path: "Assets/locale")
    let names = try FileManager.default.contentsOfDirectory(atPath: catalogs.path(percentEncoded: false))
    let languages = names.filter { $0.hasSuffix(".po") }.map { String($0.dropLast(3)) }

    let (code, output) = try translations("build", folder.path(percentEncoded: false))

    #expect(code == 0, "\(output)")
    #expect(!languages.isEmpty)
    for language in languages {
      let compiled = folder.appending(path: "\(language)/LC_MESSAGES/regalia.mo")
      #expect(FileManager.default.fileExists(atPath: compiled.path(percentEncoded: false)))
      let source = catalogs.appending(path: "\(language).po").path(percentEncoded: false)
      #expect(try MessageTools.run("msgfmt", ["--check-format", "-o", "/dev/null", source]).code == 0)
    }
  }
}
