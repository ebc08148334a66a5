import CXCB
import Controls
import Glibc
import Files

/// Takes what other programs have copied from the clipboard of X11 (ICCCM 2.0, chapter 2).
///
/// The program that owns the clipboard is asked what it has, then for the first kind that is wanted; large things come in
/// parts. It may have stopped, or send parts without end: all of it blocks, for a second where the owner gives nothing and
/// for some seconds at most. Without X11 there is nothing.
struct SelectionReader {
  private let display: DisplayConnection
  /// Nothing longer is taken, in bytes.
  private let longest: Int
  /// When nothing more is waited for.
  private let end: ContinuousClock.Instant

  private init(_ display: DisplayConnection, longest: Int, patience: Duration) {
    (self.display, self.longest, end) = (display, longest, .now + patience)
  }

  /// For how long an owner is waited for that gives nothing.
  private static let idleTime = Duration.seconds(1)

  /// Returns the text on the clipboard, or nil for none; it takes a second at most.
  static func text() -> String? {
    guard let display = try? DisplayConnection() else { return nil }
    let reader = SelectionReader(display, longest: 32 << 20, patience: idleTime)
    if let bytes = reader.bytes(display.atom("UTF8_STRING")) {
      // Some end what they give with a zero.
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // Text by this name is in Latin-1 (ICCCM 2.6.2).
    let bytes = reader.bytes(XCB_ATOM_STRING.rawValue)
    return bytes.map { String(String.UnicodeScalarView($0.prefix { $0 != 0 }.map { Unicode.Scalar($0) })) }
  }

  /// Returns the first of some kinds, as media types, in which the clipboard has something; nil for none.
  ///
  /// It takes ten seconds at most, and belongs beside the frame loop.
  static func read(_ kinds: [String]) -> Clipboard.Offer? {
    guard UserFolders.variable("DISPLAY") != nil, let display = try? DisplayConnection() else { return nil }
    let reader = SelectionReader(display, longest: 64 << 20, patience: .seconds(10))
    let offered = reader.content(of: display.atom("TARGETS"))?.words ?? []
    for kind in kinds where offered.contains(display.atom(kind)) {
      if let bytes = reader.content(of: display.atom(kind))?.bytes, !bytes.isEmpty {
        return Clipboard.Offer(kind, bytes)
      }
    }
    return nil
  }

  /// Returns what the owner of the clipboard has of a kind; nil also for those who send what they have, as xclip does,
  /// whatever they are asked for.
  private func bytes(_ target: xcb_atom_t) -> [UInt8]? {
    content(of: target).flatMap { $0.kind == target ? $0.bytes : nil }
  }

  /// Asks the owner of the clipboard for a kind.
  private func content(of target: xcb_atom_t) -> DisplayConnection.Property? {
    let property = display.atom("REGALIA_PASTED")
    xcb_delete_property(display.connection, display.window, property)
    xcb_convert_selection(
      display.connection, display.window, display.atom("CLIPBOARD"), target, property,
      xcb_timestamp_t(XCB_CURRENT_TIME))
    let answer = wait(for: XCB_SELECTION_NOTIFY) { event in
      DisplayConnection.read(event, as: xcb_selection_notify_event_t.self).target == target
    }
    guard let answer else { return nil }
    defer { free(answer) }
    guard DisplayConnection.read(answer, as: xcb_selection_notify_event_t.self).property != 0,
      let first = take(property)
    else { return nil }
    return first.kind == display.atom("INCR") ? parts(in: property) : first
  }

  /// Takes what comes in parts: each is put there when the one before was taken, the last is empty (ICCCM 2.7.2).
  private func parts(in property: xcb_atom_t) -> DisplayConnection.Property? {
    var whole: DisplayConnection.Property?
    while (whole?.bytes.count ?? 0) <= longest {
      let event = wait(for: XCB_PROPERTY_NOTIFY) { event in
        let change = DisplayConnection.read(event, as: xcb_property_notify_event_t.self)
        return change.atom == property && change.state == UInt8(XCB_PROPERTY_NEW_VALUE.rawValue)
      }
      guard let event else { return nil }
      free(event)
      guard let part = take(property) else { return nil }
      if part.bytes.isEmpty { return whole ?? part }
      if whole == nil { whole = part } else { whole?.bytes += part.bytes }
    }
    return nil
  }

  /// Takes all of a property and deletes it.
  private func take(_ property: xcb_atom_t) -> DisplayConnection.Property? {
    let value = display.property(property, of: display.window, atMost: longest, deletes: true)
    return value?.isWhole == true ? value : nil
  }

  /// Waits for an event; whoever takes it frees it. Returns nil when none comes in time.
  private func wait(
    for kind: Int32, where matches: (UnsafeMutablePointer<xcb_generic_event_t>) -> Bool
  ) -> UnsafeMutablePointer<xcb_generic_event_t>? {
    display.flush()
    let end = min(end, .now + Self.idleTime)
    while !display.isBroken {
      while let event = xcb_poll_for_event(display.connection) {
        if DisplayConnection.kind(of: event) == kind, matches(event) { return event }
        free(event)
        // Whoever sends events without end is not listened to without end.
        if ContinuousClock.now >= end { return nil }
      }
      guard display.waitForEvents(before: end) else { return nil }
    }
    return nil
  }
}
