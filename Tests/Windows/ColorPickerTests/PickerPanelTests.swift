import Colors
import Geometry
import Input
import Scene
import TestSupport
import Testing
import WindowSupport

import Controls

@testable import ColorPicker

@Suite struct PickerPanelTests {
  // MARK: Pointer

  @Test func `nothing is left of a window that was closed`() throws {
    var live = LiveObjects()
    for _ in 0..<50 {
      let driver = try PanelDriver(hasAlpha: true, recent: ["red"])
      driver.panel.palettes = [PickerPalette(name: "One", items: [.init(RGBA(hex: 0xff0000), name: "red")])]
      driver.click(driver.panel.plane.square.frame.point(0.3, 0.6))
      driver.panel.plane.change { $0.plane = ColorPlane.all[1] }
      driver.key(.character("c"), .control)
      try driver.fill("Hex", "tomato")
      driver.key(.character("z"), .control)
      // A menu is still open.
      driver.click(driver.panel.plane.header.linesButton.frame.center)
      live.note(window: driver.window)
      let panel = driver.panel
      for part in [panel.plane, panel.rows, panel.shelf, panel.sources] as [AnyObject] { live.note(part) }
    }

    #expect(live.count > 50 && live.names.isEmpty)
  }

  @Test func `a press in the square picks the colour under it`() throws {
    let driver = try PanelDriver()
    let square = driver.panel.plane.square.frame

    driver.click(Point(square.minX + square.width * 0.25, square.minY + square.height * 0.1))

    #expect((driver.color.saturation - 0.25).magnitude < 1e-9)
    #expect((driver.color.brightness - 0.9).magnitude < 1e-9)
    #expect(driver.color.hue == 210)
  }

  @Test func `a drag goes on beyond the edge and is clamped`() throws {
    let driver = try PanelDriver()
    let square = driver.panel.plane.square.frame

    driver.press(square.center)
    driver.move(to: Point(square.maxX + 300, square.minY - 300))
    #expect((driver.color.saturation, driver.color.brightness) == (1, 1))
    driver.move(to: Point(-500, 5000))
    driver.release(Point(-500, 5000))

    #expect((driver.color.saturation, driver.color.brightness) == (0, 0))
    #expect(driver.color.hue == 210)
  }

  @Test func `a drag is told as it goes and once at its end`() throws {
    let driver = try PanelDriver()
    let track = driver.panel.plane.track.frame

    driver.press(track.center)
    for y in stride(from: track.minY, through: track.maxY, by: 40) {
      driver.move(to: Point(track.midX, y))
    }
    #expect(driver.changes.count > 5)
    #expect(driver.changes.allSatisfy { $0.phase == .continuous })
    driver.release(Point(track.midX, track.maxY))

    #expect(driver.changes.filter { $0.phase == .final }.count == 1)
    #expect(driver.changes.last?.phase == .final)
    #expect(driver.changes.last?.color == driver.color.rgba)
    driver.key(.character("z"), .control)
    #expect(driver.hex == "#336699")
  }

  @Test func `the wheel moves the tracks by a unit a notch`() throws {
    let driver = try PanelDriver("rgb(51 102 153 / 0.5)", hasAlpha: true)

    driver.wheel(-1, over: driver.panel.plane.track)
    #expect((driver.color.hue - 211).magnitude < 1e-9)
    driver.wheel(2, over: driver.panel.plane.alphaTrack)
    #expect((driver.color.alpha - 0.52).magnitude < 1e-9)
    driver.wheel(-1, over: driver.panel.plane.track, .shift)
    #expect((driver.color.hue - 221).magnitude < 1e-9)
    driver.wheel(100, over: driver.panel.plane.alphaTrack)
    #expect(driver.color.alpha == 1)
  }

  @Test func `the previous colour comes back with a click on it`() throws {
    let driver = try PanelDriver()
    let frame = driver.panel.comparison.frame
    driver.click(driver.panel.plane.square.frame.center)
    #expect(driver.hex != "#336699")

    driver.click(Point(frame.minX + 10, frame.midY))
    #expect(driver.hex != "#336699")
    driver.click(Point(frame.maxX - 10, frame.midY))

    #expect(driver.hex == "#336699")
  }

  @Test func `a press that is let go elsewhere presses nothing`() throws {
    let driver = try PanelDriver()
    driver.click(driver.panel.plane.square.frame.center)
    let chosen = driver.hex

    driver.press(driver.panel.chooseButton.frame.center)
    driver.release(Point(1, 1))
    driver.press(Point(driver.panel.comparison.frame.minX + 10, driver.panel.comparison.frame.midY))
    driver.release(Point(driver.panel.comparison.frame.maxX - 10, driver.panel.comparison.frame.midY))

    #expect(!driver.panel.isFinished)
    #expect(driver.hex == chosen)
  }

  // MARK: Keys

  @Test func `arrows in the square move by one hundredth and with Shift by ten`() throws {
    let driver = try PanelDriver("hsb(210 50% 50%)")
    let steps: [(Key, Modifiers, saturation: Double, brightness: Double)] = [
      (.right, [], 0.51, 0.5), (.up, [], 0.51, 0.51), (.left, .shift, 0.41, 0.51),
      (.down, .shift, 0.41, 0.41), (.pageUp, [], 0.41, 0.51), (.pageDown, [], 0.41, 0.41),
      (.home, [], 0, 0.41), (.end, [], 1, 0.41),
    ]
    try driver.tab(to: "Saturation and brightness")

    for step in steps {
      driver.key(step.0, step.1)
      #expect((driver.color.saturation - step.saturation).magnitude < 1e-9)
      #expect((driver.color.brightness - step.brightness).magnitude < 1e-9)
      #expect(driver.color.hue == 210)
    }
  }

  @Test func `a key moves one channel and leaves the other to the last bit`() throws {
    let driver = try PanelDriver("#c8102e")
    try driver.tab(to: "Saturation and brightness")
    let before = driver.color

    driver.key(.right)
    #expect(driver.color.brightness == before.brightness)
    driver.key(.left)
    driver.key(.up)

    #expect((driver.color.saturation - before.saturation).magnitude < 1e-15)
    #expect(driver.color.hue == before.hue)
  }

  @Test func `keys on the tracks move them and go to their ends`() throws {
    let driver = try PanelDriver("rgb(51 102 153 / 0.5)", hasAlpha: true)
    try driver.tab(to: "Hue")
    driver.key(.down, times: 3)
    #expect((driver.color.hue - 213).magnitude < 1e-9)
    driver.key(.pageUp)
    #expect((driver.color.hue - 203).magnitude < 1e-9)
    driver.key(.home)
    #expect(driver.color.hue == 0)
    driver.key(.end)
    #expect(driver.color.hue == 360)
    driver.key(.down)
    #expect(driver.color.hue == 1)

    try driver.tab(to: "Alpha")
    driver.key(.up)
    #expect((driver.color.alpha - 0.51).magnitude < 1e-9)
    driver.key(.down, .shift)
    #expect((driver.color.alpha - 0.41).magnitude < 1e-9)
    driver.key(.end)
    #expect(driver.color.alpha == 0)
    driver.key(.home)
    #expect(driver.color.alpha == 1)
  }

  @Test(arguments: [Size(320, 360), Size(440, 560), Size(1200, 800)], [false, true])
  func `Tab goes round through everything as it is seen, and Shift-Tab back`(
    size: Size, hasAlpha: Bool
  ) throws {
    let driver = try PanelDriver(hasAlpha: hasAlpha, recent: ["red", "blue"], size: size)
    var stops: [Control] = []
    repeat {
      driver.key(.tab)
      stops.append(try #require(driver.focused))
      #expect(driver.ring?.isHidden == false)
      #expect(driver.ring?.frame.contains(driver.focused?.frame.center ?? .zero) == true)
    } while driver.focused !== driver.panel.plane.square && stops.count < 40

    let wanted = driver.panel.controls.filter(\.isFocusable)
    #expect(Set(stops.map(ObjectIdentifier.init)) == Set(wanted.map(ObjectIdentifier.init)))
    #expect(stops.count == wanted.count)
    // Within one column nothing above comes after what is below it.
    for (earlier, later) in zip(stops.dropLast(), stops.dropLast().dropFirst()) {
      let isAbove = later.frame.maxY <= earlier.frame.minY
      let sharesColumn = later.frame.minX < earlier.frame.maxX && earlier.frame.minX < later.frame.maxX
      #expect(!(isAbove && sharesColumn), "\(later.label) stands above \(earlier.label)")
    }
    driver.key(.tab, .shift)
    #expect(driver.focused === driver.panel.primaryMenuButton)
  }

  @Test func `Return accepts and Escape does not`() throws {
    let accepting = try PanelDriver()
    accepting.key(.enter)
    let escaping = try PanelDriver()
    escaping.key(.escape)
    let cancelling = try PanelDriver()
    try cancelling.tab(to: "Cancel")
    cancelling.key(.enter)

    #expect(accepting.panel.isFinished && accepting.panel.accepted == RGBA(hex: 0x336699))
    #expect(escaping.panel.isFinished && escaping.panel.accepted == nil)
    #expect(cancelling.panel.isFinished && cancelling.panel.accepted == nil)
  }

  @Test func `undo and redo go through what was done`() throws {
    let driver = try PanelDriver()
    try driver.tab(to: "Hue")
    driver.key(.down, times: 3)

    driver.key(.character("z"), .control, times: 2)
    #expect((driver.color.hue - 211).magnitude < 1e-9)
    driver.key(.character("z"), [.control, .shift])
    #expect((driver.color.hue - 212).magnitude < 1e-9)
    driver.key(.character("y"), .control)
    #expect((driver.color.hue - 213).magnitude < 1e-9)
    driver.key(.character("z"), .control, times: 50)
    #expect(driver.hex == "#336699")
  }

  @Test func `Escape in a drag brings the colour back to the last bit, and is no step and no way out`() throws
  {
    let driver = try PanelDriver(hasAlpha: true)
    let plane = driver.panel.plane
    let before = driver.color
    for control in [plane.square, plane.track, plane.alphaTrack] as [Control] {
      let middle = control.frameInWindow.center
      driver.press(middle)
      driver.move(to: middle + Vector(20, 30))
      #expect(driver.color != before)
      driver.key(.escape)
      driver.move(to: middle - Vector(20, 30))
      driver.release(middle)

      #expect(driver.color == before && !driver.window.isFinished)
      #expect(driver.changes.last?.phase == .final && driver.changes.last?.color == before.rgba)
    }
    driver.key(.character("z"), .control)
    #expect(driver.color == before)
    driver.key(.escape)
    #expect(driver.window.isFinished)
  }

  @Test func `after a colour was taken from the screen Return chooses it`() throws {
    let driver = try PanelDriver()
    driver.panel.takeFromScreen(RGBA(hex: 0xc8102e))
    driver.wait(0.1)
    #expect(driver.focused?.label == "Choose" && driver.hex == "#c8102e")
    driver.key(.space)
    #expect(driver.window.isFinished)
  }

  @Test func `the clipboard gets the colour as it would be printed`() throws {
    let driver = try PanelDriver("#c8102e", format: .hsb)
    driver.key(.character("c"), .control)

    #expect(driver.clipboard.read() == Color(RGBA(hex: 0xc8102e)).text(as: .hsb))
  }

  @Test(arguments: [
    ("rebeccapurple", "#663399"), ("hsl(0 100% 50%)", "#ff0000"), ("663399", "#663399"),
    ("  #abc\n", "#aabbcc"), ("color(display-p3 0 1 0)", "#00fb29"), ("oklch(0.7 0.1 150)", nil),
  ])
  func `any colour can be pasted`(text: String, hex: String?) throws {
    let driver = try PanelDriver()
    driver.clipboard.write(text)
    driver.key(.character("v"), .control)

    if let hex, !text.hasPrefix("color(") { #expect(driver.hex == hex) }
    #expect(driver.hex != "#336699")
    #expect(driver.fault == nil)
  }

  @Test func `what is no colour is not pasted and said so`() throws {
    let driver = try PanelDriver()
    driver.clipboard.write("hello")
    driver.key(.character("v"), .control)

    #expect(driver.hex == "#336699")
    #expect(driver.fault == "The clipboard holds no colour")
    driver.key(.right)
    #expect(driver.fault == nil)
  }

  @Test func `recent colours are reached and taken by keys`() throws {
    let driver = try PanelDriver(recent: ["#ff0000", "#00ff00", "#0000ff"])
    try driver.tab(to: "Recent colours")

    driver.key(.right)
    driver.key(.space)
    #expect(driver.hex == "#00ff00")
    driver.key(.end)
    driver.key(.space)

    #expect(driver.hex == "#0000ff")
  }

  @Test func `a recent grey keeps the hue`() throws {
    let driver = try PanelDriver("#c8102e", recent: ["#808080"])
    let hue = driver.color.hue
    try driver.tab(to: "Recent colours")

    driver.key(.space)

    #expect(driver.hex == "#808080")
    #expect(driver.color.hue == hue)
  }

  // MARK: Drawing

  @Test func `a panel that is left alone stays the same picture and asks for no frame`() throws {
    let driver = try PanelDriver(hasAlpha: true, recent: ["red"])
    var (first, second) = (DisplayList(), DisplayList())
    #expect(driver.window.advance(to: 1) == nil)
    first.record(driver.window.layer)

    #expect(driver.window.advance(to: 100) == nil)
    second.record(driver.window.layer)

    #expect(first == second)
  }

  @Test func `a held loupe grows, comes to rest and shrinks again`() throws {
    let driver = try PanelDriver()
    let center = driver.panel.plane.square.frame.center
    func width() -> Double {
      var list = DisplayList()
      list.record(driver.window.layer, at: driver.time)
      let discs = list.items.compactMap { item -> Double? in
        guard case .box(let rect, let radius, _, _, _) = item.shape, abs(2 * radius - rect.width) < 1e-9
        else {
          return nil
        }
        return rect.width
      }
      return discs.max() ?? 0
    }
    let small = width()

    driver.press(center)
    driver.time += 0.1
    #expect(driver.window.advance(to: driver.time) != nil)
    let growing = width()
    driver.time += 3
    #expect(driver.window.advance(to: driver.time) == nil)
    let large = width()
    driver.release(center)
    driver.time += 3
    #expect(driver.window.advance(to: driver.time) == nil)

    #expect(small < growing && growing < large)
    #expect(width() == small)
  }

  @Test func `nothing is laid out anew in the middle of a drag`() throws {
    let driver = try PanelDriver()
    let before = driver.panel.controls.map(\.frame)

    driver.press(driver.panel.plane.square.frame.center)
    driver.move(to: Point(3, 3))

    #expect(driver.panel.controls.map(\.frame) == before)
  }

  @Test func `random input leaves a colour of sRGB and never stops the picker`() throws {
    var random = SeededGenerator(seed: 7)
    let driver = try PanelDriver(hasAlpha: true, recent: ["red", "#12345678"])
    driver.clipboard.write("25")
    let keys: [Key] = [
      .tab, .space, .backspace, .delete, .left, .right, .up, .down, .home, .end, .pageUp, .pageDown,
      .character("a"), .character("c"), .character("v"), .character("x"), .character("z"),
    ]
    for step in 0..<1500 {
      let point = Point(
        Double.random(in: -20...460, using: &random), Double.random(in: -20...500, using: &random))
      let modifiers = Modifiers(rawValue: UInt8.random(in: 0...3, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: driver.press(point, clicks: Int.random(in: 1...4, using: &random))
      case 1: driver.move(to: point)
      case 2: driver.release(point)
      case 3: driver.type(["1", "#", "é", "\u{301}", "٣", "🇩🇪", "red"].randomElement(using: &random) ?? "")
      case 4: driver.window.handle(.wheel(point, Vector(1, -1), modifiers), at: driver.time)
      case 5 where step.isMultiple(of: 16):
        driver.window.layOut(
          size: Size(
            Double.random(in: 320...1600, using: &random), Double.random(in: 360...1000, using: &random)),
          scale: [1, 1.5, 2].randomElement(using: &random) ?? 1)
      default: driver.key(keys.randomElement(using: &random) ?? .tab, modifiers)
      }
      let color = driver.color
      #expect([color.red, color.green, color.blue, color.alpha].allSatisfy { (0...1).contains($0) })
      #expect((0...360).contains(color.hue))
      if driver.panel.isFinished { break }
    }
    #expect(driver.panel.accepted == nil || driver.panel.isFinished)
  }
}
