public import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The circle that the baseline of a curved line follows.
///
/// A line is set straight first. Then each letter is moved to the circle and turned, as a whole. Letters keep their
/// distances along the innermost circle that the ink touches, so that they come no nearer to each other: the tangents at
/// two letters' middles meet at r·tan(δ/2) from them, which is more than half of their distance r·δ.
public struct Arc: Hashable, Sendable {
  /// The highest or lowest point of the baseline, which stays in place.
  let apex: Point
  /// The radius of the baseline's circle; its centre is below the apex, or above it if the radius is negative.
  let radius: Double
  /// The radius of the circle along which letters keep their distances, with the sign of the radius.
  let innerRadius: Double

  private init(apex: Point, radius: Double, innerRadius: Double) {
    self.apex = apex
    self.radius = radius
    self.innerRadius = innerRadius
  }

  /// The least inner radius, as a multiple of the height of the ink above the baseline.
  private static let leastRadius = 0.5

  /// Creates an arc over which a line extends by an angle in degrees: positive like an arch, negative like a bowl.
  ///
  /// The line's ink has a width and extends above and below its baseline, in points. An angle that would turn the
  /// letters over each other becomes smaller.
  init?(degrees: Double, width: Double, ascent: Double, descent: Double, apex: Point) {
    guard degrees.isFinite, abs(degrees) >= 0.1, width > 0, ascent > 0 else { return nil }
    let angle = min(abs(degrees) * .pi / 180, width / (Self.leastRadius * ascent), 2 * .pi)
    let inner = width / angle
    if degrees > 0 {
      self.init(apex: apex, radius: inner + max(descent, 0), innerRadius: inner)
    } else {
      self.init(apex: apex, radius: -inner - ascent, innerRadius: -inner)
    }
  }

  /// Returns the arc scaled about the origin and then moved.
  func scaled(by scale: Double, movedBy shift: Vector) -> Arc {
    Arc(
      apex: Point(apex.x * scale + shift.dx, apex.y * scale + shift.dy), radius: radius * scale,
      innerRadius: innerRadius * scale)
  }

  /// Returns the angle by which a letter at `x` of the straight line is turned, clockwise, in radians.
  func angle(atX x: Double) -> Double { (x - apex.x) / innerRadius }

  /// Returns the transform that moves a letter whose middle is at `x` from the straight line to the arc.
  func transform(atX x: Double) -> AffineTransform {
    let angle = angle(atX: x)
    let place = Point(apex.x + radius * sin(angle), apex.y + radius * (1 - cos(angle)))
    return AffineTransform.translation(x: -x, y: -apex.y)
      .concatenating(.rotation(angle)).concatenating(.translation(x: place.x, y: place.y))
  }

  /// Returns where a point of the straight line is on the arc.
  func bent(_ point: Point) -> Point { transform(atX: point.x).apply(to: point) }

  /// Returns the point of the straight line that is at a point.
  func straight(_ point: Point) -> Point {
    let side: Double = radius < 0 ? -1 : 1
    let (dx, dy) = (point.x - apex.x, point.y - apex.y - radius)
    let angle = atan2(dx * side, -dy * side)
    return Point(
      apex.x + innerRadius * angle, apex.y + radius - side * (dx * dx + dy * dy).squareRoot())
  }

  /// Returns the `x` on the straight line of the letter that stands at `x` on the page, or of the last one before it.
  func straightX(_ x: Double) -> Double {
    apex.x + innerRadius * asin(min(max((x - apex.x) / radius, -1), 1))
  }
}

/// The way of a line that does not run straight from left to right.
///
/// Such a line is set straight first, and its letters are moved afterwards.
public enum Course: Hashable, Sendable {
  /// Along a circle.
  case arc(Arc)
  /// Downwards, as a column: the straight line turned clockwise by a right angle about the origin, and then moved.
  case column(Vector)

  /// Whether the line is a column.
  public var isColumn: Bool {
    if case .column = self { true } else { false }
  }

  /// Returns the transform that moves a letter whose middle is at `x` from the straight line to its place.
  func transform(atX x: Double) -> AffineTransform {
    switch self {
    case .arc(let arc): arc.transform(atX: x)
    case .column(let shift): AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: shift.dx, ty: shift.dy)
    }
  }

  /// Returns where a point of the straight line is on the page.
  func bent(_ point: Point) -> Point { transform(atX: point.x).apply(to: point) }

  /// Returns the point of the straight line that is at a point of the page.
  func straight(_ point: Point) -> Point {
    switch self {
    case .arc(let arc): arc.straight(point)
    case .column(let shift): Point(point.y - shift.dy, shift.dx - point.x)
    }
  }

  /// Returns the `x` on the straight line of the letter at a place along the line: at `x` on the page, or at `y` for a
  /// column.
  func straightX(_ place: Double) -> Double {
    switch self {
    case .arc(let arc): arc.straightX(place)
    case .column(let shift): place - shift.dy
    }
  }
}

/// An area of a line, such as a caret or selected letters, which is bent or turned with the line.
public struct TextArea: Hashable, Sendable {
  /// The area on the straight line, in points of the page.
  public var rect: Rect
  /// The way of the line; nil is straight from left to right.
  let course: Course?

  /// Whether the line of the area is a column.
  public var isInColumn: Bool { course?.isColumn ?? false }

  /// The box of the area on the page.
  public var bounds: Rect {
    guard case .column(let shift) = course else { return bentPath?.bounds ?? rect }
    return Rect(
      x: shift.dx - rect.maxY, y: shift.dy + rect.minX, width: rect.height, height: rect.width)
  }

  /// The outline of an area that is bent or turned, on the page; nil for one that is a rectangle of the straight line.
  public var bentPath: Path? {
    guard case .arc(let arc) = course else { return course.map { _ in Path(rect: bounds) } }
    // Chords of 2° differ from their circle by less than a sixth of a thousandth of its radius.
    let turn = abs(rect.width / arc.innerRadius) / (.pi / 90)
    let count = max(1, Int(min(turn.rounded(.up), 200)))
    let xs = (0...count).map { rect.minX + rect.width * Double($0) / Double(count) }
    let points = xs.map { Point($0, rect.minY) } + xs.reversed().map { Point($0, rect.maxY) }
    return Path { path in
      for (index, point) in points.map(arc.bent).enumerated() {
        if index == 0 { path.move(to: point) } else { path.line(to: point) }
      }
      path.close()
    }
  }
}
