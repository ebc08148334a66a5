import Colors
import Files
import Foundation
import Geometry
import Images
import TestSupport
import Testing

/// Pictures in several formats and export sets from the command line, without a display.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct ExportSetCommandTests {
  let home: Home

  init() throws {
    home = try Home()
    try expectSuccess(
      "new", "--text", "KEEP/CALM", "--title", "Keep calm", "--page", "50x70mm", "-o", home.path("calm.json"))
    try expectSuccess("new", "--text", "GO ON", "--page", "90x50mm", "-o", home.path("go.json"))
  }

  private func run(
    _ arguments: String..., environment: [String: String] = [:], fileLimit: Int? = nil
  ) throws -> BuiltProgram.Result {
    try BuiltProgram.run(["poster"] + arguments, in: home, environment: environment, fileLimit: fileLimit)
  }

  @discardableResult
  private func expectSuccess(_ arguments: String...) throws -> [String] {
    let result = try BuiltProgram.run(["poster"] + arguments, in: home)
    #expect(result.status == 0 && result.complaints.isEmpty, "\(arguments): \(result.complaints)")
    return result.output.split(separator: "\n").map(String.init)
  }

  private func names(in folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: home.path(folder))?.allObjects as? [String] ?? []).sorted()
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: path.hasPrefix("/") ? path : home.path(path))))
  }

  // MARK: Formats

  /// The sizes that foreign programs read, and what their files begin with.
  @Test(arguments: [("jpg", "JFIF"), ("webp", "RIFF"), ("avif", "ftypavif")])
  func `a poster becomes a picture of the asked size, and of fewer bytes at a lower quality`(
    ending: String, magic: String
  ) throws {
    var counts: [Int] = []
    for quality in ["95", "40"] {
      let file = "\(quality).\(ending)"
      try expectSuccess("render", "calm.json", "-o", file, "--width", "300", "--quality", quality)
      counts.append(try bytes(file).count)
    }
    #expect(counts[1] < counts[0])
    let head = String(decoding: try bytes("95.\(ending)").prefix(32), as: UTF8.self)
    #expect(head.contains(magic))
    let tools = [
      "jpg": ["djpeg", "-pnm"], "webp": ["dwebp", "-ppm", "-o", "-"], "avif": ["avifdec", "--info"],
    ]
    let tool = try #require(tools[ending])
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/" + tool[0]) else { return }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/" + tool[0])
    process.arguments = Array(tool.dropFirst()) + [home.path("95.\(ending)")]
    let (output, complaints) = (Gatherer(), Gatherer())
    process.standardOutput = output.pipe
    process.standardError = complaints.pipe
    try process.start()
    let printed = output.rest()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(complaints.rest())")
    #expect(printed.contains(ending == "avif" ? "300x420" : "300 420"))
  }

  @Test func `the format may be named, and a height or dots per inch says the size`() throws {
    try expectSuccess("render", "calm.json", "-o", "a.bin", "--format", "jpeg", "--height", "140")
    #expect(try Bitmap(contentsOf: home.path("a.bin")).size == PixelSize(width: 100, height: 140))
    try expectSuccess("render", "calm.json", "-o", "b.webp", "--dpi", "50.8")
    #expect(try Bitmap(contentsOf: home.path("b.webp")).size == PixelSize(width: 100, height: 140))
  }

  @Test(arguments: [
    (["-o", "a.png", "--quality", "50"], 2, "JPEG, WebP or AVIF"),
    (["-o", "a.jpg", "--quality", "0"], 2, "from 1 to 100"),
    (["-o", "a.jpg", "--quality", "101"], 2, "from 1 to 100"),
    (["-o", "a.gif"], 2, ".pdf, .png, .svg, .jpg, .webp, .avif"),
    (["-o", "a.svg", "--width", "100"], 2, "picture"),
    (["-o", "a.webp", "--width", "16384"], 1, "16383 each way"),
    (["-o", "a.avif", "--height", "16384"], 1, "36 million"),
    (["-o", "a.jpg", "--height", "70000"], 1, "60000 each way"),
  ])
  func `what a format cannot do is refused in a sentence that says what to do`(
    arguments: [String], status: Int, words: String
  ) throws {
    let result = try BuiltProgram.run(["poster", "render", "calm.json"] + arguments, in: home)
    #expect(Int(result.status) == status, "\(result)")
    #expect(result.complaints.contains(words), "\(result.complaints)")
    #expect(!names(in: "").contains(arguments[1]))
  }

  /// The libraries in this folder are none, so loading them fails as if they were missing.
  @Test(arguments: [("webp", "WebP"), ("avif", "AVIF")])
  func `a machine without the library says which one to install`(ending: String, title: String) throws {
    let lib = home.path("lib")
    try FileManager.default.createDirectory(atPath: lib, withIntermediateDirectories: true)
    for name in ["libwebp.so.7", "libwebp.so", "libavif.so.14", "libavif.so.15", "libavif.so.16"] {
      try "none".write(toFile: "\(lib)/\(name)", atomically: true, encoding: .utf8)
    }
    let result = try run(
      "render", "calm.json", "-o", "a.\(ending)", "--width", "50", environment: ["LD_LIBRARY_PATH": lib])
    #expect(result.status == 1 && result.complaintLines == 1, "\(result)")
    #expect(
      result.complaints.contains("cannot write \(title); install lib\(ending)")
        && result.complaints.contains("use PNG or JPEG"), "\(result.complaints)")
    #expect(names(in: "").filter { $0.hasPrefix("a.") }.isEmpty)
    try expectSuccess("render", "calm.json", "-o", "a.jpg", "--width", "50")
  }

  // MARK: Sets

  @Test func `a set is made, shown, written for several posters, changed and removed`() throws {
    try expectSuccess("sets", "add", "Concert", "story=jpeg,108x192,quality=85", "web=png,width=120")
    #expect(try expectSuccess("sets", "list").contains("Concert\tstory, web"))
    #expect(
      try expectSuccess("sets", "show", "concert") == [
        "names\t{name}-{output}.{ext}", "story=jpeg,108x192,quality=85", "web=png,width=120",
      ])

    let written = try expectSuccess("export", "calm.json", "go.json", "--set", "Concert", "-o", "out")
    #expect(
      written == [
        "out/keep-calm-story.jpg", "out/keep-calm-web.png", "out/go-on-story.jpg", "out/go-on-web.png",
      ])
    #expect(names(in: "out") == written.map { FilePath($0).name }.sorted())
    #expect(try Bitmap(contentsOf: home.path(written[0])).size == PixelSize(width: 108, height: 192))
    #expect(try Bitmap(contentsOf: home.path(written[2])).size == PixelSize(width: 108, height: 192))
    #expect(try Bitmap(contentsOf: home.path(written[3])).size.width == 120)
    // The width alone keeps the page, so that it is the picture that `render` writes.
    try expectSuccess("render", "calm.json", "-o", "web.png", "--width", "120")
    #expect(try bytes("web.png") == bytes(written[1]))

    try expectSuccess("sets", "add", "concert", "web=webp,width=60", "--names", "{output}/{n:00}.{ext}")
    #expect(
      try expectSuccess("export", "calm.json", "--set", "Concert", "--only", "WEB", "-o", "out")
        == ["out/web/01.webp"])
    try expectSuccess("sets", "rename", "Concert", "Tour")
    try expectSuccess("sets", "remove", "Tour", "story")
    #expect(try expectSuccess("sets", "show", "Tour").count == 2)
    try expectSuccess("sets", "remove", "Tour")
    #expect(try !expectSuccess("sets").contains { $0.hasPrefix("Tour") })
  }

  @Test func `posters of the library are exported by name`() throws {
    let id = try #require(try expectSuccess("add", "calm.json").first)
    let written = try expectSuccess(
      "export", id, "--set", "Social media", "--only", "square", "--names", "{name}.{ext}", "-o", "out")
    #expect(written == ["out/keep-calm.jpg"])
    #expect(try Bitmap(contentsOf: home.path(written[0])).size == PixelSize(width: 1080, height: 1080))
  }

  @Test func `files that are there stop an export before it begins, unless they are to be replaced`() throws {
    try expectSuccess("sets", "add", "A", "a=png,width=50", "b=png,width=60")
    try FileManager.default.createDirectory(atPath: home.path("out"), withIntermediateDirectories: true)
    try "mine".write(toFile: home.path("out/keep-calm-b.png"), atomically: true, encoding: .utf8)
    let refused = try run("export", "calm.json", "--set", "A", "-o", "out")
    #expect(refused.status == 1 && refused.complaintLines == 1 && refused.output.isEmpty)
    #expect(refused.complaints.contains("keep-calm-b.png") && names(in: "out") == ["keep-calm-b.png"])
    #expect(try bytes("out/keep-calm-b.png") == Array("mine".utf8))
    #expect(try expectSuccess("export", "calm.json", "--set", "A", "-o", "out", "--replace").count == 2)
    #expect(try Bitmap(contentsOf: home.path("out/keep-calm-b.png")).size.width == 60)
  }

  @Test(arguments: [
    (["--set", "Nothing", "-o", "out"], 1, "Print and screens"), (["--set", "A"], 2, "-o names the folder"),
    (["--set", "A", "-o", "-"], 2, "-o names the folder"),
    (["--only", "a", "-o", "out"], 2, "go with --set"),
    (["--set", "A", "--only", "z", "-o", "out"], 1, "no output “z”"),
    (["--set", "A", "--names", "../{name}{output}.{ext}", "-o", "out"], 1, "out of the folder"),
    (["--set", "A", "--names", "{name}.{ext}", "-o", "out"], 1, "put {n} or {output}"),
    (["--set", "A", "--names", "{name}.png", "-o", "out"], 1, "end with .{ext}"),
    (["--set", "A", "--names", "{colour}.{ext}", "-o", "out"], 1, "not {colour}"),
    (["--set", "A", "-o", "calm.json"], 1, "calm.json"),
  ])
  func `a mistake writes nothing and says what to do`(
    arguments: [String], status: Int32, words: String
  ) throws {
    try expectSuccess("sets", "add", "A", "a=png,width=50", "b=png,width=60")
    let result = try BuiltProgram.run(["poster", "export", "calm.json"] + arguments, in: home)
    #expect(result.status == status && result.complaints.contains(words), "\(result)")
    #expect(result.output.isEmpty && names(in: "out").isEmpty)
  }

  /// The limit of a file's size does what a full disk does.
  @Test func `a full disk in the middle ends the run, lists what was done and leaves nothing half`() throws {
    try expectSuccess(
      "sets", "add", "A", "small=jpeg,32x32", "large=png,4000x4000", "later=jpeg,40x40")
    let result = try run("export", "calm.json", "--set", "A", "-o", "out", fileLimit: 16)
    #expect(result.status == 1, "\(result)")
    #expect(result.output == "out/keep-calm-small.jpg\n")
    #expect(result.complaints.contains("keep-calm-large.png") && result.complaints.contains("1 of 3 files"))
    #expect(names(in: "out") == ["keep-calm-small.jpg"])
    #expect(
      try Bitmap(contentsOf: home.path("out/keep-calm-small.jpg")).size == PixelSize(width: 32, height: 32))
  }

  @Test func `a refused format does not keep the others from being written`() throws {
    try expectSuccess("sets", "add", "A", "a=webp,20000x16", "b=png,50x50")
    let result = try run("export", "calm.json", "--set", "A", "-o", "out")
    #expect(result.status == 1 && result.output == "out/keep-calm-b.png\n")
    #expect(
      result.complaints.contains("keep-calm-a.webp") && result.complaints.contains("16383"), "\(result)")
  }

  @Test func `the sets that ship can be written, and the story is what the poster is on that page`() throws {
    let written = try run(
      "export", "calm.json", "--set", "Print and screens", "--only", "story", "--only", "link", "-o", "out")
    #expect(written.status == 0, "\(written)")
    #expect(
      try Bitmap(contentsOf: home.path("out/keep-calm-story.jpg")).size
        == PixelSize(width: 1080, height: 1920))
    #expect(
      try Bitmap(contentsOf: home.path("out/keep-calm-link.jpg")).size == PixelSize(width: 1200, height: 630))
    // A press's PDF states when it was made.
    let date = ["SOURCE_DATE_EPOCH": "1000000000"]
    let printed = try run(
      "export", "go.json", "calm.json", "--set", "Print and screens", "--only", "square", "--only", "print",
      "-o", "out", environment: date)
    // Without a press's profile that is said, and how to get one.
    guard printed.status == 0 else {
      return #expect(printed.complaints.contains("profile") && names(in: "out").count == 4)
    }
    let pdf = try bytes("out/keep-calm-print.pdf")
    #expect(pdf.starts(with: Array("%PDF".utf8)))
    #expect(String(decoding: pdf, as: UTF8.self).contains("PDF/X-4"))
    let alone = try run(
      "render", "calm.json", "-o", "alone.pdf", "--bleed", "3mm", "--marks", "--pdfx", environment: date)
    #expect(alone.status == 0, "\(alone)")
    #expect(try pdf == bytes("alone.pdf"))
  }
}
