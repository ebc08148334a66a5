/// Lines and curves, in points; each sub-path begins with a move.
public struct Path: Hashable, Sendable {
  /// A step of a path; it starts where the one before ended.
  public enum Element: Hashable, Sendable {
    /// Begins a sub-path at a point.
    case move(Point)
    /// A straight line to a point.
    case line(Point)
    /// A Bézier curve of degree two.
    case quad(control: Point, end: Point)
    /// A Bézier curve of degree three.
    case cubic(control1: Point, control2: Point, end: Point)
    /// A straight line back to the start of the sub-path.
    case close
  }

  /// All steps in drawing order.
  public private(set) var elements: [Element]

  /// The end of the last element, or nil in an empty path.
  public private(set) var currentPoint: Point?

  private var subpathStart: Point?

  /// Creates an empty path.
  public init() {
    elements = []
  }

  /// Creates a path by what a closure adds to an empty one.
  public init(_ build: (inout Path) -> Void) {
    self.init()
    build(&self)
  }

  /// Creates a path from elements that stand as adding them one by one would leave them: every sub-path begins with
  /// a move, also after a close.
  public init(elements: [Element]) {
    self.elements = elements
    guard let last = elements.last else { return }
    let start = elements.lastIndex { if case .move = $0 { true } else { false } }
    guard let start, case .move(let point) = elements[start] else {
      preconditionFailure("a sub-path begins with a move")
    }
    subpathStart = point
    switch last {
    case .move(let end), .line(let end), .quad(_, let end), .cubic(_, _, let end): currentPoint = end
    case .close: currentPoint = point
    }
    assert(elements.count == elements.reduce(into: Path()) { $0.append($1) }.elements.count)
  }

  /// Whether there is not a single step.
  public var isEmpty: Bool { elements.isEmpty }

  /// Reserves memory for `count` elements in all.
  public mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  /// Begins a sub-path at a point.
  public mutating func move(to point: Point) {
    elements.append(.move(point))
    currentPoint = point
    subpathStart = point
  }

  /// Adds a straight line; without a current point it begins a sub-path there.
  public mutating func line(to point: Point) {
    guard currentPoint != nil else { return move(to: point) }
    reopen()
    elements.append(.line(point))
    currentPoint = point
  }

  /// Adds a curve of degree two; without a current point it begins a sub-path at the control point.
  public mutating func quad(to end: Point, control: Point) {
    if currentPoint == nil { move(to: control) }
    reopen()
    elements.append(.quad(control: control, end: end))
    currentPoint = end
  }

  /// Adds a curve of degree three; without a current point it begins a sub-path at the first control point.
  public mutating func cubic(to end: Point, control1: Point, control2: Point) {
    if currentPoint == nil { move(to: control1) }
    reopen()
    elements.append(.cubic(control1: control1, control2: control2, end: end))
    currentPoint = end
  }

  /// Closes the sub-path with a straight line to its start.
  public mutating func close() {
    guard let start = subpathStart, elements.last != .close else { return }
    elements.append(.close)
    currentPoint = start
  }

  /// Adds a step, as the method for its kind does.
  public mutating func append(_ element: Element) {
    switch element {
    case .move(let point): move(to: point)
    case .line(let point): line(to: point)
    case .quad(let control, let end): quad(to: end, control: control)
    case .cubic(let control1, let control2, let end): cubic(to: end, control1: control1, control2: control2)
    case .close: close()
    }
  }

  /// Adds all steps of another path, which keeps its sub-paths.
  public mutating func append(_ other: Path) {
    for element in other.elements { append(element) }
  }

  /// After a close the next segment begins a sub-path of its own where the closed one began.
  private mutating func reopen() {
    if elements.last == .close, let currentPoint { move(to: currentPoint) }
  }

  /// Returns the path with all its points mapped.
  public func transformed(by transform: AffineTransform) -> Path {
    var result = Path()
    result.elements.reserveCapacity(elements.count)
    for element in elements {
      switch element {
      case .move(let point): result.move(to: transform.apply(to: point))
      case .line(let point): result.line(to: transform.apply(to: point))
      case .quad(let control, let end):
        result.quad(to: transform.apply(to: end), control: transform.apply(to: control))
      case .cubic(let control1, let control2, let end):
        result.cubic(
          to: transform.apply(to: end), control1: transform.apply(to: control1),
          control2: transform.apply(to: control2))
      case .close: result.close()
      }
    }
    return result
  }

  public static func == (a: Path, b: Path) -> Bool { a.elements == b.elements }

  public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension Path {
  /// Returns the outline of a line drawn along this path, to be filled non-zero.
  ///
  /// The outline may overlap itself, always in the same sense, so that nothing cancels out. It stays within
  /// `tolerance` of the true one. More dashes or segments than the limits allow are refused with nil, as is a
  /// width that is not a positive number.
  ///
  /// - Parameters:
  ///   - style: The width, the caps, the joins and the dashes.
  ///   - tolerance: The largest distance from the true outline, in points, above 0.
  ///   - dashLimit: The most dashes.
  ///   - segmentLimit: The most segments of the outline.
  /// - Returns: The outline; nil beyond a limit, or for a width that is not a positive number.
  public func stroked(
    _ style: StrokeStyle, tolerance: Double, dashLimit: Int = 50_000, segmentLimit: Int = 2_000_000
  ) -> Path? {
    guard style.width > 0, style.width.isFinite, tolerance > 0 else { return nil }
    var lines = contours
    if let pattern = DashPattern(style) {
      guard let dashed = pattern.dashed(lines, tolerance: tolerance, limit: dashLimit) else { return nil }
      lines = dashed
    }
    var stroker = Stroker(style: style, tolerance: tolerance, segmentLimit: segmentLimit)
    stroker.reserve(for: lines)
    for line in lines {
      stroker.add(line)
      if stroker.isOverfull { return nil }
    }
    return stroker.path
  }
}

extension Path {
  /// Creates a closed rectangle, clockwise on the screen.
  public init(rect: Rect) {
    self.init()
    move(to: Point(rect.minX, rect.minY))
    line(to: Point(rect.maxX, rect.minY))
    line(to: Point(rect.maxX, rect.maxY))
    line(to: Point(rect.minX, rect.maxY))
    close()
  }

  /// Creates a closed sub-path with straight sides through some corners; without corners it is empty.
  public init(polygon corners: [Point]) {
    self.init()
    for corner in corners { line(to: corner) }
    close()
  }

  /// The control distance, in radii, of the cubic that is nearest to a quarter circle: 4/3 · (√2 − 1).
  public static let circleControl = 0.5522847498307936

  /// Creates a closed ellipse of four cubics, clockwise on the screen.
  public init(ellipseIn rect: Rect) {
    self.init()
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    addCorners(of: rect, rx: rx, ry: ry)
  }

  /// Creates a closed circle of four cubics, clockwise on the screen.
  ///
  /// - Parameters:
  ///   - center: Its centre.
  ///   - radius: Its radius in points.
  public init(circle center: Point, radius: Double) {
    self.init(ellipseIn: Rect(center: center, size: Size(2 * radius, 2 * radius)))
  }

  /// Creates a closed rectangle whose corners are quarter circles.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - radius: The radius of the corners in points, limited to half of the shorter side.
  public init(roundedRect rect: Rect, radius: Double) {
    let limit = max(0, min(radius, rect.width / 2, rect.height / 2))
    if limit == 0 {
      self.init(rect: rect)
    } else {
      self.init()
      addCorners(of: rect, rx: limit, ry: limit)
    }
  }

  private mutating func addCorners(of rect: Rect, rx: Double, ry: Double) {
    let kx = rx * (1 - Path.circleControl)
    let ky = ry * (1 - Path.circleControl)
    func straight(to point: Point) { if currentPoint != point { line(to: point) } }
    move(to: Point(rect.minX + rx, rect.minY))
    straight(to: Point(rect.maxX - rx, rect.minY))
    cubic(
      to: Point(rect.maxX, rect.minY + ry), control1: Point(rect.maxX - kx, rect.minY),
      control2: Point(rect.maxX, rect.minY + ky))
    straight(to: Point(rect.maxX, rect.maxY - ry))
    cubic(
      to: Point(rect.maxX - rx, rect.maxY), control1: Point(rect.maxX, rect.maxY - ky),
      control2: Point(rect.maxX - kx, rect.maxY))
    straight(to: Point(rect.minX + rx, rect.maxY))
    cubic(
      to: Point(rect.minX, rect.maxY - ry), control1: Point(rect.minX + kx, rect.maxY),
      control2: Point(rect.minX, rect.maxY - ky))
    straight(to: Point(rect.minX, rect.minY + ry))
    cubic(
      to: Point(rect.minX + rx, rect.minY), control1: Point(rect.minX, rect.minY + ky),
      control2: Point(rect.minX + kx, rect.minY))
    close()
  }
}

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
  ///
  /// - Parameter tolerance: The largest distance between a chord and its curve, in points, above 0.
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

/// A straight piece of a path.
public struct LineSegment: ParametricCurve, Hashable {
  /// The place at t = 0.
  public var start: Point
  /// The place at t = 1.
  public var end: Point

  /// Creates the straight piece between two points.
  @inlinable public init(_ start: Point, _ end: Point) {
    self.start = start
    self.end = end
  }

  /// Returns the point at `t`, from 0 at the start to 1 at the end.
  @inlinable public func point(at t: Double) -> Point { start.interpolated(to: end, at: t) }

  @inlinable public func derivative(at t: Double) -> Vector { end - start }

  @inlinable public func secondDerivative(at t: Double) -> Vector { .zero }

  @inlinable public func subsegment(from: Double, to: Double) -> LineSegment {
    LineSegment(point(at: from), point(at: to))
  }

  @inlinable public var reversed: LineSegment { LineSegment(end, start) }

  @inlinable public var bounds: Rect { Rect(start, end) }

  @inlinable public func flatteningSteps(tolerance: Double) -> Int { 1 }

  /// Returns the nearest point's parameter, and its distance.
  ///
  /// - Parameters:
  ///   - point: The point to approach.
  ///   - accuracy: Not used; the result is exact.
  /// - Returns: The parameter in 0…1, and the distance in points.
  @inlinable public func nearest(to point: Point, accuracy: Double = 0) -> (
    parameter: Double, distance: Double
  ) {
    let along = end - start
    let square = along.lengthSquared
    let parameter = square > 0 ? min(max((point - start).dot(along) / square, 0), 1) : 0
    return (parameter, self.point(at: parameter).distance(to: point))
  }

  /// The distance between both ends, in points.
  @inlinable public var length: Double { (end - start).length }
}
