import Colors
import Controls
import Geometry
import Input
import Scene
import Testing

@testable import ColorPicker

/// The guides of the plane: lines, edges, colour visions, and the remembered settings.
@Suite struct PlaneReadingTests {
  @Test func `settings come back from their text, and what is not understood changes nothing`() throws {
    var settings = PlaneSettings(plane: try #require(ColorPlane.all.last))
    settings.showsEdges = false
    settings.contrast = .apca
    settings.ground = .color(RGBA(hex: 0xc8102e))
    settings.copyFormat = .okhsl

    #expect(PlaneSettings(text: settings.text) == settings)
    #expect(PlaneSettings(text: "plane nowhere\nvision deutan 7\nground\n\u{0}\nedges") == PlaneSettings())
  }

  @Test func `other eyes and hatching end with their window, also where an earlier version kept them`() {
    var settings = PlaneSettings()
    settings.isHatched = true
    settings.vision = .deficient(.deutan, severity: 1)

    #expect(PlaneSettings(text: settings.text) == PlaneSettings())
    #expect(PlaneSettings(text: "hatched yes\nvision deutan 1.0") == PlaneSettings())
  }

  @Test func `a drag with Shift follows a contrast line, and its colours pass just so`() throws {
    let driver = try PanelDriver("#336699")
    driver.key(.character("l"), .control)
    let square = driver.panel.plane.square.frame
    driver.press(square.point(0.3, 0.45), .shift)
    var colors: [RGBA] = []
    for share in stride(from: 0.35, through: 0.9, by: 0.05) {
      driver.move(to: square.point(share, 0.4), .shift)
      colors.append(try Color(parsing: driver.hex).rgba)
    }
    driver.release(square.point(0.9, 0.4))

    let ratios = colors.map { wcagContrast($0, .white) }
    let goal = try #require([3, 4.5, 7].min { ($0 - ratios[0]).magnitude < ($1 - ratios[0]).magnitude })
    // A level more or less of every channel changes a ratio of 7 by some 0.06.
    #expect(ratios.allSatisfy { $0 >= goal && $0 < goal + 0.06 }, "\(ratios)")
    #expect(driver.color.saturation > 0.7)
  }

  @Test func `outside sRGB the loupe says what the colour becomes, inside it says nothing`() throws {
    let driver = try PanelDriver("#336699")
    let oklch = try #require(ColorPlane.all.first { $0.name == "oklch" })
    driver.panel.plane.change { $0.plane = oklch }
    _ = driver.window.advance(to: 2)
    driver.time = 2
    let square = driver.panel.plane.square
    #expect(square.note.layer.isHidden && !square.isOutside)

    driver.click(square.frame.point(0.98, 0.5))
    #expect(!square.note.layer.isHidden && square.isOutside)
    let value = try #require(try driver.node(square.label).value)
    #expect(value.hasSuffix("outside sRGB, becomes \(driver.hex)"))
  }

  @Test func `a vision changes what is seen and nothing that is said`() throws {
    let driver = try PanelDriver("#c8102e", recent: ["red"])
    let vision = ColorVision.deficient(.protan, severity: 1)
    var settings = driver.panel.settings
    settings.vision = vision
    driver.panel.plane.show(settings)
    _ = driver.window.advance(to: 2)

    #expect(driver.hex == "#c8102e")
    #expect(try driver.node("New colour").value?.hasPrefix("#c8102e, near crimson, lightness ") == true)
    let fills = driver.panel.swatches.layer.sublayers.compactMap(\.backgroundColor)
    #expect(fills.contains(vision.seen(RGBA(hex: 0xff0000))))
    #expect(!fills.contains(RGBA(hex: 0xff0000)))
  }

  @Test func `colours of a palette that look alike are marked, to those to whom they do`() {
    let palette = PickerPalette(
      name: "",
      items: [0xc8102e, 0x808000, 0xc9112f, 0x2e8b57, 0x7f7a5c].map { .init(RGBA(hex: $0), name: "") })

    #expect(palette.indistinguishable(amongFirst: 32, nil) == [0, 2])
    #expect(
      palette.indistinguishable(amongFirst: 32, .deficient(.deutan, severity: 1)).isSuperset(of: [0, 2, 3, 4])
    )
    #expect(palette.indistinguishable(amongFirst: 2, nil).isEmpty)
  }

  @Test func `a colour of a palette is said with its own name, and that it looks like another one`() {
    let grid = SwatchGrid(
      [0xc8102e, 0xc9112f, 0x2e8b57].map {
        .init(RGBA(hex: $0), name: $0 == 0x2e8b57 ? "seagreen" : "Signal")
      }, .english, capacity: 32
    ) { _ in }
    grid.marked = [0, 1]
    let words = grid.accessibility.children.compactMap(\.value)

    #expect(
      words[0].hasPrefix("Signal, #c8102e, near crimson, ") && words[0].hasSuffix(", looks like another one"))
    #expect(words[2] == RGBA(hex: 0x2e8b57).words(in: .english))
  }

  @Test func `a drag over both colours wipes one over the other and takes neither`() throws {
    let driver = try PanelDriver("#336699")
    driver.click(driver.panel.plane.square.frame.point(0.9, 0.1))
    let chosen = driver.hex
    let frame = driver.panel.comparison.frame
    driver.press(frame.point(0.8, 0.5))
    driver.move(to: frame.point(0.1, 0.5))
    _ = driver.window.advance(to: 3)
    #expect(try driver.node("Previous colour").frame.width > frame.width * 0.85)
    driver.release(frame.point(0.1, 0.5))

    #expect(driver.hex == chosen)
    driver.click(frame.point(0.9, 0.5))
    #expect(driver.hex == "#336699")
  }

  @Test func `a colour is copied as it was last, which is said`() throws {
    let driver = try PanelDriver("#336699")
    try #require(driver.panel.allCommands.notations.first { $0.id == "picker.copy.hsl" }).action(0)
    #expect(driver.clipboard.read() == Color(RGBA(hex: 0x336699)).text(as: .hsl))
    driver.click(driver.panel.plane.square.frame.point(0.9, 0.1))
    driver.key(.character("c"), [.control, .shift])

    let text = Color(driver.color.rgba).text(as: .hsl)
    #expect(driver.clipboard.read() == text)
    #expect(driver.window.host.saidNotices.last?.words == "\(text) was copied.")
  }

  @Test func `a text that is dropped is the colour, or is refused`() throws {
    let driver = try PanelDriver("#336699")
    driver.drop("oklch(0.6 0.1 200)")
    let dropped = driver.hex
    driver.drop("no colour at all")

    #expect(dropped == Color(in: .oklch, 0.6, 0.1, 200).mapped(to: .srgb).text(as: .hex))
    #expect(driver.hex == dropped)
  }
}

extension Rect {
  /// Returns the place at shares of the width and the height.
  fileprivate func point(_ across: Double, _ down: Double) -> Point {
    Point(minX + across * width, minY + down * height)
  }
}
