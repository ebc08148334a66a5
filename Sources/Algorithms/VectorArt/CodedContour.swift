import Geometry

/// A contour to be encoded, with its relation to the path's axis; a half is an open chain rather than a ring.
struct CodedContour {
  typealias Segment = Contour.Segment

  var segments: [Segment]
  var form = ContourForm.whole

  private var contour: Contour { Contour(segments: segments, isClosed: !form.isHalf) }

  /// Whether the contour continues without a corner from one segment to the next.
  func isSmooth(after index: Int, sine: Double) -> Bool { contour.isSmooth(after: index, sine: sine) }

  /// Returns the contour with the fewest segments that stay within `tolerance`.
  func refitted(within tolerance: Double) -> CodedContour {
    CodedContour(segments: contour.refitted(within: tolerance).segments, form: form)
  }

  var path: Path { contour.path }

  static func outlines(of path: Path) -> [CodedContour] {
    path.rings.map { CodedContour(segments: $0.segments) }
  }
}

extension CodedContour {
  func scaled(by factor: Double) -> CodedContour {
    var result = self
    for index in result.segments.indices {
      let curve = segments[index].curve
      func scaled(_ point: Point) -> Point { Point(point.x * factor, point.y * factor) }
      result.segments[index].curve = CubicBezier(
        scaled(curve.start), scaled(curve.control1), scaled(curve.control2), scaled(curve.end))
    }
    return result
  }

  /// Returns the ring without segments that are too short to be visible, and with lines in place of nearly straight
  /// curves.
  func withoutSpecks(_ length: Double) -> CodedContour {
    guard var start = segments.first?.curve.start else { return self }
    var result: [Segment] = []
    for segment in segments {
      var next = segment
      next.curve.control1 += start - next.curve.start
      next.curve.start = start
      let curve = next.curve
      let around = max(curve.start.distance(to: curve.end), curve.start.distance(to: curve.control1))
      if around < length { continue }
      if !next.isLine, curve.isStraight(within: length / 2), let along = (curve.end - curve.start).normalized
      {
        next.isLine = true
        (next.startTangent, next.endTangent) = (along, along)
      }
      result.append(next)
      start = curve.end
    }
    guard let last = result.last, let first = result.first else {
      return CodedContour(segments: [], form: form)
    }
    if form.isHalf {
      let gap = (segments.last?.curve.end ?? last.curve.end) - last.curve.end
      result[result.count - 1].curve.end += gap
      result[result.count - 1].curve.control2 += gap
    } else if last.curve.end != first.curve.start {
      // The gap of a speck at the very end moves to the first segment.
      let gap = last.curve.end - first.curve.start
      result[0].curve.start += gap
      result[0].curve.control1 += gap
    }
    return CodedContour(segments: result, form: form)
  }

  /// Replaces a curve with its two halves.
  mutating func halve(_ index: Int) {
    let (first, second) = segments[index].curve.split(at: 0.5)
    guard let before = first.endTangents, let after = second.endTangents else { return }
    let middle = first.derivative(at: 1).normalized ?? before.1
    segments.replaceSubrange(
      index...index,
      with: [
        Segment(
          curve: first, isLine: false, startTangent: segments[index].startTangent, endTangent: middle),
        Segment(
          curve: second, isLine: false, startTangent: first.derivative(at: 1).normalized ?? after.0,
          endTangent: segments[index].endTangent),
      ])
  }

  /// The ring with every curve halved that is much longer than its chord, which is the reference for the code's angles.
  var withoutLoops: CodedContour {
    var result = self
    for _ in 0..<3 {
      for index in result.segments.indices.reversed() where !result.segments[index].isLine {
        let curve = result.segments[index].curve
        let around =
          curve.start.distance(to: curve.control1) + curve.control1.distance(to: curve.control2)
          + curve.control2.distance(to: curve.end)
        if around > 2.5 * curve.start.distance(to: curve.end) { result.halve(index) }
      }
    }
    return result
  }

  /// The ring with the start that is cheapest to encode: after a corner, so that the last segment is a line if
  /// possible.
  var startingAtCorner: CodedContour {
    if form.isHalf { return self }
    let count = segments.count
    let start =
      segments.indices.first { segments[$0].isLine && !isSmooth(after: $0, sine: 0.05) }
      ?? segments.indices.first { segments[$0].isLine }
      ?? segments.indices.first { !isSmooth(after: $0, sine: 0.05) }
    guard let start else { return self }
    let first = (start + 1) % count
    return CodedContour(segments: Array(segments[first...] + segments[..<first]), form: form)
  }
}

extension CodedContour {
  /// Returns the mirror image at a vertical axis, reversed to keep its orientation.
  func mirrored(at axis: Double) -> CodedContour {
    func image(_ point: Point) -> Point { Point(2 * axis - point.x, point.y) }
    func image(_ tangent: Vector) -> Vector { Vector(tangent.dx, -tangent.dy) }
    let images = segments.reversed().map { segment in
      let curve = segment.curve
      return Segment(
        curve: CubicBezier(
          image(curve.end), image(curve.control2), image(curve.control1), image(curve.start)),
        isLine: segment.isLine, startTangent: image(segment.endTangent),
        endTangent: image(segment.startTangent))
    }
    return CodedContour(segments: images, form: form)
  }

  /// Returns the full path that the contour represents.
  func shape(axis: Double?) -> Path {
    guard let axis, form != .whole else { return path }
    let image = mirrored(at: axis)
    if form == .pair {
      var both = path
      both.append(image.path)
      return both
    }
    var ring = segments
    if let end = segments.last?.curve.end, !form.endsOnAxis { ring.append(.level(end, 2 * axis - end.x)) }
    ring += image.segments
    if let start = segments.first?.curve.start, !form.startsOnAxis {
      ring.append(.level(Point(2 * axis - start.x, start.y), start.x))
    }
    return CodedContour(segments: ring).path
  }
}

extension CodedContour.Segment {
  fileprivate static func level(_ start: Point, _ x: Double) -> CodedContour.Segment {
    let tangent = Vector(x < start.x ? -1 : 1, 0)
    return CodedContour.Segment(
      curve: .line(start, Point(x, start.y)), isLine: true, startTangent: tangent, endTangent: tangent)
  }

  /// Returns the pieces between the curve's crossings of a vertical line.
  func cut(atX x: Double, near distance: Double) -> [CodedContour.Segment] {
    let inside = [curve.control1.x, curve.control2.x, curve.start.x, curve.end.x]
    guard (inside.min() ?? x) < x - distance, (inside.max() ?? x) > x + distance else { return [self] }
    if isLine {
      let time = (x - curve.start.x) / (curve.end.x - curve.start.x)
      let place = curve.start.interpolated(to: curve.end, at: time)
      guard min((curve.start.x - x).magnitude, (curve.end.x - x).magnitude) > distance else { return [self] }
      return [(curve.start, place), (place, curve.end)].map { part in
        CodedContour.Segment(
          curve: .line(part.0, part.1), isLine: true, startTangent: startTangent, endTangent: endTangent)
      }
    }
    var result: [CodedContour.Segment] = []
    var (from, tangent) = (0.0, startTangent)
    for time in crossings(x, distance) {
      guard let next = curve.derivative(at: time).normalized else { continue }
      result.append(
        CodedContour.Segment(
          curve: curve.subsegment(from: from, to: time), isLine: false, startTangent: tangent,
          endTangent: next))
      (from, tangent) = (time, next)
    }
    result.append(
      CodedContour.Segment(
        curve: curve.subsegment(from: from, to: 1), isLine: false, startTangent: tangent,
        endTangent: endTangent))
    return result
  }

  /// Returns the parameters at which the curve changes sides, excluding its ends.
  private func crossings(_ x: Double, _ distance: Double) -> [Double] {
    var result: [Double] = []
    let count = 16
    var (low, side) = (0.0, curve.start.x - x)
    for step in 1...count {
      let time = Double(step) / Double(count)
      let next = curve.point(at: time).x - x
      if side != 0, next != 0, (side < 0) != (next < 0) {
        let crossing = crossing(x, from: low, to: time, isRising: side < 0)
        let place = curve.point(at: crossing)
        if place.distance(to: curve.start) > distance, place.distance(to: curve.end) > distance {
          result.append(crossing)
        }
      }
      if next != 0 { (low, side) = (time, next) }
    }
    return result
  }

  private func crossing(_ x: Double, from: Double, to: Double, isRising: Bool) -> Double {
    var (low, high) = (from, to)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if (curve.point(at: middle).x < x) == isRising { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
