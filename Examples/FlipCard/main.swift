import Application
import Colors
import Geometry
import Motion
import Scene
import Text

/// Returns one side of the card; it is hidden while its back faces the viewer.
func side(_ text: String, _ fill: UInt32, in bounds: Rect) -> Layer {
  let side = Layer(frame: bounds)
  side.backgroundColor = RGBA(hex: fill)
  side.cornerRadius = 16
  side.isDoubleSided = false
  let letter = Layer(frame: Rect(x: 74, y: 70, width: 100, height: 160))
  letter.contents = .text(
    TextContents(text, font: Font(size: 120, weight: 700), color: .white, baseline: 130))
  side.addSublayer(letter)
  return side
}

WindowProgram.main("Flip a card", size: Size(480, 480), background: RGBA(hex: 0x1b1b1b)) { tree, input in
  // The stage has the perspective. It holds the card, whose sides share its 3D space.
  let stage = Layer(frame: Rect(x: 0, y: 0, width: 480, height: 480))
  stage.sublayerTransform = .perspective(distance: 700)
  tree.root.addSublayer(stage)
  let card = Layer(frame: Rect(x: 130, y: 90, width: 220, height: 300))
  card.keepsDepth = true
  stage.addSublayer(card)

  let bounds = Rect(x: 0, y: 0, width: 220, height: 300)
  let back = side("B", 0x2b6cb0, in: bounds)
  back.transform = .rotation(.pi, x: 0, y: 1, z: 0)
  card.addSublayer(side("A", 0xc8102e, in: bounds))
  card.addSublayer(back)

  var angle = 0.0
  input.onResize { size in stage.position = Point(size.width / 2, size.height / 2) }
  input.onEvent { event, time in
    switch event {
    case .pointerDown, .key(.space, _, isRepeat: false): break
    default: return
    }
    let start = angle
    angle += .pi
    // A half turn can go either way; the quarter turn in between chooses the direction.
    let turns = [start, start + .pi / 2, angle].map { Transform3D.rotation($0, x: 0, y: 1, z: 0) }
    card.transform = turns[2]
    card.add(
      .keyframes(
        .transform, values: turns, easings: [.easeIn, .easeOut], timing: Timing(duration: 0.6)),
      forKey: "flip", at: time)
  }
}
