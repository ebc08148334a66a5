import Glibc

/// What keys type with Shift, which GLFW does not tell; asked of X11 where that is what GLFW runs on.
enum ShiftedSign {
  private typealias Display = @convention(c) () -> OpaquePointer?
  private typealias State = @convention(c) (OpaquePointer, UInt32, UnsafeMutableRawPointer) -> Int32
  private typealias Keysym = @convention(c) (OpaquePointer, UInt32, Int32, Int32) -> UInt

  private struct Functions {
    let display: Display
    let state: State
    let keysym: Keysym
  }

  /// The functions of the libraries that GLFW has loaded, or nil under another window system.
  private static let functions: Functions? = {
    guard WindowSystem.current == .x11, let display = dlsym(nil, "glfwGetX11Display"),
      let state = dlsym(nil, "XkbGetState"),
      let keysym = dlsym(nil, "XkbKeycodeToKeysym")
    else { return nil }
    return Functions(
      display: unsafeBitCast(display, to: Display.self), state: unsafeBitCast(state, to: State.self),
      keysym: unsafeBitCast(keysym, to: Keysym.self))
  }()

  /// The number by which Xkb knows the keyboard that all others act through, `XkbUseCoreKbd`.
  private static let coreKeyboard: UInt32 = 0x100

  /// Returns what the key of an X11 keycode types with Shift in the layout in use, or nil when that is not known.
  static func of(keycode: Int32) -> Character? {
    guard (8...255).contains(keycode), let functions, let display = functions.display() else { return nil }
    // The group in use is the first byte of an `XkbStateRec`, which is smaller than this.
    var state = [UInt8](repeating: 0, count: 64)
    guard
      state.withUnsafeMutableBytes({ bytes in
        bytes.baseAddress.map { functions.state(display, coreKeyboard, $0) } ?? -1
      }) == 0
    else { return nil }
    return character(ofKeysym: functions.keysym(display, UInt32(keycode), Int32(state[0]), 1))
  }

  /// Returns the character of an X11 keysym: Latin 1 stands for itself, and other Unicode above 0x1000000.
  static func character(ofKeysym keysym: UInt) -> Character? {
    switch keysym {
    case 0x20...0x7e, 0xa0...0xff: Unicode.Scalar(UInt32(keysym)).map(Character.init)
    case 0x100_0100...0x110_ffff: Unicode.Scalar(UInt32(keysym - 0x100_0000)).map(Character.init)
    default: nil
    }
  }
}
