/// How a number is written in decimals, the same in every locale.
public struct NumberFormat: Hashable, Sendable {
  private enum Kind: Hashable {
    case shortest
    case rounded(decimals: Int)
    case fixed(decimals: Int)
    case significant(digits: Int, decimals: Int)
  }

  private let kind: Kind

  /// The fewest digits that read back as the same number; whole numbers have no point.
  public static let shortest = NumberFormat(kind: .shortest)

  /// At most so many digits after the point, 0 to 15, without zeros at the end.
  public static func rounded(to decimals: Int) -> NumberFormat {
    NumberFormat(kind: .rounded(decimals: decimals))
  }

  /// Exactly so many digits after the point, 0 to 15.
  public static func fixed(_ decimals: Int) -> NumberFormat { NumberFormat(kind: .fixed(decimals: decimals)) }

  /// At most so many significant digits, 1 to 15, and digits after the point, without zeros at the end.
  public static func significant(_ digits: Int, decimals: Int = 15) -> NumberFormat {
    NumberFormat(kind: .significant(digits: digits, decimals: decimals))
  }

  fileprivate func text(_ value: Double) -> String {
    switch kind {
    case .shortest: shortest(value)
    case .rounded(let decimals): decimal(value, decimals, keepsZeros: false)
    case .fixed(let decimals): decimal(value, decimals, keepsZeros: true)
    case .significant(let digits, let decimals):
      decimal(value, min(decimals, digits - 1 - value.magnitude.decimalExponent), keepsZeros: false)
    }
  }

  private func shortest(_ value: Double) -> String {
    if value == 0 { return "0" }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func decimal(_ value: Double, _ decimals: Int, keepsZeros: Bool) -> String {
    let decimals = min(max(decimals, 0), 15)
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    // Beyond this there are no digits to lose, and what is not finite has a name.
    guard scaled < 9e18 else { return shortest(value) }
    let digits = String(UInt64(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    var fraction = padded.suffix(decimals)
    if !keepsZeros { while fraction.last == "0" { fraction.removeLast() } }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + padded.dropLast(decimals) + (fraction.isEmpty ? "" : ".") + fraction
  }
}

extension Double {
  /// Returns the number in decimals; one that is not finite is `inf`, `-inf` or `nan`.
  public func text(_ format: NumberFormat = .shortest) -> String { format.text(self) }

  /// The greatest power of ten that is at most the number; 0 for what has none.
  fileprivate var decimalExponent: Int {
    guard isFinite, self > 0 else { return 0 }
    var exponent = 0
    var power = 1.0
    if self >= 1 {
      while power * 10 <= self {
        power *= 10
        exponent += 1
      }
    } else {
      while power > self, exponent > -20 {
        power /= 10
        exponent -= 1
      }
    }
    return exponent
  }
}
