/// A column and a row of the grid, from 0.
struct GridSlot: Hashable {
  var column: Int
  var row: Int
}

/// Which place of the grid each of a number of things has: in order, row by row.
struct GridArrangement: Hashable {
  let count: Int
  let columns: Int

  /// How many places of the first row stay empty, so that what one looks at keeps its column.
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

  /// Returns what stands in a slot, or nil where nothing does.
  func place(at slot: GridSlot) -> Int? {
    guard slot.column >= 0, slot.column < columns, slot.row >= 0, slot.row < rows else { return nil }
    let place = slot.row * columns + slot.column - phase
    return place >= 0 && place < count ? place : nil
  }

  /// Returns what stands in the slot or nearest to it; nil in an empty grid.
  func nearestPlace(to slot: GridSlot) -> Int? {
    guard count > 0 else { return nil }
    let row = min(max(slot.row, 0), rows - 1)
    let column = min(max(slot.column, 0), columns - 1)
    return min(max(row * columns + column - phase, 0), count - 1)
  }
}
