import GPU
import Geometry

/// Places rectangles side by side on shelves of a page.
struct ShelfPacker {
  let size: PixelSize
  private var shelves: [Shelf] = []

  /// The rows from the top that hold something.
  private(set) var usedHeight = 0

  private struct Shelf {
    let top: Int
    let height: Int
    var usedWidth: Int
  }

  init(_ size: PixelSize) {
    self.size = size
  }

  /// Returns a free place for a rectangle, or nil when the page has none left.
  mutating func place(_ wanted: PixelSize) -> PixelRect? {
    let (width, height) = (wanted.width, wanted.height)
    var best: Int?
    for index in shelves.indices {
      let shelf = shelves[index]
      guard shelf.height >= height, shelf.height <= height + height / 2 + 2,
        shelf.usedWidth + width <= size.width
      else { continue }
      if best.map({ shelf.height < shelves[$0].height }) ?? true { best = index }
    }
    if let best {
      defer { shelves[best].usedWidth += width }
      return PixelRect(x: shelves[best].usedWidth, y: shelves[best].top, width: width, height: height)
    }
    guard width <= size.width, usedHeight + height <= size.height else { return nil }
    shelves.append(Shelf(top: usedHeight, height: height, usedWidth: width))
    usedHeight += height
    return PixelRect(x: 0, y: usedHeight - height, width: width, height: height)
  }

  /// Forgets all rectangles, so that their places are free again.
  mutating func removeAll() {
    shelves.removeAll(keepingCapacity: true)
    usedHeight = 0
  }
}
