import Colors
import Controls
import Geometry
import Scene
import Synchronization
import Testing
import Typography

@testable import CrownBrowser

/// The parts of the browser's state, each alone.
@Suite struct CrownStateTests {
  @Test func `crowns are as large and as far scrolled as when the window was closed`() throws {
    let first = BrowserDriver(cell: 112, size: Size(900, 600))
    for _ in 0..<3 { first.key(.character("-"), .control) }
    first.rest()
    first.key(.end)
    first.rest()
    let state = try #require(first.browser.rememberedState)
    let kept = first.grid.destination
    #expect(kept.cell < 100 && kept.offset > 0)

    let second = BrowserDriver(cell: 112, size: Size(900, 600), restoring: state)
    #expect(second.grid.destination.cell == kept.cell && second.grid.destination.offset == kept.offset)
    for nonsense in ["", "cell=nan", "cell=9e9 offset=3", "cell=64 offset=-inf"] {
      let other = BrowserDriver(cell: 112, size: Size(900, 600), restoring: nonsense)
      #expect(other.grid.destination.offset == 0)
    }
    // Who says how large crowns are to be gets them so.
    let asked = BrowserDriver(cell: 200, size: Size(900, 600), restoring: state)
    #expect(asked.grid.destination.cell == 200)
  }

  private func crown(_ id: String, name: String = "", byteCount: Int = 1) -> CrownItem {
    CrownItem(id: id, name: name, tags: [], byteCount: byteCount, isOwn: true, bounds: .zero) {
      FoldedPath(Path())
    }
  }

  // MARK: Crowns

  @Test func `a crown keeps its key however often the crowns are read, and no key is given twice`() {
    var crowns = CrownCollection()
    _ = crowns.take([crown("a"), crown("b"), crown("c")])
    let key = crowns.key(of: "b")
    _ = crowns.take([crown("c")])
    _ = crowns.take([crown("d"), crown("b"), crown("a")])

    #expect(crowns.key(of: "b") == key)
    #expect(crowns.order.map { crowns.items[$0].id } == ["d", "b", "a"])
    #expect(Set(["a", "b", "c", "d"].compactMap(crowns.key(of:))).count == 4)
  }

  @Test func `only crowns that are here are found, in the order of the search`() {
    var crowns = CrownCollection()
    _ = crowns.take([crown("a"), crown("b"), crown("c")])
    _ = crowns.take([crown("a"), crown("c")])

    #expect(crowns.keys(of: ["c", "b", "x", "a"]).map { crowns.items[$0].id } == ["c", "a"])
  }

  @Test func `a crown that comes again says what is different about it`() {
    var crowns = CrownCollection()
    _ = crowns.take([crown("a", name: "Old"), crown("b")])
    let replaced = crowns.take([crown("a", name: "New"), crown("b", byteCount: 2)])

    #expect(replaced.map(\.hasOtherName) == [true, false])
    #expect(replaced.map(\.hasOtherOutline) == [false, true])
  }

  @Test func `a crown that comes again with another outline is drawn with that one`() {
    func crown(_ id: String, height: Double) -> CrownItem {
      let box = Rect(x: 0, y: 0, width: 10, height: height)
      return CrownItem(id: id, name: id, tags: [], byteCount: 1, isOwn: true, bounds: box) {
        FoldedPath(Path(rect: box))
      }
    }
    var crowns = CrownCollection()
    var grid = ZoomableGrid(cell: 40)
    let layers = CrownGridLayers()
    func show(_ items: [CrownItem], color: RGBA = .black) -> [PathContents] {
      layers.take(crowns, crowns.take(items))
      grid.resize(to: Size(400, 200), pixelsPerPoint: 1)
      grid.show(crowns.order, keepingPlace: true, isAnimated: false, at: 0)
      layers.show(
        CrownGridLayers.State(
          grid: grid, crowns: crowns, color: color, selection: [], hovered: nil, isFocused: false,
          message: nil, time: 0), inks: Theme(.light),
        Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1))
      return layers.crowns.sublayers.filter { !$0.isHidden }.compactMap {
        guard case .path(let shown) = $0.contents else { return nil }
        return shown
      }
    }
    let first = show([crown("a", height: 10), crown("b", height: 20)])
    let second = show([crown("a", height: 10), crown("b", height: 5)])
    let third = show([crown("b", height: 5), crown("a", height: 10)], color: .white)

    #expect(first.map { $0.figure.bounds?.height } == [10, 20])
    #expect(second.map { $0.figure.bounds?.height } == [10, 5])
    #expect(second.first?.figure === first.first?.figure)
    #expect(third.map { $0.figure.bounds?.height } == [5, 10])
    #expect(third.allSatisfy { $0.color == .white })
  }

  @Test func `each outline is decoded once, some in each frame of a zoom before they are seen`() {
    final class Count: Sendable { let decoded = Atomic(0) }
    let count = Count()
    var crowns = CrownCollection()
    _ = crowns.take(
      (0..<50).map { number in
        CrownItem(
          id: "\(number)", name: "", tags: [], byteCount: 1, isOwn: true,
          bounds: Rect(x: 0, y: 0, width: 1, height: Double(number + 1))
        ) {
          count.decoded.add(1, ordering: .relaxed)
          return FoldedPath(Path(rect: Rect(x: 0, y: 0, width: 1, height: Double(number + 1))))
        }
      })
    var outlines = OutlineStore()
    let first = outlines.figure(of: 7, in: crowns)
    var after: [Int] = []
    for _ in 0..<5 {
      outlines.prepare(16, in: crowns)
      after.append(count.decoded.load(ordering: .relaxed))
    }

    #expect(after == [17, 33, 49, 50, 50])
    #expect(outlines.figure(of: 7, in: crowns) === first)
    #expect((0..<50).allSatisfy { outlines.figure(of: $0, in: crowns).bounds?.height == Double($0 + 1) })
    #expect(count.decoded.load(ordering: .relaxed) == 50)
  }

  // MARK: Searching

  @Test func `blanks around words are no other words`() {
    var search = SearchWords()
    let (isNew, isNewAgain) = (search.take(" mural "), search.take("mural"))
    #expect(isNew && !isNewAgain)
    #expect(search.text == "mural")
  }

  @Test func `results of words that nobody looks for any more are not shown`() {
    var search = SearchWords()
    #expect(search.countText(found: 0, of: 0, in: .english) == "")
    _ = search.take("mural")
    let showsOld = search.show(resultsOf: "mur")
    #expect(!showsOld && search.shown == nil)
    let showsNew = search.show(resultsOf: "mural")
    #expect(showsNew)
    #expect(search.countText(found: 3, of: 9, in: .english) == "3 of 9")
    #expect(search.countText(found: 0, of: 9, in: .english) == "No match")
  }

  // MARK: Colour

  @Test func `a colour that is tried is shown, and gone when it is not accepted`() {
    let (ink, red, blue) = (RGBA.black, RGBA(hex: 0xff0000), RGBA(hex: 0x0000ff))
    var color = CrownColor(chosen: nil, recent: [])
    color.attempt(red)
    #expect(color.shown(ink: ink) == red)
    color.cancel()
    #expect(color.shown(ink: ink) == ink)
    color.accept(red)
    color.accept(blue)
    color.accept(red)
    #expect(color.shown(ink: ink) == red)
    #expect(color.recent == [red, blue])
  }

  // MARK: Edits

  @Test func `what an edit undoes, doing it again does`() throws {
    let memory = MemoryCrowns()
    memory.crowns = [crown("a", name: "A"), crown("b", name: "B")]
    let edits: [CrownEdit] = [
      .remove(ids: ["a"], name: "“A”"), .favor(ids: ["b"], name: "“B”", isFavorite: true),
      .rename(id: "b", from: "B", to: "C"), .add(ids: ["b"]),
    ]
    for edit in edits {
      let before = memory.crowns.map { "\($0.id) \($0.name) \($0.isFavorite)" }
      if case .add = edit {} else { try edit.perform(.first, in: memory.dataSource) }
      let after = memory.crowns.map { "\($0.id) \($0.name) \($0.isFavorite)" }
      try edit.perform(.undo, in: memory.dataSource)
      if case .add = edit {
      } else {
        #expect(memory.crowns.map { "\($0.id) \($0.name) \($0.isFavorite)" } == before)
      }
      try edit.perform(.redo, in: memory.dataSource)
      #expect(memory.crowns.map { "\($0.id) \($0.name) \($0.isFavorite)" } == after)
      if case .remove = edit { try edit.perform(.undo, in: memory.dataSource) }
    }
  }

  // MARK: The opening of the grid

  @Test func `cells that fit are all seen, and one point more would be too much`() {
    let opening = GridOpening(size: Size(1000, 700), pixelsPerPoint: 1)
    for count in [5, 40, 300, 1230] {
      let cell = opening.fittingCell(count: count)
      func height(_ cell: Double) -> Double {
        opening.extent(
          of: GridArrangement(count: count, columns: opening.columns(of: cell)), cell: cell)
      }
      #expect(height(cell) <= 700 || cell == CellMeasures.smallest)
      #expect(
        height(cell + 1) > 700 || Double(opening.columns(of: cell + 1)) * (cell + 1) > 1000 || cell >= 699)
    }
  }

  @Test func `a held place has its column at rest unless the beginning is in sight`() {
    let opening = GridOpening(size: Size(1000, 700), pixelsPerPoint: 1)
    let arrangement = GridArrangement(count: 2000, columns: 9)
    for column in [0, 4, 8] {
      let corner = Point((1000 - 9 * 104) / 2 + Double(column) * 104, 300)
      let next = opening.restingArrangement(of: arrangement, cell: 104, holding: 1000, at: corner)
      #expect(next.slot(of: 1000).column == column)
    }
    #expect(
      opening.restingArrangement(of: arrangement, cell: 104, holding: 3, at: Point(500, 20)).phase == 0)
  }
}
