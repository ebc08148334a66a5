public import Colors
public import Geometry

/// A path that is drawn again and again: its hash and its box are found once, when it is made.
///
/// Keep a figure to show the same path in many layers or frames. Two figures are equal when their paths are;
/// comparing one with itself, which is what happens from frame to frame, looks at no point.
public final class Figure: Sendable {
  /// The path, folded where it is its own mirror image.
  public let outline: FoldedPath

  /// The whole path; a folded one is unfolded each time.
  public var path: Path { outline.path }

  /// Whether contours may overlap or cross; without that, filling need not look for it.
  public let hasOverlaps: Bool

  /// The tight box around the path, or nil when it has no point.
  public let bounds: Rect?

  private let hash: Int

  /// Creates a figure of a path.
  ///
  /// Pass false for `hasOverlaps` only when no contours overlap or cross and holes run the other way round, as in
  /// an imported crown.
  public convenience init(_ path: Path, hasOverlaps: Bool = true) {
    self.init(FoldedPath(path), hasOverlaps: hasOverlaps)
  }

  /// Creates a figure of a path that is its own mirror image.
  ///
  /// - Parameters:
  ///   - outline: The path, or half of it if it is mirror symmetric.
  ///   - hasOverlaps: Whether contours may overlap or cross; without overlaps it is drawn faster.
  ///   - bounds: The tight box around the whole path, in points, if it is known; nil computes it.
  public init(_ outline: FoldedPath, hasOverlaps: Bool = true, bounds: Rect? = nil) {
    self.outline = outline
    self.hasOverlaps = hasOverlaps
    self.bounds = bounds ?? outline.bounds
    // The box and an element tell most paths apart; the others are told apart when they are compared.
    var hasher = Hasher()
    hasher.combine(self.bounds)
    for part in [outline.whole.elements, outline.half.elements] {
      hasher.combine(part.count)
      if !part.isEmpty { hasher.combine(part[part.count / 2]) }
    }
    hash = hasher.finalize()
  }
}

extension Figure: Hashable {
  public static func == (a: Figure, b: Figure) -> Bool {
    a === b || (a.hash == b.hash && a.hasOverlaps == b.hasOverlaps && a.outline == b.outline)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension Layer {
  /// Creates a layer that shows a figure in the middle of a rectangle of its superlayer, as large as that allows;
  /// nil where the figure has no extent. It is a picture, which is not reflected.
  public convenience init?(_ figure: Figure, fittedIn room: Rect, color: RGBA) {
    guard let box = figure.bounds, box.width > 0, box.height > 0 else { return nil }
    self.init()
    layoutDirection = .leftToRight
    let scale = max(min(room.width / box.width, room.height / box.height), 0)
    anchorPoint = .zero
    bounds = box
    position = Point(room.midX - box.width / 2 * scale, room.midY - box.height / 2 * scale)
    transform = .scale(x: scale, y: scale)
    contents = .path(PathContents(figure, color: color))
  }
}
