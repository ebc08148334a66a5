/// A Bézier curve of degree three.
public struct CubicBezier: BezierCurve, Hashable {
  /// The place at t = 0.
  public var start: Point
  /// The first control point; the curve leaves its start toward it.
  public var control1: Point
  /// The second control point; the curve arrives at its end from it.
  public var control2: Point
  /// The place at t = 1.
  public var end: Point

  /// Creates a curve from its four control points, in the order in which it passes or nears them.
  @inlinable public init(_ start: Point, _ control1: Point, _ control2: Point, _ end: Point) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
  }

  /// Returns the point at `t`, from 0 at the start to 1 at the end, by Bernstein's polynomials.
  @inlinable public func point(at t: Double) -> Point {
    let u = 1 - t
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(
      x: a * start.x + b * control1.x + c * control2.x + d * end.x,
      y: a * start.y + b * control1.y + c * control2.y + d * end.y)
  }

  /// Returns the derivative with respect to `t`, which goes from 0 to 1.
  @inlinable public func derivative(at t: Double) -> Vector {
    let u = 1 - t
    return (control1 - start) * (3 * u * u) + (control2 - control1) * (6 * u * t)
      + (end - control2) * (3 * t * t)
  }

  @inlinable public func secondDerivative(at t: Double) -> Vector {
    ((control2 - control1) - (control1 - start)) * (6 * (1 - t))
      + ((end - control2) - (control2 - control1)) * (6 * t)
  }

  /// Returns the two parts that meet at `t`, which is in 0…1 (de Casteljau).
  @inlinable public func split(at t: Double) -> (CubicBezier, CubicBezier) {
    let a = start.interpolated(to: control1, at: t)
    let b = control1.interpolated(to: control2, at: t)
    let c = control2.interpolated(to: end, at: t)
    let ab = a.interpolated(to: b, at: t)
    let bc = b.interpolated(to: c, at: t)
    let middle = ab.interpolated(to: bc, at: t)
    return (CubicBezier(start, a, ab, middle), CubicBezier(middle, bc, c, end))
  }

  @inlinable public var reversed: CubicBezier { CubicBezier(end, control2, control1, start) }

  /// Returns the straight way between two points, whose controls stand on its thirds.
  @inlinable public static func line(_ start: Point, _ end: Point) -> CubicBezier {
    CubicBezier(
      start, start.interpolated(to: end, at: 1 / 3), start.interpolated(to: end, at: 2 / 3), end)
  }

  /// Returns whether both controls lie within `distance` of the chord, in points.
  public func isStraight(within distance: Double) -> Bool {
    let chord = end - start
    guard let along = chord.normalized else {
      return start.distance(to: control1) <= distance && start.distance(to: control2) <= distance
    }
    let furthest = chord.length + distance
    func isBeside(_ control: Point) -> Bool {
      let offset = control - start
      if along.cross(offset).magnitude > distance { return false }
      let position = along.dot(offset)
      return !(position < -distance || position > furthest)
    }
    return isBeside(control1) && isBeside(control2)
  }

  /// The directions at both ends, where controls may lie on the ends; nil for a curve without extent.
  public var endTangents: (Vector, Vector)? {
    let (early, late, chord) = (control1 - start, control2 - start, end - start)
    let (earlyLength, lateLength, chordLength) = (early.length, late.length, chord.length)
    let extent = max(earlyLength, lateLength, chordLength)
    guard extent > 0, extent.isFinite else { return nil }
    let least = extent * 1e-9
    let forward = earlyLength > least ? early : lateLength > least ? late : chord
    guard let first = forward.normalized else { return nil }
    var backward = end - control2
    if !(backward.length > least) { backward = end - control1 }
    if !(backward.length > least) { backward = chord }
    return (first, backward.length > least ? backward.normalized ?? first : first)
  }

  /// The tight bounding box.
  public var bounds: Rect {
    var box = Rect(start, end)
    let axes = [
      (start.x, control1.x, control2.x, end.x), (start.y, control1.y, control2.y, end.y),
    ]
    for (p0, p1, p2, p3) in axes {
      // The derivative's coefficients, a third of them: a t² + b t + c.
      let a = p3 - 3 * p2 + 3 * p1 - p0
      let b = 2 * (p2 - 2 * p1 + p0)
      let c = p1 - p0
      for t in quadraticRoots(a, b, c) where t > 0 && t < 1 {
        box = box.union(Rect(point(at: t), point(at: t)))
      }
    }
    return box
  }

  /// Returns how many equal steps in t keep the chords within `tolerance` of the curve.
  ///
  /// - Parameter tolerance: The greatest distance from the curve, in points; positive.
  @inlinable public func flatteningSteps(tolerance: Double) -> Int {
    let first = ((start - control1) + (control2 - control1)).lengthSquared
    let second = ((control1 - control2) + (end - control2)).lengthSquared
    return ChordFit(tolerance: tolerance).chords(deviationSquared: 0.5625 * max(first, second))
  }
}

/// Returns the real roots of `a t² + b t + c` without cancellation.
func quadraticRoots(_ a: Double, _ b: Double, _ c: Double) -> [Double] {
  if a == 0 { return b == 0 ? [] : [-c / b] }
  let discriminant = b * b - 4 * a * c
  guard discriminant >= 0 else { return [] }
  let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot()) / 2
  if q == 0 { return [0] }
  return [q / a, c / q]
}

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

  /// Creates a fit.
  ///
  /// - Parameters:
  ///   - tolerance: The greatest distance between curve and chords, in points; positive.
  ///   - placement: Where the inner ends of chords lie.
  @inlinable public init(tolerance: Double, placement: Placement = .onCurve) {
    (self.tolerance, self.placement) = (tolerance, placement)
  }

  /// Returns how many chords, equal in the curve's parameter, bring a curve's deviation from them below the
  /// tolerance; it falls with the square of the number (Wang, "Surface/surface intersection", 1984).
  ///
  /// The deviation of a curve of degree n is n(n − 1)/8 of its control points' greatest second difference.
  ///
  /// - Parameter deviationSquared: The square of the deviation from a single chord, in square points.
  /// - Returns: At least 1.
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
  ///
  /// - Parameter chords: The number of chords.
  /// - Returns: The factor of the second derivative with respect to the curve's parameter; 0 where ends stay on the
  ///   curve.
  @inlinable @inline(__always)
  public func outwardShift(chords: Int) -> Double {
    placement == .onCurve || chords < 2 ? 0 : 1 / (12 * Double(chords) * Double(chords - 1))
  }
}
