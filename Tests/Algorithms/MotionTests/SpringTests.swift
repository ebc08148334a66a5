import Motion
import Testing

@Suite struct SpringTests {
  @Test func `agrees with the 80-digit reference in every regime`() throws {
    let reference = try SpringReference.load()
    var worst = (value: 0.0, velocity: 0.0)
    for row in reference.cases {
      let spring = try Spring(mass: row.mass, stiffness: row.stiffness, damping: row.damping)

      let state = spring.advancing(Moving(value: 0, velocity: row.v0), toward: 1, by: row.t)

      let value = (state.value - row.x).magnitude / max(1, row.x.magnitude)
      let velocity = (state.velocity - row.v).magnitude / (1 + row.v.magnitude)
      #expect(value <= 4e-15, "\(row)")
      #expect(velocity <= 1e-14, "\(row)")
      worst = (max(worst.value, value), max(worst.velocity, velocity))
    }
    #expect(reference.cases.count == 384)
    #expect(worst.value <= 2.3e-16 && worst.velocity <= 2.3e-16, "\(worst)")
  }

  @Test func `follows its target through interruptions`() throws {
    for row in try SpringReference.load().retarget {
      let spring = try Spring(mass: row.mass, stiffness: row.stiffness, damping: row.damping)
      for sample in row.samples {
        var motion = Animated(
          from: row.x0, velocity: row.v0, to: row.events[0][1], spring: spring, at: row.events[0][0],
          tolerance: .init(distance: 0))
        for event in row.events.dropFirst() where event[0] < sample.t {
          motion.go(to: event[1], by: .spring(spring), at: event[0])
        }

        let state = motion.state(at: sample.t)

        #expect((state.value - sample.x).magnitude <= 4e-15 * max(1, sample.x.magnitude))
        #expect((state.velocity - sample.v).magnitude <= 1e-14 * (1 + sample.v.magnitude))
      }
    }
  }

  @Test func `settles at the last crossing`() throws {
    for row in try SpringReference.load().settling {
      let spring = try Spring(mass: row.mass, stiffness: row.stiffness, damping: row.damping)

      let time = spring.settlingTime(from: Moving(value: 0, velocity: row.v0), within: row.epsilon)

      #expect((time - row.settlingTime).magnitude <= 2 * row.settlingTime.ulp, "\(row)")
    }
  }

  @Test func `gives the settling duration that Core Animation gives`() throws {
    for row in try SpringReference.load().appleAnchors {
      guard let stiffness = row.stiffness, let damping = row.damping, let expected = row.settlingDuration,
        // The last row is Core Animation refusing to over-damp, which springs here do not share.
        damping < 100
      else { continue }
      let spring = try Spring(mass: row.mass ?? 1, stiffness: stiffness, damping: damping)

      let duration = spring.settlingDuration(velocity: row.v0 ?? 0)

      #expect((duration - expected).magnitude <= 1e-15 * expected * 4, "\(row)")
    }
  }

  @Test func `means by response and bounce what the reference means`() throws {
    for row in try SpringReference.load().durationBounce {
      let spring = Spring(response: row.duration, bounce: row.bounce)

      #expect((spring.stiffness / row.stiffness - 1).magnitude <= 1e-15)
      #expect((spring.damping - row.damping).magnitude <= 1e-15 * row.damping)
      #expect((spring.dampingRatio - row.zeta).magnitude <= 1e-15)
      #expect((spring.response - row.duration).magnitude <= 1e-15)
      #expect((spring.bounce - row.bounce).magnitude <= 1e-15)
    }
  }

  @Test func `means by duration and damping ratio what UIKit means`() throws {
    for row in try SpringReference.load().uikitMapping {
      let spring = try Spring(
        duration: row.duration, dampingRatio: row.dampingRatio, velocity: row.velocity)

      #expect((spring.naturalFrequency / row.omega - 1).magnitude <= 1e-14, "\(row)")
      #expect((spring.damping / row.damping - 1).magnitude <= 1e-14)
    }
    let gallery = try Spring(duration: 0.5, dampingRatio: 0.9, velocity: 15)
    #expect((gallery.naturalFrequency - 13.627).magnitude < 5e-4)
    let end = gallery.advancing(Moving(value: 0, velocity: 15), toward: 1, by: 0.5)
    #expect((end.value - 1.0023).magnitude < 5e-5)
  }
}
