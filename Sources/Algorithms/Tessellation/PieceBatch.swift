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
