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
