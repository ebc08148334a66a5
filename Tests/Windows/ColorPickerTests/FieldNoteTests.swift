import Colors
import Controls
import Geometry
import Input
import Scene
import Testing

@testable import ColorPicker

/// What is said beside fields, and how long what was typed stays.
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
        // What was typed may be longer than its field.
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
}
