import CWayland
import Geometry
import Glibc
public import Input
public import Localization
import Workers

/// Exchanges content with other programs under Wayland by clipboard and drag and drop (wl_data_device).
///
/// GLFW supports only text and files, and reports nothing before the drop. Its own data device cannot be relied on: if
/// a program has several, some compositors serve only the newest. Others serve all, and there GLFW spoils drags of
/// anything but files. It releases such an offer at once, which in its protocol version reports that the content was
/// fetched, and wlroots ends the drag for all devices. As of 3.4, GLFW neither releases its device nor ignores an
/// offer.
///
/// An exchange belongs to the first thread.
final class WaylandExchange {
  /// An event of a drag over a window; places are in Wayland's units.
  enum DragEvent {
    case moved(DraggedContent, Point)
    case left
    case dropped(DraggedContent, Point)
  }

  private struct Drag {
    let number: Int
    let offer: WaylandOffer
    let surface: OpaquePointer
    let serial: UInt32
    /// The kind in which the content is fetched; nil if it offers no supported kind.
    let kind: String?
    var place: Point
    var content: DraggedContent?
    /// Whether the window accepts the content, as last reported.
    var isWelcome = true
    var isDropped = false
  }

  private let manager: OpaquePointer
  private let device: OpaquePointer
  private let display: OpaquePointer
  /// Announced offers, until the compositor says what they are for.
  private var announced: [OpaquePointer: WaylandOffer] = [:]
  /// The clipboard's offer, of this or another program.
  private var selection: WaylandOffer?
  /// This program's clipboard content, until another program copies something.
  private weak var own: WaylandSource?
  private var drag: Drag?
  private var count = 0
  private var windows: [OpaquePointer: (DragEvent) -> Void] = [:]
  private let reader = Worker(name: "dragged")
  /// The content read from drags, by their numbers.
  private let contents: Mailbox<(number: Int, content: DraggedContent?)>

  /// The kinds of dragged content that are understood.
  var kinds = DraggedKinds([]) { _, _ in nil }

  /// How many seconds a window or a drag waits for a program that does not deliver its content.
  private static let patience = 1.0
  /// The same for large content, on another thread.
  private static let longPatience = 10.0

  /// Creates a device for a seat; `wake` is called on any thread, and `takeContents` must follow.
  init?(
    _ manager: OpaquePointer, of seat: OpaquePointer, display: OpaquePointer,
    wake: @escaping @Sendable () -> Void
  ) {
    guard let device = wl_data_device_manager_get_data_device(manager, seat) else { return nil }
    (self.manager, self.device, self.display) = (manager, device, display)
    contents = Mailbox(wake: wake)
    wl_data_device_add_listener(device, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { wl_data_device_release(device) }

  // MARK: Clipboard

  /// Takes the clipboard and offers one content in several kinds; returns the reason for a failure, or nil.
  ///
  /// The offer is available until another program copies something or this program ends.
  func offer(_ kinds: [ClipboardOffer.Kind], serial: UInt32?) -> Message? {
    guard let serial else { return Message("the window has not had the keyboard focus yet") }
    guard let handle = wl_data_device_manager_create_data_source(manager) else {
      return Message("there is not enough memory")
    }
    let source = WaylandSource(kinds)
    source.serve(handle)
    wl_data_device_set_selection(device, handle, serial)
    own = source
    wl_display_flush(display)
    return nil
  }

  /// The text on the clipboard, or nil; waits up to a second for an owner that does not answer.
  var text: String? {
    let bytes: [UInt8]?
    switch copied(as: WaylandSource.names(of: "text/plain")) {
    case .nothing: return nil
    case .bytes(_, let own): bytes = own
    case .file(_, let file): bytes = WaylandOffer.read(file, patience: Self.patience)
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the copied content in the first available of some kinds.
  func copied(as kinds: [String]) -> ClipboardRequest.Answer {
    if let own {
      for kind in kinds {
        if let bytes = own.bytes(of: kind) { return .bytes(kind, bytes) }
      }
      return .nothing
    }
    guard let selection, let kind = kinds.first(where: selection.kinds.contains),
      let file = selection.receive(kind)
    else { return .nothing }
    wl_display_flush(display)
    return .file(kind, file)
  }

  /// Returns the copied content, from another thread than the windows', which answers `requests`.
  static func fetch(_ kinds: [String], from requests: Mailbox<ClipboardRequest>) -> (
    kind: String, bytes: [UInt8]
  )? {
    let answer = Mailbox<ClipboardRequest.Answer>()
    let hasAnswer = StopSignal()
    requests.send(
      ClipboardRequest(kinds: kinds) {
        answer.send($0)
        hasAnswer.stop()
      })
    _ = hasAnswer.wait(patience)
    switch answer.takeAll().first {
    case .bytes(let kind, let bytes): return (kind, bytes)
    case .file(let kind, let file):
      return WaylandOffer.read(file, patience: longPatience).flatMap { $0.isEmpty ? nil : (kind, $0) }
    case .nothing, nil: return nil
    }
  }

  // MARK: Dragging

  /// Begins to report drags over a surface, or stops with nil.
  func follow(_ surface: OpaquePointer, _ tell: ((DragEvent) -> Void)?) { windows[surface] = tell }

  /// Sets whether the window accepts the content dragged over it.
  func answer(_ isWelcome: Bool) {
    guard let asked = drag, !asked.isDropped, asked.isWelcome != isWelcome else { return }
    drag?.isWelcome = isWelcome
    tellSource()
  }

  /// Takes in the content that was read from drags.
  func takeContents() {
    for (number, content) in contents.takeAll() where drag?.number == number {
      drag?.content = content
      if content == nil { drag?.isWelcome = false }
      tellSource()
      tellPlace()
      if drag?.isDropped == true { finish() }
    }
  }

  private func enter(_ surface: OpaquePointer, at place: Point, _ offer: WaylandOffer, serial: UInt32) {
    leave()
    count += 1
    let kind = kinds.names.first(where: offer.kinds.contains)
    drag = Drag(number: count, offer: offer, surface: surface, serial: serial, kind: kind, place: place)
    tellSource()
    guard let kind, let file = offer.receive(kind) else { return }
    reader.run { [contents, kinds, count] in
      let bytes = WaylandOffer.read(file, patience: Self.patience)
      contents.send((count, bytes.flatMap { kinds.content(kind, $0) }))
    }
  }

  private func move(to place: Point) {
    drag?.place = place
    tellPlace()
  }

  private func leave() {
    guard let left = drag, !left.isDropped else { return }
    drag = nil
    windows[left.surface]?(.left)
  }

  private func drop() {
    drag?.isDropped = true
    // Late content is awaited; the wait has its own limit.
    if drag?.content != nil || drag?.kind == nil { finish() }
  }

  private func finish() {
    guard let dropped = drag else { return }
    drag = nil
    if let content = dropped.content, dropped.isWelcome {
      windows[dropped.surface]?(.dropped(content, dropped.place))
    } else {
      windows[dropped.surface]?(.left)
    }
  }

  private func tellPlace() {
    guard let moved = drag, !moved.isDropped, let content = moved.content else { return }
    windows[moved.surface]?(.moved(content, moved.place))
  }

  /// Tells the source whether its content is accepted.
  private func tellSource() {
    guard let asked = drag, !asked.isDropped else { return }
    asked.offer.accept(asked.isWelcome ? asked.kind : nil, asked.serial)
    wl_display_flush(display)
  }

  // MARK: Listening

  private static func of(_ data: UnsafeMutableRawPointer?) -> WaylandExchange? {
    data.map { Unmanaged<WaylandExchange>.fromOpaque($0).takeUnretainedValue() }
  }

  nonisolated(unsafe) private static let listener = {
    var listener = wl_data_device_listener()
    listener.data_offer = { data, _, offer in
      if let offer { WaylandExchange.of(data)?.announced[offer] = WaylandOffer(offer) }
    }
    listener.enter = { data, _, serial, surface, x, y, offer in
      guard let exchange = WaylandExchange.of(data), let surface, let offer,
        let announced = exchange.announced.removeValue(forKey: offer)
      else { return }
      exchange.enter(
        surface, at: Point(wl_fixed_to_double(x), wl_fixed_to_double(y)), announced, serial: serial)
    }
    listener.leave = { data, _ in WaylandExchange.of(data)?.leave() }
    listener.motion = { data, _, _, x, y in
      WaylandExchange.of(data)?.move(to: Point(wl_fixed_to_double(x), wl_fixed_to_double(y)))
    }
    listener.drop = { data, _ in WaylandExchange.of(data)?.drop() }
    listener.selection = { data, _, offer in
      guard let exchange = WaylandExchange.of(data) else { return }
      exchange.selection = offer.flatMap { exchange.announced.removeValue(forKey: $0) }
    }
    return WaylandSeat.kept(listener)
  }()
}

/// Clipboard or drag content offered by another program under Wayland, in its available kinds.
///
/// It belongs to the first thread and to GLFW's connection.
final class WaylandOffer {
  private let handle: OpaquePointer
  private(set) var kinds: [String] = []

  /// Takes over an offer that was just announced; its kinds follow.
  init(_ handle: OpaquePointer) {
    self.handle = handle
    wl_data_offer_add_listener(handle, Self.listener, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { wl_data_offer_destroy(handle) }

  /// Requests the content in a kind; returns the file descriptor to read from, which the reader closes, or nil.
  func receive(_ kind: String) -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wl_data_offer_receive(handle, kind, ends[1])
    close(ends[1])
    return ends[0]
  }

  /// Tells the source of a drag the accepted kind, or nil for none.
  func accept(_ kind: String?, _ serial: UInt32) { wl_data_offer_accept(handle, serial, kind) }

  nonisolated(unsafe) private static let listener = {
    var listener = wl_data_offer_listener()
    listener.offer = { data, _, kind in
      guard let data, let kind else { return }
      Unmanaged<WaylandOffer>.fromOpaque(data).takeUnretainedValue().kinds.append(String(cString: kind))
    }
    listener.source_actions = { _, _, _ in }
    listener.action = { _, _, _ in }
    return WaylandSeat.kept(listener)
  }()

  /// The largest content that is accepted, in bytes.
  private static let longest = 64 << 20

  /// Reads a descriptor to its end and closes it; nil if that takes more than `patience` seconds or exceeds the limit.
  static func read(_ file: Int32, patience: Double) -> [UInt8]? {
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let end = ContinuousClock.now + .seconds(patience)
    while bytes.count <= longest {
      let rest = (end - .now) / .milliseconds(1)
      guard rest > 0 else { return nil }
      var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      let isReady = poll(&wait, 1, Int32(rest.rounded(.up)))
      if isReady < 0, errno == EINTR { continue }
      guard isReady > 0 else { return nil }
      let count = Glibc.read(file, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      bytes += buffer[..<count]
    }
    return nil
  }
}

/// This program's clipboard content under Wayland: it lives until another program copies something, and sends itself to
/// those that paste.
final class WaylandSource {
  private let kinds: [ClipboardOffer.Kind]
  private let writer = Worker(name: "clipboard")

  init(_ kinds: [ClipboardOffer.Kind]) {
    self.kinds = kinds.flatMap { kind in
      Self.names(of: kind.name).map { ClipboardOffer.Kind($0, kind.bytes) }
    }
  }

  /// Returns the names under which programs request a kind: text has several, including X11's for Xwayland.
  static func names(of kind: String) -> [String] {
    kind == "text/plain" ? ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING"] : [kind]
  }

  /// Offers this content through a source of the compositor, and keeps it until the source is cancelled.
  func serve(_ source: OpaquePointer) {
    for kind in kinds { wl_data_source_offer(source, kind.name) }
    wl_data_source_add_listener(source, Self.listener, Unmanaged.passRetained(self).toOpaque())
  }

  nonisolated(unsafe) private static let listener = {
    var listener = wl_data_source_listener()
    listener.target = { _, _, _ in }
    listener.send = { data, _, kind, file in
      guard let data, let kind else { return }
      let source = Unmanaged<WaylandSource>.fromOpaque(data).takeUnretainedValue()
      source.write(String(cString: kind), to: file)
    }
    listener.cancelled = { data, source in
      if let source { wl_data_source_destroy(source) }
      if let data { Unmanaged<WaylandSource>.fromOpaque(data).release() }
    }
    return WaylandSeat.kept(listener)
  }()

  /// Returns the content in a kind, or nil.
  func bytes(of name: String) -> [UInt8]? { kinds.first { $0.name == name }?.bytes }

  private func write(_ name: String, to file: Int32) {
    let bytes = bytes(of: name) ?? []
    writer.run {
      Self.write(bytes, to: file)
      close(file)
    }
  }

  /// How long a receiver may read nothing before it is dropped, in milliseconds.
  private static let patience: Int32 = 10000

  private static func write(_ bytes: [UInt8], to file: Int32) {
    // The receiver may end during the transfer.
    signal(SIGPIPE, SIG_IGN)
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        if poll(&wait, 1, patience) <= 0 { return }
      } else if errno != EINTR {
        return
      }
    }
  }
}

/// A request under Wayland for another program's clipboard content, which only the windows' thread knows.
public struct ClipboardRequest: Sendable {
  /// The copied content, or its source.
  enum Answer {
    case nothing
    case bytes(String, [UInt8])
    /// A descriptor to read from and then close.
    case file(String, Int32)
  }

  let kinds: [String]
  let answer: @Sendable (Answer) -> Void
}

/// The supported kinds of dragged content, and the interpretation of their bytes.
public struct DraggedKinds: Sendable {
  /// The media types, the best first.
  public let names: [String]
  /// Returns the content of bytes of a kind, or nil; on any thread.
  public let content: @Sendable (_ kind: String, _ bytes: [UInt8]) -> DraggedContent?

  /// Creates kinds from their media types, the best first, and a function that interprets their bytes.
  public init(
    _ names: [String], content: @escaping @Sendable (_ kind: String, _ bytes: [UInt8]) -> DraggedContent?
  ) {
    (self.names, self.content) = (names, content)
  }
}

/// One content in several kinds for the clipboard, available until another program copies something or the program
/// ends.
///
/// It is for Wayland, where only the program with the keyboard focus may copy; X11 has no such rule.
public struct ClipboardOffer: Sendable {
  /// One of the kinds.
  public struct Kind: Sendable {
    /// The MIME type; plain text is `text/plain`, in UTF-8.
    public let name: String
    /// The content in this type.
    public let bytes: [UInt8]

    /// Creates a kind of the content.
    public init(_ name: String, _ bytes: [UInt8]) {
      (self.name, self.bytes) = (name, bytes)
    }
  }

  /// The kinds, of which a pasting program picks one.
  public let kinds: [Kind]
  /// Receives the reason for a failure, or nil.
  public let report: @Sendable (_ fault: Message?) -> Void

  /// Creates an offer; `report` may be called on any thread.
  public init(_ kinds: [Kind], report: @escaping @Sendable (_ fault: Message?) -> Void) {
    (self.kinds, self.report) = (kinds, report)
  }
}
