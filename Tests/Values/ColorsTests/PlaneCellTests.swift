import TestSupport
import Testing

@testable import Colors

struct PlaneCellTests {
  @Test func `a cubic by the place in a rectangle has the same colours there`() {
    var random = SeededGenerator(seed: 3)
    func number() -> Double { .random(in: -2...2, using: &random) }
    for _ in 0..<200 {
      let cubic = ColorPlane.Cubic(
        ColorPlane.Cubic.powers.map { _ in SIMD3(number(), number(), number()) })
      let (left, width, top, height) = (number(), number(), number(), number())
      let inside = cubic.inside(x: (left, width), y: (top, height))
      for _ in 0..<5 {
        let (x, y) = (number(), number())
        let off = inside.value(x, y) - cubic.value(left + x * width, top + y * height)
        let size =
          1e-12
          * (1 + cubic.inside(x: (0, 6), y: (0, 6)).coefficients.map { $0.max() - $0.min() }.reduce(0, +))

        #expect(max(off.max(), -off.min()) <= size)
      }
    }
  }

  /// The way from one edge of a cell to the other is gone in steps that are none of the places at which it was made.
  @Test(arguments: ["okhsl", "okhsv"], [0.0, 29.2, 102.2, 110, 142.5, 194.8, 264.1, 328.4])
  func `colours of cells are less than a fiftieth of a level off`(name: String, hue: Double) throws {
    let plane = try #require(ColorPlane.all.first { $0.name == name })
    var worst = 0.0
    for cell in plane.shader(hue).cells {
      guard let colors = cell.colors else { continue }
      for row in 0...7 {
        for column in 0...7 {
          let (x, y) = (Double(column) / 7, Double(row) / 7)
          let wanted = plane.color(
            cell.across.lowerBound + x * (cell.across.upperBound - cell.across.lowerBound),
            cell.up.lowerBound + y * (cell.up.upperBound - cell.up.lowerBound), hue)
          let off =
            colors.value(x, y).clamped(lowerBound: .zero, upperBound: .one)
            - SIMD3(wanted.red, wanted.green, wanted.blue).clamped(lowerBound: .zero, upperBound: .one)
          worst = max(worst, off.max(), -off.min())
        }
      }
    }
    #expect(worst <= 0.02 / 255, "\(worst * 255) of a level")
  }
}
