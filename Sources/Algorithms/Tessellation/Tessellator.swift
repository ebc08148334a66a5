import Geometry
import Glibc
public import Localization
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
  ///
  /// - Parameters:
  ///   - path: The path, in points.
  ///   - fillRule: The rule that decides what is inside.
  ///   - detail: The scale for which the mesh is cut.
  /// - Throws: ``TessellationError`` for a path with too many corners or crossings.
  public mutating func mesh(
    of path: Path, fillRule: FillRule = .nonZero, detail: LevelOfDetail
  ) throws(TessellationError) -> Mesh {
    try mesh(of: path, fillRule: fillRule, tolerance: detail.tolerance)
  }

  /// Returns a mesh of the path's inside, whose edges stay within `tolerance` points of the path's curves.
  ///
  /// - Parameters:
  ///   - path: The path, in points.
  ///   - fillRule: The rule that decides what is inside.
  ///   - tolerance: The largest distance between a chord and its curve, in points, above 0.
  /// - Throws: ``TessellationError`` for a path with too many corners or crossings.
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

/// Why a path could not be cut into triangles.
public enum TessellationError: LocalizableError, Hashable {
  /// The path has more corners, or more crossings of its edges, than the tessellator takes on.
  case tooManyCorners(limit: Int)

  /// The fault with the limit.
  public var message: Message {
    switch self {
    case .tooManyCorners(let limit):
      Message("the path has more than {limit} corners and crossings", ["limit": String(limit)])
    }
  }
}

/// How finely curves are cut into chords: one level for each doubling of the scale at which a mesh is drawn.
public struct LevelOfDetail: Hashable, Comparable, Sendable {
  /// The level serves scales up to 2 to the power of this, in pixels a point.
  public let octave: Int

  /// How far chords may stray from their curves, in pixels at the level's largest scale.
  static let flatness = 0.05

  private static let octaves = -30...30

  /// Creates the coarsest level whose error cannot be seen at `scale` pixels per point, limited to 2⁻³⁰…2³⁰.
  public init(scale: Double) {
    let wanted = scale > 0 ? log2(scale).rounded(.up) : 0
    let (low, high) = (Double(LevelOfDetail.octaves.lowerBound), Double(LevelOfDetail.octaves.upperBound))
    octave = Int(min(max(wanted, low), high))
  }

  /// Creates the level for scales up to 2 to the power of `octave`, limited to −30…30.
  public init(octave: Int) {
    self.octave = min(max(octave, LevelOfDetail.octaves.lowerBound), LevelOfDetail.octaves.upperBound)
  }

  /// The largest scale that the level serves, in pixels a point.
  public var largestScale: Double { exp2(Double(octave)) }

  /// How far chords may stray from their curves, in points.
  public var tolerance: Double { LevelOfDetail.flatness / largestScale }

  public static func < (a: LevelOfDetail, b: LevelOfDetail) -> Bool { a.octave < b.octave }
}

/// Finds for each rim of a fill the one that follows it on the same contour.
///
/// Where contours touch, several rims end in one vertex; each is followed by the one that bounds the same corner
/// of the inside.
struct RimLinks: ~Copyable {
  /// The rims that leave a vertex: the first, and for each rim another one from the same vertex.
  private var firstLeaving = ScratchBuffer<Int32>(capacity: 256)
  private var nextLeaving = ScratchBuffer<Int32>(capacity: 256)

  private(set) var next = ScratchBuffer<Int32>(capacity: 256)
  private(set) var previous = ScratchBuffer<Int32>(capacity: 256)

  mutating func link(
    _ rims: borrowing ScratchBuffer<FillSweep.Rim>, _ vertices: borrowing ScratchBuffer<GridPoint>
  ) {
    firstLeaving.resizeUninitialized(to: vertices.count)
    for vertex in 0..<vertices.count { firstLeaving[vertex] = -1 }
    nextLeaving.resizeUninitialized(to: rims.count)
    next.resizeUninitialized(to: rims.count)
    previous.resizeUninitialized(to: rims.count)
    for index in 0..<rims.count {
      let start = rims[index].start
      nextLeaving[index] = firstLeaving[start]
      firstLeaving[start] = Int32(truncatingIfNeeded: index)
    }
    for index in 0..<rims.count {
      let first = firstLeaving[rims[index].end]
      let follower = nextLeaving[first] < 0 ? first : nearest(to: index, from: first, rims, vertices)
      next[index] = follower
      previous[follower] = Int32(truncatingIfNeeded: index)
    }
  }

  /// Returns the rim that is met first on turning from the end of `rim` through the inside.
  private func nearest(
    to rim: Int, from first: Int32, _ rims: borrowing ScratchBuffer<FillSweep.Rim>,
    _ vertices: borrowing ScratchBuffer<GridPoint>
  ) -> Int32 {
    let corner = vertices[rims[rim].end]
    let back = angle(vertices[rims[rim].start] &- corner)
    var best = first
    var bestTurn = Double.infinity
    var candidate = first
    while candidate >= 0 {
      var turn = back - angle(vertices[rims[candidate].end] &- corner)
      if turn <= 0 { turn += 2 * .pi }
      if turn < bestTurn { (best, bestTurn) = (candidate, turn) }
      candidate = nextLeaving[candidate]
    }
    return best
  }

  private func angle(_ direction: GridPoint) -> Double { atan2(Double(direction.y), Double(direction.x)) }
}
