import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// A place where a marker may stand, and which way it looks.
struct MarkerVertex {
  var place: Point
  var angle: Double

  /// Returns the vertices of a path: every segment's end, directed halfway between both sides.
  static func vertices(of path: Path) -> [MarkerVertex] {
    var result: [MarkerVertex] = []
    var incoming: [Vector?] = []
    var outgoing: [Vector?] = []
    var (start, current) = (Point.zero, Point.zero)
    var first = 0
    func add(_ point: Point, _ arriving: Vector?) {
      result.append(MarkerVertex(place: point, angle: 0))
      incoming.append(arriving)
      outgoing.append(nil)
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        first = result.count
        add(point, nil)
        (start, current) = (point, point)
      case .line(let point):
        let tangent = (point - current).normalized
        outgoing[outgoing.count - 1] = tangent
        add(point, tangent)
        current = point
      case .quad(let control, let end):
        let tangents = QuadraticBezier(current, control, end).elevated.endTangents
        outgoing[outgoing.count - 1] = tangents?.0
        add(end, tangents?.1)
        current = end
      case .cubic(let control1, let control2, let end):
        let tangents = CubicBezier(current, control1, control2, end).endTangents
        outgoing[outgoing.count - 1] = tangents?.0
        add(end, tangents?.1)
        current = end
      case .close:
        let tangent = (start - current).normalized ?? incoming.last ?? nil
        outgoing[outgoing.count - 1] = tangent
        add(start, tangent)
        outgoing[outgoing.count - 1] = first < outgoing.count ? outgoing[first] : nil
        if first < incoming.count { incoming[first] = tangent }
        current = start
      }
    }
    for index in result.indices {
      result[index].angle = direction(incoming[index], outgoing[index])
    }
    return result
  }

  private static func direction(_ incoming: Vector?, _ outgoing: Vector?) -> Double {
    switch (incoming, outgoing) {
    case (nil, nil): return 0
    case (let one?, nil), (nil, let one?): return atan2(one.dy, one.dx)
    case (let a?, let b?):
      let from = atan2(a.dy, a.dx)
      return from + atan2(a.cross(b), a.dot(b)) / 2
    }
  }
}
