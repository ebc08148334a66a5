public import Geometry

/// The outline of shapes of one ink on a page: clipped to the visible area, united, one path.
public struct Canvas: Sendable {
  /// The part of the plane in which anything can be seen.
  public let window: Rect
  /// How far outlines may be off.
  public let tolerance: Double
  /// How many crossings may be met, and how many were.
  public let crossingLimit: Int
  /// How many crossings were met so far.
  public private(set) var crossings = 0

  /// The page's larger side divided by how far a stroke's outline may be off: 1/256 of a pixel at 1024.
  private static let resolution = 262144.0

  /// The ink's larger side divided by how far joining pieces may move the outline: 1/512 of a pixel at 1024.
  private static let refitResolution = 524288.0

  /// Creates the canvas of a page.
  ///
  /// - Parameters:
  ///   - page: The page's size in points.
  ///   - cutsOff: Whether shapes are cut off an eighth of the longer side beyond the page.
  ///   - crossingLimit: The number of crossings in one operation beyond which it throws.
  public init(page: Size, cutsOff: Bool = true, crossingLimit: Int = 2_000_000) {
    let side = max(page.width, page.height)
    window =
      cutsOff
      ? Rect(origin: .zero, size: page).outset(by: side / 8) : Rect(center: .zero, size: Size(1e6, 1e6))
    tolerance = side / Canvas.resolution
    self.crossingLimit = crossingLimit
  }

  /// Returns shapes as one path without overlaps, where they are inside of the clips among them if they are clipped.
  ///
  /// Throws where outlines cross more often than the canvas's limit, all its work together.
  public mutating func overlaid(
    _ shapes: [Overlay.Shape], clipped: Bool = false
  ) throws(PathComplexityError) -> [Overlay.Shape] {
    var box: Rect?
    for shape in shapes where !shape.isClip {
      if let bounds = shape.path.controlBounds { box = box?.union(bounds) ?? bounds }
    }
    guard let box, let visible = box.outset(by: tolerance).intersection(window) else { return [] }
    // A small part of a drawing needs no more than the whole of it will have.
    let side = max(visible.width, visible.height)
    let fine = max(side / Overlay.resolution, clipped ? tolerance * 2 : tolerance / 64)
    // The clip beyond the ink does not matter.
    let seen = clipped ? visible.outset(by: side / 64) : window
    let overlay = Overlay(tolerance: fine, crossingLimit: crossingLimit - crossings, window: seen)
    let path = try overlay.outline(of: shapes, clipped: clipped, cost: &crossings)
    return path.isEmpty ? [] : [Overlay.Shape(path: path, rule: .nonZero)]
  }

  /// Returns shapes without what lies outside a rectangle.
  ///
  /// - Parameters:
  ///   - shapes: The shapes.
  ///   - rect: The rectangle.
  ///   - transform: The mapping from the rectangle's coordinates to those of the shapes.
  /// - Throws: ``PathComplexityError`` if outlines cross more often than the canvas allows.
  public mutating func clipped(
    _ shapes: [Overlay.Shape], to rect: Rect, _ transform: AffineTransform = .identity
  ) throws(PathComplexityError) -> [Overlay.Shape] {
    guard !shapes.isEmpty else { return [] }
    if let back = transform.inverted {
      let slack = rect.outset(by: max(rect.width, rect.height) * 1e-9)
      let fits = shapes.allSatisfy { shape in
        shape.path.transformed(by: back).controlBounds.map { slack.contains($0) } ?? true
      }
      if fits { return shapes }
    }
    let clip = Overlay.Shape(path: Path(rect: rect).transformed(by: transform), rule: .nonZero, isClip: true)
    return try overlaid(shapes + [clip], clipped: true)
  }

  /// Returns all that shapes cover as one path for the non-zero rule, in few segments.
  ///
  /// Throws where outlines cross more often than the canvas's limit, all its work together.
  public mutating func silhouette(of shapes: [Overlay.Shape]) throws(PathComplexityError) -> Path {
    let outline = try overlaid(shapes).first?.path ?? Path()
    let ink = outline.bounds ?? .zero
    return outline.refitted(within: max(ink.width, ink.height) / Canvas.refitResolution)
  }
}
