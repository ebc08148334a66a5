import GPU
import Geometry
import Scene
import Typography

/// A part of a picture that shows what the picture before showed elsewhere.
public struct PictureMove: Hashable, Sendable {
  /// The pixels that show it now.
  public let area: PixelRect
  /// How they came there.
  public let way: PixelWay
}

/// Finds what of a picture is what another one shows, moved by whole pixels, as after scrolling.
///
/// Each thing of the new list is one of the old list in its place, one that has moved, or another one. In the area that has
/// moved with the things, a pixel is what it was elsewhere unless something else touches it or touched it there.
final class MoveFinder {
  private enum Fate { case other, still, moved }

  /// The properties that a thing shares with its counterpart in the other picture; they are fast to compare.
  private struct Mark: Equatable {
    let turn: SIMD4<Double>
    let opacity: Double

    init(_ items: [DisplayList.Item], _ index: Int) {
      opacity = items[index].opacity
      // Nothing of a group but its edge depends on where it is.
      if items[index].shape.bracket == .beginGroup {
        turn = .zero
      } else {
        let transform = items[index].transform
        turn = SIMD4(transform.m11, transform.m12, transform.m21, transform.m22)
      }
    }
  }

  /// Things of a list, a group with all that is in it being one.
  private struct Things {
    var starts: [Int] = []
    var fates: [Fate] = []
    var marks: [Mark] = []

    var count: Int { starts.count - 1 }

    func items(_ place: Int) -> Range<Int> { starts[place]..<starts[place + 1] }

    mutating func find(in items: [DisplayList.Item]) {
      starts.removeAll(keepingCapacity: true)
      fates.removeAll(keepingCapacity: true)
      marks.removeAll(keepingCapacity: true)
      var depth = 0
      for index in items.indices {
        if depth == 0 {
          starts.append(index)
          fates.append(.other)
          marks.append(Mark(items, index))
        }
        switch items[index].shape.bracket {
        case .beginGroup: depth += 1
        case .endGroup: depth -= 1
        case .beginMask, nil: break
        }
      }
      starts.append(items.count)
    }
  }

  private var before = Things()
  private var after = Things()
  private var votes: [(way: PixelWay, count: Int)] = []

  /// How many things are looked for in the old list, to find out which way things went.
  private static let samples = 8
  /// How many things that come or go one after another are seen to do so.
  private static let reach = 48
  /// Of a smaller share of the picture it is not worth knowing that it has moved.
  private static let leastShare = 0.25

  /// Returns what moved, and where the rest of the picture may differ; nil where nothing large has moved.
  func damage(
    from old: [DisplayList.Item], to new: [DisplayList.Item], size: PixelSize, scale: Double,
    _ typesetter: Typesetter
  ) -> (PictureMove, [PixelRect])? {
    before.find(in: old)
    after.find(in: new)
    guard let way = way(from: old, to: new, scale: scale) else { return nil }
    match(old, new, way, scale: scale)
    let frame = PixelRect(size)
    guard let area = area(old, new, way, size: size, scale: scale) else { return nil }
    excludeOtherwiseCut(old, new, way, area, size: size, scale: scale)
    var damage = DamagedArea(size: size, scale: scale)
    let around = PlacedBox.Strips(of: frame, without: area)
    for place in 0..<before.count where before.fates[place] != .still {
      guard let pixels = reach(of: before.items(place), in: old, damage, typesetter) else { return nil }
      if before.fates[place] == .other {
        damage.add(pixels: pixels.offset(x: way.x, y: way.y).intersection(area))
      }
      around.forEach { damage.add(pixels: pixels.intersection($0)) }
    }
    for place in 0..<after.count {
      let fate = after.fates[place]
      let items = after.items(place)
      if fate == .still, isEven(new[items.lowerBound], over: area, way, size: size, scale: scale) { continue }
      guard let pixels = reach(of: items, in: new, damage, typesetter) else { return nil }
      switch fate {
      case .other: damage.add(pixels: pixels)
      case .moved: around.forEach { damage.add(pixels: pixels.intersection($0)) }
      case .still:
        damage.add(pixels: pixels.intersection(area))
        damage.add(pixels: pixels.offset(x: way.x, y: way.y).intersection(area))
      }
    }
    return (PictureMove(area: area, way: way), damage.areas)
  }

  /// Returns the pixels that a thing touches; nil where that may be any.
  private func reach(
    of things: Range<Int>, in items: [DisplayList.Item], _ damage: DamagedArea, _ typesetter: Typesetter
  ) -> PixelRect? {
    let first = things.lowerBound
    guard let reach = typesetter.reach(ofItemAt: first, in: items, scale: damage.scale) else { return nil }
    let pixels = damage.pixels(of: reach)
    // No soft edge reaches beyond an opening. Things in a group have their own opening.
    guard things.count == 1 else { return pixels }
    return pixels.intersection(items[first].clipPixels(size: damage.size, scale: damage.scale))
  }

  // MARK: Which way things went

  private func way(
    from old: [DisplayList.Item], to new: [DisplayList.Item], scale: Double
  ) -> PixelWay? {
    guard before.count > 0, after.count > 0 else { return nil }
    votes.removeAll(keepingCapacity: true)
    let added = after.count - before.count
    for sample in 0..<Self.samples {
      let sampled = after.count * (2 * sample + 1) / (2 * Self.samples)
      let (item, mark) = (new[after.starts[sampled]], after.marks[sampled])
      // Matching looks no farther either.
      let first = max(0, min(sampled, sampled - added) - Self.reach)
      let last = min(before.count - 1, max(sampled, sampled - added) + Self.reach)
      for place in first...last {
        guard before.marks[place] == mark,
          let way = old[before.starts[place]].way(to: item, scale: scale), way.x != 0 || way.y != 0
        else { continue }
        if let known = votes.firstIndex(where: { $0.way == way }) {
          votes[known].count += 1
        } else {
          votes.append((way, 1))
        }
      }
    }
    // In rows and columns a thing also matches its neighbour: the shortest way is the likely one.
    return votes.max {
      ($0.count, -abs($0.way.x) - abs($0.way.y)) < ($1.count, -abs($1.way.x) - abs($1.way.y))
    }?.way
  }

  // MARK: Matching things

  private func match(
    _ old: [DisplayList.Item], _ new: [DisplayList.Item], _ way: PixelWay, scale: Double
  ) {
    func fate(_ a: Int, _ b: Int) -> Fate {
      guard before.marks[a] == after.marks[b] else { return .other }
      let (first, second) = (before.items(a), after.items(b))
      guard first.count == second.count else { return .other }
      if zip(first, second).allSatisfy({ old.isAlike($0, to: $1, of: new) }) {
        return .still
      }
      let haveMoved = zip(first, second).allSatisfy { old[$0].hasMoved(to: new[$1], by: way, scale: scale) }
      return haveMoved ? .moved : .other
    }
    var (a, b) = (0, 0)
    while a < before.count, b < after.count {
      var found = fate(a, b)
      if found == .other {
        for step in 1...Self.reach {
          if a + step < before.count {
            found = fate(a + step, b)
            if found != .other {
              a += step
              break
            }
          }
          if b + step < after.count {
            found = fate(a, b + step)
            if found != .other {
              b += step
              break
            }
          }
        }
      }
      (before.fates[a], after.fates[b]) = (found, found)
      a += 1
      b += 1
    }
  }

  /// Calls back with the things that have moved.
  private func forEachMoved(_ body: (_ old: Int, _ new: Int) -> Void) {
    var b = 0
    for a in 0..<before.count where before.fates[a] != .other {
      while after.fates[b] == .other { b += 1 }
      if before.fates[a] == .moved { body(a, b) }
      b += 1
    }
  }

  // MARK: Which part of the picture has moved

  /// Returns the pixels that show what was seen before, where the largest opening lets things be seen in both pictures.
  private func area(
    _ old: [DisplayList.Item], _ new: [DisplayList.Item], _ way: PixelWay, size: PixelSize, scale: Double
  ) -> PixelRect? {
    var opening: PixelRect?
    forEachMoved { a, b in
      let items = (old[before.starts[a]], new[after.starts[b]])
      guard items.0.clip == items.1.clip else { return }
      let clip = items.0.clipPixels(size: size, scale: scale)
      if clip.width * clip.height > opening.map({ $0.width * $0.height }) ?? 0 { opening = clip }
    }
    guard let opening else { return nil }
    let area = opening.intersection(opening.offset(x: way.x, y: way.y))
    let least = Double(size.width * size.height) * Self.leastShare
    return !area.size.isEmpty && Double(area.width * area.height) >= least ? area : nil
  }

  /// Takes for other things those that are cut off otherwise in the area than before.
  private func excludeOtherwiseCut(
    _ old: [DisplayList.Item], _ new: [DisplayList.Item], _ way: PixelWay, _ area: PixelRect, size: PixelSize,
    scale: Double
  ) {
    func isCutAlike(_ a: DisplayList.Item, _ b: DisplayList.Item) -> Bool {
      let was = a.clipPixels(size: size, scale: scale).offset(x: way.x, y: way.y).intersection(area)
      let isNow = b.clipPixels(size: size, scale: scale).intersection(area)
      return was == isNow || was.size.isEmpty && isNow.size.isEmpty
    }
    var excluded: [(Int, Int)] = []
    forEachMoved { a, b in
      guard !zip(before.items(a), after.items(b)).allSatisfy({ isCutAlike(old[$0], new[$1]) }) else { return }
      excluded.append((a, b))
    }
    for (a, b) in excluded { (before.fates[a], after.fates[b]) = (.other, .other) }
  }

  /// Whether what an item paints in an area is the same everywhere, and was where that came from.
  private func isEven(
    _ item: DisplayList.Item, over area: PixelRect, _ way: PixelWay, size: PixelSize, scale: Double
  ) -> Bool {
    guard case .box(let rect, let radius, _, let border, _) = item.shape,
      let place = item.transform.upright(scale: scale)?.onGrid,
      let inside = PlacedBox(rect, radius: radius, border: border, place: place)?.inside
    else { return false }
    let even = inside.intersection(item.clipPixels(size: size, scale: scale))
    return even.contains(area) && even.contains(area.offset(x: -way.x, y: -way.y))
  }
}

extension DisplayList.Item {
  /// The pixels that the item is not cut off from.
  fileprivate func clipPixels(size: PixelSize, scale: Double) -> PixelRect {
    clip.map { PixelRect(covering: $0, scale: scale, in: size) } ?? PixelRect(size)
  }

  /// Whether another item is this one, drawn alike to the last bit so many pixels away.
  fileprivate func hasMoved(to other: DisplayList.Item, by way: PixelWay, scale: Double) -> Bool {
    switch (shape, other.shape) {
    // Nothing but the group's edge depends on where they are.
    case (.endGroup, .endGroup), (.beginMask, .beginMask): true
    case (.beginGroup(cutTo: nil, _, _), .beginGroup(cutTo: nil, _, _)): opacity == other.opacity
    default: self.way(to: other, scale: scale) == way
    }
  }

  /// Returns by how many whole pixels another item lies elsewhere that is else this one, and is drawn alike to the last bit.
  fileprivate func way(to other: DisplayList.Item, scale: Double) -> PixelWay? {
    guard opacity == other.opacity, isMoving == other.isMoving else { return nil }
    switch (shape, other.shape) {
    case (.box, .box), (.shadow, .shadow):
      return shape == other.shape ? wayOnGrid(to: other, scale: scale) : nil
    case (.beginGroup(let cut?, let radius, _), .beginGroup(let otherCut?, let otherRadius, _)):
      return cut == otherCut && radius == otherRadius ? wayOnGrid(to: other, scale: scale) : nil
    case (.image(let image, let rect, let radius), .image(let otherImage, let otherRect, let otherRadius)):
      guard image.bitmap === otherImage.bitmap, rect == otherRect, radius == otherRadius, image == otherImage,
        let way = wayOnGrid(to: other, scale: scale), let lookup = ImageLookup(image, in: rect),
        let from = transform.upright(scale: scale).flatMap({ lookup.wholeShift(on: $0.onGrid) }),
        let to = other.transform.upright(scale: scale).flatMap({ lookup.wholeShift(on: $0.onGrid) }),
        from.x - to.x == way.x, from.y - to.y == way.y
      else { return nil }
      return way
    case (.text(let text, let point), .text(let otherText, let otherPoint)):
      guard text == otherText, point == otherPoint, let place = transform.upright(scale: scale),
        let otherPlace = other.transform.upright(scale: scale), place.a == place.d, place.a == otherPlace.a,
        place.d == otherPlace.d,
        let from = LetterPlace(point, on: place), let to = LetterPlace(point, on: otherPlace),
        from.phase == to.phase
      else { return nil }
      return PixelWay(x: to.column - from.column, y: to.row - from.row)
    case (.path(let path), .path(let otherPath)):
      // Only what rests is drawn by the coverage of whole pixels.
      guard !isMoving, let from = transform.planeAffine, let to = other.transform.planeAffine,
        (from.a, from.b, from.c, from.d) == (to.a, to.b, to.c, to.d), path == otherPath
      else { return nil }
      let (x, y) = (PixelPlace(from.tx * scale), PixelPlace(from.ty * scale))
      let (otherX, otherY) = (PixelPlace(to.tx * scale), PixelPlace(to.ty * scale))
      guard x.fraction == otherX.fraction, y.fraction == otherY.fraction else { return nil }
      return PixelWay(x: otherX.pixel - x.pixel, y: otherY.pixel - y.pixel)
    default: return nil
    }
  }

  private func wayOnGrid(to other: DisplayList.Item, scale: Double) -> PixelWay? {
    guard let from = transform.upright(scale: scale).flatMap(PixelGrid.init),
      let to = other.transform.upright(scale: scale).flatMap(PixelGrid.init)
    else { return nil }
    return from.way(to: to)
  }
}

extension PixelWay {
  fileprivate init?(x: Double, y: Double) {
    guard let x = Int(exactly: x), let y = Int(exactly: y) else { return nil }
    self.init(x: x, y: y)
  }
}
