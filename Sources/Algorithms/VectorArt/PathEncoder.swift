import Geometry

/// Writes outlines in steps of one size, always from where the decoder is.
struct PathEncoder {
  private(set) var sink = BitWriter()
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
    let outlines = SymmetricOutlines(CodedContour.outlines(of: path), within: likeness * pixel)
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
          [PathCode.version, code.significand, code.exponent] + encoder.sink.bytes)
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

  init(step: Double, tolerance: Double) {
    self.step = step
    self.tolerance = tolerance
  }

  mutating func add(_ outlines: [CodedContour], axis wanted: Double?) {
    let scaled = outlines.map { $0.scaled(by: 1 / step) }
    sink.bits(wanted == nil ? 0 : 1, count: 1)
    if let wanted {
      let sixteenths = (wanted / step * 16).whole
      sink.numbers([sixteenths], .axis)
      axis = Double(sixteenths) / 16
    }
    sink.numbers([scaled.count + 1], .count)
    sink.numbers([scaled.reduce(0) { $0 + $1.codedCount } + 1], .count)
    var previous = Point.zero
    for (index, outline) in scaled.enumerated() {
      guard let first = outline.segments.first else { continue }
      let (form, closes) = (outline.form, outline.closes)
      if axis != nil {
        sink.symbol(form.symbol(closes: closes), .form)
      } else {
        sink.bits(closes ? 1 : 0, count: 1)
      }
      let start = first.curve.start
      let y = (start.y - previous.y).rounded()
      if let axis, form.startsOnAxis {
        previous = Point(axis, previous.y + y)
        sink.numbers([y.whole], .height)
      } else {
        let x = (start.x - previous.x).rounded()
        previous += Vector(x, y)
        sink.numbers([x.whole, y.whole], .start)
      }
      note(previous.distance(to: start))
      add(outline, index, from: previous)
    }
  }

  private mutating func note(_ distance: Double) { worstCorner = max(worstCorner, distance) }

  private mutating func add(_ outline: CodedContour, _ number: Int, from start: Point) {
    let segments = outline.segments.prefix(outline.codedCount)
    let closes = outline.closes
    sink.numbers([segments.count], .count)
    var knownEnd = closes ? start : nil
    if let axis, outline.form.endsOnAxis, let last = segments.last {
      let y = (last.curve.end.y - start.y).rounded()
      sink.numbers([y.whole], .height)
      knownEnd = Point(axis, start.y + y)
    }
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
      let end = index == segments.count - 1 ? knownEnd : nil
      let table = SegmentKind.table(after: kind)
      let next: SegmentKind
      if segment.isLine {
        next = addLine(segment, &current, &tangent, end, table)
      } else {
        next = addCurve(segment, &current, &tangent, isSmooth, endsSmooth, end, table)
        if lastError > tolerance { failed.append((number, index)) }
      }
      kind = next
    }
  }

  private mutating func addLine(
    _ segment: CodedContour.Segment, _ current: inout Point, _ tangent: inout Vector, _ ending: Point?,
    _ table: CodeTable.Place
  ) -> SegmentKind {
    let target = segment.curve.end
    let offset = target - current
    let (x, y) = (offset.dx.whole, offset.dy.whole)
    sink.symbol(SegmentKind.line.rawValue, table)
    if ending == nil { sink.numbers([x, y], .line) }
    let end = ending ?? Point(current.x + Double(x), current.y + Double(y))
    note(end.distance(to: target))
    tangent = (end - current).normalized ?? tangent
    current = end
    return .line
  }

  private mutating func addCurve(
    _ segment: CodedContour.Segment, _ current: inout Point, _ tangent: inout Vector, _ isSmooth: Bool,
    _ endsSmooth: Bool, _ ending: Point?, _ table: CodeTable.Place
  ) -> SegmentKind {
    var best: CodedCurve?
    if isSmooth {
      best = CodedCurve.smooth(
        segment, from: current, tangent, endsSmooth: endsSmooth, closing: ending,
        enough: 0.8 * tolerance)
    }
    if best.map({ $0.error > min(tolerance, 0.5) }) ?? true {
      let corner = CodedCurve.corner(segment, from: current, closing: ending, enough: 0.8 * tolerance)
      if let smooth = best, smooth.error <= max(corner.error, tolerance) {} else { best = corner }
    }
    guard let coded = best else { return .curve }
    let kind: SegmentKind = coded.startAngle == nil ? .smoothCurve : .curve
    sink.symbol(kind.rawValue, table)
    if ending == nil {
      sink.numbers([coded.first, coded.second], kind == .curve ? .curve : .smoothCurve)
    }
    if let turn = coded.startAngle { sink.numbers([turn], .turn) }
    sink.numbers([coded.endAngle, coded.startHandle, coded.endHandle], .shape)
    lastError = coded.error
    worstCorner = max(worstCorner, coded.endError)
    current = coded.curve.end
    tangent = coded.endTangent
    return kind
  }
}

extension CodedContour {
  /// How many segments are coded: not a straight line back to the start.
  fileprivate var codedCount: Int { segments.count - (form.isHalf || closes ? 0 : 1) }

  /// Whether the last segment is coded and ends at the start; else a straight line back to the start does.
  fileprivate var closes: Bool {
    !form.isHalf && !(segments.count > 1 && segments.last?.isLine == true)
  }
}
