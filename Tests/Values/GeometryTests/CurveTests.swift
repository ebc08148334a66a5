import Geometry
import GeometrySupport
import TestSupport
import Testing

@Suite struct CurveTests {
  private static func curve(_ seed: Int) -> CubicBezier {
    var generator = SeededGenerator(seed: UInt64(seed))
    func point() -> Point { generator.point(in: 0...100) }
    return CubicBezier(point(), point(), point(), point())
  }

  @Test(arguments: 0..<16)
  func `a part of a curve lies on the curve and keeps its parameter`(seed: Int) {
    let curve = Self.curve(seed)
    for (from, to) in [(0.0, 1.0), (0.2, 0.7), (0.9, 0.1), (0, 0.5), (1, 0)] {
      let part = curve.subsegment(from: from, to: to)
      for t in [0, 0.3, 1] {
        #expect(part.point(at: t).distance(to: curve.point(at: from + (to - from) * t)) < 1e-11)
      }
    }
  }

  @Test(arguments: 0..<8, [1.0, 1e-2, 1e-5])
  func `lengths are as exact as was asked for`(seed: Int, accuracy: Double) {
    let curve = Self.curve(seed)
    func chords(_ count: Int) -> Double {
      let places = (0...count).map { curve.point(at: Double($0) / Double(count)) }
      return zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
    // Chords fall short by the square of their number.
    let slow = (4 * chords(4000) - chords(2000)) / 3

    #expect((curve.arcLength(accuracy: accuracy) - slow).magnitude < accuracy + 1e-7)
    let half = curve.parameter(atArcLength: slow / 2, accuracy: accuracy)
    #expect((curve.arcLength(from: 0, to: half, accuracy: 1e-8) - slow / 2).magnitude < 2 * accuracy)
  }

  @Test(arguments: 0..<24)
  func `no place of a curve is nearer than the nearest`(seed: Int) {
    let curve = Self.curve(seed)
    var generator = SeededGenerator(seed: 1000 + UInt64(seed))
    for _ in 0..<5 {
      let point = generator.point(in: -20...120)
      let (parameter, distance) = curve.nearest(to: point, accuracy: 1e-6)
      let slow = (0...200).map { curve.point(at: Double($0) / 200).distance(to: point) }.min() ?? 0

      #expect((curve.point(at: parameter).distance(to: point) - distance).magnitude < 1e-12)
      #expect(distance <= slow + 1e-6)
    }
  }

  @Test func `a circle's curvature is one over its radius, clockwise positive`() {
    let circle = Path(circle: Point(5, 5), radius: 20)
    for case .cubic(let curve) in circle.segments {
      for t in [0.1, 0.5, 0.9] {
        let (off, most) = (curve.curvature(at: t) - 1 / 20, 1e-3 / 20 * 10)
        #expect(off.magnitude < most)
        let length = curve.tangent(at: t)?.length ?? 0
        #expect((length - 1).magnitude < 1e-12)
      }
    }
  }

  @Test(arguments: 0..<6, [0.5, 0.01])
  func `chords stay within the tolerance`(seed: Int, tolerance: Double) {
    let curve = Self.curve(seed)
    let path = Path {
      $0.move(to: curve.start)
      $0.cubic(to: curve.end, control1: curve.control1, control2: curve.control2)
    }
    let chords = Probe(path, closingOpenSubpaths: false, tolerance: tolerance)

    for step in 0...100 {
      #expect(chords.distance(to: curve.point(at: Double(step) / 100)) <= tolerance * 1.0001)
    }
  }

  @Test(arguments: 0..<8, [-3.0, 2, 9])
  func `an offset is as far from its curve as it says`(seed: Int, distance: Double) {
    var generator = SeededGenerator(seed: UInt64(seed))
    // Bent less than the distance anywhere, so that no part of the offset turns back.
    let curve = CubicBezier(
      Point(0, 0), Point(40, Double.random(in: -15...15, using: &generator)),
      Point(80, Double.random(in: -15...15, using: &generator)), Point(120, 0))

    let offset = curve.offset(by: distance, tolerance: 0.01)

    for segment in offset.segments {
      guard case .cubic(let part) = segment else { continue }
      for t in [0, 0.25, 0.5, 0.75, 1] {
        let nearest = curve.nearest(to: part.point(at: t), accuracy: 1e-6)
        #expect((nearest.distance - distance.magnitude).magnitude < 0.012)
        let way = curve.derivative(at: nearest.parameter)
        let aside = part.point(at: t) - curve.point(at: nearest.parameter)
        #expect((way.cross(aside) > 0) == (distance > 0))
      }
    }
    #expect(offset.segments.count { if case .cubic = $0 { true } else { false } } > 0)
  }
}
