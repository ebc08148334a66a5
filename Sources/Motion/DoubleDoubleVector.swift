/// Several numbers of about 32 digits each, as `DoubleDouble` is one.
@usableFromInline
struct DoubleDoubleVector<Numbers: SIMD & Sendable>: Hashable, Sendable where Numbers.Scalar == Double {
  @usableFromInline var high: Numbers
  @usableFromInline var low: Numbers

  @inlinable init(_ high: Numbers, _ low: Numbers = Numbers(repeating: 0)) {
    self.high = high
    self.low = low
  }

  @inlinable static var zero: DoubleDoubleVector { DoubleDoubleVector(Numbers(repeating: 0)) }

  /// The exact sums of two doubles each.
  @inlinable static func sum(_ a: Numbers, _ b: Numbers) -> DoubleDoubleVector {
    let sum = a + b
    let part = sum - a
    return DoubleDoubleVector(sum, (a - (sum - part)) + (b - part))
  }

  /// The nearest doubles.
  @inlinable var rounded: Numbers { high + low }

  @inlinable static func + (a: DoubleDoubleVector, b: DoubleDoubleVector) -> DoubleDoubleVector {
    let high = sum(a.high, b.high)
    return ordered(high.high, high.low + (a.low + b.low))
  }

  @inlinable static func - (a: DoubleDoubleVector, b: DoubleDoubleVector) -> DoubleDoubleVector {
    a + DoubleDoubleVector(-b.high, -b.low)
  }

  @inlinable static func * (a: DoubleDoubleVector, b: DoubleDouble) -> DoubleDoubleVector {
    let product = a.high * b.high
    let (aHigh, aLow) = split(a.high)
    let (bHigh, bLow) = DoubleDouble.split(b.high)
    let error = ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow
    return ordered(product, error + (a.high * b.low + a.low * b.high))
  }

  /// Returns the numbers times a power of two, exactly.
  @inlinable func scaled(by power: Double) -> DoubleDoubleVector {
    DoubleDoubleVector(high * power, low * power)
  }

  /// The nearest doubles within ±1e300, zero where there is no number.
  @inlinable var saturated: Numbers {
    var result = rounded
    for index in result.indices where !result[index].isFinite {
      result[index] = high[index] > 0 ? 1e300 : high[index] < 0 ? -1e300 : 0
    }
    return result
  }

  /// The exact sums of two doubles each of which the first is the larger.
  @inlinable static func ordered(_ a: Numbers, _ b: Numbers) -> DoubleDoubleVector {
    let sum = a + b
    return DoubleDoubleVector(sum, b - (sum - a))
  }

  @inlinable static func split(_ a: Numbers) -> (Numbers, Numbers) {
    let shifted = a * 134_217_729
    let high = shifted - (shifted - a)
    return (high, a - high)
  }
}

extension SIMD where Scalar == Double {
  /// The numbers within ±1e300, zero where there is none.
  @inlinable var tamed: Self {
    replacing(with: 0, where: self .!= self).clamped(
      lowerBound: Self(repeating: -1e300), upperBound: Self(repeating: 1e300))
  }
}
