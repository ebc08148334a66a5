import GPU
import Geometry
import TestSupport
import Testing

@testable import Renderer

@Suite struct ShelfPackerTests {
  private let size = PixelSize(width: 300, height: 200)

  private func randomSize(_ chance: inout SeededGenerator) -> PixelSize {
    PixelSize(
      width: Int.random(in: 1...90, using: &chance), height: Int.random(in: 1...60, using: &chance))
  }

  @Test(arguments: 0..<30)
  func `places lie on the page, and no two share a pixel, whichever shelves were given up`(seed: Int) {
    var chance = SeededGenerator(seed: UInt64(seed))
    var packer = ShelfPacker(size)
    var held: [PixelRect] = []

    for _ in 0..<600 {
      let wanted = randomSize(&chance)
      let isSaidToFit = packer.hasPlace(for: wanted)
      let place = packer.place(wanted)
      #expect((place != nil) == isSaidToFit)
      guard let place else {
        let givenUp = Set(held.map(\.y).filter { _ in Bool.random(using: &chance) })
        let willFit = packer.hasPlace(for: wanted) { givenUp.contains($0) }
        packer.giveUp { givenUp.contains($0) }
        held.removeAll { givenUp.contains($0.y) }
        #expect(packer.hasPlace(for: wanted) == willFit)
        continue
      }
      #expect(place.size == wanted)
      #expect(place.intersection(PixelRect(size)) == place)
      #expect(held.allSatisfy { $0.intersection(place).size.isEmpty })
      #expect(place.y + place.height <= packer.usedHeight)
      held.append(place)
    }
  }

  @Test func `once all shelves are given up the whole page is one again`() {
    var packer = ShelfPacker(size)
    for height in [20, 60, 40, 80] { #expect(packer.place(PixelSize(width: 299, height: height)) != nil) }
    #expect(packer.usedHeight == 200 && !packer.hasPlace(for: PixelSize(width: 2, height: 1)))

    for top in [20, 120, 0, 80] { packer.giveUp { $0 == top } }

    #expect(packer.usedHeight == 0)
    #expect(packer.place(size) == PixelRect(size))
  }
}
