public import Geometry

/// A path cut into straight pieces, to ask about single places the slow and obvious way.
public struct Probe {
  private let edges: [(Point, Point)]

  public init(_ path: Path, closingOpenSubpaths: Bool = true, tolerance: Double = 0.005) {
    var edges: [(Point, Point)] = []
    path.flattened(within: tolerance).forEachSegment(closingOpenSubpaths: closingOpenSubpaths) {
      edges.append(($0.start, $0.end))
    }
    self.edges = edges
  }

  public func winding(at point: Point) -> Int {
    var winding = 0
    for (a, b) in edges where (a.y <= point.y) != (b.y <= point.y) {
      let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
      if x > point.x { winding += a.y < b.y ? 1 : -1 }
    }
    return winding
  }

  public func distance(to point: Point) -> Double {
    var least = Double.infinity
    for (a, b) in edges {
      let along = b - a
      let length = along.lengthSquared
      let time = length > 0 ? min(max((point - a).dot(along) / length, 0), 1) : 0
      least = min(least, (point - (a + along * time)).lengthSquared)
    }
    return least.squareRoot()
  }

  /// Returns the largest distance from this path's corners and a few places between them to another path.
  public func largestDistance(to other: Probe, every spacing: Double) -> Double {
    var worst = 0.0
    for (a, b) in edges {
      let count = max(1, min(50, Int((b - a).length / spacing)))
      for step in 0..<count {
        worst = max(worst, other.distance(to: a.interpolated(to: b, at: Double(step) / Double(count))))
      }
    }
    return worst
  }
}

/// Whether these tests were built with optimisation; without it some read only a part of the reference files.
public let isOptimized: Bool = {
  var result = true
  assert(
    {
      result = false
      return true
    }())
  return result
}()
