import Geometry
import Motion
import Testing

@testable import CrownBrowser

@Suite struct ZoomableGridTests {
  private static func grid(_ count: Int, cell: Double = 40, size: Size = Size(1000, 700)) -> ZoomableGrid {
    var grid = ZoomableGrid(cell: cell)
    grid.resize(to: size, pixelsPerPoint: 1)
    grid.show(Array(0..<count), keepingPlace: false, isAnimated: false, at: 0)
    return grid
  }

  /// Returns the grid after it came to rest.
  private static func rested(_ grid: ZoomableGrid, after time: Double) -> ZoomableGrid {
    var grid = grid
    for step in 0..<40 { grid.advance(to: time + Double(step) * 0.25) }
    return grid
  }

  // MARK: At rest

  @Test(arguments: [16.0, 23, 40, 71, 84, 96, 150, 300], [1, 7, 333, 1230])
  func `crowns at rest stand in order, beside and below each other, inside the width`(
    cell: Double, count: Int
  ) throws {
    var grid = Self.grid(count, cell: cell)
    var seen: [Int: Rect] = [:]
    let end = grid.scroll.range.upperBound
    for offset in Array(stride(from: 0, to: end, by: 300)) + [end] {
      grid.scroll.go(to: offset, at: 1, spring: nil)
      for cell in grid.cells(at: 1) { seen[cell.key] = cell.square.offset(by: Vector(0, offset.rounded())) }
    }
    #expect(seen.count == count)
    let inOrder = try (0..<count).map { try #require(seen[$0]) }
    for (a, b) in zip(inOrder, inOrder.dropFirst()) {
      #expect(a.minX >= 0 && a.maxX <= 1000)
      let isBeside = abs(a.minY - b.minY) < 1e-6 && b.minX >= a.maxX - 1e-6
      let isBelow = b.minY >= a.maxY - 1e-6 && b.minX < a.maxX
      #expect(isBeside || isBelow)
    }
  }

  @Test func `crowns at rest stand on whole pixels`() {
    for scale in [1.0, 1.25, 2] {
      var grid = ZoomableGrid(cell: 37.3)
      grid.resize(to: Size(913, 517), pixelsPerPoint: scale)
      grid.show(Array(0..<900), keepingPlace: false, at: 0)
      grid.turn(by: 133.7, at: 1)
      grid.zoom(by: 1.17, about: Point(311.7, 200.3), at: 2)
      grid = Self.rested(grid, after: 3)
      for cell in grid.cells(at: 20) {
        for edge in [cell.square.minX, cell.square.width] {
          #expect(abs(edge * scale - (edge * scale).rounded()) < 1e-6)
        }
      }
    }
  }

  // MARK: Zooming

  @Test(arguments: [Point(20, 30), Point(500, 350), Point(971.3, 688.1)])
  func `what is under the pointer stays under it while it is zoomed`(pointer: Point) throws {
    var grid = Self.grid(1230)
    grid = {
      var g = grid; g.go(to: 200, at: 0); return Self.rested(g, after: 0)
    }()
    let view = grid.view(at: 10)
    let place = try #require(grid.arrangement.nearestPlace(to: view.slot(at: pointer)))
    let grip = (pointer - view.square(of: grid.arrangement.slot(of: place)).origin) / view.cell
    var time = 10.0
    for factor in [1.2, 1.2, 1.5, 1.1, 1.7, 0.8, 0.4, 0.5, 2, 3] {
      time += 0.06
      grid.advance(to: time)
      grid.zoom(by: factor, about: pointer, at: time)
      for moment in stride(from: time, to: time + 0.06, by: 0.007) {
        let view = grid.view(at: moment)
        let square = view.square(of: grid.arrangement.slot(of: place))
        let held = square.origin + grip * view.cell
        #expect(held.distance(to: pointer) < 1e-9)
      }
    }
  }

  /// Returns the largest step of any crown that is well seen in two successive frames, in sides of its square.
  private static func roughness(of grid: inout ZoomableGrid, from start: Double, to end: Double, step: Double)
    -> (jump: Double, flash: Double)
  {
    var before: [Int: GridCell] = [:]
    var (jump, flash) = (0.0, 0.0)
    for time in stride(from: start, through: end, by: step) {
      grid.advance(to: time)
      var after: [Int: GridCell] = [:]
      var strongest: [Int: Double] = [:]
      for cell in grid.cells(at: time) {
        strongest[cell.key] = max(strongest[cell.key] ?? 0, cell.visibility)
        if cell.place != nil { after[cell.key] = cell }
      }
      for (key, old) in before {
        guard let new = after[key] else { continue }
        if old.visibility > 0.05 && new.visibility > 0.05 {
          let moved = old.square.center.distance(to: new.square.center) / old.square.width
          jump = max(jump, moved)
        }
        flash = max(flash, abs(old.visibility - new.visibility))
      }
      before = after
    }
    return (jump, flash)
  }

  @Test func `crowns neither jump nor flash while it is zoomed, settles, fills and goes back`() {
    func roughness(step: Double) -> (jump: Double, flash: Double) {
      var grid = Self.grid(1230)
      grid.go(to: 100, at: 0)
      grid = Self.rested(grid, after: 0)
      var (jump, flash) = (0.0, 0.0)
      func follow(_ start: Double, _ seconds: Double) {
        let rough = Self.roughness(of: &grid, from: start, to: start + seconds, step: step)
        jump = max(jump, rough.jump)
        flash = max(flash, rough.flash)
      }
      grid.zoom(by: 1.4, about: Point(300, 200), at: 10)
      follow(10, 0.1)
      grid.zoom(by: 2.2, about: Point(310, 210), at: 10.1)
      follow(10.1, 1.5)
      grid.fill(grid.arrangement.nearestPlace(to: GridSlot(column: 2, row: 9)) ?? 0, at: 12)
      follow(12, 0.2)
      grid.unfill(at: 12.2)
      follow(12.2, 1.5)
      return (jump, flash)
    }
    let coarse = roughness(step: 0.002)
    let fine = roughness(step: 0.0005)
    // A continuous motion changes by a quarter in a quarter of the time; a jump keeps its size.
    #expect(fine.jump < coarse.jump / 3)
    #expect(fine.flash < coarse.flash / 3)
  }

  @Test func `a larger cell has never more columns at rest`() {
    var last = Int.max
    for cell in stride(from: 16.0, to: 700, by: 3) {
      let grid = Self.grid(1230, cell: cell)
      #expect(grid.arrangement.columns <= last)
      last = grid.arrangement.columns
    }
  }

  @Test func `zooming in as far as it goes lets the crown under the pointer fill the opening`() throws {
    var grid = Self.grid(500)
    let pointer = Point(430, 220)
    let place = try #require(grid.place(at: pointer, time: 0))
    for turn in 0..<20 { grid.zoom(by: 1.25, about: pointer, at: 1 + Double(turn) * 0.05) }
    grid = Self.rested(grid, after: 2)

    #expect(grid.filling != nil)
    #expect(grid.selected == place)
    let cells = grid.cells(at: 20)
    #expect(cells.map(\.key) == [place])
    let square = try #require(cells.first).square
    #expect(square.center.distance(to: Point(500, 350)) < 0.05)
    #expect(abs(square.width - 700) < 0.05)
  }

  @Test func `Escape goes back to the cells and the place from before`() {
    var grid = Self.grid(1230)
    grid.go(to: 123, at: 0)
    grid = Self.rested(grid, after: 0)
    let before = grid.cells(at: 20)
    grid.fill(200, at: 20)
    grid = Self.rested(grid, after: 21)
    grid.unfill(at: 40)
    grid = Self.rested(grid, after: 41)

    let after = grid.cells(at: 60)
    #expect(after.map(\.key) == before.map(\.key))
    for (a, b) in zip(after, before) { #expect(a.square.origin.distance(to: b.square.origin) < 1e-6) }
  }

  @Test func `fitting shows every crown, and one step more would not`() {
    for count in [3, 40, 300, 1230] {
      var grid = Self.grid(count)
      let cell = grid.fittingCell
      grid.zoom(to: cell, about: .zero, at: 1)
      grid = Self.rested(grid, after: 2)
      if cell < grid.opening.fillingCell * 0.97 { #expect(Set(grid.cells(at: 20).map(\.key)).count == count) }
      let larger = Self.grid(count, cell: cell + 1)
      #expect(cell == CellMeasures.smallest || larger.scroll.range.upperBound > 0 || count <= 2 || cell > 600)
    }
  }

  @Test(arguments: [Size(480, 151), Size(320, 180), Size(1040, 560)])
  func `crowns beside each other are seen in full, also in a small window`(size: Size) {
    let cells = Self.grid(38, cell: CrownBrowserContent.defaultCell, size: size).cells(at: 1)

    #expect(cells.count > 1 && cells.allSatisfy { $0.visibility == 1 })
  }

  @Test func `crowns that all have room begin at the top left again, wherever they were zoomed`() throws {
    for (count, pointer) in [(38, Point(300, 144)), (38, Point(900, 650)), (12, Point(700, 20))] {
      var grid = Self.grid(count, cell: 16)
      for turn in 0..<10 { grid.zoom(by: 1.18, about: pointer, at: 1 + Double(turn) * 0.01) }
      grid = Self.rested(grid, after: 2)
      let first = try #require(grid.cells(at: 20).first { $0.place == 0 }).square
      #expect(grid.arrangement.phase == 0)
      #expect(first.minY == GridOpening.edge && first.minX < grid.cell)
    }
  }

  // MARK: Frames

  @Test func `what is seen does not depend on the frames before it`() {
    func cells(stepping step: Double) -> [[GridCell]] {
      var grid = Self.grid(1230)
      var seen: [[GridCell]] = []
      let events: [(Double, (inout ZoomableGrid) -> Void)] = [
        (0.1, { $0.zoom(by: 1.5, about: Point(200, 100), at: 0.1) }),
        (0.2, { $0.zoom(by: 1.9, about: Point(220, 100), at: 0.2) }),
        (0.7, { $0.turn(by: 200, at: 0.7) }),
        (0.8, { $0.fill(70, at: 0.8) }),
        (1.3, { $0.select(71, at: 1.3) }),
        (1.4, { $0.unfill(at: 1.4) }),
        (1.5, { $0.show(Array(stride(from: 0, to: 1230, by: 3)), keepingPlace: false, at: 1.5) }),
        (1.6, { $0.zoom(by: 0.3, about: Point(900, 600), at: 1.6) }),
      ]
      var (time, played) = (0.0, 0)
      for instant in [0.15, 0.35, 0.6, 0.75, 1, 1.35, 1.45, 1.58, 1.9, 2.4] {
        while time < instant {
          time = min(time + step, instant)
          while played < events.count, events[played].0 <= time {
            grid.advance(to: events[played].0)
            events[played].1(&grid)
            played += 1
          }
          grid.advance(to: time)
          _ = grid.cells(at: time)
        }
        seen.append(grid.cells(at: time))
      }
      return seen
    }
    let expected = cells(stepping: 1.0 / 60)
    #expect(expected.allSatisfy { !$0.isEmpty })
    for step in [1.0 / 24, 1.0 / 144, 0.4] { #expect(cells(stepping: step) == expected) }
  }

  @Test func `a grid at rest needs no frame`() {
    var grid = Self.grid(1230)
    grid.zoom(by: 3, about: Point(100, 100), at: 1)
    #expect(grid.nextFrameTime(after: 1) != nil)
    grid = Self.rested(grid, after: 1)
    #expect(grid.nextFrameTime(after: 20) == nil)
  }

  @Test func `work for a frame follows what is seen, not how many there are`() {
    let grid = Self.grid(100_000)
    #expect(grid.cells(at: 1).count <= 26 * 19)
  }

  // MARK: Selection

  @Test func `the arrows' walk reaches every crown and each is seen when it is reached`() {
    var grid = Self.grid(157, cell: 90)
    var time = 1.0
    for place in 0..<157 {
      grid.select(place, at: time)
      time += 2
      grid = Self.rested(grid, after: time)
      time += 12
      let square = grid.cells(at: time).first { $0.place == place }?.square
      #expect(square.map { $0.minY >= 0 && $0.maxY <= 700 } == true)
    }
  }

  @Test func `another size of the window keeps the selected crown at its height`() throws {
    var grid = Self.grid(1230, cell: 90)
    grid.select(700, at: 1)
    grid = Self.rested(grid, after: 2)
    let before = try #require(grid.cells(at: 20).first { $0.place == 700 }).square
    grid.resize(to: Size(640, 700), pixelsPerPoint: 1)
    let after = try #require(grid.cells(at: 20).first { $0.place == 700 }).square
    #expect(abs(after.minY - before.minY) < 1)
    #expect(abs(after.minX - before.minX) < 90 || before.maxX > 640)
  }

  @Test func `without motion everything is there at once`() {
    var grid = Self.grid(1230)
    grid.spring = nil
    grid.zoom(by: 3, about: Point(100, 100), at: 1)
    #expect(grid.nextFrameTime(after: 1) == nil)
    grid.fill(3, at: 1)
    #expect(abs(grid.view(at: 1).cell - 700) < 1e-9)
    grid.unfill(at: 1)
    #expect(abs(grid.view(at: 1).cell - 120) < 1e-9)
    #expect(grid.nextFrameTime(after: 1) == nil)
  }
}
