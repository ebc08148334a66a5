#if canImport(Glibc)
  import Glibc
#endif

/// Springs described the way a designer thinks of them.
extension Spring {
  /// Things that follow a touch or a key: quick and without any bounce.
  public static let interface = Spring(response: 0.32, dampingRatio: 1)

  /// Things that were thrown: they bounce a little.
  public static let thrown = Spring(response: 0.4, dampingRatio: 0.85)

  /// Creates a spring of mass 1 whose undamped swing takes `response` seconds.
  ///
  /// Extreme values are clamped: responses to 1 µs…10⁶ s, damping ratios to 0…10⁶.
  public init(response: Double, dampingRatio: Double) {
    let response = response.isNaN ? 0.5 : min(max(response, 1e-6), 1e6)
    let ratio = dampingRatio.isNaN ? 1 : min(max(dampingRatio, 0), 1e6)
    let frequency = 2 * .pi / response
    self.init(validMass: 1, stiffness: frequency * frequency, damping: 2 * ratio * frequency)
  }

  /// Creates a spring from its response and bounce, `ζ = 1 − b` for b ≥ 0 and `1/(1 + b)` below.
  ///
  /// Bounces beyond 1 count as 1 (never resting), those near −1 as the flattest spring there is.
  public init(response: Double, bounce: Double) {
    let ratio = bounce >= 0 ? 1 - bounce : bounce > -1 ? 1 / (1 + bounce) : 1e6
    self.init(response: response, dampingRatio: bounce.isNaN ? 1 : ratio)
  }

  /// Creates the spring that UIKit makes of a duration, a damping ratio and a relative initial velocity.
  ///
  /// Its frequency is the largest ω for which the sine term's envelope is 0.001 when the duration ends; from
  /// a ratio of 0.9999 on the spring is critical and within 0.001 of its target then. The velocity is in
  /// distances (from start to target) per second.
  ///
  /// Throws where the duration is not within 1e-6…1e6 seconds, the ratio not positive, or no spring comes to rest in
  /// that time.
  public init(duration: Double, dampingRatio: Double, velocity: Double) throws(SpringError) {
    guard duration >= 1e-6, duration <= 1e6 else {
      throw SpringError(parameter: "duration", value: duration, requirement: "between 1e-6 and 1e6 seconds")
    }
    guard dampingRatio > 0, dampingRatio.isFinite else {
      throw SpringError(parameter: "damping ratio", value: dampingRatio, requirement: "a positive number")
    }
    guard velocity.isFinite, (velocity * duration).magnitude < 1e30 else {
      throw SpringError(parameter: "velocity", value: velocity, requirement: "a number below 1e30")
    }
    let swing = velocity * duration
    let isCritical = dampingRatio >= 0.9999
    let ratio = isCritical ? 1 : dampingRatio
    let angle = isCritical ? Self.criticalAngle(swing: swing) : Self.angle(ratio: ratio, swing: swing)
    guard let angle, angle > 1e-30, angle < 1e60 else {
      throw SpringError(
        parameter: "damping ratio", value: dampingRatio, requirement: "large enough to come to rest in time")
    }
    let frequency = angle / duration
    self.init(validMass: 1, stiffness: frequency * frequency, damping: 2 * ratio * frequency)
  }

  /// The largest u = ωd with `|1 + u − w|·e^(−u) = 0.001`, where w = v·d.
  private static func criticalAngle(swing w: Double) -> Double? {
    func excess(_ u: Double) -> Double { log((1 + u - w).magnitude) - u + log(1000) }
    // The term's only maximum right of its zero at w − 1 is at u = w, where it is e^(−w).
    if w <= 0 || -w + log(1000) > 0 { return decreasingRoot(of: excess, from: max(w, 0), to: nil) }
    return decreasingRoot(of: excess, from: 0, to: w - 1)
  }

  /// The largest u = ωd with `|ζu − w|/(u√(1−ζ²))·e^(−ζu) = 0.001`, where w = v·d.
  private static func angle(ratio: Double, swing w: Double) -> Double? {
    // With p = ζu this reads `|1 − w/p|·e^(−p) = h`.
    let level = log(0.001) + log(((1 - ratio) * (1 + ratio)).squareRoot()) - log(ratio)
    func excess(_ p: Double) -> Double { log((1 - w / p).magnitude) - p - level }
    if w <= 0 {
      guard w < 0 || level < 0 else { return nil }
      return decreasingRoot(of: excess, from: 0, to: nil).map { $0 / ratio }
    }
    // Right of its zero at w the term has one maximum; left of w it falls from infinity.
    let peak = (w + (w * (w + 4)).squareRoot()) / 2
    let root =
      excess(peak) >= 0
      ? decreasingRoot(of: excess, from: peak, to: nil) : decreasingRoot(of: excess, from: 0, to: w)
    return root.map { $0 / ratio }
  }

  /// Returns the root of a function that falls from positive to negative between two places.
  private static func decreasingRoot(
    of function: (Double) -> Double, from start: Double, to end: Double?
  ) -> Double? {
    var low = start
    var high = end ?? max(2 * start, 1)
    if end == nil {
      while function(high) > 0 {
        high *= 2
        guard high < 1e100 else { return nil }
      }
    }
    for _ in 0..<1200 {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if function(middle) > 0 { low = middle } else { high = middle }
    }
    return high > 0 ? high : nil
  }
}
