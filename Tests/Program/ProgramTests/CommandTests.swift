import Colors
import Foundation
import Geometry
import Images
import TestSupport
import Testing

/// The program on a command line, without a display.
@Suite(.enabled(if: BuiltProgram.isThere, Comment(rawValue: BuiltProgram.missing)))
struct CommandTests {
  let home: Home

  init() throws { home = try Home() }

  private func run(
    _ arguments: String..., environment: [String: String] = [:], redirection: String = ""
  ) throws -> BuiltProgram.Result {
    try BuiltProgram.run(arguments, in: home, environment: environment, redirection: redirection)
  }

  /// The files in the home that are not the caches of GL.
  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: home.folder.path(percentEncoded: false)))?.filter {
      $0 != "cache"
    } ?? []
  }

  // MARK: The start

  @Test func `no command loads at its start what only PDF files and archives need`() throws {
    let program = try #require(BuiltProgram.path)
    let libraries = try BuiltProgram.run([program], in: home, copy: "ldd").output
    #expect(libraries.contains("libpango"))
    #expect(!libraries.contains("libqpdf") && !libraries.contains("libarchive"))
  }

  // MARK: Requested output

  @Test(
    arguments: [
      (["pooster"], "“poster”"), (["crown"], "“crowns”"), (["poster", "rendr"], "“render”"),
      (["crowns", "serch"], "“search”"), (["palette", "convrt", "a"], "“convert”"),
    ])
  func `a command that is misspelt is told with the nearest one`(arguments: [String], nearest: String) throws
  {
    let result = try BuiltProgram.run(arguments, in: home)
    #expect(result.status == 2 && result.complaintLines == 1)
    #expect(result.complaints.contains("did you mean \(nearest)?"))
  }

  @Test(
    arguments: [
      (["crowns", "design", "--family", "tudr", "-o", "a.svg"], "did you mean “tudor”?"),
      (["clock", "--theme", "drak"], "did you mean “dark”?"),
      (["completions", "fihs"], "did you mean “fish”?"),
      (["bench", "crwons"], "did you mean “crowns”?"),
      (["crowns", "--searhc", "x"], "Did you mean “--search”? See"),
      (["completions"], "<shell> is missing. See"),
      (
        ["clock", "--countdown", "soon"], "“soon” cannot be --countdown <time>: write a length of time as 25m"
      ),
    ])
  func `a value that is misspelt is told with what was probably meant`(
    arguments: [String], words: String
  ) throws {
    let result = try BuiltProgram.run(arguments, in: home)
    #expect(result.status == 2 && result.complaintLines == 1)
    #expect(result.complaints.contains(words), "\(result.complaints)")
  }

  @Test(
    arguments: [
      ["color", "c8102e"], ["color", "#c8102e;"], ["contrast", "c8102e", "fff"],
      ["picker", "--color", "c8102e", "--describe"],
      ["clock", "--card", "c8102e", "--countdown", "1h 5m", "--describe"],
      ["clock", "--countdown", "90", "--describe"],
      ["palette", "ramp", "c8102e", "--contrast-against", "fff"], ["palette", "harmony", "sky=c8102e"],
    ])
  func `a colour needs no number sign, which a shell takes for a comment`(arguments: [String]) throws {
    let result = try BuiltProgram.run(arguments, in: home)
    #expect(result.status == 0, "\(result.complaints)")
  }

  @Test func `help lists the completions of shells`() throws {
    #expect(try run("--help").output.contains("completions"))
  }

  @Test func `a drawing that is not there is a missing file, and no unknown crown`() throws {
    let result = try run("crowns", "render", "nofile.jpg", "-o", "a.png", "--size", "16")
    #expect(result.status == 1 && result.complaints.contains("there is no such file"))
  }

  @Test func `a picture that is not there is told of as a missing file`() throws {
    for option in ["--background", "--crown"] {
      let result = try BuiltProgram.run(["poster", "new", "--text", "A", option, "nofile.jpg"], in: home)
      #expect(result.status == 1 && result.complaints.contains("there is no file nofile.jpg"))
    }
  }

  @Test(arguments: ["320x360", "440x560", "1600x1000"], [[], ["--alpha"]])
  func `the description is JSON with a tree of controls`(size: String, more: [String]) throws {
    let result = try BuiltProgram.run(["picker", "--describe", "--size", size] + more, in: home)
    #expect(result.status == 0 && result.complaints.isEmpty)
    var roles: [String] = []
    func visit(_ value: Any) throws {
      let node = try #require(value as? [String: Any])
      let keys = [
        "id", "states", "number", "caret", "selection", "place", "relations", "description", "role", "label",
        "value",
        "range", "step", "actions",
        "frame", "focused", "children",
      ]
      #expect(Set(node.keys) == Set(keys))
      roles.append(try #require(node["role"] as? String))
      for child in try #require(node["children"] as? [Any]) { try visit(child) }
    }
    try visit(JSONSerialization.jsonObject(with: Data(result.output.utf8)))

    #expect(roles.first == "window")
    #expect(roles.filter { $0 == "slider-2d" }.count == 1)
    #expect(roles.filter { $0 == "slider" }.count == (more.isEmpty ? 3 : 4))
    #expect(roles.contains("text-field"))
  }

  @Test(arguments: [("440x560", "1", 440, 560), ("320x360", "2", 640, 720), ("401x461", "1.5", 602, 692)])
  func `a snapshot has the size times the scale`(size: String, scale: String, width: Int, height: Int) throws
  {
    let result = try run("picker", "--size", size, "--scale", scale, "--snapshot", "window.png")
    let bitmap = try Bitmap(contentsOf: home.path("window.png"))

    #expect(result.status == 0 && result.output.isEmpty && result.complaints.isEmpty)
    #expect(bitmap.size == PixelSize(width: width, height: height))
  }

  @Test func `the same snapshot is the same file`() throws {
    for name in ["one.png", "two.png"] {
      #expect(try run("picker", "--appearance", "dark", "--alpha", "--snapshot", name).status == 0)
    }

    #expect(
      FileManager.default.contentsEqual(atPath: home.path("one.png"), andPath: home.path("two.png")))
  }

  @Test(arguments: [2, 3, 7, 64, 257, 1024])
  func `the corners of the square are pure at every size`(side: Int) throws {
    let result = try run("plane", "hsb", "--hue", "300", "--size", "\(side)", "-o", "square.png")
    #expect(result.status == 0 && result.complaints.isEmpty)
    let bitmap = try Bitmap(contentsOf: home.path("square.png"))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(bitmap.bytes.dropFirst((y * side + x) * 4).prefix(3)) }

    #expect(bitmap.size == PixelSize(width: side, height: side))
    #expect(pixel(0, 0) == [255, 255, 255])
    #expect(pixel(side - 1, 0) == [255, 0, 255])
    #expect(pixel(0, side - 1) == [0, 0, 0])
    #expect(pixel(side - 1, side - 1) == [0, 0, 0])
  }

  @Test func `the doctor answers with no display, no GL and no home`() throws {
    let blind = ["__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json", "HOME": "", "XDG_CACHE_HOME": ""]
    let result = try run("doctor", environment: blind)

    #expect(result.status == 0)
    for words in ["GLFW", "Pango", "Inter", "window            none", "context           none", "cache"] {
      #expect(result.output.contains(words), "\(words)")
    }
  }

  @Test(arguments: [["--help"], ["picker", "--help"], ["--version"], ["plane", "hsb", "--help"]])
  func `help and version are answers`(arguments: [String]) throws {
    let result = try BuiltProgram.run(arguments, in: home)

    #expect(result.status == 0)
    #expect(!result.output.isEmpty && result.complaints.isEmpty)
  }

  // MARK: Bad input

  @Test(arguments: [
    ["picker", "--color", "nonsense"], ["picker", "--color", ""], ["picker", "--size", "12"],
    ["picker", "--size", "0x0"], ["picker", "--size", "319x360"], ["picker", "--size", "99999x99999"],
    ["picker", "--size", "nanxnan"], ["picker", "--size", "-440x560"], ["picker", "--format", "paint"],
    ["picker", "--appearance", "blue"], ["picker", "--scale", "2"], ["picker", "--describe", "extra"],
    ["picker", "--snapshot", "x.png", "--scale", "0"], ["picker", "--snapshot", "x.png", "--scale", "nan"],
    ["picker", "--snapshot", ""], ["picker", "--snapshot"], ["picker", "--nonsense"],
    ["picker", "--describe", "--snapshot", "x.png"],
    ["plane", "hsb", "--hue", "x", "--size", "9", "-o", "x.png"],
    ["plane", "hsb", "--hue", "nan", "--size", "9", "-o", "x.png"],
    ["plane", "hsb", "--hue", "0", "--size", "1", "-o", "x.png"],
    ["plane", "hsb", "--hue", "0", "--size", "99999999999999999999", "-o", "x.png"],
    ["plane", "hsb", "--size", "9"], ["plane", "nonsense"], ["nonsense"], ["doctor", "nonsense"],
  ])
  func `wrong usage is one line and exits with 2`(arguments: [String]) throws {
    let result = try BuiltProgram.run(arguments, in: home)

    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.complaintLines == 1, "\(result.complaints)")
    #expect(result.complaints.hasPrefix("regalia: "))
    #expect(result.complaints.contains("--help"))
    #expect(files.isEmpty)
  }

  @Test(arguments: [
    ["picker"], ["picker", "--snapshot", "no/such/folder/x.png"], ["picker", "--snapshot", "/"],
    ["picker", "--snapshot", "/dev/full"],
    ["picker", "--snapshot", "x.png", "--size", "9000x9000", "--scale", "8"],
    ["plane", "hsb", "--hue", "0", "--size", "9", "-o", "no/such/folder/x.png"],
  ])
  func `what the machine refuses is one line, exits with 3 and leaves nothing behind`(
    arguments: [String]
  ) throws {
    let result = try BuiltProgram.run(arguments, in: home)

    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.complaintLines == 1, "\(result.complaints)")
    #expect(files.isEmpty)
  }

  @Test(arguments: [
    ["picker", "--snapshot", "x.png"], ["plane", "hsb", "--hue", "0", "--size", "9", "-o", "x.png"],
  ])
  func `without EGL the program says what to install`(arguments: [String]) throws {
    let result = try BuiltProgram.run(
      arguments, in: home, environment: ["__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json"])

    #expect(result.status == 3)
    #expect(result.complaintLines == 1 && result.complaints.contains("libegl1"))
    #expect(files.isEmpty)
  }

  @Test(
    arguments: [["picker", "--describe"], ["picker"], ["doctor"], ["--help"], ["--version"]],
    [">&-", ">/dev/full"])
  func `an answer that nobody can read is a failure`(arguments: [String], redirection: String) throws {
    // A window needs a display before it has an answer.
    if arguments == ["picker"] && redirection != ">&-" { return }
    let result = try BuiltProgram.run(arguments, in: home, redirection: redirection)

    #expect(result.status == 3)
    #expect(result.complaintLines == 1, "\(result.complaints)")
    #expect(result.complaints.contains("standard output"))
  }

  @Test func `a file that may not grow is not left half written`() throws {
    #expect(try run("picker", "--snapshot", "x.png").status == 0)
    let before = try Data(contentsOf: home.folder.appending(path: "x.png"))

    let refused = try BuiltProgram.run(
      ["picker", "--snapshot", "x.png", "--scale", "2"], in: home, fileLimit: 1)

    #expect(refused.status == 3)
    #expect(refused.complaintLines == 1, "\(refused.complaints)")
    #expect(try Data(contentsOf: home.folder.appending(path: "x.png")) == before)
    #expect(files == ["x.png"])
  }

  @Test func `spoiled files of earlier runs stop nothing`() throws {
    home.recentColors = ["nonsense", "#ff0000", "", String(repeating: "9", count: 9000)]
    #expect(try run("picker", "--snapshot", "one.png").status == 0)
    let programs = home.folder.appending(path: "cache/regalia/programs")
    let kept = try? FileManager.default.contentsOfDirectory(at: programs, includingPropertiesForKeys: nil)
    for file in kept ?? [] { try Data("spoiled".utf8).write(to: file) }

    #expect(try run("picker", "--snapshot", "two.png").status == 0)

    #expect(
      FileManager.default.contentsEqual(atPath: home.path("one.png"), andPath: home.path("two.png")))
    let described = try run("picker", "--describe")
    #expect(described.output.contains("Recent colour 1") && !described.output.contains("Recent colour 2"))
  }

  @Test(arguments: ["crowns list", "--help", "color tomato"])
  func `ends without a word when its reader has gone`(arguments: String) throws {
    let program = BuiltProgram.path ?? ""
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // The reader ends before anything is written.
    process.arguments = ["-c", "{ sleep 0.2; '\(program)' \(arguments); echo $? >status; } | true"]
    process.environment = home.environment
    process.currentDirectoryURL = home.folder
    let complaints = Gatherer()
    process.standardError = complaints.pipe
    process.standardOutput = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()

    #expect(complaints.rest().isEmpty)
    // As the shell tells of a program that was ended by SIGPIPE.
    try eventually("it ends") { FileManager.default.fileExists(atPath: home.path("status")) }
    #expect(try String(contentsOfFile: home.path("status"), encoding: .utf8) == "141\n")
  }
}
