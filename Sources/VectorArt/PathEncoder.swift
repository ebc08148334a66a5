import Geometry

/// Writes outlines in steps of one size, always from where the decoder is.
struct PathEncoder {
  private(set) var sink = EntropyEncoder()
  private let step: Double
  /// Where the axis stands, in steps.
  private var axis: Double?
  /// How far a decoded curve may be from its original, in steps.
  private let tolerance: Double
  /// The largest distance of an end, in steps.
  private(set) var worstCorner = 0.0
  /// The curves that could not be coded within the tolerance, in order.
  private(set) var failed: [(outline: Int, segment: Int)] = []

  /// How far the curve that was just coded is from its original, in steps.
  private var lastError = 0.0

  /// How much of the precision fitting may use before coding, in pixels.
  private static let fitTolerance = 0.01

  /// How far something may be from its mirror image to be coded as that, in pixels.
  private static let likeness = 0.004

  /// Returns the code with the coarsest step that keeps to the precision.
  static func smallest(_ path: Path, pixel: Double) -> [UInt8] {
    let outlines = SymmetricOutlines(Outline.outlines(of: path), within: likeness * pixel)
    let neighborhood = OutlineNeighborhood(path, distance: PathCode.precision * 0.98 * pixel)
    var result: [UInt8] = []
    let allowance = (PathCode.precision - 0.001) * pixel
    let curveAllowance = allowance - fitTolerance * pixel
    let fitted = outlines.outlines.map {
      $0.refitted(within: fitTolerance * pixel).withoutSpecks(0.02 * pixel)
    }
    .filter { $0.segments.count > 1 || $0.segments.first?.isLine == false || $0.form.isHalf }
    .filter { !$0.segments.isEmpty }
    .map(\.startingAtCorner.withoutLoops)
    // What is too small to be seen was left out, so the way back is checked from what was kept.
    var kept = Path()
    for outline in fitted { kept.append(outline.shape(axis: outlines.axis)) }
    for parts in [13.5, 14.2, 15, 16.1, 17, 18.5, 20, 24, 32, 48, 96, 256, 1024] {
      let code = CodeStep(notAbove: pixel / parts)
      var pieces = fitted
      var isFine = false
      for _ in 0..<3 {
        var encoder = PathEncoder(step: code.length, tolerance: curveAllowance / code.length)
        encoder.add(pieces, axis: outlines.axis)
        result = PathCode.sealed(
          [PathCode.version, code.significand, code.exponent] + encoder.sink.bytes())
        isFine = encoder.failed.isEmpty && encoder.worstCorner * code.length <= allowance
        if encoder.failed.isEmpty { break }
        for failure in encoder.failed.reversed() { pieces[failure.outline].halve(failure.segment) }
      }
      if isFine, let decoded = try? PathCode.decode(result), neighborhood.contains(decoded),
        OutlineNeighborhood(decoded, distance: PathCode.precision * 0.98 * pixel).contains(kept)
      {
        break
      }
    }
    return result
  }

  /// Where a segment ends, as far as that follows from what was coded before.
  private enum End {
    case free
    case start(Point)
    /// On the axis; how high is coded.
    case axis(Point)

    var place: Point? {
      switch self {
      case .free: nil
      case .start(let point), .axis(let point): point
      }
    }
  }

  init(step: Double, tolerance: Double) {
    self.step = step
    self.tolerance = tolerance
  }

  mutating func add(_ outlines: [Outline], axis wanted: Double?) {
    let scaled = outlines.map { $0.scaled(by: 1 / step) }
    sink.symbol(wanted == nil ? 0 : 1, CodeTable.Place.hasAxis.rawValue)
    if let wanted {
      let sixteenths = (wanted / step * 16).whole
      signed(sixteenths, .start)
      axis = Double(sixteenths) / 16
    }
    magnitude(scaled.count, .count)
    var previous = Point.zero
    for (index, outline) in scaled.enumerated() {
      guard let first = outline.segments.first else { continue }
      let start = first.curve.start
      if axis != nil { sink.symbol(outline.form.rawValue, CodeTable.Place.form.rawValue) }
      if let axis, outline.form.startsOnAxis {
        previous.x = axis
      } else {
        let x = (start.x - previous.x).rounded()
        signed(x.whole, .start)
        previous.x += x
      }
      let y = (start.y - previous.y).rounded()
      signed(y.whole, .start)
      previous.y += y
      note(previous.distance(to: start))
      add(outline, index, from: previous)
    }
  }

  private mutating func note(_ distance: Double) { worstCorner = max(worstCorner, distance) }

  private mutating func add(_ outline: Outline, _ number: Int, from start: Point) {
    var segments = outline.segments
    let isHalf = outline.form.isHalf
    if !isHalf, let last = segments.last, last.isLine, segments.count > 1 { segments.removeLast() }
    let closes = !isHalf && segments.count == outline.segments.count
    magnitude(segments.count, .count)
    if !isHalf { sink.symbol(closes ? 1 : 0, CodeTable.Place.closes.rawValue) }
    var current = start
    var tangent = Vector(1, 0)
    var kind: SegmentKind?
    for (index, segment) in segments.enumerated() {
      let isSmooth =
        kind == nil
        ? outline.form.startsOnAxis && segment.startTangent.dx > 0
          && segment.startTangent.dy.magnitude < 0.05
        : outline.isSmooth(after: index - 1, sine: 0.05)
      // Only a curve of some length has room to slide its end.
      let endsSmooth =
        outline.isSmooth(after: index, sine: 0.05) && index < outline.segments.count - 1
        && segment.curve.start.distance(to: segment.curve.end) > 16
      var end = End.free
      if index == segments.count - 1 {
        if closes { end = .start(start) }
        if let axis, outline.form.endsOnAxis {
          end = .axis(Point(axis, current.y + (segment.curve.end.y - current.y).rounded()))
        }
      }
      let table = SegmentKind.table(after: kind).rawValue
      let next: SegmentKind
      if segment.isLine {
        next = addLine(segment, &current, &tangent, isSmooth, end, table)
      } else {
        next = addCurve(segment, &current, &tangent, isSmooth, endsSmooth, end, table)
        if lastError > tolerance { failed.append((number, index)) }
      }
      kind = next
    }
  }

  private mutating func addLine(
    _ segment: Outline.Segment, _ current: inout Point, _ tangent: inout Vector, _ isSmooth: Bool,
    _ ending: End, _ table: Int
  ) -> SegmentKind {
    let target = segment.curve.end
    let offset = target - current
    if isSmooth, ending.place == nil {
      let along = offset.dot(tangent).rounded()
      let end = current + tangent * along
      if along > 0, end.distance(to: target) < min(tolerance, 0.71) {
        sink.symbol(SegmentKind.smoothLine.rawValue, table)
        magnitude(along.whole, .smoothLine)
        note(end.distance(to: target))
        current = end
        return .smoothLine
      }
    }
    let (x, y) = (offset.dx.whole, offset.dy.whole)
    let kind: SegmentKind = x == 0 ? .vertical : y == 0 ? .horizontal : .line
    sink.symbol(kind.rawValue, table)
    switch ending {
    case .start: break
    case .axis(let place): signed((place.y - current.y).whole, .straight)
    case .free:
      switch kind {
      case .vertical: signed(y, .straight)
      case .horizontal: signed(x, .straight)
      default:
        signed(x, .straight)
        signed(y, .across, beside: x)
      }
    }
    let end = ending.place ?? Point(current.x + Double(x), current.y + Double(y))
    note(end.distance(to: target))
    tangent = (end - current).normalized ?? tangent
    current = end
    return kind
  }

  private mutating func addCurve(
    _ segment: Outline.Segment, _ current: inout Point, _ tangent: inout Vector, _ isSmooth: Bool,
    _ endsSmooth: Bool, _ ending: End, _ table: Int
  ) -> SegmentKind {
    var best: CodedCurve?
    if isSmooth {
      best = CodedCurve.smooth(
        segment, from: current, tangent, endsSmooth: endsSmooth, closing: ending.place,
        enough: 0.8 * tolerance)
    }
    if best.map({ $0.error > min(tolerance, 0.5) }) ?? true {
      let corner = CodedCurve.corner(segment, from: current, closing: ending.place, enough: 0.8 * tolerance)
      if let smooth = best, smooth.error <= max(corner.error, tolerance) {} else { best = corner }
    }
    guard let coded = best else { return .curve }
    let kind: SegmentKind = coded.startAngle == nil ? .smoothCurve : .curve
    sink.symbol(kind.rawValue, table)
    switch ending {
    case .start: break
    case .axis(let place): signed((place.y - current.y).whole, .straight)
    case .free where kind == .smoothCurve:
      magnitude(coded.first, .forward)
      signed(coded.second, .sideways, beside: coded.first)
    case .free:
      signed(coded.first, .straight)
      signed(coded.second, .across, beside: coded.first)
    }
    if let angle = coded.startAngle { signed(angle, .startAngle) }
    signed(coded.endAngle, .endAngle)
    signed(coded.startHandle, .startHandle)
    signed(coded.endHandle, .endHandle)
    lastError = coded.error
    worstCorner = max(worstCorner, coded.endError)
    current = coded.curve.end
    tangent = coded.endTangent
    return kind
  }

  private mutating func magnitude(_ value: Int, _ place: CodeTable.Place) {
    let bits = min(value.bitLength, CodeTable.mostBits)
    sink.symbol(bits, place.rawValue)
    if bits > 1 { sink.raw(value, count: bits - 1) }
  }

  private mutating func signed(_ value: Int, _ place: CodeTable.Place) {
    magnitude(Int(value.magnitude), place)
    if value != 0 { sink.raw(value < 0 ? 1 : 0, count: 1) }
  }

  private mutating func signed(_ value: Int, _ place: CodeTable.Place, beside other: Int) {
    let bits = value.bitLength
    sink.symbol(min(max(bits - other.bitLength + CodeTable.evenSize, 0), 63), place.rawValue)
    if bits > 1 { sink.raw(Int(value.magnitude), count: bits - 1) }
    if value != 0 { sink.raw(value < 0 ? 1 : 0, count: 1) }
  }
}
