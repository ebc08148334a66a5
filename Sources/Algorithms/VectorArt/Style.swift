import Colors
import Geometry
import Text

/// The inherited properties of an element.
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
  var color = Color(.black)
  var scheme = ColorScheme.light
  /// The ids of the start, middle and end markers.
  var markerStart: String?
  var markerMid: String?
  var markerEnd: String?
  /// The custom properties, which do not draw by themselves.
  var variables = CustomProperties()

  var markers: [String?] { [markerStart, markerMid, markerEnd] }

  /// Returns the style of an element whose parent has this one.
  ///
  /// `value` returns a property of the element, or nil to inherit. An invalid value counts as nil.
  func inherited(variables: CustomProperties, _ value: (String) -> String?) -> Style {
    var style = self
    style.variables = variables
    func read<Value>(_ name: String, _ path: WritableKeyPath<Style, Value>, _ parse: (String) -> Value?) {
      guard let text = value(name) else { return }
      style[keyPath: path] = text == "initial" ? Style()[keyPath: path] : parse(text) ?? self[keyPath: path]
    }
    func paint(_ text: String) -> Paint? { Paint(text, current: style.color, scheme: style.scheme) }
    read("font-size", \.fontSize, size)
    read("color-scheme", \.scheme, Style.scheme)
    read("color", \.color) { Paint.color($0, current: color, scheme: style.scheme) }
    read("fill", \.fill, paint)
    read("stroke", \.stroke, paint)
    read("fill-opacity", \.fillOpacity, Paint.opacity)
    read("stroke-opacity", \.strokeOpacity, Paint.opacity)
    read("fill-rule", \.fillRule, Style.rule)
    read("clip-rule", \.clipRule, Style.rule)
    read("stroke-width", \.strokeWidth) { Length($0).flatMap { $0.isNegative ? nil : $0 } }
    read("stroke-linecap", \.cap, Style.cap)
    read("stroke-linejoin", \.join, Style.join)
    read("stroke-miterlimit", \.miterLimit, Style.miterLimit)
    read("stroke-dasharray", \.dashes, Style.dashes)
    read("stroke-dashoffset", \.dashOffset) { Length($0) }
    read("visibility", \.isVisible) { $0.keyword == "visible" }
    read("marker-start", \.markerStart, Link.functionID)
    read("marker-mid", \.markerMid, Link.functionID)
    read("marker-end", \.markerEnd, Link.functionID)
    return style
  }

  /// Returns a font size in user units.
  func size(_ text: String) -> Double? {
    if let length = Length(text) { return length.resolved(whole: fontSize, fontSize: fontSize) }
    let names = [
      "xx-small": 9.0, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32,
      "xxx-large": 48, "smaller": fontSize / 1.2, "larger": fontSize * 1.2,
    ]
    return text.keyword.flatMap { names[$0] }
  }

  static func rule(_ text: String) -> FillRule? {
    switch text.keyword {
    case "nonzero": .nonZero
    case "evenodd": .evenOdd
    default: nil
    }
  }

  static func cap(_ text: String) -> StrokeStyle.Cap? {
    text.keyword.flatMap { StrokeStyle.Cap(rawValue: $0) }
  }

  static func join(_ text: String) -> StrokeStyle.Join? {
    // `arcs` is not supported and drawn as `miter`.
    text.keyword.flatMap { StrokeStyle.Join(rawValue: $0 == "arcs" ? "miter" : $0) }
  }

  static func miterLimit(_ text: String) -> Double? {
    var reader = CSSReader(text)
    guard let limit = try? CSSMath().value(&reader), reader.next == .end, limit.unit == .number,
      limit.value >= 1
    else { return nil }
    return limit.value
  }

  /// Returns the scheme that a page with these schemes uses on a light screen (CSS Color Adjustment 1 §2.2).
  static func scheme(_ text: String) -> ColorScheme? {
    var reader = CSSReader(text)
    var words: [String] = []
    while case .word(let word) = reader.next {
      words.append(word)
      reader.advance()
    }
    guard reader.next == .end, !words.isEmpty else { return nil }
    return words.contains("dark") && !words.contains("light") ? .dark : .light
  }

  static func dashes(_ text: String) -> [Length]? {
    var reader = CSSReader(text)
    if reader.next == .word("none") {
      reader.advance()
      return reader.next == .end ? [] : nil
    }
    var result: [Length] = []
    while reader.next != .end {
      guard result.count < 10_000, let length = Length(&reader) else { return nil }
      result.append(length)
      if reader.skip(","), reader.next == .end { return nil }
    }
    return result
  }

  /// Returns the stroke style in user units.
  func strokeStyle(viewport: Size) -> StrokeStyle {
    func length(_ length: Length) -> Double {
      length.resolved(.other, viewport: viewport, fontSize: fontSize)
    }
    return StrokeStyle(
      width: length(strokeWidth), cap: cap, join: join, miterLimit: miterLimit, dashes: dashes.map(length),
      dashOffset: length(dashOffset))
  }
}
