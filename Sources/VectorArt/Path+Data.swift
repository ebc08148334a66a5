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

  /// The path in the language of SVG's `d` attribute, every number with all its digits.
  public var svgData: String {
    var text = ""
    func add(_ command: String, _ points: Point...) {
      text += command
      for (index, point) in points.enumerated() {
        if index > 0 { text += " " }
        text += Self.word(point.x) + " " + Self.word(point.y)
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

  private static func word(_ value: Double) -> String {
    // Also keeps -0 out, and whole numbers short.
    guard value != value.rounded() || value.magnitude >= 1e15 else { return String(Int(value)) }
    return String(value)
  }
}
