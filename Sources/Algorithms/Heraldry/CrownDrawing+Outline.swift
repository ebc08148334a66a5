public import Geometry
public import PlanarGeometry

extension CrownDrawing {
  /// Returns all that is inked as one path for the non-zero rule, without overlaps, as reading the drawing's SVG does.
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
  /// The number as the SVG says it, to a part of one.
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
