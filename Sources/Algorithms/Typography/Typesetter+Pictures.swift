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

  /// Creates a picture of a character.
  ///
  /// - Parameters:
  ///   - png: The PNG.
  ///   - frame: Where it is drawn, in points from the start of the baseline.
  ///   - character: The index of the character.
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

  /// Returns the letters that a font draws in coloured layers (COLR, version 0), which `outline(of:)` omits; none unless
  /// the font of the setting keeps colours.
  public func layeredGlyphs(of setting: TextSetting) -> [LayeredGlyph] {
    guard setting.font.keepsColors else { return [] }
    let shaped = shape(setting)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    guard let options else { return [] }
    let enlargement = 32.0
    let surface = CoverageSurface(width: 1, height: 1)
    let pen = GlyphPen(scale: enlargement, options: options)
    var result: [LayeredGlyph] = []
    var count = 0
    for line in shaped.lines {
      shaped.forEachRun(of: line) { run, x in
        guard GlyphPen.hasLayers(run), !GlyphPen.drawsPictures(run), pen.select(run, on: surface.cairo) else {
          return
        }
        for placed in GlyphPen.glyphs(of: run) {
          let layers = GlyphPen.layers(of: placed.glyph, run: run)
          count += layers.count
          guard !layers.isEmpty, count <= LayeredGlyph.mostLayers else { continue }
          let place = AffineTransform.scale(shaped.scale).concatenating(
            .translation(x: shaped.points(x &+ placed.x), y: shaped.points(line.y &+ placed.y)))
          result.append(
            LayeredGlyph(
              layers: layers.map { layer in
                let outline = GlyphPen.outline(
                  of: layer.glyph, run: run, on: surface.cairo, enlargement: enlargement)
                return LayeredGlyph.Layer(outline: outline.transformed(by: place), color: layer.color)
              }, character: shaped.character(of: placed, in: run)))
        }
      }
    }
    return result
  }

  /// Returns the characters that remain invisible, each with the family of its font, which has only a colour format that
  /// is not supported here.
  public func unseenCharacters(of setting: TextSetting) -> [(scalar: Unicode.Scalar, family: String)] {
    let shaped = shape(setting)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    guard let options else { return [] }
    let pen = GlyphPen(scale: 1, options: options)
    let surface = CoverageSurface(width: 1, height: 1)
    var unseen: [(scalar: Unicode.Scalar, family: String)] = []
    forEachColouredGlyph(of: shaped) { glyph in
      guard glyph.png == nil,
        !setting.font.keepsColors || GlyphPen.layers(of: glyph.placed.glyph, run: glyph.run).isEmpty,
        !GlyphPen.isMissing(glyph.placed.glyph),
        let scalar = String(decoding: shaped.text.bytes.dropFirst(glyph.byte).prefix(4), as: UTF8.self)
          .unicodeScalars.first,
        !scalar.properties.isWhitespace, !scalar.properties.isDefaultIgnorableCodePoint,
        pen.select(glyph.run, on: surface.cairo),
        GlyphPen.outline(of: glyph.placed.glyph, run: glyph.run, on: surface.cairo, enlargement: 1).isEmpty
      else { return }
      if !unseen.contains(where: { $0.scalar == scalar }) {
        unseen.append((scalar, GlyphPen.family(of: glyph.run)))
      }
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

/// A letter that a font draws in coloured layers.
public struct LayeredGlyph: Sendable {
  /// A layer of a letter.
  public struct Layer: Sendable {
    /// The outline in points from the start of the first baseline; fill it non-zero.
    public let outline: Path
    /// Red, green, blue and alpha, 0…255, or nil for the colour of the text.
    public let color: SIMD4<UInt8>?
  }

  /// The layers from back to front.
  public let layers: [Layer]
  /// The index of its character.
  public let character: Int

  /// The most layers that a text is drawn in.
  static let mostLayers = 4096
}

extension GlyphPen {
  private static func face(of run: PangoGlyphItem) -> OpaquePointer? {
    run.item?.pointee.analysis.font.flatMap { pango_font_get_hb_font($0) }.flatMap { hb_font_get_face($0) }
  }

  /// Whether the font of a run draws letters in coloured layers.
  static func hasLayers(_ run: PangoGlyphItem) -> Bool {
    face(of: run).map { hb_ot_color_has_layers($0) != 0 && hb_ot_color_palette_get_count($0) > 0 } ?? false
  }

  /// The most layers of a letter that are read.
  private static let mostLayers: UInt32 = 256

  /// Returns the layers of a glyph from back to front; none if it is drawn in one colour.
  static func layers(of glyph: PangoGlyph, run: PangoGlyphItem) -> [(glyph: PangoGlyph, color: SIMD4<UInt8>?)]
  {
    guard !isMissing(glyph), let face = face(of: run) else { return [] }
    var count = mostLayers
    var layers = [hb_ot_color_layer_t](repeating: hb_ot_color_layer_t(), count: Int(count))
    guard hb_ot_color_glyph_get_layers(face, glyph, 0, &count, &layers) > 0 else { return [] }
    let glyphs = hb_face_get_glyph_count(face)
    return layers.prefix(Int(count)).compactMap { layer in
      guard layer.glyph < glyphs else { return nil }
      // This index is the colour of the text.
      guard layer.color_index != 0xFFFF else { return (layer.glyph, nil) }
      var (length, color) = (UInt32(1), hb_color_t())
      hb_ot_color_palette_get_colors(face, 0, layer.color_index, &length, &color)
      // Blue, green, red and alpha from the most significant byte on.
      let bytes = [8, 16, 24, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
      return (layer.glyph, length == 1 ? SIMD4(bytes) : nil)
    }
  }

  /// Returns the family of a run's font.
  fileprivate static func family(of run: PangoGlyphItem) -> String {
    guard let font = run.item?.pointee.analysis.font, let description = pango_font_describe(font) else {
      return ""
    }
    defer { pango_font_description_free(description) }
    return pango_font_description_get_family(description).map { String(cString: $0) } ?? ""
  }

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
