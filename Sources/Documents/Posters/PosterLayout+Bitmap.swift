import CPango
public import Colors
public import Geometry
import Typography

extension PosterLayout {
  /// Returns a picture of the page with so much bleed around it, in points, to be looked at and measured off the graphics
  /// card; nil where memory is lacking.
  ///
  /// The shape of `size`, the pixels of the whole, should be that of the page with its bleed.
  public func bitmap(bleed: Double = 0, size: PixelSize) -> Bitmap? {
    let area = page.outset(by: bleed)
    guard size.width > 0, size.height > 0, size.width <= 16_384, size.height <= 16_384,
      let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height))
    else { return nil }
    defer { cairo_surface_destroy(surface) }
    guard let cairo = cairo_create(surface) else { return nil }
    let scale = Double(size.width) / area.width
    cairo_scale(cairo, scale, Double(size.height) / area.height)
    cairo_translate(cairo, -area.minX, -area.minY)
    let sheet = PrintSheet(bleed: bleed / Page.pointsPerMillimetre)
    PosterDrawing(cairo: cairo, layout: self, sheet: sheet, pixelsPerPoint: scale)
      .draw(outlines: true, typesetter: Typesetter())
    cairo_destroy(cairo)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * size.width * size.height)
    for y in 0..<size.height {
      UnsafeRawPointer(data + y * stride).withMemoryRebound(to: UInt32.self, capacity: size.width) { row in
        for x in 0..<size.width {
          bytes += [UInt8(row[x] >> 16 & 255), UInt8(row[x] >> 8 & 255), UInt8(row[x] & 255), 255]
        }
      }
    }
    return Bitmap(size: size, bytes: bytes)
  }
}
