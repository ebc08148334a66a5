public import Geometry

/// Paths laid over each other and read as one: union, or what two groups of paths have in common.
///
/// Curves are flattened into chords that remember where they come from, the chords are noded on an integer
/// grid, winding numbers are swept, and the outline of what is inside is put together from parts of the
/// original curves. Chords only decide topology; what comes out is made of the curves that went in.
public struct Overlay: Sendable {
  /// One path with the rule that says what it covers.
  public struct Shape: Sendable {
    /// The outline; open sub-paths count as closed.
    public var path: Path
    /// The rule that says what the path covers.
    public var rule: FillRule
    /// Which of the two groups the path belongs to.
    public var isClip: Bool

    /// Creates a shape from its outline and the rule it is filled by.
    public init(path: Path, rule: FillRule, isClip: Bool = false) {
      (self.path, self.rule, self.isClip) = (path, rule, isClip)
    }
  }

  /// How far chords may leave their curves, in the paths' own units.
  public let tolerance: Double
  /// The number of crossings of chords after which the work is refused.
  public let crossingLimit: Int
  /// The visible area; beyond it only windings are kept.
  public var window: Rect?

  /// Creates an overlay; the tolerance is in the paths' own units.
  public init(tolerance: Double, crossingLimit: Int, window: Rect? = nil) {
    (self.tolerance, self.crossingLimit, self.window) = (tolerance, crossingLimit, window)
  }

  /// Returns a path whose non-zero fill is where any path of the first group covers, and any clip if wanted.
  ///
  /// `cost` grows by the crossings that were met.
  ///
  /// Throws where the chords cross more often than `crossingLimit`.
  public func outline(
    of shapes: [Shape], clipped: Bool = false, cost: inout Int
  ) throws(PathComplexityError) -> Path {
    guard var drawing = Flattening(shapes, tolerance: tolerance, window: window) else { return Path() }
    if drawing.isOverfull { throw PathComplexityError(crossings: crossingLimit) }
    let (edges, own) = try Noding.edges(of: drawing.chords, limit: crossingLimit)
    cost += own
    drawing.chords = []
    let resolved = Overlay.resolved(edges, rules: shapes.map(\.rule))
    let boundary = Overlay.boundary(resolved, isClip: shapes.map(\.isClip), clipped: clipped)
    return ContourAssembly(drawing: drawing, edges: boundary).path()
  }

  /// Returns each path's own outline: edges whose winding is +1 where it begins to cover, −1 where it ends.
  ///
  /// The edges of a path stand together, as its chords did.
  private static func resolved(_ edges: [Edge], rules: [FillRule]) -> [Edge] {
    var result: [Edge] = []
    result.reserveCapacity(edges.count)
    var first = 0
    while first < edges.count {
      var end = first
      while end < edges.count, edges[end].shape == edges[first].shape { end += 1 }
      let own = merged(sorted(edges[first..<end]))
      let rule = rules[Int(edges[first].shape)]
      WindingSweep.run(own, outside: Int32(0)) { index, left in
        let right = left + own[index].winding
        let change = covers(right, rule) - covers(left, rule)
        if change != 0 {
          var edge = own[index]
          edge.winding = change
          result.append(edge)
        }
        return right
      }
      first = end
    }
    return result
  }

  private static func covers(_ winding: Int32, _ rule: FillRule) -> Int32 {
    switch rule {
    case .nonZero: winding != 0 ? 1 : 0
    case .evenOdd: winding & 1
    }
  }

  /// How many paths, and how many clips, cover a place.
  private struct Depth {
    var ink: Int32 = 0
    var clip: Int32 = 0
  }

  /// Returns the edges between inside and outside of everything together; winding is +1 with the inside right.
  private static func boundary(_ resolved: [Edge], isClip: [Bool], clipped: Bool) -> [Edge] {
    var result: [Edge] = []
    let sorted = resolved.sorted(by: Edge.precedes)
    var groups: [(first: Int, end: Int)] = []
    var unique: [Edge] = []
    for (index, edge) in sorted.enumerated() {
      if let last = unique.last, last.upper == edge.upper, last.lower == edge.lower {
        groups[groups.count - 1].end = index + 1
        if edge.curve < last.curve { unique[unique.count - 1] = edge }
      } else {
        unique.append(edge)
        groups.append((index, index + 1))
      }
    }
    func inside(_ depth: Depth) -> Bool { depth.ink != 0 && (!clipped || depth.clip != 0) }
    WindingSweep.run(unique, outside: Depth()) { index, left in
      var right = left
      for edge in sorted[groups[index].first..<groups[index].end] {
        if isClip[Int(edge.shape)] { right.clip += edge.winding } else { right.ink += edge.winding }
      }
      if inside(left) != inside(right) {
        var edge = unique[index]
        edge.winding = inside(right) ? 1 : -1
        result.append(edge)
      }
      return right
    }
    return result
  }

  /// Returns the edges in `Edge.precedes` order; their places are sorted first, which are smaller to move.
  private static func sorted(_ edges: ArraySlice<Edge>) -> [Edge] {
    edges.withUnsafeBufferPointer { edges in
      var order = edges.indices.map { (key: edges[$0].upper.key, index: $0) }
      order.sort { $0.key != $1.key ? $0.key < $1.key : Edge.precedes(edges[$0.index], edges[$1.index]) }
      return order.map { edges[$0.index] }
    }
  }

  /// Returns the edges of one path with equal ones added up; those that cancel are left out.
  private static func merged(_ edges: [Edge]) -> [Edge] {
    var result: [Edge] = []
    result.reserveCapacity(edges.count)
    for edge in edges {
      if let last = result.last, last.upper == edge.upper, last.lower == edge.lower {
        result[result.count - 1].winding += edge.winding
      } else {
        if let last = result.last, last.winding == 0 { result.removeLast() }
        result.append(edge)
      }
    }
    if let last = result.last, last.winding == 0 { result.removeLast() }
    return result
  }
}
