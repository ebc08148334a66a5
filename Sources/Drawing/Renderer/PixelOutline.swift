import GPU
import Geometry
import Scene

/// A path as it lies on pixels: what its coverage depends on.
struct PixelOutline: Hashable {
  enum Mapping: Hashable {
    /// Without whole pixels of translation, so that a path that is moved by some has the same coverage.
    case affine(AffineTransform)
    /// To pixels of the target.
    case projective(Transform3D)
  }

  var figure: Figure
  var rule: FillRule
  var mapping: Mapping

  /// Clipping before the eye joins contours that were apart.
  var hasOverlaps: Bool {
    if case .projective = mapping { return true }
    return figure.hasOverlaps
  }
}

/// A piece of an outline that is rasterised by itself: all of a small one, else a tile of a grid that begins at the
/// outline's own corner. Which part of it is seen changes nothing, so that pictures drawn in parts fit together.
struct PixelTile: Hashable {
  static let side = 512

  let area: PixelRect

  /// Calls back with the tiles of an outline's box that touch `visible`.
  static func forEach(
    of box: PixelRect, touching visible: PixelRect, _ body: (PixelTile) throws -> Void
  ) rethrows {
    let seen = box.intersection(visible)
    guard !seen.size.isEmpty else { return }
    if box.width <= side && box.height <= side { return try body(PixelTile(area: box)) }
    for row in (seen.y - box.y) / side...(seen.y + seen.height - 1 - box.y) / side {
      for column in (seen.x - box.x) / side...(seen.x + seen.width - 1 - box.x) / side {
        let tile = PixelRect(x: box.x + column * side, y: box.y + row * side, width: side, height: side)
        try body(PixelTile(area: tile.intersection(box)))
      }
    }
  }
}

extension PixelRect {
  /// Creates the pixels that a rectangle touches when it is mapped to them; nil when they cannot be counted.
  init?(_ rect: Rect, _ mapping: AffineTransform) {
    // Not by the array of corners: this is asked several times for each path of a frame.
    let a = mapping.apply(to: Point(rect.minX, rect.minY)), b = mapping.apply(to: Point(rect.maxX, rect.minY))
    let c = mapping.apply(to: Point(rect.maxX, rect.maxY)), d = mapping.apply(to: Point(rect.minX, rect.maxY))
    self.init(
      left: min(min(a.x, b.x), min(c.x, d.x)), top: min(min(a.y, b.y), min(c.y, d.y)),
      right: max(max(a.x, b.x), max(c.x, d.x)), bottom: max(max(a.y, b.y), max(c.y, d.y)))
  }

  /// Creates the pixels that a rectangle of pixel coordinates touches; nil when they cannot be counted.
  ///
  /// Less than 1/4096 of a pixel is no touch, so that rounding does not make what is symmetric lopsided.
  init?(left: Double, top: Double, right: Double, bottom: Double) {
    let farthest = 1e9
    guard left > -farthest, top > -farthest, right < farthest, bottom < farthest else { return nil }
    let touch = 1.0 / 4096
    let (x, y) = (Int((left + touch).rounded(.down)), Int((top + touch).rounded(.down)))
    let (endX, endY) = (Int((right - touch).rounded(.up)), Int((bottom - touch).rounded(.up)))
    self.init(x: x, y: y, width: max(endX - x, 0), height: max(endY - y, 0))
  }

  func outset(by pixels: Int) -> PixelRect {
    PixelRect(x: x - pixels, y: y - pixels, width: width + 2 * pixels, height: height + 2 * pixels)
  }

  /// Returns the rectangle so many columns and rows away.
  func offset(x columns: Int, y rows: Int) -> PixelRect {
    PixelRect(x: x + columns, y: y + rows, width: width, height: height)
  }

  /// Returns what the two have in common, perhaps nothing.
  func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }
}
