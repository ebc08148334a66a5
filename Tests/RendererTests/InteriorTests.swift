import Colors
import Geometry
@testable import Scene
import TestSupport
import Testing

/// Insides are drawn by programs that compute no edge, and what is hidden is left out; neither may be seen.
@Suite struct InteriorTests {
  /// A tree of boxes, pictures, gradients and shadows at chance places, on whole pixels and between them.
  private struct Chance {
    var generator: SeededGenerator

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }
    mutating func isSo(_ share: Double) -> Bool { number(0...1) < share }

    mutating func color() -> RGBA {
      let alpha = isSo(0.6) ? 1 : isSo(0.3) ? 0 : number(0...1)
      return RGBA(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: alpha)
    }

    mutating func bitmap(_ width: Int, _ height: Int) -> SharedBitmap {
      let isOpaque = isSo(0.6)
      var bytes: [UInt8] = []
      for index in 0..<max(width, 1) * max(height, 1) {
        let (x, y) = (index % max(width, 1), index / max(width, 1))
        bytes += [
          UInt8(x * 3 % 256), UInt8(y * 5 % 256), UInt8((x + y) % 256), isOpaque ? 255 : UInt8(x % 256),
        ]
      }
      return SharedBitmap(size: PixelSize(width: max(width, 1), height: max(height, 1)), bytes: bytes)
    }

    mutating func frame(in size: Size) -> Rect {
      let rect = Rect(
        x: number(-30...size.width), y: number(-30...size.height), width: number(4...size.width),
        height: number(4...size.height))
      guard isSo(0.6) else { return rect }
      return Rect(
        x: rect.minX.rounded(), y: rect.minY.rounded(), width: rect.width.rounded(),
        height: rect.height.rounded())
    }

    mutating func layer(in size: Size, depth: Int, scale: Double) -> Layer {
      let layer = Layer(frame: frame(in: size))
      if isSo(0.6) { layer.backgroundColor = color() }
      if isSo(0.5) { layer.cornerRadius = number(0...20) }
      if isSo(0.3) { (layer.borderWidth, layer.borderColor) = (number(0.5...5), color()) }
      if isSo(0.3) {
        layer.shadow = Shadow(
          color: color(), offset: Vector(number(-5...5), number(-5...5)), blur: number(1...20), spread: 0)
      }
      if isSo(0.25) { layer.opacity = number(0...1) }
      if isSo(0.2) { layer.masksToBounds = true }
      switch Int(number(0...3)) {
      case 0:
        let side = isSo(0.5) ? scale : number(0.3...3)
        let bitmap = bitmap(Int(layer.bounds.width * side), Int(layer.bounds.height * side))
        layer.contents = .image(ImageContents(bitmap))
      case 1:
        layer.contents = .gradient(
          Gradient(stops: [.init(color(), at: 0), .init(color(), at: 1)], start: .zero, end: Point(1, 1)))
      default: break
      }
      guard depth > 0 else { return layer }
      for _ in 0..<Int(number(0...3)) {
        layer.addSublayer(self.layer(in: layer.bounds.size, depth: depth - 1, scale: scale))
      }
      if isSo(0.1) { layer.mask = self.layer(in: layer.bounds.size, depth: 0, scale: scale) }
      return layer
    }
  }

  @Test func `chance trees look as they do through programs that know no inside`() throws {
    let drawing = try Drawing()
    var differing = 0
    for seed in 0..<UInt64(Sweep.isExhaustive ? 4000 : 48) {
      var chance = Chance(generator: SeededGenerator(seed: seed))
      let scale = [1, 1.5, 2][Int(seed % 3)]
      let size = Size(220, 180)
      let root = Layer(frame: Rect(origin: .zero, size: size))
      root.masksToBounds = true
      for _ in 0..<5 { root.addSublayer(chance.layer(in: size, depth: 2, scale: scale)) }
      let (width, height) = (Int(size.width * scale), Int(size.height * scale))

      var list = DisplayList()
      list.record(root)
      let quick = try drawing.picture(of: list, width, height, scale: scale)
      // Seen by an eye that is very far away nothing is upright, and every pixel computes its edge.
      for index in list.items.indices { list.items[index].transform.m14 = 1e-13 }
      let slow = try drawing.picture(of: list, width, height, scale: scale)

      let worst = try #require(quick.bytes.largestDifference(from: slow.bytes))
      // Each of several layers above each other is rounded to a level.
      #expect(worst <= 2, "seed \(seed)")
      if worst > 1 { differing += 1 }
    }
    #expect(differing <= 3)
  }

  @Test func `what is hidden takes no vertices, and what shows through is drawn`() throws {
    let drawing = try Drawing()
    func vertices(_ front: RGBA, opacity: Double = 1) throws -> Int {
      let root = Layer(frame: Rect(x: 0, y: 0, width: 200, height: 200))
      for _ in 0..<10 {
        let behind = Layer(frame: Rect(x: 20, y: 20, width: 100, height: 100))
        behind.backgroundColor = RGBA(hex: 0x3366cc)
        root.addSublayer(behind)
      }
      let cover = Layer(frame: Rect(x: 10, y: 10, width: 150, height: 150))
      cover.backgroundColor = front
      cover.opacity = opacity
      root.addSublayer(cover)
      _ = try drawing.picture(of: root, 200, 200)
      return drawing.renderer.statistics.vertices
    }

    #expect(try vertices(RGBA(hex: 0xff0000)) == 4)
    #expect(try vertices(RGBA(hex: 0xff0000, alpha: 0.5)) == 8)
    #expect(try vertices(RGBA(hex: 0xff0000), opacity: 0.5) == 8)
  }
}
