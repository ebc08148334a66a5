public import Geometry

/// A path that is drawn again and again: its hash and its box are found once, when it is made.
///
/// Keep a figure to show the same path in many layers or frames. Two figures are equal when their paths are;
/// comparing one with itself, which is what happens from frame to frame, looks at no point.
public final class Figure: Sendable {
  public let path: Path

  /// Whether contours may overlap or cross; without that, filling need not look for it.
  public let hasOverlaps: Bool

  /// The tight box around the path, or nil when it has no point.
  public let bounds: Rect?

  private let hash: Int

  /// Creates a figure of a path.
  ///
  /// Pass false for `hasOverlaps` only when no contours overlap or cross and holes run the other way round, as in
  /// an imported crown.
  public init(_ path: Path, hasOverlaps: Bool = true) {
    self.path = path
    self.hasOverlaps = hasOverlaps
    bounds = path.bounds
    // A few elements tell most paths apart; the others are told apart when they are compared.
    var hasher = Hasher()
    let count = path.elements.count
    hasher.combine(count)
    hasher.combine(bounds)
    for step in 0..<min(count, 8) { hasher.combine(path.elements[step * count / 8 % count]) }
    hash = hasher.finalize()
  }
}

extension Figure: Hashable {
  public static func == (a: Figure, b: Figure) -> Bool {
    a === b || (a.hash == b.hash && a.hasOverlaps == b.hasOverlaps && a.path == b.path)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
