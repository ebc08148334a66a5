import Catalog
import Foundation
import TestSupport
import Testing

/// The gallery's start with libraries that it cannot show.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct GalleryCommandTests {
  let home: Home

  init() throws { home = try Home() }

  private var file: URL { home.folder.appending(path: "posters.regalia") }

  /// The bytes of a library without posters.
  private func library() throws -> Data {
    let path = home.folder.appending(path: "good.regalia")
    do { _ = try Library(path: path.path(percentEncoded: false), access: .writing) }
    return try Data(contentsOf: path)
  }

  private func expectRefusal(of bytes: Data, saying words: String) throws {
    try bytes.write(to: file)
    let result = try BuiltProgram.run(["gallery", "--library", "posters.regalia"], in: home)
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.complaints.contains(words), "\(result.complaints)")
    #expect(result.complaintLines == 1)
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `refuses a file that is no library, and leaves it alone`() throws {
    try expectRefusal(of: Data("hello".utf8), saying: "not a library of Regalia")
  }

  @Test func `shows a library that a newer program wrote, and leaves it alone`() throws {
    var bytes = try library()
    // The version that the file's owner counts, in the header of SQLite.
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try bytes.write(to: file)
    let result = try BuiltProgram.run(["gallery", "--library", "posters.regalia", "--describe"], in: home)
    #expect(result.status == 0 && result.output.contains("Gallery of posters"), "\(result.complaints)")
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test func `refuses a library whose end is missing, and leaves it alone`() throws {
    let bytes = try library()
    try expectRefusal(of: bytes.prefix(bytes.count / 2), saying: "the library is damaged")
  }

  @Test func `makes no library where there is no display to show it on`() throws {
    let result = try BuiltProgram.run(["gallery", "--library", "posters.regalia"], in: home)

    #expect(result.status == 3 && result.complaintLines == 1)
    #expect(result.complaints.contains("display"), "\(result.complaints)")
    #expect(!FileManager.default.fileExists(atPath: file.path(percentEncoded: false)))
  }

  @Test(arguments: [[], ["--describe"], ["--snapshot", "wall.png"]])
  func `refuses a library in a folder that is not there, and makes nothing`(arguments: [String]) throws {
    let result = try BuiltProgram.run(
      ["gallery", "--library", "typo/posters.regalia"] + arguments, in: home)

    #expect(result.status == 3 && result.complaintLines == 1)
    #expect(!FileManager.default.fileExists(atPath: home.path("typo")))
    if !arguments.contains("--snapshot") {
      #expect(result.complaints.contains("typo"), "\(result.complaints)")
    }
  }

  @Test func `describes the person's own library, and leaves it alone`() throws {
    let environment = ["XDG_DATA_HOME": home.path("data")]
    try FileManager.default.createDirectory(
      atPath: home.path("data/regalia"), withIntermediateDirectories: true)
    let library = try Library(path: home.path("data/regalia/library.regalia"), access: .writing)
    try library.insert([
      PosterRecord(
        title: "One of my own", searchText: "", document: Array(#"{"lines":["MINE"]}"#.utf8), cover: 0,
        created: 0, modified: 0)
    ])
    let script = home.folder.appending(path: "remove.jsonl")
    try #"""
    {"t":0.1,"type":"key","key":"a","modifiers":["control"]}
    {"t":0.2,"type":"key","key":"Delete"}
    """#.write(to: script, atomically: true, encoding: .utf8)

    let described = try BuiltProgram.run(["gallery", "--describe"], in: home, environment: environment)
    let played = try BuiltProgram.run(
      ["gallery", "--describe", "--script", "remove.jsonl"], in: home, environment: environment)

    #expect(described.output.contains("One of my own"))
    #expect(!described.output.contains("Keep Calm"))
    #expect(played.status == 0 && !played.output.contains("\"One of my own\""), "\(played.output)")
    #expect(try library.posterCount() == 1)
  }
}
