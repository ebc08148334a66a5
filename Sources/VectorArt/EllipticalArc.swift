import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// An arc of an ellipse by its ends, as SVG's `A` gives it (SVG 2, B.2).
struct EllipticalArc {
  let start: Point
  let end: Point
  let rx: Double
  let ry: Double
  let rotation: Double
  let isLarge: Bool
  let isSweep: Bool

  /// The share of the radius by which the cubics may miss the ellipse.
  static let precision = 1e-5

  func append(to path: inout Path) {
    guard start != end else { return }
    var (rx, ry) = (rx.magnitude, ry.magnitude)
    let (sine, cosine) = (sin(rotation), cos(rotation))
    let half = Vector((start.x - end.x) / 2, (start.y - end.y) / 2)
    let x = cosine * half.dx + sine * half.dy
    let y = -sine * half.dx + cosine * half.dy
    let stretch = (x / rx) * (x / rx) + (y / ry) * (y / ry)
    guard rx > 0, ry > 0, stretch.isFinite, stretch > 0 else { return path.line(to: end) }
    if stretch > 1 { (rx, ry) = (rx * stretch.squareRoot(), ry * stretch.squareRoot()) }
    // The unit circle's two centres lie across the middle of the chord.
    let chord = Vector(x / rx, y / ry)
    let across = max(1 / chord.lengthSquared - 1, 0).squareRoot() * (isLarge == isSweep ? -1 : 1)
    let center = Vector(across * chord.dy, -across * chord.dx)
    let (from, to) = (chord - center, Vector.zero - chord - center)
    var angle = atan2(from.cross(to), from.dot(to))
    if isSweep && angle < 0 { angle += 2 * .pi }
    if !isSweep && angle > 0 { angle -= 2 * .pi }
    let middle = start.interpolated(to: end, at: 0.5)
    func place(_ unit: Vector) -> Point {
      let (px, py) = ((unit.dx + center.dx) * rx, (unit.dy + center.dy) * ry)
      return Point(middle.x + cosine * px - sine * py, middle.y + sine * px + cosine * py)
    }
    let count = arcPieces(angle: angle, radius: 1, tolerance: EllipticalArc.precision)
    let step = angle / Double(count)
    let handle = 4.0 / 3 * tan(step / 4)
    var radial = from
    for index in 1...count {
      let (s, c) = (sin(step * Double(index)), cos(step * Double(index)))
      let next = from * c + from.perpendicular * s
      path.cubic(
        to: index == count ? end : place(next), control1: place(radial + radial.perpendicular * handle),
        control2: place(next - next.perpendicular * handle))
      radial = next
    }
  }
}
