import Geometry

extension Path {
  /// Returns the path in parts, from left to right, that leave at least some room to each other sideways; the
  /// contours of each stay in their order.
  func clusters(apart room: Double) -> [Path] {
    var contours: [Contour] = []
    for element in elements {
      switch element {
      case .move: contours.append(Contour(element, index: contours.count))
      case .line, .quad, .cubic, .close:
        if contours.isEmpty {
          contours.append(Contour(element, index: 0))
        } else {
          contours[contours.count - 1].add(element)
        }
      }
    }
    var clusters: [[Contour]] = []
    var end = -Double.infinity
    for contour in contours.sorted(by: { $0.minX < $1.minX }) {
      if contour.minX - end >= room || clusters.isEmpty { clusters.append([]) }
      clusters[clusters.count - 1].append(contour)
      end = max(end, contour.maxX)
    }
    return clusters.map { cluster in
      Path { path in
        for contour in cluster.sorted(by: { $0.index < $1.index }) {
          for element in contour.elements { path.append(element) }
        }
      }
    }
  }

  /// A part of a path that is drawn without lifting the pen, and what it covers at most from left to right.
  private struct Contour {
    let index: Int
    private(set) var elements: [Element] = []
    private(set) var minX = Double.infinity
    private(set) var maxX = -Double.infinity

    init(_ element: Element, index: Int) {
      self.index = index
      add(element)
    }

    mutating func add(_ element: Element) {
      elements.append(element)
      func reach(_ points: Point...) {
        for point in points {
          minX = min(minX, point.x)
          maxX = max(maxX, point.x)
        }
      }
      switch element {
      case .move(let end), .line(let end): reach(end)
      case .quad(let control, let end): reach(control, end)
      case .cubic(let control1, let control2, let end): reach(control1, control2, end)
      case .close: break
      }
    }
  }
}
