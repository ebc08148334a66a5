import Geometry

/// Returns the drawing as an SVG document; the same drawing always gives the same text.
public func svg(of drawing: CrownDrawing) -> String {
  var writer = SVGWriter()
  return writer.document(drawing)
}

/// Writes elements with two spaces a level and numbers of at most three decimals.
private struct SVGWriter {
  private var body = ""
  private var clips = ""
  private var clipCount = 0

  mutating func document(_ drawing: CrownDrawing) -> String {
    for node in drawing.nodes { write(node, indent: "    ") }
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
    text += "viewBox=\"0 0 \(number(drawing.size.width)) \(number(drawing.size.height))\">\n"
    let parts = drawing.parts.map { part in
      "    <g id=\"\(part.id)\">\n" + part.shapes.map { "      \(element($0))\n" }.joined() + "    </g>\n"
    }
    if !parts.isEmpty || !clips.isEmpty { text += "  <defs>\n\(parts.joined())\(clips)  </defs>\n" }
    return text + "  <g fill=\"#000\">\n\(body)  </g>\n</svg>\n"
  }

  private mutating func write(_ node: CrownDrawing.Node, indent: String) {
    switch node {
    case .shape(let shape):
      body += "\(indent)\(element(shape))\n"
    case .use(let part, let transform):
      body += "\(indent)<use xlink:href=\"#\(part)\"\(attribute(transform))/>\n"
    case .group(let transform, let voids, let children):
      let clip = voids.map { " clip-path=\"url(#\(define($0)))\"" } ?? ""
      body += "\(indent)<g\(attribute(transform))\(clip)>\n"
      for child in children { write(child, indent: indent + "  ") }
      body += "\(indent)</g>\n"
    }
  }

  private mutating func define(_ voids: Path) -> String {
    clipCount += 1
    let data = pathData(CrownDrawing.kept(outside: voids))
    clips += "    <clipPath id=\"clear\(clipCount)\"><path clip-rule=\"evenodd\" d=\"\(data)\"/></clipPath>\n"
    return "clear\(clipCount)"
  }

  private func element(_ shape: CrownDrawing.Shape) -> String {
    switch shape.style {
    case .fill(let rule):
      let attribute = rule == .evenOdd ? " fill-rule=\"evenodd\"" : ""
      return "<path\(attribute) d=\"\(pathData(shape.path))\"/>"
    case .stroke(let pen):
      var attributes = "fill=\"none\" stroke=\"#000\" stroke-width=\"\(number(pen.width))\""
      if pen.cap != .butt { attributes += " stroke-linecap=\"\(pen.cap.rawValue)\"" }
      if pen.join != .miter { attributes += " stroke-linejoin=\"\(pen.join.rawValue)\"" }
      if !pen.dashes.isEmpty {
        attributes += " stroke-dasharray=\"\(pen.dashes.map(number).joined(separator: " "))\""
      }
      return "<path \(attributes) d=\"\(pathData(shape.path))\"/>"
    }
  }

  private func attribute(_ transform: AffineTransform) -> String {
    if transform == .identity { return "" }
    let linear = [transform.a, transform.b, transform.c, transform.d]
    if linear == [1, 0, 0, 1] {
      return " transform=\"translate(\(number(transform.tx)) \(number(transform.ty)))\""
    }
    let numbers = linear.map { number($0, decimals: 5) } + [transform.tx, transform.ty].map { number($0) }
    return " transform=\"matrix(\(numbers.joined(separator: " ")))\""
  }

  private func pathData(_ path: Path) -> String {
    path.elements.map { element in
      switch element {
      case .move(let point): "M\(pair(point))"
      case .line(let point): "L\(pair(point))"
      case .quad(let control, let end): "Q\(pair(control)) \(pair(end))"
      case .cubic(let control1, let control2, let end):
        "C\(pair(control1)) \(pair(control2)) \(pair(end))"
      case .close: "Z"
      }
    }.joined()
  }

  private func pair(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }

  private func number(_ value: Double) -> String { number(value, decimals: 2) }

  private func number(_ value: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value.magnitude * scale).rounded())
    guard scaled > 0 else { return "0" }
    var digits = String(scaled)
    digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let whole = digits.dropLast(decimals)
    var fraction = Substring(digits.suffix(decimals))
    while fraction.last == "0" { fraction.removeLast() }
    let sign = value < 0 ? "-" : ""
    return sign + whole + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}

extension CrownDrawing {
  /// Returns the path whose even-odd inside is everything but the voids.
  public static func kept(outside voids: Path) -> Path {
    var path = Path(rect: Rect(x: -3000, y: -3000, width: 6000, height: 6000))
    path.append(voids)
    return path
  }
}
