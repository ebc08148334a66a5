/// A column and a row of the grid, from 0.
struct GridSlot: Hashable {
  var column: Int
  var row: Int
}

/// The assignment of items to slots of the grid: in order, row by row.
struct GridArrangement: Hashable {
  let count: Int
  let columns: Int

  /// The number of empty slots at the start of the first row, which keep the viewed item in its column.
  let phase: Int

  init(count: Int, columns: Int, phase: Int = 0) {
    self.count = max(count, 0)
    self.columns = max(columns, 1)
    self.phase = count > 0 ? ((phase % self.columns) + self.columns) % self.columns : 0
  }

  var rows: Int { count == 0 ? 0 : (count + phase + columns - 1) / columns }

  func slot(of place: Int) -> GridSlot {
    GridSlot(column: (place + phase) % columns, row: (place + phase) / columns)
  }

  /// Returns the place in a slot, or nil if it is empty.
  func place(at slot: GridSlot) -> Int? {
    guard slot.column >= 0, slot.column < columns, slot.row >= 0, slot.row < rows else { return nil }
    let place = slot.row * columns + slot.column - phase
    return place >= 0 && place < count ? place : nil
  }

  /// Returns the place in the slot or nearest to it; nil in an empty grid.
  func nearestPlace(to slot: GridSlot) -> Int? {
    guard count > 0 else { return nil }
    let row = min(max(slot.row, 0), rows - 1)
    let column = min(max(slot.column, 0), columns - 1)
    return min(max(row * columns + column - phase, 0), count - 1)
  }
}
