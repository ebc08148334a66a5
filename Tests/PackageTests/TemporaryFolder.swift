import Foundation

/// A folder that exists for as long as a test needs it.
enum TemporaryFolder {
  static func with<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "regalia-tests-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

extension URL {
  /// The path as a program takes it.
  var file: String {
    let path = path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Everything below the folder, links not followed; folders end in a slash.
  var everythingBelow: Set<String> {
    get throws {
      Set(
        try FileManager.default.subpathsOfDirectory(atPath: file).map { path in
          let attributes = try FileManager.default.attributesOfItem(atPath: file + "/" + path)
          return attributes[.type] as? FileAttributeType == .typeDirectory ? path + "/" : path
        })
    }
  }

  /// Returns the names in the folder that have an ending, without it, in order; none if there is no such folder.
  func names(ending: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: file)
    return (names ?? []).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }

  /// Writes a shell script that stands for a program.
  func writeProgram(_ script: String) throws {
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: self)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
  }
}
