import CWayland
import Geometry
import Glibc
import Localization

/// The parts of Wayland's seat that GLFW leaves out: the pointer's position on entry, the keyboard layout, and the
/// exchange with other programs.
///
/// Its objects share GLFW's connection and event queue; callbacks run while GLFW handles its events, on the first
/// thread.
final class WaylandSeat {
  private let display: OpaquePointer
  private let registry: OpaquePointer
  private var seat: OpaquePointer?
  private var manager: OpaquePointer?
  private var pointer: OpaquePointer?
  private var keyboard: OpaquePointer?
  private var places: [OpaquePointer: (Point) -> Void] = [:]

  /// The serial of the last input event in a window; the compositor requires one for copying.
  private var serial: UInt32?

  /// Clipboard and drag and drop; nil if the compositor does not support them.
  private(set) var exchange: WaylandExchange?

  /// The keyboard layout, once known.
  private(set) var layout: KeyboardLayout?

  /// Creates the additions to GLFW's connection; nil under another window system.
  ///
  /// `wake` is called on any thread when content has arrived for `exchange`.
  init?(wake: @escaping @Sendable () -> Void) {
    guard WindowSystem.current == .wayland, let address = dlsym(nil, "glfwGetWaylandDisplay") else {
      return nil
    }
    let find = unsafeBitCast(address, to: (@convention(c) () -> OpaquePointer?).self)
    guard let display = find(), let registry = wl_display_get_registry(display) else { return nil }
    (self.display, self.registry) = (display, registry)
    wl_registry_add_listener(registry, Self.registryListener, data)
    // The first round trip announces the compositor's objects, the second the abilities of the seat.
    for _ in 0..<2 { wl_display_roundtrip(display) }
    if let manager, let seat {
      exchange = WaylandExchange(manager, of: seat, display: display, wake: wake)
    }
  }

  deinit {
    exchange = nil
    if let pointer { wl_pointer_release(pointer) }
    if let keyboard { wl_keyboard_release(keyboard) }
    if let seat { wl_seat_destroy(seat) }
    if let manager { wl_data_device_manager_destroy(manager) }
    wl_registry_destroy(registry)
  }

  private var data: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func of(_ data: UnsafeMutableRawPointer?) -> WaylandSeat? {
    data.map { Unmanaged<WaylandSeat>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Surfaces

  /// Returns the surface of a GLFW window.
  static func surface(of window: OpaquePointer) -> OpaquePointer? {
    guard WindowSystem.current == .wayland, let address = dlsym(nil, "glfwGetWaylandWindow") else {
      return nil
    }
    return unsafeBitCast(
      address, to: (@convention(c) (OpaquePointer) -> OpaquePointer?).self)(window)
  }

  /// Calls `follow` with the pointer's position, in Wayland's units, each time it enters a window.
  ///
  /// GLFW reports only motion, so that the position of a press in a new window, or after a drop, would be wrong.
  func followPointer(into window: OpaquePointer, _ follow: ((Point) -> Void)?) {
    if let surface = Self.surface(of: window) { places[surface] = follow }
  }

  /// Calls `follow` with the drag events over a window, with places in Wayland's units.
  func followDrags(over window: OpaquePointer, _ follow: ((WaylandExchange.DragEvent) -> Void)?) {
    if let surface = Self.surface(of: window) { exchange?.follow(surface, follow) }
  }

  /// Takes the clipboard and offers one content in several kinds; returns the reason for a failure, or nil.
  func offer(_ kinds: [ClipboardOffer.Kind]) -> Message? {
    guard let exchange else { return Message("the compositor has no clipboard") }
    return exchange.offer(kinds, serial: serial)
  }

  // MARK: Listening

  private func found(_ interface: String, name: UInt32, version: UInt32) {
    switch interface {
    case "wl_seat" where seat == nil && version >= 3:
      seat = regalia_bind_seat(registry, name, 3)
      if let seat { wl_seat_add_listener(seat, Self.seatListener, data) }
    case "wl_data_device_manager" where manager == nil && version >= 2:
      // Version 3 requires the receiver of a drag to name an action.
      manager = regalia_bind_data_device_manager(registry, name, 2)
    default: break
    }
  }

  private func follow(capabilities: UInt32) {
    guard let seat else { return }
    if capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue == 0 {
      if let pointer { wl_pointer_release(pointer) }
      pointer = nil
    } else if pointer == nil {
      pointer = wl_seat_get_pointer(seat)
      if let pointer { wl_pointer_add_listener(pointer, Self.pointerListener, data) }
    }
    if capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue == 0 {
      if let keyboard { wl_keyboard_release(keyboard) }
      (keyboard, layout) = (nil, nil)
    } else if keyboard == nil {
      keyboard = wl_seat_get_keyboard(seat)
      if let keyboard { wl_keyboard_add_listener(keyboard, Self.keyboardListener, data) }
    }
  }

  private func readKeymap(format: UInt32, file: Int32, size: Int) {
    defer { close(file) }
    guard format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, size > 0,
      let text = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), text != MAP_FAILED
    else { return layout = nil }
    defer { munmap(text, size) }
    // The text ends with a zero, included in its size.
    guard text.load(fromByteOffset: size - 1, as: UInt8.self) == 0 else { return layout = nil }
    layout = KeyboardLayout(keymap: text.assumingMemoryBound(to: CChar.self))
  }

  /// Allocates a listener permanently: Wayland holds its address.
  static func kept<Listener>(_ listener: Listener) -> UnsafePointer<Listener> {
    let place = UnsafeMutablePointer<Listener>.allocate(capacity: 1)
    place.initialize(to: listener)
    return UnsafePointer(place)
  }

  nonisolated(unsafe) private static let registryListener = {
    var listener = wl_registry_listener()
    listener.global = { data, _, name, interface, version in
      guard let interface else { return }
      WaylandSeat.of(data)?.found(String(cString: interface), name: name, version: version)
    }
    listener.global_remove = { _, _, _ in }
    return kept(listener)
  }()

  nonisolated(unsafe) private static let seatListener = {
    var listener = wl_seat_listener()
    listener.capabilities = { data, _, capabilities in
      WaylandSeat.of(data)?.follow(capabilities: capabilities)
    }
    listener.name = { _, _, _ in }
    return kept(listener)
  }()

  nonisolated(unsafe) private static let pointerListener = {
    var listener = wl_pointer_listener()
    listener.enter = { data, _, _, surface, x, y in
      guard let seat = WaylandSeat.of(data), let surface else { return }
      seat.places[surface]?(Point(wl_fixed_to_double(x), wl_fixed_to_double(y)))
    }
    listener.leave = { _, _, _, _ in }
    listener.motion = { _, _, _, _, _ in }
    listener.button = { data, _, serial, _, _, _ in WaylandSeat.of(data)?.serial = serial }
    listener.axis = { _, _, _, _, _ in }
    return kept(listener)
  }()

  nonisolated(unsafe) private static let keyboardListener = {
    var listener = wl_keyboard_listener()
    listener.keymap = { data, _, format, file, size in
      WaylandSeat.of(data)?.readKeymap(format: format, file: file, size: Int(size))
    }
    listener.enter = { data, _, serial, _, _ in WaylandSeat.of(data)?.serial = serial }
    listener.leave = { _, _, _, _ in }
    listener.key = { data, _, serial, _, _, _ in WaylandSeat.of(data)?.serial = serial }
    listener.modifiers = { data, _, _, depressed, latched, locked, group in
      WaylandSeat.of(data)?.layout?.update(
        depressed: depressed, latched: latched, locked: locked, group: group)
    }
    return kept(listener)
  }()
}
