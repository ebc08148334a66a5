import Colors
import GPU
import Geometry
import Glibc
import Heraldry
import Renderer
import Scene
import TestSupport
import Testing

@Suite struct PathTests {
  /// A star with a ring in it, its points acute.
  private static func star(points: Int = 7, radius: Double = 40, at center: Point = Point(50, 50)) -> Path {
    Path { path in
      for index in 0..<2 * points {
        let angle = Double(index) * .pi / Double(points)
        let reach = index.isMultiple(of: 2) ? radius : 0.35 * radius
        let corner = Point(center.x + reach * sin(angle), center.y - reach * cos(angle))
        if index == 0 { path.move(to: corner) } else { path.line(to: corner) }
      }
      path.close()
      path.append(Path(circle: center, radius: 0.9 * radius))
      path.append(
        Path(circle: center, radius: 0.8 * radius).transformed(
          by: .init(a: -1, b: 0, c: 0, d: 1, tx: 2 * center.x, ty: 0)))
    }
  }

  private func layer(_ path: Path, _ color: RGBA = .white, side: Double = 100) -> Layer {
    let layer = Layer(frame: Rect(x: 0, y: 0, width: side, height: side))
    layer.contents = .path(PathContents(path, color: color))
    return layer
  }

  private func levels(_ picture: Picture) -> [UInt8] {
    stride(from: 0, to: picture.bytes.count, by: 4).map { picture.bytes[$0] }
  }

  @Test(arguments: [GPU.DriverDescription.Kind.embedded, .desktop], [0.0, 0.4, 2])
  func `a mesh and its coverage are the same picture`(kind: DriverDescription.Kind, angle: Double) throws {
    let drawing = try Drawing(kind)
    let root = layer(PathTests.star())
    root.transform = .rotation(angle, x: 0, y: 0, z: 1)
    for scale in [0.4, 1, 3] {
      let side = Int(100 * scale)
      let exact = levels(
        try drawing.picture(of: root, side, side, scale: scale, technique: .coverage))

      let drawn = levels(try drawing.picture(of: root, side, side, scale: scale, technique: .mesh))

      let comparison = Comparison(of: drawn, with: exact, width: side)
      #expect(comparison.areFlatPartsAlike)
      #expect(comparison.worst <= 160)
      #expect(comparison.edgeMean > 0 && comparison.edgeMean < 6)
    }
  }

  /// A page that is full is used again, and masks lower than those before them leave something of these below
  /// themselves: a look between texels beyond the middles of the outermost ones mixed it in, as stray dashes.
  @Test func `no pixel beside a small figure shows what the atlas held before, at any of two hundred zooms`()
    throws
  {
    let (fresh, used) = (try Drawing(maskBytes: 1 << 19), try Drawing(maskBytes: 1 << 19))
    let size = PixelSize(width: 240, height: 160)
    // Solid masks of 380 rows and of 130 fill the only page, each drawn in a frame of its own.
    func solid(_ index: Int) -> Layer {
      let height = index == 0 ? 188.0 : 63
      let solid = layer(Path(rect: Rect(x: 0, y: 0, width: 399, height: height)), side: 400)
      solid.isMoving = true
      return solid
    }
    for index in 0..<2 {
      _ = try used.picture(of: solid(index), size.width, size.height)
      #expect(used.renderer.statistics.madeMasks == 1)
    }
    let (root, boxes) = try smallFigures()
    for step in 0..<200 {
      let zoom = 0.4 * exp(Double(step) * 0.009)

      let picture = try used.picture(of: root, size.width, size.height, scale: zoom)

      let expected = try fresh.picture(of: root, size.width, size.height, scale: zoom)
      #expect(used.renderer.statistics.madeMasks == fresh.renderer.statistics.madeMasks)
      // Places on the page are rounded differently: by one level of 255.
      let worst = try #require(picture.bytes.largestDifference(from: expected.bytes))
      #expect(worst <= 1, "\(worst) levels at zoom \(zoom)")
      let inked = picture.rest(without: boxes.map { $0.scaled(by: zoom).outset(by: 1) })
      #expect(inked == 0, "\(inked) pixels at zoom \(zoom)")
    }
    // The page's masks were evicted and have to be made again.
    _ = try used.picture(of: solid(0), size.width, size.height)
    #expect(used.renderer.statistics.madeMasks == 1)
  }

  /// Returns squares that fill their boxes and crowns, in several sizes, so that their neighbours in the atlas differ;
  /// and their boxes.
  private func smallFigures() throws -> (root: Layer, boxes: [Rect]) {
    let square = Path(rect: Rect(x: 0, y: 0, width: 30, height: 30))
    let outlines =
      try Sweep.sample(CrownCatalogue.all, 7).map { try $0.drawing().outline() } + [square]
    let (columns, spacing) = (6, 40.0)
    let root = Layer(frame: Rect(x: 0, y: 0, width: 240, height: 160))
    root.isMoving = true
    var boxes: [Rect] = []
    for index in 0..<24 {
      let outline = outlines[index % outlines.count]
      let bounds = try #require(outline.bounds)
      let fit = (30 - Double(index / outlines.count)) / max(bounds.width, bounds.height)
      let cell = layer(outline.transformed(by: .scale(fit)), side: spacing)
      let place = Point(
        6 + Double(index % columns) * spacing - bounds.minX * fit,
        6 + Double(index / columns) * spacing - bounds.minY * fit)
      cell.frame = Rect(x: place.x, y: place.y, width: spacing, height: spacing)
      root.addSublayer(cell)
      boxes.append(
        Rect(
          x: place.x + bounds.minX * fit, y: place.y + bounds.minY * fit, width: bounds.width * fit,
          height: bounds.height * fit))
    }
    return (root, boxes)
  }

  @Test(arguments: [PathTechnique.mesh, .coverage])
  func `what is covered whole has exactly its colour`(technique: PathTechnique) throws {
    let drawing = try Drawing()
    var random = SeededGenerator(seed: 7)
    let path = Path(rect: Rect(x: 3.5, y: 3.5, width: 30, height: 30))
    for _ in 0..<60 {
      let (ink, ground) = (random.next() & 0xffffff, random.next() & 0xffffff)
      let root = layer(path, RGBA(hex: UInt32(truncatingIfNeeded: ink)), side: 40)

      let picture = try drawing.picture(
        of: root, 40, 40, background: RGBA(hex: UInt32(truncatingIfNeeded: ground)), technique: technique)

      func bytes(_ hex: UInt64) -> [UInt8] {
        [UInt8(hex >> 16 & 255), UInt8(hex >> 8 & 255), UInt8(hex & 255), 255]
      }
      let inside = bytes(ink)
      #expect((4..<33).allSatisfy { y in (4..<33).allSatisfy { picture[$0, y] == inside } })
      #expect((0..<40).allSatisfy { picture[$0, 1] == bytes(ground) && picture[$0, 38] == bytes(ground) })
    }
  }

  @Test(arguments: [PathTechnique.mesh, .coverage])
  func `a path covers what is behind it once, itself as well`(technique: PathTechnique) throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 60, height: 60))
    let overlapping = Path {
      $0.append(Path(rect: Rect(x: 5, y: 5, width: 30, height: 30)))
      $0.append(Path(rect: Rect(x: 15, y: 15, width: 30, height: 30)))
    }
    root.addSublayer(layer(overlapping, RGBA(hex: 0xff0000, alpha: 0.5), side: 60))
    root.addSublayer(
      layer(Path(rect: Rect(x: 20, y: 0, width: 10, height: 60)), RGBA(hex: 0x0000ff, alpha: 0.5), side: 60))

    let picture = try drawing.picture(of: root, 60, 60, technique: technique)

    #expect(picture[10, 10] == [128, 0, 0, 255])
    #expect(picture[17, 17] == [128, 0, 0, 255])
    #expect(picture[40, 40] == [128, 0, 0, 255])
    #expect(picture[25, 25] == [64, 0, 128, 255])
    #expect(picture[25, 50] == [0, 0, 128, 255])
  }

  @Test(arguments: [PathTechnique.mesh, .coverage])
  func `groups fade paths and clips cut them`(technique: PathTechnique) throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 60, height: 60))
    let window = Layer(frame: Rect(x: 10, y: 10, width: 20, height: 40))
    window.masksToBounds = true
    window.opacity = 0.5
    for x in [-5.0, 5] {
      let part = layer(Path(rect: Rect(x: 0, y: 0, width: 30, height: 30)), side: 30)
      part.position = Point(x + 15, 15)
      window.addSublayer(part)
    }
    root.addSublayer(window)

    let picture = try drawing.picture(of: root, 60, 60, technique: technique)

    #expect(picture[12, 12] == [128, 128, 128, 255])
    #expect(picture[28, 28] == [128, 128, 128, 255])
    #expect(picture[9, 20] == [0, 0, 0, 255])
    #expect(picture[30, 20] == [0, 0, 0, 255])
    #expect(picture[20, 41] == [0, 0, 0, 255])
  }

  @Test(arguments: [(1300, 433), (1300, 512), (1100, 197)])
  func `a picture drawn in parts is the whole one, byte for byte`(side: Int, part: Int) throws {
    let drawing = try Drawing()
    let scale = Double(side) / 100
    let root = layer(PathTests.star(at: Point(50.1, 49.73)))
    let whole = try drawing.picture(of: root, side, side, scale: scale)
    let other = try Drawing()

    for y in stride(from: 0, to: side, by: part) {
      for x in stride(from: 0, to: side, by: part) {
        let frame = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        frame.addSublayer(root)
        root.position = Point(50 - Double(x) / scale, 50 - Double(y) / scale)
        let (width, height) = (min(part, side - x), min(part, side - y))
        let picture = try other.picture(of: frame, width, height, scale: scale)

        #expect(whole.cropped(x: x, y: y, width, height) == picture, "\(x) \(y)")
      }
    }
  }

  @Test func `a mesh is cut once for each doubling of its size`() throws {
    let drawing = try Drawing()
    let root = layer(PathTests.star())
    var cuts = 0
    for step in 0...40 {
      root.transform = Transform3D.rotation(Double(step), x: 0, y: 0, z: 1)
        .concatenating(.scale(x: 1.1 + 0.07 * Double(step), y: 1.1 + 0.07 * Double(step)))
      _ = try drawing.picture(of: root, 100, 100, technique: .mesh)
      cuts += drawing.renderer.statistics.cutMeshes
    }
    #expect(cuts == 2)
  }

  @Test func `a thousand meshes take a handful of draw calls`() throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 640, height: 500))
    let stars = (3..<43).map { Figure(PathTests.star(points: $0, radius: 8, at: Point(8, 8))) }
    for index in 0..<1000 {
      let star = Layer(
        frame: Rect(x: Double(index % 40) * 16, y: Double(index / 40) * 20, width: 16, height: 16))
      star.contents = .path(PathContents(stars[(index * 7) % 40], color: .white))
      root.addSublayer(star)
    }

    _ = try drawing.picture(of: root, 640, 500, technique: .mesh)
    let first = drawing.renderer.statistics
    _ = try drawing.picture(of: root, 640, 500, technique: .mesh)
    let second = drawing.renderer.statistics

    #expect(first.cutMeshes == 40 && second.cutMeshes == 0)
    #expect(second.draws <= 8)
    #expect(second.vertices > 1000 * 100)
    #expect(second.uploadedBytes < 1000 * 300)
  }

  @Test func `a path in perspective is where it is projected, by any technique`() throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    root.sublayerTransform.m34 = -1.0 / 150
    let leaf = layer(PathTests.star())
    leaf.transform = .rotation(-0.9, x: 1, y: 0.3, z: 0)
    root.addSublayer(leaf)

    let mesh = levels(try drawing.picture(of: root, 300, 300, scale: 3, technique: .mesh))
    let exact = levels(try drawing.picture(of: root, 300, 300, scale: 3, technique: .coverage))

    #expect(mesh == levels(try drawing.picture(of: root, 300, 300, scale: 3)))
    #expect(exact.count { $0 == 255 } > 10000)
    let comparison = Comparison(of: mesh, with: exact, width: 300)
    #expect(comparison.areFlatPartsAlike)
    #expect(comparison.worst <= 160 && comparison.edgeMean < 6)
  }

  @Test func `a path that crosses the plane of the eye is cut there`() throws {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 60, height: 60))
    root.sublayerTransform.m34 = -1.0 / 50
    let floor = layer(Path(rect: Rect(x: 0, y: 0, width: 40, height: 400)), side: 400)
    floor.bounds = Rect(x: 0, y: 0, width: 40, height: 400)
    floor.anchorPoint = Point(0.5, 0)
    floor.position = Point(30, 40)
    floor.transform = .rotation(1.2, x: 1, y: 0, z: 0)
    root.addSublayer(floor)
    let mapping = floor.transformToRoot()
    for technique in PathTechnique.allCases {
      let picture = try Drawing().picture(of: root, 60, 60, technique: technique)

      var wrong = 0
      for y in 0..<60 {
        for x in 0..<60 {
          let place = mapping.unproject(Point(Double(x) + 0.5, Double(y) + 0.5))
          let isDeepInside = place.map(floor.bounds.inset(by: 2).contains) ?? false
          let isFarOutside = !(place.map(floor.bounds.outset(by: 2).contains) ?? false)
          let level = picture[x, y][1]
          if isDeepInside && level != 255 || isFarOutside && level >= 130 { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }
}

/// How far one picture's levels are from another's.
struct Comparison {
  private(set) var worst = 0
  /// The mean difference of pixels that the other covers in part.
  private(set) var edgeMean = 0.0
  /// Whether both agree wherever a pixel and all around it are covered whole, or not at all.
  private(set) var areFlatPartsAlike = true

  init(of levels: [UInt8], with exact: [UInt8], width: Int) {
    var (edges, sum) = (0, 0)
    for (index, (a, b)) in zip(levels, exact).enumerated() {
      let difference = abs(Int(a) - Int(b))
      worst = max(worst, difference)
      if b > 0 && b < 255 {
        edges += 1
        sum += difference
      } else if difference > 0 {
        let around = [-1, 0, 1].flatMap { row in [-1, 0, 1].map { index + row * width + $0 } }
        let isFlat = around.allSatisfy { !exact.indices.contains($0) || exact[$0] == b }
        if isFlat { areFlatPartsAlike = false }
      }
    }
    edgeMean = Double(sum) / Double(max(edges, 1))
  }
}
