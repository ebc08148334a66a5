import Application
import Colors
import Geometry
import Motion
import Scene

WindowProgram.main("Spring", size: Size(640, 480)) { tree, input in
  let disc = Layer(frame: Rect(x: 280, y: 200, width: 80, height: 80))
  disc.backgroundColor = RGBA(hex: 0xc8102e)
  disc.cornerRadius = 40
  tree.root.addSublayer(disc)

  // An interrupted spring continues from its current place and velocity.
  input.onEvent { event, time in
    guard case .pointerMoved(let point, _) = event else { return }
    tree.transact(Transaction(at: time, action: .spring(.thrown))) { disc.position = point }
  }
}
