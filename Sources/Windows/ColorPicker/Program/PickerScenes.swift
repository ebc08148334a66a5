import Colors
import Controls
import Geometry
import Input
import Scene
import Application
import Typography

extension DemoScene {
  /// A visit to the colour picker: the square, the hue, a typed colour, and a colour that comes back.
  package static let picker = DemoScene(
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
  package static let pickerDrag = DemoScene(
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

  /// A pointer that goes from one button to the other: what changes of a window then is little.
  package static let pickerHover = DemoScene(
    "picker-hover", "the picker's buttons under a pointer that passes", size: PickerWindow.defaultSize,
    minimumSize: PickerWindow.minimumSize, duration: 5, make: makePicker
  ) { content in
    let buttons = ["Plane", "Lines"].map { content.accessibility.frame(labelled: $0).center }
    var hand = ScriptedHand(at: buttons[0])
    for turn in 1...20 {
      hand.move(to: buttons[turn % 2], over: 0.1)
      hand.rest(0.15)
    }
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
