import Geometry

/// Draws paths without overlaps into bitmaps so narrow that pieces are added many at a time.
struct NarrowFill: ~Copyable {
  private var curves = CurveBatch()
  private var pieces = PieceBatch()

  /// How far, in pixels, a box may reach out of a bitmap whose rim pulls in what it holds.
  static let slack = 1.0 / 64

  /// Draws contours that lie within the bitmap; each is closed by a line, or, where it is one half of a ring, along
  /// `axis`.
  ///
  /// `sign` is −1 where the transform turns them over.
  mutating func fill(
    _ path: Path, _ transform: AffineTransform, _ fit: ChordFit, closingAt axis: Double? = nil,
    _ pen: AreaAccumulator.Pen, sign: Float = 1
  ) {
    typealias Coordinates = SIMD2<Double>
    let columnX = Coordinates(transform.a, transform.b)
    let columnY = Coordinates(transform.c, transform.d)
    let offset = Coordinates(transform.tx, transform.ty)
    @inline(__always) func place(_ point: Point) -> Coordinates {
      columnX * point.x + columnY * point.y + offset
    }
    var start = Coordinates.zero
    var current = Coordinates.zero
    var isOpen = false
    path.elements.withUnsafeBufferPointer { elements in
      // By index: taken out, each element would be copied.
      for index in elements.indices {
        switch elements[index] {
        case .move(let point):
          if isOpen { close(current, start, axis, pen, sign) }
          isOpen = true
          start = place(point)
          current = start
        case .line(let point):
          let end = place(point)
          addLine(current, end, pen, sign)
          current = end
        case .quad(let control, let end):
          let (control, end) = (place(control), place(end))
          if curves.isFull { curves.cut(fit, into: &pieces, pen, sign) }
          curves.add(current, current + (control - current) * (2 / 3), end + (control - end) * (2 / 3), end)
          current = end
        case .cubic(let control1, let control2, let end):
          let end = place(end)
          if curves.isFull { curves.cut(fit, into: &pieces, pen, sign) }
          curves.add(current, place(control1), place(control2), end)
          current = end
        case .close:
          if isOpen { addLine(current, start, pen, sign) }
          isOpen = false
          current = start
        }
      }
    }
    if isOpen { close(current, start, axis, pen, sign) }
    curves.cut(fit, into: &pieces, pen, sign)
    pieces.draw(pen, sign)
  }

  @inline(__always)
  private mutating func addLine(
    _ from: SIMD2<Double>, _ to: SIMD2<Double>, _ pen: AreaAccumulator.Pen, _ sign: Float
  ) {
    pieces.makeRoom(for: 1, pen, sign)
    pieces.add(Float(from.x), Float(from.y), Float(to.x), Float(to.y))
  }

  private mutating func close(
    _ end: SIMD2<Double>, _ start: SIMD2<Double>, _ axis: Double?, _ pen: AreaAccumulator.Pen, _ sign: Float
  ) {
    guard let axis else { return addLine(end, start, pen, sign) }
    // Level lines to an axis and back bound nothing to their right, nor does the right rim.
    if axis < Double(pen.width) { addLine(SIMD2(axis, end.y), SIMD2(axis, start.y), pen, sign) }
  }
}
