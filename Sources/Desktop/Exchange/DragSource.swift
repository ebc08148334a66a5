import CXCB
import Colors
import Controls
import Glibc

/// Drags content over other programs' windows and delivers it to the drop target, by version 5 of the XDND protocol. It
/// belongs to one thread and has its own connection to the display.
final class DragSource {
  /// A command for the thread.
  enum Command: Sendable {
    /// Begins a drag out of a window, with a picture for each reception.
    case begin([SelectionServer.Content], [DragReception: Bitmap], window: UInt32)
    /// The pointer moved to a place of the screen, in pixels.
    case move(x: Int, y: Int)
    /// The pointer returned to the window.
    case comeBack
    case drop
    case cancel
    /// The content for an offered kind is ready; nil if producing it failed.
    case provide(String, [UInt8]?)
    case end
  }

  private let server = SelectionServer("XdndSelection")
  private var drag: Drag?

  private struct Drag {
    /// The window where the drag began.
    let origin: xcb_window_t
    let pictures: [DragReception: Bitmap]
    var card: DragWindow?
    var place = (x: 0, y: 0)
    var target: DropTarget?
    var reception = DragReception.nowhere
    /// Whether the target has yet to answer.
    var isAsked = false
    /// Whether the pointer has moved since the last question.
    var hasMoved = false
    var stage = Stage.carrying

    /// Whether the target has refused and may be asked again.
    var isRefused: Bool {
      guard case .carrying = stage else { return false }
      return target != nil && !isAsked && reception == .refused
    }
  }

  private enum Stage {
    case carrying
    /// Dropped before the target has answered; it has until a deadline.
    case dropped(until: ContinuousClock.Instant)
    /// The target fetches the content, until it reports that it has finished or until a deadline.
    case delivering(until: ContinuousClock.Instant)
  }

  /// A window that accepts drops.
  private struct DropTarget {
    let window: xcb_window_t
    /// The window that receives its messages.
    let listener: xcb_window_t
    let version: UInt32
  }

  private static let version: UInt32 = 5
  /// How long to wait for a target to answer after the drop.
  private static let patience = Duration.seconds(3)
  /// How long the dropped content can be fetched.
  private static let deliveryTime = Duration.seconds(120)

  // MARK: The loop

  /// Runs the commands that `commands` returns each time the alarm rings, until the command to end.
  func run(until alarm: Alarm, _ commands: () -> [Command]) {
    while true {
      alarm.quieten()
      for command in commands() {
        if case .end = command { return end() }
        perform(command)
      }
      if let display = server.display {
        display.forEachEvent(handle)
        display.flush()
        if display.isBroken { drag = nil }
      }
      passTime()
      wait(for: alarm)
    }
  }

  private func wait(for alarm: Alarm) {
    var waits = [pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)]
    if let display = server.display, !display.isBroken {
      waits.append(pollfd(fd: display.descriptor, events: Int16(POLLIN), revents: 0))
    }
    let patience: Int32 =
      switch drag?.stage {
      case .dropped, .delivering: 1000
      case .carrying where drag?.isRefused == true: Self.askingPause
      case .carrying, nil: server.isSending ? 1000 : -1
      }
    let count = poll(&waits, nfds_t(waits.count), patience)
    server.giveUpIdle()
    guard count == 0 else { return }
    // Some targets refuse content that they have not examined yet, and accept when asked again.
    if drag?.isRefused == true { ask() }
  }

  /// The pause in milliseconds before a target that refused is asked again.
  private static let askingPause: Int32 = 250

  private func passTime() {
    switch drag?.stage {
    case .dropped(let end) where ContinuousClock.now >= end: cancel()
    case .delivering(let end) where ContinuousClock.now >= end: drag = nil
    default: break
    }
  }

  private func perform(_ command: Command) {
    switch command {
    case .begin(let contents, let pictures, let window):
      cancel()
      guard server.take(contents) == nil, let display = server.display else { return }
      display.set(
        display.atom("XdndTypeList"), of: display.window, to: server.kinds, kind: XCB_ATOM_ATOM.rawValue)
      drag = Drag(origin: window, pictures: pictures)
    case .move(let x, let y): move(to: (x, y))
    case .comeBack: leave()
    case .drop: drop()
    case .cancel: cancel()
    case .provide(let kind, let bytes): server.provide(kind, bytes)
    case .end: break
    }
  }

  private func end() {
    cancel()
    server.display?.flush()
  }

  // MARK: Carrying

  private func move(to place: (x: Int, y: Int)) {
    guard var moving = drag, case .carrying = moving.stage, let display = server.display else { return }
    moving.place = place
    if moving.card == nil { moving.card = DragWindow(moving.pictures, on: display) }
    // The picture moves first, so that the pointer is never over it.
    moving.card?.move(to: place)
    let found = target(at: place)
    if found?.window != moving.target?.window {
      if let old = moving.target { tell("XdndLeave", old, []) }
      (moving.target, moving.isAsked, moving.reception) = (found, false, .nowhere)
      if let found { greet(found) }
    }
    drag = moving
    if moving.isAsked { drag?.hasMoved = true } else { ask() }
    drag?.card?.show(drag?.reception ?? .nowhere)
  }

  private func greet(_ target: DropTarget) {
    let kinds = server.kinds
    let more: UInt32 = kinds.count > 3 ? 1 : 0
    tell(
      "XdndEnter", target,
      [min(target.version, Self.version) << 24 | more] + kinds.prefix(3))
  }

  /// Asks the target whether it accepts the dragged content.
  private func ask() {
    guard let asking = drag, let target = asking.target, let display = server.display else { return }
    let (x, y) = (UInt32(UInt16(clamping: asking.place.x)), UInt32(UInt16(clamping: asking.place.y)))
    tell("XdndPosition", target, [0, x << 16 | y, server.time, display.atom("XdndActionCopy")])
    drag?.isAsked = true
    drag?.hasMoved = false
  }

  /// Leaves the window under the pointer and hides the picture.
  private func leave() {
    guard let leaving = drag, case .carrying = leaving.stage else { return }
    if let target = leaving.target { tell("XdndLeave", target, []) }
    drag?.card = nil
    drag?.target = nil
    drag?.isAsked = false
    drag?.reception = .nowhere
  }

  private func drop() {
    guard let dropping = drag, case .carrying = dropping.stage else { return }
    drag?.card = nil
    if dropping.target == nil {
      drag = nil
    } else if dropping.isAsked {
      drag?.stage = .dropped(until: ContinuousClock.now + Self.patience)
    } else {
      deliver()
    }
  }

  private func deliver() {
    guard let delivering = drag, let target = delivering.target else { return }
    guard delivering.reception == .accepted else {
      tell("XdndLeave", target, [])
      drag = nil
      return
    }
    tell("XdndDrop", target, [0, server.time])
    drag?.stage = .delivering(until: ContinuousClock.now + Self.deliveryTime)
  }

  private func cancel() {
    defer { drag = nil }
    guard let cancelled = drag, let target = cancelled.target else { return }
    if case .delivering = cancelled.stage { return }
    tell("XdndLeave", target, [])
  }

  // MARK: Events

  private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) {
    guard DisplayConnection.kind(of: event) == XCB_CLIENT_MESSAGE, let display = server.display else {
      return server.handle(event)
    }
    let message = DisplayConnection.read(event, as: xcb_client_message_event_t.self)
    let words = message.data.data32
    guard let asked = drag, asked.target?.window == words.0 else { return }
    if message.type == display.atom("XdndStatus") {
      let action = words.4
      let isTaken = words.1 & 1 != 0 && action != 0
      drag?.isAsked = false
      drag?.reception = isTaken ? .accepted : .refused
      switch asked.stage {
      case .carrying:
        drag?.card?.show(isTaken ? .accepted : .refused)
        if asked.hasMoved { ask() }
      case .dropped: deliver()
      case .delivering: break
      }
    } else if message.type == display.atom("XdndFinished"), case .delivering = asked.stage {
      drag = nil
    }
  }

  /// Sends a message to a drop target, with our own window as its first word.
  private func tell(_ name: String, _ target: DropTarget, _ words: [UInt32]) {
    guard let display = server.display else { return }
    display.tell(name, about: target.window, to: target.listener, [display.window] + words)
  }

  // MARK: Windows

  /// Returns the drop target at a place of the screen, or nil.
  private func target(at place: (x: Int, y: Int)) -> DropTarget? {
    guard let display = server.display else { return nil }
    let root = display.screen.root
    var window = root
    // Windows are nested; a longer chain is not plausible.
    for _ in 0..<64 {
      let cookie = xcb_translate_coordinates(
        display.connection, root, window, Int16(clamping: place.x), Int16(clamping: place.y))
      let reply = xcb_translate_coordinates_reply(display.connection, cookie, nil)
      defer { free(reply) }
      guard let child = reply?.pointee.child, child != 0 else { break }
      if child == drag?.origin { return nil }
      if let target = dropTarget(child) { return target }
      window = child
    }
    // A desktop without its own window lets another one listen for the root.
    return dropTarget(root)
  }

  private func dropTarget(_ window: xcb_window_t) -> DropTarget? {
    guard let display = server.display else { return nil }
    let proxy = display.word("XdndProxy", of: window).flatMap { proxy in
      // A proxy that does not name itself is a leftover of a program that has ended.
      display.word("XdndProxy", of: proxy) == proxy ? proxy : nil
    }
    let listener = proxy ?? window
    guard let version = display.word("XdndAware", of: listener), version >= 3 else { return nil }
    return DropTarget(window: window, listener: listener, version: version)
  }
}

/// The small window that follows the pointer during a drag over other programs; it closes with its owner.
final class DragWindow {
  private let display: DisplayConnection
  private let window: xcb_window_t
  private let context: xcb_gcontext_t
  private let size: (width: Int, height: Int)
  private let screen: (width: Int, height: Int)
  private var pixmaps: [DragReception: xcb_pixmap_t] = [:]
  private var shown: DragReception?

  /// The distance from the pointer, in pixels.
  private static let distance = 14

  /// Returns nil if the display cannot show such pictures.
  init?(_ pictures: [DragReception: Bitmap], on display: DisplayConnection) {
    let (connection, screen) = (display.connection, display.screen)
    guard let first = pictures[.nowhere], screen.root_depth == 24, !first.size.isEmpty else { return nil }
    self.display = display
    size = (first.size.width, first.size.height)
    self.screen = (Int(screen.width_in_pixels), Int(screen.height_in_pixels))
    window = xcb_generate_id(connection)
    context = xcb_generate_id(connection)
    // Keeps window managers away from it.
    var values: UInt32 = 1
    xcb_create_window(
      connection, 24, window, screen.root, 0, 0, UInt16(clamping: size.width), UInt16(clamping: size.height),
      0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), screen.root_visual,
      XCB_CW_OVERRIDE_REDIRECT.rawValue, &values)
    var kind = [display.atom("_NET_WM_WINDOW_TYPE_DND")]
    xcb_change_property(
      connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, display.atom("_NET_WM_WINDOW_TYPE"),
      XCB_ATOM_ATOM.rawValue, 32, 1, &kind)
    xcb_create_gc(connection, context, window, 0, nil)
    for (reception, picture) in pictures where picture.size == first.size {
      pixmaps[reception] = pixmap(of: picture)
    }
    show(.nowhere)
  }

  private var connection: OpaquePointer { display.connection }

  deinit {
    for pixmap in pixmaps.values { xcb_free_pixmap(connection, pixmap) }
    xcb_free_gc(connection, context)
    xcb_destroy_window(connection, window)
    xcb_flush(connection)
  }

  /// Returns the picture as a pixmap, ignoring its alpha.
  private func pixmap(of picture: Bitmap) -> xcb_pixmap_t {
    let pixmap = xcb_generate_id(connection)
    xcb_create_pixmap(
      connection, 24, pixmap, window, UInt16(clamping: size.width), UInt16(clamping: size.height))
    var bytes = picture.bytes
    for index in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(index, index + 2) }
    let line = size.width * 4
    let rows = max(Self.part / line, 1)
    bytes.withUnsafeBufferPointer { bytes in
      for row in stride(from: 0, to: size.height, by: rows) {
        let count = min(rows, size.height - row)
        xcb_put_image(
          connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), pixmap, context,
          UInt16(clamping: size.width), UInt16(clamping: count), 0, Int16(clamping: row), 0, 24,
          UInt32(count * line), bytes.baseAddress.map { $0 + row * line })
      }
    }
    return pixmap
  }

  /// The size of a request's data, in bytes, that every display accepts.
  private static let part = 128 << 10

  /// Moves it beside the pointer, on the side that has room.
  func move(to place: (x: Int, y: Int)) {
    func beside(_ place: Int, _ extent: Int, _ end: Int) -> Int {
      let after = place + Self.distance
      return after + extent <= end ? after : place - Self.distance - extent
    }
    let (x, y) = (beside(place.x, size.width, screen.width), beside(place.y, size.height, screen.height))
    var values = [
      UInt32(bitPattern: Int32(clamping: x)), UInt32(bitPattern: Int32(clamping: y)),
      XCB_STACK_MODE_ABOVE.rawValue,
    ]
    let mask = XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue
    xcb_configure_window(
      connection, window, UInt16(mask | XCB_CONFIG_WINDOW_STACK_MODE.rawValue), &values)
    xcb_map_window(connection, window)
  }

  /// Shows how the dragged content would be received.
  func show(_ reception: DragReception) {
    guard reception != shown, var pixmap = pixmaps[reception] else { return }
    shown = reception
    xcb_change_window_attributes(connection, window, XCB_CW_BACK_PIXMAP.rawValue, &pixmap)
    xcb_clear_area(connection, 0, window, 0, 0, 0, 0)
  }
}
