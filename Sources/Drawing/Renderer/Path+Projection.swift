import Geometry

extension Path {
  /// Returns the outline that is seen in perspective, of straight pieces, without what is at or behind the eye.
  ///
  /// `transform` maps to pixels; the pieces stay within a twentieth of a pixel of the curves.
  func projected(by transform: Transform3D) -> Path {
    var projection = Projection(transform)
    var current = Point.zero
    var start = Point.zero
    for element in elements {
      switch element {
      case .move(let point):
        projection.finishContour()
        start = point
        current = point
        projection.append(point)
      case .line(let point):
        projection.append(point)
        current = point
      case .quad(let control, let end):
        let curve = QuadraticBezier(current, control, end)
        projection.append(upTo: end) { curve.point(at: $0) }
        current = end
      case .cubic(let control1, let control2, let end):
        let curve = CubicBezier(current, control1, control2, end)
        projection.append(upTo: end) { curve.point(at: $0) }
        current = end
      case .close:
        current = start
      }
    }
    projection.finishContour()
    return projection.path
  }
}

/// Contours that are mapped in perspective.
private struct Projection {
  private(set) var path = Path()
  private let transform: Transform3D
  private var contour: [SIMD4<Double>] = []

  /// Anything nearer to the eye is cut off; it would appear a thousand times its size.
  private static let nearest = 1.0 / 1024

  private static let tolerance = 0.05
  private static let deepest = 10

  init(_ transform: Transform3D) {
    self.transform = transform
  }

  mutating func append(_ point: Point) {
    contour.append(transform.homogeneous(point.x, point.y))
  }

  /// Appends a curve from the last point on, in as many pieces as are needed where it is seen.
  mutating func append(upTo end: Point, _ point: (Double) -> Point) {
    // Two halves at least: an S-shaped curve passes through the middle of its chord.
    let middle = transform.homogeneous(point(0.5).x, point(0.5).y)
    guard let first = contour.last else { return append(end) }
    let last = transform.homogeneous(end.x, end.y)
    appendPieces(0, 0.5, first, middle, 1, point)
    appendPieces(0.5, 1, middle, last, 1, point)
  }

  private mutating func appendPieces(
    _ from: Double, _ to: Double, _ first: SIMD4<Double>, _ last: SIMD4<Double>, _ depth: Int,
    _ point: (Double) -> Point
  ) {
    let half = (from + to) / 2
    let place = point(half)
    let middle = transform.homogeneous(place.x, place.y)
    if depth >= Projection.deepest || isStraight(first, middle, last) { return contour.append(last) }
    appendPieces(from, half, first, middle, depth + 1, point)
    appendPieces(half, to, middle, last, depth + 1, point)
  }

  private func isStraight(_ a: SIMD4<Double>, _ middle: SIMD4<Double>, _ b: SIMD4<Double>) -> Bool {
    let nearest = Projection.nearest
    if a.w < nearest && middle.w < nearest && b.w < nearest { return true }
    guard a.w >= nearest, middle.w >= nearest, b.w >= nearest else { return false }
    let (start, seen, end) = (a / a.w, middle / middle.w, b / b.w)
    let (chord, offset) = (end - start, seen - start)
    let length = (chord.x * chord.x + chord.y * chord.y).squareRoot()
    let tolerance = Projection.tolerance
    if length < tolerance { return abs(offset.x) < tolerance && abs(offset.y) < tolerance }
    return abs(chord.x * offset.y - chord.y * offset.x) < tolerance * length
  }

  /// Cuts the contour off before the eye (Sutherland and Hodgman 1974) and appends what is left.
  mutating func finishContour() {
    defer { contour.removeAll(keepingCapacity: true) }
    guard var previous = contour.last else { return }
    var isFirst = true
    func add(_ corner: SIMD4<Double>, to path: inout Path) {
      let point = Point(corner.x / corner.w, corner.y / corner.w)
      if isFirst { path.move(to: point) } else { path.line(to: point) }
      isFirst = false
    }
    for corner in contour {
      let nearest = Projection.nearest
      if (corner.w >= nearest) != (previous.w >= nearest) {
        let share = (nearest - previous.w) / (corner.w - previous.w)
        var crossing = previous + (corner - previous) * share
        crossing.w = nearest
        add(crossing, to: &path)
      }
      if corner.w >= nearest { add(corner, to: &path) }
      previous = corner
    }
    if !isFirst { path.close() }
  }
}
