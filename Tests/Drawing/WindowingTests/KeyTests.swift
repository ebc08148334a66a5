import CGLFW
import Input
import Testing

@testable import Windowing

@Suite struct KeyTests {
  @Test(arguments: "abcdefghijklmnopqrstuvwxyz-=[]\\;',./`+*#<")
  func `a key is what the layout types in its place`(character: Character) {
    #expect(
      Key(place: GLFW_KEY_RIGHT_BRACKET, name: String(character), shifted: nil) == .character(character))
  }

  @Test(arguments: ["", "é", "ß", "с", "ab", "\0"])
  func `a place whose character is not ASCII keeps its US name`(name: String) {
    #expect(Key(place: GLFW_KEY_C, name: name, shifted: nil) == .character("c"))
    #expect(Key(place: GLFW_KEY_WORLD_1, name: name, shifted: nil) == nil)
  }

  @Test func `figures stay in their row where the layout has signs there`() {
    #expect(Key(place: GLFW_KEY_0, name: "à", shifted: nil) == .character("0"))
    #expect(Key(place: GLFW_KEY_1, name: "&", shifted: nil) == .character("1"))
    #expect(Key(place: GLFW_KEY_1, name: "&", shifted: "1") == .character("1"))
  }

  @Test(arguments: [(GLFW_KEY_EQUAL, "="), (GLFW_KEY_1, "1"), (GLFW_KEY_RIGHT_BRACKET, "¨")])
  func `plus is plus wherever the layout has it`(place: Int32, name: String) {
    #expect(Key(place: place, name: name, shifted: "+") == .character("+"))
  }

  @Test(
    arguments: [(0x2b, "+"), (0xe9, "é"), (0x100_20ac, "€"), (0xff0d, nil), (0, nil)] as [(UInt, Character?)])
  func `a keysym of X11 is its character`(keysym: UInt, character: Character?) {
    #expect(ShiftedSign.character(ofKeysym: keysym) == character)
  }

  @Test func `Shift leaves letters alone`() {
    #expect(Key(place: GLFW_KEY_Z, name: "y", shifted: "Y") == .character("y"))
  }

  @Test func `the keypad types with Num Lock and moves without`() {
    #expect(Key(keypad: GLFW_KEY_KP_4, isNumLockOn: true) == .character("4"))
    #expect(Key(keypad: GLFW_KEY_KP_4, isNumLockOn: false) == .left)
    #expect(Key(keypad: GLFW_KEY_KP_5, isNumLockOn: false) == nil)
    #expect(Key(keypad: GLFW_KEY_KP_DECIMAL, isNumLockOn: false) == .delete)
    for isNumLockOn in [false, true] {
      #expect(Key(keypad: GLFW_KEY_KP_ADD, isNumLockOn: isNumLockOn) == .character("+"))
    }
  }
}
