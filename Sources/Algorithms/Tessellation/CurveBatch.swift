import Geometry
import PlanarGeometry

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
