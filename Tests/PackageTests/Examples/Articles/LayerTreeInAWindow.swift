import Application
import Colors
import Geometry
import Motion
import Scene
import Text

/// Fills a window with a row of cards: the pressed card jumps, and arrow keys move the row.
func buildCards(_ tree: LayerTree, _ input: LayerWindow.InputSource) {
  let row = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 160))
  tree.root.addSublayer(row)
  for (index, color) in [0xc8102e, 0x2b6cb0, 0x2f855a].enumerated() {
    let card = Layer(frame: Rect(x: 20 + 150 * Double(index), y: 20, width: 130, height: 120))
    card.backgroundColor = RGBA(hex: UInt32(color))
    card.cornerRadius = 12
    card.shadow = Shadow(color: RGBA(red: 0, green: 0, blue: 0, alpha: 0.3), offset: Vector(0, 4), blur: 12)
    let title = Layer(frame: Rect(x: 12, y: 80, width: 106, height: 28))
    title.contents = .text(
      TextContents("Card \(index + 1)", font: Font(size: 18, weight: 600), color: .white, baseline: 20))
    card.addSublayer(title)
    row.addSublayer(card)
  }

  input.onEvent { event, time in
    switch event {
    case .pointerDown(let point, .left, _, _):
      guard let card = pressedCard(at: point, in: row) else { return }
      card.add(
        .keyframes(
          .transform, values: [.identity, .translation(x: 0, y: -16), .identity],
          easings: [.easeOut, .easeIn], timing: Timing(duration: 0.4)),
        forKey: "jump", at: time)
    case .key(let key, _, _) where key == .left || key == .right:
      tree.transact(Transaction(at: time, action: .spring(.interface))) {
        row.position.x += key == .left ? -40 : 40
      }
    default: break
    }
  }
  input.onResize { size in row.position = Point(size.width / 2, size.height / 2) }
}

/// Returns the card at a point of the window, or nil.
func pressedCard(at point: Point, in row: Layer) -> Layer? {
  var layer = row.hitTest(point)
  while let current = layer, current.superlayer !== row { layer = current.superlayer }
  return layer
}
