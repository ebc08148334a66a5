import CGLFW
import Input
import Testing

@testable import Windowing

@Suite struct KeyboardLayoutTests {
  /// A keyboard of two keys, the first with two groups of signs.
  private static let keymap = """
    xkb_keymap {
      xkb_keycodes { minimum = 8; maximum = 255; <AE01> = 10; <CAPS> = 66; };
      xkb_types {
        type "ONE_LEVEL" { modifiers = none; };
        type "TWO_LEVEL" { modifiers = Shift; map[Shift] = Level2; };
      };
      xkb_compatibility { interpret.repeat = True; };
      xkb_symbols {
        key <AE01> { [1, exclam], [ampersand, 1] };
        key <CAPS> { [Escape] };
      };
    };
    """

  @Test func `a key types what its layout says, in the group in use and with Shift`() throws {
    let layout = try #require(KeyboardLayout(keymap: Self.keymap))

    #expect(layout.keysym(ofKeycode: 10) == 0x31)
    layout.update(depressed: 1, latched: 0, locked: 0, group: 0)
    #expect(layout.keysym(ofKeycode: 10) == 0x21)
    #expect(layout.modifiers == 1)
    layout.update(depressed: 1, latched: 0, locked: 0, group: 1)
    #expect(layout.keysym(ofKeycode: 10) == 0x31)
    #expect((UInt32(0)...1).map { layout.keysym(ofKeycode: 10, level: $0) } == [0x26, 0x31])
    #expect(layout.name(ofKeysym: layout.keysym(ofKeycode: 66)) == "Escape")
  }

  @Test func `a key that the keyboard does not have types nothing`() throws {
    let layout = try #require(KeyboardLayout(keymap: Self.keymap))

    #expect(layout.keysym(ofKeycode: 200) == 0)
    #expect(layout.keysym(ofKeycode: 200, level: 1) == 0)
  }

  @Test(arguments: ["", "xkb_keymap {", "nonsense"])
  func `a layout that is none is refused`(text: String) {
    #expect(KeyboardLayout(keymap: text) == nil)
  }

  @Test func `a key does what its layout says, wherever it is`() throws {
    let layout = try #require(KeyboardLayout(keymap: Self.keymap))
    func key(_ place: Int32, _ scancode: Int32, _ modifiers: Int32 = 0) -> Key? {
      Key(glfw: place, scancode: scancode, modifiers: modifiers, layout: layout)
    }

    #expect(key(GLFW_KEY_CAPS_LOCK, 58) == .escape)
    #expect(key(GLFW_KEY_1, 2) == .character("1"))
    #expect(key(GLFW_KEY_1, 2, GLFW_MOD_SHIFT) == .character("!"))
    // Programs that type for people number the keys as they like.
    #expect(key(GLFW_KEY_ESCAPE, 2) == .character("1"))
  }

  @Test(
    arguments: [
      (0xff0d, .enter), (0xff8d, .enter), (0xff51, .left), (0xffc2, .function(5)), (0x61, .character("a")),
      // A Cyrillic letter keeps the place that it has on a US keyboard.
      (0x6c1, .character("f")),
    ] as [(UInt32, Key)])
  func `keysyms name keys`(keysym: UInt32, key: Key) {
    #expect(Key(place: GLFW_KEY_F, keysym: keysym, shifted: nil) == key)
  }

  @Test func `a stroke tells what the layout says`() throws {
    let layout = try #require(KeyboardLayout(keymap: Self.keymap))
    layout.update(depressed: 1, latched: 0, locked: 0, group: 0)

    let stroke = KeyStroke(
      glfw: GLFW_KEY_1, scancode: 2, modifiers: GLFW_MOD_SHIFT, layout: layout, isPress: true)

    #expect(stroke.keycode == 10)
    #expect(stroke.keysym == 0x21)
    #expect(stroke.state == 1)
    #expect(stroke.name == "!")
  }
}
