import Colors
import ColorPicker
import Controls
import Geometry
import Input
import Scene
import Testing
import Typography

@Suite struct PickerReplayTests {
  /// A visit: a press that grows the loupe, a drag, a change of mind, and a few keys.
  private static let visit: [(time: Double, event: InputEvent)] = [
    (0.10, .pointerDown(Point(100, 100), .left, clicks: 1, [])),
    (0.17, .pointerMoved(Point(180, 60), [])),
    (0.26, .pointerUp(Point(180, 60), .left, [])),
    (0.31, .pointerDown(Point(60, 200), .left, clicks: 1, [])),
    (0.50, .pointerUp(Point(900, 200), .left, [])),
    (0.52, .key(.left, .shift, isRepeat: false)),
    (0.53, .key(.tab, [], isRepeat: false)),
    (0.55, .wheel(Point(400, 100), Vector(0, 3), [])),
  ]

  /// Returns what is drawn at some instants of the visit, frames having been drawn every `step` seconds before.
  private func displayLists(stepping step: Double) -> [DisplayList] {
    let panel = PickerWindow(
      options: .init(color: RGBA(hex: 0x336699), hasAlpha: true, format: .hex, recentColors: []),
      interface: Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1), clipboard: .local())
    panel.layOut(size: Size(440, 560), scale: 1)
    let instants = [0.15, 0.29, 0.4, 0.6, 1]
    var found: [DisplayList] = []
    var list = DisplayList()
    var (time, played) = (0.0, 0)
    for instant in instants {
      while time < instant {
        time = min(time + step, instant)
        while played < Self.visit.count, Self.visit[played].time <= time {
          _ = panel.advance(to: Self.visit[played].time)
          panel.handle(Self.visit[played].event, at: Self.visit[played].time)
          played += 1
        }
        _ = panel.advance(to: time)
        list.record(panel.layer, at: time)
      }
      found.append(list)
    }
    return found
  }

  @Test func `a visit looks the same however often it was drawn`() {
    let expected = displayLists(stepping: 1.0 / 60)

    #expect(Set(expected).count == expected.count)
    for step in [1.0 / 24, 1.0 / 144, 0.37] { #expect(displayLists(stepping: step) == expected) }
  }

  @Test func `a loupe that is let go half grown shrinks from where it is`() throws {
    let panel = PickerWindow(
      options: .init(color: RGBA(hex: 0x336699), hasAlpha: false, format: .hex, recentColors: []),
      interface: Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1), clipboard: .local())
    panel.layOut(size: Size(440, 560), scale: 1)
    let overlay = try #require(panel.panel.layer.sublayers.first { $0.name == "loupes" })
    let loupe = try #require(overlay.sublayers.first { $0.name == "square loupe" })
    let rim = try #require(loupe.sublayers.first { $0.name == "rim" })
    func radius(at time: Double) -> Double { rim.presentation(at: time).bounds.width / 2 }

    #expect(radius(at: 0) == 15)
    panel.handle(.pointerDown(Point(100, 100), .left, clicks: 1, []), at: 1)
    #expect(radius(at: 1) == 15)
    let half = radius(at: 1.15)
    #expect(half > 16 && half < 39)
    panel.handle(.pointerUp(Point(100, 100), .left, []), at: 1.15)
    #expect((radius(at: 1.15) - half).magnitude < 1e-9)
    _ = panel.advance(to: 2)
    #expect(radius(at: 2) == 15)
    panel.handle(.pointerDown(Point(100, 100), .left, clicks: 1, []), at: 3)
    _ = panel.advance(to: 4)
    #expect(radius(at: 4) == 40)
    #expect(panel.advance(to: 4) == nil)
  }

  @Test func `without motion a loupe is large at once`() throws {
    let panel = PickerWindow(
      options: .init(color: RGBA(hex: 0x336699), hasAlpha: false, format: .hex, recentColors: []),
      interface: Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1), clipboard: .local())
    panel.reducesMotion = true
    panel.layOut(size: Size(440, 560), scale: 1)
    panel.handle(.pointerDown(Point(100, 100), .left, clicks: 1, []), at: 1)

    #expect(panel.advance(to: 1) == nil)
    let overlay = try #require(panel.panel.layer.sublayers.first { $0.name == "loupes" })
    let rim = try #require(overlay.sublayers.first?.sublayers.first { $0.name == "rim" })
    #expect(rim.presentation(at: 1).bounds.width == 80)
  }

  @Test(arguments: [false, true], [Size(320, 360), Size(440, 560), Size(1000, 700)])
  func `the tracks' loupes grow from 15 to 40 as the square's, within the window`(hasAlpha: Bool, size: Size)
    throws
  {
    for name in ["hue loupe"] + (hasAlpha ? ["alpha loupe"] : []) {
      let window = PickerWindow(
        options: .init(color: RGBA(hex: 0x336699), hasAlpha: hasAlpha),
        interface: Interface(typesetter: Typesetter(), theme: Theme(.light), scale: 1), clipboard: .local())
      window.layOut(size: size, scale: 1)
      let overlay = try #require(window.panel.layer.sublayers.first { $0.name == "loupes" })
      let loupe = try #require(overlay.sublayers.first { $0.name == name })
      let rim = try #require(loupe.sublayers.first { $0.name == "rim" })
      #expect(rim.presentation(at: 0).bounds.width == 30)
      let place = Point(loupe.frame.minX, size.height / 3)

      window.handle(.pointerDown(place, .left, clicks: 1, []), at: 1)
      _ = window.advance(to: 3)

      #expect(rim.presentation(at: 3).bounds.width == 80)
      let middle = loupe.frame.minX + rim.presentation(at: 3).position.x
      #expect(middle - 40 >= 0 && middle + 40 <= size.width)
      window.handle(.pointerUp(place, .left, []), at: 4)
      _ = window.advance(to: 6)
      #expect(rim.presentation(at: 6).bounds.width == 30)
      #expect(rim.presentation(at: 6).position.x == 0)
    }
  }
}
