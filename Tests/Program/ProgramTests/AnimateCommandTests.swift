import Colors
import Foundation
import Geometry
import Images
import TestSupport
import Testing

/// `regalia poster animate` on a command line, without a display.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct AnimateCommandTests {
  let home: Home

  init() throws {
    home = try Home()
    let made = try BuiltProgram.run(
      [
        "poster", "new", "--text", "KEEP/calm", "--page", "40x60mm", "--set", "animation=stamp 1.2s", "-o",
        "p.json",
      ],
      in: home)
    #expect(made.status == 0, "\(made.complaints)")
  }

  private func animate(
    _ arguments: String..., tools: Tools? = nil, fileLimit: Int? = nil
  ) throws -> BuiltProgram.Result {
    try BuiltProgram.run(
      ["poster", "animate", "p.json"] + (arguments.contains("--width") ? [] : ["--width", "80"]) + arguments,
      in: home, environment: tools.map { ["PATH": $0.path] } ?? [:], fileLimit: fileLimit)
  }

  private func files(in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.path(folder)).filter { $0 != "cache" }.sorted()
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: home.folder.appending(path: name))
  }

  /// The frames of a film as ffmpeg shows them, in RGBA.
  private func shown(_ name: String, _ size: PixelSize, _ filter: [String] = []) throws -> [[UInt8]] {
    let raw = home.path("raw")
    let process = Process()
    process.executableURL = URL(filePath: try #require(Tools.ffmpeg))
    process.arguments =
      [
        "-v", "error", "-y", "-i", home.path(name),
      ] + filter + ["-vsync", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", raw]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let (all, length) = (Array(try Data(contentsOf: URL(filePath: raw))), size.width * size.height * 4)
    return (0..<all.count / length).map { Array(all[$0 * length..<($0 + 1) * length]) }
  }

  /// The poster's picture at a width.
  private func picture(width: Int = 80) throws -> Bitmap {
    let result = try BuiltProgram.run(
      ["poster", "render", "p.json", "-o", "still.png", "--width", "\(width)", "--bleed", "0"], in: home)
    #expect(result.status == 0, "\(result.complaints)")
    return try Bitmap(contentsOf: home.path("still.png"))
  }

  @Test func `a folder's last picture is the one that is rendered, bit for bit`() throws {
    for folder in ["one", "two/"] {
      let result = try animate("-o", folder, "--fps", "10")
      #expect(
        result.status == 0 && result.output.isEmpty && result.complaints.isEmpty, "\(result.complaints)")
    }
    let names = (0..<12).map { "frame-" + String(repeating: "0", count: $0 < 10 ? 5 : 4) + "\($0).png" }
    #expect(try files(in: "one") == names)
    for name in names { #expect(try bytes("one/\(name)") == bytes("two/\(name)")) }
    #expect(try Bitmap(contentsOf: home.path("one/frame-000011.png")) == picture())
    let refused = try animate("-o", "one")
    #expect(refused.status == 3 && refused.complaints.contains("--force"))
  }

  @Test(.enabled(if: Tools.ffmpeg != nil, "ffmpeg is not installed"))
  func `an APNG ends with the picture, which is seen where nothing moves, too`() throws {
    for name in ["one.apng", "two.apng"] {
      #expect(try animate("-o", name, "--fps", "30").status == 0)
    }
    let still = try picture()
    #expect(try bytes("one.apng") == bytes("two.apng"))
    #expect(try Bitmap(contentsOf: home.path("one.apng")) == still)
    let frames = try shown("one.apng", still.size)
    #expect(frames.last == still.bytes)
    #expect(Set(frames).count > 15)
    #expect(try animate("-o", "loop.apng", "--loop", "--preset", "rise").status == 0)
    let loop = try shown("loop.apng", still.size)
    #expect(loop.first == still.bytes && loop.last == still.bytes && Set(loop).count > 10)
  }

  /// The largest difference from the picture, and the mean; what was measured plus a quarter. Video is compared with the
  /// picture in its own colours, of half the resolution.
  @Test(
    .enabled(if: Tools.ffmpeg != nil, "ffmpeg is not installed"),
    arguments: [("gif", 5, 0.7), ("webp", 0, 0), ("mp4", 34, 1.1), ("webm", 34, 1.1)])
  func `a film is the same each time and ends with the picture within what its codec does`(
    format: String, worst: Int, mean: Double
  ) throws {
    for name in ["one", "two"] {
      let result = try animate("-o", "\(name).\(format)", "--fps", "10")
      #expect(result.status == 0 && result.complaints.isEmpty, "\(result.complaints)")
    }
    #expect(try bytes("one.\(format)") == bytes("two.\(format)"))
    // This ffmpeg writes animated WebP but does not read it.
    guard format != "webp" else { return }
    let still = try picture()
    let wanted =
      format == "gif" ? still.bytes : try #require(try shown("still.png", still.size, Self.video).last)
    let last = try #require(try shown("one.\(format)", still.size).last)
    let differences = zip(last, wanted).map { abs(Int($0) - Int($1)) }
    #expect(differences.max() ?? 255 <= worst)
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) <= mean)
  }

  /// To the colours of high-definition video and back.
  private static let video = [
    "-vf",
    "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p,"
      + "scale=in_color_matrix=bt709,format=rgba",
  ]

  @Test func `a drawing plays by itself, the same each time, also through a pipe`() throws {
    #expect(try animate("-o", "one.svg").status == 0)
    let piped = try animate("-o", "-", "--to", "svg")
    let svg = String(decoding: try bytes("one.svg"), as: UTF8.self)
    #expect(piped.status == 0 && piped.output == svg)
    #expect(svg.contains(#"width="80" height="120""#) && svg.contains("@keyframes"))
    #expect(try animate("-o", "loop.svg", "--loop", "--duration", "5", "--preset", "type").status == 0)
    #expect(String(decoding: try bytes("loop.svg"), as: UTF8.self).contains("5s linear infinite"))
  }

  @Test func `options replace the poster's own animation, which poster set writes`() throws {
    func set(_ value: String) throws -> BuiltProgram.Result {
      try BuiltProgram.run(["poster", "set", "p.json", "animation=" + value], in: home)
    }
    #expect(try set("pulse 2s loop").status == 0)
    #expect(String(decoding: try bytes("p.json"), as: UTF8.self).contains(#""preset": "pulse""#))
    #expect(try set("fly").complaints.contains("drop, rise, type, unfold, stamp and pulse"))
    #expect(try set("drop 301s").complaints.contains("five minutes"))
    #expect(try set("none").status == 0)
    #expect(!String(decoding: try bytes("p.json"), as: UTF8.self).contains("animation"))
    #expect(try animate("-o", "f", "--fps", "3").status == 0)
    // Without an animation it is a drop of three seconds.
    #expect(try files(in: "f").count == 9)
  }

  @Test(arguments: [
    (["--duration", "301"], "five minutes"), (["--duration", "nan"], "1 to 300"), (["--fps", "0"], "--fps"),
    (["--fps", "121"], "--fps"), (["--width", "7681"], "8K"), (["--width", "5"], "8K"),
    (["--preset", "fly"], "drop, rise"), (["--to", "avi"], "svg, apng"), (["--force"], "folders"),
    (["--height", "100"], "--width"), (["--width", "6000"], "8K"),
  ])
  func `bad input is refused with what to do, and nothing is written`(arguments: [String], words: String)
    throws
  {
    let result = try BuiltProgram.run(
      ["poster", "animate", "p.json", "-o", "x.apng"]
        + (arguments[0].hasSuffix("dth") ? [] : ["--width", "80"])
        + arguments, in: home)

    #expect(result.status != 0 && result.complaints.contains(words), "\(result.complaints)")
    #expect(try files() == ["p.json"])
  }

  @Test(arguments: ["x.avi", "x.png", "-"])
  func `a name of another file says what can be written`(name: String) throws {
    let result = try animate("-o", name)
    #expect(result.status != 0 && result.complaints.contains("svg, apng, gif, webp, mp4, webm"))
    #expect(try animate("-o", "x.gif", "--fps", "60").complaints.contains("50"))
    #expect(try files() == ["p.json"])
  }

  // MARK: Failures

  @Test func `without ffmpeg, or without its encoder, the message says what to do`() throws {
    let none = try animate("-o", "x.mp4", tools: Tools(in: home))
    #expect(none.status == 3 && none.complaints.contains("install the package ffmpeg"))
    for words in ["Unknown encoder 'libx264'", "Error opening output files: Encoder not found"] {
      let tools = try Tools(in: home, ffmpeg: "echo \"\(words)\" >&2; exit 1")
      let lacking = try animate("-o", "x.mp4", tools: tools)
      #expect(lacking.status == 3 && lacking.complaintLines == 1)
      #expect(lacking.complaints.contains("needs the encoder libx264"), "\(lacking.complaints)")
    }
    #expect(try files() == ["p.json", "tools"])
  }

  @Test(arguments: ["x.apng", "x.svg", "x.mp4", "x.gif", "x.webm", "f"])
  func `a full disk leaves what was there`(name: String) throws {
    if name != "f" { try Data("before".utf8).write(to: home.folder.appending(path: name)) }
    let before = try files()
    // The words of ffmpeg 5.1, which succeeds for a WebM.
    let words = "Error closing file file:x: No space left on device"
    let tools = try Tools(
      in: home, ffmpeg: "/bin/cat > /dev/null; echo '\(words)' >&2; exit \(name == "x.webm" ? 0 : 1)")

    let full = try animate("-o", name, "--width", "300", tools: tools, fileLimit: 1)

    #expect(full.status == 3 && full.complaintLines == 1, "\(full.complaints)")
    if name.hasSuffix("mp4") || name.hasSuffix("webm") {
      #expect(full.complaints.contains("the disk is full"))
    }
    #expect(try files() == (before + ["tools"]).sorted())
    if name != "f" { #expect(try bytes(name) == Data("before".utf8)) }
  }

  @Test func `an odd side is told of where video needs even ones`() throws {
    let tools = try Tools(in: home, ffmpeg: "for last; do :; done; /bin/cat > \"${last#file:}\"")
    let odd = try animate("-o", "x.mp4", "--width", "81", tools: tools)
    #expect(odd.status == 0 && odd.complaints.contains("even sides"))
    #expect(try animate("-o", "x.webm", "--width", "81", tools: tools).complaints.isEmpty)
  }

  @Test func `an interruption in the middle leaves nothing behind`() throws {
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path ?? "")
    process.arguments = ["poster", "animate", "p.json", "-o", "f", "--preset", "pulse", "--duration", "300"]
    process.environment = home.environment
    process.currentDirectoryURL = home.folder
    process.standardError = FileHandle.nullDevice
    try process.start()
    defer { process.end() }
    try eventually("some frames are written") {
      guard let working = try? files(in: "f").first else { return false }
      return try files(in: "f/\(working)").count > 2
    }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()

    #expect(process.terminationStatus == SIGINT)
    #expect(try files() == ["p.json"])
  }
}
