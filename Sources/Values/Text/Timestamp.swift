import Glibc

/// Formats points in time for people and programs.
public enum Timestamp {
  /// Returns seconds since 1970 as ISO 8601 in UTC, such as `2026-03-29T10:00:00Z`.
  public static func text(_ seconds: Double) -> String {
    var time = time_t(seconds.rounded(.down))
    var parts = tm()
    gmtime_r(&time, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
