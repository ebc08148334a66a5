import CPango
import Geometry
import Text

/// A text that Pango has shaped, at one fixed size; `scale` turns its units into points of the font asked for.
///
/// Everything is shaped at the same size, so that a layout is exactly proportional to the size of its font, and
/// all sizes of a face share one loaded font. Sums of Pango's integers wrap: what its fonts say is not to be
/// trusted with a trap.
final class ShapedText {
  static let shapingSize = 64.0

  /// What keeps the widths below what Pango's integers hold.
  static let maximumScalars = 4000

  let setting: TextSetting
  let text: SanitizedText
  let scale: Double

  private let layoutReference: GObjectReference

  var layout: OpaquePointer { layoutReference.opaque }

  /// False where no font is installed at all: Pango's measures then mean nothing, and nothing is drawn.
  let hasFont: Bool

  init(_ setting: TextSetting, context: OpaquePointer, description: OpaquePointer, hasFont: Bool) {
    self.setting = setting
    self.hasFont = hasFont
    let font = setting.font.clamped
    scale = font.size / Self.shapingSize
    let isLine = setting.form == .line
    let text = SanitizedText(
      setting.text, keepingLineBreaks: !isLine, maximumScalars: Self.maximumScalars)
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
    if !text.isPlain { keepClustersWhole(context: context, description: description, attributes) }
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    applyForm()
    space(by: spacing)
  }

  private func apply(_ font: Font, spacing: Int32, to attributes: OpaquePointer?) {
    let whole = 0..<text.byteCount
    if let language = setting.language {
      insert(pango_attr_language_new(PangoLanguages.named(language)), over: whole, into: attributes)
    }
    // A text that is set alike from end to end, as nearly all numbers are, which change with every frame.
    if text.isPlain {
      let features: StaticString =
        font.tabularFigures
        ? "tnum=1, liga=0, clig=0, dlig=0, hlig=0, rlig=0" : "liga=0, clig=0, dlig=0, hlig=0, rlig=0"
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

  func insert(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, over range: Range<Int>,
    into attributes: OpaquePointer?
  ) {
    guard let attribute else { return }
    attribute.pointee.start_index = guint(range.lowerBound)
    attribute.pointee.end_index = guint(range.upperBound)
    pango_attr_list_insert(attributes, attribute)
  }

  /// Returns the features of OpenType for the parts of the text; of two for the same part Pango would take one.
  private func features(of font: Font, isTracked: Bool) -> [(range: Range<Int>, features: String)] {
    // Some fonts call ornamental ligatures required.
    let separate = "liga=0, clig=0, dlig=0, hlig=0, rlig=0"
    let figures = font.tabularFigures ? "tnum=1" : ""
    var result: [(range: Range<Int>, features: String)] = []
    var end = 0
    for range in text.rangesWithoutLigatures(isTracked: isTracked) {
      if range.lowerBound > end { result.append((end..<range.lowerBound, figures)) }
      result.append((range, figures.isEmpty ? separate : "\(figures), \(separate)"))
      end = range.upperBound
    }
    if end < text.byteCount { result.append((end..<text.byteCount, figures)) }
    return result.filter { !$0.features.isEmpty }
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

  /// Returns a length in Pango's units as points.
  func points(_ units: Int32) -> Double { Double(units) * scale / Double(PANGO_SCALE) }

  var isTruncated: Bool { text.isCut || pango_layout_is_ellipsized(layout) != 0 }

  /// The smallest rectangle around the ink, from the start of the first baseline, or nil when there is none.
  var inkBounds: Rect? {
    guard hasFont else { return nil }
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    guard ink.width > 0, ink.height > 0 else { return nil }
    // Pango counts from the layout's upper left; a line set within a width may begin elsewhere.
    let x = setting.form == .line ? ink.x &- logical.x : ink.x
    return Rect(
      x: points(x), y: points(ink.y &- pango_layout_get_baseline(layout)), width: points(ink.width),
      height: points(ink.height))
  }

  /// A line of the layout with the place of its baseline in Pango's units, from the first baseline.
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

  /// Calls `body` with each run of a line in visual order and where it begins.
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
