import Colors
import FlipClock
import ColorPicker
import Controls
import Geometry
import Scene
import Typography

/// A window's content that shows itself: what it is made of, how large it is, and what a person does in it.
///
/// Recordings and measurements take the same scenes. Nothing in them depends on the computer's clock or on what a
/// person has set.
public struct DemoScene: Sendable {
  public let name: String

  /// What is seen, in a few words.
  public let summary: String

  /// The size that shows it well, and the smallest that it can have, in points.
  public let size: Size
  public let minimumSize: Size

  /// How long the script takes, with what comes to rest after it, in seconds.
  public let duration: Double

  private let appearance: Appearance
  private let make: @Sendable (WindowEnvironment) throws -> any WindowContent
  private let script: @Sendable (any WindowContent) -> InputScript

  init(
    _ name: String, _ summary: String, size: Size, minimumSize: Size, duration: Double,
    appearance: Appearance = .light,
    make: @escaping @Sendable (WindowEnvironment) throws -> any WindowContent,
    script: @escaping @Sendable (any WindowContent) -> InputScript = { _ in InputScript() }
  ) {
    self.name = name
    self.summary = summary
    self.size = size
    self.minimumSize = minimumSize
    self.duration = duration
    self.appearance = appearance
    self.make = make
    self.script = script
  }

  /// All scenes, in the order in which they are listed.
  public static let all: [DemoScene] =
    [.picker, .pickerDrag, .clock, .crowns, .crownsZoom, .galleryOpen] + galleryScrolls
    + [.crownField, .layerField]

  /// The scene of a name, or nil.
  public static func named(_ name: String) -> DemoScene? { all.first { $0.name == name } }

  /// Makes the content anew and lays it out.
  public func content(_ typesetter: Typesetter, size: Size, scale: Double) throws -> any WindowContent {
    let content = try make(WindowEnvironment(offscreen: typesetter, appearance: appearance, scale: scale))
    content.layOut(size: size, scale: scale)
    return content
  }

  /// Returns what is done in a content of this scene as it is laid out.
  public func script(for content: any WindowContent) -> InputScript { script(content) }
}

// MARK: The picker

extension DemoScene {
  /// A visit to the colour picker: the square, the hue, a typed colour, and a colour that comes back.
  static let picker = DemoScene(
    "picker", "a visit to the colour picker", size: PickerWindow.defaultSize,
    minimumSize: PickerWindow.minimumSize, duration: 7, make: makePicker
  ) { content in
    let square = content.accessibility.frame(labelled: "Saturation and brightness")
    let hue = content.accessibility.frame(labelled: "Hue")
    var hand = ScriptedHand(at: square.center)
    hand.rest(0.4)
    hand.move(to: square.point(0.7, 0.35), over: 0.5)
    hand.press()
    hand.move(to: square.point(0.9, 0.15), over: 0.7)
    hand.move(to: square.point(0.62, 0.2), over: 0.5)
    hand.release()
    hand.move(to: hue.point(0.5, 0.4), over: 0.5)
    hand.press()
    hand.move(to: hue.point(0.5, 0.88), over: 1)
    hand.release()
    hand.rest(0.3)
    hand.click(content.accessibility.frame(labelled: "Hex").center, after: 0.5)
    hand.key(.character("a"), .control)
    hand.type("tomato", every: 0.09)
    hand.key(.enter)
    hand.rest(0.3)
    hand.click(content.accessibility.frame(labelled: "Previous colour").center, after: 0.5)
    return hand.script
  }

  /// A drag that never rests: what a picker has to keep up with.
  static let pickerDrag = DemoScene(
    "picker-drag", "the picker's square under a drag that never rests", size: PickerWindow.defaultSize,
    minimumSize: PickerWindow.minimumSize, duration: 4, make: makePicker
  ) { content in
    let square = content.accessibility.frame(labelled: "Saturation and brightness")
    var hand = ScriptedHand(at: square.center)
    hand.press()
    let corners = [(0.95, 0.1), (0.1, 0.3), (0.9, 0.8), (0.2, 0.9), (0.05, 0.05), (0.8, 0.5)]
    for (x, y) in corners + corners.prefix(2) { hand.move(to: square.point(x, y), over: 0.5) }
    hand.release()
    return hand.script
  }

  @Sendable private static func makePicker(_ environment: WindowEnvironment) -> any WindowContent {
    let recent: [UInt32] = [0xc8102e, 0xff6347, 0xf2a900, 0x2e8b57, 0x2b7de9, 0x663399]
    return PickerWindow(
      options: .init(
        color: RGBA(hex: 0x336699), hasAlpha: false, format: .hex,
        recentColors: recent.map { RGBA(hex: $0) }),
      interface: environment.interface, clipboard: environment.clipboard)
  }
}

// MARK: The clock

extension DemoScene {
  /// A flip clock as a full hour comes, when all of its cards fall.
  static let clock = DemoScene(
    "clock", "a flip clock as the hour changes", size: ClockProgram.defaultSize,
    minimumSize: ClockProgram.minimumSize, duration: 5,
    make: { environment in
      // 29 March 2026, 09:59:57.5.
      let start = ClockInstant(second: 20541 * 86400 + 9 * 3600 + 59 * 60 + 57, fraction: 0.5)
      let observation = ClockObservation(time: 0, wall: start, elapsed: .zero)
      let work = Clockwork(mode: .timeOfDay, settings: ClockSettings(), observe: { observation })
      let face = ClockFace(
        work: work, typesetter: environment.typesetter, scale: environment.interface.scale)
      face.reducesMotion = false
      return face
    })
}

extension AccessibilityNode {
  /// Returns where the first control of a label stands; a control that is not there has no room.
  func frame(labelled label: String) -> Rect {
    var pending = [self]
    while let node = pending.popLast() {
      if node.label == label, node.role != .text { return node.frame }
      pending += node.children.reversed()
    }
    return .zero
  }
}

extension Rect {
  /// The point so far rightward and down, in fractions of the sides.
  fileprivate func point(_ x: Double, _ y: Double) -> Point {
    Point(minX + x * width, minY + y * height)
  }
}
