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
  /// Mass and stiffness are positive, damping is not negative; the frequency `√(k/m)` and the decay `c/2m`
  /// must lie within 1e±70 per second.
  public init(mass: Double = 1, stiffness: Double, damping: Double) throws(SpringError) {
    guard mass > 0, mass.isFinite else {
      throw SpringError(parameter: "mass", value: mass, requirement: "a positive number")
    }
    guard stiffness > 0, stiffness.isFinite else {
      throw SpringError(parameter: "stiffness", value: stiffness, requirement: "a positive number")
    }
    guard damping >= 0, damping.isFinite else {
      throw SpringError(parameter: "damping", value: damping, requirement: "zero or a positive number")
    }
    let inRange = 1e-140...1e140
    guard inRange.contains(mass), inRange.contains(stiffness), inRange.contains(stiffness / mass) else {
      throw SpringError(
        parameter: "stiffness divided by its mass", value: stiffness / mass,
        requirement: "between 1e-140 and 1e140, as are both")
    }
    guard damping / mass <= 1e70, damping <= 1e140 else {
      throw SpringError(
        parameter: "damping divided by its mass", value: damping / mass, requirement: "at most 1e70")
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
