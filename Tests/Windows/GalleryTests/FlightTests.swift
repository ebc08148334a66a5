import Controls
import Geometry
import Motion
import PosterGallery
import TestSupport
import Testing

@Suite struct FlightTests {
  private let ends = Flight.Ends(
    cell: Rect(x: 57, y: 410, width: 186, height: 279), full: Rect(x: 340, y: 0, width: 600, height: 900))

  @Test func `starts in its cell, overshoots a little and comes to rest filling the window`() {
    var flight = Flight()
    flight.go(toOpen: true, at: 2, between: ends)
    #expect(flight.frame(at: 2, between: ends) == ends.cell)
    let way = stride(from: 2.0, to: 4, by: 0.002).map { flight.state(at: $0, between: ends).progress.value }
    let furthest = way.max() ?? 0
    #expect(furthest > 1.002 && furthest < 1.1)
    #expect(flight.outcome(at: 2.5) == nil)
    #expect(flight.outcome(at: 4) == true)
    #expect(flight.frame(at: 4, between: ends) == ends.full)
  }

  @Test(arguments: [1.0, 2])
  func `runs until it is under a quarter of a pixel away and as slow`(scale: Double) {
    var flight = Flight(pixel: 1 / scale)
    flight.go(toOpen: true, at: 0, between: ends)
    let last = flight.frame(at: flight.restTime.nextDown, between: ends)
    for (a, b) in zip(last.corners, ends.full.corners) {
      #expect((a - b).length < 0.25 / scale * 2.0.squareRoot())
    }
    func speed(_ time: Double) -> Double {
      let state = flight.state(at: time, between: ends)
      return state.velocity.length + state.progress.velocity.magnitude * 621 / 2
    }
    #expect(speed(flight.restTime.nextDown) < 0.25 / scale * 1.5)
    // It does not run on for nothing.
    let before = flight.restTime - 0.1
    let fastest = (0..<100).map { speed(before + Double($0) / 1001) }.max() ?? 0
    #expect(fastest > 0.25 / scale / 2)
  }

  @Test func `moves as its spring's equation says`() throws {
    var flight = Flight()
    flight.go(toOpen: true, at: 0, between: ends)
    #expect((flight.spring.naturalFrequency - 13.627).magnitude < 0.001)
    #expect((flight.state(at: 0.5, between: ends).progress.value - 1.0023).magnitude < 1e-4)
    // Runge-Kutta, in ways and seconds.
    let (w, z) = (flight.spring.naturalFrequency, 0.9)
    var (x, v) = (0.0, 15.0)
    func pull(_ x: Double, _ v: Double) -> Double { -w * w * (x - 1) - 2 * z * w * v }
    let h = 1e-4
    for step in 1...3000 {
      let (k1, l1) = (v, pull(x, v))
      let (k2, l2) = (v + h / 2 * l1, pull(x + h / 2 * k1, v + h / 2 * l1))
      let (k3, l3) = (v + h / 2 * l2, pull(x + h / 2 * k2, v + h / 2 * l2))
      let (k4, l4) = (v + h * l3, pull(x + h * k3, v + h * l3))
      (x, v) = (x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), v + h / 6 * (l1 + 2 * l2 + 2 * l3 + l4))
      let state = flight.state(at: Double(step) * h, between: ends)
      #expect((state.progress.value - x).magnitude < 1e-9)
      let line = ends.cell.center + (ends.full.center - ends.cell.center) * x
      #expect((state.center - line).length < 1e-6)
    }
  }

  @Test func `goes back when it is flicked away and stays when it is nudged`() {
    for (speed, opens) in [(150.0, true), (2500, false)] {
      var flight = Flight(isOpen: true)
      flight.grab(at: Point(600, 400), .poster, time: 0, between: ends)
      for step in 1...6 {
        flight.drag(to: Point(600 + speed * Double(step) / 60, 400), time: Double(step) / 60)
      }
      let isOpening = flight.release(at: 0.1, between: ends)
      #expect(isOpening == opens)
      #expect(flight.outcome(at: 9) == opens)
    }
    // Far away, but thrown back toward the middle.
    var flight = Flight(isOpen: true)
    flight.grab(at: Point(0, 400), .edge, time: 0, between: ends)
    flight.drag(to: Point(800, 400), time: 1)
    for step in 1...6 { flight.drag(to: Point(800 - 30 * Double(step), 400), time: 1 + Double(step) / 60) }
    let isOpening = flight.release(at: 1.1, between: ends)
    #expect(isOpening)
  }

  @Test func `restores its end exactly when a drag is given up`() {
    var flight = Flight(isOpen: true)
    let before = flight.state(at: 0, between: ends)
    flight.grab(at: Point(500, 300), .poster, time: 0, between: ends)
    flight.drag(to: Point(530, 310), time: 0.2)
    flight.release(at: 1, between: ends)
    #expect(flight.state(at: 5, between: ends) == before)
    #expect(flight.frame(at: 5, between: ends) == ends.full)
  }

  @Test(arguments: Sweep.sample(0..<60, 12))
  func `never jumps and keeps the grabbed point under the pointer`(seed: Int) {
    var visit = RandomVisit(seed: seed, ends: ends)
    for _ in 0..<400 { visit.step() }
    #expect(visit.releases > 10)
  }

  @Test func `does not depend on which times were asked`() {
    var flight = Flight()
    flight.go(toOpen: true, at: 0, between: ends)
    flight.go(toOpen: false, at: 0.123, between: ends)
    let state = flight.state(at: 0.3, between: ends)
    for step in 0..<100 { _ = flight.state(at: Double(step) / 90, between: ends) }
    #expect(flight.state(at: 0.3, between: ends) == state)
  }
}

/// A poster that is caught, dragged, thrown and sent back at random, watched at every instant.
private struct RandomVisit {
  var random: SeededGenerator
  let ends: Flight.Ends
  var flight: Flight
  var time = 0.0
  var pointer = Point.zero
  /// The grabbed point on the poster, in sizes of it from its centre.
  var hold = Vector.zero
  /// Whether the edge of the window was grabbed, of which no point of the poster stays under the pointer.
  var isEdge = false
  var releases = 0

  init(seed: Int, ends: Flight.Ends) {
    random = SeededGenerator(seed: UInt64(seed))
    self.ends = ends
    flight = Flight(isOpen: seed % 2 == 0)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

  mutating func step() {
    time += number(0.001...0.09)
    let before = flight.state(at: time, between: ends)
    if flight.isHeld {
      if number(0...1) < 0.75 { return drag() }
      if number(0...1) < 0.2 {
        flight.go(toOpen: number(0...1) < 0.5, at: time, between: ends)
      } else {
        flight.release(at: time, between: ends)
      }
      releases += 1
      expectSamePlace(before)
      expectSameVelocity(before)
    } else if number(0...1) < 0.5 {
      let frame = flight.frame(at: time, between: ends)
      isEdge = number(0...1) < 0.3
      pointer =
        isEdge
        ? Point(number(0...20), number(0...900))
        : Point(number(frame.minX...frame.maxX), number(frame.minY...frame.maxY))
      flight.grab(at: pointer, isEdge ? .edge : .poster, time: time, between: ends)
      hold = Vector((pointer.x - frame.midX) / frame.width, (pointer.y - frame.midY) / frame.height)
      expectSamePlace(before)
    } else {
      let wasMoving = flight.outcome(at: time) == nil
      flight.go(toOpen: number(0...1) < 0.5, at: time, between: ends)
      expectSamePlace(before)
      if wasMoving { expectSameVelocity(before) }
    }
  }

  private mutating func drag() {
    pointer = pointer + Vector(number(-120...120), number(-120...120))
    flight.drag(to: pointer, time: time)
    let frame = flight.frame(at: time, between: ends)
    guard !isEdge else { return }
    let grabbed = frame.center + Vector(hold.dx * frame.width, hold.dy * frame.height)
    #expect((grabbed - pointer).length < 1e-6)
  }

  private func expectSamePlace(_ before: Flight.State) {
    let after = flight.state(at: time, between: ends)
    for (a, b) in [
      (after.center.x, before.center.x), (after.center.y, before.center.y),
      (after.progress.value, before.progress.value),
    ] {
      #expect((a - b).magnitude <= max(a.ulp, b.ulp))
    }
  }

  private func expectSameVelocity(_ before: Flight.State) {
    let after = flight.state(at: time, between: ends)
    for (a, b) in [
      (after.velocity.dx, before.velocity.dx), (after.velocity.dy, before.velocity.dy),
      (after.progress.velocity, before.progress.velocity),
    ] {
      #expect((a - b).magnitude <= 1e-9 * max(a.magnitude, b.magnitude))
    }
  }
}

@Suite struct EdgeDragTests {
  @Test func `drawn by the edge it shrinks toward its own cell and never leaves the way there`() {
    let ends = Flight.Ends(
      cell: Rect(x: 700, y: 400, width: 100, height: 150), full: Rect(x: 200, y: 0, width: 400, height: 600))
    var flight = Flight(isOpen: true)
    flight.grab(at: Point(5, 300), .edge, time: 0, between: ends)
    for step in 1...40 {
      flight.drag(to: Point(5 + Double(step) * 10, 300), time: Double(step) / 60)
      let frame = flight.frame(at: Double(step) / 60, between: ends)
      let share = (frame.width - 400) / (100 - 400)
      #expect(share > 0 && share < 1)
      #expect((frame.midX - (400 + share * 350)).magnitude < 1e-6)
      #expect((frame.midY - (300 + share * 175)).magnitude < 1e-6)
      #expect(frame.minX >= 200 && frame.maxX <= 800)
    }
    let isOpening = flight.release(at: 40.0 / 60, between: ends)
    #expect(!isOpening)
  }
}
