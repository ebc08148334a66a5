import GPU
import Geometry

/// Masks that follow each other in a display list, sorted by the pages they lie on as far as nobody sees a difference: a wall
/// of small things, whose masks are scattered over pages, takes a call a page then and not one a thing.
///
/// Masks on different pages change places where they cover no pixel together. What covers pixels with one of another page
/// begins a new run.
struct MaskRun {
  /// A page, and how many masks lie on it.
  struct Share {
    let page: MaskPage
    fileprivate(set) var count = 0
    /// Where the next of them belongs.
    fileprivate var end = 0
  }

  /// The pages in the order in which they were first needed.
  private(set) var pages: [Share] = []
  private var masks: [Instance] = []
  /// The places in `pages` of the masks' pages.
  private var places: [Int] = []
  private var boxes: [PixelRect] = []
  private var grid = Grid()

  /// What all masks are cut to.
  private(set) var clip: PixelRect?

  var isEmpty: Bool { masks.isEmpty }

  /// Begins anew, in a picture so large.
  mutating func start(in size: PixelSize) {
    removeAll()
    grid.size = size
  }

  /// Adds a mask that covers no pixel beyond `box`; returns false where that would change what is seen.
  mutating func add(_ mask: Instance, on page: MaskPage, box: PixelRect, clip: PixelRect?) -> Bool {
    if isEmpty { self.clip = clip }
    guard clip == self.clip else { return false }
    // The last page is asked first: mostly it is that one.
    let known = pages.lastIndex { $0.page === page }
    if pages.count > 1 || known == nil && !pages.isEmpty {
      guard pages.count < Self.mostPages || known != nil else { return false }
      gridAll()
      let own = known ?? pages.count
      if grid.contains(where: { places[$0] != own && !boxes[$0].intersection(box).size.isEmpty }, around: box)
      {
        return false
      }
    }
    let place = known ?? pages.count
    if known == nil { pages.append(Share(page: page)) }
    pages[place].count += 1
    places.append(place)
    masks.append(mask)
    boxes.append(box)
    return true
  }

  /// Runs hardly have more.
  private static let mostPages = 64

  /// Puts those into the grid that are not in it: while there is one page, which is usual, none is needed.
  private mutating func gridAll() {
    while grid.count < boxes.count { grid.add(boxes[grid.count]) }
  }

  /// Adds the masks to others, those of a page behind each other.
  mutating func append(to instances: inout [Instance]) {
    var end = instances.count
    instances += masks
    guard pages.count > 1 else { return }
    for index in pages.indices {
      pages[index].end = end
      end += pages[index].count
    }
    for (mask, place) in zip(masks, places) {
      instances[pages[place].end] = mask
      pages[place].end += 1
    }
  }

  mutating func removeAll() {
    pages.removeAll(keepingCapacity: true)
    masks.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    grid.removeAll()
  }

  /// The squares of a picture that boxes reach into.
  private struct Grid {
    var size = PixelSize(width: 0, height: 0)
    /// How many boxes were added.
    private(set) var count = 0
    /// The last entry of each square, or −1; empty while there is no box.
    private var heads: [Int32] = []
    private var entries: [(box: Int32, before: Int32)] = []

    /// The binary logarithm of a square's side.
    private static let shift = 6

    private var columns: Int { (size.width >> Self.shift) + 1 }
    private var rows: Int { (size.height >> Self.shift) + 1 }

    /// The squares that a box reaches into; what lies outside the picture is not seen.
    private func squares(_ box: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
      func range(_ first: Int, _ length: Int, _ count: Int) -> Range<Int> {
        let low = min(max(first >> Self.shift, 0), count)
        return low..<max(low, min(max((first + length - 1) >> Self.shift, -1) + 1, count))
      }
      return (range(box.x, box.width, columns), range(box.y, box.height, rows))
    }

    mutating func add(_ box: PixelRect) {
      if heads.isEmpty { heads.append(contentsOf: repeatElement(-1, count: columns * rows)) }
      let squares = squares(box)
      for row in squares.rows {
        for column in squares.columns {
          let square = row * columns + column
          entries.append((Int32(count), heads[square]))
          heads[square] = Int32(entries.count - 1)
        }
      }
      count += 1
    }

    /// Whether a condition holds for one of the boxes that reach into the squares of another box.
    func contains(where condition: (Int) -> Bool, around box: PixelRect) -> Bool {
      guard !heads.isEmpty else { return false }
      let squares = squares(box)
      for row in squares.rows {
        for column in squares.columns {
          var entry = heads[row * columns + column]
          while entry >= 0 {
            if condition(Int(entries[Int(entry)].box)) { return true }
            entry = entries[Int(entry)].before
          }
        }
      }
      return false
    }

    mutating func removeAll() {
      count = 0
      heads.removeAll(keepingCapacity: true)
      entries.removeAll(keepingCapacity: true)
    }
  }
}
