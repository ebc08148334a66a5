import Foundation

/// A program of the system that looks at what was written.
struct Tool {
  let path: String

  init(_ name: String) throws {
    guard let path = Installed.program(name) else { throw Missing(name: name) }
    self.path = path
  }

  struct Missing: Error {
    let name: String
  }

  /// Runs the tool and returns what it printed.
  func output(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : "failed"
  }

  static let areInstalled = ["pdftotext", "pdffonts", "pdfinfo", "pdftoppm", "qpdf"].allSatisfy {
    Installed.program($0) != nil
  }
}

/// Calls `body` with a folder that is gone afterwards.
func withScratch<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: "regalia-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

extension URL {
  var file: String { path(percentEncoded: false) }
}
