import Geometry
import TestSupport
import Testing

@testable import Tessellation

@Suite struct FoldedCoverageTests {
  /// Contours on the right of x = 30: pairs, halves that end on the axis or beside it, and some on both sides.
  private func drawing(_ chance: inout SeededGenerator, wholes: Int, overAxis: Double = 0) -> FoldedPath {
    var path = FoldedPath(whole: Path(), half: Path(), axis: 30)
    for _ in 0..<3 {
      var ring = chance.polygon(corners: 5, from: 30 - overAxis, to: 58)
      if Bool.random(using: &chance) { ring.reverse() }
      path.half.append(Path(polygons: [ring]))
    }
    for ends in [(30.0, 30.0), (30, 34), (37, 30), (36.5, 33.25)] {
      let places = chance.polygon(corners: 4, from: 30, to: 58)
      path.half.move(to: Point(ends.0, places[0].y))
      path.half.cubic(to: places[2], control1: places[1], control2: places[3])
      path.half.quad(to: places[1], control: places[0])
      path.half.line(to: Point(ends.1, places[3].y))
    }
    for _ in 0..<wholes { path.whole.append(Path(polygons: [chance.polygon(corners: 4, from: 2, to: 58)])) }
    return path
  }

  @Test(arguments: [0, 1, 3], [60, 61, 36, 2])
  func `a folded path covers what it covers unfolded`(wholes: Int, width: Int) {
    var chance = SeededGenerator(seed: UInt64(wholes * 100 + width))
    var rasterizer = CoverageRasterizer()
    for _ in Sweep.sample(0..<40, 15) {
      let path = drawing(&chance, wholes: wholes)
      let scale = Double.random(in: 0.3...1.1, using: &chance) * (Bool.random(using: &chance) ? 1 : -1)
      let transform = AffineTransform(
        a: scale, b: 0, c: 0, d: 0.9, tx: Double(width) / 2 - scale * 30, ty: -1.3)
      let size = PixelSize(width: width, height: 50)

      let folded = rasterizer.coverage(of: path, transform: transform, hasOverlaps: false, in: size)
      let unfolded = rasterizer.coverage(of: path.path, transform: transform, hasOverlaps: false, in: size)

      #expect(FoldedPlace(path, transform, width: width) != nil)
      #expect(folded.contains { $0 != folded[0] })
      #expect(zip(folded, unfolded).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  @Test func `where the axis is not in the middle, or a half goes over it, the path is unfolded`() {
    var chance = SeededGenerator(seed: 5)
    var rasterizer = CoverageRasterizer()
    let size = PixelSize(width: 60, height: 50)
    let transforms: [AffineTransform] = [
      .translation(x: 0.25, y: 0), .translation(x: 0.001, y: 0), .rotation(0.1), .skew(x: 0.2, y: 0),
      .identity,
    ]
    for transform in transforms {
      let path = drawing(&chance, wholes: 1, overAxis: 6)

      let folded = rasterizer.coverage(of: path, transform: transform, hasOverlaps: false, in: size)

      #expect(
        folded == rasterizer.coverage(of: path.path, transform: transform, hasOverlaps: false, in: size))
    }
  }

  @Test func `overlaps of a folded path count once`() {
    var chance = SeededGenerator(seed: 17)
    var rasterizer = CoverageRasterizer()
    let path = drawing(&chance, wholes: 2)
    let size = PixelSize(width: 60, height: 60)

    #expect(rasterizer.coverage(of: path, in: size) == rasterizer.coverage(of: path.path, in: size))
  }

  @Test func `a folded picture leaves nothing behind for the next`() {
    var chance = SeededGenerator(seed: 29)
    var kept = CoverageRasterizer()
    for round in 0..<60 {
      let path = drawing(&chance, wholes: round % 3)
      let width = 20 + round
      let transform = AffineTransform.translation(x: Double(width) / 2 - 30, y: Double(-round))
      let size = PixelSize(width: width, height: 30)
      var fresh = CoverageRasterizer()

      let expected = fresh.coverage(of: path, transform: transform, hasOverlaps: false, in: size)

      #expect(kept.coverage(of: path, transform: transform, hasOverlaps: false, in: size) == expected)
    }
  }

  @Test func `the box of a folded path is that of the unfolded one`() throws {
    var chance = SeededGenerator(seed: 31)
    for wholes in 0..<3 {
      let path = drawing(&chance, wholes: wholes)
      let (folded, unfolded) = (try #require(path.bounds), try #require(path.path.bounds))
      for (a, b) in zip(folded.corners, unfolded.corners) { #expect(a.distance(to: b) < 1e-9) }
    }
  }

  @Test func `unfolding gives both of a pair and joins two halves`() {
    var path = FoldedPath(whole: Path(rect: Rect(x: 0, y: 0, width: 1, height: 1)), half: Path(), axis: 10)
    path.half.append(Path(polygons: [[Point(12, 0), Point(15, 0), Point(15, 4)]]))
    path.half.move(to: Point(10, 5))
    path.half.line(to: Point(13, 7))
    path.half.line(to: Point(12, 9))

    let rings: [[Point]] = [
      [Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1)],
      [Point(12, 0), Point(15, 0), Point(15, 4)], [Point(5, 4), Point(5, 0), Point(8, 0)],
      [Point(10, 5), Point(13, 7), Point(12, 9), Point(8, 9), Point(7, 7), Point(10, 5)],
    ]
    #expect(path.path == Path(polygons: rings))
  }

  // MARK: Small bitmaps, whose pieces are added many at a time

  /// Returns where the path's box comes to lie in the middle of a bitmap, `side` pixels large.
  private func middle(_ box: Rect, side: Double) -> (transform: AffineTransform, size: PixelSize) {
    let scale = side / max(box.width, box.height)
    let size = PixelSize(
      width: 2 * Int((box.width * scale / 2).rounded(.up)),
      height: 2 * Int((box.height * scale / 2).rounded(.up)))
    let transform = AffineTransform.translation(x: -box.midX, y: -box.midY).concatenating(.scale(scale))
      .concatenating(.translation(x: Double(size.width) / 2, y: Double(size.height) / 2))
    return (transform, size)
  }

  @Test(arguments: [3.0, 17, 40, 64], [0, 2])
  func `a path whose box is known covers the same`(side: Double, wholes: Int) throws {
    var chance = SeededGenerator(seed: UInt64(side) + UInt64(wholes))
    var rasterizer = CoverageRasterizer()
    for round in Sweep.sample(0..<30, 15) {
      let path = drawing(&chance, wholes: wholes, overAxis: round % 3 == 0 ? 7 : 0)
      let box = try #require(path.bounds)
      let place = middle(box, side: side)

      for path in [path, FoldedPath(path.path)] {
        let known = rasterizer.coverage(
          of: path, transform: place.transform, hasOverlaps: false, bounds: box, in: place.size)
        let unknown = rasterizer.coverage(
          of: path, transform: place.transform, hasOverlaps: false, in: place.size)
        // The chords are counted in single precision, so that now and then there is one more or less.
        #expect(zip(known, unknown).allSatisfy { abs(Int($0) - Int($1)) <= 4 })
        #expect(zip(known, unknown).count { abs(Int($0) - Int($1)) > 1 } <= known.count / 100)
      }
    }
  }

  @Test func `polygons whose box is known cover exactly their areas`() throws {
    var chance = SeededGenerator(seed: 37)
    var rasterizer = CoverageRasterizer()
    for corners in Sweep.sample(3..<40, 15) {
      // A star around the middle, which never crosses itself.
      let corners = (0..<corners).map { index in
        let angle = 2 * Double.pi * Double(index) / Double(corners)
        let radius = Double.random(in: 3...15.9, using: &chance)
        return Point(16 + radius * cosine(angle), 16 + radius * cosine(angle - .pi / 2))
      }
      let path = Path(polygons: [corners])
      let box = try #require(path.bounds)

      let pixels = rasterizer.coverage(
        of: FoldedPath(path), hasOverlaps: false, bounds: box, in: PixelSize(width: 32, height: 32))

      let exact = SlowCoverage(contours: [corners], fillRule: .nonZero).areas(width: 32, height: 32)
      let worst = zip(pixels, exact).map { abs(Double($0) - 255 * $1) }.max() ?? 0
      #expect(worst < 1.5)
    }
  }

  private func cosine(_ angle: Double) -> Double {
    let rotation = AffineTransform.rotation(angle)
    return rotation.a
  }

  @Test(arguments: [1e-3, 50.0, 1e9, 1e300, .infinity, .nan])
  func `a box that is wrong does no harm`(far: Double) {
    var chance = SeededGenerator(seed: 41)
    var kept = CoverageRasterizer()
    let size = PixelSize(width: 40, height: 30)
    let box = Rect(x: 0, y: 0, width: 40, height: 30)
    for wholes in [0, 2] {
      let path = drawing(&chance, wholes: wholes)
      var wild = FoldedPath(whole: Path(), half: Path(), axis: 20)
      for element in path.half.elements { wild.half.append(element.moved(by: far)) }
      for element in path.whole.elements { wild.whole.append(element.moved(by: -far)) }
      _ = kept.coverage(of: wild, hasOverlaps: false, bounds: box, in: size)
    }
    let disk = Path(circle: Point(20, 15), radius: 12)
    var fresh = CoverageRasterizer()
    #expect(
      kept.coverage(of: FoldedPath(disk), hasOverlaps: false, bounds: box, in: size)
        == fresh.coverage(of: FoldedPath(disk), hasOverlaps: false, bounds: box, in: size))
  }
}

extension Path.Element {
  fileprivate func moved(by far: Double) -> Path.Element {
    func moved(_ point: Point) -> Point { Point(point.x * far, point.y - far) }
    return switch self {
    case .move(let point): .move(moved(point))
    case .line(let point): .line(moved(point))
    case .quad(let control, let end): .quad(control: moved(control), end: end)
    case .cubic(let control1, let control2, let end):
      .cubic(control1: control1, control2: moved(control2), end: moved(end))
    case .close: .close
    }
  }
}
