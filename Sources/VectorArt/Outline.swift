import Geometry

/// A closed contour as a ring of curves, with the directions at both ends of each.
struct Outline {
  /// One curve of the ring.
  struct Segment {
    var curve: CubicBezier
    var isLine: Bool
    var startTangent: Vector
    var endTangent: Vector
  }

  var segments: [Segment]
  /// What the contour is to the path's axis; a half is a chain, not a ring.
  var form = ContourForm.whole

  /// Returns the closed contours of a path without what has no length; open ones are closed by a line.
  static func outlines(of path: Path) -> [Outline] {
    var result: [Outline] = []
    for line in StrokeLine.lines(of: path) {
      var segments = line.segments.map {
        Segment(curve: $0.curve, isLine: $0.isLine, startTangent: $0.startTangent, endTangent: $0.endTangent)
      }
      if let first = segments.first, let last = segments.last, first.curve.start != last.curve.end,
        let tangent = (first.curve.start - last.curve.end).normalized
      {
        segments.append(
          Segment(
            curve: .line(last.curve.end, first.curve.start), isLine: true, startTangent: tangent,
            endTangent: tangent))
      }
      if segments.count > 1 || segments.first?.isLine == false { result.append(Outline(segments: segments)) }
    }
    return result
  }

  /// Whether the way goes on without a corner from one segment into the next.
  func isSmooth(after index: Int, sine: Double) -> Bool {
    let (a, b) = (segments[index], segments[(index + 1) % segments.count])
    return a.endTangent.dot(b.startTangent) > 0 && a.endTangent.cross(b.startTangent).magnitude < sine
  }

  /// Returns the contour in as few segments as stay within `tolerance`: lines that go straight on and curves that
  /// go smoothly on become one.
  func refitted(within tolerance: Double) -> Outline {
    let count = segments.count
    let sine = 0.05
    // Begin at a corner, or where a line meets a curve, so that no curve is cut that need not be.
    let corner =
      segments.indices.first { !isSmooth(after: ($0 + count - 1) % count, sine: sine) }
      ?? segments.indices.first { segments[$0].isLine != segments[($0 + count - 1) % count].isLine }
    let start = form.isHalf ? 0 : corner ?? 0
    let ring = Array(segments[start...] + segments[..<start])
    var result: [Segment] = []
    var index = 0
    while index < count {
      var merged = ring[index]
      var next = index + 1
      // A closed ring keeps at least two segments.
      while next < count, next - index < 64, next - index < count - 1 {
        guard let longer = Outline.merged(ring[index...next], within: tolerance, sine: sine) else { break }
        merged = longer
        next += 1
      }
      result.append(merged)
      index = next
    }
    return Outline(segments: result, form: form)
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

  var path: Path {
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

extension Outline.Segment {
  fileprivate func isShort(_ length: Double) -> Bool { curve.start.distance(to: curve.end) < length }
}

extension Path {
  /// Returns the closed path in fewer segments, none of which leaves the original by more than `tolerance`.
  public func refitted(within tolerance: Double) -> Path {
    var result = Path()
    for outline in Outline.outlines(of: self) { result.append(outline.refitted(within: tolerance).path) }
    return result
  }
}
