/// The length of one step, in two bytes: `(128 + m) · 2^(e − 160)`.
struct CodeStep {
  let significand: UInt8
  let exponent: UInt8

  /// Creates the largest step that is at most `length`, clamped to the range of two bytes.
  init(notAbove length: Double) {
    let power = Int(length.exponent) - 7
    guard power + 160 >= 0 else {
      (significand, exponent) = (0, 0)
      return
    }
    guard power + 160 <= 255 else {
      (significand, exponent) = (127, 255)
      return
    }
    let mantissa = (length / Double(sign: .plus, exponent: power, significand: 1)).rounded(.down)
    significand = UInt8(min(max(mantissa - 128, 0), 127))
    exponent = UInt8(power + 160)
  }

  /// Returns nil unless the significand is below 128.
  init?(significand: UInt8, exponent: UInt8) {
    guard significand < 128 else { return nil }
    self.significand = significand
    self.exponent = exponent
  }

  var length: Double {
    (128 + Double(significand)) * Double(sign: .plus, exponent: Int(exponent) - 160, significand: 1)
  }
}
