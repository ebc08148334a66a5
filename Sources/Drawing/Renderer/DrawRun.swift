import GPU
import Geometry

/// Rectangles that follow each other in a display list, sorted by their paint where the order is invisible. A panel
/// of buttons and their labels, or a wall of small things whose masks are scattered over pages, then needs one call
/// per paint and not one per thing.
///
/// Those of different paints change places where they cover no pixel together: each is drawn by the first call of its paint
/// that does not come before what it covers.
struct DrawRun {
  /// Rectangles that one call paints.
  struct Share {
    let paint: Batch.Paint
    let clip: PixelRect?
    fileprivate let kind: Int
    fileprivate(set) var count = 0
    /// Where the next of them belongs.
    fileprivate var end = 0

    fileprivate init(_ paint: Batch.Paint, _ clip: PixelRect?) {
      (self.paint, self.clip, kind) = (paint, clip, paint.kind)
    }

    /// Whether what covers no pixel beyond `box` looks the same cut to this share's clip as cut to its own one: they are equal,
    /// or neither cuts anything off.
    fileprivate func cuts(_ box: PixelRect?, like clip: PixelRect?) -> Bool {
      if clip == self.clip { return true }
      guard let box else { return false }
      return clip?.contains(box) ?? true && self.clip?.contains(box) ?? true
    }
  }

  /// The shares in the order in which they were first needed.
  private(set) var shares: [Share] = []
  private var instances: [Instance] = []
  /// The places in `shares` of the rectangles' shares.
  private var places: [Int] = []
  private var boxes: [PixelRect] = []
  private var grid = Grid()
  /// The last share with something of which it is not known where it lies: nothing goes before it.
  private var barrier = 0

  /// Begins anew, in a picture so large.
  mutating func start(in size: PixelSize) {
    removeAll()
    grid.size = size
  }

  /// Whether there is as much as may be looked through for each rectangle, so that it has to be drawn before anything is added.
  var isFull: Bool { shares.count >= Self.mostShares || grid.entryCount >= Self.mostEntries }

  /// Runs hardly have more.
  private static let mostShares = 64
  private static let mostEntries = 1 << 14

  /// Adds a rectangle that covers no pixel beyond `box`, where that is known.
  mutating func add(_ instance: Instance, _ paint: Batch.Paint, clip: PixelRect?, box: PixelRect?) {
    let seen = clip.flatMap { box?.intersection($0) } ?? box
    var place = shares.count
    if let known = share(for: paint, clip, box, seen) {
      place = known
    } else {
      shares.append(Share(paint, clip))
    }
    shares[place].count += 1
    if box == nil { barrier = place }
    instances.append(instance)
    places.append(place)
    boxes.append(seen ?? PixelRect(x: 0, y: 0, width: 0, height: 0))
  }

  /// Returns the first share that a rectangle may join of which `seen` is seen: none before what it covers, and no later one, so
  /// that what covers it in turn finds its place as early.
  private mutating func share(
    for paint: Batch.Paint, _ clip: PixelRect?, _ box: PixelRect?, _ seen: PixelRect?
  ) -> Int? {
    guard !shares.isEmpty else { return nil }
    var first = shares.count - 1
    if let seen, barrier < first {
      gridAll()
      first = grid.highestPlace(around: seen, from: barrier) { !boxes[$0].intersection(seen).size.isEmpty }
    }
    let kind = paint.kind
    return shares[first...].firstIndex {
      $0.kind == kind && $0.cuts(box, like: clip) && $0.paint.joins(paint)
    }
  }

  /// Puts those into the grid that are not in it: while there is one share, none is needed.
  private mutating func gridAll() {
    while grid.count < boxes.count { grid.add(boxes[grid.count], at: places[grid.count]) }
  }

  /// Adds the rectangles to others, those of a share behind each other.
  mutating func append(to others: inout [Instance]) {
    var end = others.count
    others += instances
    guard shares.count > 1 else { return }
    for index in shares.indices {
      shares[index].end = end
      end += shares[index].count
    }
    for (instance, place) in zip(instances, places) {
      others[shares[place].end] = instance
      shares[place].end += 1
    }
  }

  mutating func removeAll() {
    shares.removeAll(keepingCapacity: true)
    instances.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    grid.removeAll()
    barrier = 0
  }

  /// The squares of a picture that boxes reach into.
  private struct Grid {
    var size = PixelSize(width: 0, height: 0)
    /// How many boxes were added.
    private(set) var count = 0
    /// The last entry of each square, or −1; empty while there is no box.
    private var heads: [Int32] = []
    private var entries: [Entry] = []

    private struct Entry {
      let box: Int32
      /// The place of the box's share, and the highest one in the square up to this entry.
      let place: Int32
      let highest: Int32
      /// The entry before it in its square, or −1.
      let before: Int32
    }

    var entryCount: Int { entries.count }

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

    /// Adds a box of the share at a place.
    mutating func add(_ box: PixelRect, at place: Int) {
      if heads.isEmpty { heads.append(contentsOf: repeatElement(-1, count: columns * rows)) }
      let squares = squares(box)
      for row in squares.rows {
        for column in squares.columns {
          let square = row * columns + column
          let before = heads[square]
          let highest = max(Int32(place), before < 0 ? 0 : entries[Int(before)].highest)
          entries.append(Entry(box: Int32(count), place: Int32(place), highest: highest, before: before))
          heads[square] = Int32(entries.count - 1)
        }
      }
      count += 1
    }

    /// Returns the highest place, from `least` on, of the boxes that touch another one, as `touches` says of their numbers.
    func highestPlace(around box: PixelRect, from least: Int, _ touches: (Int) -> Bool) -> Int {
      guard !heads.isEmpty else { return least }
      var highest = Int32(least)
      let squares = squares(box)
      for row in squares.rows {
        for column in squares.columns {
          var number = heads[row * columns + column]
          while number >= 0 {
            let entry = entries[Int(number)]
            if entry.highest <= highest { break }
            if entry.place > highest, touches(Int(entry.box)) { highest = entry.place }
            number = entry.before
          }
        }
      }
      return Int(highest)
    }

    mutating func removeAll() {
      count = 0
      heads.removeAll(keepingCapacity: true)
      entries.removeAll(keepingCapacity: true)
    }
  }
}

extension Batch.Paint {
  /// A number that is the same for those that one draw call can paint.
  fileprivate var kind: Int {
    func kind(of object: AnyObject) -> Int { Int(bitPattern: ObjectIdentifier(object)) }
    return switch self {
    case .box: 1
    case .cubic: 2
    case .shader: 3
    case .gradient: 4
    case .flat(let isOpaque): isOpaque ? 5 : 6
    case .shadow(let isSoft): isSoft ? 7 : 8
    case .mesh(let sheet): 16 + sheet
    case .image(let image, _, _): kind(of: image.bitmap)
    case .mask(let page): kind(of: page)
    case .groupInside(let target): kind(of: target)
    case .fill, .beginGroup, .beginMask, .endGroup: 0
    }
  }
}
