import Workers
import CXCB
import Files
import Glibc
import Synchronization
import Bus

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

  /// The most bytes of a profile that is read.
  fileprivate static let longest = 32 << 20

  /// The profiles as they are now.
  package static func found() -> Found {
    var found = Found()
    found.named = BusConnection.system().map { Colord.profiles($0, atMost: longest) } ?? [:]
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
      known.set(named: Colord.profiles(connection, atMost: Self.longest))
      connection.listen(to: Colord.manager) { _, _ in
        known.set(named: Colord.profiles(connection, atMost: Self.longest))
      }
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

/// The profiles in the properties of the root window, over a connection of its own; it belongs to one thread.
private final class RootProfiles {
  private let display: DisplayConnection
  /// The names of the properties, by the places of monitors.
  private let properties: [xcb_atom_t]

  private static let mostMonitors = 8

  /// Connects to the display; nil where there is none.
  init?() {
    guard let display = try? DisplayConnection() else { return nil }
    self.display = display
    properties = (0..<Self.mostMonitors).map { display.atom($0 == 0 ? "_ICC_PROFILE" : "_ICC_PROFILE_\($0)") }
    display.listen(to: display.screen.root, XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue)
    display.flush()
  }

  func read() -> [Int: [UInt8]] {
    var result: [Int: [UInt8]] = [:]
    for (number, name) in properties.enumerated() {
      let property = display.property(name, of: display.screen.root, atMost: MonitorProfiles.longest)
      if let property, property.format == 8, !property.bytes.isEmpty { result[number] = property.bytes }
    }
    return result
  }

  /// Whether an event tells that one of the properties is another now.
  private func tellsOfProfile(_ event: UnsafeMutablePointer<xcb_generic_event_t>) -> Bool {
    guard DisplayConnection.kind(of: event) == XCB_PROPERTY_NOTIFY else { return false }
    return properties.contains(DisplayConnection.read(event, as: xcb_property_notify_event_t.self).atom)
  }

  /// Waits until a property changes; returns false when the alarm rings or the display is gone.
  func waitForChange(until alarm: Alarm) -> Bool {
    while !display.isBroken {
      var hasChanged = false
      display.forEachEvent { if tellsOfProfile($0) { hasChanged = true } }
      if hasChanged { return true }
      if display.waitForEvents(until: alarm) { return false }
    }
    return false
  }
}
