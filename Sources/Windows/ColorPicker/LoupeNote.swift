import Colors
import Controls
import Geometry
import Scene

/// A small card beside a loupe that says that sRGB does not have the colour there, and what it becomes.
final class LoupeNote {
  let layer = Layer()

  private static let size = Size(116, 38)
  private static let gap = 8.0

  init() {
    layer.name = "loupe note"
    layer.isHidden = true
  }

  /// Shows what a colour outside sRGB becomes beside a loupe, within a room; nil hides the card.
  func show(
    _ color: RGBA?, besideLoupeAt center: Point, radius: Double, in room: Rect, _ interface: Interface
  ) {
    layer.isHidden = color == nil
    guard let color else { return }
    let size = Self.size
    let reach = radius + Self.gap
    let isRight = center.x + reach + size.width <= room.maxX
    let x = isRight ? center.x + reach : max(center.x - reach - size.width, room.minX)
    let y = min(max(center.y - size.height / 2, room.minY), room.maxY - size.height)
    layer.removeSublayers()
    layer.frame = Rect(origin: Point(x, y), size: size).pixelAligned(scale: interface.scale)
    layer.setSurface(interface.theme.raised, radius: Theme.fieldRadius, elevation: 1, interface)
    let language = interface.language
    let words = [
      language.localized("Outside sRGB"),
      language.localized("becomes {color}", ["color": Color(color).text(as: .hex)]),
    ]
    for (line, text) in words.enumerated() {
      let style = line == 0 ? Theme.secondary : Theme.secondaryFigures
      layer.addSublayer(
        Layer(
          text, style: style, color: line == 0 ? interface.theme.secondaryInk : interface.theme.ink,
          in: Rect(x: 8, y: 3 + 16 * Double(line), width: size.width - 12, height: 16), interface))
    }
  }
}
