import Colors
import Controls
import Geometry
import Input
import Localization
import Scene

/// All colours of a palette that has more than the picker has room for; a press or Return takes one, and the sheet stays.
final class PaletteSheet: Control {
  private let grid: CellGrid

  private static let cell = 28.0
  private static let gap = 4.0
  private static let margin = 12.0
  private static let mostColumns = 12
  /// It stands above the strip of a palette, and leaves the colours that are compared in sight.
  private static let tallest = 280.0
  /// The grid's bar stands beside the colours.
  private static let barWidth = 14.0
  /// So many colours are compared with each other.
  private static let mostCompared = 256

  init(
    _ palette: PickerPalette, _ vision: ColorVision?, _ language: Language, onChoose: @escaping (RGBA) -> Void
  ) {
    let items = palette.items
    let marked = vision.map { palette.indistinguishable(amongFirst: Self.mostCompared, $0) } ?? []
    func take(_ index: Int, at time: Double) { onChoose(items[index].color) }
    var content = CellGrid.Content(
      count: { items.count }, title: { items[$0].words },
      makeLayer: { index, size, state, interface in
        let cell = Layer()
        let parts = SwatchGrid.layers(
          of: vision?.seen(items[index].color) ?? items[index].color, in: Rect(origin: .zero, size: size),
          isMarked: marked.contains(index), isCurrent: state.isFocused, interface)
        for part in parts { cell.addSublayer(part) }
        return cell
      }, press: take, open: take)
    content.tooltip = { index in
      items[index].words + (marked.contains(index) ? ", " + PickerPalette.likeness(in: language) : "")
    }
    grid = CellGrid(
      label: language.localized("Palette colours"), cellSize: Size(Self.cell, Self.cell), gap: Self.gap,
      content: content)
    super.init(label: palette.name)
    addChild(grid)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  var firstFocus: Control { grid }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let pitch = Self.cell + Self.gap
    let beside = 2 * Self.margin + Self.barWidth - Self.gap
    let columns = min(max(Int((room.width - beside) / pitch), 1), Self.mostColumns)
    let inside = grid.preferredSize(in: Size(Double(columns) * pitch - Self.gap, .infinity), interface)
    return Size(
      Double(columns) * pitch + beside, min(inside.height + 2 * Self.margin, min(room.height, Self.tallest)))
  }

  override func layOut(_ interface: Interface) {
    grid.frame = Rect(
      x: Self.margin, y: Self.margin, width: max(bounds.width - Self.margin, 1),
      height: max(bounds.height - 2 * Self.margin, 1))
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
