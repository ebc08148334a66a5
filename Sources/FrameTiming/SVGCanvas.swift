/// A picture that is written as SVG, piece by piece.
struct SVGCanvas {
  private var pieces: [String] = []
  let width: Double
  let height: Double

  enum Anchor: String { case start, middle, end }

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  mutating func text(
    _ words: String, _ x: Double, _ y: Double, size: Double = 11, color: String = PlotStyle.ink,
    anchor: Anchor = .start, isStrong: Bool = false
  ) {
    let weight = isStrong ? " font-weight=\"600\"" : ""
    pieces.append(
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(Self.number(size))\" fill=\"\(color)\""
        + " text-anchor=\"\(anchor.rawValue)\"\(weight)>\(Self.escaped(words))</text>")
  }

  mutating func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, color: String, width: Double = 1,
    dashes: String = ""
  ) {
    let dash = dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\""
    pieces.append(
      "<line x1=\"\(Self.number(x1))\" y1=\"\(Self.number(y1))\" x2=\"\(Self.number(x2))\" "
        + "y2=\"\(Self.number(y2))\" stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\"\(dash)/>")
  }

  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, color: String, radius: Double = 0
  ) {
    let corner = radius > 0 ? " rx=\"\(Self.number(radius))\"" : ""
    pieces.append(
      "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(max(0, width)))\" "
        + "height=\"\(Self.number(max(0, height)))\" fill=\"\(color)\"\(corner)/>")
  }

  mutating func disc(_ x: Double, _ y: Double, radius: Double, color: String, ring: String) {
    pieces.append(
      "<circle cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\" fill=\"\(color)\" "
        + "stroke=\"\(ring)\" stroke-width=\"1.5\"/>")
  }

  /// Draws a line through points that is not filled.
  mutating func polyline(_ points: [(x: Double, y: Double)], color: String, width: Double) {
    guard points.count > 1 else { return }
    let places = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    pieces.append(
      "<polyline points=\"\(places)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\" "
        + "stroke-linejoin=\"round\"/>")
  }

  /// Marks something that lies beyond the upper edge.
  mutating func upwardMark(_ x: Double, _ y: Double, color: String) {
    let (left, right) = (Self.number(x - 2.5), Self.number(x + 2.5))
    pieces.append(
      "<path d=\"M\(left) \(Self.number(y + 4.5))L\(Self.number(x)) \(Self.number(y))L\(right) "
        + "\(Self.number(y + 4.5))z\" fill=\"\(color)\"/>")
  }

  var document: String {
    let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
    let box = "viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\""
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(box) font-family=\"\(PlotStyle.font)\">\n"
      + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + pieces.joined(separator: "\n")
      + "\n</svg>\n"
  }

  private static func number(_ value: Double) -> String {
    let hundredths = (value * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
  }

  private static func escaped(_ text: String) -> String {
    // Characters that XML does not have at all are left out.
    let allowed = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0xfffe && $0.value != 0xffff }
    return String(String.UnicodeScalarView(allowed)).replacing("&", with: "&amp;").replacing(
      "<", with: "&lt;"
    )
    .replacing(">", with: "&gt;")
  }
}

/// What all plots share.
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
