import Colors
import Controls
import Geometry
import Input
import Scene
import Testing

@testable import ColorPicker

/// The notes beside fields, and how long typed text stays.
@Suite struct FieldNoteTests {
  @Test func `any new colour refreshes a field that holds 300, and Choose works again`() throws {
    let driver = try PanelDriver()
    try driver.fill("Red", "300")
    driver.key(.tab)
    #expect(try driver.text(inField: "Red") == "300")

    driver.press(driver.panel.plane.square.frame.center)
    driver.move(to: Point(100, 90))
    driver.release(Point(100, 90))

    #expect(driver.fault == nil)
    #expect(try driver.text(inField: "Red") == Channel.red.text(in: driver.color))
    driver.click(driver.panel.chooseButton.frame.center)
    #expect(driver.panel.accepted == driver.color.rgba)
  }

  @Test func `undo, a recent colour, the previous one and another field refresh it, too`() throws {
    let changes: [(String, (PanelDriver) throws -> Void)] = [
      ("undo", { $0.key(.character("z"), .control) }),
      ("recent", { $0.click(Point($0.panel.swatches.frame.minX + 5, $0.panel.swatches.frame.minY + 5)) }),
      ("previous", { $0.click(Point($0.panel.comparison.frame.maxX - 8, $0.panel.comparison.frame.midY)) }),
      ("field", { try $0.fill("Blue", "7") }),
      ("wheel", { $0.wheel(1, over: $0.panel.plane.track) }),
    ]
    for (name, change) in changes {
      let driver = try PanelDriver(recent: ["red"])
      driver.wheel(1, over: driver.panel.plane.track)
      try driver.fill("Red", "300")
      try driver.tab(to: "Cancel")
      #expect(driver.fault != nil, "\(name)")

      try change(driver)

      #expect(driver.fault == nil, "\(name)")
      #expect(try driver.text(inField: "Red") == Channel.red.text(in: driver.color), "\(name)")
    }
  }

  @Test(arguments: [
    "oklch(", "oklch(0.7 0.1", "hsl(10 20 30 40 50)", "color(display-p3 1 2", "no such colour at all",
  ])
  func `a fault is said as soon as the field is left, by keys or by the pointer, in full`(text: String) throws
  {
    for size in [Size(320, 360), Size(440, 560), Size(1000, 700)] {
      for byPointer in [false, true] {
        let driver = try PanelDriver(size: size)
        try driver.fill("Hex", text)
        guard driver.hex == "#336699" else { continue }
        #expect(driver.fault == nil)
        if byPointer { driver.press(driver.panel.chooseButton.frame.center) } else { driver.key(.tab) }

        let fault = try #require(driver.fault, "\(text) at \(size)")
        // The typed text may be longer than its field.
        let shown = TextBox.all(in: driver.window).filter { $0.text != text }
        #expect(shown.allSatisfy { !$0.isCut }, "\(text) at \(size)")
        let words = shown.map(\.text).joined(separator: " ")
        #expect(fault.split(separator: " ").allSatisfy { words.contains($0) }, "\(fault) at \(size)")
      }
    }
  }

  @Test(arguments: ["color(display-p3 0 1 0)", "oklch(0.7 0.35 150)", "lab(50 120 0)"])
  func `a colour outside sRGB is mapped and that is said beside the field`(text: String) throws {
    let driver = try PanelDriver()
    try driver.fill("Hex", text)

    let note = try #require(driver.note)
    #expect(note.contains("Outside sRGB"))
    #expect(note.contains(driver.hex))
    driver.key(.tab)
    #expect(driver.note == note)
    #expect(TextBox.all(in: driver.window).allSatisfy { !$0.isCut })

    driver.wheel(1, over: driver.panel.plane.track)

    #expect(driver.note == nil)
    #expect(driver.fault == nil)
  }

  @Test(arguments: ["tomato", "oklch(0.7 0.1 150)", "color(srgb 1 0 0)", "#abc"])
  func `a colour that sRGB has is taken without a word`(text: String) throws {
    let driver = try PanelDriver()
    try driver.fill("Hex", text)
    driver.key(.tab)

    #expect(driver.note == nil && driver.fault == nil)
  }

  // MARK: Opacity and names

  /// Returns whether the window shows words beside a field or below.
  private func said(_ driver: PanelDriver, _ words: String) -> Bool {
    driver.nodes.contains { ($0.value ?? $0.label).contains(words) || $0.label.contains(words) }
  }

  /// “#33669980” became #336699 without a word.
  @Test(arguments: ["#33669980", "rgb(51 102 153 / 50%)", "transparent", "#3698"])
  func `an opacity that is left out is said, and the colour is taken`(text: String) throws {
    let color = try Color(parsing: text).rgba
    let ways: [(PanelDriver) throws -> Void] = [
      {
        try $0.fill("Hex", text); $0.key(.tab)
      }, { $0.drop(text) },
      {
        $0.clipboard.write(text); $0.key(.character("v"), .control)
      },
    ]
    for way in ways {
      let driver = try PanelDriver("#ffffff")
      try way(driver)

      #expect(driver.hex == Color(color.withAlpha(1)).text(as: .hex))
      #expect(said(driver, "without its opacity"), "\(text)")
    }
  }

  @Test func `nothing is said of digits on the way to six, nor where the opacity is kept`() throws {
    let driver = try PanelDriver("#ffffff")
    try driver.fill("Hex", "#3366")
    #expect(!said(driver, "without its opacity"))
    driver.type("99")
    #expect(!said(driver, "without its opacity"))
    driver.type("80")
    #expect(said(driver, "without its opacity"))

    let open = try PanelDriver("#ffffff", hasAlpha: true)
    open.drop("#33669980")
    #expect(open.hex == "#33669980" && !said(open, "without its opacity"))
  }

  @Test func `a colour with an opacity brings the track for it along`() throws {
    let driver = try PanelDriver("#33669980")

    #expect(driver.hex == "#33669980" && driver.panel.plane.tracks.count == 2)
    #expect(try PanelDriver("#336699").panel.plane.tracks.count == 1)
  }

  /// #a27959 was copied as “gray”, and called so.
  @Test func `a colour without a name is copied under none, and is called near one`() throws {
    let driver = try PanelDriver("#a27959", recent: ["#a27959", "red"])
    driver.clipboard.write("before")
    let copy = try #require(driver.panel.allCommands.notations.first { $0.id == "picker.copy.name" })
    #expect(copy.title.contains("≈ gray"))

    copy.action(0)

    #expect(driver.clipboard.read() == "before")
    #expect(said(driver, "The nearest is gray, at a ΔE2000 of"))
    let words = driver.nodes.compactMap(\.value)
    #expect(
      words.contains { $0.hasPrefix("#a27959, near gray,") }
        && words.contains { $0.hasPrefix("#ff0000, red,") })
  }
}
