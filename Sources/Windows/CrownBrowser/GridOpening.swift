import Geometry

/// The viewport of a grid: its size, its pixels, and the resting positions of cells of any side.
struct GridOpening: Hashable {
  var size = Size.zero
  var pixelsPerPoint = 1.0

  /// The margin above the first row, below the last, and beside the columns.
  static let edge = 8.0

  var center: Point { Point(size.width / 2, size.height / 2) }

  /// The side of the square that fills the viewport.
  var fillingCell: Double { max(CellMeasures.smallest, min(size.width, size.height)) }

  /// Returns the nearest coordinate on a whole pixel.
  func aligned(_ value: Double) -> Double { (value * pixelsPerPoint).rounded() / pixelsPerPoint }

  /// Returns the resting side of cells for a side of `wanted` points.
  func restingCell(_ wanted: Double) -> Double {
    let side = max(CellMeasures.smallest, size.isEmpty ? wanted : min(wanted, fillingCell))
    return max(aligned(side), 1 / pixelsPerPoint)
  }

  /// Returns the number of columns that fit.
  func columns(of cell: Double) -> Int {
    max(1, Int(((size.width - 2 * Self.edge) / cell + 1e-9).rounded(.down)))
  }

  /// Returns the height of an arrangement with its margins.
  func extent(of arrangement: GridArrangement, cell: Double) -> Double {
    Double(arrangement.rows) * CellMeasures(cell: cell).pitch.dy + 2 * Self.edge
  }

  func clamped(offset: Double, extent: Double) -> Double { min(max(offset, 0), max(0, extent - size.height)) }

  /// Returns the view at rest, scrolled to an offset.
  func restingView(of arrangement: GridArrangement, cell: Double, offset: Double) -> GridView {
    let left = aligned((size.width - Double(arrangement.columns) * cell) / 2)
    return GridView(cell: cell, origin: Point(left, aligned(Self.edge - offset)))
  }

  /// Returns the arrangement at rest that keeps a place near its column, or in its own column if the beginning is
  /// visible.
  func restingArrangement(
    of arrangement: GridArrangement, cell: Double, holding place: Int, at corner: Point
  ) -> GridArrangement {
    let columns = columns(of: cell)
    let plain = GridArrangement(count: arrangement.count, columns: columns)
    let pitch = CellMeasures(cell: cell).pitch
    let above = corner.y - Double(plain.slot(of: place).row) * pitch.dy
    let offset = clamped(offset: Self.edge - above, extent: extent(of: plain, cell: cell))
    if offset < pitch.dy || arrangement.count <= columns { return plain }
    let left = (size.width - Double(columns) * cell) / 2
    let column = Int(((corner.x - left) / cell).rounded())
    return GridArrangement(
      count: arrangement.count, columns: columns, phase: min(max(column, 0), columns - 1) - place)
  }

  /// Returns the largest side at which `count` cells are visible at once.
  func fittingCell(count: Int) -> Double {
    var side = CellMeasures.smallest
    while side < fillingCell {
      let next = side + 1
      let columns = columns(of: next)
      let rows = (count + columns - 1) / max(columns, 1)
      let pitch = CellMeasures(cell: next).pitch
      if Double(rows) * pitch.dy + 2 * Self.edge > size.height || Double(columns) * next > size.width {
        break
      }
      side = next
    }
    return side
  }
}
