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
    let contours = magnitude(.count)
    var start = Point.zero
    var segments = 0
    for _ in 0..<contours {
      start = Point(start.x + Double(signed(.start)), start.y + Double(signed(.start)))
      let count = magnitude(.count)
      segments += count
      guard !source.isExhausted, segments <= PathDecoder.mostSegments else { throw failure }
      try readContour(start, count, into: &path)
    }
    guard source.isFinished else { throw failure }
    return path
  }

  private var failure: PathCodeError {
    PathCodeError(reason: source.isExhausted ? .truncated : .damaged, offset: source.index)
  }

  private mutating func readContour(_ start: Point, _ count: Int, into path: inout Path) throws(PathCodeError)
  {
    let closes = source.symbol(.closes) == 1
    path.move(to: scaled(start))
    var current = start
    var tangent = Vector(1, 0)
    var kind: SegmentKind?
    for index in 0..<count {
      guard !source.isExhausted,
        let next = SegmentKind(rawValue: source.symbol(SegmentKind.table(after: kind)))
      else { throw failure }
      kind = next
      let endsAtStart = closes && index == count - 1
      switch next {
      case .line, .horizontal, .vertical:
        let end = endsAtStart ? start : straightEnd(next, from: current)
        tangent = (end - current).normalized ?? tangent
        current = end
        path.line(to: scaled(end))
      case .smoothLine:
        let end = endsAtStart ? start : current + tangent * Double(magnitude(.smoothLine))
        current = end
        path.line(to: scaled(end))
      case .smoothCurve, .curve:
        (current, tangent) = readCurve(
          from: current, tangent, isSmooth: next == .smoothCurve, to: endsAtStart ? start : nil, into: &path)
      }
    }
    path.close()
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
