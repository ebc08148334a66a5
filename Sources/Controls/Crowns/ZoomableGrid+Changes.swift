import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

extension ZoomableGrid {
  // MARK: Rearranging

  /// Makes a change of places after which each cell goes on from where it is seen, as fast as it moves.
  mutating func rearrange(at time: Double, _ change: (inout ZoomableGrid) -> Void) {
    let old = cells(at: time)
    change(&self)
    guard let spring else {
      motion = nil
      return
    }
    motion = nil
    let view = self.view(at: time)
    let pitch = SIMD2(view.measures.pitch.dx, view.measures.pitch.dy)
    let origin = SIMD2(view.origin.x, view.origin.y)
    func slot(_ cell: GridCell) -> SIMD2<Double> {
      (SIMD2(cell.square.minX, cell.square.minY) - origin) / pitch
    }
    var before: [Int: GridCell] = [:]
    for cell in old where cell.place != nil { before[cell.key] = cell }
    var next = CellMotion(at: time, spring: spring)
    for cell in cells(at: time) {
      guard let seen = before[cell.key] else {
        next.offsets[cell.key] = .init(presence: -1)
        continue
      }
      let away = slot(seen) - cell.slot
      guard max(away.x.magnitude, away.y.magnitude) <= CellMotion.reach else {
        next.offsets[cell.key] = .init(presence: -1)
        continue
      }
      before[cell.key] = nil
      let isAtRest =
        max(away.x.magnitude, away.y.magnitude) < 1e-9 && seen.presence == 1 && seen.slotVelocity == .zero
      if isAtRest && seen.presenceVelocity == 0 { continue }
      next.offsets[cell.key] = .init(
        slots: away, presence: seen.presence - 1, slotVelocity: seen.slotVelocity,
        presenceVelocity: seen.presenceVelocity)
    }
    for cell in old where cell.presence > 0.005 && (cell.place == nil || before[cell.key] != nil) {
      next.ghosts.append(
        .init(
          key: cell.key, slot: slot(cell), presence: cell.presence, velocity: cell.presenceVelocity))
    }
    if !next.offsets.isEmpty || !next.ghosts.isEmpty { motion = next }
  }

  // MARK: Zooming

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
    if above > -pitch.dy || keys.count <= columns { return plain }
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
  private mutating func settleNow(at time: Double) {
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

  // MARK: One that fills the opening

  /// Lets one cell fill the opening.
  mutating func fill(_ place: Int, at time: Double) {
    settleNow(at: time)
    guard filling == nil else { return }
    fill(place, returningTo: destination.cell, at: time)
  }

  private mutating func fill(_ place: Int, returningTo cell: Double, at time: Double) {
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
  private mutating func turnPage(to place: Int, from old: Int, at time: Double) {
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

  // MARK: Selecting and scrolling

  /// Selects a place and brings it into sight.
  mutating func select(_ place: Int, at time: Double) {
    settleNow(at: time)
    guard keys.indices.contains(place) else { return }
    let old = selected
    if filling != nil {
      if let old, old != place { turnPage(to: place, from: old, at: time) }
      selected = place
      return
    }
    selected = place
    let pitch = CellMeasures(cell: cell).pitch.dy
    let top = Self.edge + Double(arrangement.slot(of: place).row) * pitch
    guard camera != nil else {
      return scroll.reveal(top...(top + pitch), margin: Self.edge, at: time, spring: spring)
    }
    let offset = destination.offset
    let highest = top - Self.edge
    let lowest = top + pitch + Self.edge - viewport.height
    scrollCamera(to: min(max(offset, lowest), max(highest, lowest)), at: time)
  }

  /// Scrolls by a distance, as a wheel does.
  mutating func turn(by distance: Double, at time: Double) {
    settleNow(at: time)
    guard filling == nil, distance.isFinite else { return }
    if camera != nil { return scrollCamera(to: destination.offset + distance, at: time) }
    if spring == nil { scroll.move(by: distance, at: time) } else { scroll.turn(by: distance, at: time) }
  }

  /// Scrolls to an offset.
  mutating func go(to offset: Double, at time: Double) {
    settleNow(at: time)
    guard filling == nil else { return }
    if camera != nil { return scrollCamera(to: offset, at: time) }
    scroll.go(to: offset, at: time, spring: spring)
  }

  private mutating func scrollCamera(to offset: Double, at time: Double) {
    guard let camera else { return }
    let next = clamped(offset: offset, extent: extent(arrangement, cell: cell))
    var moved = camera
    moved.move(
      to: Point(camera.target.x, camera.target.y - aligned(next - destination.offset)), at: time,
      spring: spring)
    self.camera = moved
  }

  // MARK: Other crowns, another opening

  /// Shows other crowns; the selected one stays selected when it is among them.
  mutating func show(_ newKeys: [Int], keepingPlace: Bool, at time: Double) {
    settleNow(at: time)
    let key = selected.map { keys[$0] }
    let offset = keepingPlace ? destination.offset : 0
    let side = filling?.cell ?? destination.cell
    rearrange(at: time) { grid in
      grid.filling = nil
      grid.camera = nil
      grid.setCell(side)
      let phase = keepingPlace && grid.arrangement.columns == grid.columns(of: grid.cell)
      grid.setArrangement(
        GridArrangement(
          count: newKeys.count, columns: grid.columns(of: grid.cell),
          phase: phase ? grid.arrangement.phase : 0), keys: newKeys)
      grid.setScroll(offset: offset)
      grid.selected = newKeys.firstIndex { $0 == key } ?? (newKeys.isEmpty ? nil : 0)
    }
  }

  /// Takes another opening at once; the selected crown, or else the one in the middle, stays where it is.
  mutating func resize(to size: Size, pixelsPerPoint: Double) {
    guard size != viewport || pixelsPerPoint != self.pixelsPerPoint else { return }
    let time = now
    if settleTime != nil { settle(at: time) }
    let isFirst = viewport.isEmpty
    let side = filling?.cell ?? destination.cell
    let held = heldPlace(at: time)
    let (view, old) = (filling == nil ? camera?.finalView ?? view(at: time) : nil, arrangement)
    motion = nil
    setViewport(size, pixelsPerPoint: pixelsPerPoint)
    camera = nil
    setCell(isFirst ? cell : side)
    guard let held, let view, !isFirst else {
      setArrangement(GridArrangement(count: keys.count, columns: columns(of: cell)))
      let row = Double(selected.map { arrangement.slot(of: $0).row } ?? 0)
      setScroll(offset: isFirst ? 0 : row * CellMeasures(cell: cell).pitch.dy - size.height / 2)
      return refill()
    }
    let square = view.square(of: old.slot(of: held))
    let y = min(max(square.minY, Self.edge), max(Self.edge, size.height - square.height))
    let corner = Point(min(square.minX, size.width), y)
    setArrangement(restingArrangement(holding: held, at: corner))
    setScroll(
      offset: Self.edge + Double(arrangement.slot(of: held).row) * CellMeasures(cell: cell).pitch.dy - y)
  }

  /// Lets the crown that filled the old opening fill the new one.
  private mutating func refill() {
    guard let filling, let selected else { return }
    let offset = scroll.destination(at: now)
    var next = GridCamera(
      slot: arrangement.slot(of: selected), grip: Vector(0.5, 0.5), cell: fillingCell, at: center)
    next.move(to: center, at: now, spring: nil)
    camera = next
    self.filling = Filling(cell: filling.cell, offset: offset)
  }

  /// The place that stays where it is when the opening changes.
  private func heldPlace(at time: Double) -> Int? {
    let view = camera?.finalView ?? view(at: time)
    if let selected {
      let square = view.square(of: arrangement.slot(of: selected))
      if square.minY >= 0 && square.maxY <= viewport.height { return selected }
    }
    return arrangement.nearestPlace(to: view.slot(at: center))
  }
}
