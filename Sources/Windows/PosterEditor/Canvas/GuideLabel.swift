import Colors
import Controls
import Geometry
import Scene
import Text

extension Layer {
  /// Creates the words beside a guide, such as a distance, white on the focus blue; they stay within some room.
  ///
  /// `anchor` is the middle of the words' lower edge.
  static func guideLabel(_ words: String, above anchor: Point, within room: Rect, _ interface: Interface)
    -> Layer
  {
    let width = interface.line(words, style: Theme.secondaryFigures).width + 16
    let x = min(max(anchor.x - width / 2, room.minX), max(room.maxX - width, room.minX))
    let y = min(max(anchor.y - 22, room.minY), max(room.maxY - 22, room.minY))
    let pill = Layer(
      Rect(x: x, y: y, width: width, height: 22).pixelAligned(scale: interface.scale),
      fill: interface.theme.highlight, radius: 11)
    pill.addSublayer(
      Layer(
        words, style: Theme.secondaryFigures, color: .white,
        in: Rect(x: 8, y: 0, width: width - 16, height: 22), alignment: .center, interface))
    return pill
  }

  /// Creates a hairline in the focus blue, along the shorter side of a rectangle that is as thin as may be.
  static func guide(_ rect: Rect, _ interface: Interface) -> Layer {
    let hairline = interface.hairline
    let line = Rect(
      x: rect.minX, y: rect.minY, width: max(rect.width, hairline), height: max(rect.height, hairline))
    return Layer(line.pixelAligned(scale: interface.scale), fill: interface.theme.highlight)
  }
}

/// A length in millimetres in words, with a decimal only where it matters.
func millimetres(_ length: Double) -> String {
  let rounded = (length * 10).rounded() / 10
  return (rounded == rounded.rounded() ? rounded.text(.fixed(0)) : rounded.text(.fixed(1))) + "\u{202f}mm"
}
