import Colors
import Geometry
import TestSupport
import Testing
import Text

@testable import Scene

@Suite struct LayoutDirectionTests {
  /// Layers in layers, three of each in four levels, some turned, and some without extent.
  private func tree(_ direction: LayoutDirection = .inherited, width: Double = 400) -> Layer {
    // The same numbers each time, so that both trees are the same.
    var numbers = SeededGenerator(seed: 7)
    func eighths(_ limit: Double) -> Double {
      (Double.random(in: 0..<limit, using: &numbers) * 8).rounded() / 8
    }
    func grow(_ layer: Layer, _ level: Int) {
      guard level > 0 else { return }
      for index in 0..<3 {
        let sublayer = Layer(
          frame: Rect(
            x: eighths(200), y: eighths(200), width: index == 2 ? 0 : eighths(90), height: eighths(60)
          ))
        sublayer.name = "\(layer.name)/\(index)"
        sublayer.backgroundColor = .black
        sublayer.bounds.origin = Point(eighths(10), eighths(10))
        sublayer.anchorPoint = Point(eighths(1), eighths(1))
        if index == 1 { sublayer.transform = .scale(x: 1 + eighths(1), y: 0.5) }
        layer.addSublayer(sublayer)
        grow(sublayer, level - 1)
      }
    }
    let root = Layer(frame: Rect(x: 0, y: 0, width: width, height: 300))
    root.layoutDirection = direction
    grow(root, 4)
    return root
  }

  private func items(_ root: Layer) -> [DisplayList.Item] {
    var list = DisplayList()
    list.record(root)
    return list.items
  }

  private func box(_ item: DisplayList.Item) -> Rect? {
    guard case .box(let rect, _, _, _, _) = item.shape else { return nil }
    return item.transform.boundingBox(of: rect)
  }

  private func expectNear(_ a: Rect, _ b: Rect, sourceLocation: SourceLocation = #_sourceLocation) {
    for (a, b) in zip(a.corners, b.corners) {
      #expect(a.distance(to: b) < 1e-6, sourceLocation: sourceLocation)
    }
  }

  @Test func `boxes of a mirrored tree are in the reflected places, and not turned over`() {
    let (plain, mirrored) = (items(tree()), items(tree(.rightToLeft)))

    #expect(plain.count == mirrored.count && plain.count > 100)
    for (plain, mirrored) in zip(plain, mirrored) {
      guard let before = box(plain), let after = box(mirrored) else { continue }
      expectNear(
        after, Rect(x: 400 - before.maxX, y: before.minY, width: before.width, height: before.height))
      #expect(mirrored.transform.m11 > 0 && mirrored.shape == plain.shape)
    }
  }

  @Test func `a tree from left to right in a mirrored one is only moved`() throws {
    let plain = items(tree())
    let root = Layer(frame: Rect(x: 0, y: 0, width: 1000, height: 300))
    root.layoutDirection = .rightToLeft
    let part = tree(.leftToRight)
    part.frame.origin.x = 70
    root.addSublayer(part)

    let moved = items(root)

    #expect(plain.count == moved.count)
    for (plain, moved) in zip(plain, moved) {
      guard let before = box(plain), let after = box(moved) else { continue }
      expectNear(after, before.offset(by: Vector(1000 - 70 - 400, 0)))
    }
  }

  @Test func `a layer is found where it is seen in either direction`() {
    let (plain, mirrored) = (tree(), tree(.rightToLeft))

    for x in stride(from: 1.53, to: 400, by: 7) {
      for y in stride(from: 1.53, to: 300, by: 11) {
        #expect(plain.hitTest(Point(x, y))?.name == mirrored.hitTest(Point(400 - x, y))?.name)
      }
    }
  }

  @Test func `the corners of a layer are those of what is drawn of it`() throws {
    let root = tree(.rightToLeft)
    let layer = root.sublayers[0].sublayers[1].sublayers[0]
    layer.backgroundColor = RGBA(red: 1, green: 0, blue: 0)

    let drawn = try #require(
      items(root).first { item in
        if case .box(_, _, let fill, _, _) = item.shape { return fill?.red == 1 }
        return false
      })
    let corners = try #require(layer.projectedCorners())

    expectNear(try #require(box(drawn)), Rect(corners[0], corners[2]))
  }

  /// Returns the only item of a layer of 40 by 20 points at 10 points from the left of a tree of 100 points.
  private func item(_ contents: Contents) throws -> DisplayList.Item {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 50))
    root.layoutDirection = .rightToLeft
    let layer = Layer(frame: Rect(x: 10, y: 5, width: 40, height: 20))
    layer.contents = contents
    root.addSublayer(layer)
    return try #require(items(root).first)
  }

  @Test func `letters and pictures are moved, and shapes are reflected`() throws {
    let text = try item(.text(TextContents("‹a›", font: Font(size: 12), color: .black, baseline: 14)))
    let bitmap = SharedBitmap(size: PixelSize(width: 1, height: 1), bytes: [0, 0, 0, 255])
    let picture = try item(.image(ImageContents(bitmap)))
    let triangle = Path(polygon: [Point(0, 0), Point(40, 10), Point(0, 20)])
    let path = try item(.path(PathContents(triangle, color: .black)))

    #expect(text.transform.affine == .translation(x: 50, y: 5))
    #expect(picture.transform.affine == .translation(x: 50, y: 5))
    #expect(path.transform.project(.zero) == Point(90, 5))
    #expect(path.transform.project(Point(40, 10)) == Point(50, 15))
  }

  @Test func `a gradient runs the other way`() throws {
    let stops = [Gradient.Stop(.black, at: 0), Gradient.Stop(.white, at: 1)]
    let item = try item(.gradient(Gradient(stops: stops, start: Point(0, 0.25), end: Point(1, 0.5))))

    guard case .gradient(let drawn, let rect, _) = item.shape else {
      Issue.record("no gradient is drawn")
      return
    }
    #expect(drawn == Gradient(stops: stops, start: Point(1, 0.25), end: Point(0, 0.5)))
    #expect(item.transform.boundingBox(of: rect) == Rect(x: 50, y: 5, width: 40, height: 20))
  }
}
