import Controls
import Geometry
import Input
import Posters
import Scene
import Testing
import Typography

@testable import PosterEditor

/// Rulers and the guides that are drawn out of them.
@Suite struct FreeGuidesTests {
  private static let paper = Page(width: 148, height: 210)

  private func driver(_ guides: Guides = Guides(), size: Size = PosterEditor.defaultSize) -> EditorDriver {
    var poster = Poster(
      page: Self.paper, emblem: .drawing(Path(circle: .zero, radius: 10), source: "disc.svg"),
      lines: [Poster.Line("KEEP"), Poster.Line("CALM")])
    poster.guides = guides
    let driver = EditorDriver(poster, size: size)
    if guides.isEmpty { driver.key(.character("r"), .control) }
    return driver
  }

  private func canvas(_ driver: EditorDriver) -> PosterCanvas { driver.editor.open.panel.canvas }

  /// Returns the place in the window of a place of the page in millimetres.
  private func point(_ x: Double, _ y: Double, _ driver: EditorDriver) -> Point {
    let page = driver.editor.open.pageFrame
    return Point(page.minX + x / 148 * page.width, page.minY + y / 210 * page.height)
  }

  private func ruler(_ label: String, _ driver: EditorDriver) throws -> Point {
    try driver.node(label).frame.center
  }

  @Test(arguments: [PosterEditor.defaultSize, Size(420, 560)])
  func `guides are drawn out of both rulers, moved, and removed by dragging them back`(size: Size) throws {
    let driver = driver(size: size)
    let (upper, left) = (try ruler("Upper ruler", driver), try ruler("Left ruler", driver))
    driver.drag(from: left, through: point(30, 90, driver), point(40, 100, driver))
    #expect(driver.poster.guides.vertical == [40] && driver.poster.guides.horizontal.isEmpty)
    driver.drag(from: upper, through: point(30, 60, driver))
    #expect(driver.poster.guides == Guides(vertical: [40], horizontal: [60]))
    #expect(driver.steps == ["guides", "guides"])

    driver.drag(from: point(40, 150, driver), through: point(60, 150, driver), point(100, 150, driver))
    #expect(driver.poster.guides.vertical == [100])
    driver.drag(from: point(20, 60, driver), through: upper)
    #expect(driver.poster.guides == Guides(vertical: [100]))
    // Out of a ruler and back is nothing.
    driver.drag(from: left, through: point(20, 20, driver), left)
    #expect(driver.poster.guides == Guides(vertical: [100]) && driver.steps.count == 4)
    for _ in 0..<4 { driver.key(.character("z"), .control) }
    #expect(driver.poster.guides.isEmpty)
  }

  @Test func `Escape in a drag brings a guide back, and there is no step`() throws {
    let driver = driver(Guides(vertical: [40]))
    let before = driver.poster
    let start = point(40, 150, driver)
    driver.move(to: start)
    driver.press(start)
    driver.move(to: start + Vector(50, 0))
    #expect(driver.poster != before)
    driver.key(.escape)
    driver.release(start + Vector(50, 0))
    #expect(driver.poster == before && driver.steps.isEmpty)
    let left = try ruler("Left ruler", driver)
    driver.move(to: left)
    driver.press(left)
    driver.move(to: start + Vector(80, 0))
    #expect(driver.poster.guides.vertical.count == 2)
    driver.key(.escape)
    driver.release(start)
    #expect(driver.poster == before && driver.steps.isEmpty)
  }

  @Test func `a guide snaps to the page's middle and margins, and the crown to the guide`() throws {
    let driver = driver()
    driver.drag(from: try ruler("Left ruler", driver), through: point(74, 20, driver) + Vector(3, 0))
    #expect(driver.poster.guides.vertical == [74])
    driver.drag(from: try ruler("Left ruler", driver), through: point(14.8, 20, driver) + Vector(-3, 0))
    #expect(driver.poster.guides.vertical == [74, 14.8])

    driver.session.change(.guides) { $0.guides = Guides(vertical: [30]) }
    let crown = driver.handle.crownInWindow
    let guide = point(30, 0, driver).x
    // The crown's left edge is dragged to 4 points beside the guide.
    driver.drag(
      from: crown.center, through: crown.center + Vector(-20, 0),
      crown.center + Vector(guide - crown.minX + 4, 20))
    #expect(abs(driver.handle.crownInWindow.minX - guide) < 0.1)
    // Without rulers there is no guide to snap to.
    driver.key(.character("z"), .control)
    driver.key(.character("r"), .control)
    let (other, place) = (driver.handle.crownInWindow, point(30, 0, driver).x)
    driver.drag(
      from: other.center, through: other.center + Vector(-20, 0),
      other.center + Vector(place - other.minX + 4, 20))
    #expect(abs(driver.handle.crownInWindow.minX - place) > 3)
  }

  @Test func `guides are where they are on the page in every zoom, by the tenth of a millimetre`() throws {
    let driver = driver(Guides(vertical: [40]))
    let place = point(40, 100, driver)
    driver.move(to: place)
    for _ in 0..<12 { driver.wheel(1, at: place, .control) }
    driver.wait(2)
    let start = point(40, 100, driver)
    #expect(start.distance(to: place) < 4)
    let unit = driver.editor.open.pageFrame.width / 148
    #expect(unit > 12)
    driver.drag(from: start, through: start + Vector(20, 0), start + Vector(3.2 * unit, 0))
    #expect(driver.poster.guides.vertical == [43.2])
  }

  @Test func `keys and assistive tools move a guide by millimetres and remove it`() throws {
    let driver = driver(Guides(vertical: [40], horizontal: [50]))
    let node = try driver.node("Horizontal guide 1")
    #expect(node.value == "50\u{202f}mm" && node.number == 50)
    let guide = try #require(
      canvas(driver).freeGuides.children.first { $0.label == "Horizontal guide 1" })
    driver.editor.host.setFocus(guide, byKeyboard: true)
    driver.key(.down)
    driver.key(.up, .shift)
    #expect(driver.poster.guides.horizontal == [41])
    #expect(guide.perform(.setNumber(12.34), on: nil, at: driver.time))
    #expect(driver.poster.guides.horizontal == [12.3])
    driver.key(.delete)
    #expect(driver.poster.guides == Guides(vertical: [40]))
  }

  @Test func `guides change nothing that is printed, and a poster without them is stored as before`() {
    var poster = driver().poster
    let (plain, layout) = (poster.json, PosterLayout(poster, typesetter: Typesetter()))
    poster.guides = Guides(vertical: [1, 2], horizontal: [3])
    #expect(PosterLayout(poster, typesetter: Typesetter()) == layout)
    poster.guides = Guides()
    #expect(poster.json == plain && !plain.contains("guides"))
  }

  @Test func `the rulers show where the pointer is, and their numbers never crowd`() {
    for exponent in stride(from: -3.0, through: 3, by: 0.05) {
      var unit = 1.0
      for _ in 0..<Int(abs(exponent) * 20) { unit *= exponent < 0 ? 1 / 1.122 : 1.122 }
      let (numbers, lines) = Ruler.steps(unit: unit)
      #expect(numbers * unit >= 52 && numbers * unit <= 52 * 2.6)
      #expect(lines * unit >= 4 && numbers / lines <= 10)
      #expect(abs(numbers / lines - (numbers / lines).rounded()) < 1e-9)
    }
    let driver = driver()
    driver.move(to: point(50, 117, driver))
    func shown(_ layer: Layer) -> [String] {
      let own: [String] = if case .text(let text) = layer.contents { [text.text] } else { [] }
      return own + layer.sublayers.flatMap(shown)
    }
    let texts = shown(canvas(driver).layer)
    #expect(texts.contains { Double($0).map { abs($0 - 50) < 0.6 } == true }, "\(texts)")
    #expect(texts.contains { Double($0).map { abs($0 - 117) < 0.6 } == true }, "\(texts)")
  }
}
