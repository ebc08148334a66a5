import CPango
public import Geometry

extension Typesetter {
  /// Shows a text with cairo, its baseline beginning at `origin`, in the source that is set.
  ///
  /// Where the surface keeps text, as PDF does, each word is kept whole whatever its tracking. The letters are as
  /// in `outline(of:)`; characters without a glyph, which are drawn there, and pictures are left out. `cairo` is a
  /// context that the caller owns.
  public func show(_ setting: TextSetting, on cairo: OpaquePointer, at origin: Point) {
    let shaped = shape(setting)
    guard let options = cairo_font_options_create() else { return }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    let pen = GlyphPen(scale: shaped.scale, options: options)
    for line in shaped.lines {
      shaped.forEachRun(of: line) { run, x in
        guard !GlyphPen.drawsPictures(run), pen.select(run, on: cairo) else { return }
        for word in GlyphWord.words(of: run, in: shaped.text.bytes) {
          let glyphs = word.glyphs.map { placed in
            cairo_glyph_t(
              index: UInt(placed.glyph), x: origin.x + shaped.points(x &+ placed.x),
              y: origin.y + shaped.points(line.y &+ placed.y))
          }
          word.show(glyphs, on: cairo)
        }
      }
    }
  }
}
