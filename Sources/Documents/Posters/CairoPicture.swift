import CPango
import Colors
import Images

/// A picture as cairo keeps one, premultiplied; freed with its owner.
struct CairoPicture: ~Copyable {
  private let surface: OpaquePointer

  /// Returns nil where memory is lacking.
  init?(_ bitmap: Bitmap) {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    let format = bitmap.isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
    guard width > 0, height > 0,
      let surface = cairo_image_surface_create(format, Int32(width), Int32(height)),
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    self.surface = surface
    let stride = Int(cairo_image_surface_get_stride(surface))
    bitmap.bytes.withUnsafeBufferPointer { source in
      for y in 0..<height {
        let row = UnsafeMutableRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
        for x in 0..<width {
          let at = 4 * (y * width + x)
          let alpha = UInt32(source[at + 3])
          func channel(_ index: Int) -> UInt32 { (UInt32(source[at + index]) * alpha + 127) / 255 }
          row[x] = alpha << 24 | channel(0) << 16 | channel(1) << 8 | channel(2)
        }
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Creates a picture of nothing but how opaque each pixel is; nil where memory is lacking.
  init?(alphaOf bitmap: Bitmap) {
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    guard width > 0, height > 0,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)),
      let data = cairo_image_surface_get_data(surface)
    else { return nil }
    self.surface = surface
    let stride = Int(cairo_image_surface_get_stride(surface))
    for y in 0..<height {
      for x in 0..<width { data[y * stride + x] = bitmap.bytes[4 * (y * width + x) + 3] }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Has a context draw its source through the picture, one pixel to a unit.
  func mask(_ cairo: OpaquePointer) { cairo_mask_surface(cairo, surface, 0, 0) }

  deinit {
    cairo_surface_destroy(surface)
  }

  /// Has a context draw with the picture, one pixel to a unit, its edges not mixed with what is around.
  func setAsSource(of cairo: OpaquePointer) {
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    cairo_rectangle(
      cairo, 0, 0, Double(cairo_image_surface_get_width(surface)),
      Double(cairo_image_surface_get_height(surface)))
    cairo_clip(cairo)
  }
}
