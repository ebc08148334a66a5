import CGLFW
import Glibc

/// A physical key event, for those who see it before it is interpreted.
public struct KeyStroke: Hashable, Sendable {
  /// The X11 keycode, which is Linux's plus 8.
  public var keycode: UInt32
  /// The X11 keysym of the key; 0 if unknown.
  public var keysym: UInt32
  /// The modifiers held before the event, in X11's bits.
  public var state: UInt32
  /// The name of the keysym, such as `Return`, or the character that it types.
  public var name: String
  /// Whether the key was pressed, rather than released.
  public var isPress: Bool

  /// Creates a stroke.
  public init(keycode: UInt32, keysym: UInt32, state: UInt32, name: String, isPress: Bool) {
    self.keycode = keycode
    self.keysym = keysym
    self.state = state
    self.name = name
    self.isPress = isPress
  }

  /// Whether the key types a character.
  public var isTyping: Bool { name.count == 1 }

  /// Creates a stroke from GLFW's report; `layout` is the keyboard layout under Wayland, if known.
  init(glfw place: Int32, scancode: Int32, modifiers: Int32, layout: KeyboardLayout?, isPress: Bool) {
    let x11 = X11Keyboard.shared
    state = Self.bits(of: modifiers) | (x11?.extraState ?? layout?.modifiers ?? 0)
    // Elsewhere the codes are Linux's.
    keycode = UInt32(max(scancode, 0)) + (x11 == nil ? 8 : 0)
    keysym =
      x11?.keysym(keycode, state) ?? layout?.keysym(ofKeycode: keycode)
      ?? Self.keysym(glfw: place, scancode: scancode, modifiers: modifiers)
    name =
      ShiftedSign.character(ofKeysym: UInt(keysym)).map(String.init) ?? x11?.name(ofKeysym: keysym)
      ?? layout?.name(ofKeysym: keysym) ?? ""
    self.isPress = isPress
  }

  private static func bits(of modifiers: Int32) -> UInt32 {
    let pairs: [(Int32, UInt32)] = [
      (GLFW_MOD_SHIFT, 1), (GLFW_MOD_CAPS_LOCK, 1 << 1), (GLFW_MOD_CONTROL, 1 << 2), (GLFW_MOD_ALT, 1 << 3),
      (GLFW_MOD_NUM_LOCK, 1 << 4), (GLFW_MOD_SUPER, 1 << 6),
    ]
    return pairs.reduce(0) { modifiers & $1.0 == 0 ? $0 : $0 | $1.1 }
  }

  /// The keysyms of keys that type nothing, by GLFW's numbers.
  static let keysyms: [Int32: UInt32] = [
    GLFW_KEY_ESCAPE: 0xff1b, GLFW_KEY_ENTER: 0xff0d, GLFW_KEY_TAB: 0xff09, GLFW_KEY_BACKSPACE: 0xff08,
    GLFW_KEY_DELETE: 0xffff, GLFW_KEY_INSERT: 0xff63, GLFW_KEY_HOME: 0xff50, GLFW_KEY_LEFT: 0xff51,
    GLFW_KEY_UP: 0xff52, GLFW_KEY_RIGHT: 0xff53, GLFW_KEY_DOWN: 0xff54, GLFW_KEY_PAGE_UP: 0xff55,
    GLFW_KEY_PAGE_DOWN: 0xff56, GLFW_KEY_END: 0xff57, GLFW_KEY_MENU: 0xff67, GLFW_KEY_SPACE: 0x20,
    GLFW_KEY_LEFT_SHIFT: 0xffe1, GLFW_KEY_RIGHT_SHIFT: 0xffe2, GLFW_KEY_LEFT_CONTROL: 0xffe3,
    GLFW_KEY_RIGHT_CONTROL: 0xffe4, GLFW_KEY_CAPS_LOCK: 0xffe5, GLFW_KEY_LEFT_ALT: 0xffe9,
    GLFW_KEY_RIGHT_ALT: 0xffea, GLFW_KEY_LEFT_SUPER: 0xffeb, GLFW_KEY_RIGHT_SUPER: 0xffec,
    GLFW_KEY_KP_ENTER: 0xff8d,
  ]

  /// Returns the keysym of a key without X11.
  private static func keysym(glfw place: Int32, scancode: Int32, modifiers: Int32) -> UInt32 {
    if let known = keysyms[place] { return known }
    if (GLFW_KEY_F1...GLFW_KEY_F24).contains(place) { return 0xffbe + UInt32(place - GLFW_KEY_F1) }
    guard let name = glfwGetKeyName(place, scancode).map({ String(cString: $0) }) else { return 0 }
    let typed = modifiers & GLFW_MOD_SHIFT == 0 ? name : name.uppercased()
    guard let scalar = typed.unicodeScalars.first?.value else { return 0 }
    return (0x20...0xff).contains(scalar) ? scalar : 0x100_0000 + scalar
  }
}

/// X11's keyboard state, read through the libraries that GLFW has loaded.
struct X11Keyboard: Sendable {
  private typealias Display = @convention(c) @Sendable () -> OpaquePointer?
  private typealias State = @convention(c) @Sendable (OpaquePointer, UInt32, UnsafeMutableRawPointer) -> Int32
  private typealias Lookup =
    @convention(c) @Sendable (
      OpaquePointer, UInt8, UInt32, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt>
    ) -> Int32
  private typealias Name = @convention(c) @Sendable (UInt) -> UnsafePointer<CChar>?

  private let display: Display
  private let state: State
  private let lookup: Lookup
  private let name: Name

  /// The keyboard, or nil under another window system.
  static let shared: X11Keyboard? = {
    guard WindowSystem.current == .x11, let display = dlsym(nil, "glfwGetX11Display"),
      let state = dlsym(nil, "XkbGetState"),
      let lookup = dlsym(nil, "XkbLookupKeySym"), let name = dlsym(nil, "XKeysymToString"),
      unsafeBitCast(display, to: Display.self)() != nil
    else { return nil }
    return X11Keyboard(
      display: unsafeBitCast(display, to: Display.self), state: unsafeBitCast(state, to: State.self),
      lookup: unsafeBitCast(lookup, to: Lookup.self), name: unsafeBitCast(name, to: Name.self))
  }()

  /// Returns a key's keysym in the current layout without modifiers, or nil if unknown.
  func keysym(ofKeycode keycode: Int32) -> UInt32? {
    let group = extraState & (3 << 13)
    let keysym = keysym(UInt32(max(keycode, 0)), group)
    return keysym == 0 ? nil : keysym
  }

  /// The state that GLFW does not report: the current layout, and whether the third-level key is held.
  var extraState: UInt32 {
    // An `XkbStateRec` is smaller than this; its first byte is the layout and its seventh the modifiers.
    var record = [UInt8](repeating: 0, count: 64)
    let result = record.withUnsafeMutableBytes { bytes -> Int32 in
      guard let display = display(), let start = bytes.baseAddress else { return -1 }
      return state(display, 0x100, start)
    }
    guard result == 0 else { return 0 }
    return UInt32(record[0] & 3) << 13 | UInt32(record[6]) & (1 << 5 | 1 << 7)
  }

  func keysym(_ keycode: UInt32, _ state: UInt32) -> UInt32 {
    var (used, keysym): (UInt32, UInt) = (0, 0)
    guard (8...255).contains(keycode), let display = display(),
      lookup(display, UInt8(keycode), state, &used, &keysym) != 0
    else { return 0 }
    return UInt32(truncatingIfNeeded: keysym)
  }

  func name(ofKeysym keysym: UInt32) -> String? { name(UInt(keysym)).map { String(cString: $0) } }
}
