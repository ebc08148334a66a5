// Untranslated file: benchmarks for developers.

import Text

/// A picture that is written as SVG, piece by piece.
struct SVGCanvas {
  private var xml = XMLWriter(indentation: 0)

  enum Anchor: String { case start, middle, end }

  init(width: Double, height: Double, title: String? = nil) {
    let (width, height) = (Self.number(width), Self.number(height))
    xml.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", width), ("height", height),
        ("viewBox", "0 0 \(width) \(height)"), ("font-family", PlotStyle.font),
      ])
    if let title { xml.element("title", text: title) }
    xml.element("rect", [("width", "100%"), ("height", "100%"), ("fill", "#ffffff")])
  }

  /// Writes words, which run upward where they are turned.
  mutating func text(
    _ words: String, _ x: Double, _ y: Double, size: Double = 11, color: String = PlotStyle.ink,
    anchor: Anchor = .start, isStrong: Bool = false, isTurned: Bool = false
  ) {
    var attributes: XMLWriter.Attributes = [
      ("x", Self.number(x)), ("y", Self.number(y)), ("font-size", Self.number(size)), ("fill", color),
      ("text-anchor", anchor.rawValue),
    ]
    if isStrong { attributes.append(("font-weight", "600")) }
    if isTurned { attributes.append(("transform", "rotate(-90 \(Self.number(x)) \(Self.number(y)))")) }
    xml.element("text", attributes, text: words)
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, color: String, width: Double = 1,
    dashes: String = ""
  ) {
    var attributes: XMLWriter.Attributes = [
      ("x1", Self.number(x1)), ("y1", Self.number(y1)), ("x2", Self.number(x2)), ("y2", Self.number(y2)),
      ("stroke", color), ("stroke-width", Self.number(width)),
    ]
    if !dashes.isEmpty { attributes.append(("stroke-dasharray", dashes)) }
    xml.element("line", attributes)
  }

  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, color: String, radius: Double = 0
  ) {
    var attributes: XMLWriter.Attributes = [
      ("x", Self.number(x)), ("y", Self.number(y)), ("width", Self.number(max(0, width))),
      ("height", Self.number(max(0, height))), ("fill", color),
    ]
    if radius > 0 { attributes.append(("rx", Self.number(radius))) }
    xml.element("rect", attributes)
  }

  mutating func disc(_ x: Double, _ y: Double, radius: Double, color: String, ring: String) {
    xml.element(
      "circle",
      [
        ("cx", Self.number(x)), ("cy", Self.number(y)), ("r", Self.number(radius)), ("fill", color),
        ("stroke", ring), ("stroke-width", "1.5"),
      ])
  }

  /// Draws a line through points that is not filled.
  mutating func polyline(
    _ points: [(x: Double, y: Double)], color: String, width: Double, dashes: String = ""
  ) {
    guard points.count > 1 else { return }
    let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    var attributes: XMLWriter.Attributes = [
      ("points", places), ("fill", "none"), ("stroke", color), ("stroke-width", Self.number(width)),
      ("stroke-linejoin", "round"), ("stroke-linecap", "round"),
    ]
    if !dashes.isEmpty { attributes.append(("stroke-dasharray", dashes)) }
    xml.element("polyline", attributes)
  }

  /// Marks something that lies beyond the upper edge.
  mutating func upwardMark(_ x: Double, _ y: Double, color: String) {
    let (left, right, bottom) = (Self.number(x - 2.5), Self.number(x + 2.5), Self.number(y + 4.5))
    let data = "M\(left) \(bottom)L\(Self.number(x)) \(Self.number(y))L\(right) \(bottom)z"
    xml.element("path", [("d", data), ("fill", color)])
  }

  /// Draws what `body` draws, clipped to a rectangle.
  mutating func clip(
    to id: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ body: (inout Self) -> Void
  ) {
    xml.open("clipPath", [("id", id)])
    rectangle(x, y, width, height, color: PlotStyle.ink)
    xml.close()
    xml.open("g", [("clip-path", "url(#\(id))")])
    body(&self)
    xml.close()
  }

  /// Ends the picture and returns it.
  consuming func document() -> String {
    xml.close()
    return xml.text
  }

  private static func number(_ value: Double) -> String { value.text(.rounded(to: 2)) }
}

/// The style that all plots share.
enum PlotStyle {
  static let font = "Inter, Helvetica, Arial, sans-serif"
  static let ink = "#1b1b1b"
  static let secondary = "#5f5f5f"
  static let hairline = "#e2e2e2"
  static let axis = "#9a9a9a"
  static let frames = "#2f6db5"
  static let soft = "#a9c6e8"
  static let outlier = "#c4422d"
}
