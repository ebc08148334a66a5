import GPU
import Geometry
import TestSupport
import Testing
import Text

@testable import Renderer
@testable import Scene

/// Rectangles that change places so that fewer calls draw them.
@Suite struct DrawRunTests {
  private let drawing = try? Drawing()

  private func paints(_ count: Int) throws -> [Batch.Paint] {
    let context = try #require(drawing).context
    let others: [Batch.Paint] = [.box, .flat(isOpaque: true), .shadow(isSoft: false)]
    return try (0..<count).map { index in
      if index < others.count { return others[index] }
      return .mask(
        MaskPage(
          try Texture(size: PixelSize(width: 8, height: 8), format: .r8, filter: .nearest, in: context)))
    }
  }

  /// Returns a rectangle that is distinguishable from others.
  private func rectangle(_ number: Int) -> Instance {
    var rectangle = Instance.nothing
    rectangle.fill.x = Float(number)
    return rectangle
  }

  private let picture = PixelRect(x: 0, y: 0, width: 900, height: 700)

  private struct Given {
    let paint: Int
    let clip: PixelRect?
    /// Its box, and whether the box is known.
    let box: PixelRect
    let isKnown: Bool

    var seen: PixelRect { clip.map(box.intersection) ?? box }
  }

  private func given(
    _ count: Int, paints: Int, upTo side: Int, _ chance: inout SeededGenerator
  ) -> [Given] {
    let clips: [PixelRect?] = [
      nil, nil, PixelRect(x: 100, y: 50, width: 600, height: 500),
      PixelRect(x: 300, y: 0, width: 400, height: 700),
    ]
    return (0..<count).map { _ in
      Given(
        paint: .random(in: 0..<paints, using: &chance), clip: clips.randomElement(using: &chance) ?? nil,
        box: PixelRect(
          x: .random(in: -40...900, using: &chance), y: .random(in: -40...700, using: &chance),
          width: .random(in: 0...side, using: &chance), height: .random(in: 0...side, using: &chance)),
        isKnown: .random(in: 0..<40, using: &chance) > 0)
    }
  }

  @Test(arguments: 0..<40)
  func `what covers pixels together stays in its order, and each is painted and cut as it was given`(
    seed: Int
  ) throws {
    var chance = SeededGenerator(seed: UInt64(seed))
    let paints = try paints(.random(in: 1...6, using: &chance))
    let given = given(
      300, paints: paints.count, upTo: .random(in: 1...120, using: &chance), &chance)
    var run = DrawRun()
    run.start(in: picture.size)
    var drawn: [Instance] = []
    var shares: [DrawRun.Share] = []
    func end() {
      run.append(to: &drawn)
      shares += run.shares
      run.removeAll()
    }
    for (number, next) in given.enumerated() {
      if run.isFull { end() }
      run.add(
        rectangle(number), paints[next.paint], clip: next.clip, box: next.isKnown ? next.box : nil)
    }
    end()

    let order = drawn.map { Int($0.fill.x) }
    #expect(order.sorted() == Array(given.indices))
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
    for first in given.indices {
      for second in given.indices.dropFirst(first + 1) {
        let common = given[first].seen.intersection(given[second].seen).intersection(picture)
        if !common.size.isEmpty { #expect(places[first, default: 0] < places[second, default: 0]) }
      }
    }
    #expect(shares.reduce(0) { $0 + $1.count } == given.count)
    var rest = order[...]
    for share in shares {
      for number in rest.prefix(share.count) {
        let one = given[number]
        #expect(share.paint.joins(paints[one.paint]))
        let cut = share.clip.map(one.box.intersection) ?? one.box
        #expect(cut == one.seen || cut.size.isEmpty && one.seen.size.isEmpty || !one.isKnown)
        if !one.isKnown { #expect(share.clip == one.clip) }
      }
      rest = rest.dropFirst(share.count)
    }
  }

  @Test func `small things take a call for each paint`() throws {
    var chance = SeededGenerator(seed: 7)
    let paints = try paints(6)
    var run = DrawRun()
    run.start(in: picture.size)
    // A place for each.
    for place in 0..<400 {
      run.add(
        rectangle(place), paints[.random(in: 0..<6, using: &chance)], clip: nil,
        box: PixelRect(x: place % 20 * 40, y: place / 20 * 30, width: 30, height: 20))
    }
    #expect(run.shares.count == 6)
  }

  @Test func `a column of switches takes a call for each layer of one`() throws {
    let (box, shadow) = (Batch.Paint.box, Batch.Paint.shadow(isSoft: false))
    var run = DrawRun()
    run.start(in: picture.size)
    for row in 0..<20 {
      run.add(rectangle(0), box, clip: nil, box: PixelRect(x: 10, y: row * 30, width: 40, height: 20))
      run.add(rectangle(1), shadow, clip: nil, box: PixelRect(x: 12, y: row * 30, width: 20, height: 20))
      run.add(rectangle(2), box, clip: nil, box: PixelRect(x: 14, y: row * 30 + 2, width: 16, height: 16))
    }
    #expect(run.shares.map(\.count) == [20, 20, 20])
  }

  @Test func `a run of things as large as the picture ends before it takes long to look through`() {
    var run = DrawRun()
    run.start(in: picture.size)
    var count = 0
    while !run.isFull, count < 1000 {
      run.add(rectangle(count), count % 2 == 0 ? .box : .cubic, clip: nil, box: picture)
      count += 1
    }
    #expect(count < 200)
    run.removeAll()
    #expect(!run.isFull)
    // Nothing is looked through where one call draws all.
    for number in 0..<1000 { run.add(rectangle(number), .box, clip: nil, box: picture) }
    #expect(run.shares.map(\.count) == [1000] && !run.isFull)
  }

  @Test func `what is cut differently is drawn together where nothing is cut off`() throws {
    let clip = PixelRect(x: 0, y: 0, width: 9, height: 9)
    func shares(_ box: PixelRect) -> Int {
      var run = DrawRun()
      run.start(in: picture.size)
      run.add(rectangle(0), .box, clip: nil, box: PixelRect(x: 50, y: 50, width: 9, height: 9))
      run.add(rectangle(1), .box, clip: clip, box: box)
      return run.shares.count
    }
    #expect(shares(clip) == 1)
    #expect(shares(PixelRect(x: 1, y: 0, width: 9, height: 9)) == 2)
  }

  @Test func `a wall of small things on many pages takes few calls`() throws {
    let drawing = try #require(drawing)
    // Every other one is zoomed, and lies on another page than the rest.
    let root = Layer(frame: Rect(x: 0, y: 0, width: 600, height: 400))
    for index in 0..<600 {
      let layer = Layer(
        frame: Rect(x: Double(index % 30) * 20, y: Double(index / 30) * 20, width: 12, height: 12))
      layer.contents = .path(
        PathContents(Path(circle: Point(6, 6), radius: 2 + Double(index % 40) / 10), color: .white))
      layer.isMoving = index % 2 == 0
      root.addSublayer(layer)
    }
    _ = try drawing.picture(of: root, 600, 400)
    #expect(drawing.renderer.statistics.draws <= 4)
  }

  /// Many small things of all kinds that cover each other here and there; some are turned, some are texts.
  private func crowd(seed: Int, in size: Size) -> Layer {
    var chance = ChanceTree(generator: SeededGenerator(seed: UInt64(seed)))
    let root = Layer(frame: Rect(origin: .zero, size: size))
    for number in 0..<120 {
      let layer = chance.layer(in: Size(60, 40), depth: 0, scale: 1)
      if chance.isSo(0.9) { (layer.mask, layer.masksToBounds) = (nil, false) }
      if chance.isSo(0.8) { layer.contents = nil }
      layer.position = Point(chance.number(0...size.width), chance.number(0...size.height))
      if chance.isSo(0.15) { layer.transform = .rotation(chance.number(-1...1), x: 0.3, y: 0.4, z: 1) }
      if chance.isSo(0.4) {
        layer.contents = .text(
          TextContents(
            "No. \(number)", font: Font(size: chance.number(8...20)), color: chance.color(), baseline: 15))
      }
      root.addSublayer(layer)
    }
    root.sublayerTransform = .perspective(distance: 400)
    return root
  }

  @Test(arguments: 0..<6) func `things that are drawn at once look as they do one after the other`(
    seed: Int
  ) throws {
    let drawing = try #require(drawing)
    let size = PixelSize(width: 400, height: 300)
    var list = DisplayList()
    list.record(crowd(seed: seed, in: Size(400, 300)))
    let together = try drawing.picture(of: list, 400, 300)
    let draws = drawing.renderer.statistics.draws

    let target = try Framebuffer(size: size, in: drawing.context)
    drawing.context.setTarget(target)
    drawing.context.clear(to: SIMD4(0, 0, 0, 1))
    var (start, depth, calls) = (0, 0, 0)
    for (index, item) in list.items.enumerated() {
      switch item.shape {
      case .beginGroup: depth += 1
      case .endGroup: depth -= 1
      default: break
      }
      guard depth == 0 else { continue }
      var one = list
      one.items = Array(list.items[start...index])
      start = index + 1
      try drawing.renderer.draw(one, size: size, scale: 1, background: nil)
      calls += drawing.renderer.statistics.draws
    }
    #expect(Picture(width: 400, height: 300, bytes: target.readPixels()) == together)
    #expect(5 * draws < 4 * calls)
  }
}
