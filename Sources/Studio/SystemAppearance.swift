import CGIO
import Controls
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Whether the desktop prefers light or dark, asked of the settings portal on a thread of its own.
public final class SystemAppearance: Sendable {
  private struct State {
    var appearance: Appearance?
    var hasAnswered = false
  }

  private let state = Mutex(State())
  private let onChange: Mutex<(@Sendable () -> Void)?> = Mutex(nil)

  /// Starts to ask, when there is a session bus that could answer.
  public init() {
    guard Self.hasSessionBus else {
      state.withLock { $0.hasAnswered = true }
      return
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self).toOpaque()
    let failed = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<SystemAppearance>.fromOpaque(context).takeRetainedValue().ask()
        return nil
      }, context)
    if failed == 0 {
      pthread_detach(thread)
    } else {
      Unmanaged<SystemAppearance>.fromOpaque(context).release()
      state.withLock { $0.hasAnswered = true }
    }
  }

  /// Returns what the desktop prefers, waiting at most `seconds` for the first answer; nil when it has no wish.
  public func appearance(waitingAtMost seconds: Double) -> Appearance? {
    var waited = 0.0
    while waited < seconds {
      let current = state.withLock { $0 }
      if current.hasAnswered { return current.appearance }
      usleep(1000)
      waited += 0.001
    }
    return state.withLock { $0.appearance }
  }

  /// What the desktop was last known to prefer.
  public var current: Appearance? { state.withLock { $0.appearance } }

  /// Sets what to call, on another thread, when the preference changes.
  public func setOnChange(_ action: @escaping @Sendable () -> Void) {
    onChange.withLock { $0 = action }
  }

  // Without one of these GIO would try to start a bus.
  private static var hasSessionBus: Bool {
    if let address = UserFolders.variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return true }
    guard let folder = UserFolders.variable("XDG_RUNTIME_DIR") else { return false }
    return access(folder + "/bus", F_OK) == 0
  }

  private func set(_ scheme: UInt32?) {
    // 0 is no preference, 1 dark, 2 light.
    let appearance: Appearance? = scheme == 1 ? .dark : scheme == 2 ? .light : nil
    let before = state.withLock { state in
      let before = state
      state = State(appearance: appearance, hasAnswered: true)
      return before
    }
    if before.hasAnswered && before.appearance != appearance { onChange.withLock { $0 }?() }
  }

  private func ask() {
    let loopContext = g_main_context_new()
    g_main_context_push_thread_default(loopContext)
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return set(nil) }
    g_dbus_connection_set_exit_on_close(bus, 0)
    let request = g_variant_parse(nil, "('org.freedesktop.appearance', 'color-scheme')", nil, nil, nil)
    let answer = g_dbus_connection_call_sync(
      bus, "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Settings", "Read", request, nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, 300, nil, nil)
    guard let answer else { return set(nil) }
    set(Self.number(in: answer))
    g_variant_unref(answer)
    listen(on: bus, context: loopContext)
  }

  private func listen(on bus: OpaquePointer, context: OpaquePointer?) {
    g_dbus_connection_signal_subscribe(
      bus, "org.freedesktop.portal.Desktop", "org.freedesktop.portal.Settings", "SettingChanged",
      "/org/freedesktop/portal/desktop", "org.freedesktop.appearance", G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let parameters, let data else { return }
        let this = Unmanaged<SystemAppearance>.fromOpaque(data).takeUnretainedValue()
        let key = g_variant_get_child_value(parameters, 1)
        let value = g_variant_get_child_value(parameters, 2)
        defer {
          g_variant_unref(key)
          g_variant_unref(value)
        }
        if let name = g_variant_get_string(key, nil), strcmp(name, "color-scheme") == 0 {
          this.set(SystemAppearance.number(in: value))
        }
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    let loop = g_main_loop_new(context, 0)
    g_main_loop_run(loop)
  }

  /// Returns the number inside an answer, through the variants and tuples around it.
  private static func number(in variant: OpaquePointer?) -> UInt32? {
    guard let variant else { return nil }
    if g_variant_classify(variant) == G_VARIANT_CLASS_UINT32 { return g_variant_get_uint32(variant) }
    guard g_variant_is_container(variant) != 0, g_variant_n_children(variant) > 0 else { return nil }
    let child = g_variant_get_child_value(variant, 0)
    defer { g_variant_unref(child) }
    return number(in: child)
  }
}
