import Geometry
import Testing

@testable import PosterGallery

@Suite struct WallHoverTests {
  private let left = PosterCard.ID(rawValue: 1)
  private let right = PosterCard.ID(rawValue: 2)

  private func find(_ point: Point) -> PosterCard.ID? { point.x < 100 ? left : right }

  @Test func `hovers what is under the pointer, and nothing while the wall moves`() {
    var hover = WallHover()
    hover.move(to: Point(50, 0), at: 1, wallMoves: false, find: find)
    #expect(hover.id == left && hover.time == 1)
    hover.move(to: Point(50, 0), at: 2, wallMoves: true, find: find)
    #expect(hover.id == nil)
    hover.move(to: nil, at: 3, wallMoves: false, find: find)
    #expect(hover.id == nil)
  }

  @Test(arguments: [5.0, 5.2, 9])
  func `hovers what comes to rest from that instant on, whenever the frame is`(frame: Double) {
    var hover = WallHover()
    hover.move(to: Point(150, 0), at: 1, wallMoves: true, find: find)
    hover.settle(restTime: 5, find: find)
    #expect(hover.id == right && hover.time == 5)
    // Once is enough: later frames change nothing.
    hover.settle(restTime: frame) { _ in left }
    #expect(hover.id == right && hover.time == 5)
  }

  @Test func `does not hover what comes to rest when the pointer has gone meanwhile`() {
    var hover = WallHover()
    hover.move(to: Point(150, 0), at: 1, wallMoves: true, find: find)
    hover.move(to: nil, at: 2, wallMoves: true, find: find)
    hover.settle(restTime: 5, find: find)
    #expect(hover.id == nil)
  }
}
