import Background
import CXCB
import Files
import Glibc
import Synchronization

/// The ICC profiles of monitors: those that colord has for them, else those that the root window of X11 carries as
/// `_ICC_PROFILE`, `_ICC_PROFILE_1` and so on (“ICC Profiles in X Specification 0.4”).
package final class MonitorProfiles: Sendable {
  /// The profiles there are at a time.
  package struct Found: Hashable, Sendable {
    /// By the names of outputs, such as `eDP-1`.
    package var named: [String: [UInt8]] = [:]
    /// By the places of monitors, the primary one being 0.
    package var numbered: [Int: [UInt8]] = [:]

    package init() {}

    /// Returns the profile of a monitor and who has it, or nil where nobody has one.
    package func profile(ofMonitor number: Int, named name: String) -> (bytes: [UInt8], source: String)? {
      if let bytes = named[name] { return (bytes, "colord") }
      return numbered[number].map { ($0, number == 0 ? "_ICC_PROFILE" : "_ICC_PROFILE_\(number)") }
    }
  }

  /// The profiles as they are now.
  package static func found() -> Found {
    var found = Found()
    found.named = BusConnection.system().map(Colord.profiles) ?? [:]
    found.numbered = RootProfiles()?.read() ?? [:]
    return found
  }

  private let worker: Worker<Void>
  private let bus = BusThread(name: "colord")
  private let alarm: Alarm?

  /// Looks for profiles on threads of their own; `changed` is called there with those there are, and again whenever they
  /// change.
  package init(_ changed: @escaping @Sendable (Found) -> Void) {
    let alarm = Alarm()
    let known = KnownProfiles(changed)
    (self.alarm, worker) = (alarm, Worker(name: "icc"))
    worker.run {
      guard let alarm, let root = RootProfiles() else { return }
      repeat { known.set(numbered: root.read()) } while root.waitForChange(until: alarm)
    }
    bus.run {
      guard let connection = BusConnection.system() else { return }
      known.set(named: Colord.profiles(connection))
      connection.listen(to: Colord.manager) { _, _ in known.set(named: Colord.profiles(connection)) }
    }
  }

  deinit { alarm?.ring() }
}

/// What both threads have found.
private final class KnownProfiles: Sendable {
  private let found = Mutex(MonitorProfiles.Found())
  private let changed: @Sendable (MonitorProfiles.Found) -> Void

  init(_ changed: @escaping @Sendable (MonitorProfiles.Found) -> Void) { self.changed = changed }

  func set(named: [String: [UInt8]]? = nil, numbered: [Int: [UInt8]]? = nil) {
    let news = found.withLock { found -> MonitorProfiles.Found? in
      let before = found
      if let named { found.named = named }
      if let numbered { found.numbered = numbered }
      return found == before ? nil : found
    }
    if let news { changed(news) }
  }
}

/// The service that knows which profile belongs to which device (www.freedesktop.org/software/colord).
private enum Colord {
  private static let service = "org.freedesktop.ColorManager"
  static let manager = BusConnection.Target(service, "/org/freedesktop/ColorManager", service)

  /// Returns the profiles of displays by the names of their outputs; nothing is started in order to be asked.
  static func profiles(_ bus: BusConnection) -> [String: [UInt8]] {
    guard
      let devices = bus.ask(
        manager, "GetDevicesByKind", [.string("display")], within: 2, starts: false)?.first?.elements
    else { return [:] }
    var result: [String: [UInt8]] = [:]
    for path in devices.compactMap(\.text) {
      let device = BusConnection.Target(service, path, service + ".Device")
      guard let metadata = bus.property("Metadata", of: device),
        let name = metadata[key: "XRANDR_name"]?.text,
        bus.property("Enabled", of: device)?.isTrue ?? true,
        // The first one is in use.
        let first = bus.property("Profiles", of: device)?.elements.first?.text,
        let file = bus.property(
          "Filename", of: BusConnection.Target(service, first, service + ".Profile"))?.text,
        let bytes = try? FileBytes.read(file, atMost: RootProfiles.longest)
      else { continue }
      result[name] = bytes
    }
    return result
  }
}

/// The profiles in the properties of the root window, over a connection of its own; it belongs to one thread.
private final class RootProfiles {
  private let connection: OpaquePointer
  private let root: xcb_window_t
  /// The names of the properties, by the places of monitors.
  private let properties: [xcb_atom_t]

  /// No larger profile is read.
  static let longest = 32 << 20
  private static let mostMonitors = 8

  /// Connects to the display; nil where there is none.
  init?() {
    var number: Int32 = 0
    guard let connection = xcb_connect(nil, &number) else { return nil }
    var screens = xcb_setup_roots_iterator(xcb_get_setup(connection))
    for _ in 0..<number { xcb_screen_next(&screens) }
    guard xcb_connection_has_error(connection) == 0, screens.rem > 0, let screen = screens.data?.pointee
    else {
      xcb_disconnect(connection)
      return nil
    }
    (self.connection, root) = (connection, screen.root)
    let names = (0..<Self.mostMonitors).map { $0 == 0 ? "_ICC_PROFILE" : "_ICC_PROFILE_\($0)" }
    properties = names.map { name in
      let cookie = xcb_intern_atom(connection, 0, UInt16(name.utf8.count), name)
      let reply = xcb_intern_atom_reply(connection, cookie, nil)
      defer { free(reply) }
      return reply?.pointee.atom ?? 0
    }
    var events = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
    xcb_change_window_attributes(connection, root, XCB_CW_EVENT_MASK.rawValue, &events)
    xcb_flush(connection)
  }

  deinit { xcb_disconnect(connection) }

  func read() -> [Int: [UInt8]] {
    var result: [Int: [UInt8]] = [:]
    for (number, property) in properties.enumerated() {
      let bytes = bytes(of: property)
      if !bytes.isEmpty { result[number] = bytes }
    }
    return result
  }

  private func bytes(of property: xcb_atom_t) -> [UInt8] {
    let cookie = xcb_get_property(
      connection, 0, root, property, XCB_GET_PROPERTY_TYPE_ANY.rawValue, 0, UInt32(Self.longest / 4))
    let reply = xcb_get_property_reply(connection, cookie, nil)
    defer { free(reply) }
    guard let reply, reply.pointee.format == 8, let start = xcb_get_property_value(reply) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(xcb_get_property_value_length(reply))))
  }

  /// Whether an event tells that one of the properties is another now.
  private func tellsOfProfile(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> Bool {
    // The number's first bit says that another program sent the event.
    guard event.pointee.response_type & 0x7f == UInt8(XCB_PROPERTY_NOTIFY) else { return false }
    let change = UnsafeRawPointer(event).loadUnaligned(as: xcb_property_notify_event_t.self)
    return properties.contains(change.atom)
  }

  /// Waits until a property changes; returns false when the alarm rings or the display is gone.
  func waitForChange(until alarm: Alarm) -> Bool {
    while xcb_connection_has_error(connection) == 0 {
      var hasChanged = false
      while let event = xcb_poll_for_event(connection) {
        if tellsOfProfile(event) { hasChanged = true }
        free(event)
      }
      if hasChanged { return true }
      var waits = [
        pollfd(fd: xcb_get_file_descriptor(connection), events: Int16(POLLIN), revents: 0),
        pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&waits, 2, -1)
      if waits[1].revents != 0 { return false }
    }
    return false
  }
}
