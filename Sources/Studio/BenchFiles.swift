public import FrameTiming
import Glibc
import Images

/// Reports of benchmarks as files.
public enum BenchFiles {
  /// Writes text whole or not at all.
  public static func write(_ text: String, to path: String) throws {
    let file = try AtomicFile(path: path)
    try file.write(Array(text.utf8))
    try file.commit()
  }

  /// Reads a report: our JSON or, by its name's ending, a log of MangoHud.
  public static func report(_ path: String) throws -> BenchReport {
    let bytes = try bytes(path)
    if path.lowercased().hasSuffix(".csv") {
      return try MangoHudLog.report(text: String(decoding: bytes, as: UTF8.self), named: path)
    }
    return try BenchReport(json: bytes, named: path)
  }

  /// Reads what scenes may take.
  public static func limits(_ path: String) throws -> BenchLimits {
    try BenchLimits(json: bytes(path), named: path)
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "rb") else { throw fault(path, String(cString: strerror(errno))) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
      bytes += chunk[..<count]
      if bytes.count > 256 << 20 { throw fault(path, "it is larger than 256 MiB; measure fewer frames") }
    }
    if ferror(stream) != 0 { throw fault(path, "it is no file with measurements") }
    return bytes
  }

  private static func fault(_ path: String, _ reason: String) -> any Error {
    Unreadable(description: "\(path): cannot be read: \(reason)")
  }

  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }
}
