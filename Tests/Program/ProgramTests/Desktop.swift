import Foundation
import Synchronization
import TestSupport
import Testing

/// A person's home and a display with a window manager, with nobody in front of it.
final class Desktop {
  let home: Home
  private let server: XServer
  private let isShared: Bool
  private var processes: [Process] = []

  static let isPossible =
    BuiltProgram.isThere && ["Xvfb", "openbox", "xdotool", "xclip", "timeout"].allSatisfy(isInstalled)

  static let missing: Comment = "window tests need Xvfb, openbox, xdotool, xclip and the built program"

  /// Whether there can also be a window of GTK, on which things are dropped.
  static let canDrop =
    isPossible
    && (try? start(
      ["/usr/bin/python3", "-c", "import gi; gi.require_version('Gtk', '3.0')"],
      ProcessInfo.processInfo.environment)).map {
        $0.waitUntilExit()
        return $0.terminationStatus == 0
      } ?? false

  /// Creates a desktop, whose display is taken from another that has ended unless `isShared` is false: tests that change a
  /// display's keyboard, monitors or bus need their own.
  init(isShared: Bool = true) throws {
    home = try Home()
    server = isShared ? try XServer.idle() : try XServer()
    self.isShared = isShared
  }

  deinit {
    for process in processes { process.end() }
    if isShared { server.giveBack() }
  }

  var environment: [String: String] { home.environment.merging(["DISPLAY": server.display]) { $1 } }

  /// The picture on the screen.
  var screen: Screen { get throws { try Screen(server.screenFile) } }

  /// The windows that are seen whose name matches a regular expression.
  func windows(named name: String) throws -> [String] {
    let found = try xdotool("search", "--onlyvisible", "--name", name) ?? ""
    return found.split(separator: "\n").map(String.init)
  }

  /// Gives the keyboard to a window of a name.
  func activate(_ name: String) throws {
    try xdotool("windowactivate", "--sync", try #require(try windows(named: name).last))
  }

  /// Runs xdotool; returns what it prints, or nil when it fails.
  @discardableResult func xdotool(_ arguments: String...) throws -> String? {
    try xdotool(arguments)
  }

  @discardableResult func xdotool(_ arguments: [String]) throws -> String? {
    try Self.xdotool(arguments, environment)
  }

  fileprivate static func xdotool(_ arguments: [String], _ environment: [String: String]) throws -> String? {
    let output = Gatherer()
    let process = try start(["xdotool"] + arguments, environment, output: output.pipe)
    let text = output.rest()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
  }

  /// The text that other programs find in the clipboard.
  var clipboard: String? {
    let output = Gatherer()
    guard
      let process = try? Self.start(
        ["timeout", "5", "xclip", "-selection", "clipboard", "-o"], environment, output: output.pipe)
    else { return nil }
    let text = output.rest()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : nil
  }

  /// Returns the data that other programs receive from the clipboard in a format; nil if it is not offered.
  func clipboard(as kind: String) throws -> Data? {
    let path = home.path("clip-\(UUID().uuidString)")
    let process = try Self.start(
      ["sh", "-c", "timeout 5 xclip -selection clipboard -t '\(kind)' -o > '\(path)'"], environment)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return try Data(contentsOf: URL(filePath: path))
  }

  /// Lets another program offer a text in the clipboard, which may stop then and answer nobody.
  func setClipboard(_ text: String, thenStops: Bool = false) throws {
    let file = home.folder.appending(path: "clip")
    try Data(text.utf8).write(to: file)
    let process = try Self.start(
      [
        "xclip", "-quiet", "-selection", "clipboard", "-i",
        file.path(percentEncoded: false),
      ], environment)
    processes.append(process)
    try eventually("the clipboard has an owner") { clipboard == text }
    if thenStops { kill(process.processIdentifier, SIGSTOP) }
  }

  static func start(
    _ words: [String], _ environment: [String: String], input: Pipe? = nil, output: Pipe? = nil
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.environment = environment
    process.standardInput = input ?? FileHandle.nullDevice
    process.standardOutput = output ?? FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    return process
  }

  private static func isInstalled(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/" + name)
    }
  }
}

/// An X server with a window manager; both end with their owner, and with the tests should those be killed.
private final class XServer: @unchecked Sendable {
  let display: String
  let screenFile: URL
  private let home: Home
  private let environment: [String: String]
  private let process: Process
  private var windowManager: Process?
  /// The server lives as long as this can be written to.
  private let lifeline = Pipe()

  private static let idleServers = Mutex<[XServer]>([])

  /// Returns a server that nobody uses, as it was when it was new.
  static func idle() throws -> XServer {
    while let server = idleServers.withLock({ $0.popLast() }) {
      if (try? server.prepare()) != nil { return server }
    }
    return try XServer()
  }

  /// Leaves it to whoever needs one next.
  func giveBack() { Self.idleServers.withLock { $0.append(self) } }

  init() throws {
    home = try Home()
    screenFile = home.folder.appending(path: "Xvfb_screen0")
    let (answer, folder) = (Gatherer(), home.path(""))
    process = try Desktop.start(
      [
        "sh", "-c", "\"$@\" & server=$!; read -r line; kill -9 $server; rm -rf \"$0\"", folder, "Xvfb",
        "-displayfd", "1", "-screen", "0", "1280x1024x24", "-fbdir", folder, "-nolisten", "tcp",
      ], home.environment, input: lifeline, output: answer.pipe)
    try? answer.pipe.fileHandleForWriting.close()
    try? eventually("the X server is ready") { answer.text.contains("\n") }
    let number = try #require(answer.text.split(separator: "\n").first, "Xvfb does not start")
    display = ":\(number)"
    environment = home.environment.merging(["DISPLAY": display]) { $1 }
    try prepare()
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    windowManager?.end()
    process.waitUntilExit()
  }

  private func prepare() throws {
    try eventually("the window manager is ready, and all windows from before are gone") {
      // It gives up at once when the server is not quite there yet.
      if windowManager?.isRunning != true {
        windowManager = try Desktop.start(["openbox", "--sm-disable"], environment)
      }
      let hands = ["mouseup", "1", "mousemove", "640", "512", "get_num_desktops"]
      return try Desktop.xdotool(hands, environment) != nil
        && Desktop.xdotool(["search", "--onlyvisible", "--class", "regalia"], environment) == nil
    }
  }
}

extension Process {
  /// How often its threads were given the processor after they had waited for something.
  var wakeUps: Int {
    get throws {
      let folder = "/proc/\(processIdentifier)/task"
      let threads = try FileManager.default.contentsOfDirectory(atPath: folder)
      return threads.reduce(0) { sum, thread in
        // A thread may have ended since.
        let status = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
        return sum + (line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0)
      }
    }
  }
}

/// Something that was waited for and did not come.
struct Tardy: Error, CustomStringConvertible {
  let description: String
}

/// Waits until `condition` holds, for as long as a slow machine may need and no longer.
func eventually(_ what: String, within seconds: Double = 60, _ condition: () throws -> Bool) throws {
  let end = Date(timeIntervalSinceNow: seconds)
  var pause: UInt32 = 10_000
  while try !condition() {
    guard Date() < end else { throw Tardy(description: "waited \(seconds) s in vain until \(what)") }
    // To look takes a program of its own, and what has not come soon may take long.
    usleep(pause)
    pause = min(pause * 3 / 2, 100_000)
  }
}
