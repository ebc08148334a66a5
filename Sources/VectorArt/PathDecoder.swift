import Geometry

/// Reads a path from its code: `PathCode.md`.
///
/// All of it is put in line where it is used, so that what it holds stays in registers.
struct PathDecoder {
  private var source: EntropyDecoder
  /// The contours of the kind that is being read: whole ones, or those that stand for two or are halves.
  private var elements: ElementPile
  private var others: ElementPile
  private var isFolded = false
  private let step: Double
  private var axis: Double?

  /// Where the decoder is, in steps, and in which direction it goes.
  private var current = Point.zero
  private var direction = Rotation(cosine: 1, sine: 0)

  /// More segments than any path has that a person drew.
  static let mostSegments = 1 << 20

  /// Reads the path of a whole code but its check.
  static func path(_ bytes: UnsafeBufferPointer<UInt8>) throws(PathCodeError) -> FoldedPath {
    guard bytes.count > 3 else { throw PathCodeError(reason: .truncated, offset: bytes.count) }
    guard let step = CodeStep(significand: bytes[1], exponent: bytes[2]) else {
      throw PathCodeError(reason: .damaged, offset: 2)
    }
    return try CodeTable.slots.withUnsafeBufferPointer { slots throws(PathCodeError) in
      guard let first = bytes.baseAddress, let slots = slots.baseAddress else { return FoldedPath(Path()) }
      let source = EntropyDecoder(first, count: bytes.count, from: 3, slots)
      var decoder = PathDecoder(source, step.length, bytes.count)
      defer {
        decoder.elements.deallocate()
        decoder.others.deallocate()
      }
      try decoder.readContours()
      return decoder.path
    }
  }

  private init(_ source: EntropyDecoder, _ step: Double, _ count: Int) {
    self.source = source
    self.step = step
    // About what a path takes; no more than the bytes answer for.
    elements = ElementPile(capacity: count / 4 + 8)
    others = ElementPile(capacity: count / 4 + 8)
  }

  private var path: FoldedPath {
    let (whole, half) = isFolded ? (others, elements) : (elements, others)
    return FoldedPath(whole: whole.path, half: half.path, axis: (axis ?? 0) * step)
  }

  @inline(__always) private mutating func readContours() throws(PathCodeError) {
    if source.symbol(.hasAxis) == 1 { axis = Double(source.signed(.start).value) / 16 }
    let contours = source.magnitude(.count).value
    var start = Point.zero
    var segments = 0
    for _ in 0..<contours {
      let form = axis == nil ? ContourForm.whole : ContourForm(rawValue: source.symbol(.form)) ?? .whole
      if let axis, form.startsOnAxis {
        start.x = axis
      } else {
        start.x += Double(source.signed(.start).value)
      }
      start.y += Double(source.signed(.start).value)
      let count = source.magnitude(.count).value
      segments += count
      guard !source.isExhausted, segments <= PathDecoder.mostSegments else { throw failure }
      if (form != .whole) != isFolded {
        swap(&elements, &others)
        isFolded.toggle()
      }
      try readContour(start, count, form)
      if !form.isHalf { elements.append(.close) }
    }
    guard source.isFinished else { throw failure }
  }

  private var failure: PathCodeError {
    PathCodeError(reason: source.isExhausted ? .truncated : .damaged, offset: source.offset)
  }

  @inline(__always) private mutating func readContour(
    _ start: Point, _ count: Int, _ form: ContourForm
  ) throws(PathCodeError) {
    let closes = !form.isHalf && source.symbol(.closes) == 1
    elements.append(.move(scaled(start)))
    current = start
    direction = Rotation(cosine: 1, sine: 0)
    var table = CodeTable.Place.kindAtStart
    for index in 0..<count {
      source.refill()
      guard !source.isExhausted, let kind = SegmentKind(rawValue: source.symbol(table)) else { throw failure }
      table = SegmentKind.table(after: kind)
      var known: Point?
      if index == count - 1 {
        if closes { known = start }
        if let axis, form.endsOnAxis {
          known = Point(axis, current.y + Double(source.signed(.straight).value))
        }
      }
      readSegment(kind, to: known)
    }
  }

  @inline(__always) private mutating func readSegment(_ kind: SegmentKind, to known: Point?) {
    switch kind {
    case .smoothCurve:
      var (along, aside) = (0.0, 0.0)
      if let known {
        let offset = direction.inverse * (known - current)
        (along, aside) = (offset.dx, offset.dy)
      } else {
        let forward = source.magnitude(.forward)
        (along, aside) = (Double(forward.value), Double(source.signed(.sideways, beside: forward).value))
      }
      readCurve(ChordReading(along, aside), to: known ?? current + direction * Vector(along, aside))
    case .curve:
      let offset = known.map { $0 - current } ?? readOffset()
      let chord = ChordReading(offset.dx, offset.dy)
      let angle = Double(source.signed(.startAngle).value) * CurveFrame.angleStep(chord.length)
      let turn = Rotation(angle)
      direction = chord.turn * turn
      readCurve(ChordReading(chord.length, turn.inverse), to: known ?? current + offset)
    case .smoothLine:
      let end = known ?? current + direction.vector * Double(source.magnitude(.smoothLine).value)
      addLine(to: end)
    case .line:
      addStraightLine(to: known ?? current + readOffset())
    case .horizontal:
      addStraightLine(to: known ?? Point(current.x + Double(source.signed(.straight).value), current.y))
    case .vertical:
      addStraightLine(to: known ?? Point(current.x, current.y + Double(source.signed(.straight).value)))
    }
  }

  @inline(__always) private mutating func readOffset() -> Vector {
    let x = source.signed(.straight)
    return Vector(Double(x.value), Double(source.signed(.across, beside: x).value))
  }

  @inline(__always) private mutating func addStraightLine(to end: Point) {
    let offset = end - current
    let length = offset.dot(offset).squareRoot()
    if length > 0 { direction = Rotation(cosine: offset.dx / length, sine: offset.dy / length) }
    addLine(to: end)
  }

  @inline(__always) private mutating func addLine(to end: Point) {
    current = end
    elements.append(.line(scaled(end)))
  }

  /// Reads the shape of a curve that begins in the current direction, from which `chord` is seen.
  @inline(__always) private mutating func readCurve(_ chord: ChordReading, to end: Point) {
    source.refill()
    let turn = Rotation(Double(source.signed(.endAngle).value) * CurveFrame.angleStep(chord.length))
    let last = chord.turn * turn
    let natural = CurveFrame.naturalHandle(chord.length, cosines: chord.turn.cosine + last.cosine)
    let first = CurveFrame.handleStep(chord.length, sine: chord.turn.sine.magnitude)
    let second = CurveFrame.handleStep(chord.length, sine: last.sine.magnitude)
    let startHandle = natural + Double(source.signed(.startHandle).value) * first
    let endHandle = natural + Double(source.signed(.endHandle).value) * second
    let endDirection = direction * (chord.turn * last)
    elements.append(
      .cubic(
        control1: scaled(current + direction.vector * startHandle),
        control2: scaled(end - endDirection.vector * endHandle), end: scaled(end)))
    current = end
    direction = endDirection
  }

  @inline(__always) private func scaled(_ point: Point) -> Point { Point(point.x * step, point.y * step) }
}

/// A chord as it is seen from some direction.
private struct ChordReading {
  /// In steps, one at least.
  let length: Double
  /// From the direction to the chord.
  let turn: Rotation

  @inline(__always) init(_ length: Double, _ turn: Rotation) {
    self.length = length
    self.turn = turn
  }

  /// A chord without length goes on straight.
  @inline(__always) init(_ along: Double, _ aside: Double) {
    let length = (along * along + aside * aside).squareRoot()
    let inverse = length > 0 ? 1 / length : 0
    self.length = max(length, 1)
    turn = Rotation(cosine: length > 0 ? along * inverse : 1, sine: aside * inverse)
  }
}

extension Int {
  /// The number of binary digits of the magnitude.
  var bitLength: Int { Int.bitWidth - magnitude.leadingZeroBitCount }
}
