/// Several numbers of about 32 digits each, as `DoubleDouble` is one.
///
/// It computes number by number: without optimisation arithmetic on vectors of a generic type takes fifty times as long.
@usableFromInline
struct DoubleDoubleVector<Numbers: SIMD & Sendable>: Hashable, Sendable where Numbers.Scalar == Double {
  @usableFromInline var high: Numbers
  @usableFromInline var low: Numbers

  @inlinable init(_ high: Numbers, _ low: Numbers = Numbers(repeating: 0)) {
    self.high = high
    self.low = low
  }

  @inlinable static var zero: DoubleDoubleVector { DoubleDoubleVector(Numbers(repeating: 0)) }

  /// The places of the numbers.
  @inlinable var indices: Range<Int> { high.indices }

  @inlinable subscript(index: Int) -> DoubleDouble {
    get { DoubleDouble(high[index], low[index]) }
    set {
      high[index] = newValue.high
      low[index] = newValue.low
    }
  }

  /// The exact sums of two doubles each.
  @inlinable static func sum(_ a: Numbers, _ b: Numbers) -> DoubleDoubleVector {
    var result = DoubleDoubleVector.zero
    for index in a.indices { result[index] = DoubleDouble.sum(a[index], b[index]) }
    return result
  }

  /// The nearest doubles.
  @inlinable var rounded: Numbers {
    var result = high
    for index in indices { result[index] += low[index] }
    return result
  }

  @inlinable static func + (a: DoubleDoubleVector, b: DoubleDoubleVector) -> DoubleDoubleVector {
    var result = DoubleDoubleVector.zero
    for index in a.indices { result[index] = a[index] + b[index] }
    return result
  }

  /// The nearest doubles within ±1e300, zero where there is no number.
  @inlinable var saturated: Numbers {
    var result = high
    for index in indices { result[index] = self[index].saturated }
    return result
  }
}

extension SIMD where Scalar == Double {
  /// The numbers within ±1e300; others become zero.
  @inlinable var tamed: Self {
    var result = self
    for index in indices { result[index] = Motion.tamed(self[index]) }
    return result
  }
}
