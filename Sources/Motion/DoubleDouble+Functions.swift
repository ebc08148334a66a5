#if canImport(Glibc)
  import Glibc
#endif

/// The exponential and the sine to about 20 digits: a table of exact steps, then a short series.
extension DoubleDouble {
  static let pi = DoubleDouble(3.141592653589793, 1.2246467991473532e-16)
  private static let logarithmOf2 = DoubleDouble(0.6931471805599453, 2.3190468138462996e-17)

  /// Adding and taking away this number rounds to a whole number.
  private static let rounder = 6_755_399_441_055_744.0

  /// `2^(j/64)` for j = 0…63.
  private static let powers: [DoubleDouble] = (0..<64).map { index in
    series(of: logarithmOf2 * (Double(index) / 64), from: 0, by: 1, sign: 1)
  }

  /// (sin, cos) of `jπ/32` for j = 0…63.
  private static let turns: [(sine: DoubleDouble, cosine: DoubleDouble)] = {
    let step = pi * (1.0 / 32)
    let sine = series(of: step, from: 1, by: 2, sign: -1)
    let cosine = series(of: step, from: 0, by: 2, sign: -1)
    var turns = [(sine: DoubleDouble.zero, cosine: DoubleDouble(1))]
    for index in 1..<64 {
      let last = turns[index - 1]
      turns.append(
        (last.sine * cosine + last.cosine * sine, last.cosine * cosine - last.sine * sine))
    }
    // What is zero or one exactly is that here too.
    for (index, exact) in [(16, (1.0, 0.0)), (32, (0.0, -1.0)), (48, (-1.0, 0.0))] {
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
    let whole = (high * 92.33248261689366 + Self.rounder) - Self.rounder
    let step = Self.logarithmOf2.scaled(by: 1.0 / 64)
    let r = (self - Self.product(whole, step.high)) + -(whole * step.low)
    let x = r.high
    let square = r * r
    let tail = x * x * x * (1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720))))
    let fraction = (r + square.scaled(by: 0.5)) + tail + 1
    let index = Int(whole)
    let value = Self.powers[index & 63] * fraction
    let exponent = index >> 6
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
    let whole = (high * 10.185916357881302 + Self.rounder) - Self.rounder
    let step = Self.pi.scaled(by: 1.0 / 32)
    let r = (self - Self.product(whole, step.high)) + -(whole * step.low)
    let x = r.high
    let square = r * r
    let s = square.high
    let sineTail =
      x * s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362_880 - s / 39_916_800))))
    let cosineTail = s * s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 - s / 3_628_800)))
    let sine = r + sineTail
    let cosine = (square.scaled(by: -0.5) + cosineTail) + 1
    let turn = Self.turns[Int(whole) & 63]
    return (
      turn.sine * cosine + turn.cosine * sine, turn.cosine * cosine - turn.sine * sine
    )
  }
}
