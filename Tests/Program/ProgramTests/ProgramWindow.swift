import Foundation
import TestSupport
import Testing

/// The program with a window on a desktop, watched and used from outside as a person does.
final class ProgramWindow {
  let desktop: Desktop
  let process = Process()
  private let input = Pipe()
  private let output = Gatherer()
  private let complaints = Gatherer()
  private let arguments: [String]
  private let windowClass: String
  private(set) var window = ""

  /// Starts the program and waits until its window is drawn and has the keyboard, unless `waits` is false.
  convenience init(
    on desktop: Desktop, _ arguments: String..., environment: [String: String] = [:],
    outputTo file: String? = nil, program: String? = BuiltProgram.path, windowClass: String = "regalia",
    waits: Bool = true
  ) throws {
    try self.init(
      on: desktop, arguments, environment: environment, outputTo: file, program: program,
      windowClass: windowClass, waits: waits)
  }

  /// The same with a list of arguments.
  init(
    on desktop: Desktop, _ arguments: [String], environment: [String: String] = [:],
    outputTo file: String? = nil, program: String? = BuiltProgram.path, windowClass: String = "regalia",
    waits: Bool = true
  ) throws {
    self.desktop = desktop
    self.windowClass = windowClass
    self.arguments = arguments
    process.executableURL = URL(filePath: program ?? "")
    process.arguments = arguments
    let more = environment.merging(["REGALIA_TRACE": "frames"]) { own, _ in own }
    process.environment = desktop.environment.merging(more) { $1 }
    process.standardInput = input
    process.standardOutput = file.flatMap(FileHandle.init(forWritingAtPath:)) ?? output.pipe
    process.standardError = complaints.pipe
    try process.start()
    try? output.pipe.fileHandleForWriting.close()
    try? complaints.pipe.fileHandleForWriting.close()
    if waits { try waitForWindow() }
  }

  deinit { process.end() }

  /// Waits until its window is drawn and has the keyboard.
  func waitForWindow() throws {
    try eventually("the window is drawn; it says: \(said)") { frames > 0 || !process.isRunning }
    try eventually("the window has the keyboard; it says: \(said)") {
      let found = try desktop.xdotool(
        "search", "--all", "--onlyvisible", "--pid", "\(process.processIdentifier)", "--class", windowClass)
      window = found?.split(separator: "\n").last.map(String.init) ?? ""
      return try !window.isEmpty && desktop.xdotool("getwindowfocus") == window
    }
  }

  // MARK: Watching

  /// The text on standard error so far.
  var said: String { complaints.text }

  /// The text on standard output so far.
  var printed: String { output.text }

  private var frameLines: [Substring] { said.split(separator: "\n").filter { $0.hasPrefix("frame ") } }

  /// How many frames were drawn.
  var frames: Int { frameLines.count }

  /// Why frames were drawn, in their order.
  var reasons: [String] {
    frameLines.map { String($0.split(separator: ": ", maxSplits: 1).last?.prefix { $0 != "," } ?? "") }
  }

  /// How many frames were drawn for a reason, such as "animation".
  func frames(because reason: String) -> Int { reasons.count { $0 == reason } }

  var isRunning: Bool { process.isRunning }

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
    try eventually("the program ends; it says: \(said)") { !process.isRunning }
    return (process.terminationStatus, output.rest())
  }

  // MARK: Hands

  func key(_ keys: String...) throws {
    try #require(try desktop.xdotool(["key", "--delay", "2"] + keys) != nil)
  }

  /// Presses keys, and waits until what they do is seen.
  func press(_ keys: String...) throws {
    let before = frames(because: "input")
    try #require(try desktop.xdotool(["key", "--delay", "2"] + keys) != nil)
    try eventually("\(keys) are followed") { frames(because: "input") > before }
  }

  /// Presses a key until the program ends, a second apart: the first keys of a new X server change its keyboard, and a
  /// window manager that binds its own keys anew meanwhile misses one.
  func close(by key: String) throws {
    for _ in 0..<10 where process.isRunning {
      try self.key(key)
      let deadline = Date(timeIntervalSinceNow: 1)
      while process.isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.02) }
    }
  }

  func type(_ text: String) throws { try #require(try desktop.xdotool("type", "--delay", "2", text) != nil) }

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

  /// Writes a line to its standard input.
  func say(_ line: String) { input.fileHandleForWriting.write(Data((line + "\n").utf8)) }

  // MARK: Places

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

  /// Returns where a control stands, as the program describes it to others.
  func frame(_ label: String, role: String? = nil, size: String? = nil) throws -> CGRect {
    let more = size.map { ["--size", $0] } ?? []
    let result = try BuiltProgram.run(arguments + ["--describe"] + more, in: desktop.home)
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    func find(_ node: [String: Any]) -> [Double]? {
      if node["label"] as? String == label, role == nil || node["role"] as? String == role {
        return node["frame"] as? [Double]
      }
      for child in node["children"] as? [[String: Any]] ?? [] { if let found = find(child) { return found } }
      return nil
    }
    let numbers = try #require(find(root), "no \(label)")
    return CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Returns the pixel on the screen at a place of the window.
  func pixel(_ x: Double, _ y: Double) throws -> [UInt8] { try pixels([(x, y)])[0] }

  /// Returns the pixels on the screen at places of the window.
  func pixels(_ places: [(x: Double, y: Double)]) throws -> [[UInt8]] {
    let (place, screen) = (try place, try desktop.screen)
    return places.map { screen[place[0] + Int($0.x), place[1] + Int($0.y)] }
  }
}

/// The picture on a desktop's screen, from the file in which the X server keeps it (the format of xwd).
struct Screen {
  private let bytes: Data
  private let start: Int
  private let bytesPerLine: Int

  init(_ file: URL) throws {
    let data = try Data(contentsOf: file)
    func field(_ index: Int) -> Int { data[4 * index..<4 * index + 4].reduce(0) { $0 << 8 | Int($1) } }
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
