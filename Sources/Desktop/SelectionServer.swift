import CXCB
import Controls
import Glibc

/// Answers those who paste, on a connection to the display of its own; it belongs to one thread.
final class SelectionServer {
  private var connection: OpaquePointer?
  private var window: xcb_window_t = 0
  private var names: [String: xcb_atom_t] = [:]
  private var offers: [Offer] = []
  private var transfers: [Transfer] = []
  /// When the clipboard was taken, in the display's time.
  private var time: xcb_timestamp_t = 0

  private struct Offer {
    let kind: xcb_atom_t
    let bytes: [UInt8]
  }

  /// Something large on its way to another program, a part each time that the last one was taken.
  private struct Transfer {
    let window: xcb_window_t
    let property: xcb_atom_t
    let kind: xcb_atom_t
    let bytes: [UInt8]
    var sent = 0
    /// How often nothing was taken for a second.
    var idle = 0
  }

  /// What is larger goes in parts of this size; every display takes as much in one request.
  private static let part = 128 << 10
  /// After how many seconds one who takes nothing is given up.
  private static let patience = 10
  /// What events that others send have set in their number.
  private static let sentFlag: UInt8 = 0x80

  deinit { if let connection { xcb_disconnect(connection) } }

  // MARK: Taking

  /// Takes the clipboard; returns why that cannot be, or nil.
  func take(_ wanted: [Clipboard.Offer]) -> String? {
    if let connection, xcb_connection_has_error(connection) != 0 {
      xcb_disconnect(connection)
      (self.connection, names) = (nil, [:])
    }
    if connection == nil, let fault = connect() { return fault }
    guard let connection else { return nil }
    offers = wanted.flatMap { offer in
      Self.names(of: offer.kind).map { Offer(kind: atom($0), bytes: offer.bytes) }
    }
    guard let now = present() else { return "the display does not answer" }
    time = now
    xcb_set_selection_owner(connection, window, atom("CLIPBOARD"), time)
    let reply = xcb_get_selection_owner_reply(
      connection, xcb_get_selection_owner(connection, atom("CLIPBOARD")), nil)
    defer { free(reply) }
    return reply?.pointee.owner == window ? nil : "another program holds the clipboard"
  }

  /// Returns the names by which programs ask for a kind: text has several.
  private static func names(of kind: String) -> [String] {
    kind == "text/plain" ? ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"] : [kind]
  }

  private func connect() -> String? {
    var number: Int32 = 0
    guard let connection = xcb_connect(nil, &number) else { return "there is no X11 display" }
    guard xcb_connection_has_error(connection) == 0 else {
      xcb_disconnect(connection)
      return "there is no X11 display"
    }
    var screens = xcb_setup_roots_iterator(xcb_get_setup(connection))
    for _ in 0..<number { xcb_screen_next(&screens) }
    guard let root = screens.data?.pointee.root else {
      xcb_disconnect(connection)
      return "the display has no screen"
    }
    self.connection = connection
    window = xcb_generate_id(connection)
    var events = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
    xcb_create_window(
      connection, 0, window, root, 0, 0, 1, 1, 0, UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0,
      XCB_CW_EVENT_MASK.rawValue, &events)
    return nil
  }

  /// Returns the display's time, by the event that a change of nothing brings (ICCCM 2.1).
  private func present() -> xcb_timestamp_t? {
    guard let connection else { return nil }
    let property = atom("REGALIA_TIME")
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_APPEND.rawValue), window, property, XCB_ATOM_STRING.rawValue, 8, 0, nil)
    xcb_flush(connection)
    while let event = xcb_wait_for_event(connection) {
      defer { free(event) }
      if event.pointee.response_type & ~Self.sentFlag == UInt8(XCB_PROPERTY_NOTIFY) {
        let change = Self.read(event, as: xcb_property_notify_event_t.self)
        if change.window == window, change.atom == property { return change.time }
      }
      handle(event)
    }
    return nil
  }

  private func atom(_ name: String) -> xcb_atom_t {
    if let known = names[name] { return known }
    guard let connection else { return 0 }
    let cookie = xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
    let reply = xcb_intern_atom_reply(connection, cookie, nil)
    defer { free(reply) }
    let atom = reply?.pointee.atom ?? 0
    names[name] = atom
    return atom
  }

  // MARK: Serving

  /// Answers until the alarm rings, somebody else has copied something, or the display is gone.
  func serve(until alarm: Alarm) {
    guard let connection else { return }
    let display = xcb_get_file_descriptor(connection)
    while xcb_connection_has_error(connection) == 0, !offers.isEmpty || !transfers.isEmpty {
      while let event = xcb_poll_for_event(connection) {
        handle(event)
        free(event)
      }
      xcb_flush(connection)
      var waits = [
        pollfd(fd: display, events: Int16(POLLIN), revents: 0),
        pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&waits, 2, transfers.isEmpty ? -1 : 1000)
      if waits[1].revents != 0 { return }
      if count == 0 { giveUpIdle() }
    }
  }

  private func giveUpIdle() {
    for index in transfers.indices { transfers[index].idle += 1 }
    transfers.removeAll { $0.idle > Self.patience }
  }

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    switch Int32(event.pointee.response_type & ~Self.sentFlag) {
    case XCB_SELECTION_REQUEST: answer(Self.read(event, as: xcb_selection_request_event_t.self))
    case XCB_SELECTION_CLEAR: offers = []
    case XCB_PROPERTY_NOTIFY:
      let change = Self.read(event, as: xcb_property_notify_event_t.self)
      guard change.state == UInt8(XCB_PROPERTY_DELETE.rawValue) else { return }
      let index = transfers.firstIndex { $0.window == change.window && $0.property == change.atom }
      if let index { sendPart(of: index) }
    default: break  // Windows of others may go at any time; what was asked of them fails without harm.
    }
  }

  private static func read<Event>(
    _ event: UnsafeMutablePointer<xcb_generic_event_t>, as type: Event.Type
  ) -> Event {
    UnsafeRawPointer(event).loadUnaligned(as: Event.self)
  }

  private func answer(_ request: xcb_selection_request_event_t) {
    // Old programs name no property and mean that of the kind's name (ICCCM 2.2).
    let property = request.property == 0 ? request.target : request.property
    let isDone =
      request.target == atom("MULTIPLE")
      ? answerSeveral(request, property) : give(request.target, to: request.requestor, property)
    var reply = xcb_selection_notify_event_t()
    reply.response_type = UInt8(XCB_SELECTION_NOTIFY)
    (reply.time, reply.requestor) = (request.time, request.requestor)
    (reply.selection, reply.target) = (request.selection, request.target)
    reply.property = isDone ? property : 0
    // An event has 32 bytes, of which this one uses fewer.
    var bytes = [CChar](repeating: 0, count: 32)
    bytes.withUnsafeMutableBytes { target in
      withUnsafeBytes(of: reply) { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(32))) }
    }
    xcb_send_event(connection, 0, request.requestor, 0, bytes)
  }

  /// Answers a list of pairs of a kind and a property; those that cannot be given are marked in the list.
  private func answerSeveral(_ request: xcb_selection_request_event_t, _ property: xcb_atom_t) -> Bool {
    let cookie = xcb_get_property(
      connection, 0, request.requestor, property, XCB_GET_PROPERTY_TYPE_ANY.rawValue, 0, 1024)
    guard let reply = xcb_get_property_reply(connection, cookie, nil) else { return false }
    defer { free(reply) }
    guard reply.pointee.format == 32, let value = xcb_get_property_value(reply) else { return false }
    let count = Int(xcb_get_property_value_length(reply)) / MemoryLayout<xcb_atom_t>.size
    var atoms = Array(
      UnsafeBufferPointer(start: value.assumingMemoryBound(to: xcb_atom_t.self), count: count))
    for index in stride(from: 0, to: atoms.count - 1, by: 2)
    where !give(atoms[index], to: request.requestor, atoms[index + 1]) {
      atoms[index + 1] = 0
    }
    set(property, of: request.requestor, to: atoms, kind: atom("ATOM_PAIR"))
    return true
  }

  /// Puts what was asked for where it was asked to be; returns whether there is such a kind.
  private func give(_ kind: xcb_atom_t, to window: xcb_window_t, _ property: xcb_atom_t) -> Bool {
    guard !offers.isEmpty else { return false }
    if kind == atom("TARGETS") {
      let known = ["TARGETS", "TIMESTAMP", "MULTIPLE"].map(atom) + offers.map(\.kind)
      set(property, of: window, to: known, kind: XCB_ATOM_ATOM.rawValue)
      return true
    }
    if kind == atom("TIMESTAMP") {
      set(property, of: window, to: [time], kind: XCB_ATOM_INTEGER.rawValue)
      return true
    }
    guard let offer = offers.first(where: { $0.kind == kind }) else { return false }
    guard offer.bytes.count > Self.part else {
      set(property, of: window, to: offer.bytes[...], kind: kind)
      return true
    }
    // Each part is sent when the one before was deleted (ICCCM 2.7.2).
    var events = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
    xcb_change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, &events)
    transfers.append(Transfer(window: window, property: property, kind: kind, bytes: offer.bytes))
    set(property, of: window, to: [UInt32(offer.bytes.count)], kind: atom("INCR"))
    return true
  }

  private func sendPart(of index: Int) {
    var transfer = transfers[index]
    let end = min(transfer.sent + Self.part, transfer.bytes.count)
    // After the last part comes one of nothing.
    set(transfer.property, of: transfer.window, to: transfer.bytes[transfer.sent..<end], kind: transfer.kind)
    if transfer.sent == transfer.bytes.count {
      transfers.remove(at: index)
      guard !transfers.contains(where: { $0.window == transfer.window }) else { return }
      var events: UInt32 = 0
      xcb_change_window_attributes(connection, transfer.window, XCB_CW_EVENT_MASK.rawValue, &events)
    } else {
      (transfer.sent, transfer.idle) = (end, 0)
      transfers[index] = transfer
    }
  }

  private func set(
    _ property: xcb_atom_t, of window: xcb_window_t, to bytes: ArraySlice<UInt8>, kind: xcb_atom_t
  ) {
    bytes.withUnsafeBytes { bytes in
      _ = xcb_change_property(
        connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, kind, 8, UInt32(bytes.count),
        bytes.baseAddress)
    }
  }

  private func set(_ property: xcb_atom_t, of window: xcb_window_t, to words: [UInt32], kind: xcb_atom_t) {
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, kind, 32, UInt32(words.count),
      words)
  }
}
