import CWayland

/// Asks the compositor when it has shown a frame of a window; it does not answer while nobody can see the window.
final class WaylandFrames {
  private let surface: OpaquePointer
  private var callback: OpaquePointer?

  /// Whether the last answer has not come.
  var isAwaited: Bool { callback != nil }

  /// Returns nil for a window that has no surface.
  init?(of window: OpaquePointer) {
    guard let surface = WaylandSeat.surface(of: window) else { return nil }
    self.surface = surface
  }

  deinit { forget() }

  /// Asks about what is given to the compositor next.
  func ask() {
    guard callback == nil else { return }
    callback = wl_surface_frame(surface)
    if let callback {
      wl_callback_add_listener(callback, Self.listener, Unmanaged.passUnretained(self).toOpaque())
    }
  }

  /// Waits for no answer any more.
  func forget() {
    if let callback { wl_callback_destroy(callback) }
    callback = nil
  }

  nonisolated(unsafe) private static let listener = {
    var listener = wl_callback_listener()
    listener.done = { data, _, _ in
      guard let data else { return }
      Unmanaged<WaylandFrames>.fromOpaque(data).takeUnretainedValue().forget()
    }
    return WaylandSeat.kept(listener)
  }()
}
