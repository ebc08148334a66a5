/// The positions of a line's characters, in logical order, for carets and selections.
struct CharacterBoxes: Hashable, Sendable {
  struct Box: Hashable, Sendable {
    var minX: Double
    var maxX: Double
    var isRightToLeft: Bool

    var leading: Double { isRightToLeft ? maxX : minX }
    var trailing: Double { isRightToLeft ? minX : maxX }
  }

  var boxes: [Box]
  var isRightToLeft: Bool
  var minX: Double
  var maxX: Double

  static let empty = CharacterBoxes(boxes: [], isRightToLeft: false, minX: 0, maxX: 0)

  private var start: Double { isRightToLeft ? maxX : minX }
  private var end: Double { isRightToLeft ? minX : maxX }

  /// Returns the caret before the character at `index`, clamped to the line.
  ///
  /// The strong caret follows the preceding character if that runs in the line's direction; otherwise it
  /// precedes the following character.
  func caret(before index: Int) -> Caret {
    let index = min(max(index, 0), boxes.count)
    let previous = index > 0 ? boxes[index - 1] : nil
    let next = index < boxes.count ? boxes[index] : nil
    let afterPrevious = previous?.trailing ?? start
    let beforeNext = next?.leading ?? end
    return (previous?.isRightToLeft ?? isRightToLeft) == isRightToLeft
      ? Caret(x: afterPrevious, weakX: beforeNext) : Caret(x: beforeNext, weakX: afterPrevious)
  }

  /// Returns the boundary nearest to a press at `x`: the nearer edge of the character there.
  func index(nearest x: Double) -> Int {
    let x = x.isNaN ? minX : min(max(x, minX), maxX)
    var best = isRightToLeft == (x > (minX + maxX) / 2) ? 0 : boxes.count
    var bestDistance = Double.infinity
    for (index, box) in boxes.enumerated() where box.maxX > box.minX {
      let distance = max(box.minX - x, x - box.maxX, 0)
      guard distance < bestDistance else { continue }
      bestDistance = distance
      let isLeftHalf = x < (box.minX + box.maxX) / 2
      best = isLeftHalf != box.isRightToLeft ? index : index + 1
    }
    // Characters without width belong to the preceding one.
    while best < boxes.count, best > 0, boxes[best].maxX == boxes[best].minX { best += 1 }
    return best
  }

  /// Returns the boundary with the nearest caret on one side; among several at one place, the nearest in the text.
  func index(beside index: Int, towardRight: Bool) -> Int {
    let index = min(max(index, 0), boxes.count)
    let x = caret(before: index).x
    var best = index
    var bestDistance = Double.infinity
    for candidate in 0...boxes.count {
      let distance = towardRight ? caret(before: candidate).x - x : x - caret(before: candidate).x
      guard distance > 1e-6, distance <= bestDistance + 1e-6 else { continue }
      let isNearer = distance < bestDistance - 1e-6
      guard isNearer || (candidate - index).magnitude < (best - index).magnitude else { continue }
      best = candidate
      bestDistance = min(distance, bestDistance)
    }
    return best
  }

  /// Returns the ranges of x that the characters in `range` cover, from left to right.
  func stretches(of range: Range<Int>) -> [ClosedRange<Double>] {
    let range = range.clamped(to: 0..<boxes.count)
    let sorted = boxes[range].filter { $0.maxX > $0.minX }.sorted { $0.minX < $1.minX }
    var result: [ClosedRange<Double>] = []
    for box in sorted {
      if let last = result.last, box.minX <= last.upperBound + 1e-6 {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, box.maxX)
      } else {
        result.append(box.minX...box.maxX)
      }
    }
    return result
  }
}

/// The positions of an insertion mark between two characters, in points from the start of the line.
public struct Caret: Hashable, Sendable {
  /// The position for a character in the line's own direction.
  public let x: Double

  /// The position for a character in the other direction; it differs from `x` only between directions.
  public let weakX: Double
}
