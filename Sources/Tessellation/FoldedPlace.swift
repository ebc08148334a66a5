import Geometry

/// Where a folded path comes to lie on a bitmap in whose middle its axis stands.
struct FoldedPlace {
  /// From the path's points to pixels on the left of the axis.
  let toLeft: AffineTransform

  /// Whether that turns the half over.
  let isTurned: Bool

  /// In pixels from the left.
  let axis: Double

  /// The columns that the left half touches.
  let columns: Int

  /// How far, in pixels, a half may reach over the axis and still count as on its side.
  static let slack = 1.0 / 256

  /// Returns nil where nothing is folded, or the path's image is not that of the pixels.
  init?(_ path: FoldedPath, _ transform: AffineTransform, width: Int) {
    guard !path.half.isEmpty, transform.b == 0, transform.c == 0 else { return nil }
    let middle = Double(width) / 2
    let axis = transform.a * path.axis + transform.tx
    guard (axis - middle).magnitude < 1e-6 else { return nil }
    isTurned = transform.a * path.side > 0
    let image = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 2 * axis, ty: 0)
    toLeft = isTurned ? transform.concatenating(image) : transform
    self.axis = middle
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
