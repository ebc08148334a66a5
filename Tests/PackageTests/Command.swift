import Foundation
import TestSupport

/// A program with its arguments, run to its end.
struct Command {
  let program: String
  var arguments: [String] = []
  /// Changes to the tests' environment; nil removes a variable.
  var environment: [String: String?] = [:]
  var folder = Fixture.checkout

  /// How it ended and what it printed.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  func run() throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = merged
    process.standardInput = FileHandle.nullDevice
    // Files, because a pipe that nobody empties stops the program.
    return try TemporaryFolder.with { scratch in
      let (output, errors) = (scratch.appending(path: "output"), scratch.appending(path: "errors"))
      for file in [output, errors] { try Data().write(to: file) }
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: errors)
      try process.start()
      process.waitUntilExit()
      return Outcome(
        status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
        errors: try String(contentsOf: errors, encoding: .utf8))
    }
  }

  private var merged: [String: String] {
    var result = ProcessInfo.processInfo.environment
    // The tests may have been started by make, whose flags are not meant for the make they start.
    for name in ["MAKEFLAGS", "MAKELEVEL", "MFLAGS", "CI"] { result[name] = nil }
    for (name, value) in environment { result[name] = value }
    return result
  }

  /// Returns the path of a tool in the search path, or nil.
  static func path(of tool: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(tool)" }.first(where: FileManager.default.isExecutableFile(atPath:))
  }
}
