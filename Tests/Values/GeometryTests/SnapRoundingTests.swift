import Geometry
import GeometrySupport
import TestSupport
import Testing

@testable import PlanarGeometry

@Suite struct SnapRoundingTests {
  private typealias Segment = (start: GridPoint, end: GridPoint)

  private static func segments(_ count: Int, extent: Int32, reach: Int32, seed: Int) -> [Segment] {
    var generator = SeededGenerator(seed: UInt64(seed))
    func number(_ range: ClosedRange<Int32>) -> Int32 { Int32.random(in: range, using: &generator) }
    return (0..<count).compactMap { _ in
      let start = GridPoint(number(-extent...extent), number(-extent...extent))
      let end = start &+ GridPoint(number(-reach...reach), number(-reach...reach))
      return start == end ? nil : (start, end)
    }
  }

  /// Returns the places at which each segment is bent, in order and without the same one twice in a row.
  private static func bends(
    _ segments: [Segment], mostComparisons: Int, leastForEqual: Int = .max
  ) -> [[GridPoint]]? {
    var rounding = SnapRounding(mostComparisons: mostComparisons, leastForEqual: leastForEqual)
    for segment in segments { rounding.add(segment.start, segment.end) }
    guard rounding.run(limit: 1_000_000) else { return nil }
    return segments.indices.map { index in
      var places: [GridPoint] = []
      rounding.forEachBend(of: index) { if places.last != $0 { places.append($0) } }
      return places
    }
  }

  /// Small grids make ends, crossings and whole segments fall together; large ones cross in general places.
  @Test(arguments: 0..<4, [(4, 4), (12, 20), (60, 8), (1000, 900), (4_000_000, 4_000_000)])
  func `a sweep finds the bends that comparing all with all finds`(seed: Int, grid: (Int, Int)) throws {
    let segments = Self.segments(60, extent: Int32(grid.0), reach: Int32(grid.1), seed: seed)

    let swept = try #require(Self.bends(segments, mostComparisons: -1))
    let compared = try #require(Self.bends(segments, mostComparisons: .max))

    #expect(swept == compared)
  }

  @Test(arguments: [(4, 4), (60, 8), (1000, 900)], [-1, Int.max])
  func `segments that lie on each other are bent alike, whichever way they run`(
    grid: (Int, Int), mostComparisons: Int
  ) throws {
    let some = Self.segments(40, extent: Int32(grid.0), reach: Int32(grid.1), seed: 90)
    let segments = some + some.map { ($0.end, $0.start) } + some

    let united = try #require(
      Self.bends(segments, mostComparisons: mostComparisons, leastForEqual: 0))
    let apart = try #require(Self.bends(segments, mostComparisons: .max))

    #expect(united == apart)
  }

  @Test(arguments: 0..<3, [(6, 6), (40, 30), (1000, 900)])
  func `after bending, segments meet in common ends only`(seed: Int, grid: (Int, Int)) throws {
    let segments = Self.segments(20, extent: Int32(grid.0), reach: Int32(grid.1), seed: 50 + seed)
    let bends = try #require(Self.bends(segments, mostComparisons: -1))
    let pieces = zip(segments, bends).flatMap { segment, places in
      let stops = [segment.start] + places + [segment.end]
      return zip(stops, stops.dropFirst()).filter { $0 != $1 }
    }

    var crossings = 0
    for (index, a) in pieces.enumerated() {
      for b in pieces[..<index] {
        if area(a.0, a.1, b.0).signum() * area(a.0, a.1, b.1).signum() < 0,
          area(b.0, b.1, a.0).signum() * area(b.0, b.1, a.1).signum() < 0
        {
          crossings += 1
        }
      }
    }

    #expect(crossings == 0)
  }

  /// Stripes share all their rows, so that comparing all with all would take time that grows with their square.
  @Test func `stripes that do not cross cost no more each when there are more of them`() {
    func cost(_ count: Int) -> Int {
      var rounding = SnapRounding(mostComparisons: -1)
      for index in 0..<Int32(count) {
        rounding.add(GridPoint(index * 64, 0), GridPoint(index * 64 + 40_000, 200_000))
      }
      let isDone = rounding.run(limit: 1_000_000)
      #expect(isDone)
      return rounding.cost
    }

    #expect(cost(2000) <= 3 * cost(1000) + 100)
  }

  @Test func `what crosses too often is an error that names the limit`() {
    var generator = SeededGenerator(seed: 3)
    let path = Path { path in
      for _ in 0..<600 { path.line(to: generator.point(in: 0...1000)) }
      path.close()
    }

    let error = #expect(throws: PathComplexityError.self) { try path.overlapsRemoved(crossingLimit: 20_000) }

    #expect(error?.description.contains("20000") == true)
  }
}
