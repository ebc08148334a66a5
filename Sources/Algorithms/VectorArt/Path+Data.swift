public import Geometry

extension Path {
  /// Reads the language of SVG's `d` attribute; a text with any fault in it is refused with nil.
  ///
  /// Arcs become cubics, everything relative becomes absolute.
  public init?(svgData text: String) {
    let (path, isFaulty) = PathData.parse(text)
    guard !isFaulty else { return nil }
    self = path
  }
}
