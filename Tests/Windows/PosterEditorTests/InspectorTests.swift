import Colors
import Controls
import Geometry
import Input
import Posters
import Testing
import WindowSupport

@testable import PosterEditor

/// What is set beside a poster.
@Suite struct InspectorTests {
  static let stops = [
    Background.Stop(RGBA(hex: 0xff0000), at: 0), Background.Stop(RGBA(hex: 0x00ff00), at: 0.3),
    Background.Stop(RGBA(hex: 0x0000ff), at: 1),
  ]
  static let slanted = Background.linear(stops: stops, start: Point(0.1, 0.2), end: Point(0.9, 0.7))
  static let glowing = Background.radial(stops: stops, center: Point(0.3, 0.6), radius: 0.4)

  private func driver(on background: Background, size: Size = PosterEditor.defaultSize) -> EditorDriver {
    EditorDriver(
      Poster(title: "Calm", background: background, lines: [Poster.Line("KEEP"), Poster.Line("CALM")]),
      size: size)
  }

  @Test(arguments: [Background.color(RGBA(hex: 0xc8102e)), slanted, glowing])
  func `the wheel changes nothing wherever it is turned`(background: Background) {
    let driver = driver(on: background)
    let before = driver.poster
    driver.click(driver.editor.open.pageFrame.center)
    for x in stride(from: 8.0, to: PosterEditor.defaultSize.width, by: 24) {
      for y in stride(from: 8.0, to: PosterEditor.defaultSize.height, by: 20) {
        driver.wheel(-1, at: Point(x, y))
        driver.wheel(1, at: Point(x, y))
      }
    }

    #expect(driver.poster == before)
    #expect(driver.steps.isEmpty)
  }

  /// Chooses a kind of ground, as a press on its word does.
  private func choose(_ kind: String, _ driver: EditorDriver) throws {
    driver.click(try driver.node(kind, .radioButton).frame.center)
  }

  @Test func `a gradient that becomes radial and linear again keeps its angle and all of its colours`() throws
  {
    for (ground, names) in [(Self.slanted, ["Radial", "Linear"]), (Self.glowing, ["Linear", "Radial"])] {
      let driver = driver(on: ground)
      try choose(names[0], driver)
      #expect(driver.poster.background.kind != ground.kind)
      #expect(driver.poster.background.stops == Self.stops)
      try choose(names[1], driver)

      #expect(driver.poster.background == ground)
    }
  }

  @Test func `a flat colour that was only looked at leaves the gradient, another one begins a new gradient`()
    throws
  {
    let driver = driver(on: Self.slanted)
    try choose("Flat", driver)
    try choose("Linear", driver)
    #expect(driver.poster.background == Self.slanted)

    try choose("Flat", driver)
    driver.session.change(.ground) { $0.background = .color(RGBA(hex: 0x336699)) }
    try choose("Linear", driver)

    #expect(driver.poster.background.stops.first?.color == RGBA(hex: 0x336699))
    guard case .linear(_, let start, let end) = driver.poster.background else {
      Issue.record("no linear gradient")
      return
    }
    #expect(start == Point(0.1, 0.2) && end == Point(0.9, 0.7))
  }

  @Test func `a title and a number that are being typed are in the poster when the window is closed`() throws
  {
    let driver = driver(on: Self.slanted)
    driver.click(try driver.node("Title").frame.center, clicks: 3)
    driver.type("Storm")
    driver.key(.character("s"), .control)
    #expect(driver.editor.isFinished && driver.poster.title == "Storm")

    let other = self.driver(on: Self.slanted, size: Size(1120, 1400))
    other.click(try other.node("Bleed", .textField).frame.center, clicks: 3)
    other.type("4")
    other.editor.close()

    #expect(other.poster.bleed == 4)
  }
}
