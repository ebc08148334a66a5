public import Colors
public import Geometry

/// A filled path as a document of its own, in one colour on a transparent ground.
public enum PathDocument {
  /// Returns `box` of a path as SVG, for the non-zero rule; the same path always gives the same text.
  public static func svg(_ path: Path, box: Rect, color: RGBA) -> String {
    // A hundred-thousandth of the picture is less than anyone sees.
    let decimals = min(max(5 - exponent(of: max(box.width, box.height)), 0), 12)
    func number(_ value: Double) -> String { decimalText(value, decimals) }
    let frame = [box.minX, box.minY, box.width, box.height].map(number).joined(separator: " ")
    let opacity = color.alpha < 1 ? " fill-opacity=\"\(decimalText(color.alpha, 4))\"" : ""
    let data = path.elements.map { element in
      func pair(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }
      return switch element {
      case .move(let point): "M\(pair(point))"
      case .line(let point): "L\(pair(point))"
      case .quad(let control, let end): "Q\(pair(control)) \(pair(end))"
      case .cubic(let control1, let control2, let end): "C\(pair(control1)) \(pair(control2)) \(pair(end))"
      case .close: "Z"
      }
    }.joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(box.width))" height="\(number(box.height))" \
      viewBox="\(frame)">
        <path fill="\(hex(color))"\(opacity) d="\(data)"/>
      </svg>

      """
  }

  /// The power of ten that is at most `value`.
  private static func exponent(of value: Double) -> Int {
    var (power, exponent) = (1.0, 0)
    while power * 10 <= value, exponent < 30 { (power, exponent) = (power * 10, exponent + 1) }
    while power > value, exponent > -30 { (power, exponent) = (power / 10, exponent - 1) }
    return exponent
  }

  private static func hex(_ color: RGBA) -> String {
    "#"
      + [color.red, color.green, color.blue].map { value in
        let digits = String(Int(min(max((value * 255).rounded(), 0), 255)), radix: 16)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
  }

  /// Returns a number with at most so many decimals and no zeros at the end.
  private static func decimalText(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled >= 1 else { return "0" }
    // Beyond this whole numbers have no digits to lose.
    guard scaled < 9e18 else { return "\(value)" }
    var digits = String(Int(scaled))
    digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    var fraction = digits.suffix(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    return (value < 0 ? "-" : "") + digits.dropLast(decimals) + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}
