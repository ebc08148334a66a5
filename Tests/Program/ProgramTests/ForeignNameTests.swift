import Catalog
import Foundation
import Publishing
import TestSupport
import Testing
import VectorArt

/// Ids and titles that somebody else chose never lead out of the folder that was named.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct ForeignNameTests {
  let home: Home

  init() throws { home = try Home() }

  private static let names = [
    "../../traversed/victim", "/tmp/regalia-victim", "..", ".", ".hidden", "-o", "CON", "lpt1.svg", "Crown",
    "cROWN",
    "nul\0l", "two\nlines", "a:b*?\"<>|\\c", "\u{202E}gvs", "dots. ", String(repeating: "é", count: 300),
  ]

  /// Returns all paths in the home and around it that a name could reach.
  private func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }

  @Test
  func `crowns and posters of a library with hostile names stay in their folder, each in a file of its own`()
    throws
  {
    let crowns = try Self.names.enumerated().map { index, name in
      let svg = Array("<svg viewBox='0 0 9 9'><path d='M0 9V\(index % 8).\(index)l4 4 4-4v7z'/></svg>".utf8)
      return try CrownRecord(
        id: name, name: name, source: name, licence: "", svg: svg, image: VectorImage(svg: svg))
    }
    // Only what ships is written with its ids as they are.
    try ShippedLibrary.write(crowns, to: home.path("hostile"))
    try FileManager.default.createDirectory(atPath: home.path("a/b/out"), withIntermediateDirectories: true)
    // Elsewhere the program has no crowns of its own.
    let copy = home.path("program")
    try FileManager.default.copyItem(atPath: try #require(BuiltProgram.path), toPath: copy)
    let before = try files(in: home.path(""))

    let result = try BuiltProgram.run(
      ["crowns", "export", "--all", "-o", "a/b/out", "--library", "hostile"], in: home, copy: copy)

    #expect(result.status == 0, "\(result.complaints)")
    let made = try files(in: home.path("a/b/out"))
    #expect(made.count == Self.names.count && made.allSatisfy { !$0.contains("/") && $0.utf8.count < 200 })
    let after = try files(in: home.path("")).filter { !before.contains($0) && !$0.hasPrefix("a/b/out/") }
    #expect(
      after.allSatisfy { $0.hasPrefix("hostile-") || $0.hasPrefix("state") || $0.hasPrefix("cache") },
      "\(after)")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/regalia-victim.svg"))
  }

  @Test func `values of a table stay in their folder as names of files`() throws {
    let badge = try BuiltProgram.run(["poster", "new", "--text", "HI/{name}", "-o", "badge.json"], in: home)
    #expect(badge.status == 0)
    let rows = ["../../victim", "/tmp/regalia-victim", "..", ".hidden", "Same", "sAME", "-o"]
    try Data((["name"] + rows).joined(separator: "\n").utf8).write(
      to: home.folder.appending(path: "people.csv"))
    try FileManager.default.createDirectory(atPath: home.path("a/b/out"), withIntermediateDirectories: true)

    _ = try BuiltProgram.run(
      ["poster", "render", "badge.json", "--data", "people.csv", "-o", "a/b/out/{name}.svg"], in: home)

    #expect(try files(in: home.path("a")).allSatisfy { $0 == "b" || $0.hasPrefix("b/out") })
    #expect(!FileManager.default.fileExists(atPath: "/tmp/regalia-victim.svg"))
  }

  @Test(arguments: names)
  func `a title is offered as one name in the folder of exports`(title: String) {
    let name = ExportPlace.name(title)

    #expect(!name.isEmpty && !name.contains("/") && !name.contains("\0") && name.utf8.count <= 161)
    #expect(name.first != "." && name.first != "-")
  }
}
