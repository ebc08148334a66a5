import Geometry

extension CodedContour {
  /// Returns the image at an upright axis, run the other way so that inside and outside stay on their sides.
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

  /// Everything that the contour stands for.
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

  /// Returns the pieces between the places where the curve goes through an upright line.
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

  /// Returns the parameters at which the curve changes sides, none of them at an end.
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
