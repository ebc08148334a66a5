public import Geometry

extension Path {
  /// Returns a path whose non-zero fill covers what this one covers under `fillRule`, without any overlap.
  ///
  /// Inside is on the right of the way, so that areas are positive and holes are negative. Curves stay parts of
  /// the curves they were; `tolerance` only says how near two of them may come before they count as touching.
  ///
  /// Throws where outlines cross more often than `crossingLimit`, which bounds the time it takes.
  public func overlapsRemoved(
    fillRule: FillRule = .nonZero, tolerance: Double? = nil, crossingLimit: Int = 2_000_000
  ) throws(PathComplexityError) -> Path {
    let shape = Overlay.Shape(path: self, rule: fillRule)
    return try Path.overlay([shape], tolerance: tolerance, crossingLimit: crossingLimit)
  }

  /// Returns a path that covers what any of `paths` covers under its non-zero fill, without any overlap.
  ///
  /// Throws where outlines cross more often than `crossingLimit`, which bounds the time it takes.
  public static func union(
    _ paths: [Path], tolerance: Double? = nil, crossingLimit: Int = 2_000_000
  ) throws(PathComplexityError) -> Path {
    let shapes = paths.map { Overlay.Shape(path: $0, rule: .nonZero) }
    return try Path.overlay(shapes, tolerance: tolerance, crossingLimit: crossingLimit)
  }

  /// Returns a path that covers what both this one and `other` cover under their non-zero fills.
  ///
  /// Throws where outlines cross more often than `crossingLimit`, which bounds the time it takes.
  public func intersection(
    _ other: Path, tolerance: Double? = nil, crossingLimit: Int = 2_000_000
  ) throws(PathComplexityError) -> Path {
    let shapes = [
      Overlay.Shape(path: self, rule: .nonZero), Overlay.Shape(path: other, rule: .nonZero, isClip: true),
    ]
    return try Path.overlay(shapes, tolerance: tolerance, crossingLimit: crossingLimit, clipped: true)
  }

  private static func overlay(
    _ shapes: [Overlay.Shape], tolerance: Double?, crossingLimit: Int, clipped: Bool = false
  ) throws(PathComplexityError) -> Path {
    var box: Rect?
    for shape in shapes {
      if let bounds = shape.path.controlBounds { box = box?.union(bounds) ?? bounds }
    }
    guard let box else { return Path() }
    let fine = max(box.width, box.height) / Overlay.resolution
    let chosen = max(tolerance ?? fine, max(box.width, box.height) * 1e-7)
    guard chosen > 0, chosen.isFinite else { return Path() }
    let overlay = Overlay(tolerance: chosen, crossingLimit: crossingLimit)
    var cost = 0
    return try overlay.outline(of: shapes, clipped: clipped, cost: &cost)
  }
}

extension Overlay {
  /// The ink's larger side divided by how far chords may leave their curves: 1/64 of a pixel at 1024.
  public static let resolution = 65536.0
}
