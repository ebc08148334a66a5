// Untranslated file: benchmarks for developers.

import Files
import Glibc
public import Statistics
import Terminal

/// Two commands that are run in turns, A B B A, so that what the machine does meanwhile meets both alike.
///
/// A command that is a `regalia bench` leaves its measurements where `REGALIA_BENCH_JSON` names; of any other command
/// the processor time that it and its children used is taken, as one frame.
public struct PairedRuns {
  /// A command that did not run to a good end.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The environment variable that names a second file for a benchmark's report.
  public static let reportVariable = "REGALIA_BENCH_JSON"

  /// The command whose time counts as 1, as a shell reads it.
  public var first: String
  /// The command that is judged, as a shell reads it.
  public var second: String
  /// How many pairs there are at least.
  public var pairs = 11
  /// How many pairs there may be while the verdict is open, or a complaint not confirmed.
  public var mostPairs = 55
  /// The figure that is judged.
  public var figure = FrameFigure.processCPU
  /// The smallest ratio that matters, such as 1.05.
  public var limit = 1.05

  /// Creates a comparison of two commands by their processor time.
  public init(first: String, second: String) {
    self.first = first
    self.second = second
  }

  /// Runs until the verdict is clear, or there are as many pairs as there may be, and returns what was found.
  public func compare() throws -> Comparison {
    let folder = try TemporaryReport()
    // Once each without counting: files come from the disk, programs are linked.
    _ = try measure(first, folder)
    _ = try measure(second, folder)
    var measured: [(first: BenchReport, second: BenchReport)] = []
    var planned = pairs
    var earlier: Verdict?
    while true {
      var progress = ProgressLine("Taking turns", unit: "pairs", count: planned)
      while measured.count < planned {
        progress.update(done: measured.count)
        measured.append(try pair(isTurned: !measured.count.isMultiple(of: 2), folder))
      }
      let comparison = try Comparison(pairs: measured, judging: figure)
      let verdict = comparison.verdict(limit: limit)
      // A complaint must hold when it is looked at again: among many looks one finds what is not there.
      let isClear = verdict == .unchanged || (verdict == .slower && earlier == .slower)
      if isClear || planned >= mostPairs { return comparison }
      earlier = verdict
      planned = min(mostPairs, planned + max(4, pairs / 2))
    }
  }

  private func pair(
    isTurned: Bool, _ folder: TemporaryReport
  ) throws -> (first: BenchReport, second: BenchReport) {
    if isTurned {
      let after = try measure(second, folder)
      return (try measure(first, folder), after)
    }
    let before = try measure(first, folder)
    return (before, try measure(second, folder))
  }

  private func measure(_ command: String, _ folder: TemporaryReport) throws -> BenchReport {
    folder.remove()
    let milliseconds = try ShellCommand.run(command, variable: (Self.reportVariable, folder.path))
    if folder.exists { return try ReportFiles.report(folder.path) }
    let series = FrameSeries(
      scene: "the whole run", width: 1, height: 1, figures: [.processCPU: [milliseconds]])
    return BenchReport(context: BenchContext(), scenes: [series], validity: [])
  }
}

/// A report that is gone when its owner is.
private struct TemporaryReport {
  private let folder: ScratchFolder

  init() throws(AtomicFile.Failure) { folder = try ScratchFolder() }

  var path: String { folder.path + "/report.json" }

  var exists: Bool { access(path, R_OK) == 0 }

  func remove() { unlink(path) }
}

/// Reports of benchmarks as files.
public enum ReportFiles {
  /// Reads a report: our JSON or, by its name's ending, a log of MangoHud.
  ///
  /// Throws where the file cannot be read or understood, with the line or the field.
  public static func report(_ path: String) throws -> BenchReport {
    let bytes = try bytes(path)
    if path.lowercased().hasSuffix(".csv") {
      return try MangoHudLog.report(bytes, named: path)
    }
    return try BenchReport(json: bytes, named: path)
  }

  /// Reads what scenes may take.
  ///
  /// Throws where the file cannot be read or understood, with the field.
  public static func limits(_ path: String) throws -> BenchLimits {
    try BenchLimits(json: bytes(path), named: path)
  }

  private static func bytes(_ path: String) throws -> [UInt8] { try FileBytes.read(path, atMost: 256 << 20) }
}

/// A command line that the shell runs to its end, what it prints thrown away.
package enum ShellCommand {
  /// Runs a command with one more variable in its environment; returns the milliseconds of processor time that it
  /// and what it waited for used.
  package static func run(_ command: String, variable: (name: String, value: String)) throws -> Double {
    let process = try spawn(command, variable)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      if errno == EINTR { try Interruption.check() }
      guard errno == EINTR else { throw failure(command, "was lost: \(String(cString: strerror(errno)))") }
    }
    if status & 0x7f != 0 { throw failure(command, "was ended by signal \(status & 0x7f)") }
    let code = (status >> 8) & 0xff
    if code != 0 { throw failure(command, "ended with \(code); run it alone to see why") }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  private static func spawn(_ command: String, _ variable: (name: String, value: String)) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    setenv(variable.name, variable.value, 1)
    defer { unsetenv(variable.name) }
    let words = ["sh", "-c", command]
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in strdup(word) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ)
    guard code == 0 else { throw failure(command, "cannot be started: \(String(cString: strerror(code)))") }
    return process
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }

  private static func failure(_ command: String, _ words: String) -> PairedRuns.Failure {
    PairedRuns.Failure(description: "the command \"\(command)\" \(words)")
  }
}
