public import Geometry
public import PlanarGeometry

extension Finial {
  /// Returns how it is drawn by itself, as a path for the non-zero rule; it stands about the origin, y grows downward.
  public func outline() throws(PathComplexityError) -> Path {
    let ornament = Ornament.of(self)
    let box = ornament.box
    let placing = AffineTransform.translation(x: -box.minX, y: -box.minY)
    let drawing = CrownDrawing(
      size: box.size, parts: [], nodes: ornament.shapes.map { .shape($0.transformed(by: placing)) })
    return try drawing.outline().transformed(by: .translation(x: box.minX, y: box.minY))
  }
}
