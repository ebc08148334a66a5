import Catalog
import Foundation
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

  @Test func `refuses a library that a newer program wrote, and leaves it alone`() throws {
    var bytes = try library()
    // The version that the file's owner counts, in the header of SQLite.
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try expectRefusal(of: bytes, saying: "a newer Regalia wrote this library")
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
}
