import Geometry
import TestSupport
import Testing

@testable import Tessellation

@Suite struct TessellatorTests {
  @Test(
    .enabled(if: FuzzRecord.isPresent, "needs the reference's fuzz sets"),
    arguments: ["grid8", "near", "far", "rand"])
  func `no polygon of the fuzz sets has a wrong area`(set: String) throws {
    let records = FuzzRecord.all(in: set)
    var tessellator = Tessellator()
    #expect(records.count > 60)

    for record in Sweep.sample(records, 25) {
      let mesh = try tessellator.mesh(of: record.path, tolerance: 0.1)

      #expect(abs(mesh.area - record.area) <= record.areaError, "\(record.id)")
    }
  }

  @Test(arguments: FillRule.allCases, [0, 1, 4])
  func `every place inside lies in one triangle and no other place in any`(
    fillRule: FillRule, step: Double
  ) throws {
    var chance = SeededGenerator(seed: 21)
    var tessellator = Tessellator()
    for round in Sweep.sample(0..<25, 10) {
      let polygons = (0...round % 3).map { _ in
        chance.polygon(corners: 3 + round, from: 0, to: 32, step: step)
      }

      let mesh = try tessellator.mesh(of: Path(polygons: polygons), fillRule: fillRule, tolerance: 0.1)

      let exact = SlowCoverage(contours: polygons, fillRule: fillRule)
      for _ in 0..<60 {
        let place = Point(.random(in: 0...32, using: &chance), .random(in: 0...32, using: &chance))
        let spans = exact.spans(at: place.y)
        // Rounding to the grid moves edges a little; nobody can say on which side a place so near one lies.
        if spans.contains(where: { abs($0.0 - place.x) < 0.01 || abs($0.1 - place.x) < 0.01 }) { continue }
        let expected = spans.contains { $0.0 < place.x && place.x < $0.1 } ? 1 : 0
        #expect(mesh.triangleCount(at: place) == expected, "round \(round), \(place)")
      }
    }
  }

  @Test(arguments: FillRule.allCases, [0, 1, 4])
  func `triangles meet side to side, and what is left over are the edges`(
    fillRule: FillRule, step: Double
  ) throws {
    var chance = SeededGenerator(seed: 5)
    var tessellator = Tessellator()
    for round in 0..<40 {
      let polygons = (0...round % 4).map { _ in
        chance.polygon(corners: 3 + round / 2, from: 0, to: 40, step: step)
      }

      let mesh = try tessellator.mesh(of: Path(polygons: polygons), fillRule: fillRule, tolerance: 0.1)

      #expect(Set(mesh.vertices).count == mesh.vertices.count)
      var sides: Set<[SIMD2<Float>]> = []
      for first in stride(from: 0, to: mesh.triangles.count, by: 3) {
        let corners = (0..<3).map { mesh.vertices[Int(mesh.triangles[first + $0])] }
        for index in 0..<3 {
          #expect(sides.insert([corners[index], corners[(index + 1) % 3]]).inserted, "round \(round)")
        }
      }
      let rim = sides.filter { !sides.contains([$0[1], $0[0]]) }
      #expect(rim == Set(mesh.edges.map { [$0.start, $0.end] }), "round \(round)")
    }
  }

  @Test func `an edge knows its neighbours on the contour`() throws {
    var chance = SeededGenerator(seed: 9)
    var tessellator = Tessellator()
    let polygons = (0..<3).map { _ in chance.polygon(corners: 12, from: 0, to: 16, step: 1) }

    let mesh = try tessellator.mesh(of: Path(polygons: polygons), tolerance: 0.1)

    var pieces: [[SIMD2<Float>]: Int] = [:]
    for edge in mesh.edges { pieces[[edge.start, edge.end], default: 0] += 1 }
    var starts: [[SIMD2<Float>]: Int] = [:]
    for edge in mesh.edges { starts[[edge.end, edge.after], default: 0] += 1 }
    #expect(starts == pieces)
    #expect(mesh.edges.allSatisfy { pieces[[$0.before, $0.start]] == 1 })
  }

  @Test func `contours that touch in a corner keep to themselves`() throws {
    let squares = [
      [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)],
      [Point(4, 4), Point(8, 4), Point(8, 8), Point(4, 8)],
    ]
    var tessellator = Tessellator()

    let mesh = try tessellator.mesh(of: Path(polygons: squares), tolerance: 0.1)

    // Two convex corners meet there, not one contour that turns sharply about the corner.
    let turns = mesh.edges.map { edge in
      let (a, b) = (edge.end - edge.start, edge.after - edge.end)
      return a.x * b.y - a.y * b.x
    }
    #expect(turns.count == 8 && turns.allSatisfy { $0 > 0 })
  }

  @Test func `paths without an inside have no triangles`() throws {
    let square = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
    var tessellator = Tessellator()
    let paths = [
      Path(), Path(polygons: [[Point(3, 3)]]), Path(polygons: [[Point(0, 0), Point(5, 2)]]),
      Path(polygons: [[Point(0, 0), Point(5, 5), Point(2, 2), Point(9, 9)]]),
      Path(polygons: [square, Array(square.reversed())]),
      Path(polygons: [[Point(.nan, 0), Point(1, .infinity), Point(2, 2)]]),
      Path(polygons: [[Point(0, 0), Point(1e-200, 0), Point(0, 1e-200)]]),
    ]

    for path in paths {
      let mesh = try tessellator.mesh(of: path, tolerance: 0.1)
      #expect(mesh.isEmpty && mesh.edges.isEmpty)
    }
  }

  @Test func `coinciding contours count as often as the fill rule says`() throws {
    let square = [Point(0, 0), Point(4, 0), Point(4, 4), Point(0, 4)]
    var tessellator = Tessellator()
    for copies in 1...5 {
      let path = Path(polygons: Array(repeating: square, count: copies))

      #expect(try tessellator.mesh(of: path, fillRule: .nonZero, tolerance: 0.1).area == 16)
      #expect(
        try tessellator.mesh(of: path, fillRule: .evenOdd, tolerance: 0.1).area == (copies % 2 == 1 ? 16 : 0))
    }
  }

  @Test(arguments: [1e-20, 1e-3, 1, 1e6, 1e11])
  func `size and distance do not matter`(scale: Double) throws {
    var chance = SeededGenerator(seed: 2)
    var tessellator = Tessellator()
    for _ in Sweep.sample(0..<10, 4) {
      let polygon = chance.polygon(corners: 20, from: -1, to: 1)
      let exact = SlowCoverage(contours: [polygon], fillRule: .nonZero).totalArea()

      let large = polygon.map { Point($0.x * scale, $0.y * scale) }
      let far = polygon.map { Point($0.x + 1e6, $0.y - 1e6) }

      let mesh = try tessellator.mesh(of: Path(polygons: [large]), tolerance: scale)
      #expect(abs(mesh.area / scale / scale - exact) < 2e-3)
      #expect(abs(try tessellator.mesh(of: Path(polygons: [far]), tolerance: 0.1).area - exact) < 2e-3)
    }
  }

  @Test func `coordinates beyond all measure are survived`() throws {
    var chance = SeededGenerator(seed: 4)
    var tessellator = Tessellator()
    let values = [
      0, 1, -1, 0.5, 1e-300, 1e12, -1e18, 1e300, -.greatestFiniteMagnitude, .greatestFiniteMagnitude,
      .infinity, .nan,
    ]
    for _ in 0..<200 {
      let polygon = (0..<9).map { _ in
        Point(values.randomElement(using: &chance) ?? 0, values.randomElement(using: &chance) ?? 0)
      }

      let mesh = try tessellator.mesh(of: Path(polygons: [polygon]), tolerance: 1e-3)

      #expect(mesh.area.isFinite && mesh.area >= 0)
    }
  }

  @Test func `rounding once frees paths of their crossings`() throws {
    var chance = SeededGenerator(seed: 8)
    var tessellator = Tessellator()
    for round in 0..<60 {
      let polygon = chance.polygon(corners: 40, from: 0, to: 9, step: [0, 1, 1e-5][round % 3])

      _ = try tessellator.mesh(of: Path(polygons: [polygon]), tolerance: 0.1)

      #expect(tessellator.roundings <= 2)
    }
  }

  @Test func `a tessellator leaves nothing behind for its next path`() throws {
    var chance = SeededGenerator(seed: 6)
    var kept = Tessellator()
    for round in 0..<20 {
      let path = Path(polygons: [chance.polygon(corners: 3 + round * 2, from: 0, to: 20)])
      var fresh = Tessellator()

      #expect(try kept.mesh(of: path, tolerance: 0.1) == fresh.mesh(of: path, tolerance: 0.1))
    }
  }

  @Test func `too many corners or crossings are refused`() {
    var chance = SeededGenerator(seed: 1)
    var tessellator = Tessellator(cornerLimit: 100)
    let corners = Path(polygons: [chance.polygon(corners: 101, from: 0, to: 1)])
    let crossings = Path(polygons: [chance.polygon(corners: 60, from: 0, to: 1)])

    #expect(throws: TessellationError.tooManyCorners(limit: 100)) {
      _ = try tessellator.mesh(of: corners, tolerance: 0.1)
    }
    #expect(throws: TessellationError.tooManyCorners(limit: 400)) {
      _ = try tessellator.mesh(of: crossings, tolerance: 0.1)
    }
  }

  @Test(arguments: [0.1, 1, 7, 300])
  func `a level of detail keeps curves within a twentieth of a pixel`(scale: Double) throws {
    let detail = LevelOfDetail(scale: scale)
    var tessellator = Tessellator()
    let circle = Path(circle: Point(3, 4), radius: 50)

    let mesh = try tessellator.mesh(of: circle, detail: detail)

    #expect(detail.largestScale >= scale && detail.largestScale < 2 * scale)
    for edge in mesh.edges {
      let middle = SIMD2<Double>(edge.start + edge.end) / 2 + SIMD2(mesh.origin.x - 3, mesh.origin.y - 4)
      let distance = 50 - (middle * middle).sum().squareRoot()
      // The cubics stray from a true circle by 0.00027 of the radius.
      #expect(distance.magnitude <= 0.05 / scale + 50 * 0.0003)
    }
  }
}

extension Mesh {
  /// Returns how many triangles hold a place, which is on none of their sides.
  fileprivate func triangleCount(at place: Point) -> Int {
    let target = SIMD2(place.x - origin.x, place.y - origin.y)
    return stride(from: 0, to: triangles.count, by: 3).filter { first in
      (0..<3).allSatisfy { index in
        let a = SIMD2<Double>(vertices[Int(triangles[first + index])])
        let b = SIMD2<Double>(vertices[Int(triangles[first + (index + 1) % 3])])
        let (side, offset) = (b - a, target - a)
        return side.x * offset.y - side.y * offset.x > 0
      }
    }.count
  }
}
