import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// The two motions of which every motion of one spring is made, in plain arithmetic for many layers a frame.
///
/// With y'' + 2βy' + ω₀²y = 0 the displacement after t is y(t) = y₀·p(t) + v₀·s(t), where p = c + βs and c, s are
/// e^(−βt) times cos and sin/ω_d (cosh and sinh/ω_d when over-damped; their common series near the critical case).
struct SpringBasis: Hashable, Sendable {
  let decay: Double
  let stiffness: Double
  private let discriminant: Double
  private let frequency: Double

  init(_ spring: Spring) {
    decay = spring.damping / spring.mass / 2
    stiffness = spring.stiffness / spring.mass
    discriminant = stiffness - decay * decay
    frequency = discriminant.magnitude.squareRoot()
  }

  /// What a displacement of 1 and a velocity of 1 have become after some seconds.
  struct Response {
    var position: SIMD2<Double>
    var velocity: SIMD2<Double>
  }

  func response(after seconds: Double) -> Response {
    guard seconds > 0 else { return Response(position: SIMD2(1, 0), velocity: SIMD2(0, 1)) }
    let (c, s) = oscillation(at: seconds)
    return Response(
      position: SIMD2(c + decay * s, s), velocity: SIMD2(-stiffness * s, c - decay * s))
  }

  private func oscillation(at t: Double) -> (c: Double, s: Double) {
    let curvature = discriminant * t * t
    if curvature.magnitude < 1e-4 {
      let envelope = exp(-decay * t)
      return (
        envelope * (1 - curvature / 2 * (1 - curvature / 12)),
        envelope * t * (1 - curvature / 6 * (1 - curvature / 20))
      )
    }
    if discriminant > 0 {
      let envelope = exp(-decay * t)
      return (envelope * cos(frequency * t), envelope * sin(frequency * t) / frequency)
    }
    // Two separate exponentials: their product with cosh would overflow.
    let fast = decay + frequency
    let slowly = exp(-stiffness / fast * t)
    let quickly = exp(-fast * t)
    return ((slowly + quickly) / 2, (slowly - quickly) / (2 * frequency))
  }
}
