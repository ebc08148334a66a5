import Colors
import Geometry
import Scene
import Text

/// Returns what to draw for a palette: a card for each colour, with its nearest name in legible ink.
func displayList(for palette: [String]) throws -> DisplayList {
  let root = Layer(frame: Rect(x: 0, y: 0, width: 96 * Double(palette.count), height: 96))
  for (index, text) in palette.enumerated() {
    let color = try Color(parsing: text).mapped(to: .srgb)
    let white = RGBA(hex: 0xffffff)
    let isDark = Contrast(text: Color(white), background: color).passesAA

    let card = Layer(frame: Rect(x: 96 * Double(index), y: 0, width: 96, height: 96))
    card.backgroundColor = color.rgba
    card.cornerRadius = 10
    let name = Layer(frame: Rect(x: 8, y: 68, width: 80, height: 20))
    name.contents = .text(
      TextContents(
        NamedColor.nearest(to: color).name, font: Font(size: 13),
        color: isDark ? white : RGBA(hex: 0x1b1b1b), baseline: 14))
    card.addSublayer(name)
    root.addSublayer(card)
  }
  var list = DisplayList()
  list.record(root)
  return list
}
