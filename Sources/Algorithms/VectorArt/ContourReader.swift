import Geometry

/// Reads the segments of one contour after the other.
///
/// It is small enough to stay in registers while a contour is read.
struct ContourReader {
  var source: BitReader
  /// Where the next element goes.
  var next: UnsafeMutablePointer<Path.Element>

  /// Where the reader is, and the unit vector in which it goes.
  private(set) var current = SIMD2(0.0, 0)
  private var direction = SIMD2(1.0, 0)

  private let step: Double
  private let stepsPerUnit: Double

  init(_ source: BitReader, _ next: UnsafeMutablePointer<Path.Element>, step: Double) {
    self.source = source
    self.next = next
    self.step = step
    stepsPerUnit = 1 / step
  }

  @inline(__always) mutating func append(_ element: Path.Element) {
    next.initialize(to: element)
    next += 1
  }

  /// Reads a contour of some segments, whose last one ends where that is known, or anywhere.
  ///
  /// It stops early where the bytes have come to an end.
  @inline(never) mutating func read(
    _ count: Int, from start: SIMD2<Double>, to end: SIMD2<Double>, isEndKnown: Bool
  ) {
    current = start
    direction = SIMD2(1, 0)
    var table = CodeTable.Place.kindAtStart.offset
    var left = count
    while left > 0, !source.isBeyondEnd {
      let isLast = isEndKnown && left == 1
      let segment = source.segment(&table, isEndKnown: isLast)
      add(segment, isLast ? end : nil)
      left &-= 1
    }
  }

  /// Adds a segment, to an end that is known or by its own offset.
  @inline(__always) private mutating func add(_ segment: CodedSegment, _ known: SIMD2<Double>?) {
    var offset = segment.offset
    var end = current + offset * step
    if let known {
      end = known
      offset = (known - current) * stepsPerUnit
    }
    if segment.kind == SegmentKind.line.rawValue {
      let squared = offset.x * offset.x + offset.y * offset.y
      if squared > 0 { direction = offset * (1 / squared.squareRoot()) }
      current = end
      append(.line(Point(end)))
      return
    }
    let shape: CurveShape
    if segment.kind == SegmentKind.curve.rawValue {
      let chord = CodedChord(offset)
      shape = CurveShape(chord, startSteps: segment.turn, endSteps: segment.angle)
      direction = shape.startDirection(chord)
    } else {
      if known != nil {
        let (x, y) = (direction.x, direction.y)
        offset = SIMD2(x * offset.x + y * offset.y, x * offset.y - y * offset.x)
      } else {
        let scaled = offset * step
        let (x, y) = (direction.x, direction.y)
        end = current + SIMD2(x * scaled.x - y * scaled.y, y * scaled.x + x * scaled.y)
      }
      shape = CurveShape(CodedChord(offset), endSteps: segment.angle)
    }
    addCurve(shape, segment.handles, to: end)
  }

  @inline(__always) private mutating func addCurve(
    _ shape: CurveShape, _ steps: SIMD2<Double>, to end: SIMD2<Double>
  ) {
    let handles = shape.handles(steps) * step
    let endDirection = shape.endDirection(direction)
    let control1 = current + direction * handles.x
    let control2 = end - endDirection * handles.y
    append(.cubic(control1: Point(control1), control2: Point(control2), end: Point(end)))
    current = end
    direction = endDirection
  }
}

extension Point {
  @inline(__always) init(_ place: SIMD2<Double>) { self.init(place.x, place.y) }
}
