public import Geometry

extension Path {
  /// Returns the path as the data of SVG's `d` attribute (SVG 2, 9.3), absolute, without arcs.
  public func svgData(_ format: NumberFormat = .shortest) -> String {
    var text = ""
    func add(_ command: Character, _ points: Point...) {
      text.append(command)
      for (index, point) in points.enumerated() {
        if index > 0 { text += " " }
        text += point.x.text(format) + " " + point.y.text(format)
      }
    }
    for element in elements {
      switch element {
      case .move(let point): add("M", point)
      case .line(let point): add("L", point)
      case .quad(let control, let end): add("Q", control, end)
      case .cubic(let control1, let control2, let end): add("C", control1, control2, end)
      case .close: add("Z")
      }
    }
    return text
  }
}
