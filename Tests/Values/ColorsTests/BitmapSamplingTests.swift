import Colors
import Geometry
import Testing

/// The colours of a picture round one of its pixels, as magnifiers take them.
@Suite struct BitmapSamplingTests {
  private static let row = Bitmap(
    size: PixelSize(width: 3, height: 1), bytes: [255, 0, 0, 255, 0, 0, 0, 255, 0, 0, 255, 0])

  @Test func `several pixels are their mean light`() throws {
    let mean = try #require(Self.row.mean(column: 1, row: 0, over: 3))

    // Half of the light of red is 188, not 128; what lets nothing through adds nothing.
    #expect(mean.bytes8.r == 188 && mean.bytes8.g == 0 && mean.bytes8.b == 0)
  }

  @Test func `what only one pixel tells is as that has it`() {
    let color = RGBA(hex: 0x010203)
    let picture = Bitmap(size: PixelSize(width: 1, height: 1), bytes: [1, 2, 3, 255])

    for width in Bitmap.sampleWidths {
      #expect(picture.mean(column: 0, row: 0, over: width) == color)
    }
  }

  @Test func `what is clear or outside has no colour`() {
    #expect(Self.row.mean(column: 2, row: 0, over: 1) == nil)
    #expect(Self.row.mean(column: 9, row: 9, over: 1) == nil)
    #expect(Self.row.color(column: -1, row: 0) == nil)
  }

  @Test func `surroundings have the pixel in their middle, and nothing outside`() {
    let around = Self.row.surroundings(column: 0, row: 0, side: 3)

    #expect(around.color(column: 1, row: 1) == RGBA(hex: 0xff0000))
    #expect(around.color(column: 0, row: 1)?.alpha == 0)
  }
}
