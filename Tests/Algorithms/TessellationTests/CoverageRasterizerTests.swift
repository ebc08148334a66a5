import Geometry
import TestSupport
import Testing

@testable import Tessellation

@Suite struct CoverageRasterizerTests {
  @Test func `a rectangle covers exactly its share of each pixel`() {
    let path = Path(rect: Rect(x: 1.25, y: 0.5, width: 2.5, height: 2))
    var rasterizer = CoverageRasterizer()

    let pixels = rasterizer.coverage(of: path, in: PixelSize(width: 5, height: 3))

    let expected: [Double] = [
      0, 0.375, 0.5, 0.375, 0,
      0, 0.75, 1, 0.75, 0,
      0, 0.375, 0.5, 0.375, 0,
    ]
    #expect(pixels == expected.map { UInt8(255 * $0 + 0.5) })
  }

  @Test(arguments: FillRule.allCases, [0, 1, 0.25])
  func `crossing and overlapping polygons count each area once`(fillRule: FillRule, step: Double) {
    var chance = SeededGenerator(seed: 7)
    var rasterizer = CoverageRasterizer()
    for round in 0..<12 {
      let polygons = (0...round % 3).map { _ in
        chance.polygon(corners: 3 + round, from: -4, to: 24, step: step)
      }

      let pixels = rasterizer.coverage(
        of: Path(polygons: polygons), fillRule: fillRule, in: PixelSize(width: 20, height: 20))

      let exact = SlowCoverage(contours: polygons, fillRule: fillRule).areas(width: 20, height: 20)
      let worst = zip(pixels, exact).map { abs(Double($0) - 255 * $1) }.max() ?? 0
      // Half a level of rounding, and what 128 sample lines a row leave out.
      #expect(worst < 1.5, "round \(round)")
    }
  }

  /// So many edges over each other are sampled instead of swept.
  @Test(arguments: FillRule.allCases)
  func `very many overlapping polygons cover what a slow count says`(fillRule: FillRule) {
    var chance = SeededGenerator(seed: 11)
    var rasterizer = CoverageRasterizer()
    let polygons = (0..<60).map { _ in chance.polygon(corners: 12, from: -2, to: 10, step: 0) }

    let pixels = rasterizer.coverage(
      of: Path(polygons: polygons), fillRule: fillRule, in: PixelSize(width: 8, height: 8))

    let exact = SlowCoverage(contours: polygons, fillRule: fillRule).areas(width: 8, height: 8, lines: 64)
    let errors = zip(pixels, exact).map { Double($0) - 255 * $1 }
    // 256 places a pixel: chance alone is off by 8 levels where half of a pixel is covered in specks.
    let largest = errors.map(\.magnitude).max() ?? 0
    #expect(largest < 32)
    let mean = errors.reduce(0, +) / 64
    #expect(mean.magnitude < 2)
  }

  /// Stripes narrower than the places that are looked at come out as grey as they are on the whole.
  @Test func `very fine stripes keep their share`() {
    var rasterizer = CoverageRasterizer()
    let path = Path { path in
      for index in 0..<2000 {
        let x = Double(index) * 0.01
        path.move(to: Point(x, 0))
        path.line(to: Point(x + 0.004, 0))
        path.line(to: Point(x + 0.004, 20))
        path.line(to: Point(x, 20))
        path.close()
      }
    }

    let pixels = rasterizer.coverage(of: path, in: PixelSize(width: 20, height: 20))

    #expect(pixels.allSatisfy { abs(Double($0) - 102) < 8 })
  }

  @Test func `skipping the search for overlaps changes nothing where there are none`() {
    let path = Path {
      $0.append(Path(circle: Point(20, 20), radius: 17.3))
      $0.append(Path(circle: Point(20, 20), radius: 9).transformed(by: mirror))
      $0.append(Path(roundedRect: Rect(x: 40.2, y: 3.1, width: 18, height: 33), radius: 5))
    }
    var rasterizer = CoverageRasterizer()
    let size = PixelSize(width: 60, height: 40)

    let searched = rasterizer.coverage(of: path, in: size)
    let trusted = rasterizer.coverage(of: path, hasOverlaps: false, in: size)

    #expect(searched[20 * 60 + 20] == 0)
    #expect(zip(searched, trusted).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  /// Turns the plane over on the line x = 20, so that a contour runs the other way round.
  private var mirror: Geometry.AffineTransform {
    Geometry.AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 40, ty: 0)
  }

  @Test func `a window sees what the whole picture has there`() {
    var chance = SeededGenerator(seed: 3)
    let path = Path(polygons: [chance.polygon(corners: 14, from: 0, to: 64)])
    var rasterizer = CoverageRasterizer()
    let whole = rasterizer.coverage(of: path, in: PixelSize(width: 64, height: 64))

    for (x, y) in [(0, 0), (17, 9), (40, 33), (63, 63)] {
      let size = PixelSize(width: min(21, 64 - x), height: min(18, 64 - y))
      let window = rasterizer.coverage(
        of: path, transform: .translation(x: Double(-x), y: Double(-y)), in: size)

      for row in 0..<size.height {
        for column in 0..<size.width {
          let difference = Int(window[row * size.width + column]) - Int(whole[(row + y) * 64 + column + x])
          #expect(abs(difference) <= 1, "window \(x) \(y), pixel \(column) \(row)")
        }
      }
    }
  }

  @Test func `a picture drawn in bands is the picture drawn at once`() {
    let path = Path(ellipseIn: Rect(x: 3, y: 2, width: 90, height: 75))
    let size = PixelSize(width: 100, height: 80)
    var whole = CoverageRasterizer()
    var banded = CoverageRasterizer(bandPixels: 700)

    let differences = zip(banded.coverage(of: path, in: size), whole.coverage(of: path, in: size))

    #expect(differences.allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test func `pixels beside the picture stay as they are`() {
    var atlas = [UInt8](repeating: 77, count: 16 * 12)
    var rasterizer = CoverageRasterizer()

    atlas.withUnsafeMutableBufferPointer { atlas in
      rasterizer.draw(
        Path(rect: Rect(x: -5, y: -5, width: 50, height: 50)),
        into: UnsafeMutableBufferPointer(rebasing: atlas[(2 * 16 + 3)...]),
        size: PixelSize(width: 10, height: 9), bytesPerRow: 16)
    }

    for (index, pixel) in atlas.enumerated() {
      let isInside = (3..<13).contains(index % 16) && (2..<11).contains(index / 16)
      #expect(pixel == (isInside ? 255 : 77))
    }
  }

  @Test func `a rasterizer leaves nothing behind for its next picture`() {
    var chance = SeededGenerator(seed: 11)
    let paths = (0..<4).map { Path(polygons: [chance.polygon(corners: 9 + $0, from: -20, to: 90)]) }
    let sizes = [(64, 64), (9, 70), (33, 1), (70, 20)].map { PixelSize(width: $0.0, height: $0.1) }
    var kept = CoverageRasterizer()

    for size in sizes {
      for path in paths {
        var fresh = CoverageRasterizer()
        #expect(kept.coverage(of: path, in: size) == fresh.coverage(of: path, in: size))
      }
    }
  }

  @Test(arguments: [true, false])
  func `what ends on the lower rim leaves nothing behind either`(hasOverlaps: Bool) {
    var chance = SeededGenerator(seed: 23)
    var kept = CoverageRasterizer()

    for _ in 0..<300 {
      let size = PixelSize(
        width: .random(in: 1...90, using: &chance), height: .random(in: 1...40, using: &chance))
      // Many short chords, down to the lower rim and up from it, and some just above it.
      let radius = Double.random(in: 0.5...20, using: &chance)
      let center = Point(
        Double.random(in: 0...Double(size.width), using: &chance),
        Double(size.height) - (Bool.random(using: &chance) ? 0 : radius.nextUp))
      let disk = Path(circle: center, radius: radius)
      var fresh = CoverageRasterizer()

      let expected = fresh.coverage(of: disk, hasOverlaps: hasOverlaps, in: size)
      #expect(kept.coverage(of: disk, hasOverlaps: hasOverlaps, in: size) == expected)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a point that is not finite is passed over`(bad: Double) {
    var rasterizer = CoverageRasterizer()
    let size = PixelSize(width: 12, height: 12)
    let sound = [Point(1, 1), Point(9, 2), Point(8, 10)]
    let spoiled = [Point(1, 1), Point(bad, 3), Point(9, 2), Point(4, bad), Point(8, 10), Point(bad, bad)]

    #expect(
      rasterizer.coverage(of: Path(polygons: [spoiled]), in: size)
        == rasterizer.coverage(of: Path(polygons: [sound]), in: size))
  }

  @Test(arguments: [1e6, 1e9, 1e15, 1e100, 1e300, Double.greatestFiniteMagnitude])
  func `a path far larger than the picture fills it`(far: Double) {
    var rasterizer = CoverageRasterizer()
    let path = Path(polygons: [[Point(-far, -far), Point(far, -far), Point(far, far), Point(-far, far)]])

    for hasOverlaps in [true, false] {
      let pixels = rasterizer.coverage(
        of: path, hasOverlaps: hasOverlaps, in: PixelSize(width: 40, height: 30))
      #expect(pixels.allSatisfy { $0 == 255 })
    }
  }

  @Test func `an empty path, a line and an empty picture have no coverage`() {
    var rasterizer = CoverageRasterizer()
    let size = PixelSize(width: 4, height: 4)

    #expect(rasterizer.coverage(of: Path(), in: size) == [UInt8](repeating: 0, count: 16))
    let line = Path(polygons: [[Point(0, 0), Point(4, 3)]])
    #expect(rasterizer.coverage(of: line, in: size) == [UInt8](repeating: 0, count: 16))
    #expect(rasterizer.coverage(of: line, in: PixelSize(width: 0, height: 9)).isEmpty)
  }

  @Test(
    .enabled(if: ReferenceIcon.isPresent, "needs the reference icons"),
    arguments: [(64, 1.0, 8), (256, 1.5, 12)])
  func `icons are as the reference pictures have them`(size: Int, meanLimit: Double, worstLimit: Int) {
    var rasterizer = CoverageRasterizer()
    var edgeError = 0
    var edgePixels = 0
    var worst: [Int] = []
    // Of the larger pictures fewer, because unpacking them takes the time.
    for icon in Sweep.sample(ReferenceIcon.all, size == 64 ? 64 : 22) {
      guard let reference = icon.area(size: size) else { continue }
      let pixels = rasterizer.coverage(
        of: icon.path, transform: icon.transform(size: max(reference.width, reference.height)),
        in: PixelSize(width: reference.width, height: reference.height))

      let differences = zip(pixels, reference.pixels).map { abs(Int($0) - Int($1)) }
      for (difference, level) in zip(differences, reference.pixels) where level > 0 && level < 255 {
        edgeError += difference
        edgePixels += 1
      }
      worst.append(differences.max() ?? 0)
    }

    #expect(worst.count >= (size == 64 ? 60 : 20))
    #expect(Double(edgeError) / Double(edgePixels) <= meanLimit)
    #expect(worst.sorted()[worst.count * 95 / 100] <= worstLimit)
  }
}
