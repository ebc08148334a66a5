import Geometry
import Text

/// Returns the drawing as an SVG document; the same drawing always gives the same text.
public func svg(of drawing: CrownDrawing) -> String {
  var writer = CrownWriter()
  return writer.document(drawing)
}

/// Writes elements with two spaces a level and numbers of at most two decimals.
private struct CrownWriter {
  private var xml = XMLWriter(indentation: 2)
  private var clipCount = 0

  mutating func document(_ drawing: CrownDrawing) -> String {
    let box = "0 0 \(number(drawing.size.width)) \(number(drawing.size.height))"
    xml.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("xmlns:xlink", "http://www.w3.org/1999/xlink"),
        ("viewBox", box),
      ])
    let clips = drawing.nodes.flatMap { voids(in: $0) }
    if !drawing.parts.isEmpty || !clips.isEmpty {
      xml.open("defs")
      for part in drawing.parts {
        xml.open("g", [("id", part.id)])
        for shape in part.shapes { write(shape) }
        xml.close()
      }
      for (index, clip) in clips.enumerated() { define(clip, number: index + 1) }
      xml.close()
    }
    xml.open("g", [("fill", "#000")])
    for node in drawing.nodes { write(node) }
    xml.close()
    xml.close()
    return xml.text
  }

  /// The voids of a node's groups in the order in which the groups begin.
  private func voids(in node: CrownDrawing.Node) -> [Path] {
    guard case .group(_, let voids, let children) = node else { return [] }
    return (voids.map { [$0] } ?? []) + children.flatMap { self.voids(in: $0) }
  }

  private mutating func write(_ node: CrownDrawing.Node) {
    switch node {
    case .shape(let shape): write(shape)
    case .use(let part, let transform):
      xml.element("use", [("xlink:href", "#\(part)")] + attribute(transform))
    case .group(let transform, let voids, let children):
      var attributes = attribute(transform)
      if voids != nil {
        clipCount += 1
        attributes.append(("clip-path", "url(#clear\(clipCount))"))
      }
      xml.open("g", attributes)
      for child in children { write(child) }
      xml.close()
    }
  }

  private mutating func define(_ voids: Path, number: Int) {
    xml.element(
      "clipPath", [("id", "clear\(number)")],
      holding: [.element("path", [("clip-rule", "evenodd"), ("d", data(CrownDrawing.kept(outside: voids)))])])
  }

  private mutating func write(_ shape: CrownDrawing.Shape) {
    var attributes: XMLWriter.Attributes = []
    switch shape.style {
    case .fill(let rule):
      if rule == .evenOdd { attributes.append(("fill-rule", "evenodd")) }
    case .stroke(let pen):
      attributes += [("fill", "none"), ("stroke", "#000"), ("stroke-width", number(pen.width))]
      if pen.cap != .butt { attributes.append(("stroke-linecap", pen.cap.rawValue)) }
      if pen.join != .miter { attributes.append(("stroke-linejoin", pen.join.rawValue)) }
      if !pen.dashes.isEmpty {
        attributes.append(("stroke-dasharray", pen.dashes.map(number).joined(separator: " ")))
      }
    }
    xml.element("path", attributes + [("d", data(shape.path))])
  }

  private func attribute(_ transform: AffineTransform) -> XMLWriter.Attributes {
    if transform == .identity { return [] }
    let linear = [transform.a, transform.b, transform.c, transform.d]
    let place = [transform.tx, transform.ty].map(number)
    if linear == [1, 0, 0, 1] { return [("transform", "translate(\(place.joined(separator: " ")))")] }
    let numbers = linear.map { $0.text(.rounded(to: 5)) } + place
    return [("transform", "matrix(\(numbers.joined(separator: " ")))")]
  }

  private func data(_ path: Path) -> String { path.svgData(Self.hundredths) }

  private func number(_ value: Double) -> String { value.text(Self.hundredths) }

  private static let hundredths = NumberFormat.rounded(to: 2)
}

extension CrownDrawing {
  /// Returns the path whose even-odd inside is everything but the voids.
  public static func kept(outside voids: Path) -> Path {
    var path = Path(rect: Rect(x: -3000, y: -3000, width: 6000, height: 6000))
    path.append(voids)
    return path
  }
}
