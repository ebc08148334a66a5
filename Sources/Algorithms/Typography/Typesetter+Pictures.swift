import CPango
public import Geometry

/// A glyph that a font draws as a colour picture.
public struct GlyphPicture: Hashable, Sendable {
  /// The picture as a PNG file.
  public let png: [UInt8]

  /// Its frame, in points from the start of the first baseline.
  public let frame: Rect

  /// The index of the character that it represents.
  public let character: Int

  /// Creates a picture of a character in a frame.
  public init(png: [UInt8], frame: Rect, character: Int) {
    self.png = png
    self.frame = frame
    self.character = character
  }
}

extension Typesetter {
  /// Returns the glyphs of a text that are pictures, which `outline(of:)` omits; in colour fonts, emoji are.
  public func pictures(of setting: TextSetting) -> [GlyphPicture] {
    let shaped = shape(setting)
    var pictures: [GlyphPicture] = []
    forEachColouredGlyph(of: shaped) { glyph in
      guard let png = glyph.png, let box = GlyphPen.inkBox(of: glyph.placed.glyph, run: glyph.run) else {
        return
      }
      let frame = Rect(
        x: shaped.points(glyph.x) + box.minX * shaped.scale,
        y: shaped.points(glyph.y) + box.minY * shaped.scale,
        width: box.width * shaped.scale, height: box.height * shaped.scale)
      let character =
        shaped.text.character(atByte: glyph.byte) ?? 0
      pictures.append(GlyphPicture(png: png, frame: frame, character: character))
    }
    return pictures
  }

  /// Returns the characters that remain invisible: their font has only a colour format that is not supported here.
  public func unseenCharacters(of setting: TextSetting) -> [Unicode.Scalar] {
    let shaped = shape(setting)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    guard let options else { return [] }
    let pen = GlyphPen(scale: 1, options: options)
    let surface = CoverageSurface(width: 1, height: 1)
    var unseen: [Unicode.Scalar] = []
    forEachColouredGlyph(of: shaped) { glyph in
      guard glyph.png == nil, !GlyphPen.isMissing(glyph.placed.glyph),
        let scalar = String(decoding: shaped.text.bytes.dropFirst(glyph.byte).prefix(4), as: UTF8.self)
          .unicodeScalars.first,
        !scalar.properties.isWhitespace, !scalar.properties.isDefaultIgnorableCodePoint,
        pen.select(glyph.run, on: surface.cairo),
        GlyphPen.outline(of: glyph.placed.glyph, run: glyph.run, on: surface.cairo, enlargement: 1).isEmpty
      else { return }
      if !unseen.contains(scalar) { unseen.append(scalar) }
    }
    return unseen
  }

  /// A glyph of a colour font, with its position in shaping units and its first byte in the text.
  private struct ColouredGlyph {
    let placed: GlyphPen.Placed
    let run: PangoGlyphItem
    let x: Int32
    let y: Int32
    let byte: Int

    /// The picture's file, or nil if the glyph is not a picture.
    var png: [UInt8]? {
      guard let font = run.item?.pointee.analysis.font, let sized = pango_font_get_hb_font(font),
        let blob = hb_ot_color_glyph_reference_png(sized, placed.glyph)
      else { return nil }
      defer { hb_blob_destroy(blob) }
      var length: UInt32 = 0
      guard let data = hb_blob_get_data(blob, &length), length > 0 else { return nil }
      return data.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
        Array(UnsafeBufferPointer(start: $0, count: Int(length)))
      }
    }
  }

  private func forEachColouredGlyph(of shaped: ShapedText, _ body: (ColouredGlyph) -> Void) {
    for line in shaped.lines {
      shaped.forEachRun(of: line) { run, x in
        guard let item = run.item, GlyphPen.hasColours(run) else { return }
        for placed in GlyphPen.glyphs(of: run) {
          body(
            ColouredGlyph(
              placed: placed, run: run, x: x &+ placed.x, y: line.y &+ placed.y,
              byte: Int(item.pointee.offset) + placed.byte))
        }
      }
    }
  }
}

extension GlyphPen {
  /// Whether the font of a run has colours in any format.
  fileprivate static func hasColours(_ run: PangoGlyphItem) -> Bool {
    guard let font = run.item?.pointee.analysis.font, let sized = pango_font_get_hb_font(font) else {
      return false
    }
    let face = hb_font_get_face(sized)
    return hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0
      || hb_ot_color_has_svg(face) != 0
  }
}
