import Glibc

/// A keyboard layout, read by libxkbcommon from Wayland's keymap; GLFW needs that library too.
final class KeyboardLayout {
  private typealias Pointer = UnsafeMutableRawPointer

  /// The functions of the library.
  private struct Library: Sendable {
    let makeContext: @convention(c) @Sendable (Int32) -> Pointer?
    let makeKeymap: @convention(c) @Sendable (Pointer, UnsafePointer<CChar>, Int32, Int32) -> Pointer?
    let makeState: @convention(c) @Sendable (Pointer) -> Pointer?
    let releaseContext: @convention(c) @Sendable (Pointer) -> Void
    let releaseKeymap: @convention(c) @Sendable (Pointer) -> Void
    let releaseState: @convention(c) @Sendable (Pointer) -> Void
    let update: @convention(c) @Sendable (Pointer, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) -> Int32
    let modifiers: @convention(c) @Sendable (Pointer, Int32) -> UInt32
    let keysym: @convention(c) @Sendable (Pointer, UInt32) -> UInt32
    let group: @convention(c) @Sendable (Pointer, UInt32) -> UInt32
    let keysyms:
      @convention(c) @Sendable (
        Pointer, UInt32, UInt32, UInt32, UnsafeMutablePointer<UnsafePointer<UInt32>?>
      ) -> Int32
    let name: @convention(c) @Sendable (UInt32, UnsafeMutablePointer<CChar>, Int) -> Int32

    init?() {
      guard let library = dlopen("libxkbcommon.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
      func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
        dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
      }
      guard
        let makeContext = function("xkb_context_new", (@convention(c) @Sendable (Int32) -> Pointer?).self),
        let makeKeymap = function(
          "xkb_keymap_new_from_string",
          (@convention(c) @Sendable (Pointer, UnsafePointer<CChar>, Int32, Int32) -> Pointer?).self),
        let makeState = function("xkb_state_new", (@convention(c) @Sendable (Pointer) -> Pointer?).self),
        let releaseContext = function("xkb_context_unref", (@convention(c) @Sendable (Pointer) -> Void).self),
        let releaseKeymap = function("xkb_keymap_unref", (@convention(c) @Sendable (Pointer) -> Void).self),
        let releaseState = function("xkb_state_unref", (@convention(c) @Sendable (Pointer) -> Void).self),
        let update = function(
          "xkb_state_update_mask",
          (@convention(c) @Sendable (Pointer, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) -> Int32).self),
        let modifiers = function(
          "xkb_state_serialize_mods", (@convention(c) @Sendable (Pointer, Int32) -> UInt32).self),
        let keysym = function(
          "xkb_state_key_get_one_sym", (@convention(c) @Sendable (Pointer, UInt32) -> UInt32).self),
        let group = function(
          "xkb_state_key_get_layout", (@convention(c) @Sendable (Pointer, UInt32) -> UInt32).self),
        let keysyms = function(
          "xkb_keymap_key_get_syms_by_level",
          (@convention(c) @Sendable (
            Pointer, UInt32, UInt32, UInt32, UnsafeMutablePointer<UnsafePointer<UInt32>?>
          ) -> Int32).self),
        let name = function(
          "xkb_keysym_get_name",
          (@convention(c) @Sendable (UInt32, UnsafeMutablePointer<CChar>, Int) -> Int32).self)
      else { return nil }
      (self.makeContext, self.makeKeymap, self.makeState) = (makeContext, makeKeymap, makeState)
      (self.releaseContext, self.releaseKeymap) = (releaseContext, releaseKeymap)
      (self.releaseState, self.update, self.modifiers) = (releaseState, update, modifiers)
      (self.keysym, self.group, self.keysyms, self.name) = (keysym, group, keysyms, name)
    }

    static let shared = Library()
  }

  private let library: Library
  private let keymap: Pointer
  private let state: Pointer

  /// Creates the layout of an XKB keymap; nil for an invalid one.
  init?(keymap text: UnsafePointer<CChar>) {
    guard let library = Library.shared, let context = library.makeContext(0) else { return nil }
    defer { library.releaseContext(context) }
    guard let keymap = library.makeKeymap(context, text, 1, 0) else { return nil }
    guard let state = library.makeState(keymap) else {
      library.releaseKeymap(keymap)
      return nil
    }
    (self.library, self.keymap, self.state) = (library, keymap, state)
  }

  deinit {
    library.releaseState(state)
    library.releaseKeymap(keymap)
  }

  /// Sets the active modifiers and the active layout group.
  func update(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    _ = library.update(state, depressed, latched, locked, 0, 0, group)
  }

  /// The active modifiers, in X11's bits.
  var modifiers: UInt32 { library.modifiers(state, 1 << 3) & 0xff }

  /// Returns the keysym of a key with the active modifiers; 0 for none.
  func keysym(ofKeycode keycode: UInt32) -> UInt32 { library.keysym(state, keycode) }

  /// Returns the keysym of a key without modifiers (level 0) or with Shift alone (level 1); 0 for none.
  func keysym(ofKeycode keycode: UInt32, level: UInt32) -> UInt32 {
    var keysyms: UnsafePointer<UInt32>?
    let count = library.keysyms(keymap, keycode, library.group(state, keycode), level, &keysyms)
    guard count == 1, let keysyms else { return 0 }
    return keysyms[0]
  }

  /// Returns the name of a keysym, such as `Return`.
  func name(ofKeysym keysym: UInt32) -> String? {
    var bytes = [CChar](repeating: 0, count: 64)
    let count = library.name(keysym, &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
