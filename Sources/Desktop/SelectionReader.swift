import CXCB
public import Controls
import Glibc

/// Takes what other programs have copied from the clipboard of X11 (ICCCM 2.0, chapter 2).
///
/// The program that owns the clipboard is asked what it has, then for the first kind that is wanted; large things come in
/// parts. All of it blocks, for some seconds at most, and belongs beside the frame loop. Without X11 there is nothing.
public struct SelectionReader: ~Copyable {
  private let connection: OpaquePointer
  private let window: xcb_window_t

  /// Nothing longer is taken, in bytes.
  private static let longest = 64 << 20
  /// How long an answer is waited for, in seconds.
  private static let patience = 3.0
  /// What events that others send have set in their number.
  private static let sentFlag: UInt8 = 0x80

  /// Returns the first of some kinds, as media types, in which the clipboard has something; nil for none.
  public static func read(_ kinds: [String]) -> Clipboard.Offer? {
    guard UserFolders.variable("DISPLAY") != nil, let reader = SelectionReader() else { return nil }
    let offered = reader.atoms(of: reader.atom("TARGETS"))
    for kind in kinds where offered.contains(reader.atom(kind)) {
      if let bytes = reader.bytes(of: reader.atom(kind)), !bytes.isEmpty {
        return Clipboard.Offer(kind, bytes)
      }
    }
    return nil
  }

  private init?() {
    guard let connection = xcb_connect(nil, nil) else { return nil }
    let screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data
    guard xcb_connection_has_error(connection) == 0, let root = screen?.pointee.root else {
      xcb_disconnect(connection)
      return nil
    }
    self.connection = connection
    window = xcb_generate_id(connection)
    var events = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
    xcb_create_window(
      connection, 0, window, root, 0, 0, 1, 1, 0, UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0,
      XCB_CW_EVENT_MASK.rawValue, &events)
  }

  deinit { xcb_disconnect(connection) }

  private func atom(_ name: String) -> xcb_atom_t {
    let cookie = xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
    let reply = xcb_intern_atom_reply(connection, cookie, nil)
    defer { free(reply) }
    return reply?.pointee.atom ?? 0
  }

  // MARK: Asking

  private func atoms(of target: xcb_atom_t) -> [xcb_atom_t] {
    let bytes = bytes(of: target) ?? []
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: xcb_atom_t.self) }
    }
  }

  /// Asks the owner of the clipboard for a kind.
  private func bytes(of target: xcb_atom_t) -> [UInt8]? {
    let property = atom("REGALIA_PASTED")
    xcb_delete_property(connection, window, property)
    xcb_convert_selection(
      connection, window, atom("CLIPBOARD"), target, property, xcb_timestamp_t(XCB_CURRENT_TIME))
    xcb_flush(connection)
    let answer = wait(for: XCB_SELECTION_NOTIFY) { event in
      Self.read(event, as: xcb_selection_notify_event_t.self).target == target
    }
    guard let answer else { return nil }
    defer { free(answer) }
    guard Self.read(answer, as: xcb_selection_notify_event_t.self).property != 0,
      let first = take(property)
    else { return nil }
    return first.type == atom("INCR") ? parts(in: property) : first.bytes
  }

  /// Takes what comes in parts: each is put there when the one before was taken, the last is empty (ICCCM 2.7.2).
  private func parts(in property: xcb_atom_t) -> [UInt8]? {
    var result: [UInt8] = []
    while result.count <= Self.longest {
      let event = wait(for: XCB_PROPERTY_NOTIFY) { event in
        let change = Self.read(event, as: xcb_property_notify_event_t.self)
        return change.atom == property && change.state == UInt8(XCB_PROPERTY_NEW_VALUE.rawValue)
      }
      guard let event else { return nil }
      free(event)
      guard let part = take(property) else { return nil }
      if part.bytes.isEmpty { return result }
      result += part.bytes
    }
    return nil
  }

  /// Takes all of a property and deletes it.
  private func take(_ property: xcb_atom_t) -> (type: xcb_atom_t, bytes: [UInt8])? {
    let words = UInt32(Self.longest / 4)
    let cookie = xcb_get_property(
      connection, 1, window, property, XCB_GET_PROPERTY_TYPE_ANY.rawValue, 0, words)
    guard let reply = xcb_get_property_reply(connection, cookie, nil) else { return nil }
    defer { free(reply) }
    guard reply.pointee.type != 0, reply.pointee.bytes_after == 0 else { return nil }
    let count = Int(xcb_get_property_value_length(reply))
    let value = UnsafeRawBufferPointer(start: xcb_get_property_value(reply), count: count)
    return (reply.pointee.type, Array(value))
  }

  /// Waits for an event; whoever takes it frees it. Returns nil when none comes in time.
  private func wait(
    for kind: Int32, where matches: (UnsafeMutablePointer<xcb_generic_event_t>) -> Bool
  ) -> UnsafeMutablePointer<xcb_generic_event_t>? {
    xcb_flush(connection)
    var waited = 0.0
    while xcb_connection_has_error(connection) == 0 {
      while let event = xcb_poll_for_event(connection) {
        if Int32(event.pointee.response_type & ~Self.sentFlag) == kind, matches(event) { return event }
        free(event)
      }
      guard waited < Self.patience else { return nil }
      var file = pollfd(fd: xcb_get_file_descriptor(connection), events: Int16(POLLIN), revents: 0)
      if poll(&file, 1, 100) == 0 { waited += 0.1 }
    }
    return nil
  }

  private static func read<Event>(
    _ event: UnsafeMutablePointer<xcb_generic_event_t>, as type: Event.Type
  ) -> Event {
    UnsafeRawPointer(event).loadUnaligned(as: Event.self)
  }
}
