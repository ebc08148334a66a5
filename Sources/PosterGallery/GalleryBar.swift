import Colors
import Controls
import Geometry
import Scene

/// The strip above the wall: how many posters there are, which of them are shown, and a search.
final class GalleryBar {
  let layer = Layer()
  let search: TextField
  let favorites: ChoiceSwitch
  let new: Button
  private let caption = Layer()
  private let placeholder = Layer()
  private let line = Layer()
  private(set) var height = 56.0

  init(search: TextField, favorites: ChoiceSwitch, new: Button) {
    (self.search, self.favorites, self.new) = (search, favorites, new)
    layer.name = "bar"
    for part in [line, caption, favorites.layer, search.layer, new.layer, placeholder] {
      layer.addSublayer(part)
    }
  }

  var controls: [Control] { [favorites, search, new].filter { $0.frame.width > 0 } }

  func layOut(width: Double, _ interface: Interface) {
    let margin = Theme.margin
    layer.frame = Rect(x: 0, y: 0, width: width, height: height)
    let control = Theme.controlHeight
    let top = (height - control) / 2
    let newWidth = width < 420 ? 0.0 : 100
    new.frame = Rect(x: width - margin - newWidth, y: top, width: newWidth, height: control)
    let searchWidth = min(max(width * 0.3, 140), 260)
    let searchEnd = newWidth > 0 ? new.frame.minX - 8 : width - margin
    search.frame = Rect(x: searchEnd - searchWidth, y: top, width: searchWidth, height: control)
    let switchWidth = interface.line("All posters", style: Theme.secondary).width + 32
    let fits = search.frame.minX - margin - switchWidth > 8
    favorites.frame = Rect(
      x: margin - ChoiceSwitch.inset, y: top, width: fits ? switchWidth : 0, height: control)
    favorites.layer.isHidden = !fits
    new.layer.isHidden = newWidth == 0
  }

  /// Brings the bar up to date; the count is nil where it is not known.
  func update(count: Int?, isFiltered: Bool, _ interface: Interface) {
    let theme = interface.theme
    layer.backgroundColor = theme.window
    line.frame = Rect(
      x: 0, y: height - interface.hairline, width: layer.bounds.width, height: interface.hairline)
    line.backgroundColor = theme.hairline
    for control in controls { control.update(interface) }
    caption.removeSublayers()
    let start = favorites.frame.maxX + 12
    let room = Rect(x: start, y: 0, width: max(search.frame.minX - 12 - start, 0), height: height)
    let words = count.map { Self.words($0, isFiltered: isFiltered) } ?? ""
    if !words.isEmpty, interface.line(words, style: Theme.secondaryFigures).width <= room.width {
      caption.addSublayer(
        Layer(words, style: Theme.secondaryFigures, color: theme.secondaryInk, in: room, interface))
    }
    placeholder.removeSublayers()
    guard search.text.isEmpty else { return }
    let field = search.frame
    let glass = Layer(frame: Rect(x: field.minX + 9, y: field.midY - 7, width: 14, height: 14))
    glass.contents = .path(PathContents(Glyph.glass(in: 14), rule: .evenOdd, color: theme.secondaryInk))
    placeholder.addSublayer(glass)
    placeholder.addSublayer(
      Layer(
        "Search", style: Theme.body, color: theme.secondaryInk,
        in: Rect(x: field.minX + 29, y: field.minY, width: field.width - 34, height: field.height), interface)
    )
  }

  static func words(_ count: Int, isFiltered: Bool) -> String {
    if isFiltered { return count == 1 ? "1 found" : "\(grouped(count)) found" }
    return count == 1 ? "1 poster" : "\(grouped(count)) posters"
  }

  /// Returns a number with thin spaces between its thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    guard digits.count > 4 else { return String(digits) }
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? ["\u{2009}", digit] : [digit]
      })
  }
}
