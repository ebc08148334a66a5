import GPU
import Geometry

/// Places rectangles side by side on shelves of a page.
struct ShelfPacker {
  let size: PixelSize

  /// All rows of the page, from its top down; no two that are next to each other are empty.
  private var shelves: [Shelf]

  private struct Shelf {
    let top: Int
    var height: Int
    var usedWidth = 0

    var isEmpty: Bool { usedWidth == 0 }
  }

  init(_ size: PixelSize) {
    self.size = size
    shelves = [Shelf(top: 0, height: size.height)]
  }

  /// The rows from the top down to the last that holds something.
  var usedHeight: Int { shelves.last.map { $0.isEmpty ? $0.top : $0.top + $0.height } ?? 0 }

  /// Whether there is a free place for a rectangle.
  func hasPlace(for wanted: PixelSize) -> Bool {
    shelf(for: wanted) != nil || emptyShelf(for: wanted) != nil
  }

  /// Whether a rectangle would find a place if the shelves for whose first row `isGivenUp` is true were empty.
  func hasPlace(for wanted: PixelSize, givingUp isGivenUp: (Int) -> Bool) -> Bool {
    guard wanted.width <= size.width else { return false }
    var rows = 0
    for shelf in shelves {
      rows = shelf.isEmpty || isGivenUp(shelf.top) ? rows + shelf.height : 0
      if rows >= wanted.height { return true }
    }
    return false
  }

  /// Returns the shelf on which a rectangle wastes least, or nil where a new one is better.
  private func shelf(for wanted: PixelSize) -> Int? {
    let (width, height) = (wanted.width, wanted.height)
    return lowest {
      !$0.isEmpty && $0.height >= height && $0.height <= height + height / 2 + 2
        && $0.usedWidth + width <= size.width
    }
  }

  /// Returns the empty shelf from which one for a rectangle is cut.
  private func emptyShelf(for wanted: PixelSize) -> Int? {
    guard wanted.width <= size.width else { return nil }
    return lowest { $0.isEmpty && $0.height >= wanted.height }
  }

  private func lowest(where fits: (Shelf) -> Bool) -> Int? {
    var best: Int?
    for index in shelves.indices where fits(shelves[index]) {
      if best.map({ shelves[index].height < shelves[$0].height }) ?? true { best = index }
    }
    return best
  }

  /// Returns a free place for a rectangle, at the top of its shelf, or nil when the page has none left.
  mutating func place(_ wanted: PixelSize) -> PixelRect? {
    guard let index = shelf(for: wanted) ?? cutShelf(for: wanted) else { return nil }
    defer { shelves[index].usedWidth += wanted.width }
    return PixelRect(
      x: shelves[index].usedWidth, y: shelves[index].top, width: wanted.width, height: wanted.height)
  }

  private mutating func cutShelf(for wanted: PixelSize) -> Int? {
    guard let index = emptyShelf(for: wanted) else { return nil }
    let empty = shelves[index]
    if empty.height > wanted.height {
      shelves[index].height = wanted.height
      shelves.insert(
        Shelf(top: empty.top + wanted.height, height: empty.height - wanted.height), at: index + 1)
    }
    return index
  }

  /// Forgets the rectangles on the shelves for whose first row `isGivenUp` is true, so that their places are free
  /// again.
  mutating func giveUp(_ isGivenUp: (Int) -> Bool) {
    var kept: [Shelf] = []
    for var shelf in shelves {
      if isGivenUp(shelf.top) { shelf.usedWidth = 0 }
      if shelf.isEmpty, let last = kept.indices.last, kept[last].isEmpty {
        kept[last].height += shelf.height
      } else {
        kept.append(shelf)
      }
    }
    shelves = kept
  }

  /// Forgets all rectangles.
  mutating func removeAll() {
    shelves.removeAll(keepingCapacity: true)
    shelves.append(Shelf(top: 0, height: size.height))
  }
}
