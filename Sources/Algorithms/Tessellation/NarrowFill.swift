import Geometry
import PlanarGeometry

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

/// Cubics that are cut into chords many at a time, so that the compiler can do four in one step.
struct CurveBatch: ~Copyable {
  /// The curves of one batch.
  static let capacity = 64

  /// The chords that a curve is cut into here at most; it is as many as the fields hold.
  static let mostChords = 4

  /// For each curve: its four points, how many chords it takes, and where the first three end.
  private enum Field {
    static let chords = 8 * capacity
    static let ends = 9 * capacity
    static let all = 15 * capacity
  }

  private let fields = ZeroedBuffer<Float>(count: Field.all)
  private(set) var count = 0

  var isFull: Bool { count == CurveBatch.capacity }

  @inline(__always)
  mutating func add(
    _ start: NarrowFill.Place, _ control1: NarrowFill.Place, _ control2: NarrowFill.Place,
    _ end: NarrowFill.Place
  ) {
    let place = fields.base + count
    place[0] = start.x
    place[CurveBatch.capacity] = start.y
    place[2 * CurveBatch.capacity] = control1.x
    place[3 * CurveBatch.capacity] = control1.y
    place[4 * CurveBatch.capacity] = control2.x
    place[5 * CurveBatch.capacity] = control2.y
    place[6 * CurveBatch.capacity] = end.x
    place[7 * CurveBatch.capacity] = end.y
    count &+= 1
  }

  /// Adds the chords of all curves to a batch of pieces, and forgets the curves.
  @inline(never)
  mutating func cut(_ fit: ChordFit, into pieces: inout PieceBatch, _ pen: AreaAccumulator.Pen, _ sign: Float)
  {
    CurveBatch.measure(fields.base, count, fit)
    for index in 0..<count {
      let place = fields.base + index
      func field(_ number: Int) -> Float { place[number &* CurveBatch.capacity] }
      let chords = Int(field(8).bitPattern & 0xFF)
      if chords > CurveBatch.mostChords {
        cut(place, fit, into: &pieces, pen, sign)
        continue
      }
      pieces.makeRoom(for: CurveBatch.mostChords, pen, sign)
      pieces.set(0, field(0), field(1), field(9), field(10))
      pieces.set(1, field(9), field(10), field(11), field(12))
      pieces.set(2, field(11), field(12), field(13), field(14))
      pieces.set(3, field(13), field(14), 0, 0)
      pieces.setEnd(chords &- 1, field(6), field(7))
      pieces.take(chords)
    }
    count = 0
  }

  /// Cuts a curve that takes more chords.
  private func cut(
    _ place: UnsafeMutablePointer<Float>, _ fit: ChordFit, into pieces: inout PieceBatch,
    _ pen: AreaAccumulator.Pen, _ sign: Float
  ) {
    let chords = fit.chords(deviationSquared: Double(CurveBatch.deviationSquared(place)))
    var (x, y) = (place[0], place[CurveBatch.capacity])
    let step = 1 / Float(chords)
    let shift = Float(fit.outwardShift(chords: chords))
    for index in 1..<chords {
      let time = Float(index) * step
      let nextX = CurveBatch.place(place, time, shift)
      let nextY = CurveBatch.place(place + CurveBatch.capacity, time, shift)
      pieces.makeRoom(for: 1, pen, sign)
      pieces.add(x, y, nextX, nextY)
      (x, y) = (nextX, nextY)
    }
    pieces.makeRoom(for: 1, pen, sign)
    pieces.add(x, y, place[6 * CurveBatch.capacity], place[7 * CurveBatch.capacity])
  }

  /// Works out the chords of all curves.
  private static func measure(_ fields: UnsafeMutablePointer<Float>, _ count: Int, _ fit: ChordFit) {
    let scale = Float(1 / (fit.tolerance * fit.tolerance))
    let single = Float(fit.singleLimit)
    var index = 0
    while index < count {
      let place = fields + index
      let ratio = deviationSquared(place) * scale
      let chords: Float = ChordFit.few(ratio, single: single)
      // Added to 2²³ a number stands in the low bits.
      place[Field.chords] = chords + (ratio > 256 ? 1 : 0) + 0x1p23
      let step = 1 / chords
      // A parabola lies h²/12 of its second derivative off a chord, on average. Of a single chord none of this is used.
      let shift = 1 / (12 * chords * (chords - 1))
      let (x, y, ends) = (place, place + capacity, place + Field.ends)
      ends[0] = CurveBatch.place(x, step, shift)
      ends[capacity] = CurveBatch.place(y, step, shift)
      ends[2 * capacity] = CurveBatch.place(x, 2 * step, shift)
      ends[3 * capacity] = CurveBatch.place(y, 2 * step, shift)
      ends[4 * capacity] = CurveBatch.place(x, 3 * step, shift)
      ends[5 * capacity] = CurveBatch.place(y, 3 * step, shift)
      index &+= 1
    }
  }

  /// Returns the square of the most that a curve leaves its chord by (Wang's formula).
  @inline(__always)
  private static func deviationSquared(_ place: UnsafeMutablePointer<Float>) -> Float {
    func second(_ field: Int) -> Float {
      let place = place + field * capacity
      return place[0] - 2 * place[2 * capacity] + place[4 * capacity]
    }
    let first = second(0) * second(0) + second(1) * second(1)
    let last = second(2) * second(2) + second(3) * second(3)
    return 0.5625 * (first > last ? first : last)
  }

  /// Returns a coordinate of the curve less a share of its second derivative.
  @inline(__always)
  private static func place(_ place: UnsafeMutablePointer<Float>, _ time: Float, _ shift: Float) -> Float {
    let (a, b, c, d) = (place[0], place[2 * capacity], place[4 * capacity], place[6 * capacity])
    let cube = d - a + 3 * (b - c)
    let square = 3 * (a - 2 * b + c)
    let linear = 3 * (b - a) - 6 * shift * cube
    return ((cube * time + square) * time + linear) * time + (a - 2 * shift * square)
  }
}

/// Straight pieces that are added to a narrow bitmap many at a time, so that the compiler can do four in one step.
///
/// Which way a piece runs, and whether it reaches into a second row or column, no branch could foretell: each is
/// added as if it did. Compilers see through loops without branches over fields that lie apart by a fixed distance.
struct PieceBatch: ~Copyable {
  /// The pieces of one batch.
  static let capacity = 128

  /// For each piece: both ends, whether it is long, and for the part in either row the number of its first cell and
  /// what is added to that and the next two.
  private enum Field {
    static let x0 = 0
    static let y0 = capacity
    static let x1 = 2 * capacity
    static let y1 = 3 * capacity
    static let length = 4 * capacity
    static let upper = 5 * capacity
    static let lower = 9 * capacity
    static let all = 13 * capacity
  }

  private let fields = ZeroedBuffer<Float>(count: Field.all)
  private var count = 0

  /// Makes room for so many more pieces by drawing those there are.
  ///
  /// Moves small parts outside the bitmap inside; `sign` is −1 where the pieces run opposite to their intended
  /// direction.
  @inline(__always)
  mutating func makeRoom(for added: Int, _ pen: AreaAccumulator.Pen, _ sign: Float) {
    if count &+ added > PieceBatch.capacity { draw(pen, sign) }
  }

  /// Adds a piece, for which there is room.
  @inline(__always)
  mutating func add(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float) {
    set(0, x0, y0, x1, y1)
    count &+= 1
  }

  /// Sets a piece that is not counted before `take` is called.
  @inline(__always)
  func set(_ number: Int, _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float) {
    let place = fields.base + (count &+ number)
    place[Field.x0] = x0
    place[Field.y0] = y0
    setEnd(number, x1, y1)
  }

  /// Changes the end of a piece.
  @inline(__always)
  func setEnd(_ number: Int, _ x: Float, _ y: Float) {
    let place = fields.base + (count &+ number)
    place[Field.x1] = x
    place[Field.y1] = y
  }

  /// Takes so many of the pieces that were set.
  @inline(__always)
  mutating func take(_ added: Int) { count &+= added }

  /// Draws what was added.
  @inline(never)
  mutating func draw(_ pen: AreaAccumulator.Pen, _ sign: Float) {
    PieceBatch.measure(fields.base, count, pen, sign)
    let cells = pen.cells
    for index in 0..<count {
      let place = fields.base + index
      for part in [Field.upper, Field.lower] {
        let part = place + part
        let cell = cells + Int(part[0].bitPattern & 0x7F_FFFF)
        cell[0] += part[PieceBatch.capacity]
        cell[1] += part[2 * PieceBatch.capacity]
        cell[2] += part[3 * PieceBatch.capacity]
      }
      if place[Field.length] > 1 { addLong(place, pen, sign) }
    }
    count = 0
  }

  private func addLong(_ place: UnsafeMutablePointer<Float>, _ pen: AreaAccumulator.Pen, _ sign: Float) {
    let (width, height) = (Float(pen.width), Float(pen.height))
    let x0 = PieceBatch.held(place[Field.x0], width), y0 = PieceBatch.held(place[Field.y0], height)
    let x1 = PieceBatch.held(place[Field.x1], width), y1 = PieceBatch.held(place[Field.y1], height)
    if y0 < y1 { pen.addLong(x0, y0, x1, y1, sign) } else if y1 < y0 { pen.addLong(x1, y1, x0, y0, -sign) }
  }

  /// Works out what each piece adds to which cells.
  private static func measure(
    _ fields: UnsafeMutablePointer<Float>, _ count: Int, _ pen: AreaAccumulator.Pen, _ sign: Float
  ) {
    let (stride, width, height) = (Float(pen.stride), Float(pen.width), Float(pen.height))
    var index = 0
    while index < count {
      let place = fields + index
      let (x0, y0) = (held(place[Field.x0], width), held(place[Field.y0], height))
      let (x1, y1) = (held(place[Field.x1], width), held(place[Field.y1], height))
      let (left, right) = (x0 < x1 ? x0 : x1, x0 < x1 ? x1 : x0)
      let (row0, row1) = (start(y0), start(y1))
      let rows = row1 - row0
      let length = rows * rows > right - left ? rows * rows : right - left
      let isCut = row0 != row1
      let border = row0 < row1 ? row1 : row0
      let cut = isCut ? border : y1
      let crossing = x0 + (cut - y0) * ((x1 - x0) / (y1 - y0))
      let raised = crossing > left ? crossing : left
      let middle = isCut ? (raised < right ? raised : right) : x1
      // Long pieces are added elsewhere.
      let sign = length > 1 ? 0 : sign
      place[Field.length] = length
      measure(place + Field.upper, row0, x0, middle, (cut - y0) * sign, stride)
      measure(place + Field.lower, row1, middle, x1, (y1 - cut) * sign, stride)
      index &+= 1
    }
  }

  /// Works out a part within one row, no wider than a pixel.
  @inline(__always)
  private static func measure(
    _ part: UnsafeMutablePointer<Float>, _ row: Float, _ a: Float, _ b: Float, _ cover: Float, _ stride: Float
  ) {
    let (left, right) = (a < b ? a : b, a < b ? b : a)
    let column = start(left)
    let edge = column + 1
    let reach = (right > edge ? right : edge) - edge
    // Pieces without width add nothing to the sides.
    let third = cover * (reach * reach * 0.5 / (right - left + 0x1p-60))
    let first = cover * (edge - (left + right) * 0.5) + third
    // Added to 2²³ the number of the cell stands in the low bits.
    part[0] = row * stride + column + 0x1p23
    part[capacity] = first
    part[2 * capacity] = cover - third - first
    part[3 * capacity] = third
  }

  @inline(__always)
  private static func held(_ coordinate: Float, _ most: Float) -> Float {
    let raised = coordinate > 0 ? coordinate : 0
    return raised < most ? raised : most
  }

  /// Returns where the row or column begins in which a coordinate lies; on a border it is either of both.
  @inline(__always)
  private static func start(_ coordinate: Float) -> Float { (coordinate - 0.5 + 0x1.8p23) - 0x1.8p23 }
}
