import CPango

/// A cairo font whose letters are the outlines of another font.
///
/// Cairo 1.16 embeds the file of a variable font with the letters of its default instance, whatever its axes. A font
/// of shapes is embedded with exactly the outlines drawn, and keeps the text.
enum GlyphShapes {
  /// Returns the font of shapes that belongs to a scaled font, and lives as long.
  static func face(of scaled: OpaquePointer) -> OpaquePointer? {
    if let known = cairo_scaled_font_get_user_data(scaled, key) { return OpaquePointer(known) }
    guard let source = cairo_scaled_font_get_font_face(scaled), let face = cairo_user_font_face_create()
    else {
      return nil
    }
    cairo_user_font_face_set_render_glyph_func(face, draw)
    let release: cairo_destroy_func_t = { face in cairo_font_face_destroy(face.map { OpaquePointer($0) }) }
    cairo_font_face_set_user_data(
      face, key, UnsafeMutableRawPointer(cairo_font_face_reference(source)), release)
    cairo_scaled_font_set_user_data(scaled, key, UnsafeMutableRawPointer(face), release)
    return face
  }

  private static let draw: cairo_user_scaled_font_render_glyph_func_t = { scaled, glyph, cairo, extents in
    let face = cairo_scaled_font_get_font_face(scaled)
    guard let cairo, let source = cairo_font_face_get_user_data(face, key),
      let options = cairo_font_options_create()
    else { return CAIRO_STATUS_USER_FONT_ERROR }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_set_font_face(cairo, OpaquePointer(source))
    cairo_set_font_size(cairo, 1)
    cairo_set_font_options(cairo, options)
    var single = cairo_glyph_t(index: glyph, x: 0, y: 0)
    var measured = cairo_text_extents_t()
    cairo_glyph_extents(cairo, &single, 1, &measured)
    extents?.pointee.x_advance = measured.x_advance
    cairo_glyph_path(cairo, &single, 1)
    cairo_fill(cairo)
    return CAIRO_STATUS_SUCCESS
  }

  /// Cairo compares the address only.
  nonisolated(unsafe) private static let key = UnsafeMutablePointer<cairo_user_data_key_t>.allocate(
    capacity: 1)
}

extension GlyphPen {
  /// Whether documents get the shapes of a run's letters rather than its font: variable fonts, and fonts whose licence
  /// does not permit embedding.
  static func needsShapes(_ run: PangoGlyphItem) -> Bool {
    guard let font = run.item?.pointee.analysis.font, let sized = pango_font_get_hb_font(font),
      let face = hb_font_get_face(sized)
    else { return false }
    return hb_ot_var_has_data(face) != 0 || !FontEmbedding(face).permitsEmbedding
  }
}
