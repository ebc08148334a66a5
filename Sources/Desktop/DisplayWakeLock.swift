import Background
import CGIO
import Synchronization

/// Keeps the display awake by asking the desktop; without a service for that it does nothing.
package final class DisplayWakeLock: Sendable {
  /// The request to the desktop, for taking it back.
  private enum Grant {
    case portal(handle: String)
    case screenSaver(cookie: UInt32)
  }

  private struct State {
    var isWanted = false
    var isWorking = false
    var grant: Grant?
  }

  private let state = Mutex(State())
  private let asker = Worker(name: "wake lock")

  package init() {}

  /// Asks for a display that stays on, or takes that back; the asking happens on a thread of its own.
  package func set(_ isWanted: Bool) {
    let mustWork = state.withLock { state in
      guard state.isWanted != isWanted else { return false }
      state.isWanted = isWanted
      guard !state.isWorking else { return false }
      state.isWorking = true
      return true
    }
    guard mustWork else { return }
    asker.run { [self] in work() }
  }

  /// Sends requests to the desktop until its state is the wanted one.
  private func work() {
    // Never let go of: the desktop takes back what it granted when the connection of the asker closes.
    guard DesktopSettings.hasSessionBus, let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else {
      return state.withLock { $0.isWorking = false }
    }
    g_dbus_connection_set_exit_on_close(bus, 0)
    while true {
      let task: (isWanted: Bool, grant: Grant?)? = state.withLock { state in
        if state.isWanted == (state.grant != nil) {
          state.isWorking = false
          return nil
        }
        return (state.isWanted, state.grant)
      }
      guard let task else { return }
      if let grant = task.grant {
        release(grant, bus)
        state.withLock { $0.grant = nil }
      } else if let grant = ask(bus) {
        state.withLock { $0.grant = grant }
      } else {
        return state.withLock { $0.isWorking = false }
      }
    }
  }

  private func ask(_ bus: OpaquePointer) -> Grant? {
    let portal = call(
      bus, Portal.name, Portal.path,
      "org.freedesktop.portal.Inhibit", "Inhibit",
      "('', uint32 8, {'reason': <'A clock in full screen'>})")
    if let portal {
      defer { g_variant_unref(portal) }
      let child = g_variant_get_child_value(portal, 0)
      defer { g_variant_unref(child) }
      return g_variant_get_string(child, nil).map { .portal(handle: String(cString: $0)) }
    }
    let saver = call(
      bus, "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver",
      "Inhibit", "('regalia', 'A clock in full screen')")
    guard let saver else { return nil }
    defer { g_variant_unref(saver) }
    let child = g_variant_get_child_value(saver, 0)
    defer { g_variant_unref(child) }
    guard g_variant_classify(child) == G_VARIANT_CLASS_UINT32 else { return nil }
    return .screenSaver(cookie: g_variant_get_uint32(child))
  }

  private func release(_ grant: Grant, _ bus: OpaquePointer) {
    let answer: OpaquePointer?
    switch grant {
    case .portal(let handle):
      answer = call(
        bus, "org.freedesktop.portal.Desktop", handle, "org.freedesktop.portal.Request", "Close", "()")
    case .screenSaver(let cookie):
      answer = call(
        bus, "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver",
        "UnInhibit", "(uint32 \(cookie),)")
    }
    if let answer { g_variant_unref(answer) }
  }

  private func call(
    _ bus: OpaquePointer, _ name: String, _ path: String, _ interface: String, _ method: String,
    _ arguments: String
  ) -> OpaquePointer? {
    guard g_variant_is_object_path(path) != 0,
      let parameters = g_variant_parse(nil, arguments, nil, nil, nil)
    else { return nil }
    return g_dbus_connection_call_sync(
      bus, name, path, interface, method, parameters, nil, .usual, 1000, nil, nil)
  }
}
