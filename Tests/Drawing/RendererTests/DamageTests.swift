import Colors
import GPU
import Geometry
@testable import Renderer
import Scene
import TestSupport
import Testing
import Text

/// Unchanged parts are not redrawn, and the picture equals a complete drawing.
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
        case .everything, .moved:
          try offscreen.renderer.draw(next, size: size, scale: 1.5, background: .white)
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

  /// A wall of pictures, boxes, texts and paths that hang behind an opening and are scrolled, with things before and behind it.
  private struct Wall {
    var tree: Tree
    let opening = Layer(frame: Rect(x: 4, y: 20, width: 220, height: 150))
    let wall = Layer(frame: Rect(x: 0, y: 0, width: 240, height: 2000))
    let bitmaps: [SharedBitmap]
    let scale: Double
    var rows = 0
    var leaves: [Layer] = []

    init(seed: UInt64, scale: Double) {
      tree = Tree(seed: seed)
      for layer in tree.leaves where layer.superlayer === tree.root { layer.removeFromSuperlayer() }
      tree.leaves = []
      self.scale = scale
      let sizes = [PixelSize(width: 60, height: 75), PixelSize(width: 90, height: 120)]
      bitmaps = sizes.enumerated().map { number, size in
        let bytes = (0..<size.width * size.height).flatMap { pixel -> [UInt8] in
          [UInt8(pixel % 251), UInt8(pixel * 7 % 253), UInt8(pixel / size.width), 255]
        }
        return SharedBitmap(Bitmap(size: size, bytes: bytes))
      }
      let ground = Layer(frame: tree.root.frame)
      ground.backgroundColor = RGBA(red: 0.1, green: 0.1, blue: 0.12)
      tree.root.addSublayer(ground)
      opening.masksToBounds = true
      opening.addSublayer(wall)
      tree.root.addSublayer(opening)
      for _ in 0..<6 { addRow() }
      if tree.isSo(0.7) {
        let bar = tree.branch(depth: 1)
        tree.root.addSublayer(bar)
      }
    }

    /// Hangs up another row, three things beside each other.
    mutating func addRow() {
      for column in 0..<3 {
        let bitmap = bitmaps[Int(tree.number(0...1.9))]
        let layer = Layer()
        layer.frame = Rect(
          x: Double(column) * 72 + 8, y: Double(rows) * 96 + 6, width: Double(bitmap.size.width) / scale,
          height: Double(bitmap.size.height) / scale)
        if tree.isSo(0.8) { layer.contents = .image(ImageContents(bitmap)) }
        if tree.isSo(0.3) { layer.backgroundColor = tree.color() }
        if tree.isSo(0.8) {
          layer.shadow = Shadow(color: .black, offset: Vector(0, 2), blur: tree.number(3...9))
        }
        layer.cornerRadius = tree.isSo(0.6) ? tree.number(0...6) : 0
        if tree.isSo(0.15) { layer.masksToBounds = true }
        layer.opacity = tree.isSo(0.2) ? tree.number(0.3...1) : 1
        if tree.isSo(0.4) { layer.addSublayer(tree.branch(depth: 1)) }
        wall.addSublayer(layer)
        leaves.append(layer)
      }
      rows += 1
    }

    /// Scrolls by whole pixels or none, mostly; sometimes something else happens.
    mutating func step() {
      if !tree.isSo(0.1) {
        let way = Vector(tree.isSo(0.1) ? tree.number(-9...9).rounded() : 0, tree.number(-24...9).rounded())
        wall.position = wall.position + way / (tree.isSo(0.1) ? 1.7 : scale)
      }
      if tree.isSo(0.3) { addRow() }
      if tree.isSo(0.15) { leaves.first?.removeFromSuperlayer() }
      if tree.isSo(0.2), let layer = leaves.randomElement(using: &tree.generator) { tree.change(layer) }
      if tree.isSo(0.2) { tree.step() }
    }
  }

  @Test func `what has moved by whole pixels is copied, and the pixels are those of a whole drawing`() throws
  {
    let offscreen = try Drawing()
    let size = PixelSize(width: 360, height: 270)
    var moved = 0
    for seed in 0..<UInt64(Sweep.isExhaustive ? 400 : 12) {
      let scale = [1, 1.25, 1.5, 2][Int(seed % 4)]
      var wall = Wall(seed: seed, scale: scale)
      var kept = [try Framebuffer.Kept(size, offscreen), try Framebuffer.Kept(size, offscreen)]
      var drawn = DisplayList()
      drawn.record(wall.tree.root)
      offscreen.context.setTarget(kept[0].framebuffer)
      try offscreen.renderer.draw(drawn, size: size, scale: scale, background: .white)
      for frame in 0..<16 {
        wall.step()
        var next = DisplayList()
        next.record(wall.tree.root)
        let damage = offscreen.renderer.damage(
          from: drawn, to: next, size: size, scale: scale, followsMoves: true)
        switch damage {
        case .everything:
          offscreen.context.setTarget(kept[0].framebuffer)
          try offscreen.renderer.draw(next, size: size, scale: scale, background: .white)
        case .part(let areas):
          offscreen.context.setTarget(kept[0].framebuffer)
          try offscreen.renderer.draw(next, size: size, areas: areas, scale: scale, background: .white)
        case .moved(let move, let areas):
          moved += 1
          kept.swapAt(0, 1)
          offscreen.context.setTarget(kept[0].framebuffer)
          offscreen.context.copy(kept[1].framebuffer)
          let source = PixelRect(
            x: move.area.x - move.way.x, y: move.area.y - move.way.y, width: move.area.width,
            height: move.area.height)
          offscreen.context.copy(kept[1].framebuffer, from: source, toX: move.area.x, y: move.area.y)
          try offscreen.renderer.draw(next, size: size, areas: areas, scale: scale, background: .white)
        }
        drawn = next
        let whole = try offscreen.picture(of: next, 360, 270, scale: scale, background: .white)
        let bytes = kept[0].framebuffer.readPixels()
        #expect(bytes == whole.bytes, "seed \(seed), frame \(frame), \(damage)")
        if bytes != whole.bytes { break }
      }
    }
    #expect(moved > 50)
  }

  @Test func `a wall that is scrolled by whole pixels is drawn anew where more of it comes into sight`()
    throws
  {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 800, height: 600))
    root.backgroundColor = .black
    let opening = Layer(frame: Rect(x: 0, y: 50, width: 800, height: 550))
    opening.masksToBounds = true
    let wall = Layer(frame: Rect(x: 0, y: 0, width: 800, height: 2000))
    opening.addSublayer(wall)
    root.addSublayer(opening)
    for place in 0..<40 {
      let card = Layer(
        frame: Rect(x: Double(place % 5) * 160, y: Double(place / 5) * 180, width: 120, height: 150))
      card.backgroundColor = RGBA(red: 0.5, green: Double(place) / 40, blue: 1)
      card.cornerRadius = 3
      card.shadow = Shadow(color: .black, offset: Vector(0, 2), blur: 8)
      wall.addSublayer(card)
    }
    let size = PixelSize(width: 800, height: 600)
    func damage(by way: Vector) -> Damage {
      var (before, after) = (DisplayList(), DisplayList())
      wall.position = .zero
      before.record(root)
      wall.position = .zero + way
      after.record(root)
      return drawing.renderer.damage(from: before, to: after, size: size, scale: 1, followsMoves: true)
    }

    let upward = damage(by: Vector(0, -7))
    guard case .moved(let move, let areas) = upward else {
      Issue.record("nothing has moved: \(upward)")
      return
    }
    #expect(move.way == PixelWay(x: 0, y: -7))
    #expect(move.area == PixelRect(x: 0, y: 50, width: 800, height: 543))
    #expect(areas.allSatisfy { $0.y >= 593 && $0.y + $0.height <= 600 })
    // Between pixels edges and shadows look otherwise.
    for way in [Vector(0, -6.5), Vector(0.25, -7)] {
      if case .moved = damage(by: way) { Issue.record("\(way) is no way of whole pixels") }
    }
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

  @Test func `what goes damages its own place, whatever changes in front of it or behind it`() throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 800, height: 600))
    root.backgroundColor = .white
    let marks = [Point(100, 50), Point(700, 100), Point(400, 500)].map {
      Layer(frame: Rect(origin: $0, size: Size(width: 10, height: 20)))
    }
    for mark in marks {
      for place in 0..<10 {
        let row = Layer(frame: Rect(x: 0, y: Double(place) * 60, width: 800, height: 59))
        row.backgroundColor = RGBA(red: 0.5, green: Double(place) / 10, blue: 1)
        root.addSublayer(row)
      }
      mark.backgroundColor = .black
      root.addSublayer(mark)
    }
    // A thing and something in a group, which goes with it.
    marks[1].opacity = 0.5
    marks[1].addSublayer(Layer(frame: Rect(x: 2, y: 2, width: 4, height: 4)))
    marks[1].sublayers[0].backgroundColor = .white
    let size = PixelSize(width: 800, height: 600)
    var (before, after) = (DisplayList(), DisplayList())
    before.record(root)
    for mark in [marks[0], marks[2]] { mark.backgroundColor = .white }
    marks[1].isHidden = true
    after.record(root)
    #expect(before.items.count > after.items.count)

    for (from, to) in [(before, after), (after, before)] {
      guard case .part(let areas) = drawing.renderer.damage(from: from, to: to, size: size, scale: 1) else {
        Issue.record("everything is damaged")
        return
      }
      #expect(areas.count == 3)
      #expect(areas.allSatisfy { $0.width <= 18 && $0.height <= 28 })
    }
  }

  @Test func `what lies in two areas is drawn in both`() throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 60, height: 40))
    let window = Layer(frame: Rect(x: 20, y: 10, width: 20, height: 20))
    window.masksToBounds = true
    let disc = Layer(frame: Rect(x: 2, y: 2, width: 30, height: 14))
    (disc.backgroundColor, disc.cornerRadius) = (RGBA(hex: 0x20a040), 7)
    window.addSublayer(disc)
    root.addSublayer(window)
    let size = PixelSize(width: 60, height: 40)
    var list = DisplayList()
    list.record(root)
    let target = try Framebuffer(size: size, in: drawing.context)
    drawing.context.setTarget(target)
    func pixels(in areas: [PixelRect]?) throws -> [UInt8] {
      try drawing.renderer.draw(list, size: size, areas: areas, scale: 1, background: .white)
      return target.readPixels()
    }

    let whole = try pixels(in: nil)
    drawing.context.clear()
    let parts = try pixels(
      in: [PixelRect(x: 0, y: 0, width: 45, height: 40), PixelRect(x: 15, y: 0, width: 45, height: 40)])

    #expect(parts == whole)
    #expect(Set(whole).count > 4)
  }

  @Test func `a part is drawn without the letters that lie elsewhere`() throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 300))
    for line in 0..<10 {
      let text = Layer(frame: Rect(x: 10, y: Double(line) * 30, width: 300, height: 30))
      text.contents = .text(TextContents("Keep calm", font: Font(size: 20), color: .black, baseline: 22))
      root.addSublayer(text)
    }
    let size = PixelSize(width: 400, height: 300)
    var list = DisplayList()
    list.record(root)
    func vertices(in part: PixelRect) throws -> Int {
      try drawing.renderer.draw(list, size: size, areas: [part], scale: 1, background: .white)
      return drawing.renderer.statistics.vertices
    }
    let target = try Framebuffer(size: size, in: drawing.context)
    drawing.context.setTarget(target)

    let line = try vertices(in: PixelRect(x: 0, y: 60, width: 400, height: 30))
    let all = try vertices(in: PixelRect(x: 0, y: 0, width: 400, height: 300))

    #expect(line > 0 && all == 10 * line)
    #expect(try vertices(in: PixelRect(x: 320, y: 0, width: 80, height: 300)) == 0)
  }

  /// Of a group that holds text it is not known how far it reaches: what comes into it changes nothing where it begins.
  @Test func `what comes into a group looks as the group does, though nothing else of it changes`() throws {
    let drawing = try Drawing()
    let size = PixelSize(width: 600, height: 400)
    let root = Layer(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    let group = Layer(frame: root.frame)
    group.opacity = 0.5
    root.addSublayer(group)
    for line in 0..<2 {
      let text = Layer(frame: Rect(x: 10, y: 10 + Double(line) * 30, width: 80, height: 30))
      text.contents = .text(TextContents("Keep", font: Font(size: 20), color: .black, baseline: 22))
      group.addSublayer(text)
    }
    let (first, second, third) = (Layer(), Layer(), Layer())
    for (index, layer) in [first, second, third].enumerated() {
      layer.frame = Rect(x: 110 + Double(index) * 200, y: 60 + Double(index) * 100, width: 20, height: 20)
      layer.backgroundColor = .black
    }
    root.addSublayer(second)
    root.addSublayer(third)
    var (before, after) = (DisplayList(), DisplayList())
    before.record(root)
    third.removeFromSuperlayer()
    group.addSublayer(first)
    group.addSublayer(second)
    after.record(root)
    #expect(before.items.count == after.items.count)

    for (from, to) in [(before, after), (after, before)] {
      let target = try Framebuffer(size: size, in: drawing.context)
      drawing.context.setTarget(target)
      try drawing.renderer.draw(from, size: size, scale: 1, background: .white)
      if case .part(let areas) = drawing.renderer.damage(from: from, to: to, size: size, scale: 1) {
        try drawing.renderer.draw(to, size: size, areas: areas, scale: 1, background: .white)
      } else {
        try drawing.renderer.draw(to, size: size, scale: 1, background: .white)
      }
      let drawn = target.readPixels()
      #expect(drawn == (try drawing.picture(of: to, 600, 400, background: .white)).bytes)
    }
  }

  @Test func `what changes far apart is drawn apart, however much changes`() throws {
    let drawing = try Drawing()
    let root = Layer(frame: Rect(x: 0, y: 0, width: 800, height: 600))
    root.backgroundColor = .white
    let places = (0..<12).map { index -> Point in
      let (row, column) = index.quotientAndRemainder(dividingBy: 4)
      return Point(Double(column) * 240, Double(row) * 250)
    }
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

extension Framebuffer {
  /// A framebuffer among others.
  fileprivate final class Kept {
    let framebuffer: Framebuffer

    init(_ size: PixelSize, _ drawing: Drawing) throws {
      framebuffer = try Framebuffer(size: size, in: drawing.context)
    }
  }
}
