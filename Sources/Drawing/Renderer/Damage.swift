import GPU
public import Geometry
public import Scene

/// The parts of a picture that have to be drawn again.
public enum Damage: Hashable, Sendable {
  /// Only these pixels can differ, perhaps none; areas may lie over each other.
  case part([PixelRect])
  /// The pixels of the move come from elsewhere in the old picture, except those in the areas, which may also lie
  /// outside of it. Only all these can differ.
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
  ///
  /// - Parameters:
  ///   - old: The list that was drawn.
  ///   - new: The list that will be drawn.
  ///   - size: The size of the picture, in pixels.
  ///   - scale: The pixels per point.
  ///   - followsMoves: Whether content that moved by whole pixels is found as well, which takes longer.
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
    let (shorter, longer) = before.count < after.count ? (before, after) : (after, before)
    let alike = AlikeEnds(shorter, longer)
    let isKnown =
      if let surplus = alike.surplus(of: longer, over: shorter) {
        surplus.allSatisfy { add(longer, $0, to: &damage) }
          && alike.middle(of: shorter).allSatisfy { index in
            let other = index < surplus.lowerBound ? index : index + surplus.count
            return shorter.isAlike(index, to: other, of: longer)
              || add(shorter, index, to: &damage) && add(longer, other, to: &damage)
          }
      } else {
        [shorter, longer].allSatisfy { items in
          let middle = alike.middle(of: items)
          return items[middle].isComplete && middle.allSatisfy { add(items, $0, to: &damage) }
        }
      }
    return isKnown ? .part(damage.areas) : .everything
  }

  /// Adds what an item touches; false where that may be anything.
  private func add(_ items: [DisplayList.Item], _ index: Int, to damage: inout DamagedArea) -> Bool {
    if damage.isWhole { return true }
    let reach = typesetter.reach(ofItemAt: index, in: items, scale: damage.scale)
    guard let reach else { return false }
    damage.add(reach)
    return true
  }
}

/// How many items two lists have in common at their ends.
private struct AlikeEnds {
  let first: Int
  let last: Int

  init(_ shorter: [DisplayList.Item], _ longer: [DisplayList.Item]) {
    let first = shorter.indices.first { !shorter.isAlike($0, to: $0, of: longer) } ?? shorter.count
    let surplus = longer.count - shorter.count
    let last = shorter[first...].indices.last { !shorter.isAlike($0, to: $0 + surplus, of: longer) }
    self.first = first
    self.last = shorter.count - 1 - (last ?? first - 1)
  }

  /// Returns what of a list lies between the ends.
  func middle(of items: [DisplayList.Item]) -> Range<Int> { first..<items.count - last }

  /// Returns which items the longer list has more: a run of complete things, placed so that the fewest of the others
  /// differ from those of the shorter list that are in their places without it. Nil where there is no such run, or where
  /// groups begin or end at other places without it.
  func surplus(of longer: [DisplayList.Item], over shorter: [DisplayList.Item]) -> Range<Int>? {
    let count = longer.count - shorter.count
    let middle = middle(of: shorter)
    guard let start = count > 0 ? likeliestStart(of: count, in: longer, over: shorter) : middle.lowerBound
    else { return nil }
    let isEvenlyGrouped = middle.allSatisfy { index in
      let other = longer[index < start ? index : index + count]
      return shorter[index].shape.bracket == other.shape.bracket
    }
    return isEvenlyGrouped ? start..<start + count : nil
  }

  private func likeliestStart(
    of count: Int, in longer: [DisplayList.Item], over shorter: [DisplayList.Item]
  ) -> Int? {
    let middle = middle(of: shorter)
    // Of a run at the beginning all others lie behind it.
    var differing = middle.count { !shorter.isAlike($0, to: $0 + count, of: longer) }
    var best: (start: Int, differing: Int)?
    for start in middle.lowerBound...middle.upperBound {
      if differing < best?.differing ?? .max, longer[start..<start + count].isComplete {
        best = (start, differing)
      }
      guard start < middle.upperBound else { break }
      if !shorter.isAlike(start, to: start, of: longer) { differing += 1 }
      if !shorter.isAlike(start, to: start + count, of: longer) { differing -= 1 }
    }
    return best?.start
  }
}

extension [DisplayList.Item] {
  /// Whether an item draws what one of another list does. Where things are is compared first: it is read without a copy of the
  /// items, and unlike pictures, places differ soon.
  func isAlike(_ index: Int, to other: Int, of others: [DisplayList.Item]) -> Bool {
    self[index].transform == others[other].transform && self[index] == others[other]
  }
}

extension ArraySlice<DisplayList.Item> {
  /// Whether each group that begins or ends here does both, with its mask.
  fileprivate var isComplete: Bool {
    var depth = 0
    for item in self {
      switch item.shape.bracket {
      case .beginGroup: depth += 1
      case .endGroup: depth -= 1
      case .beginMask where depth == 0: return false
      case .beginMask, nil: break
      }
      guard depth >= 0 else { return false }
    }
    return depth == 0
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
    guard !pixels.size.isEmpty, !areas.contains(where: { $0.contains(pixels) }) else { return }
    var added = pixels
    // A grown area may come close to another one.
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
