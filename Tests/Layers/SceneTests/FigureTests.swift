import Colors
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

  @Test(arguments: [Size(30, 60), Size(90, 20), Size(0, 5)])
  func `a figure that is fitted lies in the middle and touches two sides`(size: Size) throws {
    let room = Rect(origin: Point(-7, 11), size: size)
    let figure = Figure(path(9))
    let box = try #require(figure.bounds)
    let layer = try #require(Layer(figure, fittedIn: room, color: .black))

    let ground = Layer()
    ground.addSublayer(layer)

    let seen = Rect(
      try #require(layer.convert(Point(box.minX, box.minY), to: ground)),
      try #require(layer.convert(Point(box.maxX, box.maxY), to: ground)))

    #expect((seen.midX - room.midX).magnitude < 1e-9 && (seen.midY - room.midY).magnitude < 1e-9)
    #expect(max(seen.width - room.width, seen.height - room.height).magnitude < 1e-9)
    #expect((seen.width * box.height - seen.height * box.width).magnitude < 1e-6)
  }

  @Test func `a figure without an extent is not fitted`() {
    let line = Figure(Path(polygon: [Point(2, 3), Point(9, 3)]))

    #expect(Layer(line, fittedIn: Rect(x: 0, y: 0, width: 9, height: 9), color: .black) == nil)
    #expect(Layer(Figure(Path()), fittedIn: Rect(x: 0, y: 0, width: 9, height: 9), color: .black) == nil)
  }
}
