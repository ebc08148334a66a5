import Glibc

/// An arc of an ellipse by its ends, as SVG's `A` gives it (SVG 2, B.2).
public struct EllipticalArc: Sendable {
  private let start: Point
  private let end: Point
  private let rx: Double
  private let ry: Double
  private let rotation: Double
  private let isLarge: Bool
  private let isSweep: Bool

  /// Creates an arc between two points of an ellipse, as the arcs of SVG's path data.
  ///
  /// - Parameters:
  ///   - start: Where it begins.
  ///   - end: Where it ends.
  ///   - rx: The radius along the ellipse's first axis, in points.
  ///   - ry: The radius along the other axis, in points.
  ///   - rotation: The angle of the first axis from x toward y, in radians.
  ///   - isLarge: Whether it is longer than half of the ellipse.
  ///   - isSweep: Whether it goes clockwise on the screen.
  public init(
    start: Point, end: Point, rx: Double, ry: Double, rotation: Double, isLarge: Bool, isSweep: Bool
  ) {
    (self.start, self.end, self.rx, self.ry) = (start, end, rx, ry)
    (self.rotation, self.isLarge, self.isSweep) = (rotation, isLarge, isSweep)
  }

  /// The share of the radius by which the cubics may miss the ellipse.
  public static let precision = 1e-5

  /// Adds the arc as cubics to a path that has come to its start.
  public func append(to path: inout Path) {
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

/// Returns how many equal cubics draw an arc within `tolerance`; each spans at most a quarter.
///
/// The error of one over an angle θ is near 2/27 · sin⁶(θ/4) / cos²(θ/4) of the radius.
func arcPieces(angle: Double, radius: Double, tolerance: Double) -> Int {
  let total = angle.magnitude
  guard total.isFinite else { return 1 }
  let quarters = Int((total / (Double.pi / 2) - 1e-9).rounded(.up))
  for count in max(1, quarters)..<(max(1, quarters) + 32) {
    let (sine, cosine) = (sin(total / Double(count) / 4), cos(total / Double(count) / 4))
    let cube = sine * sine * sine
    if radius * 2 / 27 * cube * cube / (cosine * cosine) <= tolerance { return count }
  }
  return max(1, quarters) + 32
}

extension Path {
  /// Creates a closed ellipse, clockwise on the screen from its rightmost point.
  ///
  /// - Parameters:
  ///   - center: Its centre.
  ///   - radii: Its radii along x and y, in points.
  ///   - tolerance: The greatest distance from the true ellipse, in points; positive.
  public init(ellipse center: Point, radii: Vector, tolerance: Double) {
    self.init()
    let count = arcPieces(angle: 2 * .pi, radius: max(radii.dx, radii.dy), tolerance: tolerance)
    // A multiple of four keeps the extremes on ends, where no coding can move them.
    let pieces = (count + 3) / 4 * 4
    let step = 2 * Double.pi / Double(pieces)
    let handle = 4.0 / 3 * tan(step / 4)
    func radial(_ index: Int) -> Vector {
      let quarter = pieces / 4
      let within = Double(index % quarter) * step
      let unit = Vector(cos(within), sin(within))
      return switch index / quarter % 4 {
      case 0: unit
      case 1: unit.perpendicular
      case 2: Vector.zero - unit
      default: Vector.zero - unit.perpendicular
      }
    }
    func place(_ unit: Vector) -> Point {
      Point(center.x + unit.dx * radii.dx, center.y + unit.dy * radii.dy)
    }
    var from = radial(0)
    move(to: place(from))
    for index in 1...pieces {
      let to = radial(index)
      cubic(
        to: place(to), control1: place(from + from.perpendicular * handle),
        control2: place(to - to.perpendicular * handle))
      from = to
    }
    close()
  }
}
