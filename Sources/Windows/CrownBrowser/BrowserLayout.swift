import Controls
import Geometry

/// The layout of the browser's window, computed from its size and the width of its facets.
struct BrowserLayout {
  let size: Size
  /// The width that the names of the facets need, in points.
  var facetWidth = CrownFacetList.width

  static let barHeight = 56.0
  static let infoHeight = 36.0

  /// Whether the bar has room only for the search, the colour and the menu.
  var isNarrow: Bool { size.width < 560 }

  /// Whether the facets are in a list beside the crowns rather than in a strip above them.
  var hasSide: Bool { size.width >= 760 && size.height >= 320 }

  private var margin: Double { isNarrow ? 12 : Theme.margin }

  var bar: Rect { Rect(x: 0, y: 0, width: size.width, height: Self.barHeight) }

  var info: Rect {
    Rect(x: 0, y: size.height - Self.infoHeight, width: size.width, height: Self.infoHeight)
  }

  /// The line that describes the selected crown.
  var infoLine: Rect { info.inset(by: EdgeInsets(left: margin, right: margin)) }

  private var middle: Rect {
    Rect(
      x: 0, y: Self.barHeight, width: size.width,
      height: max(1, size.height - Self.barHeight - Self.infoHeight))
  }

  var facets: Rect {
    hasSide
      ? Rect(origin: middle.origin, size: Size(min(facetWidth, size.width * 0.4), middle.height)) : .zero
  }

  var strip: Rect {
    hasSide || middle.height < 160
      ? .zero : Rect(origin: middle.origin, size: Size(middle.width, CrownFacetStrip.height))
  }

  var grid: Rect {
    middle.inset(by: EdgeInsets(top: strip.height, left: facets.width))
  }

  private var row: Rect { bar.inset(by: EdgeInsets(top: 12, left: margin, bottom: 12, right: margin)) }

  var menu: Rect {
    Rect(x: row.maxX - Theme.controlHeight, y: row.minY, width: Theme.controlHeight, height: row.height)
  }

  var color: Rect { Rect(x: menu.minX - 8 - 44, y: row.minY, width: 44, height: row.height) }

  var slider: Rect {
    guard !isNarrow else { return .zero }
    let width = size.width < 900 ? 110.0 : 160
    return Rect(x: color.minX - 16 - width, y: row.minY, width: width, height: row.height)
  }

  /// The frames of the action buttons from the left, for their preferred widths; empty for those without room.
  func actions(_ widths: [Double]) -> [Rect] {
    var frames = [Rect](repeating: .zero, count: widths.count)
    guard !isNarrow else { return frames }
    var end = slider.minX - 16
    let start = row.minX + Self.smallestSearch + 12 + (size.width < 900 ? 0 : 136)
    for place in widths.indices.reversed() where end - widths[place] >= start {
      frames[place] = Rect(x: end - widths[place], y: row.minY, width: widths[place], height: row.height)
      end = frames[place].minX - (place > 0 && widths[place - 1] > Theme.controlHeight ? 8 : 4)
    }
    return frames
  }

  private static let smallestSearch = 140.0

  /// The frames of the search field and of the count after it, before the next item in the bar.
  ///
  /// The field is at least as wide as its own words need, and the count has its width or is left out.
  func search(needing words: Double, count: Double, before end: Double) -> (search: Rect, count: Rect) {
    let room = end - 12 - row.minX
    let beside = room - count - Theme.gap
    let isBeside = count > 0 && beside >= max(Self.smallestSearch - 20, words)
    let width = min(300, max(80, isBeside ? beside : room))
    let search = Rect(x: row.minX, y: row.minY, width: width, height: row.height)
    guard isBeside else { return (search, .zero) }
    return (search, Rect(x: search.maxX + 12, y: row.minY, width: count, height: row.height))
  }

  var nameField: Rect {
    Rect(x: infoLine.minX - 4, y: info.minY + 3, width: min(320, infoLine.width), height: info.height - 6)
  }
}
