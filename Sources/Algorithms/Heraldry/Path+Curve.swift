import Geometry

extension Path {
  /// Returns a function's curve from 0 to 1, as cubics with the function's own tangents.
  static func curve(steps: Int, _ place: (Double) -> Point) -> Path {
    let width = 1 / Double(max(steps, 1))
    let nudge = width / 64
    func slope(_ t: Double) -> Vector {
      let (low, high) = (max(0, t - nudge), min(1, t + nudge))
      return (place(high) - place(low)) * (width / (high - low))
    }
    var path = Path()
    path.move(to: place(0))
    for step in 0..<max(steps, 1) {
      let (start, end) = (Double(step) * width, Double(step + 1) * width)
      path.cubic(
        to: place(end), control1: place(start) + slope(start) * (1 / 3),
        control2: place(end) - slope(end) * (1 / 3)
      )
    }
    return path
  }

  /// Returns the outline of a strip along a line, with its `width` at each fraction of the line.
  static func ribbon(steps: Int, along line: (Double) -> Point, width: (Double) -> Double) -> Path {
    func side(_ t: Double, _ sign: Double) -> Point {
      let (low, high) = (max(0, t - 0.005), min(1, t + 0.005))
      let way = line(high) - line(low)
      let length = max(way.length, 1e-9)
      let normal = Vector(dx: way.dy / length, dy: -way.dx / length)
      return line(t) + normal * (sign * width(t) / 2)
    }
    var path = curve(steps: steps) { side($0, 1) }
    let back = curve(steps: steps) { side(1 - $0, -1) }
    path.join(back)
    path.close()
    return path
  }

  /// Continues with a straight line to the start of another path, then along that path.
  mutating func join(_ other: Path) {
    for (index, element) in other.elements.enumerated() {
      if index == 0, case .move(let start) = element {
        line(to: start)
      } else {
        append(element)
      }
    }
  }
}
