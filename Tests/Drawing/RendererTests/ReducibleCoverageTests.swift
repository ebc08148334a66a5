import GPU
import Geometry
import Tessellation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@testable import Renderer

@Suite struct ReducibleCoverageTests {
  /// Shapes that lie about the origin and away from it, small and large in points. They have straight edges, whose
  /// coverage is exact at any scale.
  private static let paths = [
    star(Point(0, 0), 3), star(Point(-70.3, 41.7), 20.2), star(Point(512.6, -1000.2), 417),
    Path(rect: Rect(x: -0.01, y: 7.3, width: 0.6, height: 0.2)),
  ]

  private static func star(_ center: Point, _ radius: Double) -> Path {
    var path = Path()
    for corner in 0..<9 {
      let angle = Double(corner) * 0.8 * Double.pi
      let point = Point(center.x + radius * cos(angle), center.y + radius * sin(angle))
      if corner == 0 { path.move(to: point) } else { path.line(to: point) }
    }
    path.close()
    return path
  }

  private func coverage(of path: Path, octave: Int, in box: PixelRect) -> [UInt8] {
    var rasterizer = CoverageRasterizer()
    let mapping = AffineTransform.scale(Double(sign: .plus, exponent: octave, significand: 1))
    return rasterizer.coverage(
      of: path, transform: mapping.concatenating(.translation(x: -Double(box.x), y: -Double(box.y))),
      in: box.size)
  }

  @Test(arguments: paths)
  func `what is averaged is what would be rasterised, to a level`(path: Path) throws {
    let bounds = try #require(path.bounds)
    let octave = ReducibleCoverage.octave(of: bounds)
    let box = try #require(PixelRect(bounds, octave: octave))
    let base = ReducibleCoverage(
      octave: octave, box: box, levels: coverage(of: path, octave: octave, in: box))
    for smaller in (octave - 6)...octave {
      let target = try #require(PixelRect(bounds, octave: smaller)).outset(by: 1)
      let averaged = base.reduced(to: smaller, in: target)
      let rasterised = coverage(of: path, octave: smaller, in: target)
      #expect(averaged.count == rasterised.count)
      #expect(zip(averaged, rasterised).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
    #expect(
      base.reduced(to: octave - 40, in: PixelRect(x: -1, y: -1, width: 3, height: 3)).allSatisfy { $0 == 0 })
  }

  @Test(arguments: paths)
  func `its box is as large as it may be and no larger`(path: Path) throws {
    let bounds = try #require(path.bounds)
    for side in [16, 64, 1022] {
      let octave = ReducibleCoverage.octave(of: bounds, within: side)
      let box = try #require(PixelRect(bounds, octave: octave))
      let larger = try #require(PixelRect(bounds, octave: octave + 1))
      #expect(max(box.width, box.height) <= side && max(larger.width, larger.height) > side)
    }
  }

  @Test func `boxes without a size and without an end have some power of two`() {
    let boxes = [
      Rect.zero, Rect(x: 0, y: 0, width: 1e-300, height: 0), Rect(x: 1e200, y: 0, width: 1e300, height: 1),
      Rect(x: 0, y: 0, width: .infinity, height: 1),
      Rect(x: 0, y: 0, width: .leastNonzeroMagnitude, height: 0),
    ]
    for box in boxes { #expect((-2000...2000).contains(ReducibleCoverage.octave(of: box))) }
  }
}
