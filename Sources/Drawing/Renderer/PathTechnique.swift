/// How filled paths become pixels.
///
/// Both techniques smooth edges over a pixel, fill each covered pixel once and with exactly the asked colour, and
/// agree at edges to a few levels of 255.
public enum PathTechnique: String, CaseIterable, Hashable, Sendable {
  /// The best technique for each path, judged by its place in the display list:
  ///
  /// - A path at rest, upright or turned, is drawn from its exact coverage.
  /// - A path that is moving and up to 400 pixels large, or 720 if it has many elements, is drawn from the
  ///   coverage at the next power of two from twice its scale on, or at the largest that has no more than 1448
  ///   pixels a side, softened so that a pixel shows about its mean over that pixel. When it comes to rest edges
  ///   change by a few levels of 255.
  /// - A larger one that is moving is drawn as a mesh half as fine as one at rest, and whatever is seen in perspective as
  ///   a fine one.
  ///
  /// Where a frame has an upload budget, what does not fit is drawn from the nearest scaled coverage or as a mesh
  /// if there is one, else from a coarse coverage, and takes its right form in one of the next frames.
  case automatic

  /// Triangles on the GPU, cut once for each doubling of the scale.
  case mesh

  /// The exact area of each pixel, computed on the CPU for each scale, turn and fraction of a pixel.
  case coverage

  /// The longer side, in pixels, up to which moving paths are drawn from scaled coverage.
  static let largestScaledSide = 400.0

  /// The same for paths of more than `manyElements`, whose meshes take longer to fill than their coverage.
  static let largestScaledSideOfMany = 720.0
  static let manyElements = 500
}
