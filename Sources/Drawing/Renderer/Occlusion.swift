import GPU

/// Which pixels of a display list's items are hidden by opaque ones in front of them.
struct Occlusion {
  /// An opaque rectangle, and the items that it hides.
  private struct Cover {
    let rect: PixelRect
    /// The first that it hides; nil while that is not known.
    var first: Int?
    /// It hides those before itself.
    let index: Int
  }

  private var covers: [Cover] = []
  /// The number of covers at the ends of the groups that are open, the innermost last.
  private var marks: [Int] = []

  /// Smaller ones hide little.
  private static let leastArea = 4096
  /// A list has no more than so many; more would take longer than they save.
  private static let mostCovers = 64

  mutating func start() {
    covers.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
  }

  // MARK: Looking through the list, from its end

  mutating func add(_ rect: PixelRect, index: Int) {
    guard rect.width * rect.height >= Self.leastArea, covers.count < Self.mostCovers else { return }
    covers.append(Cover(rect: rect, first: nil, index: index))
  }

  mutating func endGroup() { marks.append(covers.count) }

  /// Items after the beginning of a mask are drawn elsewhere than items before it.
  mutating func beginMask(at index: Int) { close(at: index) }

  mutating func beginGroup(at index: Int) {
    close(at: index)
    _ = marks.popLast()
  }

  private mutating func close(at index: Int) {
    for cover in (marks.last ?? 0)..<covers.count where covers[cover].first == nil {
      covers[cover].first = index + 1
    }
  }

  // MARK: Looking it up

  /// Whether nothing is seen of what an item draws there.
  func hides(_ rect: PixelRect, of index: Int) -> Bool {
    for cover in covers where cover.index > index && (cover.first ?? 0) <= index {
      if cover.rect.contains(rect) { return true }
    }
    return false
  }

  /// Returns the largest part of a rectangle that is hidden by one thing.
  func hidden(of rect: PixelRect, index: Int) -> PixelRect? {
    var largest: PixelRect?
    var area = 0
    for cover in covers where cover.index > index && (cover.first ?? 0) <= index {
      let common = cover.rect.intersection(rect)
      if common.width * common.height > area {
        area = common.width * common.height
        largest = common
      }
    }
    return largest
  }
}

extension PixelRect {
  func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
  }
}
