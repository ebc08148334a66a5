import Colors
import Controls
import Geometry
import Input
import Localization
import Scene
import Testing
import WindowSupport

@testable import ColorPicker

/// A picker that is laid out from right to left.
@Suite struct MirroredPickerTests {
  private func pair(_ size: Size, hasAlpha: Bool = true) throws -> (plain: PanelDriver, mirrored: PanelDriver)
  {
    (
      try PanelDriver(hasAlpha: hasAlpha, recent: ["red", "#123456"], size: size),
      try PanelDriver(
        hasAlpha: hasAlpha, recent: ["red", "#123456"], size: size, language: MirroredWindow.language)
    )
  }

  @Test(arguments: [Size(320, 420), Size(440, 560), Size(900, 700)])
  func `all extents are the mirror image of a picker's, and are where its controls are hit`(size: Size) throws
  {
    let (plain, mirrored) = try pair(size)
    let window = MirroredWindow(plain: plain.content.accessibility, mirrored: mirrored.content.accessibility)

    #expect(window.faults == [])
    #expect(window.targets.count > 10)
    #expect(window.strayTargets(plain.window.host, mirrored.window.host) == [])
  }

  @Test(arguments: [1.0, 2])
  func `the colour plane is drawn as ever, in the reflected place`(scale: Double) throws {
    let drivers = try [Language.english, MirroredWindow.language].map {
      try PanelDriver(size: Size(440, 560), scale: scale, language: $0)
    }
    let planes = try drivers.map { driver in
      try #require(
        driver.displayList.items.first { item in
          if case .shader = item.shape { return true }
          return false
        })
    }
    let frame = try drivers[0].node(drivers[0].panel.plane.square.label).frame

    #expect(planes[0].shape == planes[1].shape)
    #expect(planes[0].transform.affine == .translation(x: frame.minX, y: frame.minY))
    #expect(planes[1].transform.affine == .translation(x: 440 - frame.maxX, y: frame.minY))
  }

  @Test func `a press takes the colour that is seen, and the loupe is there`() throws {
    let (plain, mirrored) = try pair(Size(440, 560), hasAlpha: false)
    var colors: [String] = []
    var loupes: [Point] = []
    for driver in [plain, mirrored] {
      let frame = try driver.node(driver.panel.plane.square.label).frame
      driver.press(Point(frame.minX + 30, frame.minY + 40))
      colors.append(driver.hex)
      let loupe = try #require(driver.panel.plane.square.loupe.layer.projectedCorners(at: driver.time)?.first)
      loupes.append(Point(loupe.x - frame.minX, loupe.y - frame.minY))
      driver.key(.escape)
    }

    #expect(colors[0] == colors[1])
    #expect(loupes[0].distance(to: loupes[1]) < 1e-6 && loupes[0].distance(to: Point(30, 40)) < 1)
  }

  @Test func `the left arrow key goes to the left in the plane, and makes a channel larger`() throws {
    let (_, driver) = try pair(Size(440, 560), hasAlpha: false)
    driver.window.host.setFocus(driver.panel.plane.square)
    let before = driver.color.place(in: .hsb).across
    driver.key(.left)

    #expect(driver.color.place(in: .hsb).across < before)
  }
}
