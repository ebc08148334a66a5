/// Formats figures of frames with a constant number of decimals.
enum HUDText {
  /// Returns a time as "3.2 ms".
  static func milliseconds(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0 else { return "– ms" }
    let tenths = Int(min((seconds * 10000).rounded(), 999_990))
    return "\(tenths / 10).\(tenths % 10) ms"
  }

  /// Returns a number of things, as "1 draw" or "12 draws".
  static func count(_ number: Int, _ one: String) -> String {
    "\(number) \(one)\(number == 1 ? "" : "s")"
  }

  /// Returns an amount of memory, as "0 B", "3.1 KB" or "1.5 MB".
  static func bytes(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    let isSmall = count < 999_950
    let tenths = (Double(count) / (isSmall ? 100 : 100_000)).rounded()
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) \(isSmall ? "KB" : "MB")"
  }
}
