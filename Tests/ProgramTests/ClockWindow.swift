import Foundation
import TestSupport
import Testing

/// The clock in a window of a desktop, with hands on it.
final class ClockWindow {
  let desktop: Desktop
  private let process: Process
  private let input = Pipe()
  private let output = Gatherer()
  private let complaints = Gatherer()
  private(set) var window = ""

  /// Opens the clock and waits until it is drawn and has the keyboard.
  init(on desktop: Desktop, _ arguments: [String]) throws {
    self.desktop = desktop
    process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path ?? "")
    process.arguments = ["clock"] + arguments
    process.environment = desktop.environment.merging(["REGALIA_TRACE": "frames"]) { $1 }
    process.standardInput = input
    process.standardOutput = output.pipe
    process.standardError = complaints.pipe
    try process.start()
    try? output.pipe.fileHandleForWriting.close()
    try? complaints.pipe.fileHandleForWriting.close()
    try eventually("the clock is drawn; it says: \(said)") { frames > 0 || !process.isRunning }
    try eventually("the clock has the keyboard; it says: \(said)") {
      let found = try desktop.xdotool("search", "--onlyvisible", "--class", "regalia")
      window = found?.split(separator: "\n").last.map(String.init) ?? ""
      return try !window.isEmpty && desktop.xdotool("getwindowfocus") == window
    }
  }

  deinit { process.end() }

  /// What stands on standard error so far.
  var said: String { complaints.text }

  /// What was printed so far.
  var printed: String { output.text }

  /// How many frames were drawn.
  var frames: Int { said.components(separatedBy: "frame ").count - 1 }

  /// How many frames were drawn for a reason, such as "animation".
  func drawnFrames(because reason: String) -> Int { said.components(separatedBy: ": \(reason), ").count - 1 }

  /// How often its threads were given the processor after they had waited.
  var wakeUps: Int { get throws { try process.wakeUps } }

  var isRunning: Bool { process.isRunning }

  func key(_ keys: String...) throws {
    try #require(try desktop.xdotool(["key", "--delay", "2"] + keys) != nil)
  }

  func say(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  /// Where the window stands and how large it is, as "x y width height" in pixels.
  var place: [Int] {
    get throws {
      let text = try #require(try desktop.xdotool("getwindowgeometry", "--shell", window))
      let pairs = text.split(separator: "\n").map { $0.split(separator: "=").map(String.init) }
      return ["X", "Y", "WIDTH", "HEIGHT"].compactMap { name in
        pairs.first { $0.first == name }.flatMap { Int($0.last ?? "") }
      }
    }
  }

  /// Waits for the end; returns the exit status and what was printed.
  func end() throws -> (status: Int32, output: String) {
    try eventually("the clock ends; it says: \(said)") { !process.isRunning }
    return (process.terminationStatus, output.rest())
  }
}
