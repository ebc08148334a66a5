import Colors
import Geometry
import Scene
import Testing

@Suite struct LayerCoordinateTests {
  @Test func `a frame is where bounds, position and anchor point put it`() {
    let layer = Layer(frame: Rect(x: 10, y: 20, width: 30, height: 40))

    #expect(layer.position == Point(25, 40))
    #expect(layer.bounds.size == Size(30, 40))
    layer.anchorPoint = Point(0, 1)
    #expect(layer.frame == Rect(x: 25, y: 0, width: 30, height: 40))
    layer.frame = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(layer.position == Point(1, 6))
  }

  @Test func `scrolled bounds move what stands on them`() throws {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let page = Layer(frame: Rect(x: 10, y: 10, width: 50, height: 50))
    page.bounds.origin = Point(0, 30)
    let line = Layer(frame: Rect(x: 5, y: 40, width: 10, height: 10))
    root.addSublayer(page)
    page.addSublayer(line)

    #expect(line.transformToRoot().project(Point(0, 0)) == Point(15, 20))
    #expect(root.hitTest(Point(16, 21)) === line)
  }

  @Test func `a turn goes about the anchor point`() throws {
    let layer = Layer(frame: Rect(x: 0, y: 0, width: 20, height: 10))
    layer.anchorPoint = Point(1, 1)
    layer.position = Point(50, 50)
    layer.transform = .rotation(.pi, x: 0, y: 0, z: 1)

    let anchor = try #require(layer.transformToSuperlayer().project(Point(20, 10)))
    let corner = try #require(layer.transformToSuperlayer().project(Point(0, 0)))

    #expect(anchor.distance(to: Point(50, 50)) < 1e-12)
    #expect(corner.distance(to: Point(70, 60)) < 1e-12)
  }

  @Test func `the frontmost visible layer is hit`() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let back = Layer(frame: Rect(x: 10, y: 10, width: 50, height: 50))
    let front = Layer(frame: Rect(x: 30, y: 30, width: 50, height: 50))
    root.addSublayer(back)
    root.addSublayer(front)

    #expect(root.hitTest(Point(40, 40)) === front)
    #expect(root.hitTest(Point(15, 15)) === back)
    #expect(root.hitTest(Point(90, 5)) === root)
    #expect(root.hitTest(Point(101, 5)) == nil)
    back.zPosition = 1
    #expect(root.hitTest(Point(40, 40)) === back)
    back.isHidden = true
    #expect(root.hitTest(Point(40, 40)) === front)
    front.opacity = 0
    #expect(root.hitTest(Point(40, 40)) === root)
  }

  @Test func `what is cut off is not hit, what hangs over is`() {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let window = Layer(frame: Rect(x: 10, y: 10, width: 20, height: 20))
    let large = Layer(frame: Rect(x: 0, y: 0, width: 80, height: 80))
    root.addSublayer(window)
    window.addSublayer(large)

    #expect(root.hitTest(Point(60, 60)) === large)
    window.masksToBounds = true
    #expect(root.hitTest(Point(60, 60)) === root)
    #expect(root.hitTest(Point(20, 20)) === large)
  }

  @Test func `a hit agrees with the mapping that draws, in perspective too`() throws {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 300))
    var eye = Transform3D.identity
    eye.m34 = -1 / 500
    root.sublayerTransform = eye
    let card = Layer(frame: Rect(x: 120, y: 80, width: 160, height: 120))
    card.transform = .rotation(0.9, x: 0.3, y: 1, z: 0.1)
    root.addSublayer(card)
    let mapping = card.transformToRoot()
    var (hits, misses) = (0, 0)
    for row in -3...15 {
      for column in -3...15 {
        let point = Point(Double(column) / 12 * 160 + 0.01, Double(row) / 12 * 120 + 0.01)
        let shown = try #require(mapping.project(point))
        guard root.bounds.contains(shown) else { continue }
        let isInside = card.bounds.contains(point)
        #expect((root.hitTest(shown) === card) == isInside, "\(point)")
        if isInside { hits += 1 } else { misses += 1 }
      }
    }
    #expect(hits > 100 && misses > 50)
  }

  @Test func `a layer has one superlayer`() {
    let (first, second, child) = (Layer(), Layer(), Layer())
    first.addSublayer(child)

    second.addSublayer(child)

    #expect(first.sublayers.isEmpty)
    #expect(child.superlayer === second)
    child.removeFromSuperlayer()
    #expect(second.sublayers.isEmpty && child.superlayer == nil)
  }
}
