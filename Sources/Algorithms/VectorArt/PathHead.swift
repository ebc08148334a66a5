import Geometry

/// What a code says about the path as a whole.
struct PathHead {
  /// Where the axis stands.
  let axis: Double?
  let contours: Int
  let segments: Int

  /// More segments than any drawn path has.
  private static let mostSegments = 1 << 20

  /// Reads the head; nil where the bytes that follow cannot be so many contours and segments.
  init?(_ source: inout BitReader, _ step: Double) {
    axis = source.bit() == 1 ? Double(source.number(.axis)) / 16 * step : nil
    source.refill()
    contours = source.number(.count) - 1
    source.refill()
    segments = source.number(.count) - 1
    // Every contour takes three bits at least, and every segment one.
    guard contours >= 0, segments >= contours, segments <= PathHead.mostSegments,
      3 * contours + segments <= source.rest
    else { return nil }
  }

  /// How many elements the path may have: a move and a close for each contour.
  var mostElements: Int { segments + 2 * contours }
}
