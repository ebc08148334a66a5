import Controls
import Geometry
import Input
import Posters
import Testing

@testable import PosterEditor

@Suite struct PageGuidesTests {
  /// A5, so that a millimetre is more than a pixel.
  private func driver() -> EditorDriver {
    let driver = EditorDriver(
      Poster(page: Page(width: 148, height: 210), lines: [Poster.Line("KEEP"), Poster.Line("CALM")]))
    driver.key(.character(";"), .control)
    return driver
  }

  private func guides(_ driver: EditorDriver) -> PageGuides { driver.editor.open.panel.canvas.pageGuides }

  /// Where the page is in the window.
  private func page(_ driver: EditorDriver) -> Rect {
    let canvas = driver.editor.open.panel.canvas
    return canvas.convert(toWindow: canvas.pageFrame)
  }

  @Test func `a margin follows the pointer as one step, and text with it`() {
    let driver = driver()
    let page = page(driver)
    let unit = page.width / 148
    let before = driver.session.draft.layout.lines[0].bounds.width
    let left = Point(page.minX + 0.1 * page.width, page.midY)
    driver.drag(from: left, through: left + Vector(20, 0), left + Vector(40, 3))

    #expect(driver.steps == ["margins"])
    #expect(abs(driver.poster.margins.sides * 148 - (14.8 + 40 / unit)) < 0.2)
    #expect(driver.session.draft.layout.lines[0].bounds.width < before)

    let bottom = Point(page.midX, page.maxY - 0.0645 * page.height)
    driver.drag(from: bottom, through: bottom - Vector(0, 50))
    #expect(abs(driver.poster.margins.bottom * 210 - (0.0645 * 210 + 50 / unit)) < 0.2)
  }

  @Test func `Escape in a drag brings the margin back, and there is no step`() {
    let driver = driver()
    let page = page(driver)
    let before = driver.poster
    let left = Point(page.minX + 0.1 * page.width, page.midY)
    driver.move(to: left)
    driver.press(left)
    driver.move(to: left + Vector(40, 3))
    #expect(driver.poster != before)
    driver.key(.escape)
    driver.release(left + Vector(40, 3))

    #expect(driver.poster == before && driver.steps.isEmpty)
  }

  @Test func `near the historic margin that is taken exactly`() {
    let driver = driver()
    let page = page(driver)
    let top = Point(page.midX, page.minY + 0.037 * page.height)
    driver.drag(from: top, through: top + Vector(0, 60), top + Vector(0, 3))
    #expect(driver.poster.margins == .usual)
  }

  @Test func `the bleed is drawn out of the page's edge, and is the same on all sides`() throws {
    let driver = driver()
    let page = page(driver)
    let unit = page.width / 148
    let right = Point(page.maxX + 3, page.midY)
    driver.drag(from: right, through: right + Vector(5, 0), Point(page.maxX + 5 * unit, page.midY))

    #expect(driver.poster.bleed == 5 && driver.steps == ["bleed"])
    #expect(self.page(driver) == page)
    let drawn = guides(driver).children.compactMap { $0 as? PageGuide }.filter { $0.kind == .bleed }
    #expect(drawn.count == 4)
    // The ground reaches as far.
    let poster = try #require(driver.editor.open.panel.canvas.layer.sublayers.first?.sublayers.first)
    #expect(abs(poster.frame.width - (page.width + 10 * unit)) < 0.5)
  }

  @Test func `keys and assistive tools set millimetres, and another page keeps the proportions`() throws {
    let driver = driver()
    let guide = try #require(
      guides(driver).children.first { $0.label == "Margin on the left" } as? PageGuide)
    driver.editor.host.setFocus(guide, byKeyboard: true)
    driver.key(.right, .shift)
    #expect(abs(driver.poster.margins.sides * 148 - 24.8) < 0.06)
    #expect(guide.perform(.setNumber(37), on: nil, at: driver.time))
    #expect(abs(driver.poster.margins.sides - 0.25) < 1e-4)
    driver.session.change(.page) { $0.page = Page(width: 400, height: 400) }
    #expect(abs(driver.poster.margins.sides - 0.25) < 1e-4)
  }

  @Test func `without guides a press beside the letters is for the text`() {
    let driver = driver()
    driver.key(.character(";"), .control)
    #expect(guides(driver).isHidden)
    let page = page(driver)
    driver.click(Point(page.minX + 0.1 * page.width, page.midY))
    #expect(driver.session.draft.isTyping && driver.poster.margins == .usual)
  }

  @Test func `a notice covers neither the letters nor the properties`() throws {
    let driver = EditorDriver()
    driver.key(.character("e"), [.control, .shift])
    driver.wait(1)
    let node = try #require(driver.editor.accessibility.children.first { $0.role == .notification })
    let inspector = driver.editor.open.panel.inspector.frameInWindow
    let lines = driver.nodes.filter { $0.id.contains("line ") && $0.role == .textField }.map(\.frame)
    #expect(!lines.isEmpty)
    for part in lines + [inspector] { #expect(node.frame.intersection(part)?.isEmpty ?? true) }
  }
}
