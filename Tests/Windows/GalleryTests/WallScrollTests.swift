import Controls
import Geometry
import Testing
import Typography

@testable import PosterGallery

@Suite struct WallScrollTests {
  private let opening = Rect(x: 0, y: 56, width: 800, height: 500)

  private func scroll(scale: Double = 1, reducesMotion: Bool = false) -> WallScroll {
    let interface = Interface(typesetter: Typesetter(), theme: Theme(.dark), scale: scale)
    interface.reducesMotion = reducesMotion
    let scroll = WallScroll(interface)
    scroll.resize(extent: 3000, viewport: opening.height, shift: 0, at: 0)
    scroll.layOut(opening, at: 0)
    return scroll
  }

  @Test(arguments: [1, 1.25, 2])
  func `whatever scrolls the wall, it is shown on whole pixels`(scale: Double) {
    let scroll = scroll(scale: scale)
    scroll.turn(by: -1, at: 1)
    scroll.turn(by: -0.37, at: 1.1)
    for step in 0..<60 {
      let pixels = scroll.offset(at: 1 + Double(step) / 60) * scale
      #expect((pixels - pixels.rounded()).magnitude < 1e-9)
    }
    #expect((scroll.restingOffset(at: 1.2) * scale).rounded() == scroll.restingOffset(at: 1.2) * scale)
  }

  @Test func `without motion a notch of the wheel is there at once`() {
    let scroll = scroll(reducesMotion: true)
    scroll.turn(by: -1, at: 1)

    #expect(scroll.offset(at: 1) == 96)
    #expect(!scroll.isMoving(at: 1))
  }

  @Test func `another window ends a flight of the wall where it was going, and not a drag`() {
    let scroll = scroll()
    scroll.turn(by: -1, at: 1)
    #expect(scroll.isMoving(at: 1.01))
    scroll.layOut(opening, at: 1.01)
    #expect(scroll.offset(at: 1.01) == 96 && !scroll.isMoving(at: 1.01))

    scroll.grab(at: 300, time: 2)
    scroll.drag(to: 250, time: 2.1)
    scroll.layOut(opening, at: 2.1)
    scroll.drag(to: 240, time: 2.2)
    #expect(scroll.offset(at: 2.2) == 156)
  }

  @Test func `a drag beyond the opening scrolls toward where the pointer is, and stops with it`() {
    let scroll = scroll()
    scroll.glide(for: Point(400, opening.maxY + 30), at: 1)
    let after = scroll.offset(at: 1.5)
    scroll.endGliding(at: 1.5)

    #expect(after == 300)
    #expect(scroll.offset(at: 2) == after)
    scroll.glide(for: Point(400, opening.minY - 30), at: 2)
    #expect(scroll.offset(at: 2.1) < after)
  }

  @Test func `only another offset is shown anew, and its direction is known`() {
    let scroll = scroll(reducesMotion: true)
    #expect(scroll.show(at: 0) == 0)
    #expect(scroll.show(at: 0.5) == nil)
    scroll.turn(by: -2, at: 1)
    #expect(scroll.show(at: 1) == 192 && scroll.isDownward)
    scroll.turn(by: 1, at: 2)
    #expect(scroll.show(at: 2) == 96 && !scroll.isDownward)
  }
}
