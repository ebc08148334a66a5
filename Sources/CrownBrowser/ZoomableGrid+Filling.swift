import Geometry
import Motion

extension ZoomableGrid {
  /// Lets one cell fill the opening.
  mutating func fill(_ place: Int, at time: Double) {
    settleNow(at: time)
    guard filling == nil else { return }
    fill(place, returningTo: destination.cell, at: time)
  }

  mutating func fill(_ place: Int, returningTo cell: Double, at time: Double) {
    let slot = arrangement.slot(of: place)
    let view = view(at: time)
    let middle = Vector(0.5, 0.5)
    let start = camera ?? GridCamera(holding: slot, at: view.square(of: slot).center, in: view)
    var next = start.moving(to: slot, grip: middle, at: time)
    filling = Filling(cell: cell, offset: destination.offset)
    selected = place
    next.zoom(to: fillingCell, at: time, spring: spring)
    next.move(to: center, at: time, spring: spring)
    camera = next
    settleTime = nil
  }

  /// Goes back to the grid from one cell that fills the opening.
  mutating func unfill(at time: Double) {
    guard let filling, let camera else { return }
    self.filling = nil
    setCell(filling.cell)
    let place = min(selected ?? 0, max(0, keys.count - 1))
    var next = GridArrangement(
      count: keys.count, columns: columns(of: cell), phase: arrangement.phase)
    if next.columns != arrangement.columns {
      next = GridArrangement(count: keys.count, columns: next.columns)
    }
    var moved = camera.moving(to: arrangement.slot(of: place), grip: Vector(0.5, 0.5), at: time)
    if next != arrangement {
      moved = moved.relabelled(next.slot(of: place))
      setArrangement(next)
      motion = nil
    }
    let row = Double(next.slot(of: place).row) * CellMeasures(cell: cell).pitch.dy + Self.edge
    let whole = CellMeasures(cell: cell).pitch.dy
    var offset = filling.offset
    if row < offset || row + whole > offset + viewport.height {
      offset = row + whole / 2 - viewport.height / 2
    }
    offset = clamped(offset: offset, extent: extent(next, cell: cell))
    let square = restingView(next, cell: cell, offset: offset).square(of: moved.slot)
    moved.zoom(to: cell, at: time, spring: spring)
    moved.move(to: square.center, at: time, spring: spring)
    self.camera = moved
    if spring == nil { park(moved) }
  }

  /// Shows another crown in place of the one that fills the opening; it comes from the side it lies on.
  mutating func turnPage(to place: Int, from old: Int, at time: Double) {
    guard let camera else { return }
    let side = place > old ? 1.0 : -1
    rearrange(at: time) { grid in
      grid.selected = place
      grid.camera = camera.relabelled(grid.arrangement.slot(of: place))
    }
    guard motion != nil else { return }
    motion?.offsets[keys[place]] = .init(slots: SIMD2(0.25 * side, 0), presence: -1)
    motion?.ghosts.removeAll { $0.key == keys[place] }
  }
}
