public import Geometry
public import PlanarGeometry
import Text

/// A crown in one ink: reusable parts, and the tree of groups that places them.
public struct CrownDrawing: Hashable, Sendable {
  /// The size of the viewBox, which begins at the origin and is always 1000 wide.
  public var size: Size

  /// The parts that `use` nodes refer to, in order of first use.
  public var parts: [Part]

  /// The nodes in order; since all is one ink, later nodes do not cover earlier ones.
  public var nodes: [Node]

  /// A piece that is defined once and used in several places.
  public struct Part: Hashable, Sendable {
    /// The unique name that `use` nodes refer to.
    public var id: String
    /// The shapes of the part, relative to its own origin.
    public var shapes: [Shape]
  }

  /// A path that is filled or stroked.
  public struct Shape: Hashable, Sendable {
    /// The outline or the line, in units of the viewBox.
    public var path: Path
    /// Whether the path is filled or stroked.
    public var style: Style

    /// A way to paint a path.
    public enum Style: Hashable, Sendable {
      /// A fill by a rule.
      case fill(FillRule)
      /// A stroke along the path.
      case stroke(Pen)
    }
  }

  /// The properties of a stroke.
  public struct Pen: Hashable, Sendable {
    /// The shape of open ends, by SVG's names.
    public enum Cap: String, Hashable, Sendable { case butt, round, square }
    /// The shape of corners, by SVG's names.
    public enum Join: String, Hashable, Sendable { case miter, round, bevel }

    /// The stroke width.
    public var width: Double
    /// The shape of open ends.
    public var cap: Cap
    /// The shape of corners.
    public var join: Join

    /// The alternating lengths of dashes and gaps; empty for a solid line.
    public var dashes: [Double]
  }

  /// A node of a drawing or of a group in it; since all is one ink, later siblings do not cover earlier ones.
  public indirect enum Node: Hashable, Sendable {
    /// A path.
    case shape(Shape)
    /// A part of the drawing, transformed to its place.
    case use(part: String, transform: AffineTransform)

    /// Several nodes with a common transform, clipped to the outside of the voids.
    case group(transform: AffineTransform, voids: Path?, children: [Node])
  }
}

extension CrownDrawing.Shape {
  static func fill(_ path: Path) -> Self { Self(path: path, style: .fill(.nonZero)) }

  static func pierced(_ path: Path) -> Self { Self(path: path, style: .fill(.evenOdd)) }

  static func stroke(
    _ path: Path, width: Double, cap: CrownDrawing.Pen.Cap = .round,
    join: CrownDrawing.Pen.Join = .round, dashes: [Double] = []
  ) -> Self {
    Self(path: path, style: .stroke(CrownDrawing.Pen(width: width, cap: cap, join: join, dashes: dashes)))
  }

  func transformed(by transform: AffineTransform) -> Self {
    var result = Self(path: path.transformed(by: transform), style: style)
    if case .stroke(var pen) = style {
      pen.width *= transform.meanScale
      pen.dashes = pen.dashes.map { $0 * transform.meanScale }
      result.style = .stroke(pen)
    }
    return result
  }

  /// The bounds of the ink; mitred corners of strokes may exceed them.
  func bounds(under transform: AffineTransform) -> Rect? {
    guard let box = path.transformed(by: transform).bounds else { return nil }
    if case .stroke(let pen) = style { return box.outset(by: pen.width / 2 * transform.meanScale) }
    return box
  }
}

extension CrownDrawing {
  /// Returns all ink as one path without overlaps for the non-zero rule, equal to the result of reading the drawing's
  /// SVG.
  ///
  /// - Throws: `PathComplexityError` if the shapes cross too often.
  public func outline() throws(PathComplexityError) -> Path {
    var canvas = Canvas(page: size)
    var shapes: [Overlay.Shape] = []
    for node in nodes { shapes += try inked(node, under: .identity, on: &canvas) }
    shapes = try canvas.clipped(shapes, to: Rect(origin: .zero, size: size))
    return try canvas.silhouette(of: shapes)
  }

  private func inked(
    _ node: Node, under transform: AffineTransform, on canvas: inout Canvas
  ) throws(PathComplexityError) -> [Overlay.Shape] {
    switch node {
    case .shape(let shape): return [shape.inked(under: transform, tolerance: canvas.tolerance)]
    case .use(let id, let own):
      let whole = own.written.concatenating(transform)
      let shapes = parts.first { $0.id == id }?.shapes ?? []
      return shapes.map { $0.inked(under: whole, tolerance: canvas.tolerance) }
    case .group(let own, let voids, let children):
      let whole = own.written.concatenating(transform)
      var shapes: [Overlay.Shape] = []
      for child in children { shapes += try inked(child, under: whole, on: &canvas) }
      guard let voids, !shapes.isEmpty else { return shapes }
      let kept = CrownDrawing.kept(outside: voids).written.transformed(by: whole)
      return try canvas.overlaid(
        shapes + [Overlay.Shape(path: kept, rule: .evenOdd, isClip: true)], clipped: true)
    }
  }
}

extension CrownDrawing.Shape {
  fileprivate func inked(under transform: AffineTransform, tolerance: Double) -> Overlay.Shape {
    let path = path.written
    switch style {
    case .fill(let rule): return Overlay.Shape(path: path.transformed(by: transform), rule: rule)
    case .stroke(let pen):
      let style = StrokeStyle(
        width: pen.width.written(100), cap: StrokeStyle.Cap(rawValue: pen.cap.rawValue) ?? .butt,
        join: StrokeStyle.Join(rawValue: pen.join.rawValue) ?? .miter,
        dashes: pen.dashes.map { $0.written(100) })
      let line = path.stroked(style, tolerance: tolerance / transform.maximumScale) ?? Path()
      return Overlay.Shape(path: line.transformed(by: transform), rule: .nonZero)
    }
  }
}

extension Double {
  /// The number rounded as in the SVG, to a fraction of one.
  fileprivate func written(_ part: Double) -> Double { (self * part).rounded() / part }
}

extension Path {
  fileprivate var written: Path { mapped { Point($0.x.written(100), $0.y.written(100)) } }
}

extension AffineTransform {
  fileprivate var written: AffineTransform {
    AffineTransform(
      a: a.written(1e5), b: b.written(1e5), c: c.written(1e5), d: d.written(1e5), tx: tx.written(100),
      ty: ty.written(100))
  }
}

/// Returns the drawing as an SVG document; equal drawings give equal texts.
public func svg(of drawing: CrownDrawing) -> String {
  var writer = CrownWriter()
  return writer.document(drawing)
}

/// Writes elements with two spaces of indentation per level and numbers with at most two decimals.
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
  /// Returns the path whose even-odd inside is everything outside the voids.
  public static func kept(outside voids: Path) -> Path {
    var path = Path(rect: Rect(x: -3000, y: -3000, width: 6000, height: 6000))
    path.append(voids)
    return path
  }
}
