extension Path {
  /// A piece of a path with both its ends.
  public enum Segment: Hashable, Sendable {
    /// A straight piece, also the one that a close draws.
    case line(LineSegment)
    /// A curve of degree two.
    case quad(QuadraticBezier)
    /// A curve of degree three.
    case cubic(CubicBezier)

    /// Where the segment begins.
    public var start: Point {
      switch self {
      case .line(let line): line.start
      case .quad(let curve): curve.start
      case .cubic(let curve): curve.start
      }
    }

    /// Where the segment ends.
    public var end: Point {
      switch self {
      case .line(let line): line.end
      case .quad(let curve): curve.end
      case .cubic(let curve): curve.end
      }
    }
  }

  /// Calls `body` with each segment; a close is the line back to the start.
  ///
  /// With `closingOpenSubpaths`, as filling does, every sub-path ends with that line.
  public func forEachSegment(closingOpenSubpaths: Bool = false, _ body: (Segment) -> Void) {
    var start = Point.zero
    var current = Point.zero
    func close() {
      if current != start { body(.line(LineSegment(current, start))) }
      current = start
    }
    for element in elements {
      switch element {
      case .move(let point):
        if closingOpenSubpaths { close() }
        start = point
        current = point
      case .line(let point):
        body(.line(LineSegment(current, point)))
        current = point
      case .quad(let control, let end):
        body(.quad(QuadraticBezier(current, control, end)))
        current = end
      case .cubic(let control1, let control2, let end):
        body(.cubic(CubicBezier(current, control1, control2, end)))
        current = end
      case .close:
        close()
      }
    }
    if closingOpenSubpaths { close() }
  }

  /// The segments, as `forEachSegment` gives them.
  public var segments: [Segment] {
    var result: [Segment] = []
    forEachSegment { result.append($0) }
    return result
  }

  /// The segments with a line back to the start for every open sub-path.
  public var closedSegments: [Segment] {
    var result: [Segment] = []
    forEachSegment(closingOpenSubpaths: true) { result.append($0) }
    return result
  }

  /// The sub-paths, each as a path of its own.
  public var subpaths: [Path] {
    let starts = elements.indices.filter { elements[$0].isMove } + [elements.count]
    return zip(starts, starts.dropFirst()).map { Path(elements: Array(elements[$0..<$1])) }
  }

  /// The box of all control points that are finite numbers, or nil without any.
  public var controlBounds: Rect? {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    func add(_ point: Point) {
      guard point.isFinite else { return }
      low = pointwiseMin(low, SIMD2(point.x, point.y))
      high = pointwiseMax(high, SIMD2(point.x, point.y))
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): add(point)
      case .quad(let control, let end):
        add(control)
        add(end)
      case .cubic(let control1, let control2, let end):
        add(control1)
        add(control2)
        add(end)
      case .close: break
      }
    }
    return low.x <= high.x ? Rect(Point(low.x, low.y), Point(high.x, high.y)) : nil
  }

  /// The tight bounding box of all segments, or nil for a path without any point.
  public var bounds: Rect? {
    guard let first = elements.first, case .move(let origin) = first else { return nil }
    // The ends first: most curves lie between their control points well within them, and need no solving.
    var low = SIMD2(origin.x, origin.y)
    var high = low
    for element in elements {
      switch element {
      case .move(let end), .line(let end), .quad(_, let end), .cubic(_, _, let end):
        let place = SIMD2(end.x, end.y)
        low.replace(with: place, where: place .< low)
        high.replace(with: place, where: place .> high)
      case .close: break
      }
    }
    var box = Rect(Point(low.x, low.y), Point(high.x, high.y))
    func reaches(_ point: Point) -> Bool {
      !(point.x >= box.minX && point.x <= box.maxX && point.y >= box.minY && point.y <= box.maxY)
    }
    var current = Point.zero
    var start = Point.zero
    for element in elements {
      switch element {
      case .move(let point):
        start = point
        current = point
      case .line(let end): current = end
      case .quad(let control, let end):
        if reaches(control) { box = box.union(QuadraticBezier(current, control, end).bounds) }
        current = end
      case .cubic(let control1, let control2, let end):
        if reaches(control1) || reaches(control2) {
          box = box.union(CubicBezier(current, control1, control2, end).bounds)
        }
        current = end
      case .close: current = start
      }
    }
    return box
  }

  /// Returns the path with curves replaced by chords that stay within `tolerance` points of them.
  public func flattened(within tolerance: Double) -> Path {
    precondition(tolerance > 0, "a flattening tolerance is positive")
    var result = Path()
    func add(_ curve: some ParametricCurve) {
      let steps = curve.flatteningSteps(tolerance: tolerance)
      for step in 1..<max(steps, 1) { result.line(to: curve.point(at: Double(step) / Double(steps))) }
      result.line(to: curve.end)
    }
    var current = Point.zero
    for element in elements {
      switch element {
      case .move, .line, .close: result.append(element)
      case .quad(let control, let end): add(QuadraticBezier(current, control, end))
      case .cubic(let control1, let control2, let end): add(CubicBezier(current, control1, control2, end))
      }
      current = result.currentPoint ?? current
    }
    return result
  }

  /// The area inside, positive where the path runs clockwise on the screen; overlaps count with their winding.
  public var signedArea: Double {
    var twice = 0.0
    forEachSegment(closingOpenSubpaths: true) { segment in
      switch segment {
      case .line(let line): twice += cross(line.start, line.end)
      case .quad(let curve):
        twice +=
          (2 * cross(curve.start, curve.control) + 2 * cross(curve.control, curve.end)
            + cross(curve.start, curve.end)) / 3
      case .cubic(let c):
        twice +=
          (6 * cross(c.start, c.control1) + 3 * cross(c.start, c.control2) + cross(c.start, c.end)
            + 3 * cross(c.control1, c.control2) + 3 * cross(c.control1, c.end)
            + 6 * cross(c.control2, c.end)) / 10
      }
    }
    return twice / 2
  }
}

/// Returns the cross product of two places seen from the origin.
private func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }
