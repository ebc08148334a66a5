import Geometry
import TestSupport
import Testing

@testable import Tessellation

@Suite struct MeshSmoothingTests {
  /// Turns a picture about its middle.
  private func turned(_ transform: Geometry.AffineTransform, by angle: Double, size: Double)
    -> Geometry.AffineTransform
  {
    transform.concatenating(.translation(x: -size / 2, y: -size / 2)).concatenating(.rotation(angle))
      .concatenating(.translation(x: size / 2, y: size / 2))
  }

  private func picture(
    of path: Path, _ transform: Geometry.AffineTransform, size: Int
  ) throws -> MeshPicture {
    var tessellator = Tessellator()
    let mesh = try tessellator.mesh(of: path, detail: LevelOfDetail(scale: transform.meanScale))
    var picture = MeshPicture(width: size, height: size)
    picture.draw(mesh) { place in
      let point = Point(mesh.origin.x + Double(place.x), mesh.origin.y + Double(place.y))
      let pixel = transform.apply(to: point)
      return SIMD2(pixel.x, pixel.y)
    }
    return picture
  }

  @Test(.enabled(if: ReferenceIcon.isPresent, "needs the reference icons"), arguments: [0.0, 0.3])
  func `no pixel of a smoothed icon is off by more than 160 levels`(angle: Double) throws {
    var rasterizer = CoverageRasterizer()
    var edgeError = 0.0
    var edgePixels = 0
    for (index, icon) in Sweep.sample(Array(ReferenceIcon.all.enumerated()), 40) {
      let size = 24 + index % 41
      let transform = turned(icon.transform(size: size), by: angle, size: Double(size))
      let exact = rasterizer.coverage(
        of: icon.path, transform: transform, in: PixelSize(width: size, height: size))

      let drawn = try picture(of: icon.path, transform, size: size)

      var wrong = 0
      for (index, (share, level)) in zip(drawn.coverage, exact).enumerated() {
        let difference = abs(255 * share - Double(level))
        if difference > 160 { wrong += 1 }
        if level == 0 || level == 255 {
          if drawn.counts[index] != (level == 255 ? 1 : 0) { wrong += 1 }
        } else {
          edgeError += difference
          edgePixels += 1
        }
      }
      #expect(wrong == 0, "\(icon.id) at \(size)")
    }
    #expect(edgeError / Double(edgePixels) < 6)
  }

  @Test(arguments: [0.15, 0.5, 1, 1.7], [0, 0.2, 0.785])
  func `a thin line is as dark as it is wide`(width: Double, angle: Double) throws {
    let path = Path(rect: Rect(x: 4, y: 20, width: 32, height: width))
    let transform = turned(.identity, by: angle, size: 40)
    var rasterizer = CoverageRasterizer()
    let exact = rasterizer.coverage(of: path, transform: transform, in: PixelSize(width: 40, height: 40))

    let drawn = try picture(of: path, transform, size: 40).coverage

    #expect(abs(drawn.reduce(0, +) - 32 * width) < 0.03 * 32)
    let worst = zip(drawn, exact).map { abs($0 - Double($1) / 255) }.max() ?? 0
    #expect(worst < 0.25)
  }

  @Test func `an acute corner fades out without a halo`() throws {
    let path = Path(polygons: [[Point(2, 20), Point(38, 18.8), Point(38, 21.2)]])
    var rasterizer = CoverageRasterizer()
    for angle in [0, 0.4, 1.1] {
      let transform = turned(.identity, by: angle, size: 40)
      let exact = rasterizer.coverage(of: path, transform: transform, in: PixelSize(width: 40, height: 40))

      let drawn = try picture(of: path, transform, size: 40).coverage

      let worst = zip(drawn, exact).map { abs($0 - Double($1) / 255) }.max() ?? 0
      #expect(worst < 0.25)
    }
  }

  @Test(arguments: [0.5, 1, 20])
  func `the smooth edge is as wide at any scale`(scale: Double) throws {
    let path = Path(circle: Point(20 / scale, 20 / scale), radius: 15 / scale)

    let drawn = try picture(of: path, .scale(scale), size: 40)

    for (index, share) in drawn.coverage.enumerated() {
      let place = SIMD2(Double(index % 40) - 19.5, Double(index / 40) - 19.5)
      let distance = (place * place).sum().squareRoot() - 15
      // The edge touches pixels up to half a diagonal away.
      if distance > 0.76 { #expect(share == 0) }
      if distance < -0.76 { #expect(share == 1) }
      if abs(distance) < 0.5 { #expect(abs(share - (0.5 - distance)) < 0.1) }
    }
  }

  @Test func `in perspective no pixel is covered twice or left out`() throws {
    var tessellator = Tessellator()
    var chance = SeededGenerator(seed: 12)
    for _ in Sweep.sample(0..<5, 3) {
      let polygon = chance.polygon(corners: 9, from: -20, to: 20)
      let mesh = try tessellator.mesh(of: Path(polygons: [polygon]), tolerance: 0.05)
      func seen(_ x: Double, _ y: Double) -> SIMD2<Double> {
        let depth = 1 + 0.02 * x
        return SIMD2(20 + 0.8 * x / depth, 20 + 0.7 * y / depth)
      }
      let shown = polygon.map { point in
        let place = seen(point.x, point.y)
        return Point(place.x, place.y)
      }
      let exact = SlowCoverage(contours: [shown], fillRule: .nonZero).areas(width: 40, height: 40, lines: 8)

      var picture = MeshPicture(width: 40, height: 40)
      picture.draw(mesh) { seen(mesh.origin.x + Double($0.x), mesh.origin.y + Double($0.y)) }

      var wrong = 0
      for (index, area) in exact.enumerated() {
        if area == 0, picture.counts[index] != 0 { wrong += 1 }
        if area > 0.9999, picture.counts[index] != 1 { wrong += 1 }
        if !(abs(picture.coverage[index] - area) < 0.35) { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }

  @Test(
    .enabled(if: FuzzRecord.isPresent, "needs the reference's fuzz sets"),
    arguments: ["grid8", "near", "rand"])
  func `rounding to a screen turns no sliver over`(set: String) throws {
    var tessellator = Tessellator()
    for (index, record) in FuzzRecord.all(in: set).enumerated() where index % 24 == 0 {
      var mesh = try tessellator.mesh(of: record.path, tolerance: 0.1)
      mesh.edges = []
      let transform = turned(.scale(0.28), by: Double(index), size: 72)
      var picture = MeshPicture(width: 72, height: 72)

      picture.draw(mesh) { place in
        let pixel = transform.apply(to: Point(Double(place.x), Double(place.y)))
        return SIMD2(pixel.x, pixel.y)
      }

      #expect(picture.counts.allSatisfy { $0 <= 1 }, "\(record.id)")
    }
  }
}
