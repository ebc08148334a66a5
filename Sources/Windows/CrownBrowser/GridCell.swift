import Geometry

/// A cell as it looks at an instant.
struct GridCell: Hashable {
  /// The key of the crown.
  let key: Int
  /// Its place among the crowns that are shown, or nil while it fades out.
  let place: Int?
  let square: Rect
  /// How far it has faded in, 0…1, and its resulting opacity.
  let presence: Double
  let visibility: Double
  /// Where it is, in slots, and how fast that and its presence change.
  var slot = SIMD2(0.0, 0.0)
  var slotVelocity = SIMD2(0.0, 0.0)
  var presenceVelocity = 0.0
}
