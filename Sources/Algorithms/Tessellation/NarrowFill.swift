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
  /// `sign` is −1 where the transform turns them over. Returns the largest x of a point.
  @discardableResult
  mutating func fill(
    _ path: Path, _ transform: AffineTransform, _ fit: ChordFit, closingAt axis: Double? = nil,
    _ pen: AreaAccumulator.Pen, sign: Float = 1
  ) -> Float {
    let (scaleX, scaleY, left, top) = (transform.a, transform.d, transform.tx, transform.ty)
    var farthest = -Float.infinity
    @inline(__always) func place(_ point: Point) -> Place {
      let place = Place(x: Float(point.x * scaleX + left), y: Float(point.y * scaleY + top))
      farthest = place.x > farthest ? place.x : farthest
      return place
    }
    var start = Place()
    var current = Place()
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
          curves.add(current, control.near(current), control.near(end), end)
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
    return farthest
  }

  @inline(__always)
  private mutating func addLine(_ from: Place, _ to: Place, _ pen: AreaAccumulator.Pen, _ sign: Float) {
    pieces.makeRoom(for: 1, pen, sign)
    pieces.add(from.x, from.y, to.x, to.y)
  }

  private mutating func close(
    _ end: Place, _ start: Place, _ axis: Double?, _ pen: AreaAccumulator.Pen, _ sign: Float
  ) {
    guard let axis else { return addLine(end, start, pen, sign) }
    // Level lines to an axis and back bound nothing to their right, nor does the right rim.
    guard axis < Double(pen.width) else { return }
    addLine(Place(x: Float(axis), y: end.y), Place(x: Float(axis), y: start.y), pen, sign)
  }
}

extension NarrowFill {
  /// A point in pixels, in single precision, which is fine enough for a bitmap that is not large.
  struct Place {
    var x: Float = 0
    var y: Float = 0

    /// Returns the cubic's control point, where this is the quadratic's, beside one of its ends.
    func near(_ end: Place) -> Place {
      Place(x: end.x + (x - end.x) * (2 / 3), y: end.y + (y - end.y) * (2 / 3))
    }
  }
}
