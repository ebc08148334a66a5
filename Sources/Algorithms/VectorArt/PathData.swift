import Geometry

/// SVG path data (SVG 2, 9.3).
struct PathData {
  private var scanner: AttributeScanner
  private let joinsArcs: Bool
  private(set) var path = Path()
  private var current = Point.zero
  private var start = Point.zero
  /// The last control point, for curves that reflect it.
  private var cubicControl: Point?
  private var quadControl: Point?

  /// Returns the path up to the first error, as the specification requires, and whether there was one.
  ///
  /// - Parameter joinsArcs: Whether each arc becomes one curve with the arc's ends and directions, but not its shape.
  static func parse(_ text: String, joinsArcs: Bool = false) -> (path: Path, isFaulty: Bool) {
    var data = PathData(scanner: AttributeScanner(text), joinsArcs: joinsArcs)
    let isComplete = data.read()
    return (data.path, !isComplete)
  }

  private init(scanner: AttributeScanner, joinsArcs: Bool) {
    self.scanner = scanner
    self.joinsArcs = joinsArcs
  }

  private mutating func read() -> Bool {
    scanner.skipSpace()
    while let command = scanner.next {
      let lower = command | 0x20
      guard "mzlhvcsqta".utf8.contains(lower) else { return false }
      if path.isEmpty && lower != UInt8(ascii: "m") { return false }
      scanner.advance()
      scanner.skipSpace()
      let isRelative = command == lower
      if lower == UInt8(ascii: "z") {
        path.close()
        current = start
        (cubicControl, quadControl) = (nil, nil)
        continue
      }
      var isFirst = true
      repeat {
        guard readSegment(lower, isRelative, isFirst) else { return false }
        isFirst = false
        scanner.skipSpace()
        if scanner.take(",") {
          scanner.skipSpace()
          if !startsNumber { return false }
        }
      } while startsNumber
    }
    return true
  }

  private var startsNumber: Bool {
    guard let byte = scanner.next else { return false }
    return byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  private mutating func number() -> Double? {
    guard let value = scanner.number() else { return nil }
    return value
  }

  private mutating func point(_ isRelative: Bool) -> Point? {
    guard let x = number() else { return nil }
    scanner.skipSeparator()
    guard let y = number() else { return nil }
    let point = isRelative ? Point(current.x + x, current.y + y) : Point(x, y)
    return point.isFinite ? point : nil
  }

  private mutating func readSegment(_ command: UInt8, _ isRelative: Bool, _ isFirst: Bool) -> Bool {
    var (newCubic, newQuad): (Point?, Point?) = (nil, nil)
    switch command {
    case UInt8(ascii: "m"):
      guard let end = point(isRelative) else { return false }
      if isFirst {
        path.move(to: end)
        start = end
      } else {
        path.line(to: end)
      }
      current = end
    case UInt8(ascii: "l"):
      guard let end = point(isRelative) else { return false }
      line(to: end)
    case UInt8(ascii: "h"):
      guard let x = number() else { return false }
      line(to: Point(isRelative ? current.x + x : x, current.y))
    case UInt8(ascii: "v"):
      guard let y = number() else { return false }
      line(to: Point(current.x, isRelative ? current.y + y : y))
    case UInt8(ascii: "c"), UInt8(ascii: "s"):
      var control1 = cubicControl.map { current + (current - $0) } ?? current
      if command == UInt8(ascii: "c") {
        guard let point = point(isRelative) else { return false }
        control1 = point
        scanner.skipSeparator()
      }
      guard let control2 = point(isRelative) else { return false }
      scanner.skipSeparator()
      guard let end = point(isRelative) else { return false }
      path.cubic(to: end, control1: control1, control2: control2)
      newCubic = control2
      current = end
    case UInt8(ascii: "q"), UInt8(ascii: "t"):
      var control = quadControl.map { current + (current - $0) } ?? current
      if command == UInt8(ascii: "q") {
        guard let point = point(isRelative) else { return false }
        control = point
        scanner.skipSeparator()
      }
      guard let end = point(isRelative) else { return false }
      path.quad(to: end, control: control)
      newQuad = control
      current = end
    default:
      guard arc(isRelative) else { return false }
    }
    (cubicControl, quadControl) = (newCubic, newQuad)
    return true
  }

  private mutating func line(to end: Point) {
    path.line(to: end)
    current = end
  }

  private mutating func arc(_ isRelative: Bool) -> Bool {
    guard let rx = number() else { return false }
    scanner.skipSeparator()
    guard let ry = number() else { return false }
    scanner.skipSeparator()
    guard let angle = number() else { return false }
    scanner.skipSeparator()
    guard let isLarge = scanner.flag() else { return false }
    scanner.skipSeparator()
    guard let isSweep = scanner.flag() else { return false }
    scanner.skipSeparator()
    guard let end = point(isRelative) else { return false }
    let arc = EllipticalArc(
      start: current, end: end, rx: rx, ry: ry, rotation: angle * .pi / 180, isLarge: isLarge,
      isSweep: isSweep)
    path.append(arc, asOneCurve: joinsArcs)
    current = end
    return true
  }
}
