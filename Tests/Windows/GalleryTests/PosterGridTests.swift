import Controls
import Geometry
import PosterGallery
import TestSupport
import Testing

@Suite struct PosterGridTests {
  private static let widths: [Double] = [120, 200, 320, 480, 639.5, 1000, 1280, 1921, 3840]

  @Test(arguments: widths, [1.0, 1.25, 2])
  func `hangs posters in rows that fill the wall and never touch`(width: Double, scale: Double) {
    let grid = PosterGrid(count: 57, width: width, scale: scale)
    for index in 0..<57 {
      let box = grid.box(at: index)
      #expect(box.minX >= 0 && box.maxX <= width && box.maxY <= grid.height)
      for edge in [box.minX, box.minY, box.maxX, box.maxY] {
        #expect((edge * scale - (edge * scale).rounded()).magnitude < 1e-6)
      }
      if index % grid.columns > 0 {
        let gap = box.minX - grid.box(at: index - 1).maxX
        #expect((gap - PosterGrid.gutter).magnitude <= 1 / scale)
      }
      if index >= grid.columns { #expect(box.minY > grid.box(at: index - grid.columns).maxY) }
    }
    let left = grid.box(at: 0).minX
    let right = width - grid.box(at: grid.columns - 1).maxX
    #expect((left - right).magnitude <= 1.5 / scale)
    // The remaining width is less than a pixel per column.
    #expect(left <= PosterGrid.gutter + Double(grid.columns) / scale)
  }

  @Test(arguments: [
    Size(width: 508, height: 762), Size(width: 210, height: 297), Size(width: 1, height: 1),
    Size(width: 900, height: 100), Size(width: 1, height: 5000),
  ])
  func `keeps a poster's shape and stands it on the floor`(page: Size) {
    let grid = PosterGrid(count: 30, width: 1100, scale: 2)
    for index in [0, 3, 17, 29] {
      let (frame, box) = (grid.frame(of: page, at: index), grid.box(at: index))
      #expect(box.contains(frame))
      #expect(frame.maxY == box.maxY)
      let fills = (box.width - frame.width).magnitude < 1e-9 || (box.height - frame.height).magnitude < 1e-9
      #expect(fills)
      let factor = min(box.width / page.width, box.height / page.height)
      for (side, exact) in [(frame.width, page.width * factor), (frame.height, page.height * factor)] {
        #expect((side - exact).magnitude <= 0.25 + 1e-9 || side == 0.5)
      }
      #expect((frame.midX - box.midX).magnitude <= 0.5)
    }
  }

  @Test(arguments: widths)
  func `finds the same posters as looking at each`(width: Double) {
    let grid = PosterGrid(count: 41, width: width)
    var random = SeededGenerator(seed: UInt64(width))
    for _ in 0..<200 {
      let a = Point(
        .random(in: -50...width + 50, using: &random), .random(in: -50...grid.height, using: &random))
      let b = Point(
        .random(in: -50...width + 50, using: &random), .random(in: -50...grid.height, using: &random))
      let rect = Rect(a, b)
      var found: [Int] = []
      grid.forEachIndex(in: rect) { found.append($0) }
      #expect(found == (0..<41).filter { rect.intersects(grid.box(at: $0)) })
      let rows = grid.indices(from: rect.minY, to: rect.maxY)
      let touching = (0..<41).filter {
        grid.box(at: $0).maxY >= rect.minY && grid.box(at: $0).minY <= rect.maxY
      }
      #expect(Array(rows) == touching)
      #expect(grid.index(at: a) == (0..<41).first { grid.box(at: $0).contains(a) })
    }
  }

  @Test func `steps as the arrows point`() {
    let grid = PosterGrid(count: 23, width: 1000)
    #expect(grid.columns == 5)
    #expect(grid.index(.right, of: 4) == 5)
    #expect(grid.index(.left, of: 0) == 0)
    #expect(grid.index(.down, of: 17) == 22)
    #expect(grid.index(.down, of: 19) == 22)
    #expect(grid.index(.up, of: 3) == 3)
    #expect(grid.index(.rows(2), of: 1) == 11)
    #expect(grid.index(.rowEnd, of: 21) == 22)
    #expect(grid.index(.rowStart, of: 13) == 10)
    #expect(grid.index(.last, of: 2) == 22)
    #expect(PosterGrid(count: 0, width: 300).index(.down, of: 7) == 0)
  }

  @Test func `costs the same for a hundred thousand`() {
    let grid = PosterGrid(count: 100_000, width: 1280)
    #expect(MemoryLayout<PosterGrid>.size < 128)
    #expect(grid.indices(from: grid.height / 2, to: grid.height / 2 + 800).count <= 5 * grid.columns)
    #expect(grid.indices(from: grid.height - 1000, to: grid.height + 1e12).upperBound == 100_000)
    #expect(grid.indices(from: -.infinity, to: .infinity).isEmpty)
  }

  /// A wall on which every seventh poster is a square and every fifth one lies.
  private func mixed(_ width: Double, scale: Double = 1) -> PosterGrid {
    var shapes: [Int: Double] = [:]
    for index in 0..<57 { shapes[index] = index % 7 == 3 ? 1 : index % 5 == 0 ? 1.5 : nil }
    return PosterGrid(count: 57, width: width, scale: scale, shapes: shapes)
  }

  @Test(arguments: widths, [1.0, 1.25, 2])
  func `leaves no hole beside or above a poster of another shape`(width: Double, scale: Double) {
    let grid = mixed(width, scale: scale)
    for row in 0..<57 / grid.columns {
      let boxes = (row * grid.columns..<(row + 1) * grid.columns).map(grid.box)
      // All of a row are as high, stand side by side, and fill it.
      #expect(Set(boxes.map(\.height)).count == 1 && Set(boxes.map(\.minY)).count == 1)
      for (a, b) in zip(boxes, boxes.dropFirst()) {
        #expect((b.minX - a.maxX - PosterGrid.gutter).magnitude <= 1 / scale)
      }
      #expect(((boxes.last?.maxX ?? 0) - (width - (boxes.first?.minX ?? 0))).magnitude <= 2 / scale)
      if row > 0 {
        let above = grid.box(at: row * grid.columns - 1).maxY
        #expect((boxes[0].minY - above - PosterGrid.gutter).magnitude <= 1 / scale)
      }
      guard grid.columns > 1 else { continue }
      for index in row * grid.columns..<(row + 1) * grid.columns {
        let page = index % 7 == 3 ? Size(1, 1) : index % 5 == 0 ? Size(3, 2) : Size(2, 3)
        let (frame, box) = (grid.frame(of: page, at: index), grid.box(at: index))
        // Rows of tall posters may not grow without end.
        let isCapped = box.height >= grid.box.height * 1.24
        #expect(isCapped || (box.height - frame.height <= 3 / scale && box.width - frame.width <= 3 / scale))
      }
    }
  }

  @Test(arguments: widths)
  func `finds the same posters in uneven rows as looking at each`(width: Double) {
    let grid = mixed(width)
    var random = SeededGenerator(seed: UInt64(width))
    for _ in 0..<200 {
      let a = Point(
        .random(in: -50...width + 50, using: &random), .random(in: -50...grid.height, using: &random))
      let b = Point(
        .random(in: -50...width + 50, using: &random), .random(in: -50...grid.height, using: &random))
      let rect = Rect(a, b)
      var found: [Int] = []
      grid.forEachIndex(in: rect) { found.append($0) }
      #expect(found == (0..<57).filter { rect.intersects(grid.box(at: $0)) })
      #expect(grid.index(at: a) == (0..<57).first { grid.box(at: $0).contains(a) })
      let touching = (0..<57).filter {
        grid.box(at: $0).maxY >= rect.minY && grid.box(at: $0).minY <= rect.maxY
      }
      #expect(Array(grid.indices(from: rect.minY, to: rect.maxY)) == touching)
    }
    #expect(grid.height >= grid.box(at: 56).maxY)
  }

  @Test func `steps down to what hangs below, whatever its shape`() {
    let grid = mixed(1000)
    for index in 0..<52 {
      let below = grid.index(.down, of: index)
      #expect(below / grid.columns == index / grid.columns + 1)
      let middle = grid.box(at: index).midX
      let row = (0..<57).filter { $0 / grid.columns == below / grid.columns }
      let best = row.map { (grid.box(at: $0).midX - middle).magnitude }.min() ?? 0
      #expect((grid.box(at: below).midX - middle).magnitude <= best + 1e-9)
    }
  }

  @Test func `hangs what is let go between two posters between them`() throws {
    let grid = mixed(1000)
    let (a, b) = (grid.box(at: 6), grid.box(at: 7))
    let gap = try #require(grid.insertion(at: Point((a.maxX + b.minX) / 2, a.midY)))
    #expect(gap.index == 7 && gap.gap.minX > a.maxX && gap.gap.maxX < b.minX)
    #expect(grid.insertion(at: Point(5, grid.box(at: 0).midY))?.index == 0)
    #expect(grid.insertion(at: Point(990, grid.height + 500))?.index == 57)
    #expect(PosterGrid(count: 0, width: 300).insertion(at: .zero) == nil)
  }
}
