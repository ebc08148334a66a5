import CXCB
import Glibc
import Localization

/// A separate connection to the X11 display, with an invisible window, for exchanging data with other programs.
final class DisplayConnection {
  let connection: OpaquePointer
  /// The window that receives messages from others.
  let window: xcb_window_t
  /// The screen on which programs open their windows.
  let screen: xcb_screen_t
  private var names: [String: xcb_atom_t] = [:]

  /// The bit of the event type that marks events sent by other clients.
  private static let sentFlag: UInt8 = 0x80

  /// The reason why the connection failed.
  struct Failure: LocalizableError {
    let message: Message
  }

  init() throws(Failure) {
    var number: Int32 = 0
    guard let connection = xcb_connect(nil, &number) else {
      throw Failure(message: Message("there is no X11 display"))
    }
    guard xcb_connection_has_error(connection) == 0 else {
      xcb_disconnect(connection)
      throw Failure(message: Message("there is no X11 display"))
    }
    var screens = xcb_setup_roots_iterator(xcb_get_setup(connection))
    for _ in 0..<number { xcb_screen_next(&screens) }
    guard let screen = screens.data?.pointee else {
      xcb_disconnect(connection)
      throw Failure(message: Message("the display has no screen"))
    }
    self.connection = connection
    self.screen = screen
    window = xcb_generate_id(connection)
    var events = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
    xcb_create_window(
      connection, 0, window, screen.root, 0, 0, 1, 1, 0, UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0,
      XCB_CW_EVENT_MASK.rawValue, &events)
  }

  deinit { xcb_disconnect(connection) }

  /// Whether the connection to the display is lost.
  var isBroken: Bool { xcb_connection_has_error(connection) != 0 }

  /// The descriptor that becomes readable when events arrive.
  var descriptor: Int32 { xcb_get_file_descriptor(connection) }

  func flush() { xcb_flush(connection) }

  /// Returns the atom of a name.
  func atom(_ name: String) -> xcb_atom_t {
    if let known = names[name] { return known }
    let cookie = xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
    let reply = xcb_intern_atom_reply(connection, cookie, nil)
    defer { free(reply) }
    let atom = reply?.pointee.atom ?? 0
    names[name] = atom
    return atom
  }

  // MARK: Events

  /// Calls `body` with each event that has arrived.
  func forEachEvent(_ body: (UnsafeMutablePointer<xcb_generic_event_t>) -> Void) {
    while let event = xcb_poll_for_event(connection) {
      body(event)
      free(event)
    }
  }

  /// Waits until events arrive, the alarm rings, or `milliseconds` have passed; returns whether the alarm rings.
  func waitForEvents(until alarm: Alarm, atMost milliseconds: Int32 = -1) -> Bool {
    var waits = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&waits, 2, milliseconds)
    return waits[1].revents != 0
  }

  /// Waits until events arrive or until `end`; returns false once `end` has passed.
  func waitForEvents(before end: ContinuousClock.Instant) -> Bool {
    let rest = (end - .now) / .milliseconds(1)
    guard rest > 0 else { return false }
    var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&file, 1, Int32(rest.rounded(.up)))
    return true
  }

  /// Subscribes to events of another program's window.
  func listen(to other: xcb_window_t, _ events: UInt32) {
    // A program may name our own window, whose events are selected already.
    guard other != window else { return }
    var events = events
    xcb_change_window_attributes(connection, other, XCB_CW_EVENT_MASK.rawValue, &events)
  }

  /// Returns the event type, whether the server or a client sent it.
  static func kind(of event: UnsafeMutablePointer<xcb_generic_event_t>) -> Int32 {
    Int32(event.pointee.response_type & ~sentFlag)
  }

  static func read<Event>(
    _ event: UnsafeMutablePointer<xcb_generic_event_t>, as type: Event.Type
  ) -> Event {
    UnsafeRawPointer(event).loadUnaligned(as: Event.self)
  }

  /// Returns the display's time from the event of an empty property change (ICCCM 2.1); `body` receives the events that
  /// arrive before it.
  func present(_ body: (UnsafeMutablePointer<xcb_generic_event_t>) -> Void) -> xcb_timestamp_t? {
    let property = atom("REGALIA_TIME")
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_APPEND.rawValue), window, property, XCB_ATOM_STRING.rawValue, 8, 0, nil)
    xcb_flush(connection)
    while let event = xcb_wait_for_event(connection) {
      defer { free(event) }
      if Self.kind(of: event) == XCB_PROPERTY_NOTIFY {
        let change = Self.read(event, as: xcb_property_notify_event_t.self)
        if change.window == window, change.atom == property { return change.time }
      }
      body(event)
    }
    return nil
  }

  /// Sends an event to a window.
  func send<Event>(_ event: Event, to window: xcb_window_t) {
    // An event occupies 32 bytes; some types are shorter.
    var bytes = [CChar](repeating: 0, count: 32)
    bytes.withUnsafeMutableBytes { target in
      withUnsafeBytes(of: event) { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(32))) }
    }
    xcb_send_event(connection, 0, window, 0, bytes)
  }

  /// Sends a client message about a window to the one that listens for it.
  func tell(
    _ name: String, about window: xcb_window_t, to listener: xcb_window_t, _ words: [UInt32]
  ) {
    var message = xcb_client_message_event_t()
    message.response_type = UInt8(XCB_CLIENT_MESSAGE)
    message.format = 32
    message.window = window
    message.type = atom(name)
    let all = words + [UInt32](repeating: 0, count: 5)
    message.data.data32 = (all[0], all[1], all[2], all[3], all[4])
    send(message, to: listener)
  }

  // MARK: Selections

  /// Returns the window that owns a selection, or 0 without an owner.
  func owner(of selection: String) -> xcb_window_t {
    let reply = xcb_get_selection_owner_reply(
      connection, xcb_get_selection_owner(connection, atom(selection)), nil)
    defer { free(reply) }
    return reply?.pointee.owner ?? 0
  }

  // MARK: Properties

  /// Sets a property of a window to bytes in units of `format` bits.
  func set(
    _ property: xcb_atom_t, of window: xcb_window_t, to bytes: ArraySlice<UInt8>, kind: xcb_atom_t,
    format: UInt8 = 8
  ) {
    bytes.withUnsafeBytes { bytes in
      _ = xcb_change_property(
        connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, kind, format,
        UInt32(bytes.count / Int(format / 8)), bytes.baseAddress)
    }
  }

  /// Sets a property of a window to 32-bit words.
  func set(_ property: xcb_atom_t, of window: xcb_window_t, to words: [UInt32], kind: xcb_atom_t) {
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, kind, 32, UInt32(words.count),
      words)
  }

  /// The value of a property.
  struct Property {
    let kind: xcb_atom_t
    /// The size of a unit in bits.
    let format: UInt8
    var bytes: [UInt8]
    /// Whether the value is complete, rather than cut at the limit.
    let isWhole: Bool

    /// The value as 32-bit words.
    var words: [UInt32] {
      bytes.withUnsafeBytes { bytes in
        (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
      }
    }
  }

  /// Returns a property of a window, of which at most `limit` bytes are read, and deletes it if asked to; nil if it is
  /// not set.
  func property(
    _ name: xcb_atom_t, of window: xcb_window_t, atMost limit: Int = 4096, deletes: Bool = false
  ) -> Property? {
    let cookie = xcb_get_property(
      connection, deletes ? 1 : 0, window, name, XCB_GET_PROPERTY_TYPE_ANY.rawValue, 0, UInt32(limit / 4))
    guard let reply = xcb_get_property_reply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    guard reply.pointee.type != 0, let value = xcb_get_property_value(reply) else { return nil }
    let count = Int(xcb_get_property_value_length(reply))
    return Property(
      kind: reply.pointee.type, format: reply.pointee.format,
      bytes: Array(UnsafeRawBufferPointer(start: value, count: count)),
      isWhole: reply.pointee.bytes_after == 0)
  }

  /// Returns the first 32-bit word of a property, or nil.
  func word(_ property: String, of window: xcb_window_t) -> UInt32? {
    self.property(atom(property), of: window, atMost: 4)?.words.first
  }
}
