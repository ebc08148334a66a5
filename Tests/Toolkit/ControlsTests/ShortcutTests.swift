import Input
import Testing

@testable import Controls

@Suite struct ShortcutTests {
  private static let plus = Shortcut.control("+")

  @Test(
    arguments: [
      (Key.character("+"), Modifiers.control), (.character("+"), [.control, .shift]),
      (.character("="), [.control, .shift]),
    ] as [(Key, Modifiers)])
  func `Ctrl and plus is found wherever the layout has plus`(key: Key, held: Modifiers) {
    #expect(Self.plus.matches(key, held))
  }

  @Test(
    arguments: [
      (Key.character("="), Modifiers.control), (.character("+"), []), (.character("+"), [.control, .alt]),
      (.character("-"), .control),
    ] as [(Key, Modifiers)])
  func `other keys are not Ctrl and plus`(key: Key, held: Modifiers) {
    #expect(!Self.plus.matches(key, held))
  }

  @Test func `Shift counts for letters`() {
    #expect(!Shortcut.control("z").matches(.character("z"), [.control, .shift]))
    #expect(Shortcut.controlShift("z").matches(.character("z"), [.control, .shift]))
    #expect(!Shortcut.controlShift("z").matches(.character("z"), .control))
  }

  @Test(
    arguments: [
      (Shortcut.controlShift("z"), "Ctrl+Shift+Z"), (.init(.function(2)), "F2"), (.init(.enter), "Return"),
      (.control("+"), "Ctrl++"), (.init(.pageUp, .alt), "Alt+Page Up"),
    ] as [(Shortcut, String)])
  func `a shortcut is written as people know it`(shortcut: Shortcut, text: String) {
    #expect(shortcut.text == text)
  }
}
