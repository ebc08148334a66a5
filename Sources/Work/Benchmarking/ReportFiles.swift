public import Statistics
import Files

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
