/// The resistance of content that is dragged past its end: `(1 − 1/(x·c/d + 1))·d`.
public struct RubberBand: Hashable, Sendable {
  /// The extent of the viewport in points, which the content never moves by.
  public let dimension: Double

  /// How much of the first point of a drag shows.
  public let coefficient: Double

  /// Creates a band; extents and coefficients that are not positive let nothing move.
  ///
  /// - Parameters:
  ///   - dimension: The extent of the view, in points, toward which the pull tends.
  ///   - coefficient: The share of the pointer's first point that the content follows.
  public init(dimension: Double, coefficient: Double = 0.55) {
    self.dimension = dimension > 0 ? min(dimension, 1e100) : 0
    self.coefficient = coefficient > 0 ? min(coefficient, 1e100) : 0
  }

  /// Returns how far the content moves when the pointer is `distance` points past the end, in points with the same
  /// sign.
  public func offset(for distance: Double) -> Double {
    let distance = tamed(distance)
    guard dimension > 0, coefficient > 0 else { return 0 }
    // Below 1 both ways round, so that nothing overflows.
    let pull = distance.magnitude * coefficient / dimension
    let share = pull <= 1 ? pull / (1 + pull) : 1 / (1 + 1 / pull)
    return distance < 0 ? -dimension * share : dimension * share
  }

  /// Returns how far past the end the pointer is when the content has moved by `offset`, in points.
  ///
  /// Offsets at or beyond the extent count as the last `Double` before it.
  public func distance(for offset: Double) -> Double {
    guard dimension > 0, coefficient > 0, !offset.isNaN else { return 0 }
    let limited = min(offset.magnitude, dimension.nextDown)
    let distance = min(limited / coefficient * (dimension / (dimension - limited)), 1e300)
    return offset < 0 ? -distance : distance
  }

  /// Returns the content's movement per point of the pointer's, `distance` points past the end: at most the
  /// coefficient.
  public func slope(at distance: Double) -> Double {
    guard dimension > 0 else { return 0 }
    let reach = 1 + tamed(distance).magnitude * coefficient / dimension
    return coefficient / reach / reach
  }

  /// Returns a value as it is inside a range, and with resistance beyond its ends.
  ///
  /// - Parameters:
  ///   - value: The value that the pointer asks for, in points.
  ///   - range: The range without resistance.
  public func clamping(_ value: Double, to range: ClosedRange<Double>) -> Double {
    if value > range.upperBound { return range.upperBound + offset(for: value - range.upperBound) }
    if value < range.lowerBound { return range.lowerBound - offset(for: range.lowerBound - value) }
    return value
  }

  /// Returns the value of which ``clamping(_:to:)`` makes `value`.
  ///
  /// - Parameters:
  ///   - value: A clamped value.
  ///   - range: The range to which it was clamped.
  public func unclamping(_ value: Double, from range: ClosedRange<Double>) -> Double {
    if value > range.upperBound { return range.upperBound + distance(for: value - range.upperBound) }
    if value < range.lowerBound { return range.lowerBound - distance(for: range.lowerBound - value) }
    return value
  }
}
