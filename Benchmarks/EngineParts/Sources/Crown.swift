import Geometry
import Heraldry
import VectorArt

/// The crown that posters have, as a file of strokes and fills, and as the outline and the code that become of it.
struct Crown {
  let svg: String
  let path: Path
  let code: [UInt8]

  init() throws {
    svg = Heraldry.svg(of: CrownCatalogue.poster.drawing())
    path = try VectorImage(svg: svg).path
    code = PathCode.encode(path)
  }

  /// Returns what places the crown in a square of so many pixels a side.
  func placement(inSide side: Double) -> AffineTransform {
    let box = path.bounds ?? Rect(x: 0, y: 0, width: 1, height: 1)
    let scale = side / max(box.width, box.height)
    return AffineTransform.translation(x: -box.minX, y: -box.minY)
      .concatenating(.scale(scale))
  }
}
