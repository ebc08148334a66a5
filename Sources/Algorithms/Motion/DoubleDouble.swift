/// A number kept as an unevaluated sum of two doubles, about 32 digits (Dekker 1971, Knuth 4.2.2).
///
/// Products use Dekker's splitting, not a fused multiply, so that every machine gives the same bits.
@usableFromInline
struct DoubleDouble: Hashable, Sendable {
  @usableFromInline var high: Double
  @usableFromInline var low: Double

  @inlinable @inline(__always) init(_ high: Double, _ low: Double = 0) {
    self.high = high
    self.low = low
  }

  static let zero = DoubleDouble(0)

  /// The exact sum of two doubles.
  @inlinable @inline(__always) static func sum(_ a: Double, _ b: Double) -> DoubleDouble {
    let sum = a + b
    let part = sum - a
    return DoubleDouble(sum, (a - (sum - part)) + (b - part))
  }

  /// The exact sum of two doubles of which the first is the larger.
  @inlinable @inline(__always) static func ordered(_ a: Double, _ b: Double) -> DoubleDouble {
    let sum = a + b
    return DoubleDouble(sum, b - (sum - a))
  }

  /// The exact product of two doubles below 1e300.
  @inlinable @inline(__always) static func product(_ a: Double, _ b: Double) -> DoubleDouble {
    let product = a * b
    let (aHigh, aLow) = split(a)
    let (bHigh, bLow) = split(b)
    return DoubleDouble(product, ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow)
  }

  @inlinable @inline(__always) static func split(_ a: Double) -> (Double, Double) {
    let shifted = 134_217_729 * a
    let high = shifted - (shifted - a)
    return (high, a - high)
  }

  /// The nearest double.
  @inlinable @inline(__always) var rounded: Double { high + low }

  /// The nearest double within ±1e300, zero where there is no number.
  @inlinable var saturated: Double {
    let result = rounded
    return result.isFinite ? result : high > 0 ? 1e300 : high < 0 ? -1e300 : 0
  }

  @inlinable @inline(__always) static prefix func - (a: DoubleDouble) -> DoubleDouble {
    DoubleDouble(-a.high, -a.low)
  }

  @inlinable @inline(__always) static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    // Exact to 2⁻¹⁰⁵ of the larger of the two, which is all that is needed where they cancel.
    let high = sum(a.high, b.high)
    return ordered(high.high, high.low + (a.low + b.low))
  }

  @inlinable @inline(__always) static func + (a: DoubleDouble, b: Double) -> DoubleDouble {
    let high = sum(a.high, b)
    return ordered(high.high, high.low + a.low)
  }

  @inlinable @inline(__always) static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble { a + -b }

  @inlinable @inline(__always) static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let product = product(a.high, b.high)
    return ordered(product.high, product.low + (a.high * b.low + a.low * b.high))
  }

  @inlinable @inline(__always) static func * (a: DoubleDouble, b: Double) -> DoubleDouble {
    let product = product(a.high, b)
    return ordered(product.high, product.low + a.low * b)
  }

  static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
    let first = a.high / b.high
    let rest = a - b * first
    let second = rest.high / b.high
    let third = (rest - b * second).high / b.high
    return ordered(first, second) + third
  }

  /// Returns the number times a power of two, exactly.
  @inlinable @inline(__always) func scaled(by power: Double) -> DoubleDouble {
    DoubleDouble(high * power, low * power)
  }

  /// The square root of a number that is not negative.
  var squareRoot: DoubleDouble {
    guard high > 0 else { return .zero }
    let root = high.squareRoot()
    let rest = self - DoubleDouble.product(root, root)
    return DoubleDouble.ordered(root, rest.high / (2 * root))
  }
}
