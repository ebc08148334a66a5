import Foundation
import TestSupport
import Testing

/// The posters of the gallery from the command line.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct GalleryPosterCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: String...) throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home)
  }

  private func hang(_ text: String, title: String? = nil) throws -> String {
    let file = "poster-\(text.count).json"
    var arguments = ["poster", "new", "--text", text, "-o", file, "--crown", "none"]
    if let title { arguments += ["--title", title] }
    #expect(try BuiltProgram.run(arguments, in: home).status == 0)
    let added = try run("poster", "add", file)
    #expect(added.status == 0)
    return added.output.trimmingCharacters(in: .newlines)
  }

  @Test func `a poster is added, listed, shown, changed, exported and removed by its name`() throws {
    let id = try hang("KEEP/CALM", title: "Keep calm")
    #expect(id == "keep-calm")
    #expect(try run("poster", "list").output == "keep-calm\tKeep calm\n")
    let json = try run("poster", "list", "--json").output
    let objects = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(objects.map { $0["title"] as? String } == ["Keep calm"] && objects.first?["created"] is String)

    #expect(try run("poster", "set", "Keep calm", "ink=#123456", "line2=DRINK TEA").status == 0)

    let shown = try run("poster", "show", id).output
    #expect(shown.contains("line2\tDRINK TEA\n"))
    let exported = try run("poster", "export", id, "--json").output
    #expect(exported.contains("\"ink\": \"#123456\""))
    #expect(try run("poster", "render", id, "-o", "a.svg").status == 0)
    #expect(try run("poster", "remove", id).status == 0)
    #expect(try run("poster", "list").output.isEmpty)
  }

  @Test func `changes are all made or none, and what is refused exits with 1 and one line`() throws {
    let id = try hang("KEEP/CALM", title: "Keep calm")
    let before = try run("poster", "export", id).output

    for changes in [["ink=#123456", "weight=heavy"], ["nonsense=1"], ["line9=A"], ["crown=no-such-crown"]] {
      let result = try BuiltProgram.run(["poster", "set", id] + changes, in: home)
      #expect(result.status == 1 && result.complaintLines == 1, "\(changes): \(result.complaints)")
    }

    #expect(try run("poster", "export", id).output == before)
  }

  @Test func `two posters of one title are told apart by their ids, and a file by its path`() throws {
    let first = try hang("KEEP/CALM", title: "Same thing")
    let second = try hang("CARRY/ON/NOW", title: "Same thing")

    let refused = try run("poster", "show", "SAME thing")
    #expect(refused.status == 1 && refused.complaints.contains(first) && refused.complaints.contains(second))

    #expect(try run("poster", "new", "--text", "FILE", "-o", first).status == 0)
    #expect(try run("poster", "show", "./\(first)").output.contains("line1\tFILE"))
    #expect(try run("poster", "show", first).output.contains("line1\tKEEP"))
    #expect(try run("poster", "show", "gallery:\(first)").output.contains("line1\tKEEP"))
    #expect(try run("poster", "show", "missing").status == 1)
    #expect(try run("poster", "show", "missing.json").complaints.contains("no such file"))
  }

  @Test func `several names export a list, and adding is all or nothing`() throws {
    let ids = [try hang("KEEP/CALM"), try hang("CARRY/ON/NOW")]
    let list = try BuiltProgram.run(["poster", "export", "--json", "-o", "all.json"] + ids, in: home)
    #expect(list.status == 0)
    let data = try Data(contentsOf: home.folder.appending(path: "all.json"))
    #expect((try JSONSerialization.jsonObject(with: data) as? [Any])?.count == 2)

    try Data("{}".utf8).write(to: home.folder.appending(path: "bad.json"))
    #expect(try run("poster", "add", "poster-9.json", "bad.json").status == 1)
    #expect(try run("poster", "list").output.split(separator: "\n").count == 2)
  }
}
