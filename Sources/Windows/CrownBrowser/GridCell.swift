import Geometry

/// The appearance of a cell at an instant.
struct GridCell: Hashable {
  /// The key of the crown.
  let key: Int
  /// Its place among the displayed crowns, or nil while it fades out.
  let place: Int?
  let square: Rect
  /// The progress of fading in, 0…1, and the resulting opacity.
  let presence: Double
  let visibility: Double
  /// Its position in slots, and the rates of change of that and of its presence.
  var slot = SIMD2(0.0, 0.0)
  var slotVelocity = SIMD2(0.0, 0.0)
  var presenceVelocity = 0.0
}
