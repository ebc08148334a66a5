import Application
import Colors
import Geometry
import Motion
import Scene

/// Opens a window in which a card moves to the pointer's presses on a spring.
func showSprings() throws {
  try WindowProgram.run("Springs", size: Size(640, 480)) { tree, input in
    let card = Layer(frame: Rect(x: 260, y: 200, width: 120, height: 80))
    card.backgroundColor = RGBA(hex: 0xc8102e)
    card.cornerRadius = 10
    tree.root.addSublayer(card)

    input.onEvent { event, time in
      guard case .pointerDown(let point, _, _, _) = event else { return }
      tree.transact(Transaction(at: time, action: .spring(.interface))) { card.position = point }
    }
  }
}
