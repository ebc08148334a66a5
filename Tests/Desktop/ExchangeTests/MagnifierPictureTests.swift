import Colors
import Geometry
import Testing
import Typography

@testable import Exchange

@Suite struct MagnifierPictureTests {
  private static let side = 15

  /// A picture of a screen whose neighbouring pixels all differ.
  private func picture(zoom: Int, averaging width: Int = 1) -> (MagnifierPicture, Bitmap) {
    let side = Self.side
    let bytes = (0..<side * side).flatMap { place -> [UInt8] in
      let (row, column) = place.quotientAndRemainder(dividingBy: side)
      return [UInt8(16 * row), UInt8(16 * column), UInt8((row + column) % 2 * 255), 255]
    }
    let screen = Bitmap(size: PixelSize(width: side, height: side), bytes: bytes)
    return (MagnifierPicture(of: screen, zoom: zoom, averaging: width, Typesetter()), screen)
  }

  @Test(arguments: [10, 20, 30, 40])
  func `pixels of the screen are seen in a disc, and nothing beside it`(zoom: Int) {
    let (picture, screen) = picture(zoom: zoom)
    let outline = MagnifierPicture.outline(side: Self.side, zoom: zoom)
    #expect(outline.count == picture.height)

    let radius = Double(picture.width) / 2
    for (row, columns) in outline.prefix(picture.width).enumerated() {
      for column in 0..<picture.width {
        let distance = Point(radius, radius).distance(to: Point(Double(column) + 0.5, Double(row) + 0.5))
        if distance < radius - 1 { #expect(columns.contains(column), "\(column), \(row)") }
        if distance > radius + 1 { #expect(!columns.contains(column), "\(column), \(row)") }
      }
    }
    // The label is below the disc, after a gap.
    #expect(outline[picture.width].isEmpty && !(outline.last?.isEmpty ?? true))

    let margin = (picture.width - Self.side * zoom) / 2
    for row in 0..<Self.side {
      for column in 0..<Self.side {
        let (x, y) = (margin + column * zoom + zoom / 2, margin + row * zoom + zoom / 2)
        let distance = Point(radius, radius).distance(to: Point(Double(x), Double(y)))
        guard distance < radius - Double(zoom) else { continue }
        let start = 4 * (row * Self.side + column)
        let shown = picture.pixels[y * picture.width + x]
        #expect([16, 8, 0].map { UInt8(shown >> $0 & 0xff) } == Array(screen.bytes[start..<start + 3]))
      }
    }
  }

  @Test(arguments: [10, 20, 30, 40])
  func `figures are smooth, stay in their label and are as tall as their size asks`(zoom: Int) {
    let (picture, _) = picture(zoom: zoom, averaging: 11)
    let outline = MagnifierPicture.outline(side: Self.side, zoom: zoom)
    let label = (picture.width..<picture.height).filter { !outline[$0].isEmpty }
    let shades = label.flatMap { row in
      (3 * zoom..<picture.width).map { (row, column: $0, picture.pixels[row * picture.width + $0]) }
    }
    let inked = shades.filter { $0.2 != 0x1e1e1e }

    // A font of dots has ink and ground alone; edges that are smooth have many levels between.
    #expect(Set(inked.map { $0.2 }).count > 16)
    let rows = inked.map { $0.0 }
    #expect(rows.min() ?? 0 > label[0] + 1 && rows.max() ?? .max < label[label.count - 1] - 1)
    #expect(inked.allSatisfy { outline[$0.0].contains($0.column) })
  }
}
