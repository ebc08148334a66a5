import Foundation
import Geometry
import GeometrySupport
import PlanarGeometry
import TestSupport
import Testing

@Suite struct OverlapTests {
  @Test(
    .enabled(if: Reference.file("svg/fuzz/rand.txt") != nil, "the reference folder is absent"),
    arguments: ["grid8", "near", "far", "rand"])
  func `polygons keep their non-zero area`(set: String) throws {
    let path = try #require(Reference.file("svg/fuzz/\(set).txt"))
    let records = try PolygonRecord.records(path)
    for record in Sweep.sample(records, 30) {
      let area = try record.path.overlapsRemoved().signedArea
      #expect((area - record.area).magnitude <= record.area * 0.001 + 0.3, "\(record.id)")
    }
  }

  @Test(arguments: 0..<16)
  func `the result covers each place once, where the path covered it at all`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let rule = FillRule.allCases[seed % 2]
    let path = generator.path(segments: 9, closed: true)
    let before = Probe(path)

    let result = try path.overlapsRemoved(fillRule: rule)

    let after = Probe(result)
    for _ in 0..<150 {
      let place = generator.point(in: 0...100)
      if before.distance(to: place) < 0.02 { continue }
      let winding = before.winding(at: place)
      let isInside = rule == .nonZero ? winding != 0 : winding % 2 != 0
      #expect(after.winding(at: place) == (isInside ? 1 : 0), "at \(place)")
    }
  }

  @Test(arguments: 0..<8)
  func `union and intersection share out the area of both`(seed: Int) throws {
    var generator = SeededGenerator(seed: 50 + UInt64(seed))
    let a = try generator.path(segments: 5, closed: true).overlapsRemoved()
    let b = try generator.path(segments: 5, closed: true).overlapsRemoved()

    let both = try Path.union([a, b]).signedArea + a.intersection(b).signedArea

    #expect((both - a.signedArea - b.signedArea).magnitude < 0.05)
  }

  @Test func `a circle stays a few curves`() throws {
    let circle = Path(circle: Point(50, 50), radius: 40)
    let bar = Path(rect: Rect(x: 45, y: 0, width: 10, height: 100))

    #expect(try circle.overlapsRemoved().elements.count == circle.elements.count)
    #expect(try Path.union([circle, circle, circle]).elements.count == circle.elements.count)
    // Two arcs are cut in two, and each end of the bar adds three lines.
    let crossed = try Path.union([circle, bar])
    #expect(crossed.elements.count <= 14)
    #expect(crossed.elements.contains { if case .cubic = $0 { true } else { false } })
  }

  @Test func `crossings of curves are where the curves cross`() throws {
    let a = Path(circle: Point(0, 0), radius: 100)
    let b = Path(circle: Point(100, 0), radius: 100)

    let lens = try a.intersection(b)

    let bounds = try #require(lens.bounds)
    let expected = 100 * 0.75.squareRoot()
    #expect((bounds.maxY - expected).magnitude < 0.03)
    #expect((bounds.minY + expected).magnitude < 0.03)
  }

  @Test func `what has no area leaves nothing`() throws {
    let line = Path {
      $0.move(to: .zero)
      $0.line(to: Point(10, 10))
      $0.line(to: Point(5, 5))
      $0.close()
    }

    #expect(try Path().overlapsRemoved().isEmpty)
    #expect(try line.overlapsRemoved().isEmpty)
    #expect(try Path { $0.move(to: Point(.nan, 1)) }.overlapsRemoved().isEmpty)
  }

  @Test(arguments: [Double.nan, .infinity, 1e300, -1e308, 1e-308])
  func `any number is borne`(value: Double) throws {
    let path = Path {
      $0.move(to: .zero)
      $0.cubic(to: Point(value, 3), control1: Point(1, value), control2: Point(value, value))
      $0.line(to: Point(2, -value))
      $0.quad(to: Point(3, 3), control: Point(-value, 1))
      $0.close()
    }

    let result = try path.overlapsRemoved()

    #expect(result.signedArea.isFinite || value.magnitude > 1e150)
    _ = path.stroked(StrokeStyle(width: 3, cap: .round, join: .round), tolerance: 0.1)
  }

  @Test func `hundreds of equal shapes cost no more than their corners`() throws {
    let shape = [Point(10, 10), Point(90, 12), Point(80, 90), Point(20, 90)]
    let path = Path { path in
      for copy in 0..<600 {
        // Some run the other way round, which changes nothing for this rule.
        for (index, corner) in (copy % 3 == 0 ? Array(shape.reversed()) : shape).enumerated() {
          if index == 0 { path.move(to: corner) } else { path.line(to: corner) }
        }
        path.close()
      }
    }

    let result = try path.overlapsRemoved(crossingLimit: 20_000)

    #expect((5...6).contains(result.elements.count))
    #expect((result.signedArea.magnitude - 5530).magnitude < 0.1)
  }

  @Test func `hundreds of equal shapes that cross themselves cost no more than one`() throws {
    let corners = [Point(50, 0), Point(80, 95), Point(0, 35), Point(100, 35), Point(20, 95)]
    let star = Path { path in
      for corner in corners { path.line(to: corner) }
      path.close()
    }
    let stars = Path { path in for _ in 0..<600 { path.append(star) } }

    let one = try star.overlapsRemoved(crossingLimit: 1000)
    let all = try stars.overlapsRemoved(crossingLimit: 1000)

    #expect(all == one)
  }

  @Test func `too many crossings are an error`() {
    let comb = Path { path in
      path.move(to: .zero)
      for index in 0..<200 {
        path.line(to: Point(Double(index % 2) * 100, Double(index)))
        path.line(to: Point(Double(index), Double(index % 2) * 100))
      }
      path.close()
    }

    #expect(throws: PathComplexityError.self) { try comb.overlapsRemoved(crossingLimit: 1000) }
  }
}

/// One polygon of the fuzz sets.
struct PolygonRecord {
  var id: String
  var area: Double
  var path = Path()

  static func records(_ file: String) throws -> [PolygonRecord] {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    var lines = text.split(separator: "\n").dropFirst()
    var result: [PolygonRecord] = []
    while let head = lines.popFirst()?.split(separator: " "), head.count == 3 {
      var record = PolygonRecord(id: String(head[0]), area: Double(head[2]) ?? .nan)
      for _ in 0..<(Int(head[1]) ?? 0) {
        let numbers = lines.popFirst()?.split(separator: " ").dropFirst().compactMap { Double($0) } ?? []
        for index in stride(from: 0, to: numbers.count - 1, by: 2) {
          let point = Point(numbers[index], numbers[index + 1])
          if index == 0 { record.path.move(to: point) } else { record.path.line(to: point) }
        }
        record.path.close()
      }
      result.append(record)
    }
    return result
  }
}
