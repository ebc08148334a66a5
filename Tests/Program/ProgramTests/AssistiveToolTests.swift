import Foundation
import TestSupport
import Testing

/// Windows as assistive tools use them: a client of AT-SPI in Python, with a session bus of its own.
@Suite(.waiting) struct AssistiveToolTests {
  private static let isPossible: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let client = "import dbusmock, gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    process.arguments = ["-c", "command -v dbus-run-session && exec /usr/bin/python3 -c \"\(client)\""]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard Desktop.isPossible, (try? process.start()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  private static let missing: Comment =
    "tests of assistive tools need at-spi2-core, python3-gi, gir1.2-atspi-2.0, python3-dbusmock, dbus-daemon and what window tests need"

  /// Lets the client do something with the program; it ends with 0 when all was as it should be.
  private func use(_ words: String..., on desktop: Desktop) throws {
    let environment = desktop.environment.merging(["GSETTINGS_BACKEND": "memory"]) { $1 }
    try FileManager.default.createDirectory(
      atPath: desktop.home.path("run"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try withoutPortal(in: desktop.home)
    let client = Fixture.checkout.appending(path: "Tests/Assistive/client.py").path(percentEncoded: false)
    let complaints = Gatherer()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["timeout", "180", "dbus-run-session", "--", "/usr/bin/python3", client, BuiltProgram.path ?? ""]
      + words
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = complaints.pipe
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(complaints.rest())")
  }

  /// Keeps the bus from starting the portal of the machine in place of one that has ended.
  private func withoutPortal(in home: Home) throws {
    let services = home.path("run/dbus-1/services")
    try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
    let name = "org.freedesktop.portal.Desktop"
    try "[D-BUS Service]\nName=\(name)\nExec=/bin/false\n".write(
      toFile: "\(services)/\(name).service", atomically: true, encoding: .utf8)
  }

  @Test(.enabled(if: isPossible, missing)) func `a colour is read, set and chosen`() throws {
    try use("picker", on: Desktop(isShared: false))
  }

  @Test(.enabled(if: isPossible, missing)) func `posters are walked, starred, renamed and opened`() throws {
    let desktop = try Desktop(isShared: false)
    try use("gallery", hang(on: desktop), on: desktop)
  }

  @Test(.enabled(if: isPossible, missing), arguments: ["take", "cancel"])
  func `posters of the wall are printed by the desktop where there is no CUPS`(behaviour: String) throws {
    let desktop = try Desktop(isShared: false)
    try use("prints", hang(on: desktop), behaviour, on: desktop)
  }

  /// Hangs three posters and returns their library.
  private func hang(on desktop: Desktop) throws -> String {
    let library = desktop.home.path("posters.regalia")
    for (file, text) in [("a.json", "KEEP/CALM"), ("b.json", "MAKE/TEA"), ("c.json", "STAY/CURIOUS")] {
      let poster = try poster(text, as: file, on: desktop)
      let hung = try BuiltProgram.run(["poster", "add", "--library", library, poster], in: desktop.home)
      #expect(hung.status == 0, "\(hung.complaints)")
    }
    return library
  }

  /// Makes a poster of two lines and returns its file.
  private func calm(on desktop: Desktop) throws -> String {
    try poster("KEEP/CALM", as: "calm.json", on: desktop)
  }

  private func poster(_ text: String, as file: String, on desktop: Desktop) throws -> String {
    let made = try BuiltProgram.run(["poster", "new", "--text", text, "-o", file], in: desktop.home)
    #expect(made.status == 0, "\(made.complaints)")
    return desktop.home.path(file)
  }

  @Test(.enabled(if: isPossible, missing)) func `a line of a poster is changed`() throws {
    let desktop = try Desktop(isShared: false)
    try use("editor", calm(on: desktop), on: desktop)
  }

  @Test(.enabled(if: isPossible, missing))
  func `crowns are walked, narrowed, starred and put on a poster that is edited then`() throws {
    try use("crowns", on: Desktop(isShared: false))
  }

  @Test(.enabled(if: isPossible, missing)) func `a palette is made, named, filled, removed and brought back`()
    throws
  { try use("palettes", on: Desktop(isShared: false)) }

  @Test(.enabled(if: isPossible, missing)) func `the clock is read and set, and a countdown is started`()
    throws
  { try use("clock", on: Desktop(isShared: false)) }

  @Test(.enabled(if: isPossible, missing))
  func `characters have places, and text goes through the clipboard`() throws {
    let desktop = try Desktop(isShared: false)
    try use("places", calm(on: desktop), on: desktop)
  }

  @Test(.enabled(if: isPossible, missing))
  func `pictures, drawings and lines of other programs are pasted onto a poster`() throws {
    let desktop = try Desktop(isShared: false)
    let calm = try calm(on: desktop)
    let drawn = try BuiltProgram.run(
      ["poster", "render", calm, "-o", "calm.png", "--width", "400"], in: desktop.home)
    #expect(drawn.status == 0, "\(drawn.complaints)")
    try use("paste", calm, desktop.home.path("calm.png"), on: desktop)
  }

  @Test(.enabled(if: isPossible, missing)) func `windows are as much larger as the desktop's text is`() throws
  { try use("enlarge", on: Desktop(isShared: false)) }

  /// Exports a poster with different behaviours of the portal.
  @Test(.enabled(if: isPossible, missing), arguments: ["take", "refuse", "hang", "vanish"])
  func `a poster is exported, whatever becomes of the desktop's portal`(behaviour: String) throws {
    let desktop = try Desktop(isShared: false)
    try use("export", calm(on: desktop), behaviour, on: desktop)
  }

  @Test(.enabled(if: isPossible, missing), arguments: ["take", "cancel", "refuse", "hang", "vanish"])
  func `a folder is chosen, whatever becomes of the desktop's portal`(behaviour: String) throws {
    let desktop = try Desktop(isShared: false)
    try use("folder", calm(on: desktop), behaviour, on: desktop)
  }

  @Test(.enabled(if: isPossible, missing))
  func `a panel and a printer of the desktop that answer what they should not are told of`() throws {
    let desktop = try Desktop(isShared: false)
    try use("hostile", calm(on: desktop), on: desktop)
  }

  @Test(.enabled(if: isPossible, missing))
  func `everything in every window says what it is, and only what can be used takes the focus`() throws {
    let desktop = try Desktop(isShared: false)
    let (library, calm) = (desktop.home.path("posters.regalia"), try calm(on: desktop))
    let hung = try BuiltProgram.run(["poster", "add", "--library", library, calm], in: desktop.home)
    #expect(hung.status == 0, "\(hung.complaints)")
    try use("names", library, calm, on: desktop)
  }

  @Test(.enabled(if: isPossible, missing))
  func `dead keys and Compose write what they should without an input method`() throws {
    try use("compose", on: Desktop(isShared: false))
  }

  @Test(.enabled(if: isPossible, missing), arguments: ["take", "refuse", "hang", "vanish"])
  func `the desktop tells of a countdown's end, if it can`(behaviour: String) throws {
    try use("countdown", behaviour, on: Desktop(isShared: false))
  }
}
