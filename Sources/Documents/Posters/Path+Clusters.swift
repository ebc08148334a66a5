import Geometry

extension Path {
  /// Returns the path in parts, from left to right, with horizontal gaps of at least `room`; the sub-paths of each stay
  /// in order.
  func clusters(apart room: Double) -> [Path] {
    let subpaths = subpaths
    let boxes = subpaths.map { $0.controlBounds ?? .zero }
    var clusters: [[Int]] = []
    var end = -Double.infinity
    for index in subpaths.indices.sorted(by: { boxes[$0].minX < boxes[$1].minX }) {
      if boxes[index].minX - end >= room || clusters.isEmpty { clusters.append([]) }
      clusters[clusters.count - 1].append(index)
      end = max(end, boxes[index].maxX)
    }
    return clusters.map { cluster in
      Path { path in
        for index in cluster.sorted() { path.append(subpaths[index]) }
      }
    }
  }
}
