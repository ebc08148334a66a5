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

#if canImport(Glibc)
  import Glibc
#endif

/// The exponential and the sine to about 18 digits of their largest value: a fine table to 32 digits, and a
/// short series for the little that is left, which a double holds well enough.
extension DoubleDouble {
  static let pi = DoubleDouble(3.141592653589793, 1.2246467991473532e-16)
  private static let logarithmOf2 = DoubleDouble(0.6931471805599453, 2.3190468138462996e-17)

  /// The steps of both tables to a whole turn or a doubling.
  private static let steps = 256

  /// Adding and taking away this number rounds to a whole number.
  private static let rounder = 6_755_399_441_055_744.0

  /// `2^(j/256)`, each the product of those whose j is a power of two.
  private static let powers: [DoubleDouble] = {
    var powers = [DoubleDouble(1)]
    while powers.count < steps {
      let step = logarithmOf2 * (Double(powers.count) / Double(steps))
      let factor = series(of: step, from: 0, by: 1, sign: 1)
      powers += powers.map { $0 * factor }
    }
    return powers
  }()

  /// The sine and the cosine of `2πj/256`.
  private static let turns: [(sine: DoubleDouble, cosine: DoubleDouble)] = {
    let step = pi * (2 / Double(steps))
    let sine = series(of: step, from: 1, by: 2, sign: -1)
    let cosine = series(of: step, from: 0, by: 2, sign: -1)
    var turns = [(sine: DoubleDouble.zero, cosine: DoubleDouble(1))]
    for index in 1..<steps {
      let last = turns[index - 1]
      turns.append(
        (last.sine * cosine + last.cosine * sine, last.cosine * cosine - last.sine * sine))
    }
    // Exact zeros and ones stay exact.
    for (index, exact) in [(steps / 4, (1.0, 0.0)), (steps / 2, (0.0, -1.0)), (steps * 3 / 4, (-1.0, 0.0))] {
      turns[index] = (DoubleDouble(exact.0), DoubleDouble(exact.1))
    }
    return turns
  }()

  /// Returns `Σ signⁿ xᵏ / k!` over k = from, from + by, …
  private static func series(
    of x: DoubleDouble, from first: Int, by step: Int, sign: Double
  ) -> DoubleDouble {
    var term = first == 0 ? DoubleDouble(1) : x
    var sum = term
    var power = first
    while power < 32 {
      for _ in 0..<step {
        power += 1
        term = term * x / DoubleDouble(Double(power))
      }
      term = term * sign
      sum = sum + term
    }
    return sum
  }

  /// `e^x` for x ≤ 0.
  var exponential: DoubleDouble {
    guard high > -745.2 else { return .zero }
    let whole = (high * 369.3299304675746 + Self.rounder) - Self.rounder
    // ln 2/256 in two parts, the first so short that its multiples are exact.
    let r = (high - whole * 0.00270760617331689) + (low - whole * 7.453964567463233e-13)
    let rest = r + r * r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r / 120)))
    let index = Int(whole)
    let power = Self.powers[index & 255]
    let value = DoubleDouble.ordered(power.high, power.low + power.high * rest)
    let exponent = index >> 8
    let half = Self.powerOfTwo(exponent / 2)
    return value.scaled(by: half).scaled(by: Self.powerOfTwo(exponent - exponent / 2))
  }

  /// 2 to a power between −1022 and 1023.
  @inline(__always) private static func powerOfTwo(_ exponent: Int) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: exponent + 1023) << 52)
  }

  /// The sine and the cosine.
  var sineAndCosine: (sine: DoubleDouble, cosine: DoubleDouble) {
    // Beyond this the angle itself has no meaning left; the result only has to be a point of the circle.
    guard high.magnitude < 1e12 else {
      return high.isFinite ? (DoubleDouble(sin(high)), DoubleDouble(cos(high))) : (.zero, DoubleDouble(1))
    }
    let whole = (high * 40.74366543152521 + Self.rounder) - Self.rounder
    let past = Self.product(whole, 0.02454369260617026)
    let r = (high - past.high) + ((low - past.low) - whole * 9.567553118338697e-19)
    let s = r * r
    let sine = r + r * s * (-1.0 / 6 + s * (1.0 / 120 - s / 5040))
    let lessThanOne = s * (-0.5 + s * (1.0 / 24 - s / 720))
    let turn = Self.turns[Int(whole) & 255]
    return (
      DoubleDouble.sum(
        turn.sine.high, turn.sine.low + (turn.sine.high * lessThanOne + turn.cosine.high * sine)),
      DoubleDouble.sum(
        turn.cosine.high, turn.cosine.low + (turn.cosine.high * lessThanOne - turn.sine.high * sine))
    )
  }
}
