import CXCB
public import Controls
import Files
import Glibc
import Localization
import Synchronization
import Workers

/// The clipboard of X11, which the windows of a program share (ICCCM 2.0, chapter 2).
///
/// A program that pastes asks for a format and is answered on a thread of our own; large content goes in parts. The
/// content stays available until another program copies something or this program ends, when the desktop's clipboard
/// manager may take it over. Under Wayland the windows are those of Xwayland; whether a picture copied there reaches
/// other programs is up to the compositor.
public final class SelectionOwner: Sendable {
  private let worker = Worker<SelectionServer>(name: "clipboard") { SelectionServer("CLIPBOARD") }
  private let alarm: Alarm?
  private let state = Mutex(State())

  private struct State {
    /// The content that this program has copied, until another program copies something.
    var offered: [Clipboard.Offer]?
    /// The number of copies so far.
    var number = 0
  }

  /// Creates an owner that offers nothing yet.
  public init() { alarm = Alarm() }

  deinit { alarm?.ring() }

  /// The clipboard of the windows.
  public var clipboard: Clipboard {
    // This program's own content is returned at once: it is available before the display server knows of it.
    Clipboard(
      read: { [self] in
        guard let offered = state.withLock({ $0.offered }) else { return SelectionReader.text() }
        return offered.text
      }, write: { [self] text in offer([.init("text/plain", Array(text.utf8))]) { _ in } },
      offer: { [self] in offer($0, report: $1) },
      fetch: { [self] kinds in
        guard let offered = state.withLock({ $0.offered }) else { return SelectionReader.read(kinds) }
        return offered.first(of: kinds)
      })
  }

  /// Takes ownership of the clipboard and offers one content in several kinds; calls `report` on another thread with
  /// the reason for a failure, or nil.
  private func offer(_ offers: [Clipboard.Offer], report: @escaping @Sendable (_ fault: Message?) -> Void) {
    guard let alarm else { return report(Message("too many files are open")) }
    let number = state.withLock { state in
      state.offered = offers
      state.number += 1
      return state.number
    }
    // The server of the previous offer ends first.
    alarm.ring()
    // The thread must not retain its owner, whose release ends the thread.
    worker.run { [weak self] server in
      alarm.quieten()
      let fault = server.take(offers.map { .init(kind: $0.kind, bytes: $0.bytes) })
      report(fault)
      if fault == nil { server.serve(until: alarm) }
      if fault != nil || !server.hasOffers { self?.forget(number) }
    }
  }

  private func forget(_ number: Int) {
    state.withLock { if $0.number == number { $0.offered = nil } }
  }

  /// Hands this program's copied content over to the desktop's clipboard manager before the program ends; waits a
  /// second at most for one that does not answer.
  public func handOver() {
    guard let alarm, state.withLock({ $0.offered }) != nil else { return }
    let end = ContinuousClock.now + .seconds(1)
    let isDone = StopSignal()
    alarm.ring()
    worker.run { server in
      alarm.quieten()
      server.save(until: end)
      isDone.stop()
    }
    _ = isDone.wait(1)
  }
}

/// A pipe that wakes a thread which also waits for something else.
final class Alarm: Sendable {
  /// The descriptor that is readable after the alarm has rung.
  let descriptor: Int32
  private let input: Int32

  /// Returns nil if no more files can be opened.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (descriptor, input) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(descriptor)
    close(input)
  }

  func ring() {
    var byte: UInt8 = 1
    _ = write(input, &byte, 1)
  }

  func quieten() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
  }
}

/// Reads the X11 clipboard when another program owns it (ICCCM 2.0, chapter 2).
///
/// It asks the owner for the kinds it has, then for the first wanted one; large content arrives in parts. The owner may
/// hang, or send parts without end. All calls block, for a second while the owner sends nothing and for some seconds in
/// total. Without X11 the clipboard is empty.
struct SelectionReader {
  private let display: DisplayConnection
  /// The largest content that is accepted, in bytes.
  private let longest: Int
  /// The time at which waiting ends.
  private let end: ContinuousClock.Instant

  private init(_ display: DisplayConnection, longest: Int, patience: Duration) {
    (self.display, self.longest, end) = (display, longest, .now + patience)
  }

  /// How long to wait for an owner that sends nothing.
  private static let idleTime = Duration.seconds(1)

  /// Returns the text on the clipboard, or nil without text; takes a second at most.
  static func text() -> String? {
    guard let display = try? DisplayConnection() else { return nil }
    let reader = SelectionReader(display, longest: 32 << 20, patience: idleTime)
    if let bytes = reader.bytes(display.atom("UTF8_STRING")) {
      // Some programs end text with a zero.
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // Text by this name is in Latin-1 (ICCCM 2.6.2).
    let bytes = reader.bytes(XCB_ATOM_STRING.rawValue)
    return bytes.map { String(String.UnicodeScalarView($0.prefix { $0 != 0 }.map { Unicode.Scalar($0) })) }
  }

  /// Returns the clipboard's content in the first available of some media types; nil if none is available.
  ///
  /// It takes ten seconds at most; call it outside the frame loop.
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

  /// Returns the clipboard's content of a kind. It is nil also for owners such as xclip, which answer every request
  /// with the kind they have.
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

  /// Reads content in parts: each is written after the previous one was deleted, and the last is empty (ICCCM 2.7.2).
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

  /// Reads a whole property and deletes it.
  private func take(_ property: xcb_atom_t) -> DisplayConnection.Property? {
    let value = display.property(property, of: display.window, atMost: longest, deletes: true)
    return value?.isWhole == true ? value : nil
  }

  /// Waits for an event, which the caller frees. Returns nil if none arrives in time.
  private func wait(
    for kind: Int32, where matches: (UnsafeMutablePointer<xcb_generic_event_t>) -> Bool
  ) -> UnsafeMutablePointer<xcb_generic_event_t>? {
    display.flush()
    let end = min(end, .now + Self.idleTime)
    while !display.isBroken {
      while let event = xcb_poll_for_event(display.connection) {
        if DisplayConnection.kind(of: event) == kind, matches(event) { return event }
        free(event)
        // A flood of other events does not extend the wait.
        if ContinuousClock.now >= end { return nil }
      }
      guard display.waitForEvents(before: end) else { return nil }
    }
    return nil
  }
}
