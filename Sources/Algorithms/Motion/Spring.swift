public import Localization

#if canImport(Glibc)
  import Glibc
#endif

/// A damped spring: it pulls a value toward a target, `m x″ + c x′ + k (x − target) = 0`.
///
/// Positions and velocities come from the closed form, exact to the last digit of a double in every regime,
/// so a spring has no step size and a value at a time does not depend on the times asked before.
public struct Spring: Sendable {
  /// The mass m that the spring pulls; positive.
  public let mass: Double
  /// The stiffness k of the spring; positive.
  public let stiffness: Double
  /// The damping c, the force against the velocity; 0 or more.
  public let damping: Double

  @usableFromInline let solution: SpringSolution

  /// Creates a spring from its physical description.
  ///
  /// The frequency `√(k/m)` and the decay `c/2m` must lie within 1e±70 per second.
  ///
  /// - Parameters:
  ///   - mass: The mass m, positive.
  ///   - stiffness: The stiffness k, positive.
  ///   - damping: The damping c, 0 or more.
  /// - Throws: ``SpringError`` for a value out of its range; the message states the range.
  public init(mass: Double = 1, stiffness: Double, damping: Double) throws(SpringError) {
    guard mass > 0, mass.isFinite else {
      throw SpringError(Message("a spring's mass is a positive number, not {value}", ["value": "\(mass)"]))
    }
    guard stiffness > 0, stiffness.isFinite else {
      throw SpringError(
        Message("a spring's stiffness is a positive number, not {value}", ["value": "\(stiffness)"]))
    }
    guard damping >= 0, damping.isFinite else {
      throw SpringError(
        Message("a spring's damping is zero or a positive number, not {value}", ["value": "\(damping)"]))
    }
    let inRange = 1e-140...1e140
    guard inRange.contains(mass), inRange.contains(stiffness), inRange.contains(stiffness / mass) else {
      throw SpringError(
        Message(
          "a spring's stiffness, its mass and their quotient are between 1e-140 and 1e140; the quotient is {value}",
          ["value": "\(stiffness / mass)"]))
    }
    guard damping / mass <= 1e70, damping <= 1e140 else {
      throw SpringError(
        Message(
          "a spring's damping divided by its mass is at most 1e70, not {value}",
          ["value": "\(damping / mass)"]))
    }
    self.init(validMass: mass, stiffness: stiffness, damping: damping)
  }

  init(validMass mass: Double, stiffness: Double, damping: Double) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    solution = SpringSolution(mass: mass, stiffness: stiffness, damping: damping)
  }

  /// The undamped angular frequency ω₀ in radians per second.
  public var naturalFrequency: Double { (stiffness / mass).squareRoot() }

  /// ζ: 1 arrives without overshoot, less bounces, more creeps.
  public var dampingRatio: Double { damping / (2 * mass.squareRoot() * stiffness.squareRoot()) }

  /// The seconds one undamped swing takes; smaller is snappier.
  public var response: Double { 2 * .pi / naturalFrequency }

  /// How much the spring overshoots: 0 not at all, toward 1 ever more; negative is flatter than critical.
  public var bounce: Double {
    let ratio = dampingRatio
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// Returns where `start` has got to after `seconds` of being pulled toward `target`.
  ///
  /// Times before the start give the start; numbers beyond 1e300 count as 1e300.
  ///
  /// - Parameters:
  ///   - start: The place and the velocity per second at the start.
  ///   - target: The place to which the spring pulls.
  ///   - seconds: The time since the start.
  public func advancing(_ start: Moving, toward target: Double, by seconds: Double) -> Moving {
    guard seconds > 0 else { return start }
    let target = tamed(target)
    let state = solution.state(
      .sum(tamed(start.value), -target), DoubleDouble(tamed(start.velocity)), after: seconds)
    return Moving(
      value: (DoubleDouble(target) + state.displacement).saturated, velocity: state.velocity.saturated)
  }
}

extension Spring: Hashable {
  public static func == (a: Spring, b: Spring) -> Bool {
    a.mass == b.mass && a.stiffness == b.stiffness && a.damping == b.damping
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(mass)
    hasher.combine(stiffness)
    hasher.combine(damping)
  }
}

extension Spring {
  /// The motion of a unit displacement and of a unit velocity after some time. Every motion of the spring is a sum of
  /// the two, so one response serves any number of values that began together.
  public struct Response: Hashable, Sendable {
    /// The displacement left of a displacement of 1, and that come of a velocity of 1.
    public let displacement: SIMD2<Double>

    /// The velocity come of a displacement of 1, and that left of a velocity of 1.
    public let velocity: SIMD2<Double>

    /// Returns displacement from the target and velocity, from those at the start.
    @inlinable public func callAsFunction(_ start: Moving) -> Moving {
      Moving(
        value: displacement.x * start.value + displacement.y * start.velocity,
        velocity: velocity.x * start.value + velocity.y * start.velocity)
    }
  }

  /// Returns the response after `seconds`, exact to the last digit; before 0 it is that at 0.
  public func response(after seconds: Double) -> Response {
    guard seconds > 0 else { return Response(displacement: SIMD2(1, 0), velocity: SIMD2(0, 1)) }
    let (c, s) = solution.basis(at: DoubleDouble(min(seconds, 1e300)))
    return Response(
      displacement: SIMD2((c + solution.decay * s).rounded, s.rounded),
      velocity: SIMD2((-(solution.stiffness * s)).rounded, (c - solution.decay * s).rounded))
  }
}

#if canImport(Glibc)
  import Glibc
#endif

/// Springs described the way a designer thinks of them.
extension Spring {
  /// Things that follow a touch or a key: quick and without any bounce.
  public static let interface = Spring(response: 0.32, dampingRatio: 1)

  /// Things that were thrown: they bounce a little.
  public static let thrown = Spring(response: 0.4, dampingRatio: 0.85)

  /// Creates a spring of mass 1.
  ///
  /// - Parameters:
  ///   - response: The period of the undamped oscillation in seconds, clamped to 1e-6…1e6; NaN counts as 0.5.
  ///   - dampingRatio: The share of critical damping, clamped to 0…1e6; 1 settles without overshoot. NaN counts as 1.
  public init(response: Double, dampingRatio: Double) {
    let response = response.isNaN ? 0.5 : min(max(response, 1e-6), 1e6)
    let ratio = dampingRatio.isNaN ? 1 : min(max(dampingRatio, 0), 1e6)
    let frequency = 2 * .pi / response
    self.init(validMass: 1, stiffness: frequency * frequency, damping: 2 * ratio * frequency)
  }

  /// Creates a spring from its response and bounce, `ζ = 1 − b` for b ≥ 0 and `1/(1 + b)` below.
  ///
  /// Bounces beyond 1 count as 1 (never resting), those near −1 as the flattest spring there is.
  ///
  /// - Parameters:
  ///   - response: The seconds of one undamped swing, from 1 µs to 10⁶ s.
  ///   - bounce: The overshoot, above −1 and up to 1: 0 arrives without one.
  public init(response: Double, bounce: Double) {
    let ratio = bounce >= 0 ? 1 - bounce : bounce > -1 ? 1 / (1 + bounce) : 1e6
    self.init(response: response, dampingRatio: bounce.isNaN ? 1 : ratio)
  }

  /// Creates the spring that UIKit makes of a duration, a damping ratio and a relative initial velocity.
  ///
  /// Its frequency is the largest ω for which the sine term's envelope is 0.001 when the duration ends; from a ratio
  /// of 0.9999 on the spring is critical and within 0.001 of its target then.
  ///
  /// - Parameters:
  ///   - duration: The duration in seconds, 1e-6…1e6.
  ///   - dampingRatio: The share of critical damping, positive.
  ///   - velocity: The initial velocity, in distances from start to target per second.
  /// - Throws: ``SpringError`` for a value out of its range, or if no spring comes to rest in that time.
  public init(duration: Double, dampingRatio: Double, velocity: Double) throws(SpringError) {
    guard duration >= 1e-6, duration <= 1e6 else {
      throw SpringError(
        Message("a spring's duration is between 1e-6 and 1e6 seconds, not {value}", ["value": "\(duration)"]))
    }
    guard dampingRatio > 0, dampingRatio.isFinite else {
      throw SpringError(
        Message("a spring's damping ratio is a positive number, not {value}", ["value": "\(dampingRatio)"]))
    }
    guard velocity.isFinite, (velocity * duration).magnitude < 1e30 else {
      throw SpringError(
        Message("a spring's velocity is a number below 1e30, not {value}", ["value": "\(velocity)"]))
    }
    let swing = velocity * duration
    let isCritical = dampingRatio >= 0.9999
    let ratio = isCritical ? 1 : dampingRatio
    let angle = isCritical ? Self.criticalAngle(swing: swing) : Self.angle(ratio: ratio, swing: swing)
    guard let angle, angle > 1e-30, angle < 1e60 else {
      throw SpringError(
        Message(
          "a spring with the damping ratio {value} does not come to rest in this time; choose a larger one",
          ["value": "\(dampingRatio)"]))
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

#if canImport(Glibc)
  import Glibc
#endif

extension Spring {
  /// Returns the last time at which a motion from `start` to `target` is further than `distance` from it.
  ///
  /// Solved, not estimated by the envelope; infinite for a spring that is not damped and never gets there.
  ///
  /// - Parameters:
  ///   - start: The place and the velocity per second at the start.
  ///   - target: The place to which the spring pulls.
  ///   - distance: The distance from the target that does not count, above 0, in the unit of the value.
  /// - Returns: The time in seconds.
  public func settlingTime(
    from start: Moving = Moving(value: 0), toward target: Double = 1, within distance: Double = 0.001
  ) -> Double {
    settlingTime(
      displacement: tamed(start.value) - tamed(target), velocity: tamed(start.velocity), within: distance)
  }

  /// Returns the settling duration, as Core Animation defines it, of a motion over the distance 1, in seconds.
  ///
  /// Under-damped the envelope `ln((1 + |B|)/0.001)/β`, critical the first multiple of 0.1 s that is within
  /// 0.001 of the target, over-damped the exact time; infinite when nothing damps the spring.
  ///
  /// - Parameter velocity: The initial velocity, in distances per second.
  public func settlingDuration(velocity: Double = 0) -> Double {
    let velocity = tamed(velocity)
    let excess = solution.discriminant.high / solution.stiffness.high
    if excess.magnitude <= 1e-12 {
      return criticalSettlingDuration(velocity: velocity)
    }
    guard excess > 0 else { return settlingTime(from: Moving(value: 0, velocity: velocity)) }
    let decay = solution.decay.high
    guard decay > 0 else { return .infinity }
    let sine = (decay - velocity).magnitude / solution.frequency.high
    return min(log((1 + sine) / 0.001) / decay, 1e300)
  }

  private func criticalSettlingDuration(velocity: Double) -> Double {
    let exact = settlingTime(from: Moving(value: 0, velocity: velocity))
    let start = Moving(value: 0, velocity: velocity)
    // A passage through the target may be nearer than 0.001 long before the spring rests; a few thousand
    // tenths are looked at, which covers any spring that a person would wait for.
    for tenth in 1...4000 where Double(tenth) / 10 < exact {
      let seconds = Double(tenth) / 10
      if (advancing(start, toward: 1, by: seconds).value - 1).magnitude < 0.001 { return seconds }
    }
    return (exact * 10).rounded(.up) / 10
  }

  /// Returns the last time at which `|d| > distance` for a displacement from rest.
  func settlingTime(displacement: Double, velocity: Double, within distance: Double) -> Double {
    guard distance > 0, displacement != 0 || velocity != 0 else {
      return displacement == 0 && velocity == 0 ? 0 : .infinity
    }
    func excursion(_ time: Double) -> Double {
      let state = solution.state(DoubleDouble(displacement), DoubleDouble(velocity), after: time)
      return state.displacement.saturated.magnitude
    }
    func isOutside(_ time: Double) -> Bool { excursion(time) > distance }

    // Between one extremum and the next the displacement is monotone, so the last crossing lies after the
    // last extremum that is outside, or before the first one when none is.
    var from = 0.0
    var until: Double?
    if let first = firstExtremum(displacement: displacement, velocity: velocity) {
      if !isOutside(first) {
        until = first
      } else if solution.discriminant.high > 0 {
        guard let last = lastExtremum(after: first, isOutside: isOutside) else { return .infinity }
        from = last
        until = last + .pi / solution.frequency.high
      } else {
        from = first
      }
    }
    guard isOutside(from) else { return 0 }
    let (inside, outside) = crossing(after: from, before: until, isOutside: isOutside)
    guard inside.isFinite else { return .infinity }
    let (near, far) = (excursion(inside), excursion(outside))
    return far - distance <= distance - near ? outside : inside
  }

  /// The first time t > 0 at which the velocity is zero: `tan(ω_d t)/ω_d = v₀ / (ω₀²d₀ + βv₀)`.
  private func firstExtremum(displacement: Double, velocity: Double) -> Double? {
    let pull =
      (solution.stiffness * displacement + solution.decay * velocity).rounded
    let frequency = solution.frequency.high
    if solution.discriminant.high > 0 {
      // Any common factor cancels; it keeps the products finite.
      let scale = 1 / max(pull.magnitude, velocity.magnitude, 1e-300)
      var angle = atan2(velocity * scale * frequency, pull * scale)
      if angle <= 0 { angle += .pi }
      if angle <= 0 { angle += .pi }
      return angle / frequency
    }
    guard pull != 0 else { return nil }
    let ratio = velocity / pull
    guard ratio > 0, ratio.isFinite else { return nil }
    if frequency == 0 { return ratio }
    guard ratio * frequency < 1 else { return nil }
    return atanh(ratio * frequency) / frequency
  }

  /// Returns the last of the equally spaced extrema that is outside, or nil when they never end.
  private func lastExtremum(after first: Double, isOutside: (Double) -> Bool) -> Double? {
    let spacing = .pi / solution.frequency.high
    guard solution.decay.high * spacing > 0 else { return nil }
    // Extrema shrink by e^(−β·spacing) each: double the count, then halve the gap.
    var inside = 1.0
    while isOutside(first + inside * spacing) {
      inside *= 2
      guard inside < 1e15 else { return nil }
    }
    var outside = (inside / 2).rounded(.down)
    while inside - outside > 1 {
      let middle = ((inside + outside) / 2).rounded(.down)
      if isOutside(first + middle * spacing) { outside = middle } else { inside = middle }
    }
    return first + outside * spacing
  }

  /// Returns the two neighbouring times between which a monotone displacement comes inside.
  private func crossing(
    after start: Double, before end: Double?, isOutside: (Double) -> Bool
  ) -> (inside: Double, outside: Double) {
    var low = start
    var high = end ?? 0
    if end == nil {
      var step = max(start, 1 / naturalFrequency)
      while isOutside(start + step) {
        step *= 2
        guard step < 1e300 else { return (.infinity, start) }
      }
      high = start + step
    }
    // By halves; on a logarithmic scale while the two are far apart.
    for _ in 0..<200 {
      let middle = low > 0 && high > 4 * low ? (low * high).squareRoot() : low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if isOutside(middle) { low = middle } else { high = middle }
    }
    return (high, low)
  }
}

/// The two basic solutions of `x″ + 2βx′ + ω₀²x = 0`, to more digits than a double has.
///
/// `d(t) = d₀·C(t) + (v₀ + βd₀)·S(t)` and `v(t) = v₀·C(t) − (ω₀²d₀ + βv₀)·S(t)` with
/// `C = e^(−βt)·cos ω_d t` and `S = e^(−βt)·sin(ω_d t)/ω_d`, continued through the critical case by a series
/// and into the over-damped case as two separate exponentials.
@usableFromInline
struct SpringSolution: Hashable, Sendable {
  /// ω₀².
  @usableFromInline let stiffness: DoubleDouble
  /// β, half the damping per mass.
  @usableFromInline let decay: DoubleDouble
  /// ω₀² − β²: positive under-damped, 0 critical, negative over-damped.
  let discriminant: DoubleDouble
  /// √|ω₀² − β²|.
  let frequency: DoubleDouble

  private let inverseFrequency: DoubleDouble
  /// The rates of the two exponentials of an over-damped spring.
  private let slow: DoubleDouble
  private let fast: DoubleDouble

  init(mass: Double, stiffness: Double, damping: Double) {
    let mass = DoubleDouble(mass)
    let decay = DoubleDouble(damping) / mass * 0.5
    self.stiffness = DoubleDouble(stiffness) / mass
    self.decay = decay
    discriminant = self.stiffness - decay * decay
    frequency =
      DoubleDouble(discriminant.high.magnitude, discriminant.high < 0 ? -discriminant.low : discriminant.low)
      .squareRoot
    inverseFrequency = frequency.high > 0 ? DoubleDouble(1) / frequency : .zero
    fast = decay + frequency
    // β − σ without its cancellation.
    slow = discriminant.high < 0 ? self.stiffness / fast : decay
  }

  /// Returns C and S at `time` ≥ 0.
  func basis(at time: DoubleDouble) -> (c: DoubleDouble, s: DoubleDouble) {
    guard slow.high * time.high < 750 else { return (.zero, .zero) }
    let curvature = discriminant.high * time.high * time.high
    if discriminant.high == 0 || curvature.magnitude < 1e-3 {
      return nearlyCriticalBasis(at: time)
    }
    if discriminant.high > 0 {
      let angle = frequency * time
      guard angle.high.isFinite, angle.low.isFinite else { return (.zero, .zero) }
      let (sine, cosine) = angle.sineAndCosine
      let envelope = (-(decay * time)).exponential
      return (envelope * cosine, envelope * (sine * inverseFrequency))
    }
    let slowly = (-(slow * time)).exponential
    let quickly = fast.high * time.high < 750 ? (-(fast * time)).exponential : .zero
    return (
      (slowly + quickly).scaled(by: 0.5), (slowly - quickly).scaled(by: 0.5) * inverseFrequency
    )
  }

  /// Returns what a displacement and a velocity have become when the basic solutions are C and S.
  @inlinable func advance(
    _ displacement: DoubleDouble, _ velocity: DoubleDouble, _ c: DoubleDouble, _ s: DoubleDouble
  ) -> (displacement: DoubleDouble, velocity: DoubleDouble) {
    // A power of two brings huge numbers to a size whose products are finite.
    let isHuge = max(displacement.high.magnitude, velocity.high.magnitude) > 1e150
    let d = isHuge ? displacement.scaled(by: 0x1p-600) : displacement
    let v = isHuge ? velocity.scaled(by: 0x1p-600) : velocity
    let push = v + d * decay
    let pull = d * stiffness + v * decay
    let (position, speed) = (d * c + push * s, v * c - pull * s)
    return isHuge ? (position.scaled(by: 0x1p600), speed.scaled(by: 0x1p600)) : (position, speed)
  }

  /// Returns what a displacement and a velocity have become after some time.
  func state(
    _ displacement: DoubleDouble, _ velocity: DoubleDouble, after seconds: Double
  ) -> (displacement: DoubleDouble, velocity: DoubleDouble) {
    guard seconds > 0 else { return (displacement, velocity) }
    guard seconds.isFinite else { return (.zero, .zero) }
    let (c, s) = basis(at: DoubleDouble(seconds))
    return advance(displacement, velocity, c, s)
  }

  /// `cos √q` and `sin(√q)/√q` as power series in `q = (ω₀² − β²)t²`, which has either sign.
  private func nearlyCriticalBasis(at time: DoubleDouble) -> (c: DoubleDouble, s: DoubleDouble) {
    let q = discriminant * (time * time)
    let x = q.high
    let cosineTail = x * x * (1.0 / 24 + x * (-1.0 / 720 + x * (1.0 / 40320 - x / 3_628_800)))
    let sineTail = x * x * (1.0 / 120 + x * (-1.0 / 5040 + x * (1.0 / 362_880 - x / 39_916_800)))
    let sixth = DoubleDouble(1.0 / 6, 9.25185853854297e-18)
    let cosine = (q.scaled(by: -0.5) + cosineTail) + 1
    let sine = (-(q * sixth) + sineTail) + 1
    let envelope = (-(decay * time)).exponential
    return (envelope * cosine, envelope * (sine * time))
  }
}

/// Numbers that no spring can have.
public struct SpringError: LocalizableError, Hashable {
  /// The sentence, with the values that are accepted.
  public let message: Message

  init(_ message: Message) { self.message = message }
}
