import CPango
public import Geometry
public import Localization
import Text

/// Turns text into shaped lines, outlines and masks, with the installed fonts.
///
/// Creating one early is cheap and makes Pango read the font configuration on another thread, so that the first line,
/// which needs it, is ready sooner. A typesetter belongs to the thread that uses it.
public final class Typesetter {
  private let fontMap: GObjectReference
  private let context: GObjectReference
  /// The context of texts for columns, whose upright letters are turned against the line.
  private let columnContext: GObjectReference
  private var descriptions: [FaceKey: FontDescription] = [:]
  private var metricsOfFaces: [FaceKey: FontMetrics] = [:]
  private var faces: [FaceKey: FontFace?] = [:]

  /// Whether fonts have been requested; the first request waits until the configuration has been read.
  private var fitsFonts = false

  /// The relations of fallback fonts to main fonts.
  var fallbackMatches: [FallbackMatch.Key: FallbackMatch] = [:]

  /// The cached outlines of glyphs in shaping units, which most texts share.
  private var outlines: [OutlinedGlyph.ID: Path] = [:]

  /// Caches of shaped texts and measured lines: a measured text is drawn next, and shown for many frames. Lines are in
  /// two generations: when the first is full it becomes the second. One table of the combined size would be moved
  /// within one frame when it grows.
  private var shapedTexts: [TextSetting: ShapedText] = [:]
  private var knownLines: [TextSetting: TextLine] = [:]
  private var earlierLines: [TextSetting: TextLine] = [:]
  /// The revision of the font library that the caches belong to.
  private var fontRevision = FontLibrary.revision
  private static let shapedLimit = 128
  private static let lineLimit = 768

  var fontMapPointer: UnsafeMutablePointer<PangoFontMap> {
    fontMap.raw.assumingMemoryBound(to: PangoFontMap.self)
  }

  /// Creates a typesetter that prefers the letter shapes of `language`, a tag such as `"ja"`.
  public init(language: String = "en") {
    // It is nil only without memory, and GLib aborts the process before that.
    fontMap = GObjectReference(adopting: pango_cairo_font_map_new())
    context = Self.makeContext(of: fontMap, language: language, gravity: PANGO_GRAVITY_SOUTH)
    columnContext = Self.makeContext(of: fontMap, language: language, gravity: PANGO_GRAVITY_EAST)
  }

  private static func makeContext(
    of fontMap: borrowing GObjectReference, language: String, gravity: PangoGravity
  ) -> GObjectReference {
    let fontMapPointer = fontMap.raw.assumingMemoryBound(to: PangoFontMap.self)
    let context = GObjectReference(adopting: pango_font_map_create_context(fontMapPointer))
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context.opaque, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context.opaque, 0)
    pango_context_set_language(context.opaque, pango_language_from_string(language))
    pango_context_set_base_gravity(context.opaque, gravity)
    return context
  }

  /// Sets `text` on one line; with a width, a longer text ends in an ellipsis.
  ///
  /// - Parameters:
  ///   - text: The text; line breaks become spaces.
  ///   - font: The font.
  ///   - maximumWidth: The width in points at which the line ends with an ellipsis; nil for none.
  public func line(_ text: String, font: Font, maximumWidth: Double? = nil) -> TextLine {
    line(TextSetting(text, font: font, width: maximumWidth.flatMap(Self.usableWidth)))
  }

  /// Sets a text on one line, by a single-line setting.
  public func line(_ setting: TextSetting) -> TextLine {
    noticeNewFonts()
    if let known = knownLines[setting] { return known }
    if let known = earlierLines[setting] { return keep(known, for: setting) }
    let shaped = shape(setting)
    let inventory = shaped.glyphInventory()
    let line = shaped.firstLine
    let boxes =
      line.map { shaped.characterBoxes(of: $0, range: 0..<shaped.text.characterCount) }
      ?? .empty
    let result = TextLine(
      setting: shaped.setting, metrics: metrics(for: setting.font), width: boxes.maxX - boxes.minX,
      inkBounds: shaped.inkBounds, isRightToLeft: boxes.isRightToLeft, isTruncated: shaped.isTruncated,
      glyphCount: inventory.count, missingCharacters: inventory.missing, characters: boxes,
      matchedFonts: shaped.matchedFonts)
    return keep(result, for: setting)
  }

  private func keep(_ line: TextLine, for setting: TextSetting) -> TextLine {
    if knownLines.count >= Self.lineLimit { (earlierLines, knownLines) = (knownLines, [:]) }
    knownLines[setting] = line
    return line
  }

  /// Loads a font with its letters and digits for masks at `scale` pixels per point.
  ///
  /// Otherwise the first text in the font takes as long as all other texts of a frame.
  public func prepare(_ font: Font, scale: Double) {
    _ = mask(of: line(Self.sample, font: font), scale: scale)
  }

  // Untranslated: letters of many shapes.
  private static let sample = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,- ΑΩαωὲἄ АЯая"

  /// Sets `text` on as many lines as `width` requires, at most `maximumLines`; the last then ends in an ellipsis.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - font: The font.
  ///   - width: The width in points at which lines break; nil breaks only at line breaks of the text.
  ///   - alignment: The edge along which lines are aligned.
  ///   - lineSpacing: The factor of the distance between baselines.
  ///   - maximumLines: The most lines; nil for no limit.
  public func paragraph(
    _ text: String, font: Font, width: Double? = nil, alignment: TextAlignment = .start,
    lineSpacing: Double = 1, maximumLines: Int? = nil
  ) -> TextParagraph {
    let form = TextSetting.Form.paragraph(
      alignment: alignment, lineSpacing: lineSpacing, maximumLines: maximumLines)
    let shaped = shape(
      TextSetting(text, font: font, width: width.flatMap(Self.usableWidth), form: form))
    let metrics = metrics(for: font)
    let inventory = shaped.glyphInventory()
    let lines = lines(of: shaped, metrics: metrics)
    let firstBaseline = lines[0].ascent
    let bottom = lines[lines.count - 1].origin.y + lines[lines.count - 1].descent
    let left = lines.reduce(Double.infinity) { min($0, $1.origin.x) }
    let right = lines.reduce(-Double.infinity) { max($0, $1.origin.x + $1.width) }
    return TextParagraph(
      setting: shaped.setting, lines: lines, metrics: metrics,
      size: Size(right - left, bottom + firstBaseline), firstBaseline: firstBaseline,
      inkBounds: shaped.inkBounds, isTruncated: shaped.isTruncated, glyphCount: inventory.count,
      missingCharacters: inventory.missing)
  }

  /// Returns the vertical measures of the first installed family of a font.
  public func metrics(for font: Font) -> FontMetrics {
    noticeNewFonts()
    let font = font.clamped
    let key = FaceKey(font)
    let unit = metricsOfFaces[key] ?? loadMetrics(key)
    metricsOfFaces[key] = unit
    return unit.scaled(by: font.size)
  }

  /// Returns the face that a font's Latin letters are set in, with its axes and features; nil without any font.
  public func face(of font: Font) -> FontFace? {
    noticeNewFonts()
    var key = font.clamped
    (key.axes, key.features) = ([:], [:])
    if let known = faces[FaceKey(key)] { return known }
    let face = loadFont(FaceKey(key)).flatMap { loaded in
      let reference = GObjectReference(adopting: loaded)
      return FontFace(reference.raw.assumingMemoryBound(to: PangoFont.self))
    }
    faces[FaceKey(key)] = .some(face)
    return face
  }

  /// Returns the family that is used for a font's Latin letters, or nil without any font.
  public func resolvedFamily(for font: Font) -> String? {
    noticeNewFonts()
    guard let loaded = loadFont(FaceKey(font.clamped)) else { return nil }
    let reference = GObjectReference(adopting: loaded)
    let fontPointer = reference.raw.assumingMemoryBound(to: PangoFont.self)
    guard let description = pango_font_describe(fontPointer) else { return nil }
    defer { pango_font_description_free(description) }
    return pango_font_description_get_family(description).map { String(cString: $0) }
  }

  /// Returns the outline of a glyph, created on first use.
  func outline(of glyph: OutlinedGlyph.ID, _ make: () -> Path) -> Path {
    if let known = outlines[glyph] { return known }
    // More are never on the screen at once; CJK fonts have that many.
    if outlines.count >= 8192 { outlines = [:] }
    let made = make()
    outlines[glyph] = made
    return made
  }

  /// Forgets everything about fonts if files were added since.
  func noticeNewFonts() {
    let revision = FontLibrary.revision
    guard revision != fontRevision else { return }
    fontRevision = revision
    if let map = regalia_fc_font_map(fontMapPointer) { pango_fc_font_map_config_changed(map) }
    (metricsOfFaces, faces, outlines) = ([:], [:], [:])
    (shapedTexts, knownLines, earlierLines) = ([:], [:], [:])
  }

  // Untranslated: the name of a font.
  /// The family in place of damaged fonts.
  private static let replacementFamily = "Sans"

  /// Returns whether another font replaces that of a setting, which makes far too many glyphs of its letters.
  public func usesReplacement(for setting: TextSetting) -> Bool { shape(setting).isReplacement }

  func shape(_ setting: TextSetting) -> ShapedText {
    noticeNewFonts()
    if let known = shapedTexts[setting] { return known }
    let description = description(for: FaceKey(setting.font.clamped))
    let metrics = metrics(for: setting.font)
    let spanDescriptions = setting.spans.map { self.description(for: FaceKey(setting.font(of: $0).clamped)) }
    let context = setting.isVertical ? columnContext.opaque : self.context.opaque
    func shapedText(_ matchedFonts: [MatchedFont] = []) -> ShapedText {
      ShapedText(
        setting, context: context, description: description,
        spanDescriptions: spanDescriptions, hasFont: metrics.isOfFont, matchedFonts: matchedFonts,
        capHeight: metrics.capHeight / max(setting.font.clamped.size, 1e-9))
    }
    var shaped = shapedText()
    if shaped.hasTooManyGlyphs {
      var font = setting.font.clamped
      font.family = Self.replacementFamily
      let replacement = self.description(for: FaceKey(font))
      shaped = ShapedText(
        setting, context: context, description: replacement,
        spanDescriptions: setting.spans.map { _ in replacement }, hasFont: metrics.isOfFont)
      shaped.isReplacement = true
    } else if setting.isDisplay, !shaped.text.isPlain {
      let fonts = matchedFonts(of: shaped)
      if !fonts.isEmpty { shaped = shapedText(fonts) }
    }
    if shapedTexts.count >= Self.shapedLimit { shapedTexts.removeAll(keepingCapacity: true) }
    shapedTexts[setting] = shaped
    return shaped
  }

  /// Returns the lines of a paragraph; at least one.
  private func lines(of shaped: ShapedText, metrics: FontMetrics) -> [TextParagraph.Line] {
    let shapedLines = shaped.lines
    guard !shapedLines.isEmpty else { return [.empty(metrics: metrics)] }
    return shapedLines.indices.map { index in
      let line = shapedLines[index]
      let next = index + 1 < shapedLines.count ? shapedLines[index + 1] : nil
      let range = shaped.characterRange(of: line, before: next)
      let boxes = shaped.characterBoxes(of: line, range: range)
      return TextParagraph.Line(
        range: range, origin: Point(boxes.minX, shaped.points(line.y)), width: boxes.maxX - boxes.minX,
        ascent: shaped.points(0 &- line.logical.y),
        descent: shaped.points(line.logical.height &+ line.logical.y),
        isRightToLeft: boxes.isRightToLeft, isLast: next == nil, characters: boxes)
    }
  }

  private func description(for key: FaceKey) -> OpaquePointer {
    if let known = descriptions[key] { return known.pointer }
    let made = FontDescription(key)
    descriptions[key] = made
    return made.pointer
  }

  /// Enables autohinting, so that fonts without hints of their own, such as Inter, are also fitted to pixel rows.
  private func fitFonts() {
    guard !fitsFonts else { return }
    fitsFonts = true
    let map = regalia_fc_font_map(fontMap.raw.assumingMemoryBound(to: PangoFontMap.self))
    let fit: PangoFcSubstituteFunc = { pattern, _ in
      FcPatternDel(pattern, FC_AUTOHINT)
      FcPatternAddBool(pattern, FC_AUTOHINT, 1)
    }
    if let map { pango_fc_font_map_set_default_substitute(map, fit, nil, nil) }
  }

  private func loadFont(_ key: FaceKey) -> UnsafeMutableRawPointer? {
    fitFonts()
    return pango_context_load_font(context.opaque, description(for: key)).map(UnsafeMutableRawPointer.init)
  }

  private func loadMetrics(_ key: FaceKey) -> FontMetrics {
    guard let loaded = loadFont(key) else { return .withoutFont }
    let reference = GObjectReference(adopting: loaded)
    return FontMetrics(unitMetricsOf: reference.raw.assumingMemoryBound(to: PangoFont.self))
  }

  /// Returns a usable width, or nil for no limit.
  private static func usableWidth(_ width: Double) -> Double? {
    width.isNaN || width == .infinity ? nil : max(width, 0)
  }

  /// The versions of the text libraries, for bug reports.
  public static var libraryVersion: String {
    let pango = pango_version_string().map { String(cString: $0) } ?? "unknown"
    let cairo = cairo_version_string().map { String(cString: $0) } ?? "unknown"
    return "\(pango), cairo \(cairo)"
  }

  /// Returns the line break opportunities of a text (Unicode UAX #14): the indices of the characters that may begin a
  /// line, except 0 and the end. Breaks that would need an added hyphen are excluded.
  ///
  /// `language` is a BCP 47 tag; nil is the locale's.
  public func breaks(in text: String, language: String? = nil) -> [Int] {
    let count = text.count
    return places(in: text, language: language) { $0.is_line_break != 0 && $1 != "\u{AD}" }.filter {
      $0 > 0 && $0 < count
    }
  }

  /// Returns the starts and ends of a text's words, as numbers of preceding characters; spaces are not words.
  public func wordBoundaries(in text: String) -> (starts: [Int], ends: [Int]) {
    (
      places(in: text) { attribute, _ in attribute.is_word_start != 0 },
      places(in: text) { attribute, _ in attribute.is_word_end != 0 }
    )
  }

  /// Returns the boundaries between characters at which Pango's attributes of the following scalar match.
  private func places(
    in text: String, language: String? = nil,
    where isWanted: (PangoLogAttr, _ previous: Unicode.Scalar?) -> Bool
  ) -> [Int] {
    let scalars = Array(text.unicodeScalars)
    let bytes = Array(text.utf8).filter { $0 != 0 }
    guard !scalars.isEmpty, bytes.count == text.utf8.count, scalars.count < 1 << 20 else { return [] }
    var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: scalars.count + 1)
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        pango_get_log_attrs(
          characters.baseAddress, Int32(characters.count), -1,
          language.flatMap { PangoLanguages.named($0) } ?? pango_language_get_default(), &attributes,
          Int32(attributes.count))
      }
    }
    var result: [Int] = []
    var scalar = 0
    for (index, character) in text.enumerated() {
      if isWanted(attributes[scalar], scalar > 0 ? scalars[scalar - 1] : nil) { result.append(index) }
      scalar += character.unicodeScalars.count
    }
    if isWanted(attributes[scalars.count], scalars.last) { result.append(text.count) }
    return result
  }

  /// Returns the first of a comma-separated list of families if it is not installed; nil if it is, or if it is a
  /// generic name such as `serif`.
  public func missingFont(inFamilies families: String) -> MissingFont? {
    var wanted = families.split(separator: ",").first ?? ""
    while wanted.first?.isWhitespace == true { wanted = wanted.dropFirst() }
    while wanted.last?.isWhitespace == true { wanted = wanted.dropLast() }
    let generic = ["sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui"]
    guard !wanted.isEmpty, !generic.contains(wanted.lowercased()) else { return nil }
    let used = resolvedFamily(for: Font(family: families, size: 64))
    guard used?.lowercased() != wanted.lowercased() else { return nil }
    return MissingFont(family: String(wanted), substitute: used)
  }
}

extension Typesetter {
  /// The installed font families, in alphabetical order.
  public var families: [String] {
    noticeNewFonts()
    var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(fontMapPointer, &list, &count)
    defer { g_free(list) }
    guard let list else { return [] }
    let names = (0..<Int(count)).compactMap { index in
      list[index].flatMap { pango_font_family_get_name($0) }.map { String(cString: $0) }
    }
    return Set(names).sorted { $0.lowercased() < $1.lowercased() }
  }
}

extension Typesetter {
  /// Renders a text as coverage.
  ///
  /// The baseline is aligned to a pixel row, and strokes are fitted vertically, never horizontally, so that the width
  /// of a text at every scale equals its layout.
  ///
  /// - Parameters:
  ///   - setting: The text and its font.
  ///   - scale: The pixels per point, above 0 and up to 1000; other scales give an empty mask.
  ///   - subpixelOffset: A shift to the right in pixels, of which the fraction counts.
  public func mask(of setting: TextSetting, scale: Double, subpixelOffset: Double = 0) -> TextMask {
    let shaped = shape(setting)
    guard scale > 0, scale <= 1000, let ink = shaped.inkBounds else { return .empty }
    let offset = subpixelOffset.isFinite ? subpixelOffset - subpixelOffset.rounded(.down) : 0
    // Vertical fitting may move an edge by almost a pixel; unused pixels are cut off below.
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

  /// Renders a line as coverage.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - scale: The pixels per point, above 0 and up to 1000; other scales give an empty mask.
  ///   - subpixelOffset: A shift to the right in pixels, of which the fraction counts.
  public func mask(of line: TextLine, scale: Double, subpixelOffset: Double = 0) -> TextMask {
    mask(of: line.setting, scale: scale, subpixelOffset: subpixelOffset)
  }

  /// Renders a paragraph as coverage.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph.
  ///   - scale: The pixels per point, above 0 and up to 1000; other scales give an empty mask.
  ///   - subpixelOffset: A shift to the right in pixels, of which the fraction counts.
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

  /// Adds a run to the path, or paints it if its glyphs are pictures; `unit` is the pixels in one of Pango's units.
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
      // Paths rather than cached glyph images, which cairo would align to whole pixels, spoiling the spacing.
      if GlyphPen.drawsPictures(run) {
        cairo_show_glyphs(cairo, glyphs.baseAddress, Int32(count))
      } else {
        cairo_glyph_path(cairo, glyphs.baseAddress, Int32(count))
      }
    }
  }

  /// Draws a text with cairo in the current source.
  ///
  /// On surfaces that keep text, such as PDF, each word stays one unit even if tracked. The letters match
  /// `outline(of:)`, except that pictures and missing glyphs are omitted.
  ///
  /// - Parameters:
  ///   - setting: The text and its font.
  ///   - characters: The indices of the characters that are drawn; nil draws all.
  ///   - cairo: A cairo context (`cairo_t`), which the caller owns.
  ///   - origin: The start of the baseline, in points.
  public func show(
    _ setting: TextSetting, characters: Range<Int>? = nil, on cairo: OpaquePointer, at origin: Point
  ) {
    let shaped = shape(setting)
    let isDivided =
      (characters != nil || !setting.spans.isEmpty)
      && !line(setting).characters.boxes.contains(where: \.isRightToLeft)
    let bytes = characters.map(shaped.text.bytes(ofCharacters:))
    guard let options = cairo_font_options_create() else { return }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    let pen = GlyphPen(scale: shaped.scale, options: options)
    for line in shaped.lines {
      var runs: [(run: PangoGlyphItem, x: Int32, words: [GlyphWord])] = []
      shaped.forEachRun(of: line) { run, x in
        let words =
          GlyphPen.drawsPictures(run)
          ? [] : GlyphWord.words(of: run, in: shaped.text.bytes, only: bytes, areDivided: isDivided)
        runs.append((run, x, words))
      }
      for index in runs.indices.dropLast() where bytes == nil && !isDivided {
        let (run, x, next) = (runs[index].run, runs[index].x, runs[index + 1])
        guard let word = runs[index].words.last,
          let start = word.continuation(of: run, in: next.words, of: next.run)
        else { continue }
        runs[index].words[runs[index].words.count - 1].reach(next.x &+ start &- x, in: run)
      }
      for (run, x, words) in runs where !words.isEmpty {
        guard pen.select(run, on: cairo, asShapes: GlyphPen.needsShapes(run)) else { continue }
        let isLayered = setting.font.keepsColors && GlyphPen.hasLayers(run)
        for word in words {
          let drawn = word.glyphs.filter { !isLayered || GlyphPen.layers(of: $0.glyph, run: run).isEmpty }
          guard !drawn.isEmpty else { continue }
          let glyphs = drawn.map { placed in
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

extension Typesetter {
  /// Draws a text with cairo in the current source, with a transform for each character.
  ///
  /// On surfaces that keep text, the whole text belongs to its least turned character, since readers would take
  /// letters on a curve for several lines. Pictures and missing glyphs are omitted.
  ///
  /// - Parameters:
  ///   - setting: The text and its font.
  ///   - characters: The indices of the characters that are drawn.
  ///   - cairo: A cairo context (`cairo_t`), which the caller owns.
  ///   - origin: The start of the baseline, in points.
  ///   - transform: Returns the mapping of a character, by its index, from its place on the line.
  public func show(
    _ setting: TextSetting, characters: Range<Int>, on cairo: OpaquePointer, at origin: Point,
    moving transform: (_ character: Int) -> AffineTransform
  ) {
    let shaped = shape(setting)
    guard let options = cairo_font_options_create() else { return }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    let pen = GlyphPen(scale: shaped.scale, options: options)
    var glyphs: [(run: PangoGlyphItem, glyph: cairo_glyph_t, transform: AffineTransform)] = []
    for line in shaped.lines {
      shaped.forEachRun(of: line) { run, x in
        guard !GlyphPen.drawsPictures(run) else { return }
        for placed in GlyphPen.glyphs(of: run) where !GlyphPen.isMissing(placed.glyph) {
          let character = shaped.character(of: placed, in: run)
          guard characters.contains(character) else { continue }
          let glyph = cairo_glyph_t(
            index: UInt(placed.glyph), x: origin.x + shaped.points(x &+ placed.x),
            y: origin.y + shaped.points(line.y &+ placed.y))
          glyphs.append((run, glyph, transform(character)))
        }
      }
    }
    // From left to right: readers reverse right-to-left text themselves.
    let (line, bytes) = (line(setting), shaped.text.bytes)
    let text = characters.clamped(to: 0..<shaped.text.characterCount)
      .sorted { (line.middle(ofCharacter: $0), $0) < (line.middle(ofCharacter: $1), $1) }
      .flatMap { bytes[shaped.text.bytes(ofCharacters: $0..<$0 + 1)] }
    let owner = glyphs.indices.max { glyphs[$0].transform.a < glyphs[$1].transform.a }
    for index in glyphs.indices {
      let (run, glyph, transform) = glyphs[index]
      var matrix = cairo_matrix_t(
        xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx,
        y0: transform.ty)
      cairo_save(cairo)
      cairo_transform(cairo, &matrix)
      if pen.select(run, on: cairo) {
        GlyphWord(bytes: index == owner ? text : []).show([glyph], on: cairo)
      }
      cairo_restore(cairo)
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

  /// Creates a mask from a surface, without the empty rows and columns around its content.
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

/// A requested font that is not installed.
public struct MissingFont: Hashable, Sendable, CustomStringConvertible {
  /// The first requested family.
  public let family: String

  /// The family that replaces it, or nil without any font.
  public let substitute: String?

  public var description: String { message.english }

  /// The sentence for a person.
  public var message: Message {
    guard let substitute else {
      return Message("{family} is not installed, nor is any other font", ["family": family.excerpt])
    }
    return Message(
      "{family} is not installed; {substitute} is used in its place",
      ["family": family.excerpt, "substitute": substitute])
  }
}

/// Text as coverage, one byte per pixel: 0 is outside, 255 entirely inside. One mask serves every ink.
public struct TextMask: Hashable, Sendable {
  /// The size of the mask; empty for a text without ink.
  public let size: PixelSize

  /// The pixel column of the left edge, relative to the pixel where the baseline starts.
  public let left: Int

  /// The pixel row of the upper edge, relative to the baseline; negative above it.
  public let top: Int

  /// The rows from top to bottom, without padding.
  public let coverage: [UInt8]

  /// Whether the text exceeded the largest mask and was clipped.
  public let isClipped: Bool

  /// The maximum width and height of a mask in pixels.
  public static let largestSide = 8192

  /// The maximum area of a mask in pixels; larger text is drawn from its outline.
  public static let largestArea = 1 << 24
}

/// A word, or the space between two, within a run: its bytes and its glyphs.
struct GlyphWord {
  let bytes: [UInt8]
  var glyphs: [GlyphPen.Placed] = []

  /// Returns the words of a run in logical order, or their glyphs that begin in a range of the text's bytes.
  ///
  /// In right-to-left text these are single characters: PDF readers reverse such text themselves, and would also
  /// reverse
  /// the letters of a word. If words are divided, between runs or ranges, the part with a word's start has all of its
  /// text: readers would take parts that stand apart for several words.
  static func words(
    of run: PangoGlyphItem, in text: [UInt8], only range: Range<Int>? = nil, areDivided: Bool = false
  ) -> [GlyphWord] {
    guard let item = run.item, let string = run.glyphs else { return [] }
    let start = Int(item.pointee.offset)
    let end = start + Int(item.pointee.length)
    guard start >= 0, start <= end, end <= text.count else { return [] }
    let bytes = Array(text[start..<end])
    let isRightToLeft = item.pointee.analysis.level % 2 == 1
    let areSingle = isRightToLeft || (range != nil && !areDivided)
    let parts = areSingle ? split(bytes, at: clusters(of: string, count: bytes.count)) : split(bytes)
    var words: [GlyphWord] = []
    var position = start
    for part in parts {
      let isOwn = areDivided && part != part.filter { $0 == UInt8(ascii: " ") }
      words.append(GlyphWord(bytes: isOwn ? wholeWord(at: position, in: text, from: range) : part))
      position += part.count
    }
    // The word that contains each byte of the run.
    let owners = parts.enumerated().flatMap { index, part in Array(repeating: index, count: part.count) }
    var x: Int32 = 0
    for index in 0..<Int(string.pointee.num_glyphs) {
      let info = string.pointee.glyphs[index]
      let byte = Int(string.pointee.log_clusters[index])
      if info.glyph != regalia_glyph_empty(), !GlyphPen.isMissing(info.glyph), owners.indices.contains(byte),
        range?.contains(start + byte) ?? true
      {
        words[owners[byte]].glyphs.append(
          GlyphPen.Placed(
            glyph: info.glyph, x: x &+ info.geometry.x_offset, y: info.geometry.y_offset &- run.y_offset,
            byte: byte))
      }
      x &+= info.geometry.width
    }
    words.removeAll { $0.glyphs.isEmpty }
    // In visual order, from left to right.
    return isRightToLeft ? words.reversed() : words
  }

  /// Returns the starts of the characters that glyphs represent, in logical order.
  private static func clusters(
    of string: UnsafeMutablePointer<PangoGlyphString>, count: Int
  ) -> [Int] {
    let starts = (0..<Int(string.pointee.num_glyphs)).map { Int(string.pointee.log_clusters[$0]) }
    return Set(starts + [0]).filter { (0..<count).contains($0) }.sorted()
  }

  private static func split(_ bytes: [UInt8], at starts: [Int]) -> [[UInt8]] {
    zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
  }

  /// Returns the word that starts at a position, or nothing if it starts before, or outside of a range.
  private static func wholeWord(at position: Int, in text: [UInt8], from range: Range<Int>?) -> [UInt8] {
    let space = UInt8(ascii: " ")
    let start = text[..<position].lastIndex(of: space).map { $0 + 1 } ?? 0
    guard start == position, range?.contains(start) ?? true else { return [] }
    return Array(text[start...].prefix { $0 != space })
  }

  /// Splits text before and after its spaces.
  private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var wasSpace: Bool?
    for byte in bytes {
      let isSpace = byte == UInt8(ascii: " ")
      if isSpace != wasSpace { parts.append([]) }
      parts[parts.count - 1].append(byte)
      wasSpace = isSpace
    }
    return parts
  }

  private var isSpace: Bool { bytes.first == UInt8(ascii: " ") }

  /// Returns the place in the next run of a line where its first word continues this one in another font; nil if it does
  /// not.
  func continuation(of run: PangoGlyphItem, in words: [GlyphWord], of next: PangoGlyphItem) -> Int32? {
    func isLeftToRight(_ run: PangoGlyphItem) -> Bool { (run.item?.pointee.analysis.level ?? 1) % 2 == 0 }
    guard isLeftToRight(run), isLeftToRight(next), !isSpace, let word = words.first, !word.isSpace else {
      return nil
    }
    return word.glyphs.first?.x
  }

  /// Adds an invisible glyph that ends at a place, relative to the start of the run.
  ///
  /// Readers of PDF divide a word where its tracking is followed by another font. With the glyph no gap remains.
  mutating func reach(_ place: Int32, in run: PangoGlyphItem) {
    guard let font = run.item?.pointee.analysis.font, let face = pango_font_get_hb_font(font) else { return }
    var space: hb_codepoint_t = 0
    guard hb_font_get_nominal_glyph(face, 0x20, &space) != 0 else { return }
    let width = hb_font_get_glyph_h_advance(face, space)
    guard width > 0, let last = glyphs.last else { return }
    glyphs.append(GlyphPen.Placed(glyph: space, x: place &- width, y: last.y, byte: last.byte))
  }

  /// Shows all glyphs as one cluster, so that readers treat the word as one, however large its tracking.
  func show(_ glyphs: [cairo_glyph_t], on cairo: OpaquePointer) {
    var cluster = cairo_text_cluster_t(num_bytes: Int32(bytes.count), num_glyphs: Int32(glyphs.count))
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        cairo_show_text_glyphs(
          cairo, text.baseAddress, Int32(text.count), glyphs, Int32(glyphs.count), &cluster, 1,
          cairo_text_cluster_flags_t(0))
      }
    }
  }
}
