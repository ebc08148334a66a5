public import Colors
public import Geometry
import Text

/// A filled path as a document of its own, in one colour on a transparent ground.
public enum PathDocument {
  /// Returns `box` of a path as SVG, for the non-zero rule; the same path always gives the same text.
  public static func svg(_ path: Path, box: Rect, color: RGBA) -> String {
    // A hundred-thousandth of the picture is less than anyone sees.
    let decimals = min(max(5 - exponent(of: max(box.width, box.height)), 0), 12)
    let format = NumberFormat.rounded(to: decimals)
    let frame = [box.minX, box.minY, box.width, box.height].map { $0.text(format) }.joined(separator: " ")
    var svg = XMLWriter(indentation: 2)
    svg.open(
      "svg",
      [
        ("xmlns", "http://www.w3.org/2000/svg"), ("width", box.width.text(format)),
        ("height", box.height.text(format)), ("viewBox", frame),
      ])
    var attributes: XMLWriter.Attributes = [("fill", hex(color))]
    if color.alpha < 1 { attributes.append(("fill-opacity", color.alpha.text(.rounded(to: 4)))) }
    svg.element("path", attributes + [("d", path.svgData(format))])
    svg.close()
    return svg.text
  }

  /// The power of ten that is at most `value`.
  private static func exponent(of value: Double) -> Int {
    var (power, exponent) = (1.0, 0)
    while power * 10 <= value, exponent < 30 { (power, exponent) = (power * 10, exponent + 1) }
    while power > value, exponent > -30 { (power, exponent) = (power / 10, exponent - 1) }
    return exponent
  }

  private static func hex(_ color: RGBA) -> String {
    Color(RGBA(red: color.red, green: color.green, blue: color.blue)).text(as: .hex, clipping: true)
  }
}
