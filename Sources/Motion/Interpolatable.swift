/// A value that can be on the way to another one of its kind.
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

/// Lists of equal length go element by element; others change over in the middle.
extension Array: Interpolatable where Element: Interpolatable {
  @inlinable public func interpolated(to other: [Element], at fraction: Double) -> [Element] {
    guard count == other.count else { return fraction < 0.5 ? self : other }
    return zip(self, other).map { $0.interpolated(to: $1, at: fraction) }
  }

  @inlinable public func adding(_ value: [Element]) -> [Element] {
    count == value.count ? zip(self, value).map { $0.adding($1) } : value
  }

  @inlinable public func accumulating(_ value: [Element], times: Double) -> [Element] {
    count == value.count ? zip(self, value).map { $0.accumulating($1, times: times) } : self
  }
}

/// A value with nothing between itself and another: it changes over in the middle.
public struct Discrete<Value: Hashable & Sendable>: Interpolatable, Hashable, Sendable {
  public var value: Value

  @inlinable public init(_ value: Value) {
    self.value = value
  }

  @inlinable public func interpolated(to other: Discrete, at fraction: Double) -> Discrete {
    fraction < 0.5 ? self : other
  }

  @inlinable public func adding(_ value: Discrete) -> Discrete { value }

  @inlinable public func accumulating(_ value: Discrete, times: Double) -> Discrete { self }
}
