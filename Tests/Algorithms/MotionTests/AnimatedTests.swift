import Foundation
import Geometry
import Motion
import TestSupport
import Testing

@Suite struct AnimatedTests {
  /// Springs of every regime, some of them very near the critical one.
  static let springs = [0.05, 0.3, 0.8, 0.999999, 1, 1.0000001, 1.5, 20].map {
    Spring(response: 0.4, dampingRatio: $0)
  }

  /// A motion that never counts as at rest.
  private static func endless(
    _ spring: Spring, from start: Moving, to target: Double, at time: Double
  ) -> Animated<Double> {
    Animated(
      from: start.value, velocity: start.velocity, to: target, spring: spring, at: time,
      tolerance: .init(distance: 0))
  }

  @Test func `never jumps by more than the last digit when interrupted`() {
    var random = SeededGenerator(seed: 1)
    var motion = Self.endless(Self.springs[0], from: Moving(value: 0), to: 1, at: 0)
    var time = 0.0
    for _ in 0..<10_000 {
      time += Double.random(in: 0...0.2, using: &random)
      let before = motion.state(at: time)
      let target = Double.random(in: -1000...1000, using: &random)

      motion.go(to: target, by: .spring(Self.springs.randomElement(using: &random) ?? .interface), at: time)

      let after = motion.state(at: time)
      #expect((after.value - before.value).magnitude <= before.value.ulp)
      #expect((after.velocity - before.velocity).magnitude <= before.velocity.ulp)
    }
  }

  @Test func `an interruption that changes nothing changes nothing`() {
    for spring in Self.springs {
      let whole = Self.endless(spring, from: Moving(value: -3, velocity: 40), to: 7, at: 0.1)
      var parts = whole
      for frame in 1...60 { parts.go(to: 7, by: .spring(spring), at: 0.1 + Double(frame) / 60) }

      #expect((whole.state(at: 1.3).value - parts.state(at: 1.3).value).magnitude <= 2e-15)
      #expect((whole.state(at: 1.3).velocity - parts.state(at: 1.3).velocity).magnitude <= 2e-14)
    }
  }

  @Test func `has the same bits at a time whatever frames came before`() {
    var random = SeededGenerator(seed: 4)
    for spring in Self.springs {
      let motion = Self.endless(spring, from: Moving(value: -3, velocity: 40), to: 7, at: 0.1)
      let alone = motion.state(at: 1.3)
      for rate in [24.0, 60, 144, 240] {
        // Frames jitter and some are dropped.
        var frames = (0..<Int(rate)).map {
          0.1 + (Double($0) + .random(in: -0.4...0.4, using: &random)) / rate
        }
        frames.removeAll { _ in Int.random(in: 0..<5, using: &random) == 0 }
        let seen = frames.map { motion.state(at: $0) }

        let after = motion.state(at: 1.3)
        #expect(after.value.bitPattern == alone.value.bitPattern)
        #expect(after.velocity.bitPattern == alone.velocity.bitPattern)
        #expect(zip(frames, seen).reversed().allSatisfy { motion.state(at: $0) == $1 })
      }
    }
  }

  @Test func `one response serves every motion of a spring`() {
    for spring in Self.springs {
      let response = spring.response(after: 0.21)
      for start in [Moving(value: 1), Moving(value: -4, velocity: 30), Moving(value: 0, velocity: 2)] {
        let exact = spring.advancing(start, toward: 0, by: 0.21)
        let size = start.value.magnitude + start.velocity.magnitude
        #expect((response(start).value - exact.value).magnitude <= 4e-16 * size)
        #expect((response(start).velocity - exact.velocity).magnitude <= 2e-14 * size)
      }
      #expect(spring.response(after: -1)(Moving(value: 2, velocity: 3)) == Moving(value: 2, velocity: 3))
    }
  }

  @Test func `a point goes along both axes and keeps its motion when it is sent elsewhere`() {
    let start = Animated(
      from: Point(0, 50), velocity: Vector(900, -20), to: Point(300, 40), spring: .thrown, at: 1,
      tolerance: .init(distance: 0.25, speed: 1))

    var sent = start
    sent.go(to: Point(-10, 0), by: .spring(.thrown), at: 1.2)

    #expect(sent.value(at: 1.2).distance(to: start.value(at: 1.2)) <= 1e-13)
    #expect((sent.velocity(at: 1.2) - start.velocity(at: 1.2)).length <= 1e-12)
    #expect(sent.target == Point(-10, 0))
    #expect(sent.value(at: sent.restTime.nextDown).distance(to: Point(-10, 0)) < 0.36)
    #expect(sent.value(at: sent.restTime) == Point(-10, 0))
  }

  @Test func `a timing function is interrupted additively, and a spring takes over without a jump`() {
    var random = SeededGenerator(seed: 9)
    var value = Animated(0.0, tolerance: .init(distance: 1e-3, speed: 1e-2))
    var time = 0.0
    for _ in 0..<3000 {
      let before = value
      let target = Double.random(in: -1000...1000, using: &random)
      let isEased = Bool.random(using: &random)
      value.go(
        to: target, by: isEased ? .eased(duration: 0.3, .easeInEaseOut) : .spring(.thrown), at: time)

      #expect((value.value(at: time) - before.value(at: time)).magnitude <= 1e-11)
      if isEased {
        // A running animation continues; the new change is added to it.
        let later = time + 0.12
        let share = TimingFunction.easeInEaseOut.value(at: (later - time) / 0.3)
        let added = (target - before.target) * share
        #expect((value.value(at: later) - before.value(at: later) - added).magnitude <= 2e-3)
      }
      #expect(value.value(at: value.restTime) == target)
      time += .random(in: 0.001...0.4, using: &random)
    }
  }

  @Test func `what is at rest does not move, and what shall be there at once is`() {
    var value = Animated(Point(3, 4), tolerance: .init(distance: 0.1))
    value.go(to: Point(3, 4), by: .spring(.thrown), at: 5)
    #expect(!value.isMoving(at: 5))

    value.go(to: Point(30, 4), by: .spring(.thrown), at: 5)
    #expect(value.isMoving(at: 5.1) && value.velocity(at: 5.1).dx > 0)
    value.shift(by: Vector(0, 7))
    #expect(value.value(at: 5).y == 11 && value.target == Point(30, 11))

    value.go(to: Point(1, 1), by: .none, at: 5.1)
    #expect(value.value(at: 5.1) == Point(1, 1) && !value.isMoving(at: 5.1))
    value.rest(notBefore: 6)
    #expect(value.isMoving(at: 5.9) && value.value(at: 5.9) == Point(1, 1))
  }

  @Test func `a push adds to the velocity and a stop ends it`() {
    var value = Animated(10.0, tolerance: .init(distance: 1e-3, speed: 1e-3))
    value.push(by: 300, spring: .thrown, at: 1)
    #expect(value.state(at: 1) == Moving(value: 10, velocity: 300))
    value.push(by: -100, at: 1.05)
    let alone = Spring.thrown.advancing(Moving(value: 10, velocity: 300), toward: 10, by: 0.05)
    #expect((value.velocity(at: 1.05) - alone.velocity + 100).magnitude <= 1e-11)

    value.stop(at: 1.1)
    #expect(value.velocity(at: 1.1) == 0 && value.value(at: 9) == value.value(at: 1.1))
  }

  @Test func `moves as its differential equation says`() {
    for spring in Self.springs.dropLast() {
      let motion = Self.endless(spring, from: Moving(value: 2, velocity: -30), to: -5, at: 0)
      let end = integrated(spring, from: Moving(value: 2, velocity: -30), toward: -5, for: 0.3)

      #expect((motion.state(at: 0.3).value - end.value).magnitude <= 1e-9)
      #expect((motion.state(at: 0.3).velocity - end.velocity).magnitude <= 1e-8)
    }
  }

  /// The slow, obvious version: many small Runge–Kutta steps.
  private func integrated(_ spring: Spring, from start: Moving, toward target: Double, for seconds: Double)
    -> Moving
  {
    func acceleration(_ x: Double, _ v: Double) -> Double {
      -(spring.stiffness * (x - target) + spring.damping * v) / spring.mass
    }
    var (x, v) = (start.value, start.velocity)
    let steps = 4000
    let h = seconds / Double(steps)
    for _ in 0..<steps {
      let (k1, l1) = (v, acceleration(x, v))
      let (k2, l2) = (v + h / 2 * l1, acceleration(x + h / 2 * k1, v + h / 2 * l1))
      let (k3, l3) = (v + h / 2 * l2, acceleration(x + h / 2 * k2, v + h / 2 * l2))
      let (k4, l4) = (v + h * l3, acceleration(x + h * k3, v + h * l3))
      x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
      v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    }
    return Moving(value: x, velocity: v)
  }

  @Test func `keeps to its distance and speed after its rest time and not before`() {
    for spring in Self.springs {
      let motion = Self.endless(spring, from: Moving(value: 0, velocity: 900), to: 300, at: 2)

      let rest = Animated(
        from: 0, velocity: 900, to: 300, spring: spring, at: 2, tolerance: .init(distance: 0.25, speed: 0.25)
      ).restTime

      for step in 1...200 {
        let state = motion.state(at: rest + Double(step) * 0.01)
        #expect((state.value - 300).magnitude <= 0.2500001 && state.velocity.magnitude <= 0.2500001)
      }
      let before = motion.state(at: rest - 1e-6)
      #expect((before.value - 300).magnitude > 0.2499 || before.velocity.magnitude > 0.2499)
    }
  }

  @Test func `gives numbers for whatever it is given`() {
    let extremes = [
      0, 1, -1, 1e-300, .leastNonzeroMagnitude, 1e-12, 1e12, 1e154, 1e300, .greatestFiniteMagnitude, -1e308,
    ]
    var accepted = 0
    for mass in extremes {
      for stiffness in extremes {
        for damping in extremes {
          guard let spring = try? Spring(mass: mass, stiffness: stiffness, damping: damping) else { continue }
          accepted += 1
          for seconds in [0, 1e-300, 1e-3, 1, 1e10, 1e200, .greatestFiniteMagnitude, .infinity] {
            for start in [Moving(value: 1e308, velocity: -1e308), Moving(value: -3, velocity: 1e154)] {
              let end = spring.advancing(start, toward: -1e308, by: seconds)
              #expect(end.value.isFinite && end.velocity.isFinite, "\(spring) \(seconds)")
            }
          }
          let settling = spring.settlingTime(from: Moving(value: 0, velocity: 3))
          #expect(settling >= 0, "\(spring)")
          #expect(spring.settlingDuration() >= 0)
        }
      }
    }
    #expect(accepted > 20)
    #expect(throws: SpringError.self) { try Spring(stiffness: .nan, damping: 1) }
    #expect(throws: SpringError.self) { try Spring(stiffness: 1, damping: -0.1) }
    #expect(throws: SpringError.self) { try Spring(mass: 0, stiffness: 1, damping: 1) }
    #expect(Spring(response: .nan, bounce: .nan).stiffness.isFinite)
    #expect(Spring(response: -1, bounce: -7).advancing(Moving(value: 0), toward: 1, by: 1).value.isFinite)
  }

  @Test func `over-damped springs creep and do not blow up`() throws {
    let spring = try Spring(stiffness: 1, damping: 1e6)
    let state = spring.advancing(Moving(value: 0), toward: 1, by: 1e6)
    #expect((state.value - 0.6321205588).magnitude < 1e-9)
    let settled = spring.settlingTime()
    #expect((settled / 6_907_755.28 - 1).magnitude < 1e-6)
  }

  @Test func `UIKit's form finds the largest frequency whatever the velocity`() throws {
    for ratio in [0.01, 0.1, 0.5, 0.9, 0.99, 0.9998, 1, 3] {
      for velocity in [-1e6, -100, -1, 0, 0.5, 15, 100, 1e4, 1e9] {
        guard let spring = try? Spring(duration: 0.5, dampingRatio: ratio, velocity: velocity) else {
          continue
        }
        let frequency = spring.naturalFrequency
        let level = Self.envelope(frequency, ratio: ratio, velocity: velocity)
        #expect((level - 0.001).magnitude <= 1e-9, "\(ratio) \(velocity) \(frequency) \(level)")
        for factor in [1.01, 1.1, 1.5, 2, 5, 20] {
          #expect(Self.envelope(frequency * factor, ratio: ratio, velocity: velocity) < 0.001)
        }
      }
    }
  }

  private static func envelope(_ frequency: Double, ratio: Double, velocity: Double) -> Double {
    guard ratio < 0.9999 else {
      return (1 + (frequency - velocity) * 0.5).magnitude * exp(-frequency * 0.5)
    }
    let sine = (ratio * frequency - velocity) / (frequency * (1 - ratio * ratio).squareRoot())
    return sine.magnitude * exp(-ratio * frequency * 0.5)
  }
}
