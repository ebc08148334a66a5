import CPango
import Geometry

/// Adds the glyphs of runs to a cairo path at any size, with or without hinting.
struct GlyphPen {
  /// Points of the requested font per unit of the shaping size.
  let scale: Double
  let options: OpaquePointer

  /// A glyph with its place relative to the start of its run, in Pango's units.
  struct Placed {
    let glyph: PangoGlyph
    let x: Int32
    let y: Int32
    /// The byte offset in the run's text of the first character that the glyph represents.
    let byte: Int
  }

  static func glyphs(of run: PangoGlyphItem) -> [Placed] {
    var result: [Placed] = []
    forEachGlyph(of: run) { result.append($0) }
    return result
  }

  /// Calls `body` with each glyph of a run, from left to right.
  static func forEachGlyph(of run: PangoGlyphItem, _ body: (Placed) -> Void) {
    guard let string = run.glyphs else { return }
    var x: Int32 = 0
    for index in 0..<Int(string.pointee.num_glyphs) {
      let info = string.pointee.glyphs[index]
      if info.glyph != regalia_glyph_empty() {
        body(
          Placed(
            glyph: info.glyph, x: x &+ info.geometry.x_offset,
            y: info.geometry.y_offset &- run.y_offset, byte: Int(string.pointee.log_clusters[index])))
      }
      x &+= info.geometry.width
    }
  }

  /// Selects a run's font at `scale` in `cairo`; returns false if the run has no usable font.
  ///
  /// With `asShapes` the letters are drawn as shapes on surfaces that otherwise embed the font's file.
  func select(_ run: PangoGlyphItem, on cairo: OpaquePointer, asShapes: Bool = false) -> Bool {
    guard let font = run.item?.pointee.analysis.font, let cairoFont = regalia_cairo_font(font),
      let scaled = pango_cairo_font_get_scaled_font(cairoFont),
      cairo_scaled_font_status(scaled) == CAIRO_STATUS_SUCCESS
    else { return false }
    var matrix = cairo_matrix_t()
    cairo_scaled_font_get_font_matrix(scaled, &matrix)
    cairo_matrix_scale(&matrix, scale, scale)
    cairo_set_font_face(
      cairo, asShapes ? GlyphShapes.face(of: scaled) : cairo_scaled_font_get_font_face(scaled))
    cairo_set_font_matrix(cairo, &matrix)
    cairo_set_font_options(cairo, options)
    return true
  }

  /// Whether the glyphs of a run are pictures without outlines.
  static func drawsPictures(_ run: PangoGlyphItem) -> Bool {
    guard let font = run.item?.pointee.analysis.font, let face = pango_font_get_hb_font(font)
    else { return false }
    return hb_ot_color_has_png(hb_font_get_face(face)) != 0
  }

  /// Returns the ink bounds of a glyph, or of the frame for a missing one, relative to its place, in shaping units.
  static func inkBox(of glyph: PangoGlyph, run: PangoGlyphItem) -> Rect? {
    guard let font = run.item?.pointee.analysis.font else { return nil }
    var ink = PangoRectangle()
    pango_font_get_glyph_extents(font, glyph, &ink, nil)
    guard ink.width > 0, ink.height > 0 else { return nil }
    let unit = 1 / Double(PANGO_SCALE)
    return Rect(
      x: Double(ink.x) * unit, y: Double(ink.y) * unit, width: Double(ink.width) * unit,
      height: Double(ink.height) * unit)
  }

  static func isMissing(_ glyph: PangoGlyph) -> Bool { glyph & regalia_glyph_unknown_flag() != 0 }
}
