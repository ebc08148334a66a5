/// A cubic Bézier from (0, 0) to (1, 1) that gives progress for time, as `cubic-bezier()` has it.
///
/// Outside 0…1 it goes on along its tangent (CSS Easing 2).
public struct CubicTiming: Hashable, Sendable {
  /// The first control point's place in time, between 0 and 1.
  public let x1: Double
  /// The first control point's progress, within ±1e100.
  public let y1: Double
  /// The second control point's place in time, between 0 and 1.
  public let x2: Double
  /// The second control point's progress, within ±1e100.
  public let y2: Double

  /// The coefficients of x(t) and y(t) = ((a t + b) t + c) t, in plain doubles.
  private let plainX: SIMD3<Double>
  private let plainY: SIMD3<Double>

  private var x: Cubic { Cubic(x1, x2) }
  private var y: Cubic { Cubic(y1, y2) }

  /// Creates a curve from (0, 0) to (1, 1), as CSS's `cubic-bezier()`.
  ///
  /// - Parameters:
  ///   - x1: The first control point's x, in 0…1.
  ///   - y1: The first control point's y, within ±1e100.
  ///   - x2: The second control point's x, in 0…1.
  ///   - y2: The second control point's y, within ±1e100.
  /// - Returns: Nil for a coordinate out of its range.
  public init?(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    guard (0...1).contains(x1), (0...1).contains(x2), y1.magnitude <= 1e100, y2.magnitude <= 1e100 else {
      return nil
    }
    self.init(valid: x1, y1, x2, y2)
  }

  private init(valid x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    plainX = Cubic(x1, x2).plain
    plainY = Cubic(y1, y2).plain
  }

  /// Progress that equals time, as CSS's `linear`.
  public static let linear = CubicTiming(valid: 0, 0, 1, 1)
  /// CSS's `ease`: a quick start and a long end.
  public static let ease = CubicTiming(valid: 0.25, 0.1, 0.25, 1)
  /// CSS's `ease-in`: a slow start.
  public static let easeIn = CubicTiming(valid: 0.42, 0, 1, 1)
  /// CSS's `ease-out`: a slow end.
  public static let easeOut = CubicTiming(valid: 0, 0, 0.58, 1)
  /// CSS's `ease-in-out`: slow at both ends.
  public static let easeInEaseOut = CubicTiming(valid: 0.42, 0, 0.58, 1)

  /// Returns the eased progress for a linear one; outside 0…1 it continues along the curve's tangents.
  public func value(at progress: Double) -> Double {
    if x1 == y1 && x2 == y2 { return progress }
    // Written so that what is not a number falls through to the first branch.
    guard progress > 0 else { return progress < 0 ? progress * startSlope.orFlat : 0 }
    guard progress < 1 else { return progress > 1 ? 1 + (progress - 1) * endSlope.orFlat : 1 }
    if let t = plainParameter(at: progress) {
      return ((plainY.x * t + plainY.y) * t + plainY.z) * t
    }
    return y.value(at: parameter(at: progress)).rounded
  }

  /// Returns the slope at a linear progress (0…1): the eased progress per linear progress, infinite where the curve
  /// is vertical.
  public func velocity(at progress: Double) -> Double {
    if x1 == y1 && x2 == y2 { return 1 }
    guard progress > 0 else { return progress < 0 ? startSlope.orFlat : startSlope }
    guard progress < 1 else { return progress > 1 ? endSlope.orFlat : endSlope }
    let t = parameter(at: progress)
    let (x, y) = (x, y)
    let run = x.slope(at: t).rounded
    let rise = y.slope(at: t).rounded
    // Only (1, ·, 0, ·) stands still in x, in its middle, and its second derivative vanishes there as well.
    if run > 0 { return rise / run }
    if rise != 0 { return rise > 0 ? .infinity : -.infinity }
    let bend = 6 * (y.a.rounded * t.rounded) + 2 * y.b.rounded
    return bend.magnitude > 1e-12 ? .infinity : y.a.rounded / x.a.rounded
  }

  /// The slope at the start: toward the first control point that lies elsewhere.
  private var startSlope: Double { Self.slope(x1, y1, x2, y2) }

  /// The slope at the end, where the curve seen backward starts.
  private var endSlope: Double { Self.slope(1 - x2, 1 - y2, 1 - x1, 1 - y1) }

  private static func slope(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Double {
    if x1 > 0 { return y1 / x1 }
    if y1 != 0 { return y1 > 0 ? .infinity : -.infinity }
    if x2 > 0 { return y2 / x2 }
    if y2 != 0 { return y2 > 0 ? .infinity : -.infinity }
    return 1
  }

  /// Returns the parameter t with x(t) = `progress`, or nil where the curve is so steep that plain doubles
  /// would show it.
  private func plainParameter(at progress: Double) -> Double? {
    let (a, b, c) = (plainX.x, plainX.y, plainX.z)
    var t = progress
    for _ in 0..<8 {
      let slope = (3 * a * t + 2 * b) * t + c
      guard slope > 0.25 else { return nil }
      let step = (((a * t + b) * t + c) * t - progress) / slope
      t -= step
      guard t > 0, t < 1 else { return nil }
      // Newton's next step would be the square of this one.
      if step.magnitude < 1e-8 { return t }
    }
    return nil
  }

  /// Returns the parameter t with x(t) = `progress`, to more digits than a double has.
  private func parameter(at progress: Double) -> DoubleDouble {
    if let t = plainParameter(at: progress) { return refined(DoubleDouble(t), toward: progress) }
    return bracketedParameter(at: progress)
  }

  /// Returns the parameter by narrowing a bracket, which works at vertical tangents too.
  private func bracketedParameter(at progress: Double) -> DoubleDouble {
    let x = x
    var (low, high) = (0.0, 1.0)
    var t = progress
    // x(t) never falls, so each evaluation narrows the bracket; Newton where it stays inside.
    for _ in 0..<80 {
      let excess = (x.value(at: DoubleDouble(t)) + -progress).rounded
      if excess == 0 { return DoubleDouble(t) }
      if excess > 0 { high = t } else { low = t }
      let slope = x.slope(at: DoubleDouble(t)).rounded
      let step = excess / slope
      let next = t - step
      if slope > 1e-9, step.magnitude <= 1e-8 {
        return refined(DoubleDouble.sum(t, -step), toward: progress)
      }
      t = next > low && next < high ? next : low + (high - low) / 2
      guard t > low, t < high else { break }
    }
    return refined(DoubleDouble(t), toward: progress)
  }

  /// Returns the parameter after one more Newton step, with the distance to go in full precision.
  private func refined(_ t: DoubleDouble, toward progress: Double) -> DoubleDouble {
    let slope = (3 * plainX.x * t.high + 2 * plainX.y) * t.high + plainX.z
    guard slope > 1e-9 else { return t }
    let step = (x.value(at: t) + -progress).rounded / slope
    return t + -step
  }
}

/// One coordinate of the curve, `((a t + b) t + c) t`.
private struct Cubic: Hashable, Sendable {
  let a: DoubleDouble
  let b: DoubleDouble
  let c: DoubleDouble

  init(_ p1: Double, _ p2: Double) {
    c = DoubleDouble.product(3, p1)
    b = DoubleDouble.product(3, p2) - c.scaled(by: 2)
    a = -(b + c) + 1
  }

  var plain: SIMD3<Double> { SIMD3(a.high, b.high, c.high) }

  @inline(__always) func value(at t: DoubleDouble) -> DoubleDouble { ((a * t + b) * t + c) * t }

  func slope(at t: DoubleDouble) -> DoubleDouble { (a * t * 3 + b.scaled(by: 2)) * t + c }
}

extension Double {
  /// The number, or 0 in place of an infinite slope.
  fileprivate var orFlat: Double { isFinite ? self : 0 }
}
