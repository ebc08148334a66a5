import CPango
import Geometry

extension Typesetter {
  /// Returns the outline of a text in points, y down, from the start of the first baseline; fill it non-zero.
  ///
  /// The outline is that of the font's design, without hinting. Glyphs that are pictures have none.
  public func outline(of setting: TextSetting) -> Path {
    let shaped = shape(setting)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    guard let options else { return Path() }
    // Cairo keeps paths in 1/256 of a unit: a large em keeps the outline's own precision.
    let enlargement = 32.0
    let canvas = Canvas(width: 1, height: 1)
    let pen = GlyphPen(scale: enlargement, options: options)
    var path = Path()
    for line in shaped.lines {
      shaped.forEachRun(of: line) { run, x in
        // Cairo would trace the pixels of a picture, one by one.
        guard !GlyphPen.drawsPictures(run), pen.select(run, on: canvas.cairo) else { return }
        var known: [PangoGlyph: Path] = [:]
        for placed in GlyphPen.glyphs(of: run) {
          let glyph =
            known[placed.glyph]
            ?? GlyphPen.outline(of: placed.glyph, run: run, on: canvas.cairo, enlargement: enlargement)
          known[placed.glyph] = glyph
          let x = shaped.points(x &+ placed.x)
          let y = shaped.points(line.y &+ placed.y)
          path.append(glyph.transformed(by: .scale(shaped.scale).concatenating(.translation(x: x, y: y))))
        }
      }
    }
    return path
  }

  public func outline(of line: TextLine) -> Path { outline(of: line.setting) }

  public func outline(of paragraph: TextParagraph) -> Path { outline(of: paragraph.setting) }
}

extension GlyphPen {
  /// Returns the outline of one glyph around its own origin in shaping units.
  static func outline(
    of glyph: PangoGlyph, run: PangoGlyphItem, on cairo: OpaquePointer, enlargement: Double
  ) -> Path {
    if isMissing(glyph) {
      return inkBox(of: glyph, run: run).map(Path.init(frame:)) ?? Path()
    }
    cairo_new_path(cairo)
    var single = cairo_glyph_t(index: UInt(glyph), x: 0, y: 0)
    cairo_glyph_path(cairo, &single, 1)
    guard let copy = cairo_copy_path(cairo) else { return Path() }
    defer { cairo_path_destroy(copy) }
    return Path(copy.pointee, dividedBy: enlargement)
  }
}

extension Path {
  /// Creates the hollow frame that stands for a missing glyph.
  init(frame: Rect) {
    self.init(rect: frame)
    let thickness = min(frame.width, frame.height) * 0.09
    let inner = frame.inset(by: thickness)
    // Against the outer direction, so that the inside stays empty.
    move(to: Point(inner.minX, inner.minY))
    line(to: Point(inner.minX, inner.maxY))
    line(to: Point(inner.maxX, inner.maxY))
    line(to: Point(inner.maxX, inner.minY))
    close()
  }

  /// Creates a path from cairo's; a move that nothing follows is left out.
  fileprivate init(_ path: cairo_path_t, dividedBy divisor: Double) {
    self.init()
    guard path.status == CAIRO_STATUS_SUCCESS, let data = path.data else { return }
    var pendingMove: Point?
    var index = 0
    func point(_ offset: Int) -> Point {
      let point = data[index + offset].point
      return Point(point.x / divisor, point.y / divisor)
    }
    while index < Int(path.num_data) {
      let header = data[index].header
      if header.type != CAIRO_PATH_MOVE_TO, header.type != CAIRO_PATH_CLOSE_PATH, let start = pendingMove {
        move(to: start)
        pendingMove = nil
      }
      switch header.type {
      case CAIRO_PATH_MOVE_TO: pendingMove = point(1)
      case CAIRO_PATH_LINE_TO: line(to: point(1))
      case CAIRO_PATH_CURVE_TO: cubic(to: point(3), control1: point(1), control2: point(2))
      default: if pendingMove == nil { close() }
      }
      index += max(1, Int(header.length))
    }
  }
}
