import Controls
import Geometry
import Input
import Posters
import Testing

@testable import PosterEditor

/// The zoom of the page in the editor, by hand.
@Suite struct PageZoomTests {
  private func canvas(_ driver: EditorDriver) -> PosterCanvas { driver.editor.open.panel.canvas }

  /// The page in the window, at rest.
  private func page(_ driver: EditorDriver) -> Rect {
    driver.wait(2)
    return driver.editor.open.pageFrame
  }

  /// Returns the place in the window of a point of the page in fractions of it.
  private func point(_ x: Double, _ y: Double, _ page: Rect) -> Point {
    Point(page.minX + x * page.width, page.minY + y * page.height)
  }

  @Test func `Ctrl and the wheel zoom about the pointer, and Ctrl+0 shows the whole page again`() {
    let driver = EditorDriver()
    let whole = page(driver)
    let place = point(0.4, 0.45, whole)
    driver.move(to: place)
    for _ in 0..<8 { driver.wheel(1, at: place, .control) }
    let zoomed = page(driver)
    #expect(zoomed.width > 4 * whole.width)
    #expect(point(0.4, 0.45, zoomed).distance(to: place) < 3)
    #expect(driver.poster == Poster(title: "Calm", lines: [Poster.Line("KEEP"), Poster.Line("CALM")]))

    driver.key(.character("0"), .control)
    #expect(page(driver) == whole)
  }

  @Test func `the wheel, the middle button and the space bar scroll, and nothing else does`() {
    let driver = EditorDriver()
    let whole = page(driver)
    driver.wheel(-1, at: whole.center)
    #expect(page(driver) == whole)
    driver.move(to: whole.center)
    for _ in 0..<10 { driver.wheel(1, at: whole.center, .control) }
    let zoomed = page(driver)
    driver.wheel(-1, at: whole.center)
    #expect(page(driver) == zoomed.offset(by: Vector(0, -72)))
    driver.wheel(1, at: whole.center)
    driver.wheel(-2, at: whole.center, .shift)
    #expect(page(driver) == zoomed.offset(by: Vector(-144, 0)))
    driver.wheel(2, at: whole.center, .shift)
    #expect(page(driver) == zoomed)

    driver.send(.pointerDown(whole.center, .middle, clicks: 1, []))
    driver.move(to: whole.center + Vector(30, 50))
    #expect(driver.editor.open.pageFrame == zoomed.offset(by: Vector(30, 50)))
    driver.wait(1)
    driver.send(.pointerUp(whole.center + Vector(30, 50), .middle, []))
    #expect(page(driver) == zoomed.offset(by: Vector(30, 50)))
    #expect(!driver.session.draft.isTyping)

    driver.key(.space)
    driver.press(whole.center)
    driver.move(to: whole.center - Vector(30, 50))
    driver.wait(1)
    driver.release(whole.center - Vector(30, 50))
    #expect(page(driver) == zoomed && !driver.session.draft.isTyping)

    // Escape returns it, and without the space bar a press is for the text.
    driver.send(.pointerDown(whole.center, .middle, clicks: 1, []))
    driver.move(to: whole.center + Vector(90, 0))
    driver.key(.escape)
    #expect(page(driver) == zoomed)
    driver.wait(2)
    driver.click(whole.center)
    #expect(driver.session.draft.isTyping && page(driver) == zoomed && driver.steps.isEmpty)
    // While text is typed the space bar types.
    driver.type("A B")
    #expect(driver.poster.lines.contains { $0.text.contains("A B") })
  }

  @Test(arguments: [Size(1120, 760), Size(420, 600)])
  func `the caret, the handles and what assistive tools see are at the same letters in every zoom`(
    size: Size
  ) throws {
    let driver = EditorDriver(
      Poster(
        title: "Calm", emblem: .drawing(Path(circle: .zero, radius: 10), source: "disc.svg"),
        lines: [Poster.Line("KEEP"), Poster.Line("CALM")]), size: size)
    let whole = page(driver)
    /// The frames as fractions of the page: of the caret, the crown's handle and the lines for assistive tools.
    func places(_ page: Rect) throws -> [Rect] {
      let canvas = canvas(driver)
      let caret = canvas.convert(toWindow: try #require(canvas.caretFrame))
      let line = try #require(driver.nodes.first { $0.label == "Line 2" })
      return ([caret, driver.handle.crownInWindow, line.frame] + line.characterFrames).map { frame in
        Rect(
          x: (frame.midX - page.minX) / page.width, y: (frame.midY - page.minY) / page.height, width: 0,
          height: frame.height / page.height)
      }
    }
    // A press between two letters, found again where it is after each zoom.
    let line = try #require(driver.nodes.first { $0.label == "Line 2" })
    let gap = line.characterFrames[2]
    let press = Point((gap.minX - whole.minX) / whole.width, (gap.midY - whole.minY) / whole.height)
    driver.click(point(press.x, press.y, whole))
    let caret = driver.session.draft.selection
    let before = try places(page(driver))
    for turns in [1.0, 4, 9, -1] {
      driver.key(.character("0"), .control)
      driver.wait(1)
      let place = point(press.x, press.y, whole)
      driver.move(to: place)
      for _ in 0..<Int(turns.magnitude) { driver.wheel(turns > 0 ? 1 : -1, at: place, .control) }
      let zoomed = page(driver)
      for (new, old) in zip(try places(zoomed), before) {
        #expect(
          abs(new.minX - old.minX) < 0.005 && abs(new.minY - old.minY) < 0.005, "\(turns): \(new) \(old)")
        #expect(abs(new.height - old.height) < 0.005)
      }
      driver.click(point(press.x, press.y, zoomed))
      #expect(driver.session.draft.selection == caret, "\(turns)")
      // The handles of the line stay in sight.
      let handles = canvas(driver).lineHandles
      #expect(
        !handles.isHidden && handles.frame.minX >= 0 && handles.frame.maxX <= canvas(driver).frame.width)
    }
    #expect(driver.steps.isEmpty)
  }

  @Test func `a caret that leaves the window is scrolled into view, wherever one types`() {
    let driver = EditorDriver(
      Poster(lines: (1...6).map { Poster.Line("LINE \($0)") }), size: Size(700, 500))
    let whole = page(driver)
    driver.click(point(0.5, 0.3, whole))
    for _ in 0..<10 { driver.wheel(1, at: point(0.5, 0.3, whole), .control) }
    let canvas = canvas(driver)
    for key in [Key.end, .down, .down, .home, .up, .up, .up, .up, .end] {
      driver.key(key)
      driver.wait(1)
      let caret = canvas.caretFrame ?? .zero
      #expect(canvas.bounds.contains(caret.center), "\(key)")
    }
  }

  @Test
  func `keys and the button's menu choose print size, pixels and percentages, without changing the poster`()
    throws
  {
    let driver = EditorDriver(Poster(page: Page(width: 254, height: 381), lines: [Poster.Line("KEEP")]))
    let host = driver.editor.host
    host.pointsPerInch = { 120 }
    driver.key(.character("1"), .control)
    #expect(abs(page(driver).width - 1200) <= 1)
    #expect(try driver.node("Zoom").value == "100\u{202f}%")
    driver.key(.character("2"), .control)
    #expect(abs(page(driver).width - 960) <= 1)
    #expect(host.saidNotices.isEmpty)
    driver.key(.character("-"), .control)
    #expect(abs(page(driver).width - 768) <= 1)
    host.pointsPerInch = { nil }
    driver.key(.character("1"), .control)
    #expect(abs(page(driver).width - 960) <= 1)
    #expect(host.saidNotices.last?.words.contains("96") == true)

    driver.click(try driver.node("Zoom").frame.center)
    driver.wait(0.5)
    driver.click(try driver.node("200\u{202f}% of print size").frame.center)
    #expect(abs(page(driver).width - 1920) <= 1)
    driver.click(try driver.node("Zoom").frame.center)
    driver.wait(0.5)
    driver.click(try driver.node("Whole page").frame.center)
    #expect(page(driver).height < 760 && driver.steps.isEmpty)
  }

  @Test func `margins and the ends of a gradient follow the pointer by the page's millimetres in every zoom`()
  {
    let page = Page(width: 148, height: 210)
    let driver = EditorDriver(Poster(page: page, lines: [Poster.Line("KEEP"), Poster.Line("CALM")]))
    driver.key(.character(";"), .control)
    let whole = self.page(driver)
    let left = point(0.1, 0.5, whole)
    driver.move(to: left)
    for _ in 0..<8 { driver.wheel(1, at: left, .control) }
    let zoomed = self.page(driver)
    let unit = zoomed.width / 148
    let start = point(0.1, 0.5, zoomed)
    driver.drag(from: start, through: start + Vector(20, 0), start + Vector(10 * unit, 0))
    #expect(abs(driver.poster.margins.sides * 148 - 24.8) < 0.1 && driver.steps == ["margins"])
  }

  @Test func `a smaller window, another page and a closing editor leave no page astray`() {
    let driver = EditorDriver()
    let whole = page(driver)
    for _ in 0..<12 { driver.wheel(1, at: whole.center, .control) }
    driver.content.layOut(size: Size(420, 360), scale: 2)
    let small = page(driver)
    #expect(small.contains(Point(210, 200)))
    driver.session.change(.page) { $0.page = Page(width: 50, height: 20) }
    let other = page(driver)
    let canvas = canvas(driver)
    #expect(other.intersects(canvas.frame))
    driver.key(.character("0"), .control)
    #expect(canvas.frame.contains(page(driver)))
  }
}
