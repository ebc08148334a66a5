import Geometry

/// Closed outlines from absolute path data with y up.
enum Outline {
  /// Returns the path of `M`, `L`, `C`, `Q`, `Z` data; data that begins with a number begins with a move.
  static func path(_ data: String) -> Path {
    var path = Path()
    var command: Character = "M"
    var numbers: [Double] = []
    func point(_ index: Int) -> Point { Point(numbers[index], -numbers[index + 1]) }
    func flush() {
      switch (command, numbers.count) {
      case ("M", 2):
        path.move(to: point(0))
        command = "L"
      case ("L", 2): path.line(to: point(0))
      case ("Q", 4): path.quad(to: point(2), control: point(0))
      case ("C", 6): path.cubic(to: point(4), control1: point(0), control2: point(2))
      default: return
      }
      numbers.removeAll()
    }
    for token in data.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if let number = Double(token) {
        numbers.append(number)
        flush()
      } else if token == "Z" {
        path.close()
      } else if let letter = token.first {
        command = letter
      }
    }
    return path
  }

  /// Returns a symmetric closed outline from its right half, given from top to bottom.
  static func symmetric(_ data: String) -> Path {
    let half = path(data)
    var result = half
    for segment in half.segments.reversed() {
      switch segment {
      case .line(let line): result.line(to: line.start.mirrored)
      case .quad(let curve): result.quad(to: curve.start.mirrored, control: curve.control.mirrored)
      case .cubic(let curve):
        result.cubic(
          to: curve.start.mirrored, control1: curve.control2.mirrored, control2: curve.control1.mirrored)
      }
    }
    result.close()
    return result
  }

  static func circle(_ x: Double, _ y: Double, _ radius: Double) -> Path {
    Path(circle: Point(x, -y), radius: radius)
  }

  static func ellipse(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double) -> Path {
    Path(ellipseIn: Rect(center: Point(x, -y), size: Size(2 * rx, 2 * ry)))
  }

  static func box(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double, radius: Double = 0) -> Path
  {
    Path(roundedRect: Rect(Point(minX, -minY), Point(maxX, -maxY)), radius: radius)
  }

  static func lozenge(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double) -> Path {
    Path(polygon: [Point(x, -y - ry), Point(x + rx, -y), Point(x, -y + ry), Point(x - rx, -y)])
  }

  /// Returns a star whose first ray points up.
  static func star(_ x: Double, _ y: Double, rays: Int, outer: Double, inner: Double) -> Path {
    Path(
      polygon: (0..<2 * rays).map { index in
        let angle = Double(index) * .pi / Double(rays)
        let radius = index % 2 == 0 ? outer : inner
        return Point(x + radius * sine(angle), -y - radius * cosine(angle))
      })
  }
}

extension Point {
  var mirrored: Point { Point(-x, y) }
}

extension Path {
  /// The path mirrored at x = 0.
  var mirrored: Path { transformed(by: .scale(x: -1, y: 1)) }

  static func + (a: Path, b: Path) -> Path {
    var sum = a
    sum.append(b)
    return sum
  }

  func moved(_ x: Double, _ y: Double) -> Path { transformed(by: .translation(x: x, y: -y)) }

  func scaled(_ factor: Double) -> Path { transformed(by: .scale(factor)) }

  func scaled(_ x: Double, _ y: Double) -> Path { transformed(by: .scale(x: x, y: y)) }

  /// Returns the path rotated clockwise by degrees.
  func turned(_ degrees: Double) -> Path { transformed(by: .rotation(degrees * .pi / 180)) }
}
