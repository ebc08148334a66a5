import Workers
import CXCB
import Files
import Glibc
import Synchronization
import Bus

/// The ICC profiles of monitors: from colord, otherwise from the root window's X11 properties `_ICC_PROFILE`,
/// `_ICC_PROFILE_1` and so on (“ICC Profiles in X Specification 0.4”).
package final class MonitorProfiles: Sendable {
  /// The profiles found at one time.
  package struct Found: Hashable, Sendable {
    /// Profiles by the names of outputs, such as `eDP-1`.
    package var named: [String: [UInt8]] = [:]
    /// Profiles by the indices of monitors; the primary one is 0.
    package var numbered: [Int: [UInt8]] = [:]

    package init() {}

    /// Returns the profile of a monitor and its source, or nil without a profile.
    package func profile(ofMonitor number: Int, named name: String) -> (bytes: [UInt8], source: String)? {
      if let bytes = named[name] { return (bytes, "colord") }
      return numbered[number].map { ($0, number == 0 ? "_ICC_PROFILE" : "_ICC_PROFILE_\(number)") }
    }
  }

  /// The largest profile that is read, in bytes.
  fileprivate static let longest = 32 << 20

  /// The current profiles.
  package static func found() -> Found {
    var found = Found()
    found.named = BusConnection.system().map { Colord.profiles($0, atMost: longest) } ?? [:]
    found.numbered = RootProfiles()?.read() ?? [:]
    return found
  }

  private let worker: Worker<Void>
  private let bus = BusThread(name: "colord")
  private let alarm: Alarm?

  /// Looks for profiles on its own threads; calls `changed` there with the profiles found, and again whenever they
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

/// The profiles that both threads have found.
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

/// The profiles in the properties of the root window, over its own connection; it belongs to one thread.
private final class RootProfiles {
  private let display: DisplayConnection
  /// The properties' names, by the indices of monitors.
  private let properties: [xcb_atom_t]

  private static let mostMonitors = 8

  /// Connects to the display; nil if that fails.
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

  /// Whether an event reports a change of one of the properties.
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
