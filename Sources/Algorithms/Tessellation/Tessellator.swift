import Geometry
import PlanarGeometry

/// Cuts the inside of paths into triangles.
///
/// Curves become chords, and corners are rounded to a grid of 2²⁰ steps along the longer side of the path's box;
/// from there on all decisions are exact integer arithmetic, so that no input, however degenerate, leads it
/// astray. Keep a tessellator to keep its scratch storage.
public struct Tessellator: ~Copyable, Sendable {
  private var lines = Polylines()
  private var contours = GridContours()
  private var spare = GridContours()
  private var sweep = FillSweep()
  private var rounding = SnapRounding()
  private var links = RimLinks()

  /// How often the last path had to be rounded to be free of crossings.
  private(set) var roundings = 0

  /// The most corners that a path may have, which bounds the time it takes; crossings may add three times as many.
  private let cornerLimit: Int

  /// Creates a tessellator without scratch storage; it grows with what is cut.
  public init() { self.init(cornerLimit: 1 << 18) }

  init(cornerLimit: Int) { self.cornerLimit = min(cornerLimit, 1 << 18) }

  /// Returns a mesh of the path's inside that is fine enough for a level of detail.
  public mutating func mesh(
    of path: Path, fillRule: FillRule = .nonZero, detail: LevelOfDetail
  ) throws(TessellationError) -> Mesh {
    try mesh(of: path, fillRule: fillRule, tolerance: detail.tolerance)
  }

  /// Returns a mesh of the path's inside, whose edges stay within `tolerance` points of the path's curves.
  public mutating func mesh(
    of path: Path, fillRule: FillRule = .nonZero, tolerance: Double
  ) throws(TessellationError) -> Mesh {
    precondition(tolerance > 0, "a tessellation tolerance is positive")
    lines.flatten(path, by: .identity, ChordFit(tolerance: tolerance), atMost: cornerLimit)
    guard lines.points.count <= cornerLimit else { throw .tooManyCorners(limit: cornerLimit) }
    contours.snap(lines)
    try cut(fillRule)
    return makeMesh()
  }

  /// Sweeps the contours, which are first freed of crossings if the sweep comes upon one.
  private mutating func cut(_ fillRule: FillRule) throws(TessellationError) {
    // Rounding once is enough in theory. Where it is not, a coarser grid always ends it.
    roundings = 0
    while !sweep.sweep(contours, fillRule: fillRule) {
      guard contours.resolve(with: &rounding, into: &spare, limit: 4 * cornerLimit) else {
        throw .tooManyCorners(limit: 4 * cornerLimit)
      }
      roundings += 1
      if roundings % 6 == 0 { contours.coarsen(into: &spare) }
    }
  }

  private mutating func makeMesh() -> Mesh {
    let step = Float(contours.step)
    let vertexCount = sweep.vertices.count
    let vertices = [SIMD2<Float>](unsafeUninitializedCapacity: vertexCount) { buffer, count in
      for index in 0..<vertexCount { buffer.initializeElement(at: index, to: place(index, step)) }
      count = vertexCount
    }
    let triangles = Array(sweep.regions.polygons.triangles.buffer)
    return Mesh(origin: contours.origin, vertices: vertices, triangles: triangles, edges: makeEdges(vertices))
  }

  private func place(_ vertex: Int, _ step: Float) -> SIMD2<Float> {
    let point = sweep.vertices[vertex]
    return SIMD2(Float(point.x) * step, Float(point.y) * step)
  }

  private mutating func makeEdges(_ vertices: [SIMD2<Float>]) -> [Mesh.Edge] {
    links.link(sweep.rims, sweep.vertices)
    let rimCount = sweep.rims.count
    return [Mesh.Edge](unsafeUninitializedCapacity: rimCount) { buffer, count in
      for index in 0..<rimCount {
        let rim = sweep.rims[index]
        buffer.initializeElement(
          at: index,
          to: Mesh.Edge(
            before: vertices[Int(sweep.rims[links.previous[index]].start)], start: vertices[Int(rim.start)],
            end: vertices[Int(rim.end)], after: vertices[Int(sweep.rims[links.next[index]].end)]))
      }
      count = rimCount
    }
  }
}
