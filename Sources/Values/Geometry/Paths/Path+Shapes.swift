extension Path {
  /// Creates a closed rectangle, clockwise on the screen.
  public init(rect: Rect) {
    self.init()
    move(to: Point(rect.minX, rect.minY))
    line(to: Point(rect.maxX, rect.minY))
    line(to: Point(rect.maxX, rect.maxY))
    line(to: Point(rect.minX, rect.maxY))
    close()
  }

  /// Creates a closed sub-path with straight sides through some corners; without corners it is empty.
  public init(polygon corners: [Point]) {
    self.init()
    for corner in corners { line(to: corner) }
    close()
  }

  /// The control distance, in radii, of the cubic that is nearest to a quarter circle: 4/3 · (√2 − 1).
  public static let circleControl = 0.5522847498307936

  /// Creates a closed ellipse of four cubics, clockwise on the screen.
  public init(ellipseIn rect: Rect) {
    self.init()
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    addCorners(of: rect, rx: rx, ry: ry)
  }

  /// Creates a closed circle of four cubics, clockwise on the screen; the radius is in points.
  public init(circle center: Point, radius: Double) {
    self.init(ellipseIn: Rect(center: center, size: Size(2 * radius, 2 * radius)))
  }

  /// Creates a closed rectangle whose corners are quarter ellipses; radii are cut to half of the sides.
  public init(roundedRect rect: Rect, radius: Double) {
    let limit = max(0, min(radius, rect.width / 2, rect.height / 2))
    if limit == 0 {
      self.init(rect: rect)
    } else {
      self.init()
      addCorners(of: rect, rx: limit, ry: limit)
    }
  }

  private mutating func addCorners(of rect: Rect, rx: Double, ry: Double) {
    let kx = rx * (1 - Path.circleControl)
    let ky = ry * (1 - Path.circleControl)
    func straight(to point: Point) { if currentPoint != point { line(to: point) } }
    move(to: Point(rect.minX + rx, rect.minY))
    straight(to: Point(rect.maxX - rx, rect.minY))
    cubic(
      to: Point(rect.maxX, rect.minY + ry), control1: Point(rect.maxX - kx, rect.minY),
      control2: Point(rect.maxX, rect.minY + ky))
    straight(to: Point(rect.maxX, rect.maxY - ry))
    cubic(
      to: Point(rect.maxX - rx, rect.maxY), control1: Point(rect.maxX, rect.maxY - ky),
      control2: Point(rect.maxX - kx, rect.maxY))
    straight(to: Point(rect.minX + rx, rect.maxY))
    cubic(
      to: Point(rect.minX, rect.maxY - ry), control1: Point(rect.minX + kx, rect.maxY),
      control2: Point(rect.minX, rect.maxY - ky))
    straight(to: Point(rect.minX, rect.minY + ry))
    cubic(
      to: Point(rect.minX + rx, rect.minY), control1: Point(rect.minX, rect.minY + ky),
      control2: Point(rect.minX + kx, rect.minY))
    close()
  }
}
