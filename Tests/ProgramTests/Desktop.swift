import Foundation
import TestSupport
import Testing

/// An X server with a window manager and nobody in front of it; both end with their owner.
final class Desktop {
  let home: Home
  let display: String
  private var processes: [Process] = []
  /// The X server lives as long as this can be written to: should the tests be killed, it ends too.
  private let lifeline = Pipe()

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

  init() throws {
    let home = try Home()
    self.home = home
    let answer = Gatherer()
    let server = try Self.start(
      [
        "sh", "-c", "\"$@\" & server=$!; read -r line; kill -9 $server", "sh", "Xvfb", "-displayfd", "1",
        "-screen",
        "0", "1280x1024x24", "-fbdir", home.path(""), "-nolisten", "tcp",
      ], home.environment, input: lifeline, output: answer.pipe)
    try? answer.pipe.fileHandleForWriting.close()
    var number: String?
    let didStart =
      (try? eventually("the X server is ready") {
        number = answer.text.contains("\n") ? answer.text.split(separator: "\n").first.map(String.init) : nil
        return number != nil
      }) != nil
    display = ":" + (number ?? "")
    processes = [server]
    try #require(didStart, "Xvfb does not start")
    try eventually("the window manager is ready") {
      // It gives up at once when the server is not quite there yet.
      if processes.count == 1 || !processes[1].isRunning {
        processes = [server, try Self.start(["openbox", "--sm-disable"], environment)]
      }
      return try xdotool("get_num_desktops") != nil
    }
  }

  deinit {
    try? lifeline.fileHandleForWriting.close()
    for process in processes.dropFirst() { process.end() }
    processes.first?.waitUntilExit()
  }

  var environment: [String: String] { home.environment.merging(["DISPLAY": display]) { $1 } }

  /// Runs xdotool; returns what it prints, or nil when it fails.
  @discardableResult func xdotool(_ arguments: String...) throws -> String? {
    try xdotool(arguments)
  }

  @discardableResult func xdotool(_ arguments: [String]) throws -> String? {
    let output = Gatherer()
    let process = try Self.start(["xdotool"] + arguments, environment, output: output.pipe)
    let text = output.rest()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
  }

  /// What other programs find in the clipboard.
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

  /// What other programs find in the clipboard when they ask for a kind; nil where it is not offered.
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

  /// How many heaps glibc has made for its threads besides the first: each has 64 MiB of addresses, at a multiple of that, of
  /// which the rest is not accessible yet.
  var threadHeaps: Int {
    get throws {
      // A file of the kernel has no length to tell, and `String(contentsOfFile:)` takes its first page for all of it.
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(processIdentifier)/maps"))
      let maps = try String(decoding: file.readToEnd() ?? Data(), as: UTF8.self)
      let lines = maps.split(separator: "\n").map { $0.split(separator: " ") }
      let ranges = lines.compactMap { words -> (range: Range<UInt>, access: Substring)? in
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 ? (ends[0]..<ends[1], words[1]) : nil
      }
      let size: UInt = 64 << 20
      return zip(ranges, ranges.dropFirst()).count { heap, rest in
        heap.access == "rw-p" && rest.access == "---p" && heap.range.lowerBound % size == 0
          && rest.range == heap.range.upperBound..<heap.range.lowerBound + size
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
  while try !condition() {
    guard Date() < end else { throw Tardy(description: "waited \(seconds) s in vain until \(what)") }
    usleep(10_000)
  }
}
