/// How chords take a curve's place.
public struct ChordFit: Sendable {
  /// Where the chords lie with respect to their curve.
  public enum Placement: Sendable {
    /// The chords' ends lie on the curve.
    case onCurve
    /// The chords lie as much outside the curve as inside, so that the area stays what it is.
    case aboutCurve
  }

  /// The most chords of one curve.
  public static let most = 4096

  /// How far chords may leave their curve.
  public let tolerance: Double
  /// Whether the chords' ends stay on the curve or the area stays what it is.
  public let placement: Placement

  /// Creates a fit; the tolerance is in points and positive.
  @inlinable public init(tolerance: Double, placement: Placement = .onCurve) {
    (self.tolerance, self.placement) = (tolerance, placement)
  }

  /// Returns how many chords, equal in the curve's parameter, bring a curve's deviation from them below the
  /// tolerance; it falls with the square of the number (Wang, "Surface/surface intersection", 1984).
  ///
  /// The deviation of a curve of degree n is n(n − 1)/8 of its control points' greatest second difference.
  @inlinable @inline(__always)
  public func chords(deviationSquared: Double) -> Int {
    let ratioSquared = deviationSquared / (tolerance * tolerance)
    if ratioSquared <= 256 { return ChordFit.few(ratioSquared, single: singleLimit) }
    return ratioSquared < 0x1p48 ? Int(ratioSquared.squareRoot().squareRoot().rounded(.up)) : ChordFit.most
  }

  /// Up to which square of the deviation, in tolerances, one chord does; about a curve a single chord cannot lie.
  @inlinable public var singleLimit: Double { placement == .aboutCurve ? 0x1p-8 : 1 }

  /// Returns how many chords, up to four, do for the square of a deviation in tolerances; above 256 it takes more.
  ///
  /// The fourth powers of what is exceeded are counted, which takes neither roots nor branches.
  @inlinable @inline(__always)
  public static func few<Ratio: BinaryFloatingPoint, Count: Numeric>(_ ratioSquared: Ratio, single: Ratio)
    -> Count
  {
    1 + (ratioSquared > single ? 1 : 0) + (ratioSquared > 16 ? 1 : 0) + (ratioSquared > 81 ? 1 : 0)
  }

  /// Returns by how much of the second derivative the chords' inner ends are moved out of the curve.
  ///
  /// A parabola lies h²/12 of that derivative off a chord, on average; the first and the last end stay in place.
  @inlinable @inline(__always)
  public func outwardShift(chords: Int) -> Double {
    placement == .onCurve || chords < 2 ? 0 : 1 / (12 * Double(chords) * Double(chords - 1))
  }
}
