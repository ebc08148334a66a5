import Colors
import Foundation
import Geometry
import Images
import TestSupport
import Testing

/// The programs in `Examples`, which are built outside this package.
private enum Examples {
  static let folder = Fixture.checkout.appending(path: "Examples")

  static let names: [String] = {
    let entries =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return entries.filter { FileManager.default.fileExists(atPath: file($0, "README.md")) }.sorted()
  }()

  static func file(_ example: String, _ name: String) -> String {
    folder.appending(path: "\(example)/\(name)").path(percentEncoded: false)
  }

  static func program(_ name: String) -> String {
    Fixture.checkout.appending(path: ".build/debug/\(name)").path(percentEncoded: false)
  }

  static let areBuilt =
    !names.isEmpty
    && (names + ["EveryProduct"]).allSatisfy { FileManager.default.isExecutableFile(atPath: program($0)) }
}

@Suite(.enabled(if: Examples.areBuilt, "the examples are not built; run Scripts/examples"))
struct ExampleTests {
  /// Input scripts for examples that react to input.
  private static let scripts = [
    "Spring": #"{"t":0.1,"type":"move","x":100,"y":100}"#,
    "FlipCard": #"{"t":0.1,"type":"down","x":240,"y":240,"button":"left"}"#,
    "PhotoWall": #"{"t":0.1,"type":"down","x":100,"y":100,"button":"left"}"#,
    "Icons": #"{"t":0.1,"type":"wheel","x":300,"y":300,"dx":0,"dy":80}"#,
    "Knob": #"{"t":0.1,"type":"wheel","x":160,"y":120,"dx":0,"dy":800}"#,
    "Note": #"{"t":0.1,"type":"compose","text":"にほん","caret":3}"#,
    "Shader": #"{"t":0.1,"type":"move","x":100,"y":100}"#,
  ]

  @Test(arguments: Examples.names)
  func `each example draws its picture without a display`(name: String) throws {
    let home = try Home()
    func picture(_ arguments: String...) throws -> Bitmap {
      let path = home.path("picture.png")
      let result = try BuiltProgram.run(
        ["--snapshot", path] + arguments, in: home, copy: Examples.program(name))
      #expect(result.status == 0, "\(name): \(result.complaints)")
      return try Bitmap(contentsOf: path)
    }

    let drawn = try picture()

    // The picture is not empty, and has the size of the one in the example's folder.
    let colors = Set(stride(from: 0, to: drawn.bytes.count, by: 4).map { drawn.bytes[$0...].prefix(3) })
    #expect(colors.count >= 2)
    #expect(try Bitmap(contentsOf: Examples.file(name, "picture.png")).size == drawn.size)
    guard let script = Self.scripts[name] else { return }
    try script.write(toFile: home.path("script"), atomically: true, encoding: .utf8)
    #expect(try picture("--script", home.path("script"), "--at", "0.3") != drawn)
  }

  @Test func `each example has a page of five lines and no more than two hundred of code`() throws {
    for name in Examples.names {
      let code = try String(contentsOfFile: Examples.file(name, "main.swift"), encoding: .utf8)
      let page = try String(contentsOfFile: Examples.file(name, "README.md"), encoding: .utf8)
      #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count <= 201, "\(name)")
      #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count == 6, "\(name)")
    }
    let readme = try String(contentsOf: Fixture.checkout.appending(path: "README.md"), encoding: .utf8)
    for name in Examples.names { #expect(readme.contains("(Examples/\(name))"), "\(name)") }
  }

  @Test(.enabled(if: Desktop.isPossible, Desktop.missing))
  func `a spring and a shader run in windows`() throws {
    let desktop = try Desktop()

    let spring = try ProgramWindow(on: desktop, program: Examples.program("Spring"), windowClass: "Spring")
    try spring.waitForRest()
    let before = spring.frames
    // The pointer may be at one of the places already, but not at both.
    try desktop.xdotool("mousemove", "--window", spring.window, "400", "300")
    try desktop.xdotool("mousemove", "--window", spring.window, "100", "100")
    // A window is drawn only when something in it moves. How many frames a flight has depends on the machine.
    try eventually("the disc moves") { spring.frames > before }
    try spring.waitForRest()
    #expect(spring.isRunning)
    spring.process.end()

    // A window that reads the time is redrawn continuously without input.
    let water = try ProgramWindow(on: desktop, program: Examples.program("Shader"), windowClass: "Shader")
    let drawn = water.frames
    try eventually("the water moves") { water.frames > drawn + 10 }
    #expect(water.isRunning)
  }

  @Test(.enabled(if: Desktop.isPossible && Composer.isPossible, Composer.missing))
  func `a note is written with an input method, in the colours of the desktop`() throws {
    let desktop = try Desktop()
    let composer = try Composer(on: desktop)
    let note = try ProgramWindow(
      on: desktop,
      environment: ["DBUS_SESSION_BUS_ADDRESS": composer.address, "XMODIFIERS": "@im=ibus"],
      program: Examples.program("Note"), windowClass: "Note")
    let ground = { try note.pixel(4, 4) }
    #expect(try ground() == [0xf2, 0xf2, 0xf2])

    // The caret of an empty note is at 28 and 30 points of the window, and 2 by 36 points large. Where that is on the
    // screen, the pointer knows.
    try desktop.xdotool("mousemove", "--window", note.window, "28", "30")
    let location = try #require(try desktop.xdotool("getmouselocation", "--shell"))
    let place = location.split(separator: "\n").prefix(2).compactMap { Int($0.dropFirst(2)) }
    func caret() -> [Int] { composer.said.last?.split(separator: " ").compactMap { Int($0) } ?? [] }
    try eventually("the input method knows the caret at \(place); it heard \(composer.said)") {
      composer.said.contains("focus") && caret() == place + [2, 36]
    }
    try note.type("nihon")
    try eventually("the caret follows the composition; it heard \(composer.said)") {
      caret().count == 4 && caret()[0] > place[0] + 40 && caret()[1] == place[1]
    }
    try note.type(" ")
    composer.say("color-scheme 1")
    try eventually("the window is dark") { try ground() == [0x1e, 0x1e, 0x1e] }
    composer.say("color-scheme 2")
    try eventually("the window is light again") { try ground() == [0xf2, 0xf2, 0xf2] }
    try note.key("Return")

    let end = try note.end()
    #expect(end.status == 0 && end.output == "日本\n")
  }

  @Test(arguments: [
    ("", "neither DISPLAY nor WAYLAND_DISPLAY is set; start the program from a desktop or with xvfb-run"),
    (":77", "the X server :77 of DISPLAY does not respond"),
  ])
  func `without a display a program says so and ends with 1`(
    display: String, reason: String
  ) throws {
    let result = try BuiltProgram.run(
      [], in: Home(), environment: display.isEmpty ? [:] : ["DISPLAY": display],
      copy: Examples.program("Spring"))

    #expect(result.status == 1)
    #expect(result.complaints.hasPrefix("Spring: no display to open a window on: \(reason)"))
    #expect(result.complaintLines == 1, "\(result.complaints)")
  }

  @Test(arguments: [
    (["--snapshot"], "--snapshot needs a value behind it"),
    (["--at", "2"], "--at and --scale go with --snapshot FILE"),
    (
      ["--snapshot", "a.png", "--scale", "x"],
      "“x” does not do for --scale, which is a number from 0.5 to 8.0"
    ),
    (["shadow"], "“shadow” is not understood; --snapshot FILE draws a picture in place of a window"),
  ])
  func `arguments that are not understood are named, and the end is 2`(
    arguments: [String], words: String
  ) throws {
    let home = try Home()

    let result = try BuiltProgram.run(arguments, in: home, copy: Examples.program("Spring"))

    #expect(result.status == 2)
    #expect(result.complaints.hasPrefix("Spring: \(words)"), "\(result.complaints)")
    #expect(!FileManager.default.fileExists(atPath: home.path("a.png")))
  }
}

/// An input method and the settings of a desktop, simulated on a session bus of its own (composer.py).
private final class Composer {
  static let isPossible =
    (try? Desktop.start(
      ["sh", "-c", "command -v dbus-run-session && exec /usr/bin/python3 -c 'import dbus, gi'"],
      ProcessInfo.processInfo.environment)).map {
      $0.waitUntilExit()
      return $0.terminationStatus == 0
    } ?? false

  static let missing: Comment =
    "input methods need a desktop, dbus-run-session, python3-dbusmock and python3-gi"

  private let process: Process
  private let (input, output) = (Pipe(), Gatherer())
  /// The address of the bus.
  let address: String

  init(on desktop: Desktop) throws {
    let script = Fixture.checkout.appending(path: "Tests/Assistive/composer.py").path(percentEncoded: false)
    process = try Desktop.start(
      ["dbus-run-session", "--", "/usr/bin/python3", script], desktop.environment, input: input,
      output: output.pipe)
    try? output.pipe.fileHandleForWriting.close()
    try eventually("the bus is there") { [output] in output.text.contains("\n") }
    address = output.text.split(separator: "\n").first.map(String.init) ?? ""
  }

  deinit { try? input.fileHandleForWriting.close() }

  /// The lines that the input method has heard from windows.
  var said: [String] { output.text.split(separator: "\n").dropFirst().map(String.init) }

  /// Changes a setting of the desktop, by its key and its number.
  func say(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }
}
