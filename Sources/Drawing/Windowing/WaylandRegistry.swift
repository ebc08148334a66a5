import CWayland

/// What a Wayland compositor has, asked over a connection that lasts no longer than that.
enum WaylandRegistry {
  private final class Found {
    var interfaces: Set<String> = []
  }

  /// Whether the compositor has a seat, which stands for somebody who points and types; nil without a compositor.
  static var hasSeat: Bool? {
    guard let display = wl_display_connect(nil) else { return nil }
    defer { wl_display_disconnect(display) }
    guard let registry = wl_display_get_registry(display) else { return nil }
    defer { wl_registry_destroy(registry) }
    let found = Found()
    var listener = wl_registry_listener()
    listener.global = { data, _, _, interface, _ in
      guard let data, let interface else { return }
      Unmanaged<Found>.fromOpaque(data).takeUnretainedValue().interfaces.insert(String(cString: interface))
    }
    listener.global_remove = { _, _, _ in }
    let isAnswered = withUnsafePointer(to: listener) { listener in
      wl_registry_add_listener(registry, listener, Unmanaged.passUnretained(found).toOpaque())
      return wl_display_roundtrip(display) >= 0
    }
    return isAnswered ? found.interfaces.contains("wl_seat") : nil
  }
}
