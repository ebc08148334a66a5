import Colors
import Foundation
import Geometry
import Images
import TestSupport
import Testing

/// `regalia record` on a command line, without a display.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct RecordCommandTests {
  let home: Home

  init() throws { home = try Home() }

  /// Records a small clock.
  private func record(
    _ arguments: String..., tools: Tools? = nil, fileLimit: Int? = nil
  ) throws -> BuiltProgram.Result {
    try BuiltProgram.run(
      ["record", "clock", "--size", "120x64"] + arguments, in: home,
      environment: tools.map { ["PATH": $0.path] } ?? [:], fileLimit: fileLimit)
  }

  /// Returns the files in the home or a folder of it, except the caches of GL.
  private func files(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path(folder)).filter { $0 != "cache" }.sorted()
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: home.folder.appending(path: name))
  }

  // MARK: Folders

  @Test func `a folder gets numbered pictures, the same each time`() throws {
    for folder in ["one", "two/"] {
      let result = try record("-o", folder, "--fps", "6", "--seconds", "1.5", "--scale", "2")
      #expect(result.status == 0 && result.output.isEmpty && result.complaints.isEmpty)
    }

    let names = (0..<9).map { "frame-00000\($0).png" }
    #expect(try files(in: "one") == names)
    #expect(try files(in: "two") == names)
    for name in names { #expect(try bytes("one/\(name)") == bytes("two/\(name)")) }
    #expect(
      try Bitmap(contentsOf: home.path("one/frame-000008.png")).size == PixelSize(width: 240, height: 128))
  }

  @Test func `a folder in use is refused, and --force replaces frames alone`() throws {
    #expect(try record("-o", "f", "--fps", "8", "--seconds", "1").status == 0)
    try Data("mine".utf8).write(to: home.folder.appending(path: "f/notes.txt"))
    try Data("mine".utf8).write(to: home.folder.appending(path: "f/frame-7.png"))
    let before = try files(in: "f")

    let refused = try record("-o", "f", "--fps", "4", "--seconds", "1")
    #expect(refused.status == 3 && refused.complaintLines == 1)
    #expect(refused.complaints.contains("--force"))
    #expect(try files(in: "f") == before)

    #expect(try record("-o", "f", "--fps", "4", "--seconds", "1", "--force").status == 0)
    #expect(try files(in: "f") == (0..<4).map { "frame-00000\($0).png" } + ["frame-7.png", "notes.txt"])
  }

  @Test func `what cannot be written leaves nothing and what was there`() throws {
    try Data("mine".utf8).write(to: home.folder.appending(path: "file"))
    #expect(try record("-o", "kept", "--fps", "2", "--seconds", "1").status == 0)
    let kept = try bytes("kept/frame-000000.png")
    let before = try files()

    let full = try record("-o", "new", "--fps", "2", "--seconds", "1", fileLimit: 1)
    let fullForced = try record("-o", "kept", "--force", "--scale", "3", "--seconds", "1", fileLimit: 1)
    let missing = try record("-o", "none/new")
    let noFolder = try record("-o", "file/")

    for result in [full, fullForced, missing, noFolder] {
      #expect(result.status == 3 && result.complaintLines == 1, "\(result.complaints)")
    }
    #expect(full.complaints.contains("new/frame-000000.png: cannot be written"))
    #expect(missing.complaints.contains("create it first"))
    #expect(try files() == before)
    #expect(try files(in: "kept").count == 2)
    #expect(try bytes("kept/frame-000000.png") == kept)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interruption leaves nothing and ends the program by its signal`(signal: Int32) throws {
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path ?? "")
    process.arguments = ["record", "clock", "-o", "f", "--seconds", "3000"]
    process.environment = home.environment
    process.currentDirectoryURL = home.folder
    process.standardError = FileHandle.nullDevice
    try process.start()
    defer { process.end() }
    try eventually("some frames are written") {
      guard let working = try? files(in: "f").first else { return false }
      return try files(in: "f/\(working)").count > 2
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()

    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(try files() == [])
  }

  @Test(arguments: [
    ["-o", "x.avi"], ["-o", ""], ["-o", "x.gif", "--fps", "60"], ["-o", "x", "--fps", "0"],
    ["-o", "x", "--fps", "nan"], ["-o", "x", "--seconds", "0"], ["-o", "x", "--seconds", "0.001"],
    ["-o", "x", "--seconds", "1e9"], ["-o", "x", "--scale", "9"], ["-o", "x", "--size", "20x20"],
    ["-o", "x.gif", "--force"], ["-o", "x", "--bogus"], [],
  ])
  func `wrong usage is one line and exits with 2`(arguments: [String]) throws {
    let result = try BuiltProgram.run(["record", "clock"] + arguments, in: home)

    #expect(result.status == 2 && result.complaintLines == 1, "\(result.complaints)")
    #expect(try files() == [])
  }

  @Test func `a scene that is not there names those that are`() throws {
    let result = try BuiltProgram.run(["record", "cuckoo", "-o", "x"], in: home)

    #expect(result.status == 2 && result.complaints.contains("picker, picker-drag, clock"))
  }

  @Test func `a script is played into the picker, and a fault in it names its line`() throws {
    let script = home.folder.appending(path: "visit.jsonl")
    try Data(#"{"t":0.5,"type":"resize","width":340,"height":400}"#.utf8).write(to: script)
    let result = try BuiltProgram.run(
      ["record", "--script", "visit.jsonl", "-o", "f", "--size", "320x360", "--fps", "2"], in: home)

    #expect(result.status == 0, "\(result.complaints)")
    #expect(try files(in: "f").count == 3)
    #expect(
      try Bitmap(contentsOf: home.path("f/frame-000000.png")).size == PixelSize(width: 340, height: 400))

    try Data("{}".utf8).write(to: script)
    let faulty = try BuiltProgram.run(["record", "--script", "visit.jsonl", "-o", "g"], in: home)
    #expect(faulty.status == 3 && faulty.complaints.contains("visit.jsonl:1:"))
  }

  // MARK: Films

  @Test func `without ffmpeg a film says what to install`() throws {
    let result = try record("-o", "x.webm", tools: Tools(in: home))

    #expect(result.status == 3 && result.complaintLines == 1)
    #expect(result.complaints.contains("install the package ffmpeg"))
    #expect(try files() == ["tools"])
  }

  @Test func `a film gets every frame whole, and replaces the one before`() throws {
    try Data("before".utf8).write(to: home.folder.appending(path: "x.mp4"))
    let tools = try Tools(in: home, ffmpeg: "for last; do :; done; /bin/cat > \"${last#file:}\"")
    #expect(try record("-o", "x.mp4", "--fps", "4", "--seconds", "1", tools: tools).status == 0)
    #expect(try record("-o", "f", "--fps", "4", "--seconds", "1").status == 0)

    let raw = try bytes("x.mp4")
    let frames = try (0..<4).map { try Bitmap(contentsOf: home.path("f/frame-00000\($0).png")).bytes }
    #expect(raw == Data(frames.joined()))
    #expect(try files() == ["f", "tools", "x.mp4"])
  }

  @Test(arguments: [
    (
      "/bin/cat > /dev/null; echo one >&2; echo two words >&2; echo Conversion failed! >&2; exit 1",
      "two words"
    ),
    ("echo no such codec >&2; exit 1", "no such codec"),
    ("exit 0", "ended too early"),
    ("/bin/cat > /dev/null; exit 7", "failed without a message"),
    (
      "for last; do :; done; echo full > \"${last#file:}\"; echo \"$last: disk full\" >&2; exit 1",
      "x.mp4: disk full"
    ),
  ])
  func `a failure of ffmpeg is told in its words and changes nothing`(script: String, words: String) throws {
    try Data("before".utf8).write(to: home.folder.appending(path: "x.mp4"))
    let result = try record("-o", "x.mp4", "--seconds", "2", tools: Tools(in: home, ffmpeg: script))

    #expect(result.status == 3 && result.complaintLines == 1, "\(result.complaints)")
    #expect(result.complaints.contains(words), "\(result.complaints)")
    #expect(!result.complaints.contains(".regalia-"))
    #expect(try files() == ["tools", "x.mp4"])
    #expect(try bytes("x.mp4") == Data("before".utf8))
  }

  @Test(
    .enabled(if: Tools.hasFFmpeg, "ffmpeg is not installed"),
    arguments: ["apng", "gif", "webp", "mp4", "webm"])
  func `the real ffmpeg writes the same film each time`(format: String) throws {
    for name in ["one", "two"] {
      let result = try record("-o", "\(name).\(format)", "--fps", "10", "--seconds", "1.2", "--scale", "1.25")
      #expect(result.status == 0 && result.complaints.isEmpty, "\(result.complaints)")
    }

    #expect(try bytes("one.\(format)") == bytes("two.\(format)"))
    #expect(try bytes("one.\(format)").count > 500)
  }
}

/// A folder with the tools that a program finds, and no others.
struct Tools {
  let path: String

  static var hasFFmpeg: Bool { ffmpeg != nil }

  /// The path of the installed ffmpeg.
  static var ffmpeg: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/ffmpeg" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Makes the folder; `ffmpeg` is what a stand-in for it does.
  init(in home: Home, ffmpeg: String? = nil) throws {
    path = home.path("tools")
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    // The runner of the tests needs it.
    try FileManager.default.createSymbolicLink(
      atPath: path + "/timeout", withDestinationPath: "/usr/bin/timeout")
    guard let ffmpeg else { return }
    let file = path + "/ffmpeg"
    try Data("#!/bin/sh\n\(ffmpeg)\n".utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
  }
}
