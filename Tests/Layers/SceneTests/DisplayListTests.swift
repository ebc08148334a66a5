import Colors
import Geometry
import Scene
import Testing

@Suite struct DisplayListTests {
  private func filled(_ x: Double, _ y: Double, _ side: Double, _ hex: UInt32) -> Layer {
    let layer = Layer(frame: Rect(x: x, y: y, width: side, height: side))
    layer.backgroundColor = RGBA(hex: hex)
    return layer
  }

  private func fills(_ list: DisplayList) -> [RGBA] {
    list.items.compactMap {
      guard case .box(_, _, let fill, _, _) = $0.shape else { return nil }
      return fill
    }
  }

  private func list(_ root: Layer) -> DisplayList {
    var list = DisplayList()
    list.record(root)
    return list
  }

  @Test func `layers are drawn back to front, superlayers first`() {
    let root = filled(0, 0, 100, 1)
    let (back, front, raised) = (filled(0, 0, 10, 2), filled(0, 0, 10, 4), filled(0, 0, 10, 5))
    for layer in [raised, back, front] { root.addSublayer(layer) }
    back.addSublayer(filled(0, 0, 5, 3))
    raised.zPosition = 1

    #expect(fills(list(root)) == [1, 2, 3, 4, 5].map { RGBA(hex: $0) })
  }

  @Test func `the same tree gives the same list, whatever the storage held before`() {
    let root = filled(0, 0, 100, 1)
    root.addSublayer(filled(3, 4, 5, 2))
    var used = DisplayList()
    used.record(filled(9, 9, 9, 9))

    used.record(root)

    #expect(used == list(root))
    #expect(used == list(root))
  }

  @Test func `what cannot be seen is left out with all that stands on it`() {
    let root = filled(0, 0, 100, 1)
    let (hidden, clear, outside) = (filled(0, 0, 9, 2), filled(0, 0, 9, 3), filled(200, 200, 9, 4))
    hidden.isHidden = true
    clear.opacity = 0
    for layer in [hidden, clear] {
      layer.addSublayer(filled(0, 0, 5, 7))
      root.addSublayer(layer)
    }
    root.addSublayer(outside)

    #expect(!fills(list(root)).contains(RGBA(hex: 7)))
    #expect(!fills(list(root)).contains(RGBA(hex: 2)))
  }

  @Test func `a layer with sublayers fades as one picture, a single box by itself`() {
    let root = filled(0, 0, 100, 1)
    let middle = filled(0, 0, 50, 2)
    root.opacity = 0.5
    middle.opacity = 0.25
    root.addSublayer(middle)

    #expect(list(root).items.map(\.opacity) == [0.5, 1, 0.25, 1])
    #expect(list(middle).items.map(\.opacity) == [0.25])
  }

  @Test func `a group of a single thing is that thing, faded by both, and an empty one is nothing`() {
    let root = filled(0, 0, 100, 1)
    let groups = (0..<3).map { _ in Layer(frame: Rect(x: 0, y: 0, width: 50, height: 50)) }
    let single = filled(1, 1, 5, 2)
    groups[0].addSublayer(single)
    groups[1].addSublayer(filled(1, 1, 5, 3))
    groups[1].cornerRadius = 4
    groups[1].masksToBounds = true
    groups[2].addSublayer(Layer(frame: Rect(x: 0, y: 0, width: 5, height: 5)))
    for layer in groups + [single] { layer.opacity = 0.5 }
    for group in groups { root.addSublayer(group) }

    // A group clipped to a rounded rectangle still needs a picture.
    #expect(list(root).items.map(\.opacity) == [1, 0.25, 0.5, 1, 1])
    #expect(fills(list(root)) == [1, 2, 3].map { RGBA(hex: $0) })
  }

  @Test func `a layer that keeps depth gives its opacity to each sublayer and shows nothing itself`() {
    let root = filled(0, 0, 100, 1)
    let leaves = [filled(0, 0, 50, 2), filled(0, 0, 50, 3)]
    root.keepsDepth = true
    root.opacity = 0.5
    leaves.forEach(root.addSublayer)

    #expect(list(root).items.map(\.opacity) == [0.5, 0.5])
  }

  @Test func `clips narrow down the tree and do not cut the layer that makes them`() {
    let root = filled(0, 0, 100, 1)
    let outer = filled(10, 10, 50, 2)
    let inner = filled(30, 30, 50, 3)
    let leaf = filled(0, 0, 5, 4)
    outer.masksToBounds = true
    inner.masksToBounds = true
    root.addSublayer(outer)
    outer.addSublayer(inner)
    inner.addSublayer(leaf)

    let clips = list(root).items.map(\.clip)

    #expect(
      clips == [
        nil, nil, Rect(x: 10, y: 10, width: 50, height: 50), Rect(x: 40, y: 40, width: 20, height: 20),
      ])
  }

  @Test func `a picture has its background under it and its border over it`() {
    let layer = filled(0, 0, 10, 1)
    layer.contents = .plane(.hsb(hue: 10))
    layer.borderWidth = 1
    layer.shadow = Shadow(color: RGBA(hex: 0), offset: .zero, blur: 4)

    let kinds = list(layer).items.map { item in
      switch item.shape {
      case .shadow: "shadow"
      case .box(_, _, let fill, let width, _): fill == nil ? "border \(width)" : "fill \(width)"
      case .shader: "plane"
      default: "other"
      }
    }

    #expect(kinds == ["shadow", "fill 0.0", "plane", "border 1.0"])
  }
}
