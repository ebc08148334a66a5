import ColorPicker
import Foundation
import TestSupport
import Testing

/// The picker in a window of a desktop, with hands on it.
final class PickerWindow {
  let desktop: Desktop
  private let process: Process
  private let output = Gatherer()
  private let complaints = Gatherer()
  private let arguments: [String]
  private(set) var window = ""

  /// Opens the picker and waits until it is drawn and has the keyboard.
  init(
    on desktop: Desktop, _ arguments: [String] = [], environment: [String: String] = [:],
    outputTo file: String? = nil, program: String? = BuiltProgram.path
  ) throws {
    self.desktop = desktop
    self.arguments = arguments
    let variables = desktop.environment.merging(["REGALIA_TRACE": "frames"]) { $1 }
      .merging(environment) { $1 }
    process = Process()
    process.executableURL = URL(filePath: program ?? "")
    process.arguments = ["picker"] + arguments
    process.environment = variables
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = file.flatMap(FileHandle.init(forWritingAtPath:)) ?? output.pipe
    process.standardError = complaints.pipe
    try process.start()
    try? output.pipe.fileHandleForWriting.close()
    try? complaints.pipe.fileHandleForWriting.close()
    try waitForWindow()
  }

  deinit { process.end() }

  func waitForWindow() throws {
    try eventually("the window is drawn; it says: \(said)") { frames > 0 || !process.isRunning }
    try eventually("the window has the keyboard; it says: \(said)") {
      let found = try desktop.xdotool("search", "--onlyvisible", "--class", "regalia")
      window = found?.split(separator: "\n").last.map(String.init) ?? ""
      return try !window.isEmpty && desktop.xdotool("getwindowfocus") == window
    }
  }

  // MARK: Watching

  /// What stands on standard error so far.
  var said: String { complaints.text }

  /// How many frames were drawn.
  var frames: Int { said.components(separatedBy: "\nframe ").count - 1 + (said.hasPrefix("frame ") ? 1 : 0) }

  /// Waits until no frame was drawn for a while.
  func waitForRest() throws {
    var (last, since) = (-1, Date())
    try eventually("no more frames are drawn") {
      if frames != last { (last, since) = (frames, Date()) }
      return Date().timeIntervalSince(since) > 0.6
    }
  }

  /// Waits until for half a second no frame was drawn and none of its threads was woken.
  func waitForSleep() throws {
    try eventually("it sleeps") {
      let (frames, wakeUps) = (frames, try process.wakeUps)
      usleep(500_000)
      return try self.frames == frames && process.wakeUps == wakeUps
    }
  }

  /// Waits for the end; returns the exit status and what was printed.
  func end() throws -> (status: Int32, output: String) {
    try eventually("the picker ends; it says: \(said)") { !process.isRunning }
    return (process.terminationStatus, output.rest())
  }

  var isRunning: Bool { process.isRunning }

  // MARK: Hands

  func key(_ keys: String...) throws {
    try #require(try desktop.xdotool(["key", "--delay", "2"] + keys) != nil)
  }

  /// Presses a key until the picker ends, a second apart: the first keys of a new X server change its keyboard, and a
  /// window manager that binds its own keys anew meanwhile misses one.
  func close(by key: String) throws {
    for _ in 0..<10 where process.isRunning {
      try self.key(key)
      let deadline = Date(timeIntervalSinceNow: 1)
      while process.isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
    }
  }

  func type(_ text: String) throws {
    try #require(try desktop.xdotool("type", "--delay", "2", text) != nil)
  }

  /// Does pointer actions one after the other: ("mousemove", place), ("mousedown", nil), and so on.
  func pointer(_ steps: PointerStep...) throws {
    var words: [String] = []
    for step in steps {
      switch step {
      case .move(let x, let y):
        words += ["mousemove", "--window", window, String(Int(x.rounded())), String(Int(y.rounded()))]
      case .press: words += ["mousedown", "1"]
      case .release: words += ["mouseup", "1"]
      case .wheel(let notches):
        words += ["click", "--repeat", String(abs(notches)), "--delay", "2", notches > 0 ? "4" : "5"]
      }
      words += ["sleep", "0.02"]
    }
    try #require(try desktop.xdotool(words) != nil)
  }

  enum PointerStep {
    case move(Double, Double)
    case press
    case release
    /// Positive is away from the person.
    case wheel(Int)
  }

  // MARK: Places

  /// Returns where a control stands, as the picker describes itself to others.
  func frame(_ label: String, role: String? = nil, size: String? = nil) throws -> CGRect {
    let more = size.map { ["--size", $0] } ?? []
    let result = try BuiltProgram.run(["picker", "--describe"] + arguments + more, in: desktop.home)
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    func find(_ node: [String: Any]) -> [Double]? {
      if node["label"] as? String == label, role == nil || node["role"] as? String == role {
        return node["frame"] as? [Double]
      }
      for child in node["children"] as? [[String: Any]] ?? [] {
        if let found = find(child) { return found }
      }
      return nil
    }
    let numbers = try #require(find(root), "no \(label)")
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Returns the pixel on the screen at a place of the window.
  func pixel(_ x: Double, _ y: Double) throws -> [UInt8] {
    try pixels([(x, y)])[0]
  }

  /// Returns the pixels on the screen at places of the window.
  func pixels(_ places: [(x: Double, y: Double)]) throws -> [[UInt8]] {
    let words = try #require(try desktop.xdotool("getwindowgeometry", "--shell", window))
    var numbers: [String: Int] = [:]
    for line in words.split(separator: "\n") {
      let parts = line.split(separator: "=")
      if parts.count == 2 { numbers[String(parts[0])] = Int(parts[1]) }
    }
    let (left, top) = (try #require(numbers["X"]), try #require(numbers["Y"]))
    let screen = try Screen(of: desktop)
    return places.map { screen[left + Int($0.x), top + Int($0.y)] }
  }
}

/// What is on a desktop's screen, as the X server keeps it in a file (the format of xwd).
struct Screen {
  private let bytes: Data
  private let start: Int
  private let bytesPerLine: Int

  init(of desktop: Desktop) throws {
    let data = try Data(contentsOf: desktop.home.folder.appending(path: "Xvfb_screen0"))
    func field(_ index: Int) -> Int {
      data[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    bytes = data
    // Header size, bytes a line and the number of colour map entries, of 12 bytes each (XWDFile.h).
    start = field(0) + 12 * field(19)
    bytesPerLine = field(12)
  }

  /// Red, green and blue.
  subscript(x: Int, y: Int) -> [UInt8] {
    let place = start + y * bytesPerLine + x * 4
    guard x >= 0, y >= 0, place + 4 <= bytes.count else { return [] }
    return [bytes[place + 2], bytes[place + 1], bytes[place]]
  }
}
