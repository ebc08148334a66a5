import Colors
import Controls
import Geometry
import Images
import Input
import Posters
import Testing

@testable import PosterEditor

/// Warnings of the inspector about print.
@Suite struct PrintSectionTests {
  /// A crown with a bar of a 400th of its width.
  private static let drawing = Path { path in
    path.append(Path(rect: Rect(x: 0, y: 0, width: 400, height: 100)))
    path.append(Path(rect: Rect(x: 0, y: -101, width: 400, height: 1)))
  }

  private func words(_ driver: EditorDriver) -> [String] {
    driver.wait(0.3)
    driver.wait(0.3)
    return driver.nodes.filter { $0.role == .text }.map(\.label)
  }

  @Test func `a line that will not print is named with its place, and shown there`() throws {
    let poster = Poster(
      page: Page(width: 40, height: 60), emblem: .drawing(Self.drawing, source: "bar.svg"),
      lines: [Poster.Line("KEEP")])
    let driver = EditorDriver(poster, size: Size(1120, 2600))
    let said = try #require(words(driver).first { $0.contains("will not print") })
    #expect(said.contains("crown") && said.contains("0.0"))
    let whole = driver.editor.open.pageFrame
    driver.click(try driver.node("Show the thinnest place").frame.center)
    driver.wait(2)
    let page = driver.editor.open.pageFrame
    #expect(page.width > 2 * whole.width)
    // The place is near the middle of the canvas; the page's edge stays beside it.
    let canvas = driver.editor.open.panel.canvas.frameInWindow
    let bounds = try #require(driver.session.draft.layout.emblem?.bounds)
    let bar = page.minY + (bounds.minY / driver.session.draft.layout.page.height) * page.height
    #expect(abs(bar - canvas.midY) < canvas.height / 6)

    driver.session.change(.page) { $0.page = Page(width: 841, height: 1189) }
    #expect(!words(driver).contains { $0.contains("will not print") })
  }

  @Test func `a picture's pixels per inch follow the page, and few of them are a fault`() throws {
    let size = PixelSize(width: 400, height: 600)
    let bytes = try PNG.encoded(Bitmap(size: size, bytes: Array(repeating: 90, count: 4 * 400 * 600)))
    let poster = Poster(
      page: Page(width: 50.8, height: 76.2), background: .picture(.init(bytes: bytes)),
      lines: [Poster.Line("KEEP")])
    let driver = EditorDriver(poster, size: Size(1120, 1900))
    #expect(words(driver).contains("200 pixels per inch in print"))
    driver.session.change(.page) { $0.page = Page(width: 101.6, height: 152.4) }
    #expect(words(driver).contains { $0.hasPrefix("100 pixels per inch in print: it will look soft") })
    driver.session.change(.ground) { $0.background = .color(.white) }
    driver.session.change(.newCrown) { $0.emblem = .picture(bytes: bytes, source: "photo.png") }
    #expect(words(driver).contains { $0.contains("pixels per inch in print") })
  }
}
