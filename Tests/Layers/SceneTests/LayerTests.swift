import Motion
import Scene
import Testing

@Suite struct LayerTests {
  /// Some layers in a layer, in their order.
  private func family(_ count: Int) -> (parent: Layer, children: [Layer]) {
    let (parent, children) = (Layer(), (0..<count).map { _ in Layer() })
    for child in children { parent.addSublayer(child) }
    return (parent, children)
  }

  @Test func `layers are brought to the front as adding one after the other brings them`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let (one, first) = family(6)
      let (other, second) = family(6)
      let (new, same) = (Layer(), Layer())
      let order = (0..<6).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      one.bringToFront(order.map { first[$0] } + [new])
      for index in order { other.addSublayer(second[index]) }
      other.addSublayer(same)

      let (names, wanted) = (first + [new], second + [same])
      #expect(
        one.sublayers.map { layer in names.firstIndex { $0 === layer } }
          == other.sublayers.map { layer in wanted.firstIndex { $0 === layer } })
      #expect(one.sublayers.allSatisfy { $0.superlayer === one })
    }
  }

  @Test
  func `a layer that is brought to the front keeps its animation, and one from elsewhere leaves its place`() {
    let tree = LayerTree()
    let (parent, children) = family(3)
    tree.root.addSublayer(parent)
    let (elsewhere, others) = family(1)
    tree.transact(Transaction(at: 0, action: .eased(duration: 1, .linear))) { children[0].opacity = 0 }

    parent.bringToFront([others[0], children[0]])

    #expect(parent.sublayers.map { $0 === children[0] } == [false, false, false, true])
    #expect(elsewhere.sublayers.isEmpty && others[0].tree === tree)
    #expect((children[0].presentation(at: 0.5).opacity - 0.5).magnitude < 0.01)
  }
}
