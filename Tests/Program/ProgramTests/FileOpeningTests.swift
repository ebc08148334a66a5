import Foundation
import TestSupport
import Testing

/// The commands that file managers call: thumbnails of files, and their windows.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct FileOpeningTests {
  let home: Home

  init() throws { home = try Home() }

  private func run(_ arguments: String...) throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home)
  }

  /// The width and height that a PNG says it has.
  private func size(of name: String) throws -> [Int] {
    let bytes = [UInt8](try Data(contentsOf: home.folder.appending(path: name)))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    return [16, 20].map { start in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func `a document's picture has its page's shape, a library's that of a wall`() throws {
    for (text, name) in [("KEEP/CALM", "a.json"), ("CARRY/ON", "b.json")] {
      #expect(try run("poster", "new", "--text", text, "--page", "100x200mm", "-o", name).status == 0)
    }
    #expect(try run("poster", "add", "--library", "wall.regalia", "a.json", "b.json").status == 0)

    #expect(try run("thumbnail", "a.json", "-o", "page", "--size", "128").status == 0)
    #expect(try run("thumbnail", "wall.regalia", "-o", "wall", "--size", "128").status == 0)

    #expect(try size(of: "page") == [64, 128])
    #expect(try size(of: "wall") == [128, 96])
  }

  @Test func `what has nothing to show is told in a line, and no picture is left`() throws {
    try Data("{}".utf8).write(to: home.folder.appending(path: "other.json"))
    try Data("x".utf8).write(to: home.folder.appending(path: "text"))
    #expect(try run("poster", "new", "--text", "A", "-o", "a.json").status == 0)
    #expect(try run("poster", "add", "--library", "empty.regalia", "a.json").status == 0)
    #expect(try run("poster", "remove", "--library", "empty.regalia", "a").status == 0)

    for name in ["other.json", "text", "missing.json", "empty.regalia", "."] {
      let result = try run("thumbnail", name, "-o", "out.png")
      #expect(result.status == 1 && result.complaintLines == 1, "\(name): \(result.complaints)")
    }
    #expect(!FileManager.default.fileExists(atPath: home.path("out.png")))
  }

  @Test func `more files than there can sensibly be windows are refused`() throws {
    let result = try BuiltProgram.run(["open"] + (0..<51).map { "\($0).json" }, in: home)

    #expect(result.status == 2 && result.complaints.contains("At most 50 files"), "\(result.complaints)")
  }

  @Test func `what is opened is shown by the command for its kind, each file by one of its own`() throws {
    try Data("x".utf8).write(to: home.folder.appending(path: "-text.json"))
    try Data("x".utf8).write(to: home.folder.appending(path: "other.json"))
    let shipped = Fixture.checkout.appending(path: "Assets/crowns.sqlite")
    try FileManager.default.copyItem(at: shipped, to: home.folder.appending(path: "library"))

    // The editor refuses the one, and where there is no display the gallery says so of the other.
    let damaged = try run("open", "--", "other.json", "-text.json")
    let library = try run("open", "library")

    #expect(damaged.status == 1, "\(damaged.complaints)")
    #expect(damaged.complaints.contains("-text.json: "))
    #expect(library.complaints.contains("no display"), "\(library.complaints)")
  }
}
