import Geometry

/// Where a folded path comes to lie on a bitmap in whose middle its axis stands.
struct FoldedPlace {
  /// From the path's points to pixels, the axis in the very middle.
  let centered: AffineTransform

  /// The same, turned over where the half lies on the right.
  let toLeft: AffineTransform
  let isTurned: Bool

  /// In pixels from the left.
  let axis: Double

  /// The columns that the left half touches.
  let columns: Int

  /// How far, in pixels, a half may reach over the axis and still count as on its side.
  static let slack = 1.0 / 256

  /// How far, in pixels, the axis may be from the middle; what is drawn is moved by no more than that.
  private static let shift = 1.0 / 2048

  /// Returns nil where nothing is folded, or the path's image is not that of the pixels.
  init?(_ path: FoldedPath, _ transform: AffineTransform, width: Int) {
    guard !path.half.isEmpty, transform.b == 0, transform.c == 0 else { return nil }
    axis = Double(width) / 2
    let shift = axis - (transform.a * path.axis + transform.tx)
    guard shift.magnitude < FoldedPlace.shift else { return nil }
    centered = transform.concatenating(.translation(x: shift, y: 0))
    isTurned = transform.a * path.side > 0
    let image = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: Double(width), ty: 0)
    toLeft = isTurned ? centered.concatenating(image) : centered
    columns = (width + 1) / 2
  }
}

extension FoldedPath {
  /// How far the farthest of the first few points of the half is right of the axis; negative on its left.
  fileprivate var side: Double {
    half.elements.prefix(4).reduce(0) { farthest, element in
      let x: Double
      switch element {
      case .move(let point), .line(let point): x = point.x
      case .quad(_, let end), .cubic(_, _, let end): x = end.x
      case .close: x = axis
      }
      return (x - axis).magnitude > farthest.magnitude ? x - axis : farthest
    }
  }
}
