import Geometry

/// A cell as it is seen at an instant.
struct GridCell: Hashable {
  /// Which crown it is.
  let key: Int
  /// Its place among those that are shown, or nil when it is going.
  let place: Int?
  let square: Rect
  /// How far it has come into its slot, 0…1, and how much of it is seen then.
  let presence: Double
  let visibility: Double
  /// Where it is, in slots, and how fast that and its presence change.
  var slot = SIMD2(0.0, 0.0)
  var slotVelocity = SIMD2(0.0, 0.0)
  var presenceVelocity = 0.0
}
