import Colors
import GPU
import Geometry
@testable import Renderer
import Scene
import TestSupport
import Testing
import Text

/// What did not change is not drawn, and the picture is the one that drawing all of it gives.
@Suite struct DamageTests {
  /// A tree of boxes, shadows, texts, paths and groups, of which some change from frame to frame.
  private struct Tree {
    let root = Layer(frame: Rect(x: 0, y: 0, width: 240, height: 180))
    var leaves: [Layer] = []
    var generator: SeededGenerator

    init(seed: UInt64) {
      generator = SeededGenerator(seed: seed)
      for _ in 0..<8 { root.addSublayer(branch(depth: 2)) }
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      Double.random(in: range, using: &generator)
    }
    mutating func isSo(_ share: Double) -> Bool { number(0...1) < share }
    mutating func color() -> RGBA {
      RGBA(
        red: number(0...1), green: number(0...1), blue: number(0...1), alpha: isSo(0.7) ? 1 : number(0...1))
    }

    mutating func branch(depth: Int) -> Layer {
      let layer = Layer()
      change(layer)
      leaves.append(layer)
      if isSo(0.2) { layer.masksToBounds = true }
      if depth > 0 { for _ in 0..<Int(number(0...3)) { layer.addSublayer(branch(depth: depth - 1)) } }
      if isSo(0.1) {
        let mask = Layer(frame: Rect(x: 5, y: 5, width: 40, height: 30))
        mask.backgroundColor = .white
        layer.mask = mask
        leaves.append(mask)
      }
      return layer
    }

    mutating func change(_ layer: Layer) {
      layer.frame = Rect(
        x: number(-20...200), y: number(-20...150), width: number(4...120), height: number(4...90))
      layer.backgroundColor = isSo(0.6) ? color() : nil
      layer.cornerRadius = isSo(0.5) ? number(0...12) : 0
      layer.opacity = isSo(0.3) ? number(0...1) : 1
      layer.shadow =
        isSo(0.2) ? Shadow(color: color(), offset: Vector(2, 3), blur: number(1...9)) : nil
      layer.transform = isSo(0.15) ? .rotation(number(0...3), x: 0, y: 0, z: 1) : .identity
      switch Int(number(0...4)) {
      case 0:
        layer.contents = .text(
          TextContents(
            "Ágfj \(Int(number(0...99)))", font: Font(size: number(8...30)), color: color(), baseline: 20))
      case 1:
        var path = Path()
        path.move(to: Point(number(-10...60), 0))
        path.line(to: Point(60, number(0...80)))
        path.quad(to: Point(0, 60), control: Point(number(-30...90), 90))
        path.close()
        layer.contents = .path(PathContents(path, color: color()))
      default: layer.contents = nil
      }
    }

    /// Changes a layer or two, or takes one away, or adds one.
    mutating func step() {
      for _ in 0...Int(number(0...1.9)) {
        guard let layer = leaves.randomElement(using: &generator) else { return }
        switch Int(number(0...6)) {
        case 0 where layer.superlayer === root: layer.removeFromSuperlayer()
        case 1: root.addSublayer(branch(depth: 1))
        case 2: layer.isHidden.toggle()
        case 3: layer.position = layer.position + Vector(number(-3...3), number(-3...3))
        default: change(layer)
        }
      }
    }
  }

  @Test func `chance changes of chance trees give the pixels of a whole drawing`() throws {
    let offscreen = try Drawing()
    let size = PixelSize(width: 360, height: 270)
    var (partial, divided) = (0, 0)
    for seed in 0..<UInt64(Sweep.isExhaustive ? 300 : 12) {
      var tree = Tree(seed: seed)
      let kept = try Framebuffer(size: size, in: offscreen.context)
      var drawn = DisplayList()
      drawn.record(tree.root)
      offscreen.context.setTarget(kept)
      try offscreen.renderer.draw(drawn, size: size, scale: 1.5, background: .white)
      for frame in 0..<12 {
        tree.step()
        var next = DisplayList()
        next.record(tree.root)
        let damage = offscreen.renderer.damage(from: drawn, to: next, size: size, scale: 1.5)
        offscreen.context.setTarget(kept)
        switch damage {
        case .everything: try offscreen.renderer.draw(next, size: size, scale: 1.5, background: .white)
        case .part(let areas):
          if damage.isSmall(in: size) { partial += 1 }
          if areas.count > 1 { divided += 1 }
          try offscreen.renderer.draw(next, size: size, areas: areas, scale: 1.5, background: .white)
        }
        drawn = next
        let whole = try offscreen.picture(of: next, 360, 270, scale: 1.5, background: .white)
        let bytes = kept.readPixels()
        #expect(bytes == whole.bytes, "seed \(seed), frame \(frame), \(damage)")
        if bytes != whole.bytes { break }
      }
    }
    #expect(partial > 20)
    #expect(divided > 10)
  }

  @Test func `lists that are equal damage nothing, a caret damages little`() throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 800, height: 600))
    root.backgroundColor = .white
    let text = Layer(frame: Rect(x: 100, y: 100, width: 300, height: 30))
    text.contents = .text(TextContents("Keep calm", font: Font(size: 20), color: .black, baseline: 22))
    let caret = Layer(frame: Rect(x: 190, y: 104, width: 1, height: 22))
    caret.backgroundColor = .black
    for layer in [text, caret] { root.addSublayer(layer) }
    let size = PixelSize(width: 800, height: 600)
    var (shown, hidden) = (DisplayList(), DisplayList())
    shown.record(root)
    caret.isHidden = true
    hidden.record(root)

    guard case .part(let none) = drawing.renderer.damage(from: shown, to: shown, size: size, scale: 1),
      case .part(let little) = drawing.renderer.damage(from: shown, to: hidden, size: size, scale: 1)
    else {
      Issue.record("everything is damaged")
      return
    }
    #expect(none.isEmpty)
    #expect(little.count == 1)
    for area in little {
      #expect(area.width <= 7 && area.height <= 28 && area.x >= 186 && area.y >= 100)
    }
  }

  @Test func `what changes far apart is drawn apart, however much changes`() throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 800, height: 600))
    root.backgroundColor = .white
    let places = (0..<12).map { Point(Double($0 % 4) * 240, Double($0 / 4) * 250) }
    let marks = places.map { Layer(frame: Rect(origin: $0, size: Size(width: 20, height: 20))) }
    for mark in marks {
      mark.backgroundColor = .black
      root.addSublayer(mark)
    }
    let size = PixelSize(width: 800, height: 600)
    var (before, corners, all) = (DisplayList(), DisplayList(), DisplayList())
    before.record(root)
    for mark in [marks[0], marks[3], marks[8], marks[11]] { mark.backgroundColor = .white }
    corners.record(root)
    for mark in marks { mark.backgroundColor = .white }
    all.record(root)

    let apart = drawing.renderer.damage(from: before, to: corners, size: size, scale: 1)
    let many = drawing.renderer.damage(from: before, to: all, size: size, scale: 1)

    guard case .part(let four) = apart, case .part(let joined) = many else {
      Issue.record("everything is damaged")
      return
    }
    #expect(four.count == 4)
    #expect(four.allSatisfy { $0.width <= 28 && $0.height <= 28 })
    #expect(joined.count <= 4)
    for place in places {
      let (x, y) = (Int(place.x), Int(place.y))
      #expect(
        joined.contains { $0.x <= x && $0.y <= y && $0.x + $0.width >= x + 20 && $0.y + $0.height >= y + 20 })
    }
  }
}
