import Geometry

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

  /// The same ring without segments that are too short to be seen, and with lines for curves that look like them.
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
      // A speck at the very end leaves its gap to the first segment.
      let gap = last.curve.end - first.curve.start
      result[0].curve.start += gap
      result[0].curve.control1 += gap
    }
    return CodedContour(segments: result, form: form)
  }

  /// Replaces one curve by its two halves.
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

  /// The same ring with every curve halved that is much longer than its chord, on which the code's angles depend.
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

  /// The same ring begun where coding it costs least: after a corner, so that the last segment is a line if possible.
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
