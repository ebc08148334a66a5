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

  /// Whether there is a free place for a rectangle.
  func hasPlace(for wanted: PixelSize) -> Bool { shelf(for: wanted) != nil || hasRows(for: wanted) }

  /// Returns the shelf on which a rectangle wastes least, or nil where a new one is better.
  private func shelf(for wanted: PixelSize) -> Int? {
    let (width, height) = (wanted.width, wanted.height)
    var best: Int?
    for index in shelves.indices {
      let shelf = shelves[index]
      guard shelf.height >= height, shelf.height <= height + height / 2 + 2,
        shelf.usedWidth + width <= size.width
      else { continue }
      if best.map({ shelf.height < shelves[$0].height }) ?? true { best = index }
    }
    return best
  }

  /// Whether there is room for a new shelf.
  private func hasRows(for wanted: PixelSize) -> Bool {
    wanted.width <= size.width && usedHeight + wanted.height <= size.height
  }

  /// Returns a free place for a rectangle, or nil when the page has none left.
  mutating func place(_ wanted: PixelSize) -> PixelRect? {
    let (width, height) = (wanted.width, wanted.height)
    if let best = shelf(for: wanted) {
      defer { shelves[best].usedWidth += width }
      return PixelRect(x: shelves[best].usedWidth, y: shelves[best].top, width: width, height: height)
    }
    guard hasRows(for: wanted) else { return nil }
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
