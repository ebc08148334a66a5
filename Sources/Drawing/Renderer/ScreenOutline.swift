import GPU
import Geometry
import Scene

/// A path as it is seen on a target.
struct ScreenOutline {
  let path: PathContents

  /// From the path's points to pixels.
  let toPixels: Transform3D

  /// The same when there is no perspective.
  let affine: AffineTransform?

  /// The pixels that it may touch; all of them when parts of it lie at the eye or behind it.
  let box: PixelRect

  let reachesEye: Bool

  /// The length of the box's longer side.
  var longerSide: Double { Double(max(box.width, box.height)) }

  /// The most pixels that a point of the path is long.
  let scale: Double

  /// Anything nearer to the eye than this is not sent to the GPU.
  private static let nearest = 1.0 / 64

  /// Creates the outline on a target; nil when there is nothing to be seen of it.
  init?(_ path: PathContents, _ toPixels: Transform3D, on target: PixelRect) {
    guard let bounds = path.figure.bounds, bounds.width > 0, bounds.height > 0 else { return nil }
    self.path = path
    self.toPixels = toPixels
    affine = toPixels.planeAffine
    if let affine {
      guard let box = PixelRect(bounds, affine) else { return nil }
      self.box = box
      reachesEye = false
      scale = affine.maximumScale
    } else {
      let corners = bounds.corners.map { toPixels.homogeneous($0.x, $0.y) }
      guard corners.contains(where: { $0.w > 0 }) else { return nil }
      let seen = corners.allSatisfy { $0.w >= ScreenOutline.nearest } ? corners.map { $0 / $0.w } : []
      let (columns, rows) = (seen.lazy.map(\.x), seen.lazy.map(\.y))
      if let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() {
        guard let box = PixelRect(left: left, top: top, right: right, bottom: bottom) else { return nil }
        self.box = box
        reachesEye = false
        scale = bounds.corners.lazy.map { toPixels.scale(at: $0) }.max() ?? 0
      } else {
        box = target
        reachesEye = true
        scale = 0
      }
    }
    guard scale.isFinite else { return nil }
  }
}

extension Transform3D {
  /// The most that a short line at a point of the plane z = 0 is lengthened.
  fileprivate func scale(at point: Point) -> Double {
    let image = homogeneous(point.x, point.y)
    let (x, y) = (image.x / image.w, image.y / image.w)
    let derivative = AffineTransform(
      a: (m11 - x * m14) / image.w, b: (m12 - y * m14) / image.w, c: (m21 - x * m24) / image.w,
      d: (m22 - y * m24) / image.w, tx: 0, ty: 0)
    return derivative.maximumScale
  }
}
