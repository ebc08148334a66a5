import CPixbuf

/// A counted reference to one of gdk-pixbuf's objects, given up when its owner lets go of it.
struct PixbufReference: ~Copyable {
  let pointer: OpaquePointer

  init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }
}

/// Returns the words of an error that GLib handed over, and frees it.
func takeMessage(of error: UnsafeMutablePointer<GError>?) -> String {
  guard let error else { return "unknown error" }
  defer { g_error_free(error) }
  return String(cString: error.pointee.message)
}
