import Geometry

/// The chord of a coded curve, in steps.
struct CodedChord {
  let offset: SIMD2<Double>
  let length: Double

  /// Below this squared length, which no real chord has, it counts as one step to the right, or straight ahead.
  static let least = 0.3

  @inline(__always) init(_ offset: SIMD2<Double>) {
    let squared = offset.x * offset.x + offset.y * offset.y
    self.offset = squared < CodedChord.least ? SIMD2(1, 0) : offset
    length = squared < CodedChord.least ? 1 : squared.squareRoot()
  }

  /// One step of a half angle's tangent: a handle of a third of the chord then moves by at most two steps.
  @inline(__always) var step: Double { smaller(3 / length, 0.125) }
}

/// The shape of a coded curve relative to its chord: `PathCodeFormat.md`, “The shape of a curve”.
///
/// Directions are stored as the tangents of half their angles to the chord: from the start direction to the chord, and
/// from the chord to the end direction. For a circular arc both are equal. All lengths are in steps; decoder and
/// encoder share this code.
struct CurveShape {
  private let length: Double
  /// One step of a half angle's tangent.
  let step: Double
  let start: Double
  let end: Double

  /// Creates the shape of a curve whose chord is relative to its start direction.
  @inline(__always) init(_ chord: CodedChord, endSteps: Double) {
    length = chord.length
    step = chord.step
    start = chord.offset.y / larger(length + chord.offset.x, length * (1.0 / 64))
    end = start + endSteps * step
  }

  /// Creates the shape of a curve with its own start direction.
  @inline(__always) init(_ chord: CodedChord, startSteps: Double, endSteps: Double) {
    length = chord.length
    step = chord.step
    start = startSteps * step
    end = start + endSteps * step
  }

  /// Returns the start direction, given the chord.
  @inline(__always) func startDirection(_ chord: CodedChord) -> SIMD2<Double> {
    let scale = 1 / (length * (1 + start * start))
    let (cosine, sine) = ((1 - start * start) * scale, 2 * start * scale)
    let (x, y) = (chord.offset.x, chord.offset.y)
    return SIMD2(x * cosine + y * sine, y * cosine - x * sine)
  }

  /// Returns the end direction of a curve for a start direction.
  @inline(__always) func endDirection(_ direction: SIMD2<Double>) -> SIMD2<Double> {
    let (a, b) = (1 - start * end, start + end)
    let scale = 1 / ((1 + start * start) * (1 + end * end))
    let (cosine, sine) = ((a * a - b * b) * scale, 2 * a * b * scale)
    let (x, y) = (direction.x, direction.y)
    return SIMD2(x * cosine - y * sine, y * cosine + x * sine)
  }

  /// Returns the lengths of both handles, which differ by `steps` from those of a circular arc.
  @inline(__always) func handles(_ steps: SIMD2<Double>) -> SIMD2<Double> {
    let (natural, size) = (naturalHandle, handleSteps)
    return natural + steps * size
  }

  /// The length of a circular arc's handles, and approximately that of other curves.
  @inline(__always) var naturalHandle: Double {
    length * (1.0 / 3) * (1 + (start * start + end * end) * 0.5)
  }

  /// One step of the length of either handle: it is larger for flatter handles, whose length matters less.
  @inline(__always) var handleSteps: SIMD2<Double> {
    let tangents = SIMD2(start, end)
    let steepness = SIMD2(larger(start.magnitude, 2 * step), larger(end.magnitude, 2 * step))
    return (1 + tangents * tangents) * 0.7 / steepness
  }
}

/// Like `min` and `max`, in the only form for which processors have an instruction.
@inline(__always) private func smaller(_ a: Double, _ b: Double) -> Double { a < b ? a : b }
@inline(__always) private func larger(_ a: Double, _ b: Double) -> Double { a > b ? a : b }

#if canImport(Glibc)
  import Glibc
#endif

/// A curve in integers, with its decoded form.
struct CodedCurve {
  /// The end relative to the start: along and perpendicular to the tangent if there is no start angle, otherwise x and
  /// y.
  var first = 0
  var second = 0
  /// Nil for a smooth continuation.
  var startAngle: Int?
  var endAngle = 0
  var startHandle = 0
  var endHandle = 0
  var curve: CubicBezier
  var endTangent: Vector
  /// The largest distance from the original, except at the ends, in steps.
  var error = Double.infinity
  /// The error at which the search may stop.
  var enough: Double
  /// The distance of the end from the original, in steps.
  var endError = 0.0

  /// Encodes a curve that continues along `tangent`.
  static func smooth(
    _ segment: CodedContour.Segment, from start: Point, _ tangent: Vector, endsSmooth: Bool, closing: Point?,
    enough: Double
  ) -> CodedCurve? {
    let target = segment.curve.end
    let offset = (closing ?? target) - start
    let (along, aside) = (offset.dot(tangent), offset.dot(tangent.perpendicular))
    guard along.rounded() >= 0 else { return nil }
    var coded = CodedCurve(curve: segment.curve, endTangent: segment.endTangent, enough: enough)
    var end = closing ?? start
    if closing == nil {
      // If the outline continues smoothly, the end may slide along it to a point that is on the grid.
      var best = Double.infinity
      let slide = endsSmooth ? -2.0...2.0 : 0.0...0.0
      for shift in stride(from: slide.lowerBound, through: slide.upperBound, by: 1) {
        let u = along.rounded() + shift
        guard u >= 0 else { continue }
        for v in [aside.rounded() - 1, aside.rounded(), aside.rounded() + 1] {
          let place = start + tangent * u + tangent.perpendicular * v
          let gap = place - target
          let across = gap.cross(segment.endTangent).magnitude
          let cost = endsSmooth ? across + 0.02 * gap.length : gap.length
          if cost < best {
            best = cost
            (coded.first, coded.second, end) = (u.whole, v.whole, place)
          }
        }
      }
    }
    coded.fit(segment, from: start, to: end, startTangent: tangent, maySlide: endsSmooth && closing == nil)
    return coded
  }

  /// Encodes a curve with its own start direction.
  static func corner(
    _ segment: CodedContour.Segment, from start: Point, closing: Point?, enough: Double
  ) -> CodedCurve {
    let offset = (closing ?? segment.curve.end) - start
    var coded = CodedCurve(curve: segment.curve, endTangent: segment.endTangent, enough: enough)
    (coded.first, coded.second) = (offset.dx.whole, offset.dy.whole)
    let end = closing ?? Point(start.x + Double(coded.first), start.y + Double(coded.second))
    coded.startAngle = 0
    coded.fit(segment, from: start, to: end, startTangent: nil, maySlide: false)
    return coded
  }

  /// Finds the angles and handles closest to the original.
  private mutating func fit(
    _ segment: CodedContour.Segment, from start: Point, to end: Point, startTangent: Vector?,
    maySlide: Bool
  ) {
    let offset = end - start
    var best = self
    let samples = CodedCurve.samples(of: segment.curve)
    for turn in turns(offset, segment, startTangent) {
      let whole = CodedCurve.shape(offset, startTangent, turn ?? 0, 0)
      let from = startTangent ?? Vector(whole.startDirection(CodedChord(SIMD2(offset))))
      let chord = offset.lengthSquared < CodedChord.least ? startTangent ?? Vector(1, 0) : offset
      let wanted = CodedCurve.halfTangent(chord, segment.endTangent)
      let middle = ((wanted - whole.start) / whole.step).whole
      for endAngle in [middle, middle - 1, middle + 1] {
        let shape = CodedCurve.shape(offset, startTangent, turn ?? 0, endAngle)
        var trial = self
        trial.startAngle = turn
        trial.endAngle = endAngle
        trial.endTangent = Vector(shape.endDirection(SIMD2(from)))
        trial.fitHandles(segment.curve, samples, shape, start, end, from, trial.endTangent)
        if trial.error < best.error { best = trial }
        if best.error < enough { break }
      }
      if best.error < enough { break }
    }
    self = best
    let gap = end - segment.curve.end
    // For an end that slid along the outline, only the perpendicular distance is an error.
    endError = maySlide ? gap.cross(segment.endTangent).magnitude : gap.length
  }

  /// Returns the start angles to try, from the nearest to the original on; nil for a smooth continuation.
  private func turns(_ offset: Vector, _ segment: CodedContour.Segment, _ startTangent: Vector?) -> [Int?] {
    guard startTangent == nil else { return [nil] }
    let chord = CodedChord(SIMD2(offset))
    let middle = (CodedCurve.halfTangent(segment.startTangent, Vector(chord.offset)) / chord.step).whole
    return [middle, middle - 1, middle + 1]
  }

  private static func shape(
    _ offset: Vector, _ startTangent: Vector?, _ turn: Int, _ endAngle: Int
  ) -> CurveShape {
    if let startTangent {
      let seen = SIMD2(startTangent.dot(offset), startTangent.cross(offset))
      return CurveShape(CodedChord(seen), endSteps: Double(endAngle))
    }
    return CurveShape(
      CodedChord(SIMD2(offset)), startSteps: Double(turn), endSteps: Double(endAngle))
  }

  /// The tangent of half the angle from one vector to another, clamped to ±64.
  private static func halfTangent(_ from: Vector, _ to: Vector) -> Double {
    min(max(tan(atan2(from.cross(to), from.dot(to)) / 2), -64), 64)
  }

  /// Rounds the original's or the least-squares handles to steps, and tries their neighbours.
  private mutating func fitHandles(
    _ original: CubicBezier, _ samples: [Point], _ shape: CurveShape, _ start: Point, _ end: Point,
    _ from: Vector, _ to: Vector
  ) {
    let natural = shape.naturalHandle
    let (step1, step2) = (shape.handleSteps.x, shape.handleSteps.y)
    var seed = ((original.control1 - original.start).length, (original.end - original.control2).length)
    for attempt in 0..<2 {
      if attempt == 1 {
        var fit = CurveFit([start] + samples + [end], from, to)
        guard error > enough, let cubic = fit.cubic(within: 0.25) else { return }
        seed = ((cubic.control1 - start).dot(from), (end - cubic.control2).dot(to))
      }
      var (first, second) = (((seed.0 - natural) / step1).whole, ((seed.1 - natural) / step2).whole)
      for _ in 0..<4 {
        var isBetter = false
        for (d1, d2) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
          let curve = CubicBezier(
            start, start + from * (natural + Double(first + d1) * step1),
            end - to * (natural + Double(second + d2) * step2), end)
          let limit = self.error - 1e-9
          let error = CodedCurve.distance(samples, curve, original, below: limit)
          if error < limit {
            (startHandle, endHandle) = (first + d1, second + d2)
            (self.curve, self.error) = (curve, error)
            isBetter = true
            if error < enough { return }
          }
        }
        if !isBetter { break }
        (first, second) = (startHandle, endHandle)
      }
    }
  }

  private static func samples(of curve: CubicBezier) -> [Point] {
    (1..<12).map { curve.point(at: Double($0) / 12) }
  }

  /// Returns the largest distance between a decoded curve and the original, sampled on both; stops at the limit.
  private static func distance(
    _ samples: [Point], _ curve: CubicBezier, _ original: CubicBezier, below limit: Double
  ) -> Double {
    var worst = 0.0
    for time in [0.25, 0.5, 0.75] {
      let place = curve.point(at: time)
      worst = max(worst, original.point(at: original.nearestTime(to: place, from: time)).distance(to: place))
      guard worst < limit else { return worst }
    }
    for (index, sample) in samples.enumerated() {
      let time = curve.nearestTime(to: sample, from: Double(index + 1) / Double(samples.count + 1))
      worst = max(worst, curve.point(at: time).distance(to: sample))
      guard worst < limit else { return worst }
    }
    return worst
  }
}

extension Double {
  /// The nearest integer, clamped to the encodable range.
  var whole: Int {
    let limit = Double(1 << (CodeTable.mostBits - 2))
    return isNaN ? 0 : Int(Swift.min(Swift.max(rounded(), -limit), limit))
  }
}

extension Vector {
  fileprivate init(_ numbers: SIMD2<Double>) { self.init(numbers.x, numbers.y) }
}

extension SIMD2<Double> {
  fileprivate init(_ vector: Vector) { self.init(vector.dx, vector.dy) }
}
