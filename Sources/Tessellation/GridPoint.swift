/// A place on the tessellator's grid; both coordinates lie in 0...2²⁰.
typealias GridPoint = SIMD2<Int32>

extension GridPoint {
  /// How many steps the longer side of a path's box has at most.
  static let extentBits = 20

  /// The order in which the sweep meets places: from the top, on one height from the left.
  @inline(__always)
  var sweepKey: UInt64 { UInt64(UInt32(bitPattern: y)) << 21 | UInt64(UInt32(bitPattern: x)) }
}

/// Returns twice the signed area of a triangle, exactly; positive clockwise on the screen.
@inline(__always)
func area(_ a: GridPoint, _ b: GridPoint, _ c: GridPoint) -> Int64 {
  cross(b &- a, c &- a)
}

@inline(__always)
func cross(_ a: GridPoint, _ b: GridPoint) -> Int64 {
  Int64(a.x) &* Int64(b.y) &- Int64(a.y) &* Int64(b.x)
}
