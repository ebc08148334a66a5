import CPango

/// A cairo context on an 8-bit coverage surface; both are released together.
struct CoverageSurface: ~Copyable {
  let cairo: OpaquePointer
  let width: Int
  let height: Int
  private let surface: OpaquePointer

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    // Cairo never returns nil: an object in an error state accepts every call and ignores it.
    surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
    cairo = cairo_create(surface)
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_GRAY)
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// Calls `body` with the rows of bytes and their stride; does not call it if allocation failed.
  func withRows(_ body: (_ rows: UnsafePointer<UInt8>, _ stride: Int) -> Void) {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return }
    body(data, Int(cairo_image_surface_get_stride(surface)))
  }
}
