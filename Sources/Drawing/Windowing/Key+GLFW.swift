import CGLFW
import Glibc
import Input

extension Key {
  /// Creates a key from a position on a US keyboard, as GLFW reports it; nil for one without a meaning of its own.
  ///
  /// The keyboard layout decides what the key does, which may differ from its US meaning: `layout` under Wayland, and
  /// X11's own for keys that type nothing.
  init?(glfw place: Int32, scancode: Int32, modifiers: Int32, layout: KeyboardLayout? = nil) {
    let isShifted = modifiers & GLFW_MOD_SHIFT != 0
    let isNumLockOn = modifiers & GLFW_MOD_NUM_LOCK != 0
    if (GLFW_KEY_KP_0...GLFW_KEY_KP_EQUAL).contains(place), place != GLFW_KEY_KP_ENTER {
      self.init(keypad: place, isNumLockOn: isNumLockOn)
    } else if let layout, (0...247).contains(scancode) {
      // Wayland uses Linux key codes; XKB's are larger by 8.
      let keysyms = (UInt32(0)...1).map { layout.keysym(ofKeycode: UInt32(scancode) + 8, level: $0) }
      self.init(place: place, keysym: keysyms[0], shifted: isShifted ? keysyms[1] : nil)
    } else if let keysym = X11Keyboard.shared?.keysym(ofKeycode: scancode),
      Self.acting[place] != nil || KeyStroke.keysyms.values.contains(keysym)
    {
      // Many people compose characters with the key in the position of Menu, and cancel with the one in the position of
      // Caps Lock.
      self.init(place: place, keysym: keysym, shifted: nil)
    } else if let known = Self.acting[place] {
      self = known
    } else if (GLFW_KEY_F1...GLFW_KEY_F24).contains(place) {
      self = .function(Int(place - GLFW_KEY_F1) + 1)
    } else {
      let name = glfwGetKeyName(place, scancode).map { String(cString: $0) }
      self.init(place: place, name: name, shifted: isShifted ? ShiftedSign.of(keycode: scancode) : nil)
    }
  }

  /// Creates a key from its X11 keysym; `shifted` is its keysym with Shift, if Shift is held.
  init?(place: Int32, keysym: UInt32, shifted: UInt32?) {
    if let place = KeyStroke.keysyms.first(where: { $0.value == keysym })?.key, let key = Self.acting[place] {
      self = key
    } else if (0xffbe...0xffd5).contains(keysym) {
      self = .function(Int(keysym - 0xffbe) + 1)
    } else {
      let name = ShiftedSign.character(ofKeysym: UInt(keysym)).map(String.init)
      self.init(
        place: place, name: name, shifted: shifted.flatMap { ShiftedSign.character(ofKeysym: UInt($0)) })
    }
  }

  private static let acting: [Int32: Key] = [
    GLFW_KEY_ESCAPE: .escape, GLFW_KEY_ENTER: .enter, GLFW_KEY_KP_ENTER: .enter, GLFW_KEY_TAB: .tab,
    GLFW_KEY_SPACE: .space, GLFW_KEY_BACKSPACE: .backspace, GLFW_KEY_DELETE: .delete,
    GLFW_KEY_INSERT: .insert, GLFW_KEY_LEFT: .left, GLFW_KEY_RIGHT: .right, GLFW_KEY_UP: .up,
    GLFW_KEY_DOWN: .down, GLFW_KEY_HOME: .home, GLFW_KEY_END: .end, GLFW_KEY_PAGE_UP: .pageUp,
    GLFW_KEY_PAGE_DOWN: .pageDown, GLFW_KEY_MENU: .menu,
  ]

  /// Creates a key of the keypad; without Num Lock most of them move the caret.
  init?(keypad place: Int32, isNumLockOn: Bool) {
    let signs: [Int32: Character] = [
      GLFW_KEY_KP_DIVIDE: "/", GLFW_KEY_KP_MULTIPLY: "*", GLFW_KEY_KP_SUBTRACT: "-", GLFW_KEY_KP_ADD: "+",
      GLFW_KEY_KP_EQUAL: "=",
    ]
    if let sign = signs[place] {
      self = .character(sign)
      return
    }
    let index = Int(place - GLFW_KEY_KP_0)
    let moving: [Key?] = [
      .insert, .end, .down, .pageDown, .left, nil, .right, .home, .up, .pageUp, .delete,
    ]
    guard moving.indices.contains(index) else { return nil }
    if isNumLockOn {
      self = .character(Array("0123456789.")[index])
    } else if let key = moving[index] {
      self = key
    } else {
      return nil
    }
  }

  /// Creates a typing key: `name` is the layout's character at that position, `shifted` the one with Shift, if Shift is
  /// held.
  ///
  /// Digits keep their US positions unless Shift changes them. A position whose character is not ASCII (Cyrillic
  /// letters, for instance) keeps its US name, so that shortcuts work there.
  init?(place: Int32, name: String?, shifted: Character?) {
    func sign(_ character: Character) -> Character? {
      guard let byte = character.asciiValue, (0x21...0x7e).contains(byte) else { return nil }
      return Character(character.lowercased())
    }
    let typed = name.flatMap { $0.count == 1 ? $0.first.flatMap(sign) : nil }
    if let shifted = shifted.flatMap(sign), !shifted.isLetter {
      self = .character(shifted)
    } else if (GLFW_KEY_0...GLFW_KEY_9).contains(place), typed?.isLetter != true {
      self = .character(Character(Unicode.Scalar(UInt8(place))))
    } else if let typed {
      self = .character(typed)
    } else if (GLFW_KEY_APOSTROPHE...GLFW_KEY_GRAVE_ACCENT).contains(place) {
      self = .character(Character(Unicode.Scalar(UInt8(place)).description.lowercased()))
    } else {
      return nil
    }
  }
}

/// The characters that keys type with Shift, which GLFW does not report; read from X11 if GLFW uses it.
enum ShiftedSign {
  private typealias Display = @convention(c) () -> OpaquePointer?
  private typealias State = @convention(c) (OpaquePointer, UInt32, UnsafeMutableRawPointer) -> Int32
  private typealias Keysym = @convention(c) (OpaquePointer, UInt32, Int32, Int32) -> UInt

  private struct Functions {
    let display: Display
    let state: State
    let keysym: Keysym
  }

  /// Functions of the libraries that GLFW has loaded, or nil under another window system.
  private static let functions: Functions? = {
    guard WindowSystem.current == .x11, let display = dlsym(nil, "glfwGetX11Display"),
      let state = dlsym(nil, "XkbGetState"),
      let keysym = dlsym(nil, "XkbKeycodeToKeysym")
    else { return nil }
    return Functions(
      display: unsafeBitCast(display, to: Display.self), state: unsafeBitCast(state, to: State.self),
      keysym: unsafeBitCast(keysym, to: Keysym.self))
  }()

  /// Xkb's id for the core keyboard, `XkbUseCoreKbd`.
  private static let coreKeyboard: UInt32 = 0x100

  /// Returns the character that an X11 keycode types with Shift in the current layout, or nil if unknown.
  static func of(keycode: Int32) -> Character? {
    guard (8...255).contains(keycode), let functions, let display = functions.display() else { return nil }
    // The current group is the first byte of an `XkbStateRec`, which is smaller than this.
    var state = [UInt8](repeating: 0, count: 64)
    guard
      state.withUnsafeMutableBytes({ bytes in
        bytes.baseAddress.map { functions.state(display, coreKeyboard, $0) } ?? -1
      }) == 0
    else { return nil }
    return character(ofKeysym: functions.keysym(display, UInt32(keycode), Int32(state[0]), 1))
  }

  /// Returns the character of an X11 keysym: Latin-1 maps to itself, and other Unicode is above 0x1000000.
  static func character(ofKeysym keysym: UInt) -> Character? {
    switch keysym {
    case 0x20...0x7e, 0xa0...0xff: Unicode.Scalar(UInt32(keysym)).map(Character.init)
    case 0x100_0100...0x110_ffff: Unicode.Scalar(UInt32(keysym - 0x100_0000)).map(Character.init)
    default: nil
    }
  }
}
