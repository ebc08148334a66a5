import GPU
import Geometry
import Scene
import TestSupport
import Testing

@testable import Renderer

/// Masks that change places so that fewer calls draw them.
@Suite struct MaskRunTests {
  private let drawing = try? Drawing()

  private func pages(_ count: Int) throws -> [MaskPage] {
    let context = try #require(drawing).context
    return try (0..<count).map { _ in
      MaskPage(
        try Texture(size: PixelSize(width: 8, height: 8), format: .r8, filter: .nearest, in: context))
    }
  }

  /// A mask that can be told from others.
  private func mask(_ number: Int) -> Instance {
    var mask = Instance.nothing
    mask.fill.x = Float(number)
    return mask
  }

  @Test(arguments: 0..<40)
  func `masks that cover pixels together stay in their order, and none is lost`(seed: Int) throws {
    var chance = SeededGenerator(seed: UInt64(seed))
    let pages = try pages(Int.random(in: 1...6, using: &chance))
    let side = Int.random(in: 1...120, using: &chance)
    let given = (0..<300).map { _ in
      (
        page: Int.random(in: 0..<pages.count, using: &chance),
        box: PixelRect(
          x: .random(in: -40...900, using: &chance), y: .random(in: -40...700, using: &chance),
          width: .random(in: 0...side, using: &chance), height: .random(in: 0...side, using: &chance))
      )
    }
    var run = MaskRun()
    run.start(in: PixelSize(width: 900, height: 700))
    var drawn: [Instance] = []
    var calls = 0
    func end() {
      calls += run.pages.count
      run.append(to: &drawn)
      run.removeAll()
    }
    for (number, next) in given.enumerated() {
      let page = pages[next.page]
      if run.add(mask(number), on: page, box: next.box, clip: nil) { continue }
      end()
      let isAdded = run.add(mask(number), on: page, box: next.box, clip: nil)
      #expect(isAdded)
    }
    end()

    let order = drawn.map { Int($0.fill.x) }
    #expect(order.sorted() == Array(given.indices))
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element, $0.offset) })
    let picture = PixelRect(x: 0, y: 0, width: 900, height: 700)
    for first in given.indices {
      for second in given.indices.dropFirst(first + 1) {
        let common = given[first].box.intersection(given[second].box).intersection(picture)
        if !common.size.isEmpty { #expect(places[first, default: 0] < places[second, default: 0]) }
      }
    }
    // One after the other they would change pages nearly each time.
    if side < 12, pages.count > 1 { #expect(calls < 150) }
  }

  @Test func `masks that are cut differently are no run`() throws {
    let page = try pages(1)[0]
    var run = MaskRun()
    run.start(in: PixelSize(width: 90, height: 70))
    let box = PixelRect(x: 0, y: 0, width: 9, height: 9)
    let isFirst = run.add(mask(0), on: page, box: box, clip: nil)
    let isSecond = run.add(mask(1), on: page, box: box, clip: box)
    #expect(isFirst && !isSecond)
    run.removeAll()
    let isOther = run.add(mask(1), on: page, box: box, clip: box)
    #expect(isOther && run.clip == box)
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
}
