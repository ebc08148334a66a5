import Geometry
import Motion
import TestSupport
import Testing

/// The values of `gesture.json`, computed at 50 digits.
private struct GestureReference: Decodable {
  struct Band: Decodable { let x: Double, dimension: Double, c: Double, y: Double, slope: Double }
  struct Inverse: Decodable { let x: Double, dimension: Double, c: Double, y: Double }
  struct Clamp: Decodable {
    let value: Double, min: Double, max: Double, dimension: Double, c: Double, y: Double
  }
  struct Projection: Decodable { let velocity: Double, rate: Double, project: Double, projectExact: Double }
  struct Decaying: Decodable { let x0: Double, v0: Double, rate: Double, t: Double, x: Double, v: Double }
  struct DecayTime: Decodable { let v0: Double, rate: Double, threshold: Double, time: Double }
  struct Percent: Decodable {
    let duration: Double, percent: Double, speed: Double, finishRemaining: Double, cancelRemaining: Double
  }
  struct Decision: Decodable {
    let progress: Double, extent: Double, velocity: Double, rate: Double, projected: Double
    let finish: Bool
  }
  let rubberBand: [Band]
  let rubberBandInverse: [Inverse]
  let rubberBandClamp: [Clamp]
  let projection: [Projection]
  let decay: [Decaying]
  let decayTime: [DecayTime]
  let percentDriven: [Percent]
  let endpointDecision: [Decision]
}

private func isClose(_ a: Double, _ b: Double, _ tolerance: Double = 1e-13) -> Bool {
  (a - b).magnitude <= tolerance * max(1, b.magnitude)
}

@Suite struct GestureTests {
  private let reference: GestureReference

  init() throws { reference = try Fixture.decode(GestureReference.self, from: "gesture.json") }

  @Test func `a rubber band agrees with the reference, back and forth`() {
    for row in reference.rubberBand {
      let band = RubberBand(dimension: row.dimension, coefficient: row.c)
      #expect(isClose(band.offset(for: row.x), row.y) && isClose(band.slope(at: row.x), row.slope), "\(row)")
      #expect(isClose(band.distance(for: row.y), row.x, 1e-12), "\(row)")
    }
    for row in reference.rubberBandInverse {
      #expect(isClose(RubberBand(dimension: row.dimension, coefficient: row.c).distance(for: row.y), row.x))
    }
    for row in reference.rubberBandClamp {
      let band = RubberBand(dimension: row.dimension, coefficient: row.c)
      let clamped = band.clamping(row.value, to: row.min...row.max)
      #expect(isClose(clamped, row.y), "\(row)")
      #expect(isClose(band.unclamping(clamped, from: row.min...row.max), row.value, 1e-11), "\(row)")
    }
  }

  @Test func `a rubber band never lets go and never breaks`() {
    for dimension in [0, 1e-300, 1, 400, 1e300, .nan, -5, .infinity] {
      let band = RubberBand(dimension: dimension)
      for x in [0, 1, -1, 1e300, -1e300, .infinity, .nan, 5e-300] {
        #expect(band.offset(for: x).magnitude <= band.dimension && band.distance(for: x).isFinite)
        #expect(!band.slope(at: x).isNaN)
      }
    }
  }

  @Test func `a throw agrees with the reference`() {
    for row in reference.projection {
      let rate = Decay.Rate(perMillisecond: row.rate)
      #expect(isClose(rate.projection(of: row.velocity), row.project))
      #expect(
        isClose(Decay(from: Moving(value: 0, velocity: row.velocity), rate: rate).end, row.projectExact))
    }
    for row in reference.decay {
      let decay = Decay(
        from: Moving(value: row.x0, velocity: row.v0), rate: Decay.Rate(perMillisecond: row.rate))
      #expect(isClose(decay.state(at: row.t).value, row.x) && isClose(decay.state(at: row.t).velocity, row.v))
    }
    for row in reference.decayTime {
      let decay = Decay(from: Moving(value: 0, velocity: row.v0), rate: Decay.Rate(perMillisecond: row.rate))
      #expect(isClose(decay.restTime(slowerThan: row.threshold), row.time))
    }
  }

  @Test func `a transition takes the time the reference says`() {
    for row in reference.percentDriven {
      for finishing in [true, false] {
        var transition = InteractiveTransition()
        transition.hold(at: row.percent)
        let left = finishing ? 1 - row.percent : row.percent
        transition.release(
          finishing: finishing, by: .eased(duration: left * row.duration / row.speed, .linear), at: 7)
        let expected = finishing ? row.finishRemaining : row.cancelRemaining
        #expect(expected == 0 || isClose(transition.restTime - 7, expected))
        #expect(transition.outcome(at: max(transition.restTime, 7)) == finishing)
      }
    }
    for row in reference.endpointDecision {
      let rate = Decay.Rate(perMillisecond: row.rate)
      #expect(
        isClose(Flick.projected(row.progress * row.extent, velocity: row.velocity, rate: rate), row.projected)
      )
      #expect(
        InteractiveTransition.finishes(row.progress, velocity: row.velocity, extent: row.extent, rate: rate)
          == row.finish)
    }
  }

  @Test func `a transition never jumps, however it is caught, released and sent back`() {
    var random = SeededGenerator(seed: 11)
    var transition = InteractiveTransition()
    var time = 0.0
    for _ in 0..<5000 {
      time += Double.random(in: 0...0.3, using: &random)
      let before = transition.state(at: time)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: transition.hold(at: before.value, velocity: .random(in: -9...9, using: &random))
      case 1:
        transition.release(
          finishing: .random(using: &random), by: .eased(duration: 0.4, .linear), at: time)
      case 2: transition.release(finishing: .random(using: &random), by: .spring(.thrown), at: time)
      default:
        transition.release(
          finishing: .random(using: &random), velocity: .random(in: -30...30, using: &random),
          by: .spring(.interface), at: time)
      }
      #expect((transition.progress(at: time) - before.value).magnitude <= 5e-4)
      #expect(transition.state(at: time + 1e-9).value.isFinite)
    }
    transition.hold(at: 0.4, velocity: 3)
    #expect(transition.isHeld && transition.outcome(at: time) == nil)
    transition.release(finishing: false, by: .spring(.thrown), at: time)
    #expect(transition.state(at: time) == Moving(value: 0.4, velocity: 3))
    let turned = transition.state(at: time + 0.05)
    transition.release(finishing: true, by: .spring(.thrown), at: time + 0.05)
    #expect((transition.state(at: time + 0.05).velocity - turned.velocity).magnitude <= 1e-13)
    #expect(transition.outcome(at: time + 100) == true)
  }
}

@Suite struct VelocityTrackerTests {
  @Test(arguments: [24.0, 60, 90, 240, 1000])
  func `finds the velocity of a pointer that keeps or changes its speed evenly`(rate: Double) {
    var tracker = VelocityTracker()
    for frame in 0...Int(rate) {
      let t = Double(frame) / rate
      tracker.add(Point(3 + 500 * t, 20 - 300 * t + 800 * t * t), at: 5 + t)
    }
    let velocity = tracker.velocity(at: 6.01)
    #expect((velocity.dx - 500).magnitude < 1e-6 && (velocity.dy - 1300).magnitude < 1e-6)
  }

  @Test func `forgets what happened before a pause`() {
    var tracker = VelocityTracker()
    for frame in 0..<20 { tracker.add(Point(Double(frame) * 30, 0), at: Double(frame) / 60) }
    let last = 19.0 / 60
    #expect((tracker.velocity(at: last + 0.02).dx - 1800).magnitude < 1e-6)
    #expect(tracker.velocity(at: last + 0.06) == .zero)

    tracker.add(Point(570, 0), at: last + 0.3)
    #expect(tracker.velocity(at: last + 0.3) == .zero)
    tracker.add(Point(571, 0), at: last + 0.31)
    #expect((tracker.velocity(at: last + 0.31).dx - 100).magnitude < 1e-6)
  }

  @Test func `survives samples out of order, at one time, or that are no numbers`() {
    var tracker = VelocityTracker()
    #expect(tracker.velocity(at: 0) == .zero)
    for (x, t) in [
      (0.0, 1.0), (5, 1), (.nan, 1.01), (9, .infinity), (10, 1.01), (99, 0.5), (15, 1.02), (1e308, 1.02),
      (15, 1.02),
    ] {
      tracker.add(Point(x, -x), at: t)
      let velocity = tracker.velocity(at: t)
      #expect(velocity.dx.isFinite && velocity.dy.isFinite)
    }
    #expect((tracker.velocity(at: 1.02).dx - 500).magnitude < 1e-9)
    for frame in 0..<1000 { tracker.add(Point(0, 0), at: 1.03 + Double(frame) * 1e-5) }
    #expect(tracker.samples.count <= 32)
  }

  @Test func `a jittering hand shows less in the velocity than in its last step`() {
    var random = SeededGenerator(seed: 5)
    var worst = 0.0
    for _ in 0..<200 {
      var tracker = VelocityTracker()
      for frame in 0..<12 {
        tracker.add(
          Point(Double(frame) * 10 + .random(in: -0.5...0.5, using: &random), 0), at: Double(frame) / 120)
      }
      worst = max(worst, (tracker.velocity(at: 11.0 / 120).dx - 1200).magnitude)
    }
    #expect(worst < 60)
  }
}
