import Benchmark
import Geometry
import PlanarGeometry
import VectorArt

/// Measures importing and storing a crown, and processing its outline.
func measurePaths(of crown: Crown) throws {
  measure("Paths: SVG import") { blackHole(try VectorImage(svg: crown.svg)) }
  measure("Paths: code written") { blackHole(PathCode.encode(crown.path)) }
  measure("Paths: code read") { blackHole(try PathCode.decode(crown.code)) }

  let data = crown.path.svgData
  measure("Paths: path data read") { blackHole(Path(svgData: data)) }

  let pen = StrokeStyle(width: 12, cap: .round, join: .round)
  measure("Paths: stroke, round") { blackHole(crown.path.stroked(pen, tolerance: 0.02)) }
  var dashed = pen
  dashed.dashes = [30, 20]
  measure("Paths: stroke, dashed") { blackHole(crown.path.stroked(dashed, tolerance: 0.02)) }

  let turned = crown.path.transformed(by: .rotation(0.3))
  measure("Paths: union of two crowns") { blackHole(try Path.union([crown.path, turned])) }
  measure("Paths: intersection of two crowns") { blackHole(try crown.path.intersection(turned)) }
}
