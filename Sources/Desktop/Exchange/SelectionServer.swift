import CXCB
import Controls
import Glibc
import Localization

/// Holds a selection, such as the clipboard, and answers requests for it. It belongs to one thread and has its own
/// connection to the display.
final class SelectionServer {
  /// The connection, opened with the first offer.
  private(set) var display: DisplayConnection?
  private let selection: String
  private var offers: [Offer] = []
  private var transfers: [Transfer] = []
  /// The display's time at which the selection was taken.
  private(set) var time: xcb_timestamp_t = 0

  /// Content offered in one kind.
  struct Content: Sendable {
    /// The media type; plain text is `text/plain`, in UTF-8.
    let kind: String
    /// The content, or nil while it is being produced.
    let bytes: [UInt8]?
  }

  private struct Offer {
    let kind: xcb_atom_t
    /// The size of a unit in bits.
    let format: UInt8
    var bytes: [UInt8]?
    /// The requests that arrived while it was being produced.
    var waiting: [xcb_selection_request_event_t] = []
  }

  /// Large content on its way to another program; each part follows when the previous one was taken.
  private struct Transfer {
    let window: xcb_window_t
    let property: xcb_atom_t
    let kind: xcb_atom_t
    let bytes: [UInt8]
    var sent = 0
    /// The time at which it is cancelled unless the next part is asked for.
    var end = ContinuousClock.now + SelectionServer.patience
  }

  /// Larger content is sent in parts of this size, in bytes; every display accepts a request of that size.
  private static let part = 128 << 10
  /// The time after which a requestor that takes nothing is dropped.
  private static let patience = Duration.seconds(10)

  /// Creates a server for a selection, by a name such as `CLIPBOARD`.
  init(_ selection: String) { self.selection = selection }

  // MARK: Owning

  /// Takes the selection; returns the reason for a failure, or nil.
  func take(_ wanted: [Content]) -> Message? {
    let display: DisplayConnection
    do {
      display = try connect()
    } catch { return error.message }
    offers = wanted.flatMap(Self.named).map {
      // A colour consists of 16-bit numbers, and some programs refuse another format.
      Offer(kind: display.atom($0.kind), format: $0.kind == "application/x-color" ? 16 : 8, bytes: $0.bytes)
    }
    guard let now = display.present(handle) else { return Message("the display does not respond") }
    time = now
    xcb_set_selection_owner(display.connection, display.window, display.atom(selection), time)
    return display.owner(of: selection) == display.window
      ? nil : Message("another program keeps the {selection}", ["selection": selection.lowercased()])
  }

  private func connect() throws(DisplayConnection.Failure) -> DisplayConnection {
    if let display, !display.isBroken { return display }
    (display, offers, transfers) = (nil, [], [])
    let new = try DisplayConnection()
    display = new
    return new
  }

  /// Answers the requests that wait for a kind with its content; nil if it could not be produced.
  func provide(_ kind: String, _ bytes: [UInt8]?) {
    guard let display, let index = offers.firstIndex(where: { $0.kind == display.atom(kind) }) else { return }
    let waiting = offers[index].waiting
    offers[index].bytes = bytes
    if bytes == nil { offers.remove(at: index) } else { offers[index].waiting = [] }
    for request in waiting { answer(request) }
  }

  /// The offered kinds, the best first.
  var kinds: [xcb_atom_t] { offers.map(\.kind) }

  /// Returns the names under which programs request a kind. Text has several; text that fits Latin-1 also has the one
  /// for programs that know no other (ICCCM 2.6.2).
  private static func named(_ content: Content) -> [Content] {
    guard content.kind == "text/plain" else { return [content] }
    let names = ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain"]
    let scalars = content.bytes.map { String(decoding: $0, as: UTF8.self).unicodeScalars }
    let latin = scalars?.compactMap { UInt8(exactly: $0.value) }
    return names.map { Content(kind: $0, bytes: content.bytes) }
      + (latin?.count == scalars?.count ? [Content(kind: "STRING", bytes: latin)] : [])
  }

  // MARK: Serving

  /// Answers requests until the alarm rings, another program takes the selection, or the display is lost.
  func serve(until alarm: Alarm) {
    guard let display else { return }
    while !display.isBroken, !offers.isEmpty || !transfers.isEmpty {
      display.forEachEvent(handle)
      display.flush()
      if display.waitForEvents(until: alarm, atMost: transfers.isEmpty ? -1 : 1000) { return }
      giveUpIdle()
    }
  }

  /// Cancels transfers whose receiver has stopped reading; called once a second during transfers.
  func giveUpIdle() { transfers.removeAll { $0.end <= .now } }

  /// Hands the offer over to the desktop's clipboard manager, if one runs, and waits until it has finished or until
  /// `end` (freedesktop.org, Clipboard Manager Specification).
  func save(until end: ContinuousClock.Instant) {
    guard let display, !offers.isEmpty, display.owner(of: "CLIPBOARD_MANAGER") != 0 else { return }
    let manager = display.atom("CLIPBOARD_MANAGER")
    let property = display.atom("REGALIA_SAVED")
    display.set(property, of: display.window, to: kinds, kind: XCB_ATOM_ATOM.rawValue)
    xcb_convert_selection(
      display.connection, display.window, manager, display.atom("SAVE_TARGETS"), property, time)
    var isSaved = false
    while !display.isBroken, !offers.isEmpty {
      display.forEachEvent { event in
        handle(event)
        guard DisplayConnection.kind(of: event) == XCB_SELECTION_NOTIFY else { return }
        if DisplayConnection.read(event, as: xcb_selection_notify_event_t.self).selection == manager {
          isSaved = true
        }
      }
      display.flush()
      guard !isSaved, display.waitForEvents(before: end) else { return }
    }
  }

  /// Whether the selection has content to request.
  var hasOffers: Bool { !offers.isEmpty }

  /// Whether a transfer is in progress.
  var isSending: Bool { !transfers.isEmpty }

  /// Handles an event that concerns the selection.
  func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    switch DisplayConnection.kind(of: event) {
    case XCB_SELECTION_REQUEST:
      answer(DisplayConnection.read(event, as: xcb_selection_request_event_t.self))
    case XCB_SELECTION_CLEAR: offers = []
    case XCB_DESTROY_NOTIFY:
      let gone = DisplayConnection.read(event, as: xcb_destroy_notify_event_t.self).window
      transfers.removeAll { $0.window == gone }
    case XCB_PROPERTY_NOTIFY:
      let change = DisplayConnection.read(event, as: xcb_property_notify_event_t.self)
      guard change.state == UInt8(XCB_PROPERTY_DELETE.rawValue) else { return }
      let index = transfers.firstIndex { $0.window == change.window && $0.property == change.atom }
      if let index { sendPart(of: index) }
    default: break  // Other programs' windows may close at any time; requests to them fail harmlessly.
    }
  }

  private func answer(_ request: xcb_selection_request_event_t) {
    guard let display else { return }
    // Obsolete clients name no property and expect the target's name (ICCCM 2.2).
    let property = request.property == 0 ? request.target : request.property
    if let index = offers.firstIndex(where: { $0.kind == request.target }), offers[index].bytes == nil {
      return offers[index].waiting.append(request)
    }
    let isDone =
      request.target == display.atom("MULTIPLE")
      ? answerSeveral(request, property) : give(request.target, to: request.requestor, property)
    var reply = xcb_selection_notify_event_t()
    reply.response_type = UInt8(XCB_SELECTION_NOTIFY)
    (reply.time, reply.requestor) = (request.time, request.requestor)
    (reply.selection, reply.target) = (request.selection, request.target)
    reply.property = isDone ? property : 0
    display.send(reply, to: request.requestor)
  }

  /// Answers a list of pairs of a kind and a property; kinds that are unavailable are marked in the list.
  private func answerSeveral(_ request: xcb_selection_request_event_t, _ property: xcb_atom_t) -> Bool {
    guard let display, var atoms = display.property(property, of: request.requestor)?.words else {
      return false
    }
    for index in stride(from: 0, to: atoms.count - 1, by: 2)
    where !give(atoms[index], to: request.requestor, atoms[index + 1]) {
      atoms[index + 1] = 0
    }
    display.set(property, of: request.requestor, to: atoms, kind: display.atom("ATOM_PAIR"))
    return true
  }

  /// Writes the requested content to a property; returns whether the kind is available.
  private func give(_ kind: xcb_atom_t, to window: xcb_window_t, _ property: xcb_atom_t) -> Bool {
    guard let display, !offers.isEmpty else { return false }
    if kind == display.atom("TARGETS") {
      let known = ["TARGETS", "TIMESTAMP", "MULTIPLE"].map(display.atom) + offers.map(\.kind)
      display.set(property, of: window, to: known, kind: XCB_ATOM_ATOM.rawValue)
      return true
    }
    if kind == display.atom("TIMESTAMP") {
      display.set(property, of: window, to: [time], kind: XCB_ATOM_INTEGER.rawValue)
      return true
    }
    guard let offer = offers.first(where: { $0.kind == kind }), let bytes = offer.bytes else { return false }
    guard bytes.count > Self.part else {
      display.set(property, of: window, to: bytes[...], kind: kind, format: offer.format)
      return true
    }
    // Each part is sent when the previous one was deleted (ICCCM 2.7.2).
    display.listen(
      to: window, XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
    transfers.append(Transfer(window: window, property: property, kind: kind, bytes: bytes))
    display.set(property, of: window, to: [UInt32(bytes.count)], kind: display.atom("INCR"))
    return true
  }

  private func sendPart(of index: Int) {
    guard let display else { return }
    var transfer = transfers[index]
    let end = min(transfer.sent + Self.part, transfer.bytes.count)
    // An empty part ends the transfer.
    display.set(
      transfer.property, of: transfer.window, to: transfer.bytes[transfer.sent..<end], kind: transfer.kind)
    if transfer.sent == transfer.bytes.count {
      transfers.remove(at: index)
      if !transfers.contains(where: { $0.window == transfer.window }) {
        display.listen(to: transfer.window, 0)
      }
    } else {
      (transfer.sent, transfer.end) = (end, .now + Self.patience)
      transfers[index] = transfer
    }
  }
}
