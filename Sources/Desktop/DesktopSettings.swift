import Background
import CGIO
import Controls
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The person's preferences, read from the desktop's settings portal on a thread of its own.
public final class DesktopSettings: Sendable {
  /// The last known preferences; nil is no preference.
  public struct Preferences: Hashable, Sendable {
    public var appearance: Appearance?
    public var reducesMotion: Bool?
    public var hasHighContrast: Bool?

    public init(appearance: Appearance? = nil, reducesMotion: Bool? = nil, hasHighContrast: Bool? = nil) {
      self.appearance = appearance
      self.reducesMotion = reducesMotion
      self.hasHighContrast = hasHighContrast
    }
  }

  private struct State {
    var preferences = Preferences()
    var hasAnswered = false
    var onChange: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// Announces the first answer.
  private let answer = ConditionLock()
  private let asker = Worker(name: "settings")

  /// Starts to ask, when there is a session bus that could answer.
  public init() {
    guard Self.hasSessionBus else {
      state.withLock { $0.hasAnswered = true }
      return
    }
    asker.run { [self] in ask() }
  }

  /// Returns what the desktop prefers, waiting at most `seconds` for the first answer.
  public func preferences(waitingAtMost seconds: Double) -> Preferences {
    let deadline = ConditionLock.Deadline(secondsFromNow: seconds)
    answer.withLock {
      while !state.withLock({ $0.hasAnswered }), answer.wait(until: deadline) {}
    }
    return current
  }

  /// What the desktop was last known to prefer.
  public var current: Preferences { state.withLock { $0.preferences } }

  /// Sets what to call, on another thread, when the preference changes.
  public func setOnChange(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = action }
  }

  // Without one of these GIO would try to start a bus.
  package static var hasSessionBus: Bool {
    if let address = UserFolders.variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return true }
    guard let folder = UserFolders.variable("XDG_RUNTIME_DIR") else { return false }
    return access(folder + "/bus", F_OK) == 0
  }

  private func update(_ change: (inout Preferences) -> Void) {
    let (before, after) = answer.withLock {
      defer { answer.broadcast() }
      return state.withLock { state in
        let before = state
        change(&state.preferences)
        state.hasAnswered = true
        return (before, state)
      }
    }
    if before.hasAnswered && before.preferences != after.preferences { after.onChange?() }
  }

  /// Takes note of one setting as the portal has it.
  private static func note(_ key: String, _ value: Double?, in preferences: inout Preferences) {
    switch key {
    // 0 is no preference, 1 dark, 2 light.
    case "color-scheme": preferences.appearance = value == 1 ? .dark : value == 2 ? .light : nil
    case "reduced-motion": if let value { preferences.reducesMotion = value == 1 }
    case "enable-animations": if let value { preferences.reducesMotion = value == 0 }
    // 1 is higher contrast.
    case "contrast", "high-contrast": if let value { preferences.hasHighContrast = value == 1 }
    default: break
    }
  }

  /// What is asked, the last answer counting: not every portal knows of reduced motion by that name.
  private static let wanted = [
    ("org.freedesktop.appearance", "color-scheme"), ("org.gnome.desktop.interface", "enable-animations"),
    ("org.freedesktop.appearance", "reduced-motion"), ("org.freedesktop.appearance", "contrast"),
    ("org.gnome.desktop.a11y.interface", "high-contrast"),
  ]

  private func ask() {
    let loopContext = g_main_context_new()
    g_main_context_push_thread_default(loopContext)
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return update { _ in } }
    g_dbus_connection_set_exit_on_close(bus, 0)
    var answers: [(String, Double?)] = []
    for (space, key) in Self.wanted {
      let request = g_variant_parse(nil, "('\(space)', '\(key)')", nil, nil, nil)
      let answer = g_dbus_connection_call_sync(
        bus, Portal.name, Portal.path, "org.freedesktop.portal.Settings", "Read", request, nil,
        .withoutStarting, 300, nil, nil)
      guard let answer else { continue }
      answers.append((key, Self.number(in: answer)))
      g_variant_unref(answer)
    }
    // All at once: callers wait for the complete answer.
    let found = answers
    update { preferences in
      for (key, value) in found { Self.note(key, value, in: &preferences) }
    }
    listen(on: bus, context: loopContext)
  }

  private func listen(on bus: OpaquePointer, context: OpaquePointer?) {
    for space in Set(Self.wanted.map(\.0)) {
      g_dbus_connection_signal_subscribe(
        bus, Portal.name, "org.freedesktop.portal.Settings", "SettingChanged", Portal.path, space,
        .usual,
        { _, _, _, _, _, parameters, data in
          guard let parameters, let data else { return }
          let this = Unmanaged<DesktopSettings>.fromOpaque(data).takeUnretainedValue()
          let key = g_variant_get_child_value(parameters, 1)
          let value = g_variant_get_child_value(parameters, 2)
          defer {
            g_variant_unref(key)
            g_variant_unref(value)
          }
          guard let name = g_variant_get_string(key, nil) else { return }
          let (word, number) = (String(cString: name), DesktopSettings.number(in: value))
          this.update { DesktopSettings.note(word, number, in: &$0) }
        }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }
    let loop = g_main_loop_new(context, 0)
    g_main_loop_run(loop)
  }

  /// Returns the number inside an answer, through the variants and tuples around it.
  private static func number(in variant: OpaquePointer?) -> Double? {
    guard let variant else { return nil }
    if g_variant_classify(variant) == G_VARIANT_CLASS_UINT32 { return Double(g_variant_get_uint32(variant)) }
    if g_variant_classify(variant) == G_VARIANT_CLASS_BOOLEAN {
      return Double(g_variant_get_boolean(variant))
    }
    guard g_variant_is_container(variant) != 0, g_variant_n_children(variant) > 0 else { return nil }
    let child = g_variant_get_child_value(variant, 0)
    defer { g_variant_unref(child) }
    return number(in: child)
  }
}
