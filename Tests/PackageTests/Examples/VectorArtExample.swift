import VectorArt

/// Returns the silhouette of an SVG drawing in few bytes, and what of the drawing no silhouette can show.
func silhouette(of svg: String) throws(SVGDiagnostic) -> (code: [UInt8], warnings: [String]) {
  let drawing = try VectorImage(svg: svg)

  return (PathCode.encode(drawing.path), drawing.warnings.map(\.description))
}
