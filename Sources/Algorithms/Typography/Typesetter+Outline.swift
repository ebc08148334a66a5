import CPango
import Geometry

extension Typesetter {
  /// Returns the outline of a text in points, y down, from the start of the first baseline; fill it non-zero.
  ///
  /// The outline is unhinted. Glyphs that are pictures have none.
  public func outline(of setting: TextSetting) -> Path {
    var path = Path()
    for glyph in glyphs(of: setting) { path.append(glyph.placedOutline) }
    return path
  }

  /// Returns the outline of a line in points, from the left end of its baseline; fill it non-zero.
  public func outline(of line: TextLine) -> Path { outline(of: line.setting) }

  /// Returns the outline of a paragraph in points, from the start of the first baseline; fill it non-zero.
  public func outline(of paragraph: TextParagraph) -> Path { outline(of: paragraph.setting) }
}

extension Typesetter {
  /// Returns the glyphs of a text that have an outline, in visual order.
  public func glyphs(of setting: TextSetting) -> [OutlinedGlyph] {
    let shaped = shape(setting)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    guard let options else { return [] }
    // Cairo stores paths in 1/256 of a unit; a large em preserves the outline's precision.
    let enlargement = 32.0
    let surface = CoverageSurface(width: 1, height: 1)
    let pen = GlyphPen(scale: enlargement, options: options)
    var glyphs: [OutlinedGlyph] = []
    let thickened = shaped.matchedFonts.filter { $0.thickening > 0 }
    for line in shaped.lines {
      shaped.forEachRun(of: line) { run, x in
        // Cairo would trace the pixels of a picture.
        guard !GlyphPen.drawsPictures(run), let face = GlyphPen.description(of: run) else { return }
        var isSelected = false
        let offset = run.item.map { Int($0.pointee.offset) } ?? 0
        let thickening = thickened.first { $0.bytes.contains(offset) }?.thickening ?? 0
        let isLayered = setting.font.keepsColors && GlyphPen.hasLayers(run)
        for placed in GlyphPen.glyphs(of: run) {
          if isLayered, !GlyphPen.layers(of: placed.glyph, run: run).isEmpty { continue }
          let id = OutlinedGlyph.ID(face: face, number: placed.glyph)
          let shape = outline(of: id) {
            if !isSelected { isSelected = pen.select(run, on: surface.cairo) }
            guard isSelected else { return Path() }
            return GlyphPen.outline(of: placed.glyph, run: run, on: surface.cairo, enlargement: enlargement)
          }
          let character = shaped.character(of: placed, in: run)
          glyphs.append(
            OutlinedGlyph(
              id: id, shape: shape, scale: shaped.scale,
              origin: Point(shaped.points(x &+ placed.x), shaped.points(line.y &+ placed.y)),
              character: character, relativeSize: setting.scale(ofCharacter: character),
              thickening: thickening * setting.font.clamped.size))
        }
      }
    }
    return glyphs
  }
}

/// A glyph of a text, with its outline and its position.
public struct OutlinedGlyph: Sendable {
  /// A glyph in a font, regardless of the size of the text; a cache key for data derived from its outline.
  public struct ID: Hashable, Sendable {
    let face: String
    let number: UInt32
  }

  /// The glyph in its font.
  public let id: ID

  /// The outline in shaping units.
  fileprivate let shape: Path
  fileprivate let scale: Double

  /// The position of the glyph's origin, in points from the start of the first baseline.
  public let origin: Point

  /// The index of the first character that the glyph represents; −1 for an added ellipsis.
  public let character: Int

  /// The size of the glyph's font, as a multiple of the text's.
  public let relativeSize: Double

  /// The width of the stroke that matches a fallback font to the main font, in points.
  public let thickening: Double

  /// The outline relative to the glyph's origin, in points; fill it non-zero.
  public var outline: Path { shape.transformed(by: .scale(scale)) }

  fileprivate var placedOutline: Path {
    shape.transformed(by: .scale(scale).concatenating(.translation(x: origin.x, y: origin.y)))
  }
}

extension GlyphPen {
  /// Returns a description that identifies the font of a run.
  fileprivate static func description(of run: PangoGlyphItem) -> String? {
    guard let font = run.item?.pointee.analysis.font, let description = pango_font_describe(font) else {
      return nil
    }
    defer { pango_font_description_free(description) }
    guard let text = pango_font_description_to_string(description) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Returns the outline of one glyph relative to its origin in shaping units.
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
  /// Creates the hollow frame for a missing glyph.
  init(frame: Rect) {
    self.init(rect: frame)
    let thickness = min(frame.width, frame.height) * 0.09
    let inner = frame.inset(by: thickness)
    // Opposite to the outer direction, so that the inside stays empty.
    move(to: Point(inner.minX, inner.minY))
    line(to: Point(inner.minX, inner.maxY))
    line(to: Point(inner.maxX, inner.maxY))
    line(to: Point(inner.maxX, inner.minY))
    close()
  }

  /// Creates a path from cairo's; a move without a following segment is omitted.
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
