import Colors
import Controls
import Geometry
import Input
import Posters
import Testing

@testable import PosterEditor

/// Drags that Escape gives up, of all that can be dragged in the editor.
@Suite struct CancelledDragTests {
  /// So high that all properties are seen.
  private static let size = Size(width: 1120, height: 1500)

  private static let stops = [
    Background.Stop(RGBA(hex: 0xc8102e), at: 0), Background.Stop(RGBA(hex: 0xf2a900), at: 0.4),
    Background.Stop(RGBA(hex: 0x003366), at: 1),
  ]
  private static let linear = Background.linear(stops: stops, start: Point(0.2, 0.1), end: Point(0.7, 0.9))

  private func driver(on background: Background = Self.linear) -> EditorDriver {
    EditorDriver(
      Poster(
        title: "Calm", background: background,
        emblem: .drawing(Path(circle: .zero, radius: 10), source: "disc.svg"),
        lines: [Poster.Line("KEEP"), Poster.Line("CALM"), Poster.Line("ON")]), size: Self.size)
  }

  /// Drags every node for assistive tools, and cancels each drag; returns the labels of those that had changed the
  /// poster meanwhile.
  private func dragAll(_ driver: EditorDriver) throws -> Set<String> {
    let before = driver.poster
    let window = Rect(origin: .zero, size: Self.size)
    var moved: Set<String> = []
    for node in driver.nodes where window.contains(node.frame.center) && !node.frame.isEmpty {
      let start = node.frame.center
      driver.move(to: start)
      driver.press(start)
      for step in 1...4 { driver.move(to: start + Vector(7 * Double(step), 22 * Double(step))) }
      if driver.poster != before { moved.insert(node.label) }
      driver.key(.escape)
      driver.release(start + Vector(28, 88))
      #expect(driver.poster == before && driver.steps.isEmpty, "\(node.label)")
      driver.editor.host.closeOverlays()
    }
    return moved
  }

  @Test func `what is beside a poster and on it is as it was, and there is no step`() throws {
    let moved = try dragAll(driver())
    #expect(moved.isSuperset(of: ["Size of the crown", "Weight", "Tracking", "Stroke"]), "\(moved)")
  }

  @Test(arguments: [
    (Self.linear, ["Start of the gradient", "End of the gradient", "Colour 2 of the gradient"]),
    (
      .radial(stops: Self.stops, center: Point(0.5, 0.4), radius: 0.6),
      ["Centre of the gradient", "Edge of the gradient", "Colour 2 of the gradient"]
    ),
  ])
  func `ends and colours of a gradient are where they were on the poster`(
    background: Background, labels: [String]
  ) throws {
    let driver = driver(on: background)
    driver.session.showsGround = true
    driver.wait(0.1)
    let before = driver.poster
    for label in labels {
      let start = try driver.node(label).frame.center
      driver.move(to: start)
      driver.press(start)
      driver.move(to: start + Vector(30, 20))
      driver.move(to: start + Vector(45, -40))
      #expect(driver.poster != before, "\(label) does not move")
      driver.key(.escape)
      #expect(driver.poster == before && driver.steps.isEmpty, "\(label)")
      #expect(try driver.node(label).frame.center.distance(to: start) < 1e-9, "\(label)")
      // Neither further motion nor the release restores it.
      driver.move(to: start + Vector(60, 60))
      driver.release(start + Vector(60, 60))
      #expect(driver.poster == before && driver.steps.isEmpty && driver.session.showsGround, "\(label)")
    }
  }

  @Test func `a line is where it was among the others`() throws {
    let driver = driver()
    let page = driver.editor.open.pageFrame
    driver.click(Point(page.midX, page.midY))
    driver.wait(0.1)
    let grip = try driver.node("Move line").frame.center
    let before = driver.poster
    var moved = false
    for way in [-1.0, 1] {
      driver.move(to: grip)
      driver.press(grip)
      for step in 1...10 { driver.move(to: grip + Vector(0, way * 40 * Double(step))) }
      moved = moved || driver.poster.lines != before.lines
      driver.key(.escape)
      driver.release(grip)
      driver.wait(2)
      #expect(driver.poster == before && driver.steps.isEmpty)
    }
    #expect(moved)
  }

  @Test func `what was selected is selected again`() throws {
    let driver = driver()
    let page = driver.editor.open.pageFrame
    driver.click(Point(page.midX, page.midY), clicks: 2)
    let before = driver.session.draft.selection
    #expect(!before.isEmpty)
    driver.press(Point(page.midX - 60, page.midY))
    driver.move(to: Point(page.midX + 60, page.midY + 60))
    #expect(driver.session.draft.selection != before)
    driver.key(.escape)
    #expect(driver.session.draft.selection == before && driver.session.draft.isTyping)
  }
}
