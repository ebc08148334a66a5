import Colors
import Geometry
import Input
import Scene
import Testing

import Controls

@testable import ColorPicker

/// Typing into the picker's fields.
@Suite struct FieldTests {
  @Test(arguments: [
    ("Hex", "#c8102e", "#c8102e"), ("Hex", "c8102e", "#c8102e"), ("Hex", "tomato", "#ff6347"),
    ("Hue", "0", "#993333"), ("Saturation", "0", "#999999"), ("Brightness", "100", "#55aaff"),
    ("Red", "255", "#ff6699"), ("Green", "0", "#330099"), ("Blue", "7", "#336607"),
  ])
  func `what is typed is shown at once and taken with Return`(
    label: String, text: String, hex: String
  ) throws {
    let driver = try PanelDriver()
    try driver.fill(label, text)
    #expect(driver.hex == hex)

    driver.key(.enter)

    #expect(driver.panel.accepted.map { Color($0).text(as: .hex) } == hex)
  }

  @Test(arguments: [
    ("Hex", "#33"), ("Hex", "nonsense"), ("Hex", ""), ("Red", "256"), ("Red", "25x"), ("Blue", ""),
    ("OKLCH chroma", "0.4"), ("OKLCH lightness", "2"),
  ])
  func `bad text changes nothing, says what is wrong and is not accepted`(
    label: String, text: String
  ) throws {
    let driver = try PanelDriver()
    try driver.fill(label, text)
    if text.isEmpty { driver.key(.backspace) }

    #expect(driver.hex == "#336699", "while typing")
    driver.key(.enter)

    #expect(!driver.panel.isFinished)
    #expect(driver.hex == "#336699")
    #expect(driver.fault?.isEmpty == false)
    #expect(driver.focused?.label == label)
  }

  @Test func `bad text that begins as a good one changes nothing`() throws {
    let driver = try PanelDriver()
    try driver.fill("Red", "200")
    #expect(driver.hex == "#c86699")

    driver.type("0")

    #expect(driver.hex == "#336699")
  }

  @Test func `Escape restores an edited field, then closes`() throws {
    let driver = try PanelDriver()
    try driver.fill("Hex", "#ff0000")

    driver.key(.escape)
    #expect(!driver.panel.isFinished)
    #expect(driver.hex == "#336699")
    #expect(try driver.node("Hex").value == "#336699")
    driver.key(.escape)

    #expect(driver.panel.isFinished)
    #expect(driver.panel.accepted == nil)
  }

  @Test func `Escape takes a refused text away with its fault`() throws {
    let driver = try PanelDriver()
    try driver.fill("Red", "999")
    driver.key(.enter)
    #expect(driver.fault != nil)

    driver.key(.escape)

    #expect(driver.fault == nil)
    #expect(try driver.node("Red").value == "51")
    driver.key(.enter)
    #expect(driver.panel.accepted == RGBA(hex: 0x336699))
  }

  @Test func `bad text stays until it is mended, and Return goes back to it`() throws {
    let driver = try PanelDriver()
    try driver.fill("Red", "999")
    driver.key(.tab)
    #expect(driver.fault != nil)

    driver.key(.enter)

    #expect(!driver.panel.isFinished)
    #expect(driver.focused?.label == "Red")
    driver.key(.character("a"), .control)
    driver.type("9")
    driver.key(.enter)
    #expect(driver.panel.accepted == RGBA(hex: 0x096699))
  }

  @Test(arguments: [
    ("Red", "#346699", "#3d6699"), ("OKLCH lightness", nil, nil), ("Saturation", nil, nil),
  ])
  func `Up and Down step a field, with Shift by ten`(label: String, one: String?, ten: String?) throws {
    let driver = try PanelDriver()
    try driver.tab(toField: label)
    let channel = try #require(Channel.allCases.first { $0.label.english == label })
    let before = channel.value(in: driver.color)

    driver.key(.up)
    #expect((channel.value(in: driver.color) - before - channel.step).magnitude < 1e-9)
    if let one { #expect(driver.hex == one) }
    driver.key(.down)
    driver.key(.up, .shift)

    #expect((channel.value(in: driver.color) - before - 10 * channel.step).magnitude < 1e-9)
    if let ten { #expect(driver.hex == ten) }
    #expect(try driver.text(inField: label) == channel.text(in: driver.color))
  }

  @Test(arguments: ["Hex", "Red", "OKLCH chroma", "Brightness"])
  func `a colour can be pasted into any field`(label: String) throws {
    let driver = try PanelDriver()
    driver.clipboard.write("hsl(120 100% 50%)")
    try driver.tab(toField: label)

    driver.key(.character("v"), .control)

    #expect(driver.hex == "#00ff00")
  }

  @Test(
    arguments: ["#ff8800;", "\"#ff8800\"", "\u{a0}#ff8800\u{a0}", "ff8800", "color: #ff8800;"],
    [nil, "Hex", "Red"])
  func `what copying brings along is no part of a colour that is pasted`(text: String, label: String?) throws
  {
    let driver = try PanelDriver()
    driver.clipboard.write(text)
    if let label { try driver.tab(toField: label) }

    driver.key(.character("v"), .control)

    #expect(driver.hex == "#ff8800" && driver.fault == nil)
    driver.drop("#336699")
    driver.drop(text)
    #expect(driver.hex == "#ff8800")
  }

  @Test(arguments: ["120", "255", "0.25", " 99 "])
  func `a number that is pasted into a number's field is that number`(text: String) throws {
    let driver = try PanelDriver()
    driver.clipboard.write(text)
    try driver.tab(to: "Red")

    driver.key(.character("v"), .control)
    driver.key(.tab)

    let number = try #require(Double(text.filter { $0 != " " }))
    #expect((driver.color.red * 255 - number).magnitude < 1e-9)
    #expect(driver.hex.hasSuffix("6699"))
  }

  @Test func `editing the hex digits back to what they were moves nothing`() throws {
    let driver = try PanelDriver("hsb(210.37 66.61% 60.12%)")
    let before = driver.color
    try driver.tab(to: "Hex")
    driver.key(.end)

    driver.key(.backspace)
    driver.type(String(driver.hex.suffix(1)))
    try driver.tab(to: "Choose")

    #expect(driver.color == before)
  }

  @Test func `cut, copy and paste go through the clipboard`() throws {
    let driver = try PanelDriver()
    try driver.tab(to: "Hex")
    driver.key(.home)
    driver.key(.right)
    driver.key(.right, .shift, times: 2)

    driver.key(.character("c"), .control)
    #expect(driver.clipboard.read() == "33")
    driver.key(.character("x"), .control)
    #expect(try driver.node("Hex").value == "#6699")
    driver.key(.end)
    driver.type("33")

    #expect(driver.hex == "#669933")
  }

  @Test func `Ctrl+C with nothing selected copies the colour`() throws {
    let driver = try PanelDriver(format: .rgb)
    try driver.tab(to: "Red")
    driver.key(.end)

    driver.key(.character("c"), .control)

    #expect(driver.clipboard.read() == driver.panel.text)
  }

  @Test func `a double click selects a word and typing replaces it`() throws {
    let driver = try PanelDriver()
    let frame = driver.panel.rows.hexField.frame
    let point = Point(frame.minX + 30, frame.midY)
    driver.click(point)
    driver.press(point, clicks: 2)
    driver.release(point)

    driver.type("ff0000")

    #expect(driver.hex == "#ff0000")
  }

  @Test func `the caret stands where the pointer pressed`() throws {
    let driver = try PanelDriver()
    let frame = driver.panel.rows.hexField.frame

    driver.click(Point(frame.minX + 2, frame.midY))
    driver.key(.delete)
    driver.type("#")
    driver.click(Point(frame.maxX - 2, frame.midY))
    driver.key(.backspace)
    driver.type("f")

    #expect(driver.hex == "#33669f")
  }

  @Test func `HSL takes the place of HSB and the focus does not get lost`() throws {
    let driver = try PanelDriver()
    try driver.tab(to: "Hue notation")

    for key in [Key.space, .down, .enter] { driver.key(key) }

    #expect(driver.focused?.label == "Hue notation")
    #expect(try driver.node("HSL lightness").value == "40.0")
    #expect(driver.window.accessibility.all.allSatisfy { $0.label != "Brightness" || $0.role != .textField })
  }

  @Test func `one row with a switch shows every notation`() throws {
    let driver = try PanelDriver(hasAlpha: true, size: Size(320, 360))
    try driver.tab(to: "Notation")
    var rows: [String] = []
    for _ in FieldRow.allCases {
      rows.append(try #require(try driver.node("Notation").value))
      driver.key(.down)
    }

    #expect(rows == ["Hex", "HSB", "HSL", "RGB", "OKLCH", "Alpha"])
    #expect(try driver.node("Notation").value == "Hex")
  }

  @Test func `a text with marks and directions of all kinds is edited without a stumble`() throws {
    let driver = try PanelDriver()
    try driver.tab(to: "Hex")
    driver.key(.character("a"), .control)
    for text in ["e", "\u{301}", "مرحبا", "🇩", "🇪", "👩‍👩‍👧", "\u{200f}", "\u{1b}"] {
      driver.type(text)
      driver.key(.left, .shift)
      driver.key(.right)
    }
    driver.key(.character("a"), .control)
    driver.clipboard.write(String(repeating: "x\u{301}", count: 5000))
    driver.key(.character("v"), .control)
    driver.key(.enter)

    #expect(driver.hex == "#336699")
    #expect(!driver.panel.isFinished)
  }
}
