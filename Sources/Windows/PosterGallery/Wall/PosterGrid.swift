public import Geometry

/// The arrangement of posters on the wall: rows of the wall's width, in which each poster keeps its aspect ratio and is
/// aligned to the row's bottom.
///
/// A row's height lets its posters fill its width, so that a square one leaves no gap. All rows have the same number of
/// posters, and most posters have the usual aspect ratio: the grid stores only the others, so that a hundred thousand
/// cost as much as a hundred.
public struct PosterGrid: Hashable, Sendable {
  /// The number of posters.
  public let count: Int
  /// The number of posters in a row.
  public let columns: Int

  /// The box of a poster with the usual aspect ratio.
  public let box: Size

  /// Physical pixels per point; all edges are aligned to whole pixels.
  public let scale: Double

  /// The origin of the first box.
  private let origin: Point

  /// The distance between the origins of adjacent boxes in rows of the usual height, horizontally and vertically.
  private let pitch: Size

  /// The aspect ratios, width by height, of posters with an unusual one.
  private let shapes: [Int: Double]

  /// The rows with such posters, from the top, their heights, and the total shift of all rows after each.
  private let unevenRows: [Int]
  private let unevenHeights: [Double]
  private let shifts: [Double]

  /// The distance between posters, and from the outermost to the edges of the wall.
  public static let gutter = 24.0

  /// The minimum widths of boxes that a person may choose.
  public static let widths: ClosedRange<Double> = 96...384
  /// The default width of boxes, in points.
  public static let standardWidth = 168.0

  /// The usual aspect ratio, width by height.
  public static let usualShape = 2.0 / 3

  /// The aspect ratios that a row makes room for; a wider or taller poster is smaller than its box.
  private static let rooms = 0.4...2.4

  /// The maximum height of a row of tall posters, relative to the usual height.
  private static let highest = 1.25

  /// Creates an arrangement on a wall `width` points wide, with boxes of at least a width, two in a row if possible.
  ///
  /// - Parameters:
  ///   - count: The number of posters.
  ///   - width: The width of the wall, in points.
  ///   - boxWidth: The minimum width of boxes, within `widths`.
  ///   - top: The space above the first row, in points.
  ///   - scale: Physical pixels per point.
  ///   - shapes: The aspect ratios, width by height, of posters with an unusual one.
  public init(
    count: Int, width: Double, boxWidth: Double = standardWidth, top: Double = gutter, scale: Double = 1,
    shapes: [Int: Double] = [:]
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
    box = Size(width: boxWidth, height: whole(boxWidth / Self.usualShape))
    let gap = (gutter * scale).rounded() / scale
    pitch = Size(width: box.width + gap, height: box.height + gap)
    let used = Double(columns) * box.width + Double(columns - 1) * gap
    origin = Point((max(width - used, 0) / 2 * scale).rounded() / scale, (top * scale).rounded() / scale)
    self.shapes = shapes
    var (rows, heights, shifts): ([Int], [Double], [Double]) = ([], [], [])
    for row in Set(shapes.keys.lazy.map { [columns] in $0 / columns }).sorted() {
      let members = row * columns..<min((row + 1) * columns, self.count)
      guard !members.isEmpty else { continue }
      let height = whole(Self.height(of: members.map { Self.room(of: shapes[$0]) }, columns, box, gap))
      rows.append(row)
      heights.append(height)
      shifts.append((shifts.last ?? 0) + height - box.height)
    }
    (unevenRows, unevenHeights, self.shifts) = (rows, heights, shifts)
  }

  /// Returns the width of the box for an aspect ratio, relative to its height.
  private static func room(of shape: Double?) -> Double {
    shape.map { min(max($0, rooms.lowerBound), rooms.upperBound) } ?? usualShape
  }

  /// Returns the height of a row whose boxes have some widths relative to it.
  private static func height(of rooms: [Double], _ columns: Int, _ box: Size, _ gap: Double) -> Double {
    let whole = Double(columns) * box.width + Double(columns - rooms.count) * gap
    let filling = whole / rooms.reduce(0, +)
    // The last row need not be full.
    return min(filling, rooms.count < columns ? box.height : box.height * highest)
  }

  /// Returns the number of uneven rows above a row.
  private func unevenRows(above row: Int) -> Int {
    var (low, high) = (0, unevenRows.count)
    while low < high {
      let middle = (low + high) / 2
      if unevenRows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func top(of row: Int) -> Double {
    let above = unevenRows(above: row)
    return origin.y + Double(row) * pitch.height + (above > 0 ? shifts[above - 1] : 0)
  }

  /// Returns the height of a row if it is not the usual one.
  private func unevenHeight(of row: Int) -> Double? {
    let place = unevenRows(above: row)
    return place < unevenRows.count && unevenRows[place] == row ? unevenHeights[place] : nil
  }

  private func height(of row: Int) -> Double { unevenHeight(of: row) ?? box.height }

  /// The number of rows.
  public var rows: Int { (count + columns - 1) / columns }

  /// The height of the whole wall, including the gutters above and below.
  public var height: Double {
    guard rows > 0 else { return 0 }
    return top(of: rows - 1) + height(of: rows - 1) + Self.gutter
  }

  /// Returns the box of a poster, from the top of the wall.
  public func box(at index: Int) -> Rect {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    guard let height = unevenHeight(of: row) else {
      return Rect(
        x: origin.x + Double(column) * pitch.width, y: top(of: row), width: box.width, height: box.height)
    }
    let members = row * columns..<min((row + 1) * columns, count)
    let rooms = members.map { Self.room(of: shapes[$0]) }
    let gap = pitch.width - box.width
    // The free space in a row of maximum height is distributed among its boxes.
    let free = Double(columns) * box.width + Double(columns - rooms.count) * gap
    let total = rooms.reduce(0, +)
    let unit = rooms.count < columns ? height : free / total
    let before = rooms[..<column].reduce(0, +) * unit
    func edge(_ distance: Double) -> Double { (distance * scale).rounded() / scale }
    let left = edge(before)
    return Rect(
      x: origin.x + left + Double(column) * gap, y: top(of: row),
      width: max(edge(before + rooms[column] * unit) - left, 1 / scale), height: height)
  }

  /// Returns the frame of a poster with some page: as large as its box allows, at the bottom of it.
  public func frame(of page: Size, at index: Int) -> Rect {
    let box = box(at: index)
    var size = Self.fitting(page, in: box.size, scale: scale)
    // The boxes of an uneven row are whole pixels wide: a poster that almost fills its box fills it completely.
    let isNearly =
      box.width - size.width <= 1.5 / scale && box.height - size.height <= 3 / scale
    if isNearly, unevenHeight(of: index / columns) != nil { size = box.size }
    let left = ((box.midX - size.width / 2) * scale).rounded() / scale
    return Rect(x: left, y: box.maxY - size.height, width: size.width, height: size.height)
  }

  /// Returns the largest size of a page within a box, in points that are whole pixels at `scale` pixels per point.
  public static func fitting(_ page: Size, in room: Size, scale: Double) -> Size {
    guard page.width > 0, page.height > 0, page.width.isFinite, page.height.isFinite else { return room }
    let factor = min(room.width / page.width, room.height / page.height)
    func whole(_ value: Double, _ limit: Double) -> Double {
      min(max((value * factor * scale).rounded(), 1) / scale, limit)
    }
    return Size(width: whole(page.width, room.width), height: whole(page.height, room.height))
  }

  // MARK: Hit testing

  /// Returns the posters whose boxes touch a vertical range of the wall.
  public func indices(from top: Double, to bottom: Double) -> Range<Int> {
    let rows = rows(from: top, to: bottom)
    return min(rows.lowerBound * columns, count)..<min(rows.upperBound * columns, count)
  }

  private func rows(from top: Double, to bottom: Double) -> Range<Int> {
    guard bottom >= top, top.isFinite, bottom.isFinite else { return 0..<0 }
    // A row ends with its box; the gutter below belongs to no row.
    let start = firstRow { self.top(of: $0) + height(of: $0) >= top }
    return start..<max(start, firstRow { self.top(of: $0) > bottom })
  }

  /// Returns the first row for which a monotonic condition holds, or the number of rows.
  private func firstRow(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, rows)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func members(of row: Int) -> Range<Int> { row * columns..<min((row + 1) * columns, count) }

  /// Returns the poster whose box is at a point of the wall.
  public func index(at point: Point) -> Int? {
    let row = firstRow { top(of: $0) + height(of: $0) >= point.y }
    return row < rows ? members(of: row).first { box(at: $0).contains(point) } : nil
  }

  /// Returns the index before which an item dropped at a point of the wall is inserted, and the frame of the gap; nil
  /// without posters.
  public func insertion(at point: Point) -> (index: Int, gap: Rect)? {
    guard count > 0 else { return nil }
    let row = min(firstRow { top(of: $0) + height(of: $0) + Self.gutter / 2 >= point.y }, rows - 1)
    let members = members(of: row)
    let index = members.first { box(at: $0).midX > point.x } ?? members.upperBound
    let isBehind = index == members.upperBound
    let neighbour = box(at: isBehind ? index - 1 : index)
    let x = isBehind ? neighbour.maxX + Self.gutter / 2 : neighbour.minX - Self.gutter / 2
    return (index, Rect(x: x - 1.5, y: neighbour.minY, width: 3, height: neighbour.height))
  }

  /// Calls `body` for each poster whose box touches a rectangle of the wall.
  public func forEachIndex(in rect: Rect, _ body: (Int) -> Void) {
    for row in rows(from: rect.minY, to: rect.maxY) {
      for index in members(of: row) where rect.intersects(box(at: index)) { body(index) }
    }
  }

  /// A step of the keyboard's current poster.
  public enum Step: Hashable, Sendable {
    /// The previous poster.
    case left
    /// The next poster.
    case right
    /// The row above.
    case up
    /// The row below.
    case down
    /// The first poster.
    case first
    /// The last poster.
    case last
    /// The first of the row.
    case rowStart
    /// The last of the row.
    case rowEnd
    /// A number of rows down.
    case rows(Int)
  }

  /// Returns the index after a step, which may be the same one.
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
      guard wanted != row else { return index }
      if unevenHeight(of: row) != nil || unevenHeight(of: wanted) != nil {
        let middle = self.box(at: index).midX
        return members(of: wanted).min {
          (self.box(at: $0).midX - middle).magnitude < (self.box(at: $1).midX - middle).magnitude
        } ?? index
      }
      // From above a short last row, its end is nearest.
      return min(wanted * columns + column, count - 1)
    }
  }
}
