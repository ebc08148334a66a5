/// Numbers as tables, plots and files have them.
enum Decimals {
  /// Returns a number with so many digits after the point, at most 9.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite else { return "–" }
    var factor = 1
    for _ in 0..<digits { factor *= 10 }
    guard value.magnitude < 1e9 else { return String(value) }
    let units = Int((value.magnitude * Double(factor)).rounded())
    let sign = value < 0 && units > 0 ? "-" : ""
    guard digits > 0 else { return sign + String(units) }
    let fraction = String(units % factor)
    return sign + String(units / factor) + "." + String(repeating: "0", count: digits - fraction.count)
      + fraction
  }

  /// Returns milliseconds with digits enough to tell frames apart.
  static func milliseconds(_ value: Double) -> String {
    fixed(value, value.magnitude < 100 ? (value.magnitude < 10 ? 3 : 2) : 1)
  }

  /// Returns a time in milliseconds to a ten-thousandth: what clocks can tell apart, and no more in files.
  static func rounded(_ value: Double) -> Double {
    (value * 1e4).rounded() / 1e4
  }
}
