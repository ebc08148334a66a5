import Geometry

#if canImport(Glibc)
  import Glibc
#endif

/// The positions of a grid's slots at an instant.
struct GridView: Hashable {
  let measures: CellMeasures
  /// The origin of the slot in column 0 and row 0.
  let origin: Point

  init(cell: Double, origin: Point) {
    measures = CellMeasures(cell: cell)
    self.origin = origin
  }

  var cell: Double { measures.cell }

  /// Returns the square of a slot, which may be between the slots of the grid.
  func square(column: Double, row: Double) -> Rect {
    let pitch = measures.pitch
    return Rect(x: origin.x + column * pitch.dx, y: origin.y + row * pitch.dy, width: cell, height: cell)
  }

  func square(of slot: GridSlot) -> Rect { square(column: Double(slot.column), row: Double(slot.row)) }

  /// Returns the slot at a point, including its name; it may be outside the grid.
  func slot(at point: Point) -> GridSlot {
    GridSlot(
      column: Self.whole((point.x - origin.x) / measures.pitch.dx),
      row: Self.whole((point.y - origin.y) / measures.pitch.dy))
  }

  /// Returns the visible slots in a rectangle.
  func slots(in rect: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let first = slot(at: rect.origin)
    let last = slot(at: Point(rect.maxX, rect.maxY))
    return (first.column...max(first.column, last.column), first.row...max(first.row, last.row))
  }

  private static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value, -1e9), 1e9).rounded(.down))
  }
}
