#if canImport(Glibc)
  import Glibc
#endif

extension Spring {
  /// Returns the last time at which a motion from `start` to `target` is further than `distance` from it.
  ///
  /// Solved, not estimated by the envelope; infinite for a spring that is not damped and never gets there.
  public func settlingTime(
    from start: Moving = Moving(value: 0), toward target: Double = 1, within distance: Double = 0.001
  ) -> Double {
    settlingTime(
      displacement: tamed(start.value) - tamed(target), velocity: tamed(start.velocity), within: distance)
  }

  /// Returns what Core Animation calls the settling duration of a motion over the unit distance.
  ///
  /// Under-damped the envelope `ln((1 + |B|)/0.001)/β`, critical the first multiple of 0.1 s that is within
  /// 0.001 of the target, over-damped the exact time; infinite when nothing damps the spring.
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
