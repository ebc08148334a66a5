import Text

extension Double {
  /// The number as text, a time in milliseconds with digits enough to tell frames apart.
  var milliseconds: String { text(.fixed(magnitude < 100 ? (magnitude < 10 ? 3 : 2) : 1)) }

  /// A time in milliseconds to a ten-thousandth: what clocks can tell apart, and no more in files.
  var clockRounded: Double { (self * 1e4).rounded() / 1e4 }
}
