import Geometry
import Motion

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
      guard away.x.magnitude <= CellMotion.reach.x, away.y.magnitude <= CellMotion.reach.y else {
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
