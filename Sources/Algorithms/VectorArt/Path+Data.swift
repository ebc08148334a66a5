public import Geometry

extension Path {
  /// Parses SVG path data; returns nil for a text with any error.
  ///
  /// Arcs become cubics, and relative coordinates become absolute.
  public init?(svgData text: String) {
    let (path, isFaulty) = PathData.parse(text)
    guard !isFaulty else { return nil }
    self = path
  }
}
