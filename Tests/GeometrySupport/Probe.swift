public import Geometry

/// A path cut into straight pieces, to ask about single places the slow and obvious way.
public struct Probe {
  private let edges: [(Point, Point)]

  /// The same edges as numbers one after another, x and y of both ends: the loop over them is what takes the time.
  private let numbers: [Double]

  public init(_ path: Path, closingOpenSubpaths: Bool = true, tolerance: Double = 0.005) {
    var edges: [(Point, Point)] = []
    path.flattened(within: tolerance).forEachSegment(closingOpenSubpaths: closingOpenSubpaths) {
      edges.append(($0.start, $0.end))
    }
    self.edges = edges
    numbers = edges.flatMap { [$0.0.x, $0.0.y, $0.1.x, $0.1.y] }
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
    let (x, y) = (point.x, point.y)
    var least = Double.infinity
    numbers.withUnsafeBufferPointer { numbers in
      var index = 0
      while index < numbers.count {
        let (ax, ay) = (numbers[index], numbers[index + 1])
        let (dx, dy) = (numbers[index + 2] - ax, numbers[index + 3] - ay)
        let length = dx * dx + dy * dy
        var time = length > 0 ? ((x - ax) * dx + (y - ay) * dy) / length : 0
        if time < 0 { time = 0 } else if time > 1 { time = 1 }
        let (offX, offY) = (x - ax - dx * time, y - ay - dy * time)
        let distance = offX * offX + offY * offY
        if distance < least { least = distance }
        index += 4
      }
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
