/// A value that can be interpolated to another value of its type.
public protocol Interpolatable {
  /// Returns the value a fraction of the way to `other`; fractions may lie outside 0…1.
  func interpolated(to other: Self, at fraction: Double) -> Self

  /// Returns what an additive animation makes of this underlying value.
  func adding(_ value: Self) -> Self

  /// Returns this value with `value` built up on it a number of times, as cumulative repeats do.
  func accumulating(_ value: Self, times: Double) -> Self
}

extension Double: Interpolatable {
  @inlinable public func interpolated(to other: Double, at fraction: Double) -> Double {
    // Exact at both ends, and no overflow between huge ends.
    if fraction == 1 { return other }
    let difference = other - self
    return difference.isFinite ? self + difference * fraction : self * (1 - fraction) + other * fraction
  }

  @inlinable public func adding(_ value: Double) -> Double { self + value }

  @inlinable public func accumulating(_ value: Double, times: Double) -> Double {
    times == 0 ? self : self + value * times
  }
}

/// Numbers that are interpolated independently.
extension SIMD4<Double>: Interpolatable {
  @inlinable public func interpolated(to other: SIMD4<Double>, at fraction: Double) -> SIMD4<Double> {
    fraction == 1 ? other : self + (other - self) * fraction
  }

  @inlinable public func adding(_ value: SIMD4<Double>) -> SIMD4<Double> { self + value }

  @inlinable public func accumulating(_ value: SIMD4<Double>, times: Double) -> SIMD4<Double> {
    times == 0 ? self : self + value * times
  }
}
