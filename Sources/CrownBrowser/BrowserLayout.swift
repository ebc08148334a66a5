import Controls
import Geometry

/// The places of everything in the browser's window, from its size alone.
struct BrowserLayout {
  let size: Size

  static let barHeight = 56.0
  static let infoHeight = 36.0

  /// Whether there is room for the count and the slider beside the search.
  var isNarrow: Bool { size.width < 560 }

  private var margin: Double { isNarrow ? 12 : Theme.margin }

  var bar: Rect { Rect(x: 0, y: 0, width: size.width, height: Self.barHeight) }

  var info: Rect {
    Rect(x: 0, y: size.height - Self.infoHeight, width: size.width, height: Self.infoHeight)
  }

  /// The line that describes the selected crown.
  var infoLine: Rect { info.inset(by: EdgeInsets(left: margin, right: margin)) }

  var grid: Rect {
    Rect(
      x: 0, y: Self.barHeight, width: size.width,
      height: max(1, size.height - Self.barHeight - Self.infoHeight))
  }

  private var row: Rect { bar.inset(by: EdgeInsets(top: 12, left: margin, bottom: 12, right: margin)) }

  var color: Rect { Rect(x: row.maxX - 44, y: row.minY, width: 44, height: row.height) }

  var slider: Rect {
    isNarrow ? .zero : Rect(x: color.minX - 16 - 180, y: row.minY, width: 180, height: row.height)
  }

  var search: Rect {
    let end = isNarrow ? color.minX - 96 : slider.minX - 16 - 110
    return Rect(x: row.minX, y: row.minY, width: min(360, max(80, end - row.minX)), height: row.height)
  }

  var count: Rect {
    let end = isNarrow ? color.minX - 8 : slider.minX - 16
    return Rect(
      x: search.maxX + 12, y: row.minY, width: max(0, end - search.maxX - 12), height: row.height)
  }

  var nameField: Rect {
    Rect(x: infoLine.minX - 4, y: info.minY + 3, width: min(320, infoLine.width), height: info.height - 6)
  }
}
