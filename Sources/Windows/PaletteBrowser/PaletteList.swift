import Colors
import Controls
import Geometry
import Palettes
import Scene

/// How the rows of the list of palettes and the cells of a palette look.
enum PaletteDrawing {
  /// No strip shows more colours.
  private static let mostInStrip = 24

  /// Returns a row of the list: the name, how many colours, and a strip of them.
  static func row(_ entry: PaletteEntry, isOpen: Bool, isHovered: Bool, _ size: Size, _ interface: Interface)
    -> Layer
  {
    let theme = interface.theme
    let row = Layer(frame: Rect(origin: .zero, size: size))
    row.cornerRadius = Theme.fieldRadius
    row.backgroundColor = isOpen ? theme.pressed : isHovered ? theme.raised : nil
    let count = "\(entry.palette.swatches.count)"
    let figures = interface.line(count, style: Theme.secondaryFigures).width
    let name =
      entry.palette.name.isEmpty ? interface.language.localized("Without a name") : entry.palette.name
    row.addSublayer(
      Layer(
        name, style: isOpen ? Theme.strong : Theme.body, color: theme.ink,
        in: Rect(x: 10, y: 5, width: size.width - figures - 28, height: 20), interface))
    row.addSublayer(
      Layer(
        count, style: Theme.secondaryFigures, color: theme.secondaryInk,
        in: Rect(x: size.width - figures - 10, y: 5, width: figures + 1, height: 20), interface))
    let swatches = entry.palette.swatches.prefix(mostInStrip)
    let strip = Layer(frame: Rect(x: 10, y: 29, width: size.width - 20, height: 12))
    strip.cornerRadius = 3
    strip.masksToBounds = true
    let width = strip.frame.width / Double(max(swatches.count, 1))
    for (place, swatch) in swatches.enumerated() {
      let left = (Double(place) * width * interface.scale).rounded() / interface.scale
      let right = (Double(place + 1) * width * interface.scale).rounded() / interface.scale
      strip.addSublayer(
        Layer(
          Rect(x: left, y: 0, width: right - left, height: 12), fill: swatch.color.mapped(to: .srgb).rgba))
    }
    row.addSublayer(strip)
    return row
  }

  /// Returns a cell of a palette: the colour, its name, and its value.
  static func cell(
    _ swatch: Palettes.Swatch, _ state: CellGrid.CellState, _ size: Size, _ interface: Interface
  ) -> Layer {
    let theme = interface.theme
    let cell = Layer(frame: Rect(origin: .zero, size: size))
    let area = Rect(x: 2, y: 2, width: size.width - 4, height: size.height - 40)
    let shown = swatch.color.mapped(to: .srgb).rgba
    if shown.alpha < 1 {
      let ground = Layer(frame: area)
      ground.cornerRadius = Theme.fieldRadius
      ground.contents = .image(.checkerboard)
      cell.addSublayer(ground)
    }
    let color = Layer(frame: area)
    color.setSurface(shown, radius: Theme.fieldRadius, interface)
    cell.addSublayer(color)
    if state.isSelected {
      let ring = Layer(frame: area.outset(by: 2))
      ring.cornerRadius = Theme.fieldRadius + 2
      ring.borderWidth = 2
      ring.borderColor = state.isFocused ? theme.highlight : theme.secondaryInk
      cell.addSublayer(ring)
    }
    let hex = swatch.color.text(as: .hex)
    // One without a name has its digits alone, where names are.
    let lines = [
      (swatch.title, Theme.body, theme.ink),
      (swatch.name.isEmpty ? "" : hex, Theme.secondaryFigures, theme.secondaryInk),
    ]
    for (line, (words, style, ink)) in lines.enumerated() {
      cell.addSublayer(
        Layer(
          words, style: style, color: ink,
          in: Rect(x: 3, y: area.maxY + 2 + 17 * Double(line), width: size.width - 6, height: 17), interface))
    }
    return cell
  }
}
