import Colors
import Geometry
import Motion
import Scene

/// Returns what is to be drawn of a card some seconds after it was sent to the right.
func card(at time: Double) -> DisplayList {
  let tree = LayerTree(root: Layer(frame: Rect(x: 0, y: 0, width: 480, height: 320)))
  let card = Layer(frame: Rect(x: 20, y: 120, width: 120, height: 80))
  card.backgroundColor = RGBA(hex: 0xc8102e)
  card.cornerRadius = 10
  tree.root.addSublayer(card)

  tree.transact(Transaction(at: 0, action: .spring(.interface))) {
    // The model is there at once; what is seen follows it on a spring.
    card.position = Point(400, 160)
  }
  tree.advance(to: time)
  var list = DisplayList()
  list.record(tree.root, at: time)
  return list
}
