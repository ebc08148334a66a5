import Foundation
import TestSupport
import Testing

/// Colour schemes, templates and versions from the command line.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct StyleCommandTests {
  let home: Home

  init() throws {
    home = try Home()
    let made = try BuiltProgram.run(
      ["poster", "new", "--text", "KEEP/CALM", "--crown", "none", "-o", "calm.json"], in: home)
    #expect(made.status == 0)
    #expect(try run("poster", "add", "calm.json").output == "keep-calm\n")
  }

  private func run(_ arguments: String...) throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home)
  }

  private func json(_ arguments: String...) throws -> [[String: Any]] {
    let text = try BuiltProgram.run(arguments + ["--json"], in: home).output
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  private func document(_ name: String = "keep-calm") throws -> String {
    try run("poster", "export", name).output
  }

  // MARK: Schemes

  @Test func `ten schemes and the palettes of the library are listed`() throws {
    #expect(try run("palette", "new", "Brand", "#102030", "#ffeedd").status == 0)
    #expect(try run("palette", "new", "Greys", "#808080", "#8a8a8a").status == 0)
    let rows = try run("poster", "schemes").output.split(separator: "\n")
    #expect(rows.count == 12 && rows.contains("midnight\tMidnight") && rows.contains("brand\tBrand"))
    #expect(rows.last == "greys\tGreys\tno contrast")
    let objects = try json("poster", "schemes", "list")
    #expect(objects.count == 12 && objects[10]["grounds"] is [String])
    #expect((objects[11]["reason"] as? String)?.contains("has no contrast") == true)
  }

  @Test func `a scheme is applied to a poster of the wall, to a document and from a palette's file`() throws {
    #expect(try run("poster", "schemes", "apply", "Keep calm", "midnight").status == 0)
    #expect(try document().contains("#132048") && document().contains("#f6eedb"))
    #expect(try run("palette", "new", "Brand", "#102030", "#ffeedd").status == 0)
    #expect(try run("poster", "schemes", "apply", "calm.json", "brand").status == 0)
    #expect(try String(contentsOfFile: home.path("calm.json"), encoding: .utf8).contains("#ffeedd"))
    #expect(try run("palette", "convert", "brand", "-o", "brand.ase").status == 0)
    #expect(try run("poster", "schemes", "apply", "keep-calm", "brand.ase").status == 0)
    #expect(try document().contains("#102030"))
  }

  @Test func `a scheme without contrast, and one that is not there, are refused with the reason`() throws {
    #expect(try run("palette", "new", "Greys", "#808080", "#8a8a8a").status == 0)
    let before = try document()
    let grey = try run("poster", "schemes", "apply", "keep-calm", "greys")
    #expect(
      grey.status == 1 && grey.complaints.contains("“Greys” has no contrast") && grey.complaintLines == 1)
    let unknown = try run("poster", "schemes", "apply", "keep-calm", "no-such-scheme")
    #expect(unknown.status == 1 && unknown.complaints.contains("midnight") && unknown.complaintLines == 1)
    #expect(try document() == before)
  }

  // MARK: Templates

  @Test func `a poster is saved as a template, used, renamed and removed`() throws {
    let saved = try run("poster", "templates", "save", "keep-calm", "--title", "Team poster")
    #expect(saved.output == "team-poster\n")
    #expect(
      try run("poster", "templates", "save", "calm.json", "--title", "Team poster").output
        == "team-poster-2\n")
    #expect(
      try run("poster", "templates").output.hasPrefix(
        "team-poster\tTeam poster\nteam-poster-2\tTeam poster\nblank\t"))
    #expect(try run("poster", "new", "--template", "list").output.contains("team-poster-2  Team poster"))

    let made = try run("poster", "new", "--template", "team-poster")
    #expect(
      made.status == 0 && made.output.contains("\"title\": \"Team poster\"") && made.output.contains("CALM"))
    #expect(try run("poster", "templates", "rename", "team-poster", "Crew").status == 0)
    #expect(try run("poster", "new", "--template", "crew").output.contains("\"title\": \"Crew\""))
    #expect(try run("poster", "templates", "remove", "Crew").status == 0)
    #expect(try json("poster", "templates", "list").filter { $0["isOwn"] as? Bool == true }.count == 1)
    for words in [["remove", "team-poster"], ["remove", "calm"], ["rename", "none", "b"]] {
      let refused = try BuiltProgram.run(["poster", "templates"] + words, in: home)
      #expect(refused.status == 1 && refused.complaintLines == 1, "\(refused.complaints)")
    }
  }

  @Test func `a template of a newer version is named with what to do`() throws {
    #expect(try run("poster", "templates", "save", "keep-calm", "--title", "Later").status == 0)
    let file = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: home.folder.path(percentEncoded: false))
        .first { $0.hasSuffix("templates/later.json") })
    let text = try String(contentsOfFile: home.path(file), encoding: .utf8)
    let newer = text.replacing(#/"version": \d+/#, with: "\"version\": 99")
    try newer.write(toFile: home.path(file), atomically: true, encoding: .utf8)

    let used = try run("poster", "new", "--template", "later")
    #expect(used.status == 1 && used.complaints.contains("Update Regalia to use it") && used.output.isEmpty)
    let list = try run("poster", "templates", "list")
    #expect(list.status == 0 && list.output.hasPrefix("later\tLater\n"))
    #expect(list.complaints.contains("version 99"))
    #expect(try String(contentsOfFile: home.path(file), encoding: .utf8) == newer)
  }

  // MARK: Versions

  @Test func `a version is saved, listed, restored, renamed and removed`() throws {
    let first = try document()
    #expect(try run("poster", "versions", "save", "keep-calm", "Before print").output == "Before print\n")
    #expect(try run("poster", "set", "keep-calm", "line1=DRINK", "ink=#00ff00").status == 0)
    let second = try document()
    #expect(try run("poster", "versions", "save", "keep-calm", "Before print").output == "Before print 2\n")
    let rows = try run("poster", "versions", "list", "keep-calm").output.split(separator: "\n")
    #expect(rows.map { $0.prefix { $0 != "\t" } } == ["Before print 2", "Before print"])

    #expect(try run("poster", "versions", "restore", "keep-calm", "before PRINT").status == 0)
    #expect(try document() == first)
    #expect(
      try run("poster", "versions", "rename", "keep-calm", "Before print 2", "Green").output == "Green\n")
    #expect(try run("poster", "versions", "restore", "keep-calm", "Green").status == 0)
    #expect(try document() == second)
    #expect(try run("poster", "versions", "remove", "keep-calm", "Green").status == 0)
    #expect(
      try json("poster", "versions", "list", "keep-calm").map { $0["name"] as? String } == ["Before print"])
    for words in [["restore", "keep-calm", "Green"], ["list", "no-poster"], ["remove", "keep-calm", ""]] {
      let refused = try BuiltProgram.run(["poster", "versions"] + words, in: home)
      #expect(refused.status == 1 && refused.complaintLines == 1, "\(refused.complaints)")
    }
    #expect(try document() == second)
  }

  @Test func `versions go to the bin and come back with their poster`() throws {
    #expect(try run("poster", "versions", "save", "keep-calm", "One").status == 0)
    #expect(try run("poster", "remove", "keep-calm").status == 0)
    #expect(try run("poster", "bin", "restore", "keep-calm").status == 0)
    #expect(try run("poster", "versions", "list", "keep-calm").output.hasPrefix("One\t"))
  }

  /// Each saving is killed at another moment; what was confirmed is there, and what is there is whole.
  @Test func `what was saved survives a kill, and nothing half written is left`() throws {
    var confirmed: [String] = []
    for number in 0..<12 {
      let process = Process()
      process.executableURL = URL(filePath: try #require(BuiltProgram.path))
      process.arguments = ["poster", "versions", "save", "keep-calm", "Version \(number)"]
      process.environment = home.environment
      process.currentDirectoryURL = home.folder
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.start()
      // An odd one is killed once it has confirmed, an even one at any moment.
      if number.isMultiple(of: 2) {
        kill(process.processIdentifier, SIGKILL)
      } else if let data = try output.fileHandleForReading.read(upToCount: 1), !data.isEmpty {
        kill(process.processIdentifier, SIGKILL)
        confirmed.append("Version \(number)")
      }
      process.waitUntilExit()
    }
    #expect(confirmed.count == 6)
    let check = try run("library", "check")
    #expect(check.status == 0, "\(check.output)\(check.complaints)")
    let names = try json("poster", "versions", "list", "keep-calm").compactMap { $0["name"] as? String }
    #expect(Set(confirmed).isSubset(of: names))
    let before = try document()
    for name in names {
      #expect(try run("poster", "versions", "restore", "keep-calm", name).status == 0)
      #expect(try document() == before)
    }
  }
}
