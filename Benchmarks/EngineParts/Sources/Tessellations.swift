import Benchmark
import Geometry
import Tessellation

/// Measures preparing a crown for drawing at the size of an icon and at a larger one.
func measureTessellation(of crown: Crown) {
  for side in [40, 256] {
    let path = crown.path.transformed(by: crown.placement(inSide: Double(side)))
    let size = PixelSize(width: side, height: side)
    var tessellator = Tessellator()
    measure("Tessellation: mesh at \(side) pixels") {
      blackHole(try tessellator.mesh(of: path, detail: LevelOfDetail(scale: 1)).triangles.count)
    }
    var rasterizer = CoverageRasterizer()
    measure("Tessellation: coverage at \(side) pixels") {
      blackHole(rasterizer.coverage(of: path, hasOverlaps: false, in: size).count)
    }
    measure("Tessellation: coverage at \(side) pixels, overlaps looked for") {
      blackHole(rasterizer.coverage(of: path, in: size).count)
    }
  }
}
