/// A place on the integer grid on which topology is decided.
///
/// Coordinates stay below 2^24 in magnitude, so that every predicate fits in 64 bits without rounding.
struct GridPoint: Hashable {
  var x: Int32
  var y: Int32

  /// A number that orders points from top to bottom and, in a row, from left to right.
  var key: UInt64 {
    UInt64(UInt32(bitPattern: y) ^ 0x8000_0000) << 32 | UInt64(UInt32(bitPattern: x) ^ 0x8000_0000)
  }

  /// Returns twice the signed area of the triangle from `a` over `b` to `p`, exactly.
  @inline(__always)
  static func orientation(_ a: GridPoint, _ b: GridPoint, _ p: GridPoint) -> Int64 {
    let (dx, dy) = (Int64(b.x) - Int64(a.x), Int64(b.y) - Int64(a.y))
    return dx * (Int64(p.y) - Int64(a.y)) - dy * (Int64(p.x) - Int64(a.x))
  }

  /// Returns whether the segment from `a` to `b` meets the unit pixel around this point.
  ///
  /// The pixel owns its left and top edges only, so that every place belongs to one pixel (Hobby 1999). On a
  /// tie the segment is imagined moved a little right and, far less, down.
  @inline(__always)
  func isHit(from a: GridPoint, to b: GridPoint) -> Bool {
    guard x >= min(a.x, b.x), x <= max(a.x, b.x), y >= min(a.y, b.y), y <= max(a.y, b.y) else {
      return false
    }
    let (dx, dy) = (Int64(b.x) - Int64(a.x), Int64(b.y) - Int64(a.y))
    let twice = 2 * GridPoint.orientation(a, b, self)
    let reach = dx.magnitude + dy.magnitude
    if twice.magnitude != reach { return twice.magnitude < reach }
    let shift = dy != 0 ? dy.signum() : -dx.signum()
    return twice.signum() == -shift
  }

  /// Returns where two properly crossing segments meet, rounded to the pixel that holds the exact place.
  static func crossing(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint, _ d: GridPoint) -> GridPoint {
    let (abx, aby) = (Int64(b.x) - Int64(a.x), Int64(b.y) - Int64(a.y))
    let (cdx, cdy) = (Int64(d.x) - Int64(c.x), Int64(d.y) - Int64(c.y))
    var denominator = abx * cdy - aby * cdx
    var numerator = (Int64(c.x) - Int64(a.x)) * cdy - (Int64(c.y) - Int64(a.y)) * cdx
    if denominator < 0 { (denominator, numerator) = (-denominator, -numerator) }
    return GridPoint(
      x: a.x + rounded(abx, numerator, denominator), y: a.y + rounded(aby, numerator, denominator))
  }

  /// Returns `delta · numerator / denominator` rounded to the nearest whole number, halves upward.
  private static func rounded(_ delta: Int64, _ numerator: Int64, _ denominator: Int64) -> Int32 {
    let twice = 2 * Int128(delta) * Int128(numerator) + Int128(denominator)
    let divisor = 2 * Int128(denominator)
    var (quotient, remainder) = twice.quotientAndRemainder(dividingBy: divisor)
    if remainder < 0 { (quotient, remainder) = (quotient - 1, remainder + divisor) }
    return Int32(truncatingIfNeeded: quotient)
  }
}
