import Geometry

/// The properties that an element's children inherit.
struct Style {
  var fill = Paint.black
  var stroke = Paint.none
  var fillOpacity = 1.0
  var strokeOpacity = 1.0
  var fillRule = FillRule.nonZero
  var clipRule = FillRule.nonZero
  var strokeWidth = Length(1)
  var cap = StrokeStyle.Cap.butt
  var join = StrokeStyle.Join.miter
  var miterLimit = 4.0
  var dashes: [Length] = []
  var dashOffset = Length(0)
  var fontSize = 16.0
  var isVisible = true
  var colorAlpha = 1.0
  var colorKey = "#000000"
  /// The markers' identifiers at the start, in the middle and at the end.
  var markers: [String?] = [nil, nil, nil]

  /// Returns the style of an element whose parent has this one.
  ///
  /// `value` gives a property of the element. A value that is not understood is as good as none.
  func inherited(viewport: Size, _ value: (String) -> String?) -> Style {
    var style = self
    func own(_ name: String) -> String? {
      guard let text = value(name)?.trimmed, text != "inherit" else { return nil }
      return text
    }
    if let text = own("font-size") { style.fontSize = size(text, viewport) ?? fontSize }
    if let text = own("color"), let alpha = Paint.alpha(text) {
      (style.colorAlpha, style.colorKey) = (alpha, Paint.key(text))
    }
    if let text = own("fill") { style.fill = Paint(text) ?? fill }
    if let text = own("stroke") { style.stroke = Paint(text) ?? stroke }
    if let text = own("fill-opacity") { style.fillOpacity = Paint.opacity(text) ?? fillOpacity }
    if let text = own("stroke-opacity") { style.strokeOpacity = Paint.opacity(text) ?? strokeOpacity }
    if let text = own("fill-rule") { style.fillRule = Style.rule(text) ?? fillRule }
    if let text = own("clip-rule") { style.clipRule = Style.rule(text) ?? clipRule }
    if let text = own("stroke-width"), let width = Length(text), width.value >= 0 {
      style.strokeWidth = width
    }
    if let text = own("stroke-linecap") { style.cap = StrokeStyle.Cap(rawValue: text) ?? cap }
    if let text = own("stroke-linejoin") {
      style.join = StrokeStyle.Join(rawValue: text) ?? (text == "arcs" ? .miter : join)
    }
    if let text = own("stroke-miterlimit"), let limit = Length(text), limit.unit == .user, limit.value >= 1,
      !text.hasSuffix("px")
    {
      style.miterLimit = limit.value
    }
    if let text = own("stroke-dasharray") { style.dashes = Style.dashes(text) ?? dashes }
    if let text = own("stroke-dashoffset") { style.dashOffset = Length(text) ?? dashOffset }
    if let text = own("visibility") { style.isVisible = text == "visible" }
    for (index, name) in ["marker-start", "marker-mid", "marker-end"].enumerated() {
      if let text = own(name) { style.markers[index] = Link.functionID(text) }
    }
    return style
  }

  private func size(_ text: String, _ viewport: Size) -> Double? {
    if let length = Length(text) {
      if length.unit == .percent { return length.value / 100 * fontSize }
      return length.resolved(.other, viewport: viewport, fontSize: fontSize)
    }
    let names = [
      "xx-small": 9.0, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
      "smaller": fontSize / 1.2, "larger": fontSize * 1.2,
    ]
    return names[text]
  }

  private static func rule(_ text: String) -> FillRule? {
    switch text {
    case "nonzero": .nonZero
    case "evenodd": .evenOdd
    default: nil
    }
  }

  private static func dashes(_ text: String) -> [Length]? {
    if text == "none" { return [] }
    var scanner = AttributeScanner(text)
    var result: [Length] = []
    scanner.skipSpace()
    while !scanner.isAtEnd {
      guard result.count < 10_000, let length = Length(&scanner) else { return nil }
      result.append(length)
      scanner.skipSeparator()
    }
    return result
  }

  /// Returns how lines are drawn in user units.
  func strokeStyle(viewport: Size) -> StrokeStyle {
    func length(_ length: Length) -> Double {
      length.resolved(.other, viewport: viewport, fontSize: fontSize)
    }
    return StrokeStyle(
      width: length(strokeWidth), cap: cap, join: join, miterLimit: miterLimit, dashes: dashes.map(length),
      dashOffset: length(dashOffset))
  }
}
