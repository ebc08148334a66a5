import CPango

/// A counted reference to a GLib object, released with its owner.
struct GObjectReference: ~Copyable {
  let raw: UnsafeMutableRawPointer

  /// Takes over a reference that the caller holds.
  init(adopting raw: UnsafeMutableRawPointer) {
    self.raw = raw
  }

  init(adopting pointer: OpaquePointer) {
    raw = UnsafeMutableRawPointer(pointer)
  }

  var opaque: OpaquePointer { OpaquePointer(raw) }

  deinit {
    g_object_unref(raw)
  }
}
