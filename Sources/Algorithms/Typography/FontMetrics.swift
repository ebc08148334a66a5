import CPango

/// The vertical measures of a font, in points from the baseline.
public struct FontMetrics: Hashable, Sendable {
  /// The ascent of the font's letters and accents.
  public let ascent: Double

  /// The descent, as a positive number.
  public let descent: Double

  /// The font's gap between two lines.
  public let lineGap: Double

  /// The height of capitals.
  public let capHeight: Double

  /// The height of lower-case letters without ascenders.
  public let xHeight: Double

  /// Whether these are a font's own measures, rather than defaults.
  let isOfFont: Bool

  /// The sum of ascent and descent.
  public var height: Double { ascent + descent }
}

extension FontMetrics {
  /// The default measures, for an em of one point, if no font is installed.
  static let withoutFont = FontMetrics(
    ascent: 0.9, descent: 0.25, lineGap: 0, capHeight: 0.7, xHeight: 0.5, isOfFont: false)

  /// Reads a font's measures for an em of one point.
  init(unitMetricsOf font: UnsafeMutablePointer<PangoFont>) {
    guard let face = pango_font_get_hb_font(font) else {
      self = .withoutFont
      return
    }
    let unit = 1 / (ShapedText.shapingSize * Double(PANGO_SCALE))
    var extents = hb_font_extents_t()
    hb_font_get_h_extents(face, &extents)
    func metric(_ tag: hb_ot_metrics_tag_t) -> Double? {
      var position: hb_position_t = 0
      return hb_ot_metrics_get_position(face, tag, &position) != 0 && position > 0
        ? Double(position) * unit : nil
    }
    let ascent = Double(extents.ascender) * unit
    self.init(
      ascent: ascent, descent: -Double(extents.descender) * unit,
      lineGap: Double(extents.line_gap) * unit,
      capHeight: metric(HB_OT_METRICS_TAG_CAP_HEIGHT) ?? ascent * 0.75,
      xHeight: metric(HB_OT_METRICS_TAG_X_HEIGHT) ?? ascent * 0.55,
      isOfFont: true)
  }

  func scaled(by size: Double) -> FontMetrics {
    FontMetrics(
      ascent: ascent * size, descent: descent * size, lineGap: lineGap * size, capHeight: capHeight * size,
      xHeight: xHeight * size, isOfFont: isOfFont)
  }
}
