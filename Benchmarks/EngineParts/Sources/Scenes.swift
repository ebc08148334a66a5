import Benchmark
import Colors
import Geometry
import Motion
import Scene

/// Measures a frame of a thousand layers before anything is drawn.
func measureScene(with crown: Crown) throws {
  measureFrames("Scene: 1000 layers at rest, recorded") { _, _ in }
  measureFrames("Scene: 1000 layers, each turning and fading, recorded") { layer, index in
    let turn = Transform3D.rotation(3, x: 0.1, y: 0.2, z: 1)
    layer.add(
      .basic(.transform, to: turn, timing: endless(1 + Double(index % 7) / 10)), forKey: "turn", at: 0)
    layer.add(.basic(.opacity, from: 0.3, to: 1, timing: endless(1.3)), forKey: "fade", at: 0)
  }
  let figure = Figure(crown.path, hasOverlaps: false)
  measureFrames("Scene: 1000 layers with a path, each on a spring, recorded") { layer, index in
    layer.contents = .path(PathContents(figure, color: .white))
    let spring = Spring(response: 60, dampingRatio: 0.05)
    layer.add(.spring(.position, from: .zero, to: Point(500, 400), spring: spring), forKey: "fly", at: 0)
  }
}

private func measureFrames(_ name: String, _ furnish: (Layer, Int) -> Void) {
  let tree = LayerTree(root: Layer(frame: Rect(x: 0, y: 0, width: 1280, height: 800)))
  for index in 0..<1000 {
    let layer = Layer(
      frame: Rect(x: Double(index % 40) * 32, y: Double(index / 40) * 32, width: 28, height: 24))
    layer.backgroundColor = RGBA(red: Double(index % 17) / 17, green: 0.4, blue: 0.7)
    layer.cornerRadius = 6
    tree.root.addSublayer(layer)
    furnish(layer, index)
  }
  var list = DisplayList()
  var frame = 0
  measure(name, prepare: { frame += 1 }) {
    let time = Double(frame) / 60
    tree.advance(to: time)
    list.record(tree.root, at: time)
    blackHole(list.items.count)
  }
}

private func endless(_ seconds: Double) -> Timing {
  var timing = Timing(duration: seconds, easing: .easeInEaseOut)
  timing.iterations = .infinity
  timing.autoreverses = true
  return timing
}
