import Colors
import Geometry
@testable import Scene
import TestSupport
import Testing

/// Insides are drawn by programs that compute no edge, and what is hidden is left out; neither may be seen.
@Suite struct InteriorTests {
  @Test func `chance trees look as they do through programs that know no inside`() throws {
    let drawing = try Drawing()
    var differing = 0
    for seed in 0..<UInt64(Sweep.isExhaustive ? 4000 : 48) {
      var chance = ChanceTree(generator: SeededGenerator(seed: seed))
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
