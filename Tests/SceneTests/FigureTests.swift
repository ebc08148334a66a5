import Geometry
import Scene
import Testing

@Suite struct FigureTests {
  private func path(_ number: Int) -> Path {
    Path {
      $0.move(to: Point(0, 0))
      for step in 0..<40 {
        let x = Double(step)
        $0.cubic(
          to: Point(x + 1, 0), control1: Point(x, step == 33 ? Double(number) : 3), control2: Point(x + 2, -3)
        )
      }
      $0.close()
    }
  }

  @Test func `figures are equal when their paths are, whatever their hash looked at`() {
    let figures = (0..<50).map { Figure(path($0)) }
    for (index, figure) in figures.enumerated() {
      #expect(figure == Figure(path(index)))
      #expect(figure.hashValue == Figure(path(index)).hashValue)
      #expect(figures.count { $0 == figure } == 1)
    }
    #expect(Set(figures).count == 50)
    #expect(Figure(path(1), hasOverlaps: false) != Figure(path(1)))
  }

  @Test(arguments: [0, 9, -40])
  func `the box around a path touches its curves on every side`(bulge: Int) throws {
    let path = path(bulge)
    var points: [Point] = []
    path.forEachSegment { segment in
      guard case .cubic(let curve) = segment else { return points.append(segment.end) }
      points += (0...500).map { curve.point(at: Double($0) / 500) }
    }

    let box = try #require(path.bounds)

    #expect(abs(box.minX - (points.map(\.x).min() ?? 0)) < 1e-3)
    #expect(abs(box.maxX - (points.map(\.x).max() ?? 0)) < 1e-3)
    #expect(abs(box.minY - (points.map(\.y).min() ?? 0)) < 1e-3)
    #expect(abs(box.maxY - (points.map(\.y).max() ?? 0)) < 1e-3)
  }
}
