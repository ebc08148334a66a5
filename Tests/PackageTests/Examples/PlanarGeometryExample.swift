import Geometry
import PlanarGeometry

/// Returns two discs that overlap as one outline without overlaps.
func unitedDiscs() throws(PathComplexityError) -> Path {
  let discs = [Point(10, 10), Point(20, 10)].map { center in
    Overlay.Shape(path: Path(circle: center, radius: 8), rule: .nonZero)
  }
  var canvas = Canvas(page: Size(30, 20))

  return try canvas.silhouette(of: discs)
}
