/// One sub-path as curves that all have a length and a direction.
public struct Contour: Sendable {
  /// A piece of the contour with the directions at its ends; a straight one has its controls on the chord.
  public struct Segment: Sendable {
    /// The piece as a cubic curve, also where it is straight.
    public var curve: CubicBezier
    /// Whether the piece is straight.
    public var isLine: Bool
    /// The direction at the start, of length one.
    public var startTangent: Vector
    /// The direction at the end, of length one.
    public var endTangent: Vector

    /// Creates a piece from a curve and what is known of it; nothing is checked.
    public init(curve: CubicBezier, isLine: Bool, startTangent: Vector, endTangent: Vector) {
      self.curve = curve
      self.isLine = isLine
      self.startTangent = startTangent
      self.endTangent = endTangent
    }

    /// Creates a straight piece; nil where it has no length.
    public init?(from start: Point, to end: Point) {
      guard start.isFinite, end.isFinite, let tangent = (end - start).normalized else { return nil }
      self.init(curve: .line(start, end), isLine: true, startTangent: tangent, endTangent: tangent)
    }
  }

  /// The pieces, each of which begins where the one before ends.
  public var segments: [Segment]
  /// Whether the last piece ends where the first begins.
  public var isClosed: Bool
  /// Where a contour without any length stands, and which way its square cap is turned.
  var dot: (place: Point, tangent: Vector)?

  /// Creates a contour from pieces that follow one another.
  public init(segments: [Segment] = [], isClosed: Bool = false) {
    self.segments = segments
    self.isClosed = isClosed
  }

  static func contours(of path: Path) -> [Contour] {
    var result: [Contour] = []
    var line = Contour()
    var (start, current) = (Point.zero, Point.zero)
    var hasSegment = false
    func finish() {
      if line.segments.isEmpty && hasSegment && current.isFinite {
        line.dot = (current, Vector(1, 0))
      }
      if !line.segments.isEmpty || line.dot != nil { result.append(line) }
      line = Contour()
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
    if let segment = Segment(from: start, to: end) { segments.append(segment) }
  }

  mutating func addCurve(_ curve: CubicBezier) {
    guard curve.start.isFinite, curve.end.isFinite, curve.control1.isFinite, curve.control2.isFinite
    else { return }
    guard let (first, last) = curve.endTangents else { return }
    let isLine = first.dot(last) > 0 && curve.isStraight(within: (curve.end - curve.start).length * 1e-9)
    segments.append(Segment(curve: curve, isLine: isLine, startTangent: first, endTangent: last))
  }

  /// Returns whether a segment continues into the next without a corner.
  ///
  /// - Parameters:
  ///   - index: The segment's index; the last one is followed by the first.
  ///   - sine: The sine of the angle below which a turn is no corner.
  public func isSmooth(after index: Int, sine: Double) -> Bool {
    let (a, b) = (segments[index], segments[(index + 1) % segments.count])
    return a.endTangent.dot(b.startTangent) > 0 && a.endTangent.cross(b.startTangent).magnitude < sine
  }

  /// Returns the contour in as few segments as stay within `tolerance`: lines that go straight on and curves that
  /// go smoothly on become one.
  ///
  /// - Parameter tolerance: The largest distance from the original, in points.
  public func refitted(within tolerance: Double) -> Contour {
    let count = segments.count
    let sine = 0.05
    // Begin at a corner, or where a line meets a curve, so that no curve is cut that need not be.
    let corner =
      segments.indices.first { !isSmooth(after: ($0 + count - 1) % count, sine: sine) }
      ?? segments.indices.first { segments[$0].isLine != segments[($0 + count - 1) % count].isLine }
    let start = isClosed ? corner ?? 0 : 0
    let ring = Array(segments[start...] + segments[..<start])
    var result: [Segment] = []
    var index = 0
    while index < count {
      var merged = ring[index]
      var next = index + 1
      // A closed ring keeps at least two segments.
      while next < count, next - index < 64, next - index < count - 1 {
        guard let longer = Contour.merged(ring[index...next], within: tolerance, sine: sine) else { break }
        merged = longer
        next += 1
      }
      result.append(merged)
      index = next
    }
    return Contour(segments: result, isClosed: isClosed)
  }

  private static func merged(_ chain: ArraySlice<Segment>, within tolerance: Double, sine: Double) -> Segment?
  {
    guard let first = chain.first, let last = chain.last else { return nil }
    let before = chain[chain.endIndex - 2]
    guard before.endTangent.dot(last.startTangent) > 0,
      before.endTangent.cross(last.startTangent).magnitude < sine || before.isShort(tolerance)
        || last.isShort(tolerance)
    else { return nil }
    let (start, end) = (first.curve.start, last.curve.end)
    guard let chord = (end - start).normalized else { return nil }
    if chain.allSatisfy(\.isLine) {
      let isStraight = chain.dropLast().allSatisfy { chord.cross($0.curve.end - start).magnitude < tolerance }
      return isStraight
        ? Segment(curve: .line(start, end), isLine: true, startTangent: chord, endTangent: chord) : nil
    }
    if chain.contains(where: { $0.isLine && !$0.isShort(tolerance * 4) }) { return nil }
    guard first.startTangent.dot(last.endTangent) > -0.2 else { return nil }
    var points = [start]
    for segment in chain {
      for step in 1...8 { points.append(segment.curve.point(at: Double(step) / 8)) }
    }
    var fit = CurveFit(points, first.startTangent, last.endTangent)
    guard let cubic = fit.cubic(within: tolerance) else { return nil }
    return Segment(
      curve: cubic, isLine: false, startTangent: first.startTangent, endTangent: last.endTangent)
  }

  /// The contour as a closed path.
  public var path: Path {
    Path { path in
      guard let first = segments.first else { return }
      path.move(to: first.curve.start)
      for (index, segment) in segments.enumerated() {
        if !segment.isLine {
          path.cubic(
            to: segment.curve.end, control1: segment.curve.control1, control2: segment.curve.control2)
        } else if index < segments.count - 1 {
          path.line(to: segment.curve.end)
        }
      }
      path.close()
    }
  }
}

extension Contour.Segment {
  fileprivate func isShort(_ length: Double) -> Bool { curve.start.distance(to: curve.end) < length }
}

extension Path {
  /// The sub-paths as curves; what has neither length nor direction is left out.
  public var contours: [Contour] { Contour.contours(of: self) }

  /// The sub-paths as rings: open ones are closed by a line, and what encloses nothing is left out.
  public var rings: [Contour] {
    contours.compactMap { contour in
      var ring = Contour(segments: contour.segments, isClosed: true)
      if let first = ring.segments.first, let last = ring.segments.last,
        let closing = Contour.Segment(from: last.curve.end, to: first.curve.start)
      {
        ring.segments.append(closing)
      }
      return ring.segments.count > 1 || ring.segments.first?.isLine == false ? ring : nil
    }
  }

  /// Returns the closed path in fewer segments, none of which leaves the original by more than `tolerance`.
  ///
  /// - Parameter tolerance: The largest distance from the original, in points.
  public func refitted(within tolerance: Double) -> Path {
    var result = Path()
    for ring in rings { result.append(ring.refitted(within: tolerance).path) }
    return result
  }
}

/// Finds one cubic with given end tangents for a row of points (Schneider, "An algorithm for automatically fitting
/// digitized curves", 1990).
public struct CurveFit: Sendable {
  private let points: [Point]
  private let startTangent: Vector
  private let endTangent: Vector
  private var times: [Double] = []

  /// `points` run from the one end to the other.
  public init(_ points: [Point], _ startTangent: Vector, _ endTangent: Vector) {
    self.points = points
    self.startTangent = startTangent
    self.endTangent = endTangent
    var sum = 0.0
    times.reserveCapacity(points.count)
    for index in points.indices {
      if index > 0 { sum += points[index].distance(to: points[index - 1]) }
      times.append(sum)
    }
    if sum > 0 { for index in times.indices { times[index] /= sum } }
  }

  /// Returns a cubic that passes within `tolerance` points of all points, or nil when none was found.
  public mutating func cubic(within tolerance: Double) -> CubicBezier? {
    for round in 0..<6 {
      guard let cubic = leastSquares() else { return nil }
      let error = reparametrize(cubic)
      if error <= tolerance { return cubic }
      if round >= 1, error > tolerance * 16 { return nil }
    }
    return nil
  }

  /// Returns the handles that come nearest to the points at their times.
  private func leastSquares() -> CubicBezier? {
    guard let start = points.first, let end = points.last else { return nil }
    var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    let cosine = startTangent.dot(endTangent)
    for (time, point) in zip(times, points) {
      let u = 1 - time
      let (b1, b2) = (3 * u * u * time, 3 * u * time * time)
      let onEnds = u * u * u + b1
      let base = start.interpolated(to: end, at: 1 - onEnds)
      let gap = point - base
      c00 += b1 * b1
      c01 -= b1 * b2 * cosine
      c11 += b2 * b2
      x0 += b1 * gap.dot(startTangent)
      x1 -= b2 * gap.dot(endTangent)
    }
    let chord = start.distance(to: end)
    let determinant = c00 * c11 - c01 * c01
    var (first, second) = (chord / 3, chord / 3)
    if determinant > 1e-9 * c00 * c11 {
      first = (x0 * c11 - x1 * c01) / determinant
      second = (x1 * c00 - x0 * c01) / determinant
    }
    guard first.isFinite, second.isFinite else { return nil }
    if first < chord * 1e-3 || second < chord * 1e-3 { (first, second) = (chord / 3, chord / 3) }
    return CubicBezier(start, start + startTangent * first, end - endTangent * second, end)
  }

  /// Moves every time to the place of the curve that is nearest and returns the largest distance.
  private mutating func reparametrize(_ cubic: CubicBezier) -> Double {
    var worst = 0.0
    for index in points.indices.dropFirst().dropLast() {
      times[index] = cubic.nearestTime(to: points[index], from: times[index])
      worst = max(worst, cubic.point(at: times[index]).distance(to: points[index]))
    }
    return worst
  }
}
