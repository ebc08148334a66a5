import CXCB
import Colors
import Files
import Glibc
public import Input
import Synchronization
import Workers

/// Receives what X11 reports about this program's windows and GLFW does not: files, text and colours that other
/// programs drag over them, and pinches on touchpads.
///
/// Messages to other programs are sent from its own thread, so that a busy window does not block them.
public final class WindowListener: Sendable {
  /// An event over a window; places are in pixels of the screen.
  public enum Event: Hashable, Sendable {
    /// Content is dragged over a window.
    case moved(DraggedContent, x: Int, y: Int)
    /// The drag left a window or was cancelled.
    case left
    /// Content was dropped.
    case dropped(DraggedContent, x: Int, y: Int)
    /// Fingers on a touchpad moved apart by a factor, or together if it is below 1.
    case pinched(factor: Double, x: Int, y: Int)
  }

  private enum Command {
    case listen(UInt32)
    case answer(Bool, UInt32)
  }

  private struct State {
    var isRunning = false
    var hasEnded = false
    var commands: [Command] = []
    var listeners: [UInt32: Mailbox<Event>] = [:]
  }

  private let state = Mutex(State())
  private let alarm = Alarm()
  private let worker = Worker(name: "drops")

  /// Creates a listener that does nothing until a window wants drags.
  public init() {}

  deinit {
    state.withLock { $0.hasEnded = true }
    alarm?.ring()
  }

  /// Begins to listen for a window, given by its X11 id.
  public func listen(for window: UInt32, _ mailbox: Mailbox<Event>) {
    guard let alarm else { return }
    let mustRun = state.withLock { state in
      defer { state.isRunning = true }
      state.listeners[window] = mailbox
      state.commands.append(.listen(window))
      return !state.isRunning
    }
    alarm.ring()
    guard mustRun else { return }
    worker.run { [weak self] in
      guard let display = try? DisplayConnection() else { return }
      let tell = { [weak self] (window: xcb_window_t, event: Event) in
        _ = self?.state.withLock { $0.listeners[window] }?.send(event)
      }
      // The thread must not retain its owner, whose release ends the thread.
      Self.run(
        DropListener(on: display, tell: tell), PinchListener(on: display, tell: tell), on: display,
        until: alarm
      ) { [weak self] in self?.takeCommands() }
    }
  }

  /// Stops listening for a window that closed.
  public func forget(_ window: UInt32) {
    state.withLock { _ = $0.listeners.removeValue(forKey: window) }
  }

  /// Sets whether a window accepts the content dragged over it.
  public func answer(_ isWelcome: Bool, for window: UInt32) {
    state.withLock { $0.commands.append(.answer(isWelcome, window)) }
    alarm?.ring()
  }

  private func takeCommands() -> [Command]? {
    state.withLock { state in
      defer { state.commands = [] }
      return state.hasEnded ? nil : state.commands
    }
  }

  private static func run(
    _ drops: DropListener, _ pinches: PinchListener?, on display: DisplayConnection, until alarm: Alarm,
    _ commands: () -> [Command]?
  ) {
    while !display.isBroken {
      alarm.quieten()
      guard let wanted = commands() else { return }
      for command in wanted {
        switch command {
        case .listen(let window):
          drops.listen(for: window)
          pinches?.listen(for: window)
        case .answer(let isWelcome, let window): drops.answer(isWelcome, for: window)
        }
      }
      display.forEachEvent { event in
        drops.handle(event)
        pinches?.handle(event)
      }
      drops.passTime()
      display.flush()
      _ = display.waitForEvents(until: alarm, atMost: drops.timeout)
    }
  }
}

/// Receives drags from other programs by version 5 of the XDND protocol. It belongs to one thread and has its own
/// connection to the display.
///
/// GLFW accepts only files and reports nothing before the drop. A window of our own stands in for its windows, which
/// name it in their property `XdndProxy`. Programs that ignore that property still reach GLFW.
final class DropListener {
  private let display: DisplayConnection
  private let tell: (_ window: xcb_window_t, WindowListener.Event) -> Void
  private var drag: Drag?

  private struct Drag {
    let window: xcb_window_t
    let source: xcb_window_t
    /// The kind in which the content is fetched; nil if it offers no supported kind.
    let kind: DraggedKind?
    var place = (x: 0, y: 0)
    var fetching: Fetching?
    var content: DraggedContent?
    /// Whether our window accepts the content, as last reported.
    var isWelcome = true
    /// The last answer sent to the source.
    var toldWelcome: Bool?
    var isDropped = false
  }

  /// The deadlines for a source to deliver its content.
  private struct Fetching {
    /// The parts of a large answer so far, or nil.
    var parts: [UInt8]?
    let end = ContinuousClock.now + DropListener.longestFetch
    private var next = ContinuousClock.now + DropListener.patience

    /// The time at which waiting ends.
    var deadline: ContinuousClock.Instant { min(next, end) }

    /// Appends a part of large content.
    mutating func append(_ part: [UInt8]) {
      parts = parts ?? []
      parts?.append(contentsOf: part)
      next = .now + DropListener.patience
    }
  }

  private static let version: UInt32 = 5
  /// How long to wait for the next part, and for the whole content.
  private static let (patience, longestFetch) = (Duration.seconds(1), Duration.seconds(10))
  /// The most bytes that are accepted.
  private static let limit = 16 << 20

  /// `tell` is called on the listener's thread.
  init(
    on display: DisplayConnection, tell: @escaping (_ window: xcb_window_t, WindowListener.Event) -> Void
  ) {
    (self.display, self.tell) = (display, tell)
    let window = display.window
    display.set(display.atom("XdndAware"), of: window, to: [Self.version], kind: XCB_ATOM_ATOM.rawValue)
    display.set(display.atom("XdndProxy"), of: window, to: [window], kind: XCB_ATOM_WINDOW.rawValue)
  }

  /// Begins to listen for a window.
  func listen(for window: xcb_window_t) {
    display.set(
      display.atom("XdndProxy"), of: window, to: [display.window], kind: XCB_ATOM_WINDOW.rawValue)
  }

  /// Records whether a window accepts the content dragged over it.
  func answer(_ isWelcome: Bool, for window: xcb_window_t) {
    guard var asked = drag, asked.window == window, !asked.isDropped else { return }
    asked.isWelcome = isWelcome
    drag = asked
    if asked.toldWelcome != isWelcome { sendStatus() }
  }

  // MARK: Events

  func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    switch DisplayConnection.kind(of: event) {
    case XCB_CLIENT_MESSAGE: take(DisplayConnection.read(event, as: xcb_client_message_event_t.self))
    case XCB_SELECTION_NOTIFY:
      let notice = DisplayConnection.read(event, as: xcb_selection_notify_event_t.self)
      takeContent(notice.property)
    case XCB_PROPERTY_NOTIFY:
      let change = DisplayConnection.read(event, as: xcb_property_notify_event_t.self)
      if change.atom == property, change.state == UInt8(XCB_PROPERTY_NEW_VALUE.rawValue) { takePart() }
    case XCB_DESTROY_NOTIFY:
      lose(DisplayConnection.read(event, as: xcb_destroy_notify_event_t.self).window)
    // An error: the window of an earlier request is gone.
    case 0: lose(DisplayConnection.read(event, as: xcb_value_error_t.self).bad_value)
    default: break
    }
  }

  /// Handles the end of a window, which may be the source's.
  private func lose(_ window: xcb_window_t) {
    // After the drop a source may close its window and still deliver the content.
    guard let lost = drag, lost.source == window, !lost.isDropped else { return }
    drag = nil
    tell(lost.window, .left)
  }

  /// Begins or stops watching for the end of the source.
  private func watch(_ source: xcb_window_t, _ isWatched: Bool) {
    display.listen(to: source, isWatched ? XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue : 0)
  }

  // MARK: Timeouts

  /// The milliseconds until `passTime` is due; -1 while nothing is pending.
  var timeout: Int32 {
    guard let deadline = drag?.fetching?.deadline else { return -1 }
    return Int32(max((deadline - .now) / .milliseconds(1), 0).rounded(.up))
  }

  /// Cancels the wait for a source that does not deliver.
  func passTime() {
    if let deadline = drag?.fetching?.deadline, deadline <= .now { take(nil) }
  }

  private func take(_ message: xcb_client_message_event_t) {
    let data = message.data.data32
    let words = [data.0, data.1, data.2, data.3, data.4]
    if message.type == display.atom("XdndEnter") {
      return enter(message.window, words)
    }
    guard let dragged = drag, dragged.source == words[0], dragged.window == message.window else { return }
    switch message.type {
    case display.atom("XdndPosition"):
      drag?.place = (Int(words[2] >> 16), Int(words[2] & 0xffff))
      if let kind = dragged.kind, dragged.content == nil, dragged.fetching == nil {
        fetch(kind, at: words[3])
      }
      if let content = dragged.content { tellPlace(of: content) }
      sendStatus()
    case display.atom("XdndLeave"):
      watch(dragged.source, false)
      drag = nil
      tell(dragged.window, .left)
    case display.atom("XdndDrop"):
      drag?.isDropped = true
      if let kind = dragged.kind, dragged.content == nil, dragged.fetching == nil {
        fetch(kind, at: words[2])
      }
      if dragged.content != nil || dragged.kind == nil { finish() }
    default: break
    }
  }

  private func enter(_ window: xcb_window_t, _ words: [UInt32]) {
    if let old = drag {
      watch(old.source, false)
      tell(old.window, .left)
    }
    watch(words[0], true)
    let hasMore = words[1] & 1 != 0
    let offered =
      hasMore
      ? display.property(display.atom("XdndTypeList"), of: words[0])?.words ?? [] : Array(words[2...4])
    let kind = DraggedKind.allCases.first { offered.contains(display.atom($0.rawValue)) }
    drag = Drag(window: window, source: words[0], kind: kind)
  }

  /// Tells the source whether the window accepts the content anywhere in it.
  private func sendStatus() {
    guard let asked = drag else { return }
    let isTaken = asked.kind != nil && asked.isWelcome
    drag?.toldWelcome = asked.isWelcome
    // The second bit asks for every position.
    display.tell(
      "XdndStatus", about: asked.source, to: asked.source,
      [asked.window, isTaken ? 3 : 2, 0, 0, isTaken ? display.atom("XdndActionCopy") : 0])
  }

  private func finish() {
    guard let dropped = drag else { return }
    drag = nil
    watch(dropped.source, false)
    let isTaken = dropped.content != nil && dropped.isWelcome
    // A drop after a refusal is reported too, so that the person learns the reason.
    if let content = dropped.content {
      tell(dropped.window, .dropped(content, x: dropped.place.x, y: dropped.place.y))
    } else {
      tell(dropped.window, .left)
    }
    display.tell(
      "XdndFinished", about: dropped.source, to: dropped.source,
      [dropped.window, isTaken ? 1 : 0, isTaken ? display.atom("XdndActionCopy") : 0])
  }

  private func tellPlace(of content: DraggedContent) {
    guard let place = drag?.place, let window = drag?.window else { return }
    tell(window, .moved(content, x: place.x, y: place.y))
  }

  // MARK: Content

  private var property: xcb_atom_t { display.atom("REGALIA_DROP") }

  private func fetch(_ kind: DraggedKind, at time: xcb_timestamp_t) {
    drag?.fetching = Fetching()
    xcb_delete_property(display.connection, display.window, property)
    xcb_convert_selection(
      display.connection, display.window, display.atom("XdndSelection"), display.atom(kind.rawValue),
      property, time)
  }

  private func takeContent(_ property: xcb_atom_t) {
    guard drag?.fetching != nil else { return }
    guard property != 0,
      let value = display.property(property, of: display.window, atMost: Self.limit, deletes: true)
    else { return take(nil) }
    // Large content arrives in parts (ICCCM 2.7.2).
    if value.kind == display.atom("INCR") { drag?.fetching?.append([]) } else { take(value.bytes) }
  }

  private func takePart() {
    guard let count = drag?.fetching?.parts?.count,
      let value = display.property(property, of: display.window, atMost: Self.limit, deletes: true)
    else { return }
    if value.bytes.isEmpty || count > Self.limit {
      take(drag?.fetching?.parts)
    } else {
      drag?.fetching?.append(value.bytes)
    }
  }

  private func take(_ bytes: [UInt8]?) {
    guard let fetched = drag, let kind = fetched.kind else { return }
    drag?.fetching = nil
    drag?.content = bytes.flatMap { kind.content(of: $0) }
    if let content = drag?.content { tellPlace(of: content) } else { drag?.isWelcome = false }
    if fetched.isDropped { finish() } else if drag?.content == nil { sendStatus() }
  }
}

/// A format in which other programs offer dragged content, the best first.
public enum DraggedKind: String, CaseIterable, Sendable {
  /// Files, as a list of URIs.
  case files = "text/uri-list"
  /// A colour, as four numbers of 16 bits.
  case color = "application/x-color"
  /// Text in UTF-8.
  case text = "text/plain;charset=utf-8"
  /// Text, by the name that X11 programs use.
  case utf8 = "UTF8_STRING"
  /// Text without a stated encoding.
  case plain = "text/plain"

  /// Returns the content of bytes of this kind; nil for invalid bytes.
  public func content(of bytes: [UInt8]) -> DraggedContent? {
    switch self {
    case .files:
      let paths = FileURI.paths(inList: String(decoding: bytes, as: UTF8.self))
      return paths.isEmpty ? nil : .files(paths)
    case .color: return DraggedColor.text(bytes).map { .text($0) }
    case .text, .utf8, .plain:
      // Some programs end text with a zero.
      return .text(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }
  }
}

/// A dragged colour: four 16-bit numbers, red, green, blue and alpha.
enum DraggedColor {
  /// Returns it in CSS notation, or nil for invalid bytes.
  static func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 6 else { return nil }
    let parts = bytes.withUnsafeBytes { bytes in
      (0..<min(bytes.count / 2, 4)).map { bytes.loadUnaligned(fromByteOffset: $0 * 2, as: UInt16.self) }
    }
    let color = RGBA(
      red: Double(parts[0]) / 65535, green: Double(parts[1]) / 65535, blue: Double(parts[2]) / 65535,
      alpha: parts.count > 3 ? Double(parts[3]) / 65535 : 1)
    return Color(color).text(as: .hex)
  }
}
