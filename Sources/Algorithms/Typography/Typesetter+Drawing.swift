import CPango
public import Geometry

extension Typesetter {
  /// Draws a text as coverage at `scale` pixels a point.
  ///
  /// The baseline lies on a row of pixels and strokes are fitted to rows, never to columns, so that a text is as
  /// wide at every scale as its layout says. `subpixelOffset` moves it to the right by a fraction of a pixel.
  public func mask(of setting: TextSetting, scale: Double, subpixelOffset: Double = 0) -> TextMask {
    let shaped = shape(setting)
    guard scale > 0, scale <= 1000, let ink = shaped.inkBounds else { return .empty }
    let offset = subpixelOffset.isFinite ? subpixelOffset - subpixelOffset.rounded(.down) : 0
    // Fitting to rows may move an edge by almost a pixel; what is not needed is cut off below.
    let margin = 2.0
    let left = (ink.minX * scale + offset - margin).rounded(.down)
    let top = (ink.minY * scale - margin).rounded(.down)
    let width = (ink.maxX * scale + offset + margin).rounded(.up) - left
    let height = (ink.maxY * scale + margin).rounded(.up) - top
    let limit = PixelSize(
      width: TextMask.largestSide,
      height: min(TextMask.largestSide, TextMask.largestArea / Int(min(width, Double(TextMask.largestSide)))))
    let surface = CoverageSurface(
      width: Int(min(width, Double(limit.width))), height: Int(min(height, Double(limit.height))))
    cairo_translate(surface.cairo, -left + offset, -top)
    draw(shaped, on: surface.cairo, pixelsPerPoint: scale)
    let isClipped = width > Double(limit.width) || height > Double(limit.height)
    return TextMask(surface, left: Int(left), top: Int(top), isClipped: isClipped)
  }

  /// Draws a line as coverage at `scale` pixels a point, as its setting would be drawn.
  public func mask(of line: TextLine, scale: Double, subpixelOffset: Double = 0) -> TextMask {
    mask(of: line.setting, scale: scale, subpixelOffset: subpixelOffset)
  }

  /// Draws a paragraph as coverage at `scale` pixels a point, as its setting would be drawn.
  public func mask(of paragraph: TextParagraph, scale: Double, subpixelOffset: Double = 0) -> TextMask {
    mask(of: paragraph.setting, scale: scale, subpixelOffset: subpixelOffset)
  }

  private func draw(_ shaped: ShapedText, on cairo: OpaquePointer, pixelsPerPoint: Double) {
    guard let options = cairo_font_options_create() else { return }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    let pen = GlyphPen(scale: shaped.scale * pixelsPerPoint, options: options)
    shaped.forEachLine { line in
      let baseline = (shaped.points(line.y) * pixelsPerPoint).rounded()
      shaped.forEachRun(of: line) { run, x in
        guard pen.select(run, on: cairo) else { return }
        draw(
          run, at: x, baseline: baseline, unit: shaped.scale * pixelsPerPoint / Double(PANGO_SCALE), pen,
          cairo)
      }
    }
    cairo_fill(cairo)
  }

  /// Adds a run to the path, or shows it where its glyphs are pictures; `unit` is how many pixels one of Pango's is.
  private func draw(
    _ run: PangoGlyphItem, at x: Int32, baseline: Double, unit: Double, _ pen: GlyphPen,
    _ cairo: OpaquePointer
  ) {
    let most = run.glyphs.map { Int($0.pointee.num_glyphs) } ?? 0
    withUnsafeTemporaryAllocation(of: cairo_glyph_t.self, capacity: most) { glyphs in
      var count = 0
      GlyphPen.forEachGlyph(of: run) { placed in
        let place = Point(Double(x &+ placed.x) * unit, baseline + Double(placed.y) * unit)
        if GlyphPen.isMissing(placed.glyph) {
          pen.addMissing(placed.glyph, run: run, at: place, to: cairo)
        } else {
          glyphs.initializeElement(
            at: count, to: cairo_glyph_t(index: UInt(placed.glyph), x: place.x, y: place.y))
          count += 1
        }
      }
      // Paths and not glyph pictures: cairo would move those to whole pixels and spoil the spacing.
      if GlyphPen.drawsPictures(run) {
        cairo_show_glyphs(cairo, glyphs.baseAddress, Int32(count))
      } else {
        cairo_glyph_path(cairo, glyphs.baseAddress, Int32(count))
      }
    }
  }

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

extension GlyphPen {
  fileprivate func addMissing(
    _ glyph: PangoGlyph, run: PangoGlyphItem, at place: Point, to cairo: OpaquePointer
  ) {
    guard let box = Self.inkBox(of: glyph, run: run) else { return }
    for element in Path(frame: box).elements {
      switch element {
      case .move(let point): cairo_move_to(cairo, place.x + point.x * scale, place.y + point.y * scale)
      case .line(let point): cairo_line_to(cairo, place.x + point.x * scale, place.y + point.y * scale)
      default: cairo_close_path(cairo)
      }
    }
  }
}

extension TextMask {
  static let empty = TextMask(
    size: PixelSize(width: 0, height: 0), left: 0, top: 0, coverage: [], isClipped: false)

  /// Creates a mask of what a surface holds, without the empty rows and columns around it.
  fileprivate init(_ surface: borrowing CoverageSurface, left: Int, top: Int, isClipped: Bool) {
    var mask = TextMask.empty
    surface.withRows { rows, stride in
      var (minX, maxX, minY, maxY) = (Int.max, -1, Int.max, -1)
      for y in 0..<surface.height {
        let row = UnsafeBufferPointer(start: rows + y * stride, count: surface.width)
        guard let first = row.firstIndex(where: { $0 != 0 }), let last = row.lastIndex(where: { $0 != 0 })
        else { continue }
        minX = min(minX, first)
        maxX = max(maxX, last)
        minY = min(minY, y)
        maxY = y
      }
      guard maxX >= 0 else { return }
      let size = PixelSize(width: maxX - minX + 1, height: maxY - minY + 1)
      let bytes = [UInt8](unsafeUninitializedCapacity: size.width * size.height) { buffer, initialized in
        for y in 0..<size.height {
          let row = UnsafeBufferPointer(start: rows + (minY + y) * stride + minX, count: size.width)
          _ = UnsafeMutableBufferPointer(rebasing: buffer[(y * size.width)...]).update(fromContentsOf: row)
        }
        initialized = size.width * size.height
      }
      mask = TextMask(
        size: size, left: left + minX, top: top + minY, coverage: bytes, isClipped: isClipped)
    }
    self = mask
  }
}
