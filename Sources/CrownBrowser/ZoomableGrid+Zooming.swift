import Geometry
import Motion

extension ZoomableGrid {
  /// Makes the cells larger or smaller; what is at `point` stays there.
  mutating func zoom(by factor: Double, about point: Point, at time: Double) {
    guard factor > 0, factor.isFinite else { return }
    zoom(to: (camera?.targetCell ?? cell) * factor, about: point, at: time)
  }

  /// Goes to another side of the cells; what is at `point` stays there.
  mutating func zoom(to wanted: Double, about point: Point, at time: Double) {
    advance(to: time)
    let view = self.view(at: time)
    guard wanted.isFinite, let place = arrangement.nearestPlace(to: view.slot(at: point)) else { return }
    let target = min(max(wanted, CellMeasures.smallest), fillingCell)
    let slot = arrangement.slot(of: place)
    // Below a square is its name: it keeps its distance there.
    let point = view.square(of: slot).clamping(point)
    var held =
      camera?.holding(slot, at: point, time: time)
      ?? GridCamera(holding: slot, at: point, in: view)
    held.zoom(to: target, at: time, spring: spring)
    camera = held
    filling = nil
    fitColumns(to: target, place: place, at: time)
    settleTime = time + Self.patience
    if spring == nil { settle(at: time) }
  }

  /// While it is zoomed the grid is wider than the opening, so that no side is bare, but not much.
  private mutating func fitColumns(to target: Double, place: Int, at time: Double) {
    let width = viewport.width
    let now = Double(arrangement.columns) * target
    let wanted: Double
    if now > 1.3 * width {
      wanted = width / target
    } else if now < width - target {
      wanted = 1.25 * width / target
    } else {
      return
    }
    let columns = max(1, Int(wanted.rounded(.up)))
    guard columns != arrangement.columns, let camera else { return }
    let held = camera.target.x - camera.grip.dx * target + target / 2
    let column = Int(((held - (width - Double(columns) * target) / 2) / target).rounded(.down))
    let phase = min(max(column, 0), columns - 1) - place
    let next = GridArrangement(count: keys.count, columns: columns, phase: phase)
    rearrange(at: time) { grid in
      grid.setArrangement(next)
      grid.camera = camera.relabelled(next.slot(of: place))
    }
  }

  /// Comes to rest after zooming: as many columns as fit, on whole pixels, within the ends.
  mutating func settle(at time: Double) {
    settleTime = nil
    guard let camera, let place = arrangement.place(at: camera.slot) else { return }
    if camera.targetCell >= 0.97 * fillingCell, keys.count > 0 {
      return fill(place, returningTo: min(cell, 0.5 * fillingCell), at: time)
    }
    setCell(camera.targetCell)
    let square = camera.finalView.square(of: camera.slot)
    let next = restingArrangement(
      holding: place, at: Point(camera.target.x - camera.grip.dx * cell, square.minY))
    if next != arrangement {
      rearrange(at: time) { grid in
        grid.setArrangement(next)
        grid.camera = camera.relabelled(next.slot(of: place))
      }
    }
    rest(at: camera.target.y, time: time)
  }

  /// Returns the arrangement at rest in which a place has a column near where it is, or its own column when the
  /// beginning is in sight.
  func restingArrangement(holding place: Int, at corner: Point) -> GridArrangement {
    let columns = columns(of: cell)
    let plain = GridArrangement(count: keys.count, columns: columns)
    let pitch = CellMeasures(cell: cell).pitch
    let above = corner.y - Double(plain.slot(of: place).row) * pitch.dy
    let offset = clamped(offset: Self.edge - above, extent: extent(plain, cell: cell))
    if offset < pitch.dy || keys.count <= columns { return plain }
    let left = (viewport.width - Double(columns) * cell) / 2
    let column = Int(((corner.x - left) / cell).rounded())
    return GridArrangement(
      count: keys.count, columns: columns, phase: min(max(column, 0), columns - 1) - place)
  }

  /// Sends the camera to where the grid rests with the held point at about `y`.
  private mutating func rest(at y: Double, time: Double) {
    guard var camera else { return }
    let measures = CellMeasures(cell: cell)
    let top = y - camera.grip.dy * cell - Double(camera.slot.row) * measures.pitch.dy
    let offset = clamped(
      offset: Self.edge - top, extent: extent(arrangement, cell: cell))
    let view = restingView(arrangement, cell: cell, offset: offset)
    let square = view.square(of: camera.slot)
    camera.zoom(to: cell, at: time, spring: spring)
    camera.move(to: square.origin + camera.grip * cell, at: time, spring: spring)
    self.camera = camera
    if spring == nil { park(camera) }
  }

  /// Ends a zoom that goes on, so that something else can be done; the camera still moves to its place.
  mutating func settleNow(at time: Double) {
    advance(to: time)
    if settleTime != nil { settle(at: time) }
  }

  /// The side of cells at which everything is seen at once.
  var fittingCell: Double {
    var side = CellMeasures.smallest
    while side < fillingCell {
      let next = side + 1
      let columns = columns(of: next)
      let rows = (keys.count + columns - 1) / max(columns, 1)
      let pitch = CellMeasures(cell: next).pitch
      if Double(rows) * pitch.dy + 2 * Self.edge > viewport.height || Double(columns) * next > viewport.width
      {
        break
      }
      side = next
    }
    return side
  }
}
