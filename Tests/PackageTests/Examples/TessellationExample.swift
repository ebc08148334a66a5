import Geometry
import Tessellation

/// Returns a ring as triangles, and as the coverage of 32 × 32 pixels.
func ring() throws(TessellationError) -> (mesh: Mesh, coverage: [UInt8]) {
  var path = Path(circle: Point(16, 16), radius: 15)
  path.append(Path(circle: Point(16, 16), radius: 9))

  var tessellator = Tessellator()
  let mesh = try tessellator.mesh(of: path, fillRule: .evenOdd, tolerance: 0.01)
  var rasterizer = CoverageRasterizer()
  let coverage = rasterizer.coverage(of: path, fillRule: .evenOdd, in: PixelSize(width: 32, height: 32))
  return (mesh, coverage)
}
