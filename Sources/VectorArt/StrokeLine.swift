import Geometry

/// One sub-path that is to be stroked: curves that all have a length and a direction.
struct StrokeLine {
  /// A piece of the line; a straight one has its controls on the chord.
  struct Segment {
    var curve: CubicBezier
    var isLine: Bool
    var startTangent: Vector
    var endTangent: Vector
  }

  var segments: [Segment] = []
  var isClosed = false
  /// Where a line without any length stands, and which way its square cap is turned.
  var dot: (place: Point, tangent: Vector)?

  static func lines(of path: Path) -> [StrokeLine] {
    var result: [StrokeLine] = []
    var line = StrokeLine()
    var (start, current) = (Point.zero, Point.zero)
    var hasSegment = false
    func finish() {
      if line.segments.isEmpty && hasSegment && current.isFinite {
        line.dot = (current, Vector(1, 0))
      }
      if !line.segments.isEmpty || line.dot != nil { result.append(line) }
      line = StrokeLine()
      hasSegment = false
    }
    let elements = path.elements
    for (index, element) in elements.enumerated() {
      switch element {
      case .move(let point):
        finish()
        line.segments.reserveCapacity(segmentCount(after: index, in: elements))
        (start, current) = (point, point)
      case .line(let point):
        line.addLine(from: current, to: point)
        hasSegment = true
        current = point
      case .quad(let control, let end):
        line.addCurve(QuadraticBezier(current, control, end).elevated)
        hasSegment = true
        current = end
      case .cubic(let control1, let control2, let end):
        line.addCurve(CubicBezier(current, control1, control2, end))
        hasSegment = true
        current = end
      case .close:
        line.addLine(from: current, to: start)
        line.isClosed = !line.segments.isEmpty
        hasSegment = true
        current = start
        finish()
      }
    }
    finish()
    return result
  }

  /// Returns how many elements the sub-path has that begins with the move at `index`.
  private static func segmentCount(after index: Int, in elements: [Path.Element]) -> Int {
    var next = index + 1
    while next < elements.count {
      if case .move = elements[next] { break }
      next += 1
    }
    return next - index - 1
  }

  mutating func addLine(from start: Point, to end: Point) {
    guard start.isFinite, end.isFinite, let tangent = (end - start).normalized else { return }
    segments.append(
      Segment(curve: .line(start, end), isLine: true, startTangent: tangent, endTangent: tangent))
  }

  mutating func addCurve(_ curve: CubicBezier) {
    guard curve.start.isFinite, curve.end.isFinite, curve.control1.isFinite, curve.control2.isFinite
    else { return }
    guard let (first, last) = curve.endTangents else { return }
    let isLine = first.dot(last) > 0 && curve.isStraight(within: (curve.end - curve.start).length * 1e-9)
    segments.append(Segment(curve: curve, isLine: isLine, startTangent: first, endTangent: last))
  }
}
