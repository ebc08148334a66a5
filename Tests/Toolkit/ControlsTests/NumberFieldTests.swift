import Geometry
import Input
import Localization
import Testing
import Text

@testable import Controls

/// Numbers in fields: what is typed is computed, and their captions are dragged.
@Suite struct NumberFieldTests {
  private func number(_ text: String, in unit: String) throws -> Double? {
    try FieldArithmetic(unit: unit).number(in: text)
  }

  @Test(
    arguments: [
      ("12*1.5", 18), ("3mm+2pt", 3 + 2 * 25.4 / 72), ("3 + 2 pt", 3 + 2 * 25.4 / 72), ("1in-5", 20.4),
      ("3mm-2mm", 1), ("12-3", 9), ("12 - -3", 15), ("-4+1", -3), ("2*(3+4)/7", 2), ("1e2-1e1", 90),
      ("4,5 mm", 4.5), ("4,5+0,5", 5), ("max(3, 1cm)", nil), ("max(3mm, 1cm)", 10), ("10÷4", 2.5),
      ("3 × 2", 6), ("1 000", 1000), ("−4", -4), ("2cm", 20), (".5m", 500), ("sqrt(2)*sqrt(2)", 2),
    ] as [(String, Double?)])
  func `millimetres are computed as they are typed`(text: String, expected: Double?) throws {
    guard let expected else {
      #expect(throws: CSSSyntaxError.self) { try number(text, in: "mm") }
      return
    }
    let result = try #require(try number(text, in: "mm"))
    #expect(abs(result - expected) < 1e-9, "\(text) is \(result)")
  }

  @Test func `a field's own unit counts, whichever it is`() throws {
    #expect(try number("300mm", in: "cm") == 30)
    #expect(try number("100 px + 20px", in: "px") == 120)
    #expect(try number("50 % + 10", in: "%") == 60)
    #expect(try number("", in: "mm") == nil && number("  ", in: "mm") == nil)
  }

  @Test(arguments: [
    "x", "3mm*2mm", "1/", "3qq", "(", ")", "1)+(2", "2 deg", "10%", "1..2", "--", "3/0mm",
    String(repeating: "(", count: 5000), String(repeating: "1+", count: 5000), "🤴", "calc(", "url(x",
  ])
  func `what cannot be computed is refused`(text: String) {
    #expect(throws: CSSSyntaxError.self) { try number(text, in: "mm") }
  }

  @Test func `sums of random numbers are those of the numbers`() throws {
    var seed: UInt64 = 7
    func next() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 40) / 100 - 80_000
    }
    for _ in 0..<200 {
      let (a, b, c) = (next(), next(), next())
      let result = try #require(try number("\(a)+\(b)-\(c)*2", in: "mm"))
      #expect(abs(result - (a + b - c * 2)) < 1e-6)
    }
  }

  // MARK: Captions

  private final class Told {
    var changes: [(value: Double, phase: ChangePhase)] = []
    var cancels = 0
  }

  private func shown(_ rows: [Form.Row]) -> (HostDriver, Form) {
    let form = Form(label: "Properties")
    form.show([Form.Section(title: "Page", rows: rows)])
    form.frame = Rect(x: 0, y: 0, width: 400, height: 280)
    let driver = HostDriver([form])
    driver.wait(0.1)
    return (driver, form)
  }

  private func caption(_ words: String, _ driver: HostDriver) throws -> Rect {
    try #require(driver.described.all.first { $0.label == words && $0.role == .text }).frame
  }

  private func field(_ label: String, _ told: Told, decimals: Int = 0) -> NumberField {
    NumberField(label: label, range: 0...100, value: 50, decimals: decimals, unit: "mm", clipboard: .local())
    {
      told.changes.append(($0, $1))
    }
  }

  @Test func `a caption that is dragged changes its number, ten times with Shift, a tenth with Alt`() throws {
    let told = Told()
    let width = field("Width", told, decimals: 1)
    let (driver, _) = shown([Form.Row(caption: "Width", controls: [width])])
    let start = Point(try caption("Width", driver).minX + 4, try caption("Width", driver).midY)
    driver.send(.pointerMoved(start, []))
    #expect(driver.host.cursor == .horizontalResize)
    driver.send(.pointerDown(start, .left, clicks: 1, []))
    driver.send(.pointerMoved(start + Vector(10, 0), []))
    #expect(width.value == 55 && width.field.text == "55\u{202f}mm")
    driver.send(.pointerMoved(start + Vector(14, 0), .shift))
    #expect(width.value == 75)
    driver.send(.pointerMoved(start + Vector(4, 0), .alt))
    #expect(width.value == 74.5)
    #expect(told.changes.allSatisfy { $0.phase == .continuous })
    // Beyond an end nothing is saved up for the way back.
    driver.send(.pointerMoved(start + Vector(900, 0), .shift))
    #expect(width.value == 100)
    driver.send(.pointerMoved(start + Vector(890, 0), []))
    #expect(width.value == 95)
    driver.send(.pointerUp(start + Vector(890, 0), .left, []))
    #expect(told.changes.last?.value == 95 && told.changes.filter { $0.phase == .final }.count == 1)
  }

  @Test func `a field has the decimal separator of the language and takes both`() throws {
    let told = Told()
    let width = field("Width", told, decimals: 2)
    width.value = 12.25
    var german = Language.english
    german.decimalSeparator = ","
    width.frame = Rect(x: 0, y: 0, width: 100, height: 30)
    let driver = HostDriver(language: german, [width])
    #expect(width.field.text == "12,25\u{202f}mm")
    for typed in ["8,5", "8.5"] {
      width.value = 50
      driver.host.setFocus(width.field, byKeyboard: true)
      driver.key(.character("a"), .control)
      driver.send(.text(typed))
      driver.key(.enter)
      #expect(width.value == 8.5 && width.field.text == "8,5\u{202f}mm")
    }
    driver.key(.character("a"), .control)
    driver.send(.text("100,5"))
    driver.key(.enter)
    #expect(width.fault != nil && width.value == 8.5)
  }

  @Test func `Escape puts the number back, a press without a drag selects it for typing`() throws {
    let told = Told()
    let width = field("Width", told)
    width.onCancel = { told.cancels += 1 }
    let (driver, _) = shown([Form.Row(caption: "Width", controls: [width])])
    let start = Point(try caption("Width", driver).minX + 4, try caption("Width", driver).midY)
    driver.send(.pointerMoved(start, []))
    driver.send(.pointerDown(start, .left, clicks: 1, []))
    driver.send(.pointerMoved(start + Vector(30, 0), []))
    #expect(width.value == 65)
    driver.key(.escape)
    driver.send(.pointerMoved(start + Vector(60, 0), []))
    driver.send(.pointerUp(start + Vector(60, 0), .left, []))
    #expect(width.value == 50 && told.cancels == 1 && told.changes.allSatisfy { $0.phase == .continuous })

    driver.click(start)
    #expect(driver.host.focus === width.field)
    driver.send(.text("8"))
    driver.key(.enter)
    #expect(width.value == 8)
  }

  @Test func `a caption of two numbers changes the one whose name is dragged`() throws {
    let (first, second) = (Told(), Told())
    let (width, height) = (field("Width", first), field("Height", second))
    let (driver, _) = shown([Form.Row(caption: "Wide, high", controls: [width, height])])
    let frame = try caption("Wide, high", driver)
    let interface = driver.host.interface
    let comma = interface.line("Wide,", style: Theme.secondary).width
    for (x, field, other) in [(4, width, height), (comma + 10, height, width)] {
      let start = Point(frame.minX + x, frame.midY)
      let before = other.value
      driver.send(.pointerMoved(start, []))
      driver.send(.pointerDown(start, .left, clicks: 1, []))
      driver.send(.pointerMoved(start - Vector(20, 0), []))
      driver.send(.pointerUp(start - Vector(20, 0), .left, []))
      #expect(field.value == 40 && other.value == before)
    }
  }

  @Test func `half of a typed number changes nothing, and the same number keeps its hidden decimals`() {
    let told = Told()
    let field = NumberField(
      label: "Margin", range: 0...100, value: 12.3456, decimals: 1, unit: "mm", clipboard: .local()
    ) { told.changes.append(($0, $1)) }
    field.frame = Rect(x: 10, y: 10, width: 80, height: 32)
    let driver = HostDriver([field])
    driver.host.setFocus(field.field, byKeyboard: true)
    for character in "12.3" { driver.send(.text(String(character))) }
    driver.key(.enter)
    #expect(told.changes.isEmpty && field.value == 12.3456)
  }

  @Test func `a slider and its number show the same value, whichever is changed`() throws {
    let told = Told()
    let slider = NumberSlider(
      label: "Tracking", range: -0.1...0.6, values: -0.2...2, clipboard: .local(),
      snap: { ($0 * 100).rounded() / 100 }
    ) { told.changes.append(($0, $1)) }
    let (driver, _) = shown([Form.Row(caption: "Tracking", controls: [slider])])
    slider.value = 0.09
    #expect(slider.number.field.text == "9\u{202f}%")
    driver.host.setFocus(slider.number.field, byKeyboard: true)
    driver.send(.text("100+50"))
    driver.key(.enter)
    #expect(slider.value == 1.5 && told.changes.last?.value == 1.5)

    driver.host.setFocus(slider.slider, byKeyboard: true)
    driver.key(.home)
    #expect(slider.value == -0.1 && slider.number.field.text == "-10\u{202f}%")
    let start = Point(try caption("Tracking", driver).minX + 4, try caption("Tracking", driver).midY)
    driver.send(.pointerMoved(start, []))
    driver.send(.pointerDown(start, .left, clicks: 1, []))
    driver.send(.pointerMoved(start + Vector(40, 0), []))
    driver.send(.pointerUp(start + Vector(40, 0), .left, []))
    #expect(abs(slider.value - 0.1) < 1e-9)
  }
}
