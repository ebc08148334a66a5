import Geometry
import TestSupport
import Testing

@testable import Posters

@Suite struct ClusterTests {
  private func square(_ x: Double, _ y: Double, _ side: Double) -> Path {
    Path(rect: Rect(x: x, y: y, width: side, height: side))
  }

  private func joined(_ parts: [Path]) -> Path {
    Path { path in for part in parts { path.append(part) } }
  }

  @Test func `parts that are apart are told apart, and holes stay with what they are in`() {
    let ring = joined([square(0, 0, 10), square(3, 3, 4)])
    let other = square(12, 50, 5)

    #expect(joined([other, ring]).clusters(apart: 2) == [ring, other])
    #expect(joined([other, ring]).clusters(apart: 2.5) == [joined([other, ring])])
    #expect(Path().clusters(apart: 1).isEmpty)
  }

  @Test func `no contour is lost, and clusters keep their distance`() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<200 {
      let squares = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        square(.random(in: 0...100, using: &generator), 0, .random(in: 1...9, using: &generator))
      }
      let clusters = joined(squares).clusters(apart: 3)

      #expect(clusters.map(\.elements.count).reduce(0, +) == joined(squares).elements.count)
      for (a, b) in zip(clusters, clusters.dropFirst()) {
        let (before, behind) = (a.bounds?.maxX ?? 0, b.bounds?.minX ?? 0)
        #expect(behind - before >= 3)
      }
    }
  }
}
