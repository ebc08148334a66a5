import Geometry

/// The kind of a segment.
enum SegmentKind: Int {
  case line
  /// A curve with its own start direction.
  case curve
  /// A curve that continues in the current direction.
  case smoothCurve

  /// The table for the kind that follows this one.
  static func table(after kind: SegmentKind?) -> CodeTable.Place {
    switch kind {
    case nil: .kindAtStart
    case .line: .kindAfterLine
    case .curve: .kindAfterCurve
    case .smoothCurve: .kindAfterSmoothCurve
    }
  }
}

/// Writes outlines in steps of one size, relative to the decoder's current point.
struct PathEncoder {
  private(set) var sink = BitWriter()
  private let step: Double
  /// The position of the axis, in steps.
  private var axis: Double?
  /// The tolerance of a decoded curve, in steps.
  private let tolerance: Double
  /// The largest error of an end, in steps.
  private(set) var worstCorner = 0.0
  /// The curves that could not be encoded within the tolerance, in order.
  private(set) var failed: [(outline: Int, segment: Int)] = []

  /// The error of the last encoded curve, in steps.
  private var lastError = 0.0

  /// The part of the tolerance that fitting may use before encoding, in pixels.
  private static let fitTolerance = 0.01

  /// The tolerance for mirror symmetry, in pixels.
  private static let likeness = 0.004

  /// Returns the code with the coarsest step that meets the tolerance.
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
    // Invisible specks were removed, so the reverse distance is checked against the remaining outline.
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
      // Only a curve with a certain length has room to slide its end.
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
  /// The number of encoded segments, without a straight closing line.
  fileprivate var codedCount: Int { segments.count - (form.isHalf || closes ? 0 : 1) }

  /// Whether the last segment is encoded and ends at the start; otherwise a straight closing line does.
  fileprivate var closes: Bool {
    !form.isHalf && !(segments.count > 1 && segments.last?.isLine == true)
  }
}

/// The contours of a path without its mirror images: one half if it is symmetric.
struct SymmetricOutlines {
  private(set) var outlines: [CodedContour] = []
  /// The position of the vertical axis; nil if too little is symmetric.
  private(set) var axis: Double?

  /// The minimum number of saved segments for which an axis is worth its bytes.
  private static let leastSaving = 2

  /// Finds the contours that are mirror symmetric within `distance`.
  init(_ all: [CodedContour], within distance: Double) {
    outlines = all
    var most = SymmetricOutlines.leastSaving
    for axis in SymmetricOutlines.axes(of: all) {
      let search = MirrorSearch(all, axis: axis, within: distance)
      if search.savedSegments > most {
        most = search.savedSegments
        (outlines, self.axis) = (search.outlines, axis)
      }
    }
  }

  /// Returns candidates for the axis: the centre of all contours, and the centre that most of them share.
  private static func axes(of outlines: [CodedContour]) -> [Double] {
    let boxes = outlines.compactMap(\.path.bounds)
    guard let first = boxes.first else { return [] }
    let whole = boxes.dropFirst().reduce(first) { $0.union($1) }
    let near = whole.width * 1e-5
    let middles = boxes.map(\.midX).sorted()
    var (best, bestCount) = (whole.midX, 1)
    var low = 0
    for (index, middle) in middles.enumerated() {
      while middle - middles[low] > near { low += 1 }
      if index - low + 1 > bestCount { (best, bestCount) = (middles[(low + index) / 2], index - low + 1) }
    }
    return (best - whole.midX).magnitude <= near ? [whole.midX] : [whole.midX, best]
  }
}

/// Writes symbols and numbers: `PathCodeFormat.md`, “Symbols” and “Numbers”.
struct BitWriter {
  /// The bytes so far, padded with zeros.
  private(set) var bytes: [UInt8] = []
  private var free = 0

  /// Writes the low bits of a number, most significant first.
  mutating func bits(_ value: Int, count: Int) {
    for place in (0..<count).reversed() {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      free -= 1
      bytes[bytes.count - 1] |= UInt8(value >> place & 1) << UInt8(free)
    }
  }

  mutating func symbol(_ symbol: Int, _ place: CodeTable.Place) {
    let code = CodeTable.codes[place.rawValue]
    bits(code.words[symbol], count: code.lengths[symbol])
  }

  /// Writes as many numbers as the place has.
  mutating func numbers(_ values: [Int], _ place: CodeTable.Place) {
    let lengths = CodeTable.codes[place.rawValue].lengths
    guard let symbol = place.symbol(values.map(\.bitLength)), lengths[symbol] > 0,
      !place.isFirstPositive || values[0] > 0
    else { return escaped(values, place) }
    self.symbol(symbol, place)
    for (index, value) in values.enumerated() {
      digits(value, isPositive: index == 0 && place.isFirstPositive)
    }
  }

  private mutating func escaped(_ values: [Int], _ place: CodeTable.Place) {
    if let escape = place.escape { symbol(escape, place) }
    for value in values {
      bits(value.bitLength, count: 6)
      digits(value, isPositive: false)
    }
  }

  /// Writes the digits of the magnitude, inverted for a negative number; the first digit is omitted for a number that
  /// must be positive.
  private mutating func digits(_ value: Int, isPositive: Bool) {
    let size = value.bitLength
    bits(value < 0 ? ~Int(value.magnitude) : value, count: isPositive ? size - 1 : size)
  }
}

extension Int {
  /// The number of binary digits in the magnitude.
  var bitLength: Int { Int.bitWidth - magnitude.leadingZeroBitCount }
}

/// Classifies contours by their symmetry about an axis.
struct MirrorSearch {
  private let axis: Double
  private let distance: Double
  private(set) var outlines: [CodedContour] = []
  private(set) var savedSegments = 0

  init(_ all: [CodedContour], axis: Double, within distance: Double) {
    self.axis = axis
    self.distance = distance
    let boxes = all.map { $0.path.bounds ?? .zero }
    let areas = all.map(\.path.signedArea)
    var isTaken = [Bool](repeating: false, count: all.count)
    for index in all.indices where !isTaken[index] {
      let image = mirrored(boxes[index])
      let candidates = all.indices.filter {
        !isTaken[$0] && isNear(boxes[$0], image) && (areas[$0] > 0) == (areas[index] > 0)
      }
      let mirror = all[index].mirrored(at: axis)
      let match = candidates.first { isSame(all[$0], mirror) }
      isTaken[index] = true
      if match == index, let half = half(of: all[index]) {
        outlines.append(half)
        savedSegments += all[index].segments.count - half.segments.count
      } else if let match, match != index {
        isTaken[match] = true
        // The right one of the pair, consistent with halves.
        var kept = all[boxes[index].midX > axis ? index : match]
        kept.form = .pair
        outlines.append(kept)
        savedSegments += kept.segments.count
      } else {
        outlines.append(all[index])
      }
    }
  }

  private func mirrored(_ box: Rect) -> Rect {
    Rect(x: 2 * axis - box.maxX, y: box.minY, width: box.width, height: box.height)
  }

  private func isNear(_ a: Rect, _ b: Rect) -> Bool {
    (a.minX - b.minX).magnitude <= distance && (a.maxX - b.maxX).magnitude <= distance
      && (a.minY - b.minY).magnitude <= distance && (a.maxY - b.maxY).magnitude <= distance
  }

  private func isSame(_ a: CodedContour, _ b: CodedContour) -> Bool {
    let (first, second) = (a.path, b.path)
    return OutlineNeighborhood(first, distance: distance).contains(second)
      && OutlineNeighborhood(second, distance: distance).contains(first)
  }

  /// Returns the part to the right of the axis of a contour that crosses the axis twice, or nil.
  private func half(of outline: CodedContour) -> CodedContour? {
    let pieces = outline.segments.flatMap { $0.cut(atX: axis, near: distance) }
    let sides = pieces.map { isRight($0) }
    guard
      let start = pieces.indices.first(where: { sides[$0] && !sides[($0 + pieces.count - 1) % pieces.count] })
    else { return nil }
    let order = pieces.indices.map { (start + $0) % pieces.count }
    let chain = order.prefix { sides[$0] }.map { pieces[$0] }
    guard order.dropFirst(chain.count).allSatisfy({ !sides[$0] }), let first = chain.first,
      let last = chain.last, isOnAxis(first.curve.start), isOnAxis(last.curve.end)
    else { return nil }
    return trimmed(CodedContour(segments: chain))
  }

  private func isRight(_ piece: CodedContour.Segment) -> Bool {
    let middle = piece.curve.point(at: 0.5).x
    return max(piece.curve.start.x, middle, piece.curve.end.x) - axis
      > axis - min(piece.curve.start.x, middle, piece.curve.end.x)
  }

  private func isOnAxis(_ point: Point) -> Bool { (point.x - axis).magnitude <= 2 * distance }

  /// Removes the horizontal lines at both ends, which mirroring restores, and moves other ends onto the axis.
  private func trimmed(_ chain: CodedContour) -> CodedContour? {
    var segments = chain.segments
    var (startsOnAxis, endsOnAxis) = (true, true)
    if let first = segments.first, isLevel(first), segments.count > 1 {
      segments.removeFirst()
      startsOnAxis = false
    }
    if let last = segments.last, isLevel(last), segments.count > 1 {
      segments.removeLast()
      endsOnAxis = false
    }
    guard let first = segments.first, let last = segments.last else { return nil }
    if startsOnAxis {
      let gap = Vector(axis - first.curve.start.x, 0)
      segments[0].curve.start += gap
      segments[0].curve.control1 += gap
    }
    if endsOnAxis {
      let gap = Vector(axis - last.curve.end.x, 0)
      segments[segments.count - 1].curve.end += gap
      segments[segments.count - 1].curve.control2 += gap
    }
    return CodedContour(
      segments: segments, form: ContourForm(startsOnAxis: startsOnAxis, endsOnAxis: endsOnAxis))
  }

  private func isLevel(_ segment: CodedContour.Segment) -> Bool {
    segment.isLine && (segment.curve.start.y - segment.curve.end.y).magnitude <= distance
  }
}

/// The area within a distance of a path's outline.
struct OutlineNeighborhood {
  private let distance: Double
  private let top: Double
  private let height: Double
  /// The edges near each of equal horizontal strips.
  private var strips: [[LineSegment]]

  init(_ path: Path, distance: Double) {
    self.distance = distance
    var edges: [LineSegment] = []
    path.flattened(within: distance / 16).forEachSegment(closingOpenSubpaths: true) { segment in
      edges.append(LineSegment(segment.start, segment.end))
    }
    let box = path.controlBounds ?? .zero
    let count = min(max(edges.count / 4, 1), 256)
    top = box.minY
    height = max(box.height / Double(count), distance)
    strips = [[LineSegment]](repeating: [], count: count)
    for edge in edges {
      let first = strip(min(edge.start.y, edge.end.y) - distance)
      let last = strip(max(edge.start.y, edge.end.y) + distance)
      for index in first...max(first, last) { strips[index].append(edge) }
    }
  }

  private func strip(_ y: Double) -> Int {
    Int(min(max(((y - top) / height).rounded(.down), 0), Double(strips.count - 1)))
  }

  func contains(_ point: Point) -> Bool {
    let limit = distance * distance
    return strips[strip(point.y)].contains { edge in
      let along = edge.end - edge.start
      let length = along.lengthSquared
      let time = length > 0 ? min(max((point - edge.start).dot(along) / length, 0), 1) : 0
      return (point - (edge.start + along * time)).lengthSquared <= limit
    }
  }

  /// Returns whether samples along a path are within the distance.
  func contains(_ path: Path) -> Bool {
    var isInside = true
    path.forEachSegment(closingOpenSubpaths: true) { segment in
      guard isInside else { return }
      switch segment {
      case .line(let line):
        isInside = (0...4).allSatisfy { contains(line.point(at: Double($0) / 4)) }
      case .quad(let quad): isInside = contains(quad.elevated)
      case .cubic(let cubic): isInside = contains(cubic)
      }
    }
    return isInside
  }

  private func contains(_ curve: CubicBezier) -> Bool {
    let length =
      curve.start.distance(to: curve.control1) + curve.control1.distance(to: curve.control2)
      + curve.control2.distance(to: curve.end)
    let count = Int(min(max(length / (distance * 160), 8), 128))
    return (0...count).allSatisfy { contains(curve.point(at: Double($0) / Double(count))) }
  }
}
