import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// Reads a path from its code.
struct PathDecoder {
  private var source: EntropyDecoder
  private let step: Double

  init(_ bytes: [UInt8]) throws(PathCodeError) {
    guard bytes.count >= 6 else { throw PathCodeError(reason: .truncated, offset: bytes.count) }
    guard let step = CodeStep(significand: bytes[1], exponent: bytes[2]) else {
      throw PathCodeError(reason: .damaged, offset: 2)
    }
    self.step = step.length
    source = EntropyDecoder(bytes, from: 3)
  }

  /// More segments than any path has that a person drew.
  static let mostSegments = 1 << 20

  mutating func path() throws(PathCodeError) -> Path {
    var path = Path()
    // About what a path takes; no more than the bytes answer for.
    path.reserveCapacity(source.count / 2)
    let axis = source.symbol(.hasAxis) == 1 ? Double(signed(.start)) / 16 : nil
    let contours = magnitude(.count)
    var start = Point.zero
    var segments = 0
    for _ in 0..<contours {
      let form = axis == nil ? ContourForm.whole : ContourForm(rawValue: source.symbol(.form)) ?? .whole
      if let axis, form.startsOnAxis { start.x = axis } else { start.x += Double(signed(.start)) }
      start.y += Double(signed(.start))
      let count = magnitude(.count)
      segments += count
      guard !source.isExhausted, segments <= PathDecoder.mostSegments else { throw failure }
      let first = path.elements.count
      try readContour(start, count, form, axis ?? 0, into: &path)
      if let axis, form != .whole { addImage(of: first, form, axis * step, to: &path) }
      path.close()
    }
    guard source.isFinished else { throw failure }
    return path
  }

  private var failure: PathCodeError {
    PathCodeError(reason: source.isExhausted ? .truncated : .damaged, offset: source.index)
  }

  private mutating func readContour(
    _ start: Point, _ count: Int, _ form: ContourForm, _ axis: Double, into path: inout Path
  ) throws(PathCodeError) {
    let closes = !form.isHalf && source.symbol(.closes) == 1
    path.move(to: scaled(start))
    var current = start
    var tangent = Vector(1, 0)
    var kind: SegmentKind?
    for index in 0..<count {
      guard !source.isExhausted,
        let next = SegmentKind(rawValue: source.symbol(SegmentKind.table(after: kind)))
      else { throw failure }
      kind = next
      var known: Point?
      if index == count - 1 {
        if closes { known = start }
        if form.endsOnAxis { known = Point(axis, current.y + Double(signed(.straight))) }
      }
      switch next {
      case .line, .horizontal, .vertical:
        let end = known ?? straightEnd(next, from: current)
        tangent = (end - current).normalized ?? tangent
        current = end
        path.line(to: scaled(end))
      case .smoothLine:
        let end = known ?? current + tangent * Double(magnitude(.smoothLine))
        current = end
        path.line(to: scaled(end))
      case .smoothCurve, .curve:
        (current, tangent) = readCurve(
          from: current, tangent, isSmooth: next == .smoothCurve, to: known, into: &path)
      }
    }
  }

  /// Adds the mirror image of what follows the element `first`, run the other way.
  private func addImage(of first: Int, _ form: ContourForm, _ axis: Double, to path: inout Path) {
    let contour = path.elements[first...]
    func image(_ point: Point) -> Point { Point(2 * axis - point.x, point.y) }
    guard let end = contour.last?.end else { return }
    if form == .pair {
      path.close()
      path.move(to: image(end))
    } else if !form.endsOnAxis {
      path.line(to: image(end))
    }
    for index in contour.indices.dropFirst().reversed() {
      guard let start = contour[index - 1].end else { continue }
      switch contour[index] {
      case .cubic(let control1, let control2, _):
        path.cubic(to: image(start), control1: image(control2), control2: image(control1))
      default: path.line(to: image(start))
      }
    }
  }

  private mutating func straightEnd(_ kind: SegmentKind, from current: Point) -> Point {
    switch kind {
    case .horizontal: return Point(current.x + Double(signed(.straight)), current.y)
    case .vertical: return Point(current.x, current.y + Double(signed(.straight)))
    default:
      let x = signed(.straight)
      return Point(current.x + Double(x), current.y + Double(signed(.across, beside: x)))
    }
  }

  private mutating func readCurve(
    from start: Point, _ tangent: Vector, isSmooth: Bool, to closing: Point?, into path: inout Path
  ) -> (Point, Vector) {
    let end: Point
    if let closing {
      end = closing
    } else if isSmooth {
      let along = magnitude(.forward)
      let aside = Double(signed(.sideways, beside: along))
      end = start + tangent * Double(along) + tangent.perpendicular * aside
    } else {
      let x = signed(.straight)
      end = Point(start.x + Double(x), start.y + Double(signed(.across, beside: x)))
    }
    let offset = end - start
    let length = offset.length
    let frame = CurveFrame(length > 0 ? offset / length : isSmooth ? tangent : Vector(1, 0), max(length, 1))
    let angleStep = frame.angleStep
    let startTangent = isSmooth ? tangent : frame.chord.turned(by: Double(signed(.startAngle)) * angleStep)
    let endTangent = frame.mirrored(startTangent).turned(by: Double(signed(.endAngle)) * angleStep)
    let natural = frame.naturalHandle(startTangent, endTangent)
    let startHandle = natural + Double(signed(.startHandle)) * frame.handleStep(startTangent)
    let endHandle = natural + Double(signed(.endHandle)) * frame.handleStep(endTangent)
    path.cubic(
      to: scaled(end), control1: scaled(start + startTangent * startHandle),
      control2: scaled(end - endTangent * endHandle))
    return (end, endTangent)
  }

  private func scaled(_ point: Point) -> Point { Point(point.x * step, point.y * step) }

  @inline(__always) private mutating func magnitude(_ place: CodeTable.Place) -> Int {
    number(bits: source.symbol(place))
  }

  @inline(__always) private mutating func number(bits: Int) -> Int {
    bits <= 1 ? bits : 1 << (bits - 1) | source.raw(bits - 1)
  }

  @inline(__always) private mutating func signed(_ place: CodeTable.Place) -> Int {
    withSign(magnitude(place))
  }

  /// Reads a number whose size was coded as a difference to the size of another one.
  @inline(__always) private mutating func signed(_ place: CodeTable.Place, beside other: Int) -> Int {
    let difference = source.symbol(place)
    let bits = other.bitLength + difference - CodeTable.evenSize
    return withSign(number(bits: min(max(bits, 0), CodeTable.mostBits)))
  }

  @inline(__always) private mutating func withSign(_ value: Int) -> Int {
    value != 0 && source.raw(1) == 1 ? -value : value
  }
}

extension Vector {
  /// Returns the vector turned clockwise on the screen.
  func turned(by angle: Double) -> Vector {
    if angle == 0 { return self }
    let (sine, cosine) = (sin(angle), cos(angle))
    return Vector(dx * cosine - dy * sine, dx * sine + dy * cosine)
  }
}

extension Int {
  /// The number of binary digits of the magnitude.
  var bitLength: Int { Int.bitWidth - magnitude.leadingZeroBitCount }
}

extension Path.Element {
  /// Where the element ends; nil for a close.
  fileprivate var end: Point? {
    switch self {
    case .move(let point), .line(let point): point
    case .quad(_, let end), .cubic(_, _, let end): end
    case .close: nil
    }
  }
}
