public import Geometry

/// Where posters hang on the wall: rows of equal boxes in which each poster keeps its shape and stands on the floor.
///
/// It knows no poster, only how many there are, so that a hundred thousand cost as much as a hundred.
public struct PosterGrid: Hashable, Sendable {
  public let count: Int
  public let columns: Int

  /// The room that a poster has.
  public let box: Size

  /// Physical pixels a point; all edges lie on whole ones.
  public let scale: Double

  /// Where the first box begins.
  private let origin: Point

  /// From the left edge of a box to that of the next one, and likewise downward.
  private let pitch: Size

  /// The distance between posters, and of the outermost from the edges of the wall.
  public static let gutter = 24.0

  /// The widths that a person may choose among for the boxes, each at least so wide.
  public static let widths: ClosedRange<Double> = 96...384
  public static let standardWidth = 168.0

  /// Creates a wall `width` points wide whose boxes have at least a width, two in a row where that is possible.
  public init(
    count: Int, width: Double, boxWidth: Double = standardWidth, top: Double = gutter, scale: Double = 1
  ) {
    let gutter = Self.gutter
    let room = max(width - 2 * gutter, 1)
    let wanted = min(max(boxWidth, Self.widths.lowerBound), Self.widths.upperBound)
    let fitting = ((room + gutter) / (wanted + gutter)).rounded(.down)
    let least = room >= 2 * 72 + gutter ? 2.0 : 1
    columns = Int(min(max(fitting, least), 1000))
    self.count = max(count, 0)
    self.scale = scale
    func whole(_ value: Double) -> Double { max((value * scale).rounded(.down), 1) / scale }
    let boxWidth = whole((room - Double(columns - 1) * gutter) / Double(columns))
    box = Size(width: boxWidth, height: whole(boxWidth * 1.5))
    let gap = (gutter * scale).rounded() / scale
    pitch = Size(width: box.width + gap, height: box.height + gap)
    let used = Double(columns) * box.width + Double(columns - 1) * gap
    origin = Point((max(width - used, 0) / 2 * scale).rounded() / scale, (top * scale).rounded() / scale)
  }

  public var rows: Int { (count + columns - 1) / columns }

  /// The height of the whole wall, gutters above and below included.
  public var height: Double {
    guard rows > 0 else { return 0 }
    return origin.y + Double(rows) * pitch.height - (pitch.height - box.height) + Self.gutter
  }

  /// Returns the box of a poster, from the top of the wall.
  public func box(at index: Int) -> Rect {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return Rect(
      x: origin.x + Double(column) * pitch.width, y: origin.y + Double(row) * pitch.height,
      width: box.width, height: box.height)
  }

  /// Returns where a poster whose page has some shape hangs: as large as its box allows, on the floor of it.
  public func frame(of page: Size, at index: Int) -> Rect {
    let box = box(at: index)
    let size = Self.fitting(page, in: box.size, scale: scale)
    let left = ((box.midX - size.width / 2) * scale).rounded() / scale
    return Rect(x: left, y: box.maxY - size.height, width: size.width, height: size.height)
  }

  /// Returns the size in whole pixels that a page has when it is as large as possible in a room.
  public static func fitting(_ page: Size, in room: Size, scale: Double) -> Size {
    guard page.width > 0, page.height > 0, page.width.isFinite, page.height.isFinite else { return room }
    let factor = min(room.width / page.width, room.height / page.height)
    func whole(_ value: Double, _ limit: Double) -> Double {
      min(max((value * factor * scale).rounded(), 1) / scale, limit)
    }
    return Size(width: whole(page.width, room.width), height: whole(page.height, room.height))
  }

  // MARK: What is where

  /// Returns the posters whose boxes touch a stretch of the wall's height.
  public func indices(from top: Double, to bottom: Double) -> Range<Int> {
    let rows = rows(from: top, to: bottom)
    return min(rows.lowerBound * columns, count)..<min(rows.upperBound * columns, count)
  }

  private func rows(from top: Double, to bottom: Double) -> Range<Int> {
    guard bottom >= top, top.isFinite, bottom.isFinite else { return 0..<0 }
    let limit = Double(rows)
    // A row ends with its box; the gutter below belongs to nobody.
    let first = ((top - origin.y - box.height) / pitch.height).rounded(.up)
    let last = ((bottom - origin.y) / pitch.height).rounded(.down)
    let start = Int(min(max(first, 0), limit))
    return start..<max(start, Int(min(max(last + 1, 0), limit)))
  }

  /// Returns the poster whose box is at a point of the wall.
  public func index(at point: Point) -> Int? {
    let column = ((point.x - origin.x) / pitch.width).rounded(.down)
    let row = ((point.y - origin.y) / pitch.height).rounded(.down)
    guard column >= 0, column < Double(columns), row >= 0, row < Double(rows) else { return nil }
    let index = Int(row) * columns + Int(column)
    return index < count && box(at: index).contains(point) ? index : nil
  }

  /// Calls `body` with each poster whose box a rectangle of the wall touches.
  public func forEachIndex(in rect: Rect, _ body: (Int) -> Void) {
    let left = ((rect.minX - origin.x - box.width) / pitch.width).rounded(.up)
    let right = ((rect.maxX - origin.x) / pitch.width).rounded(.down)
    let first = Int(min(max(left, 0), Double(columns)))
    let end = Int(min(max(right + 1, 0), Double(columns)))
    guard first < end else { return }
    for row in rows(from: rect.minY, to: rect.maxY) {
      for column in first..<end where row * columns + column < count { body(row * columns + column) }
    }
  }

  /// A step from one poster to another.
  public enum Step: Hashable, Sendable {
    case left, right, up, down, first, last, rowStart, rowEnd
    /// So many rows down.
    case rows(Int)
  }

  /// Returns where a step leads, which may be where it began.
  public func index(_ step: Step, of index: Int) -> Int {
    guard count > 0 else { return 0 }
    let index = min(max(index, 0), count - 1)
    switch step {
    case .left: return max(index - 1, 0)
    case .right: return min(index + 1, count - 1)
    case .up: return self.index(.rows(-1), of: index)
    case .down: return self.index(.rows(1), of: index)
    case .first: return 0
    case .last: return count - 1
    case .rowStart: return index / columns * columns
    case .rowEnd: return min(index / columns * columns + columns - 1, count - 1)
    case .rows(let number):
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let wanted = min(max(row + number, 0), rows - 1)
      // From above a short last row its end is the nearest.
      return min(wanted * columns + column, count - 1)
    }
  }
}
