import CPango
import Geometry
import Text

/// A text that Pango has shaped, at one fixed size; `scale` converts its units to points of the requested font.
///
/// Everything is shaped at the same size, so that a layout is exactly proportional to the size of its font, and
/// all sizes of a face share one loaded font. Sums of Pango's integers use wrapping arithmetic: untrusted font data
/// must not cause a trap.
final class ShapedText {
  static let shapingSize = 64.0

  /// The limit that keeps widths within Pango's integers.
  static let maximumScalars = 4000

  let setting: TextSetting
  let text: SanitizedText
  let scale: Double

  private let layoutReference: GObjectReference

  var layout: OpaquePointer { layoutReference.opaque }

  /// False if no font is installed: Pango's measures are then meaningless, and nothing is drawn.
  let hasFont: Bool

  /// The fallback fonts that are matched to the main font.
  let matchedFonts: [MatchedFont]

  /// Whether another font replaces that of the setting, which makes far too many glyphs of its letters.
  var isReplacement = false

  /// Shapes a text with the description of its font and those of its spans; `capHeight` is the height of the font's
  /// capitals in em.
  init(
    _ setting: TextSetting, context: OpaquePointer, description: OpaquePointer,
    spanDescriptions: [OpaquePointer] = [], hasFont: Bool, matchedFonts: [MatchedFont] = [],
    capHeight: Double = 0
  ) {
    self.setting = setting
    self.hasFont = hasFont
    self.matchedFonts = matchedFonts
    let font = setting.font.clamped
    scale = font.size / Self.shapingSize
    let isLine = setting.form == .line
    let text = SanitizedText(
      setting.text, keepingLineBreaks: !isLine, maximumScalars: Self.maximumScalars,
      prefersColors: font.keepsColors)
    self.text = text
    let layout: OpaquePointer = pango_layout_new(context)
    layoutReference = GObjectReference(adopting: layout)
    pango_layout_set_font_description(layout, description)
    pango_layout_set_single_paragraph_mode(layout, isLine ? 1 : 0)
    text.withBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        pango_layout_set_text(layout, characters.baseAddress, Int32(characters.count))
      }
    }
    let spacing = Int32((font.tracking * Self.shapingSize * Double(PANGO_SCALE)).rounded())
    let attributes = pango_attr_list_new()
    apply(font, spacing: spacing, to: attributes)
    apply(spanDescriptions, spacing: spacing, to: attributes)
    if !text.isPlain { keepClustersWhole(context: context, description: description, attributes) }
    for matched in matchedFonts {
      let description = matched.description(italic: font.italic)
      insert(pango_attr_font_desc_new(description.pointer), over: matched.bytes, into: attributes)
    }
    if setting.isVertical {
      for range in text.rangesThatStand {
        insert(pango_attr_gravity_hint_new(PANGO_GRAVITY_HINT_STRONG), over: range, into: attributes)
      }
    }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    applyForm()
    space(by: spacing)
    if setting.isVertical { standUp(capHeight: capHeight) }
  }

  private func apply(_ font: Font, spacing: Int32, to attributes: OpaquePointer?) {
    let whole = 0..<text.byteCount
    if let language = setting.language {
      insert(pango_attr_language_new(PangoLanguages.named(language)), over: whole, into: attributes)
    }
    // A uniformly set text, as nearly all numbers are, which change with every frame.
    if text.isPlain, font.features.isEmpty, !font.capitalForms,
      setting.spans.allSatisfy(\.features.isEmpty)
    {
      let features: StaticString =
        switch (font.tabularFigures, setting.isKerned) {
        case (false, true): "liga=0, clig=0, dlig=0, hlig=0, rlig=0"
        case (true, true): "tnum=1, liga=0, clig=0, dlig=0, hlig=0, rlig=0"
        case (false, false): "kern=0, liga=0, clig=0, dlig=0, hlig=0, rlig=0"
        case (true, false): "kern=0, tnum=1, liga=0, clig=0, dlig=0, hlig=0, rlig=0"
        }
      let words = UnsafeRawPointer(features.utf8Start).assumingMemoryBound(to: CChar.self)
      insert(pango_attr_font_features_new(words), over: whole, into: attributes)
      if spacing != 0 { insert(pango_attr_letter_spacing_new(spacing), over: whole, into: attributes) }
      return
    }
    for (range, features) in features(of: font, isTracked: spacing != 0) {
      insert(pango_attr_font_features_new(features), over: range, into: attributes)
    }
    guard spacing != 0 else { return }
    for range in text.rangesThatMayBeSpaced {
      insert(pango_attr_letter_spacing_new(spacing), over: range, into: attributes)
    }
  }

  /// Sets the spans in their fonts and sizes; their tracking is relative to their size.
  private func apply(_ descriptions: [OpaquePointer], spacing: Int32, to attributes: OpaquePointer?) {
    guard !descriptions.isEmpty else { return }
    let spaced = text.rangesThatMayBeSpaced
    for (span, description) in zip(setting.spans, descriptions) {
      let bytes = text.bytes(ofCharacters: span.characters)
      guard !bytes.isEmpty else { continue }
      insert(pango_attr_font_desc_new(description), over: bytes, into: attributes)
      guard span.scale != 1 else { continue }
      insert(pango_attr_size_new_absolute(Self.units(of: span.scale)), over: bytes, into: attributes)
      for range in spaced where spacing != 0 && range.overlaps(bytes) {
        let own = Int32((Double(spacing) * span.scale).rounded())
        insert(pango_attr_letter_spacing_new(own), over: range.clamped(to: bytes), into: attributes)
      }
    }
  }

  /// Returns the size of a font in Pango's units, as a multiple of the size for shaping.
  static func units(of scale: Double) -> Int32 {
    Int32((min(max(scale, 0.01), 100) * shapingSize * Double(PANGO_SCALE)).rounded())
  }

  func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, over range: Range<Int>,
    into attributes: OpaquePointer?
  ) {
    guard let attribute else { return }
    attribute.pointee.start_index = guint(range.lowerBound)
    attribute.pointee.end_index = guint(range.upperBound)
    pango_attr_list_insert(attributes, attribute)
  }

  /// Returns the OpenType features for the parts of the text; for duplicates of a part Pango would use one.
  private func features(of font: Font, isTracked: Bool) -> [(range: Range<Int>, features: String)] {
    // Some fonts mark ornamental ligatures as required.
    let separate = "liga=0, clig=0, dlig=0, hlig=0, rlig=0"
    let figures = [font.tabularFigures ? "tnum=1" : nil, setting.isKerned ? nil : "kern=0"].compactMap(\.self)
    // Japanese headlines are set in the widths of their characters.
    let display = setting.isDisplay ? ["palt=1"] : []
    // The last of several values of a feature counts.
    func words(of features: [String: Int]) -> [String] {
      features.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
    let own = words(of: font.features)
    let spans = setting.spans.filter { !$0.features.isEmpty }.map { span in
      (
        bytes: text.bytes(ofCharacters: span.characters),
        features: words(of: setting.font(of: span).clamped.features)
      )
    }
    let separated = text.rangesWithoutLigatures(isTracked: isTracked)
    let capitals = font.capitalForms ? text.rangesOfCapitalForms : []
    let parts = separated + capitals + spans.map(\.bytes)
    let edges = Set([0, text.byteCount] + parts.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    return zip(edges, edges.dropFirst()).compactMap { start, end in
      let features =
        figures + (separated.contains { $0.contains(start) } ? [separate] : display)
        + (capitals.contains { $0.contains(start) } ? ["case=1"] : [])
        + (spans.first { $0.bytes.contains(start) }?.features ?? own)
      return features.isEmpty ? nil : (start..<end, features.joined(separator: ", "))
    }
  }

  private func applyForm() {
    if let width = setting.width {
      let units = (max(width, 0) / scale * Double(PANGO_SCALE)).rounded()
      pango_layout_set_width(layout, units < Double(Int32.max) ? Int32(units) : -1)
    }
    switch setting.form {
    case .line:
      if setting.width != nil { pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END) }
    case .paragraph(let alignment, let lineSpacing, let maximumLines):
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      switch alignment {
      case .start: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
      case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
      case .end: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
      case .justified: pango_layout_set_justify(layout, 1)
      }
      if lineSpacing.isFinite, lineSpacing > 0, lineSpacing != 1 {
        pango_layout_set_line_spacing(layout, Float(lineSpacing))
      }
      if let maximumLines {
        pango_layout_set_height(layout, -Int32(clamping: max(maximumLines, 1)))
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      }
    }
  }

  /// Converts a length from Pango's units to points.
  func points(_ units: Int32) -> Double { Double(units) * scale / Double(PANGO_SCALE) }

  var isTruncated: Bool { text.isCut || pango_layout_is_ellipsized(layout) != 0 }

  /// The ink bounds, from the start of the first baseline, or nil without ink.
  var inkBounds: Rect? {
    guard hasFont else { return nil }
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    guard ink.width > 0, ink.height > 0 else { return nil }
    // Pango measures from the layout's upper left; a line set within a width may begin elsewhere.
    let x = setting.form == .line ? ink.x &- logical.x : ink.x
    return Rect(
      x: points(x), y: points(ink.y &- pango_layout_get_baseline(layout)), width: points(ink.width),
      height: points(ink.height))
  }

  /// A line of the layout with the position of its baseline in Pango's units, relative to the first baseline.
  struct Line {
    let line: UnsafeMutablePointer<PangoLayoutLine>
    let x: Int32
    let y: Int32
    let logical: PangoRectangle
  }

  var lines: [Line] {
    var result: [Line] = []
    forEachLine { result.append($0) }
    return result
  }

  /// Whether there are far more glyphs than any script needs, as a damaged font makes them.
  var hasTooManyGlyphs: Bool {
    var count = 0
    for line in lines {
      forEachRun(of: line) { run, _ in count += Int(run.glyphs?.pointee.num_glyphs ?? 0) }
    }
    return count > 8 * text.byteCount + 64
  }

  var firstLine: Line? {
    var result: Line?
    forEachLine { result = result ?? $0 }
    return result
  }

  /// Calls `body` with each line, from the first to the last.
  func forEachLine(_ body: (Line) -> Void) {
    guard hasFont, let iterator = pango_layout_get_iter(layout) else { return }
    defer { pango_layout_iter_free(iterator) }
    let firstBaseline = pango_layout_get_baseline(layout)
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let baseline = pango_layout_iter_get_baseline(iterator)
      logical.y &-= baseline
      let x = setting.form == .line ? 0 : logical.x
      body(Line(line: line, x: x, y: baseline &- firstBaseline, logical: logical))
    } while pango_layout_iter_next_line(iterator) != 0
  }

  /// Calls `body` with each run of a line in visual order and the x where it begins.
  func forEachRun(of line: Line, _ body: (_ run: PangoGlyphItem, _ x: Int32) -> Void) {
    var x = line.x
    var node = line.line.pointee.runs
    while let current = node {
      if let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee {
        x &+= run.start_x_offset
        body(run, x)
        x &+= pango_glyph_string_get_width(run.glyphs) &+ run.end_x_offset
      }
      node = current.pointee.next
    }
  }
}

/// Letter spacing that Pango does not support, added to its finished lines.
extension ShapedText {
  /// Returns the index of the first character that a glyph of a run represents.
  func character(of glyph: GlyphPen.Placed, in run: PangoGlyphItem) -> Int {
    run.item.flatMap { text.character(atByte: Int($0.pointee.offset) + glyph.byte) } ?? -1
  }

  /// The glyphs of a character on a line, or of a part of one, from left to right.
  private struct Cluster {
    let character: Int
    /// The byte offset of its part of the text.
    let byte: Int
    var glyphs: [UnsafeMutablePointer<PangoGlyphInfo>] = []
    /// Whether it is invisible and has no width: joiners, directional marks, break opportunities.
    var isInvisible = true
  }

  /// Removes the tracking of invisible characters, `spacing` in Pango's units, and adds the setting's openings.
  func space(by spacing: Int32) {
    let openings = setting.openingWidths
    let hasInvisible = spacing != 0 && text.hasInvisibleCharacters
    guard hasFont, hasInvisible || !openings.isEmpty else { return }
    let spaced = hasInvisible ? text.spacedCharacters : []
    // The layout measures and draws these lines later, so changing them takes effect.
    var node = pango_layout_get_lines(layout)
    while let current = node {
      if let line = current.pointee.data?.assumingMemoryBound(to: PangoLayoutLine.self) {
        let clusters = clusters(of: line)
        if hasInvisible { takeBack(spacing, from: clusters, spaced: spaced) }
        for (index, cluster) in clusters.enumerated() {
          let isLast = index + 1 == clusters.count || clusters[index + 1].character != cluster.character
          guard isLast, let opening = openings[cluster.character] else { continue }
          let units = opening * Self.shapingSize * Double(PANGO_SCALE)
          cluster.glyphs.last?.pointee.geometry.width &+= Int32(units.rounded())
        }
      }
      node = current.pointee.next
    }
  }

  private func clusters(of line: UnsafeMutablePointer<PangoLayoutLine>) -> [Cluster] {
    var clusters: [Cluster] = []
    var node = line.pointee.runs
    while let current = node {
      if let run = current.pointee.data?.assumingMemoryBound(to: PangoGlyphItem.self).pointee,
        let string = run.glyphs
      {
        for index in 0..<Int(string.pointee.num_glyphs) {
          let glyph = string.pointee.glyphs + index
          let byte = (run.item.map { Int($0.pointee.offset) } ?? 0) + Int(string.pointee.log_clusters[index])
          if clusters.last?.byte != byte {
            clusters.append(Cluster(character: text.character(atByte: byte) ?? -1, byte: byte))
          }
          clusters[clusters.count - 1].glyphs.append(glyph)
          if glyph.pointee.glyph != regalia_glyph_empty() { clusters[clusters.count - 1].isInvisible = false }
        }
      }
      node = current.pointee.next
    }
    return clusters
  }

  /// Pango puts half of the spacing on either side of each character, but none at the ends of a line.
  private func takeBack(_ spacing: Int32, from clusters: [Cluster], spaced: Set<Int>) {
    for cluster in clusters where cluster.isInvisible && spaced.contains(cluster.character) {
      for glyph in cluster.glyphs { (glyph.pointee.geometry.width, glyph.pointee.geometry.x_offset) = (0, 0) }
    }
    var left = spacing / 2
    let unit = PANGO_SCALE
    if spacing & (unit - 1) == 0 { left = (left &+ unit / 2) & ~(unit - 1) }
    // The first and the last visible cluster count as the ends of the line, as if invisible ones were absent.
    if clusters.first?.isInvisible == true, let first = clusters.first(where: { !$0.isInvisible }),
      spaced.contains(first.character), let glyph = first.glyphs.first
    {
      glyph.pointee.geometry.width &-= left
      glyph.pointee.geometry.x_offset &-= left
    }
    if clusters.last?.isInvisible == true, let last = clusters.last(where: { !$0.isInvisible }),
      spaced.contains(last.character), let glyph = last.glyphs.last
    {
      glyph.pointee.geometry.width &-= spacing &- left
    }
  }
}

extension SanitizedText {
  /// Whether the text contains invisible characters without width.
  fileprivate var hasInvisibleCharacters: Bool {
    !isPlain
      && String(decoding: bytes, as: UTF8.self).unicodeScalars.contains {
        $0.properties.isDefaultIgnorableCodePoint
      }
  }

  /// The indices of the tracked characters.
  fileprivate var spacedCharacters: Set<Int> {
    Set(rangesThatMayBeSpaced.lazy.joined().compactMap(character(atByte:)))
  }
}

extension ShapedText {
  /// Returns the positions of the characters in `range` on a line, in points.
  func characterBoxes(of line: Line, range: Range<Int>) -> CharacterBoxes {
    let isRightToLeft = line.line.pointee.resolved_dir == PANGO_DIRECTION_RTL.rawValue
    let minX = points(line.x)
    let maxX = points(line.x &+ line.logical.width)
    let unset = CharacterBoxes.Box(minX: .nan, maxX: .nan, isRightToLeft: isRightToLeft)
    var boxes = [CharacterBoxes.Box](repeating: unset, count: range.count)
    forEachRun(of: line) { run, x in add(run, at: x, in: range, to: &boxes) }
    fillGaps(in: &boxes, start: isRightToLeft ? maxX : minX)
    return CharacterBoxes(boxes: boxes, isRightToLeft: isRightToLeft, minX: minX, maxX: maxX)
  }

  private func add(
    _ run: PangoGlyphItem, at x: Int32, in range: Range<Int>, to boxes: inout [CharacterBoxes.Box]
  ) {
    guard let item = run.item, item.pointee.num_chars > 0, let layoutText = pango_layout_get_text(layout)
    else { return }
    let count = Int(item.pointee.num_chars)
    let isRightToLeft = item.pointee.analysis.level % 2 == 1
    var copy = run
    var edge = isRightToLeft ? x &+ pango_glyph_string_get_width(run.glyphs) : x
    var byte = Int(item.pointee.offset)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { widths in
      widths.initialize(repeating: 0)
      pango_glyph_item_get_logical_widths(&copy, layoutText, widths.baseAddress)
      for width in widths {
        guard let owner = text.character(atByte: byte) else { break }
        let start = edge
        edge = isRightToLeft ? edge &- width : edge &+ width
        let character = owner - range.lowerBound
        byte += text.sequenceLength(atByte: byte)
        guard boxes.indices.contains(character) else { continue }
        let low = points(min(start, edge))
        let high = points(max(start, edge))
        let old = boxes[character]
        boxes[character] = CharacterBoxes.Box(
          minX: old.minX.isNaN ? low : min(old.minX, low),
          maxX: old.maxX.isNaN ? high : max(old.maxX, high), isRightToLeft: isRightToLeft)
      }
    }
  }

  /// Gives characters outside any run, such as line breaks, a zero-width position after the preceding one.
  private func fillGaps(in boxes: inout [CharacterBoxes.Box], start: Double) {
    var edge = start
    for index in boxes.indices {
      if boxes[index].minX.isNaN {
        boxes[index].minX = edge
        boxes[index].maxX = edge
      }
      edge = boxes[index].trailing
    }
  }

  /// Returns the characters that begin within a line's bytes; a break belongs to the line that it ends.
  func characterRange(of line: Line, before next: Line?) -> Range<Int> {
    let start = character(atByte: Int(line.line.pointee.start_index))
    let end = next.map { character(atByte: Int($0.line.pointee.start_index)) } ?? text.characterCount
    return start..<max(start, end)
  }

  private func character(atByte byte: Int) -> Int {
    guard let character = text.character(atByte: byte), character >= 0 else { return text.characterCount }
    return character
  }

  /// Counts the glyphs and collects the characters that no font has, without duplicates.
  func glyphInventory() -> (count: Int, missing: [Unicode.Scalar]) {
    var count = 0
    var missing: [Unicode.Scalar] = []
    var known: Set<UInt32> = []
    guard hasFont else {
      let scalars = String(decoding: text.bytes, as: UTF8.self).unicodeScalars
      return (0, scalars.filter { known.insert($0.value).inserted })
    }
    forEachLine { line in
      forEachRun(of: line) { run, _ in
        guard let glyphs = run.glyphs else { return }
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
          let glyph = glyphs.pointee.glyphs[index].glyph
          guard glyph != regalia_glyph_empty() else { continue }
          count += 1
          guard glyph & regalia_glyph_unknown_flag() != 0,
            let scalar = Unicode.Scalar(glyph & ~regalia_glyph_unknown_flag()),
            known.insert(scalar.value).inserted
          else { continue }
          missing.append(scalar)
        }
      }
    }
    return (count, missing)
  }
}

extension ShapedText {
  /// Returns Pango's own cursor positions at a boundary, in points.
  func pangoCursor(before character: Int) -> (strong: Double, weak: Double) {
    let byte = text.firstByte(ofCharacter: character) ?? text.byteCount
    var strong = PangoRectangle()
    var weak = PangoRectangle()
    pango_layout_get_cursor_pos(layout, Int32(byte), &strong, &weak)
    return (points(strong.x), points(weak.x))
  }
}
