/// A place on the integer grid on which topology is decided.
///
/// Coordinates stay below 2²⁴ in magnitude, so that every predicate fits in 64 bits without rounding.
public typealias GridPoint = SIMD2<Int32>

/// Returns the cross product of two offsets on the grid, exactly.
@inlinable @inline(__always)
public func cross(_ a: GridPoint, _ b: GridPoint) -> Int64 {
  Int64(a.x) &* Int64(b.y) &- Int64(a.y) &* Int64(b.x)
}

/// Returns the dot product of two offsets on the grid, exactly.
@inline(__always)
func dot(_ a: GridPoint, _ b: GridPoint) -> Int64 {
  Int64(a.x) &* Int64(b.x) &+ Int64(a.y) &* Int64(b.y)
}

/// Returns twice the signed area of a triangle, exactly; positive clockwise on the screen.
@inlinable @inline(__always)
public func area(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int64 { cross(b &- a, c &- a) }

extension GridPoint {
  /// A number that orders points from top to bottom and, in a row, from left to right.
  var key: UInt64 {
    UInt64(UInt32(bitPattern: y) ^ 0x8000_0000) << 32 | UInt64(UInt32(bitPattern: x) ^ 0x8000_0000)
  }

  init(key: UInt64) {
    self.init(
      Int32(bitPattern: UInt32(truncatingIfNeeded: key) ^ 0x8000_0000),
      Int32(bitPattern: UInt32(truncatingIfNeeded: key >> 32) ^ 0x8000_0000))
  }
}

/// A straight piece between two places of the grid.
struct GridSegment: BitwiseCopyable {
  var start: GridPoint
  var end: GridPoint

  @inline(__always) var low: GridPoint { start.replacing(with: end, where: end .< start) }
  @inline(__always) var high: GridPoint { start.replacing(with: end, where: end .> start) }
  @inline(__always) var direction: GridPoint { end &- start }

  /// Returns whether the segment meets the unit pixel around a place; `side` is twice the area that the two span.
  ///
  /// The pixel owns its left and top edges only, so that every place belongs to one pixel (Hobby 1999). On a tie the
  /// segment is imagined moved a little right and, far less, down.
  @inline(__always)
  func hits(_ place: GridPoint, side: Int64) -> Bool {
    let (low, high) = (low, high)
    guard place.x >= low.x, place.x <= high.x, place.y >= low.y, place.y <= high.y else { return false }
    let size = high &- low
    let reach = Int64(size.x) &+ Int64(size.y)
    let twice = (2 &* side).magnitude
    if twice != reach.magnitude { return twice < reach.magnitude }
    let shift = end.y != start.y ? Int64(direction.y).signum() : -Int64(direction.x).signum()
    return side.signum() == -shift
  }

  /// Returns where two properly crossing segments meet, rounded to the pixel that holds the exact place.
  func crossing(_ other: GridSegment) -> GridPoint {
    let (own, others) = (direction, other.direction)
    var denominator = cross(own, others)
    var numerator = cross(other.start &- start, others)
    if denominator < 0 { (denominator, numerator) = (-denominator, -numerator) }
    return GridPoint(
      start.x + GridSegment.rounded(own.x, numerator, denominator),
      start.y + GridSegment.rounded(own.y, numerator, denominator))
  }

  /// Returns `delta · numerator / denominator` rounded to the nearest whole number, halves upward.
  private static func rounded(_ delta: Int32, _ numerator: Int64, _ denominator: Int64) -> Int32 {
    let twice = 2 * Int128(delta) * Int128(numerator) + Int128(denominator)
    let divisor = 2 * Int128(denominator)
    var (quotient, remainder) = twice.quotientAndRemainder(dividingBy: divisor)
    if remainder < 0 { (quotient, remainder) = (quotient - 1, remainder + divisor) }
    return Int32(truncatingIfNeeded: quotient)
  }
}
