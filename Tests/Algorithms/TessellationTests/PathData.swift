import Geometry
import Glibc

/// A reader of well-formed SVG path data, enough for the reference icons.
struct PathData {
  private var rest: Substring.UTF8View
  private var path = Path()
  private var current = Point.zero
  private var start = Point.zero
  private var lastCubicControl: Point?
  private var lastQuadControl: Point?

  static func path(_ text: String) -> Path {
    var reader = PathData(rest: Substring(text).utf8)
    reader.read()
    return reader.path
  }

  private init(rest: Substring.UTF8View) { self.rest = rest }

  private mutating func read() {
    var command: UInt8 = 0
    while true {
      skipSeparators()
      guard let next = rest.first else { return }
      if isLetter(next) {
        command = next
        rest.removeFirst()
      } else if command == UInt8(ascii: "M") {
        command = UInt8(ascii: "L")
      } else if command == UInt8(ascii: "m") {
        command = UInt8(ascii: "l")
      }
      guard draw(command) else { return }
    }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private mutating func skipSeparators() {
    while let byte = rest.first, byte == 0x20 || byte == 0x2c || (9...13).contains(byte) {
      rest.removeFirst()
    }
  }

  private mutating func number() -> Double? {
    skipSeparators()
    var text = ""
    var seenDot = false
    var seenExponent = false
    while let byte = rest.first {
      let character = Character(UnicodeScalar(byte))
      if character.isNumber {
      } else if character == "." && !seenDot && !seenExponent {
        seenDot = true
      } else if (character == "-" || character == "+") && (text.isEmpty || text.last == "e") {
      } else if (character == "e" || character == "E") && !seenExponent && !text.isEmpty {
        seenExponent = true
        text.append("e")
        rest.removeFirst()
        continue
      } else {
        break
      }
      text.append(character)
      rest.removeFirst()
    }
    return Double(text)
  }

  private mutating func flag() -> Bool? {
    skipSeparators()
    guard let byte = rest.popFirst(), byte == 0x30 || byte == 0x31 else { return nil }
    return byte == 0x31
  }

  private mutating func point(relative: Bool) -> Point? {
    guard let x = number(), let y = number() else { return nil }
    return relative ? Point(current.x + x, current.y + y) : Point(x, y)
  }

  private mutating func draw(_ command: UInt8) -> Bool {
    let relative = command >= UInt8(ascii: "a")
    var cubicControl: Point?
    var quadControl: Point?
    defer {
      lastCubicControl = cubicControl
      lastQuadControl = quadControl
    }
    switch Character(UnicodeScalar(command)).lowercased() {
    case "m":
      guard let end = point(relative: relative) else { return false }
      path.move(to: end)
      (start, current) = (end, end)
    case "z":
      path.close()
      current = start
    case "l":
      guard let end = point(relative: relative) else { return false }
      line(to: end)
    case "h":
      guard let x = number() else { return false }
      line(to: Point(relative ? current.x + x : x, current.y))
    case "v":
      guard let y = number() else { return false }
      line(to: Point(current.x, relative ? current.y + y : y))
    case "c":
      guard let a = point(relative: relative), let b = point(relative: relative),
        let end = point(relative: relative)
      else { return false }
      path.cubic(to: end, control1: a, control2: b)
      (cubicControl, current) = (b, end)
    case "s":
      guard let b = point(relative: relative), let end = point(relative: relative) else { return false }
      path.cubic(to: end, control1: reflection(of: lastCubicControl), control2: b)
      (cubicControl, current) = (b, end)
    case "q":
      guard let control = point(relative: relative), let end = point(relative: relative) else { return false }
      path.quad(to: end, control: control)
      (quadControl, current) = (control, end)
    case "t":
      let control = reflection(of: lastQuadControl)
      guard let end = point(relative: relative) else { return false }
      path.quad(to: end, control: control)
      (quadControl, current) = (control, end)
    case "a":
      guard let rx = number(), let ry = number(), let turn = number(), let isLarge = flag(),
        let sweeps = flag(), let end = point(relative: relative)
      else { return false }
      arc(rx.magnitude, ry.magnitude, turn * .pi / 180, isLarge, sweeps, end)
      current = end
    default: return false
    }
    return true
  }

  private mutating func line(to end: Point) {
    path.line(to: end)
    current = end
  }

  private func reflection(of control: Point?) -> Point {
    guard let control else { return current }
    return current + (current - control)
  }

  /// Adds an elliptical arc as cubics (SVG 1.1, appendix F.6).
  private mutating func arc(
    _ rx: Double, _ ry: Double, _ turn: Double, _ isLarge: Bool, _ sweeps: Bool, _ end: Point
  ) {
    guard rx > 0, ry > 0, end != current else { return path.line(to: end) }
    let (cosine, sine) = (cos(turn), sin(turn))
    let half = (current - end) / 2
    let x = (cosine * half.dx + sine * half.dy) / rx
    let y = (-sine * half.dx + cosine * half.dy) / ry
    let square = x * x + y * y
    let growth = max(square.squareRoot(), 1)
    let factor = (max(1 / square - 1, 0)).squareRoot() * (isLarge == sweeps ? -1 : 1)
    let (cx, cy) = square > 1 ? (0, 0) : (factor * y, -factor * x)
    let (rx, ry) = (rx * growth, ry * growth)
    let (ux, uy) = square > 1 ? (x / growth, y / growth) : (x, y)
    let first = atan2(uy - cy, ux - cx)
    var sweep = atan2(-uy - cy, -ux - cx) - first
    if sweeps && sweep < 0 { sweep += 2 * .pi }
    if !sweeps && sweep > 0 { sweep -= 2 * .pi }
    let middle = current.interpolated(to: end, at: 0.5)
    let steps = Int((sweep.magnitude / (.pi / 2) - 1e-9).rounded(.up))
    let step = sweep / Double(max(steps, 1))
    let reach = 4 / 3 * tan(step / 4)
    func place(_ px: Double, _ py: Double) -> Point {
      let (qx, qy) = (px * rx, py * ry)
      return Point(middle.x + cosine * qx - sine * qy, middle.y + sine * qx + cosine * qy)
    }
    for index in 0..<steps {
      let a = first + Double(index) * step
      let b = a + step
      path.cubic(
        to: index == steps - 1 ? end : place(cx + cos(b), cy + sin(b)),
        control1: place(cx + cos(a) - reach * sin(a), cy + sin(a) + reach * cos(a)),
        control2: place(cx + cos(b) + reach * sin(b), cy + sin(b) - reach * cos(b)))
    }
  }
}
