import Geometry

/// Sorts contours by their symmetry about an axis.
struct MirrorSearch {
  private let axis: Double
  private let distance: Double
  private(set) var outlines: [CodedContour] = []
  private(set) var savedSegments = 0

  init(_ all: [CodedContour], axis: Double, within distance: Double) {
    self.axis = axis
    self.distance = distance
    let boxes = all.map { $0.path.bounds ?? .zero }
    let areas = all.map(\.path.signedArea)
    var isTaken = [Bool](repeating: false, count: all.count)
    for index in all.indices where !isTaken[index] {
      let image = mirrored(boxes[index])
      let candidates = all.indices.filter {
        !isTaken[$0] && isNear(boxes[$0], image) && (areas[$0] > 0) == (areas[index] > 0)
      }
      let mirror = all[index].mirrored(at: axis)
      let match = candidates.first { isSame(all[$0], mirror) }
      isTaken[index] = true
      if match == index, let half = half(of: all[index]) {
        outlines.append(half)
        savedSegments += all[index].segments.count - half.segments.count
      } else if let match, match != index {
        isTaken[match] = true
        // The right one of both, as the halves are the right ones.
        var kept = all[boxes[index].midX > axis ? index : match]
        kept.form = .pair
        outlines.append(kept)
        savedSegments += kept.segments.count
      } else {
        outlines.append(all[index])
      }
    }
  }

  private func mirrored(_ box: Rect) -> Rect {
    Rect(x: 2 * axis - box.maxX, y: box.minY, width: box.width, height: box.height)
  }

  private func isNear(_ a: Rect, _ b: Rect) -> Bool {
    (a.minX - b.minX).magnitude <= distance && (a.maxX - b.maxX).magnitude <= distance
      && (a.minY - b.minY).magnitude <= distance && (a.maxY - b.maxY).magnitude <= distance
  }

  private func isSame(_ a: CodedContour, _ b: CodedContour) -> Bool {
    let (first, second) = (a.path, b.path)
    return OutlineNeighborhood(first, distance: distance).contains(second)
      && OutlineNeighborhood(second, distance: distance).contains(first)
  }

  /// Returns the part right of the axis of a contour that meets the axis in two places, or nil.
  private func half(of outline: CodedContour) -> CodedContour? {
    let pieces = outline.segments.flatMap { $0.cut(atX: axis, near: distance) }
    let sides = pieces.map { isRight($0) }
    guard
      let start = pieces.indices.first(where: { sides[$0] && !sides[($0 + pieces.count - 1) % pieces.count] })
    else { return nil }
    let order = pieces.indices.map { (start + $0) % pieces.count }
    let chain = order.prefix { sides[$0] }.map { pieces[$0] }
    guard order.dropFirst(chain.count).allSatisfy({ !sides[$0] }), let first = chain.first,
      let last = chain.last, isOnAxis(first.curve.start), isOnAxis(last.curve.end)
    else { return nil }
    return trimmed(CodedContour(segments: chain))
  }

  private func isRight(_ piece: CodedContour.Segment) -> Bool {
    let middle = piece.curve.point(at: 0.5).x
    return max(piece.curve.start.x, middle, piece.curve.end.x) - axis
      > axis - min(piece.curve.start.x, middle, piece.curve.end.x)
  }

  private func isOnAxis(_ point: Point) -> Bool { (point.x - axis).magnitude <= 2 * distance }

  /// Leaves out the level lines at both ends, which the image gives again, and puts other ends onto the axis.
  private func trimmed(_ chain: CodedContour) -> CodedContour? {
    var segments = chain.segments
    var (startsOnAxis, endsOnAxis) = (true, true)
    if let first = segments.first, isLevel(first), segments.count > 1 {
      segments.removeFirst()
      startsOnAxis = false
    }
    if let last = segments.last, isLevel(last), segments.count > 1 {
      segments.removeLast()
      endsOnAxis = false
    }
    guard let first = segments.first, let last = segments.last else { return nil }
    if startsOnAxis {
      let gap = Vector(axis - first.curve.start.x, 0)
      segments[0].curve.start += gap
      segments[0].curve.control1 += gap
    }
    if endsOnAxis {
      let gap = Vector(axis - last.curve.end.x, 0)
      segments[segments.count - 1].curve.end += gap
      segments[segments.count - 1].curve.control2 += gap
    }
    return CodedContour(
      segments: segments, form: ContourForm(startsOnAxis: startsOnAxis, endsOnAxis: endsOnAxis))
  }

  private func isLevel(_ segment: CodedContour.Segment) -> Bool {
    segment.isLine && (segment.curve.start.y - segment.curve.end.y).magnitude <= distance
  }
}
