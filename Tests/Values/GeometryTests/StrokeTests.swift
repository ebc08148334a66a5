import Geometry
import GeometrySupport
import Glibc
import PlanarGeometry
import TestSupport
import Testing

@Suite struct StrokeTests {
  @Test(arguments: 0..<24)
  func `with round caps and joins covers exactly what is within half a width`(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let path = generator.path(segments: 1 + seed % 4, closed: seed % 3 == 0)
    let width = [2.0, 9, 30, 70][seed % 4]
    let line = Probe(path, closingOpenSubpaths: false)

    let outline = path.stroked(StrokeStyle(width: width, cap: .round, join: .round), tolerance: 0.01)

    let area = Probe(outline ?? Path())
    for _ in 0..<250 {
      let place = generator.point(in: -40...140)
      let distance = line.distance(to: place)
      if (distance - width / 2).magnitude < 0.04 { continue }
      #expect((area.winding(at: place) != 0) == (distance < width / 2), "at \(place), \(distance) away")
    }
  }

  /// A curve turns round at once where a handle is short beside it: the stroke has a round end there.
  @Test(arguments: [1e-6, 1e-3, 0.1, 0.5], [StrokeStyle.Join.round, .bevel])
  func `goes round where a curve begins with a tiny handle`(handle: Double, join: StrokeStyle.Join) throws {
    let path = Path {
      $0.move(to: Point(20 + handle, 40))
      $0.cubic(to: Point(50, 30), control1: Point(20, 40), control2: Point(36, 46))
    }

    let outline = try #require(path.stroked(StrokeStyle(width: 16, cap: .butt, join: join), tolerance: 0.01))

    let area = Probe(outline)
    // The disc about the bend belongs to the stroke, also before it.
    for step in 0..<64 {
      let angle = Double(step) * .pi / 32
      let place = Point(20 + handle + 7.9 * cos(angle), 40 + 7.9 * sin(angle))
      if place.x < 20 || place.y > 41 || place.x > 24 {
        #expect(area.winding(at: place) > 0, "at \(place)")
      }
    }
  }

  @Test(arguments: 0..<12)
  func `never winds backward`(seed: Int) {
    var generator = SeededGenerator(seed: 100 + UInt64(seed))
    let path = generator.path(segments: 3, closed: seed % 2 == 0)
    let join = StrokeStyle.Join.allCases[seed % 4]

    let outline = path.stroked(StrokeStyle(width: 25, cap: .square, join: join), tolerance: 0.02)

    let area = Probe(outline ?? Path())
    for _ in 0..<200 { #expect(area.winding(at: generator.point(in: -30...130)) >= 0) }
  }

  @Test func `of a line is a rectangle, longer by its width with square caps`() {
    let line = Path {
      $0.move(to: Point(10, 20))
      $0.line(to: Point(110, 20))
    }

    #expect(line.stroked(StrokeStyle(width: 8), tolerance: 0.01)?.signedArea == 800)
    #expect(line.stroked(StrokeStyle(width: 8, cap: .square), tolerance: 0.01)?.signedArea == 864)
  }

  @Test(arguments: [
    (StrokeStyle.Join.miter, 4.0, 1600.0), (StrokeStyle.Join.bevel, 4.0, 1400.0),
    (StrokeStyle.Join.miter, 1.2, 1400.0),
  ])
  func `of a square ends in the corners that its join says`(
    join: StrokeStyle.Join, limit: Double, expected: Double
  ) throws {
    let square = Path(rect: Rect(x: 0, y: 0, width: 20, height: 20))
    let style = StrokeStyle(width: 20, join: join, miterLimit: limit)

    let outline = try #require(square.stroked(style, tolerance: 0.001))

    let area = try outline.overlapsRemoved().signedArea
    #expect((area - expected).magnitude < 1e-6)
  }

  @Test func `of a point is its cap`() throws {
    let dot = Path {
      $0.move(to: Point(5, 5))
      $0.line(to: Point(5, 5))
    }
    let lone = Path { $0.move(to: Point(5, 5)) }

    let round = try #require(dot.stroked(StrokeStyle(width: 10, cap: .round), tolerance: 0.001))
    #expect((round.signedArea - .pi * 25).magnitude < 0.1)
    #expect(dot.stroked(StrokeStyle(width: 10, cap: .square), tolerance: 0.001)?.signedArea == 100)
    #expect(dot.stroked(StrokeStyle(width: 10), tolerance: 0.001)?.isEmpty == true)
    #expect(lone.stroked(StrokeStyle(width: 10, cap: .round), tolerance: 0.001)?.isEmpty == true)
  }

  @Test(arguments: [0.0, 3, 17, -5, 1e9])
  func `dashes share a line by their pattern`(offset: Double) throws {
    let line = Path {
      $0.move(to: .zero)
      $0.line(to: Point(120, 0))
    }
    let style = StrokeStyle(width: 2, dashes: [5, 7], dashOffset: offset)

    let outline = try #require(line.stroked(style, tolerance: 0.01))

    #expect((outline.signedArea - 2 * 120 * 5 / 12).magnitude < 1e-6)
  }

  @Test func `dashes on a curve are as long as they say`() throws {
    let circle = Path(circle: Point(50, 50), radius: 40)
    let quarter = 40 * Double.pi / 2
    let style = StrokeStyle(width: 0.5, dashes: [quarter / 2, quarter / 2])

    let outline = try #require(circle.stroked(style, tolerance: 0.001))

    #expect((outline.signedArea - quarter * 4 / 2 * 0.5).magnitude < 0.02)
  }

  @Test func `refuses endless dashes and widths that are none`() {
    let line = Path {
      $0.move(to: .zero)
      $0.line(to: Point(1e9, 0))
    }

    #expect(line.stroked(StrokeStyle(width: 1, dashes: [1e-9]), tolerance: 0.01) == nil)
    #expect(line.stroked(StrokeStyle(width: .nan), tolerance: 0.01) == nil)
    #expect(line.stroked(StrokeStyle(width: 0), tolerance: 0.01) == nil)
  }
}
