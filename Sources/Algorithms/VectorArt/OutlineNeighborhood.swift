import Geometry

/// The places within a distance of a path's outline.
struct OutlineNeighborhood {
  private let distance: Double
  private let top: Double
  private let height: Double
  /// The edges that come near each of equal horizontal strips.
  private var strips: [[LineSegment]]

  init(_ path: Path, distance: Double) {
    self.distance = distance
    var edges: [LineSegment] = []
    path.flattened(within: distance / 16).forEachSegment(closingOpenSubpaths: true) { segment in
      edges.append(LineSegment(segment.start, segment.end))
    }
    let box = path.controlBounds ?? .zero
    let count = min(max(edges.count / 4, 1), 256)
    top = box.minY
    height = max(box.height / Double(count), distance)
    strips = [[LineSegment]](repeating: [], count: count)
    for edge in edges {
      let first = strip(min(edge.start.y, edge.end.y) - distance)
      let last = strip(max(edge.start.y, edge.end.y) + distance)
      for index in first...max(first, last) { strips[index].append(edge) }
    }
  }

  private func strip(_ y: Double) -> Int {
    Int(min(max(((y - top) / height).rounded(.down), 0), Double(strips.count - 1)))
  }

  func contains(_ point: Point) -> Bool {
    let limit = distance * distance
    return strips[strip(point.y)].contains { edge in
      let along = edge.end - edge.start
      let length = along.lengthSquared
      let time = length > 0 ? min(max((point - edge.start).dot(along) / length, 0), 1) : 0
      return (point - (edge.start + along * time)).lengthSquared <= limit
    }
  }

  /// Returns whether places all along a path are within the distance.
  func contains(_ path: Path) -> Bool {
    var isInside = true
    path.forEachSegment(closingOpenSubpaths: true) { segment in
      guard isInside else { return }
      switch segment {
      case .line(let line):
        isInside = (0...4).allSatisfy { contains(line.point(at: Double($0) / 4)) }
      case .quad(let quad): isInside = contains(quad.elevated)
      case .cubic(let cubic): isInside = contains(cubic)
      }
    }
    return isInside
  }

  private func contains(_ curve: CubicBezier) -> Bool {
    let length =
      curve.start.distance(to: curve.control1) + curve.control1.distance(to: curve.control2)
      + curve.control2.distance(to: curve.end)
    let count = Int(min(max(length / (distance * 160), 8), 128))
    return (0...count).allSatisfy { contains(curve.point(at: Double($0) / Double(count))) }
  }
}
