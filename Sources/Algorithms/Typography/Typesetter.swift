import CPango
import Geometry
import Text

/// Turns text into shaped lines, outlines and masks, with the fonts that the system has.
///
/// Creating one early is cheap and makes Pango read the font configuration on a thread of its own, so that the
/// first line, which needs it, comes sooner. A typesetter belongs to the thread that uses it.
public final class Typesetter {
  private let fontMap: GObjectReference
  private let context: GObjectReference
  private var descriptions: [FaceKey: FontDescription] = [:]
  private var metricsOfFaces: [FaceKey: FontMetrics] = [:]

  /// Whether fonts have been asked for; the first to ask waits until the configuration has been read.
  private var fitsFonts = false

  /// The outlines of glyphs in shaping units, which most texts share.
  private var outlines: [OutlinedGlyph.ID: Path] = [:]

  /// Texts that were shaped and lines that were measured lately: what is measured is drawn next, and shown for many
  /// frames. Lines are in two tables, of which the second has what the first had when it was full: one as large as both would
  /// be moved whole within one frame when it grows.
  private var shapedTexts: [TextSetting: ShapedText] = [:]
  private var knownLines: [TextSetting: TextLine] = [:]
  private var earlierLines: [TextSetting: TextLine] = [:]
  private static let shapedLimit = 128
  private static let lineLimit = 768

  var fontMapPointer: UnsafeMutablePointer<PangoFontMap> {
    fontMap.raw.assumingMemoryBound(to: PangoFontMap.self)
  }

  /// Creates a typesetter that prefers the letter shapes of `language`, a tag such as `"ja"`.
  public init(language: String = "en") {
    // Only an absurdly small memory makes either nil, and GLib has ended the process before.
    fontMap = GObjectReference(adopting: pango_cairo_font_map_new())
    let fontMapPointer = fontMap.raw.assumingMemoryBound(to: PangoFontMap.self)
    context = GObjectReference(adopting: pango_font_map_create_context(fontMapPointer))
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context.opaque, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context.opaque, 0)
    pango_context_set_language(context.opaque, pango_language_from_string(language))
  }

  /// Sets `text` on one line; with a width, what is longer ends in an ellipsis.
  public func line(_ text: String, font: Font, maximumWidth: Double? = nil) -> TextLine {
    line(TextSetting(text, font: font, width: maximumWidth.flatMap(Self.usableWidth)))
  }

  /// Sets a text on one line, as a setting of one line says it.
  public func line(_ setting: TextSetting) -> TextLine {
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
      glyphCount: inventory.count, missingCharacters: inventory.missing, characters: boxes)
    return keep(result, for: setting)
  }

  private func keep(_ line: TextLine, for setting: TextSetting) -> TextLine {
    if knownLines.count >= Self.lineLimit { (earlierLines, knownLines) = (knownLines, [:]) }
    knownLines[setting] = line
    return line
  }

  /// Loads a font with its letters and figures as masks of `scale` pixels a point have them: else the first text in it takes as
  /// long as all others of a frame.
  public func prepare(_ font: Font, scale: Double) {
    _ = mask(of: line(Self.sample, font: font), scale: scale)
  }

  private static let sample = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,- ΑΩαωὲἄ АЯая"

  /// Sets `text` on as many lines as `width` needs, at most `maximumLines`; the last then ends in an ellipsis.
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
    let font = font.clamped
    let key = FaceKey(font)
    let unit = metricsOfFaces[key] ?? loadMetrics(key)
    metricsOfFaces[key] = unit
    return unit.scaled(by: font.size)
  }

  /// Returns the name of the family that is really used for a font's Latin letters, or nil with no font at all.
  public func resolvedFamily(for font: Font) -> String? {
    guard let loaded = loadFont(FaceKey(font.clamped)) else { return nil }
    let reference = GObjectReference(adopting: loaded)
    let fontPointer = reference.raw.assumingMemoryBound(to: PangoFont.self)
    guard let description = pango_font_describe(fontPointer) else { return nil }
    defer { pango_font_description_free(description) }
    return pango_font_description_get_family(description).map { String(cString: $0) }
  }

  /// Returns the outline of a glyph, made when it is needed first.
  func outline(of glyph: OutlinedGlyph.ID, _ make: () -> Path) -> Path {
    if let known = outlines[glyph] { return known }
    // More are never on the screen at a time; the fonts of CJK have so many.
    if outlines.count >= 8192 { outlines = [:] }
    let made = make()
    outlines[glyph] = made
    return made
  }

  func shape(_ setting: TextSetting) -> ShapedText {
    if let known = shapedTexts[setting] { return known }
    let description = description(for: FaceKey(setting.font.clamped))
    let metrics = metrics(for: setting.font)
    let shaped = ShapedText(
      setting, context: context.opaque, description: description, hasFont: metrics.isOfFont)
    if shapedTexts.count >= Self.shapedLimit { shapedTexts.removeAll(keepingCapacity: true) }
    shapedTexts[setting] = shaped
    return shaped
  }

  /// Returns the lines of a paragraph, of which there is always one.
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

  /// Has fonts without hints of their own, Inter among them, fitted to rows of pixels too.
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

  /// Returns a width that can be used, or nil for one that sets no limit.
  private static func usableWidth(_ width: Double) -> Double? {
    width.isNaN || width == .infinity ? nil : max(width, 0)
  }

  /// The versions of the libraries that set text, for reports.
  public static var libraryVersion: String {
    let pango = pango_version_string().map { String(cString: $0) } ?? "unknown"
    let cairo = cairo_version_string().map { String(cString: $0) } ?? "unknown"
    return "\(pango), cairo \(cairo)"
  }

  /// Returns where a text may be broken into lines (Unicode UAX #14): the numbers of the characters that may begin a
  /// line, 0 and the end not among them. No place needs a hyphen that is not there.
  ///
  /// `language` is a tag of BCP 47; nil is that of the locale.
  public func breaks(in text: String, language: String? = nil) -> [Int] {
    let count = text.count
    return places(in: text, language: language) { $0.is_line_break != 0 && $1 != "\u{AD}" }.filter {
      $0 > 0 && $0 < count
    }
  }

  /// Returns where the words of a text begin and end, as characters before the place; spaces are no words.
  public func wordBoundaries(in text: String) -> (starts: [Int], ends: [Int]) {
    (
      places(in: text) { attribute, _ in attribute.is_word_start != 0 },
      places(in: text) { attribute, _ in attribute.is_word_end != 0 }
    )
  }

  /// Returns the boundaries between characters at which Pango's attributes of the scalar that follows are as wanted.
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

  /// Returns the first of a list of families, separated by commas, when it is not installed; nil when it is, or is a
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
