import Colors
import Geometry
import Testing
import Typography

@testable import Exchange

@Suite struct MagnifierPictureTests {
  @Test(arguments: [8, 16, 24, 32])
  func `figures are smooth, stay in their strip and are as tall as their size asks`(zoom: Int) {
    let side = 21
    let screen = Bitmap(
      size: PixelSize(width: side, height: side), bytes: [UInt8](repeating: 255, count: 4 * side * side))
    let picture = MagnifierPicture(of: screen, zoom: zoom, averaging: 11, Typesetter())
    let strip = (side * zoom + 2)..<picture.height
    let shades = strip.flatMap { row in
      (3 * zoom..<picture.width).map { (row, column: $0, picture.pixels[row * picture.width + $0]) }
    }
    let inked = shades.filter { $0.2 != 0x1e1e1e }

    // A font of dots has ink and ground alone; edges that are smooth have many levels between.
    #expect(Set(inked.map { $0.2 }).count > 16)
    let rows = inked.map { $0.0 }
    #expect(rows.min() ?? 0 > strip.lowerBound && rows.max() ?? 0 < strip.upperBound - 1)
    #expect(inked.allSatisfy { $0.column < picture.width - zoom / 4 })
  }
}
