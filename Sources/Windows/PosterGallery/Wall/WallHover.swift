import Geometry

/// Which poster the pointer is over, and since when.
///
/// Nothing is hovered while the wall moves. What comes to rest under the pointer is hovered from that instant on,
/// whenever the next frame is.
struct WallHover {
  /// The hovered poster.
  private(set) var id: PosterCard.ID?

  /// When that last was looked up.
  private(set) var time = 0.0

  private var pointer: Point?
  private var waitsForRest = false

  /// Follows the pointer, which is nil while something else has it; `find` returns the poster at a point.
  mutating func move(
    to pointer: Point?, at time: Double, wallMoves: Bool, find: (Point) -> PosterCard.ID?
  ) {
    self.pointer = pointer
    waitsForRest = waitsForRest || (wallMoves && pointer != nil)
    id = wallMoves ? nil : pointer.flatMap(find)
    self.time = time
  }

  /// Looks again once the wall has come to rest, which it did at `restTime`.
  mutating func settle(restTime: Double, find: (Point) -> PosterCard.ID?) {
    guard waitsForRest else { return }
    waitsForRest = false
    id = pointer.flatMap(find)
    time = max(restTime, time)
  }
}
