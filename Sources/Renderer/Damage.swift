import GPU
public import Geometry
public import Scene

/// What of a picture has to be drawn again.
public enum Damage: Hashable, Sendable {
  /// Only these pixels can differ, perhaps none; areas may lie over each other.
  case part([PixelRect])
  /// The pixels of the move are what was elsewhere, but for those in the areas, which may also lie outside of it. Only all
  /// these can differ.
  case moved(PictureMove, [PixelRect])
  /// Any pixel can differ.
  case everything

  /// The share of a picture's pixels that have to be drawn again; nil for everything.
  package func share(of size: PixelSize) -> Double? {
    let areas: [PixelRect]
    switch self {
    case .part(let parts), .moved(_, let parts): areas = parts
    case .everything: return nil
    }
    let pixels = areas.reduce(0) { $0 + $1.width * $1.height }
    return Double(pixels) / Double(max(1, size.width * size.height))
  }

  /// Whether drawing the parts by themselves is worth while where what is drawn has to be copied, too.
  package func isSmall(in size: PixelSize, atMost limit: Double = 0.5) -> Bool {
    share(of: size).map { $0 <= limit } ?? false
  }
}

extension Renderer {
  /// Finds the pixels in which the pictures of two lists can differ; the size, scale and background of both are the same, and
  /// paths are drawn by the automatic technique.
  ///
  /// With `followsMoves` it is also found out what has but moved, where that leaves little to be drawn.
  public func damage(
    from old: DisplayList, to new: DisplayList, size: PixelSize, scale: Double, followsMoves: Bool = false
  ) -> Damage {
    let damage = damageInPlace(from: old, to: new, size: size, scale: scale)
    guard followsMoves, !damage.isSmall(in: size, atMost: Self.smallWithoutMoves),
      let (move, areas) = moves.damage(from: old.items, to: new.items, size: size, scale: scale, typesetter)
    else { return damage }
    let moved = Damage.moved(move, areas)
    return moved.isSmall(in: size, atMost: Self.largestBesideMove) ? moved : damage
  }

  /// The shares of a picture up to which moves are not looked for, and up to which one is worth copying.
  private static var smallWithoutMoves: Double { 0.2 }
  private static var largestBesideMove: Double { 0.4 }

  /// Finds the pixels in which the pictures of two lists can differ where nothing moves.
  private func damageInPlace(
    from old: DisplayList, to new: DisplayList, size: PixelSize, scale: Double
  ) -> Damage {
    var damage = DamagedArea(size: size, scale: scale)
    let (before, after) = (old.items, new.items)
    if before.count == after.count {
      for index in before.indices where !damage.isWhole && before[index] != after[index] {
        guard add(before, index, to: &damage), add(after, index, to: &damage) else { return .everything }
      }
      return .part(damage.areas)
    }
    let shorter = min(before.count, after.count)
    let start = (0..<shorter).first { before[$0] != after[$0] } ?? shorter
    var end = 0
    while end < shorter - start, before[before.count - 1 - end] == after[after.count - 1 - end] { end += 1 }
    for items in [before, after] {
      var depth = 0
      for index in start..<items.count - end {
        let item = items[index]
        // A group of which one end is the same as before holds other things now.
        if case .beginGroup = item.shape { depth += 1 }
        if case .endGroup = item.shape { depth -= 1 }
        if case .beginMask = item.shape, depth <= 0 { return .everything }
        guard depth >= 0, damage.isWhole || add(items, index, to: &damage) else { return .everything }
      }
      guard depth == 0 else { return .everything }
    }
    return .part(damage.areas)
  }

  /// Adds what an item touches; false where that may be anything.
  private func add(_ items: [DisplayList.Item], _ index: Int, to damage: inout DamagedArea) -> Bool {
    guard let reach = typesetter.reach(ofItemAt: index, in: items, scale: damage.scale) else { return false }
    damage.add(reach)
    return true
  }
}

/// Pixels that gather what changed, in a few rectangles.
struct DamagedArea {
  let size: PixelSize
  let scale: Double
  private(set) var areas: [PixelRect] = []

  /// Each costs a walk through the list.
  private static let most = 4

  /// Two are joined where the rectangle around both has no more pixels besides theirs.
  private static let leastWaste = 4096

  init(size: PixelSize, scale: Double) {
    self.size = size
    self.scale = scale
  }

  /// Whether there is nothing left to add.
  var isWhole: Bool { areas.first?.size == size }

  /// Adds a rectangle of the view, and a pixel around it for soft edges.
  mutating func add(_ rect: Rect) { add(pixels: pixels(of: rect)) }

  /// Returns the pixels that a rectangle of the view touches, with one around it for soft edges; all where that is not known.
  func pixels(of rect: Rect) -> PixelRect {
    guard !rect.isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    let pixels = PixelRect(rect.outset(by: 1 / scale), .scale(scale))?.outset(by: 1)
    return pixels?.intersection(PixelRect(size)) ?? PixelRect(size)
  }

  mutating func add(pixels: PixelRect) {
    guard !pixels.size.isEmpty else { return }
    var added = pixels
    // What an area takes in may bring it close to another one.
    while let place = areas.firstIndex(where: { $0.waste(with: added) <= Self.leastWaste }) {
      added = added.union(areas.remove(at: place))
    }
    areas.append(added)
    if areas.count > Self.most { joinNearest() }
  }

  /// Joins the two areas that gain the fewest pixels by it.
  private mutating func joinNearest() {
    var (best, least) = ((0, 1), Int.max)
    for first in areas.indices {
      for second in first + 1..<areas.count {
        let waste = areas[first].waste(with: areas[second])
        if waste < least { (best, least) = ((first, second), waste) }
      }
    }
    let joined = areas[best.0].union(areas[best.1])
    areas.remove(at: best.1)
    areas[best.0] = joined
  }
}

extension PixelRect {
  /// Returns the smallest rectangle that holds both.
  fileprivate func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Returns how many pixels the rectangle around both has more than the two together.
  fileprivate func waste(with other: PixelRect) -> Int {
    let both = union(other)
    return both.width * both.height - width * height - other.width * other.height
  }
}
