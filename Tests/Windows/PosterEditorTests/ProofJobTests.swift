import Colors
import Geometry
@testable import PosterEditor
import Posters
import Testing
import Typography

@Suite struct ProofJobTests {
  @Test(arguments: [
    (0.0, "All colours of the page can be printed on “P”"),
    (0.0004, "Less than 1 % of the page has colours that “P” cannot print"),
    (0.031, "3 % of the page has colours that “P” cannot print"), (1, "100 % of the page"),
  ])
  func `what is said is what was found`(share: Double, words: String) {
    #expect(ProofJob.words(for: share, on: "P").english.hasPrefix(words))
  }

  @Test func `a layout is drawn with its bleed as large as is asked, ground and letters`() throws {
    let poster = Poster(
      page: Page(width: 100, height: 150), background: .color(RGBA(hex: 0x102030)), lines: [.init("HI")],
      ink: RGBA(hex: 0xffee00))
    let layout = PosterLayout(poster, typesetter: Typesetter())

    let bitmap = try #require(layout.bitmap(bleed: 10, size: PixelSize(width: 120, height: 172)))

    #expect(bitmap.size == PixelSize(width: 120, height: 172) && bitmap.isOpaque)
    #expect(Array(bitmap.bytes.prefix(4)) == [0x10, 0x20, 0x30, 0xff])
    let colors = Set(stride(from: 0, to: bitmap.bytes.count, by: 4).map { Array(bitmap.bytes[$0..<$0 + 3]) })
    #expect(colors.contains([0xff, 0xee, 0]))
    #expect(layout.bitmap(size: PixelSize(width: 0, height: 4)) == nil)
  }
}
