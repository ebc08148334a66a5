import CPango

/// A counted reference to a GLib object, owned by this value.
struct GObjectReference: ~Copyable {
  let raw: UnsafeMutableRawPointer

  /// Takes ownership of a reference.
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
