import Controls
import Geometry
import Motion

/// A grid of crowns that can be scrolled at rest and zoomed from small cells to one that fills the viewport.
///
/// It is a value without a clock. During a zoom a camera holds the point under the pointer; when zooming pauses, the
/// grid settles with as many columns as fit, and cells on whole pixels. A cell whose slot changes then glides or fades.
struct ZoomableGrid {
  /// The displayed crowns by keys, in order.
  private(set) var keys: [Int] = []
  private(set) var arrangement = GridArrangement(count: 0, columns: 1)
  private(set) var opening = GridOpening()

  /// The side of a cell's square at rest.
  private(set) var cell: Double
  private(set) var pose = GridPose.resting(ScrollPosition())
  private(set) var motion: CellMotion?

  /// The place of the selected crown.
  private(set) var selected: Int?

  /// The spring of all motion, or nil if changes are immediate.
  var spring: Spring? = .interface

  /// The latest time that was passed in.
  private(set) var now = 0.0

  /// The initial scroll offset, applied once there are a viewport and content.
  private var firstOffset: Double?

  init(cell: Double) {
    self.cell = max(cell, CellMeasures.smallest)
  }

  /// Sets the initial cell size and scroll offset, before anything was shown.
  mutating func open(cell: Double, offset: Double) {
    guard keys.isEmpty || opening.size.isEmpty else { return }
    self.cell = max(cell, CellMeasures.smallest)
    firstOffset = offset
  }

  /// Returns the initial scroll offset once, when it can be applied.
  private mutating func takeFirstOffset(isPossible: Bool) -> Double? {
    defer { if isPossible { firstOffset = nil } }
    return firstOffset
  }

  /// The seconds from the last turn of the wheel until the grid settles.
  static let patience = 0.22

  // MARK: State

  /// The scroll position at rest; with a camera nothing scrolls.
  var scroll: ScrollPosition {
    get {
      if case .resting(let scroll) = pose { scroll } else { ScrollPosition() }
    }
    set {
      if case .resting = pose { pose = .resting(newValue) }
    }
  }

  var camera: GridCamera? { pose.camera }
  var filling: GridReturn? { pose.filling }
  var settleTime: Double? { pose.settleTime }

  /// The final state: the side of its cells and the scroll offset.
  var destination: (cell: Double, offset: Double) {
    guard let camera else { return (cell, scroll.destination(at: now)) }
    return (camera.targetCell, GridOpening.edge - camera.finalView.origin.y)
  }

  /// The final state once no crown fills the viewport.
  var emptied: (cell: Double, offset: Double) {
    guard let filling else { return destination }
    return (filling.cell, filling.offset)
  }

  // MARK: Visible cells

  func view(at time: Double) -> GridView {
    camera?.view(at: time)
      ?? opening.restingView(of: arrangement, cell: cell, offset: scroll.offset(at: time))
  }

  /// Returns the place at a point.
  func place(at point: Point, time: Double) -> Int? {
    arrangement.place(at: view(at: time).slot(at: point))
  }

  /// Returns the visible cells, with disappearing ones first.
  func cells(at time: Double) -> [GridCell] {
    var cells: [GridCell] = []
    appendCells(at: time, to: &cells)
    return cells
  }

  func appendCells(at time: Double, to cells: inout [GridCell]) {
    let view = view(at: time)
    let response = motion?.response(at: time)
    let seen = Rect(origin: .zero, size: opening.size)
    func add(
      _ key: Int, _ place: Int?, _ slot: SIMD2<Double>, _ presence: Double, _ slotVelocity: SIMD2<Double>,
      _ presenceVelocity: Double
    ) {
      let square = view.square(column: slot.x, row: slot.y)
      let visibility = min(max(presence, 0), 1) * solitude(of: square, in: view)
      guard visibility > 0.002, square.maxX > 0, square.minX < seen.maxX, square.minY < seen.maxY,
        square.minY + view.measures.pitch.dy > 0
      else { return }
      cells.append(
        GridCell(
          key: key, place: place, square: square, presence: presence, visibility: visibility, slot: slot,
          slotVelocity: slotVelocity, presenceVelocity: presenceVelocity))
    }
    if let motion, let response {
      for ghost in motion.ghosts {
        let presence = response(Moving(value: ghost.presence, velocity: ghost.velocity))
        add(ghost.key, nil, ghost.slot, presence.value, .zero, presence.velocity)
      }
    }
    let margin = motion == nil ? 0 : Int(CellMotion.reach.x) + 1
    forEachPlace(in: view, margin: margin) { place, slot in
      let home = SIMD2(Double(slot.column), Double(slot.row))
      guard let response, let offset = motion?.offsets[keys[place]] else {
        return add(keys[place], place, home, 1, .zero, 0)
      }
      let x = response(Moving(value: offset.slots.x, velocity: offset.slotVelocity.x))
      let y = response(Moving(value: offset.slots.y, velocity: offset.slotVelocity.y))
      let presence = response(Moving(value: offset.presence, velocity: offset.presenceVelocity))
      add(
        keys[place], place, home + SIMD2(x.value, y.value), 1 + presence.value,
        SIMD2(x.velocity, y.velocity), presence.velocity)
    }
  }

  /// Calls `body` for each place in the visible slots, and in `margin` slots around them.
  private func forEachPlace(in view: GridView, margin: Int, _ body: (Int, GridSlot) -> Void) {
    guard arrangement.count > 0, !opening.size.isEmpty else { return }
    let seen = view.slots(in: Rect(origin: .zero, size: opening.size))
    let rows = max(0, seen.rows.lowerBound - margin)...max(0, seen.rows.upperBound + margin)
    let columns = max(0, seen.columns.lowerBound - margin)...max(0, seen.columns.upperBound + margin)
    for row in rows.clamped(to: 0...max(0, arrangement.rows - 1)) {
      for column in columns.clamped(to: 0...arrangement.columns - 1) {
        let slot = GridSlot(column: column, row: row)
        if let place = arrangement.place(at: slot) { body(place, slot) }
      }
    }
  }

  /// The remaining opacity of a cell when one nearly fills the viewport: only the one in the middle stays.
  private func solitude(of square: Rect, in view: GridView) -> Double {
    let share = fullness(of: view)
    guard share > 0 else { return 1 }
    let center = opening.center
    let away = max((square.midX - center.x).magnitude, (square.midY - center.y).magnitude) / view.cell
    return 1 - share * CellMeasures.ramp(away, from: 0.5, to: 1)
  }

  /// The degree to which one crown fills the viewport, 0…1.
  func fullness(at time: Double) -> Double { fullness(of: view(at: time)) }

  private func fullness(of view: GridView) -> Double {
    CellMeasures.ramp(view.cell, from: 0.75 * opening.fillingCell, to: 0.95 * opening.fillingCell)
  }

  // MARK: Time

  /// Returns when the next frame is needed, or nil if nothing will move.
  func nextFrameTime(after time: Double) -> Double? {
    if let camera, time < camera.end { return time }
    if motion != nil || scroll.isMoving(at: time) { return time }
    return settleTime
  }

  /// Whether crowns are being resized or moved, or will be when the grid settles, so that their current appearance is
  /// temporary.
  ///
  /// Scrolling does not count: it keeps cells on whole pixels with the same pictures.
  func isReshaping(at time: Double) -> Bool {
    motion != nil || settleTime != nil || (camera.map { time < $0.end } ?? false)
  }

  /// Advances the grid to a time: finished motions end, and a zoom settles when it is due.
  mutating func advance(to time: Double) {
    if let due = settleTime, due <= time { settle(at: due) }
    if let motion, motion.end <= time { self.motion = nil }
    if case .landing(let camera) = pose, camera.end <= time { park(camera) }
    now = max(now, time)
  }

  // MARK: Rest

  /// Releases the camera, which has come to rest.
  private mutating func park(_ camera: GridCamera) {
    rest(at: GridOpening.edge - camera.finalView.origin.y)
  }

  /// Comes to rest immediately, scrolled to an offset.
  private mutating func rest(at offset: Double) {
    let extent = opening.extent(of: arrangement, cell: cell)
    var scroll = ScrollPosition(extent: extent, viewport: opening.size.height)
    scroll.go(to: opening.clamped(offset: offset, extent: extent), at: now, spring: nil)
    pose = .resting(scroll)
  }

  // MARK: Zooming

  /// Enlarges or shrinks the cells, keeping the item at `point` in place.
  mutating func zoom(by factor: Double, about point: Point, at time: Double) {
    guard factor > 0, factor.isFinite else { return }
    zoom(to: (camera?.targetCell ?? cell) * factor, about: point, at: time)
  }

  /// Zooms to another side of the cells, keeping the item at `point` in place.
  mutating func zoom(to wanted: Double, about point: Point, at time: Double) {
    advance(to: time)
    let view = self.view(at: time)
    guard wanted.isFinite, let place = arrangement.nearestPlace(to: view.slot(at: point)) else { return }
    let target = min(max(wanted, CellMeasures.smallest), opening.fillingCell)
    let slot = arrangement.slot(of: place)
    // A point on the name below a square keeps its distance from the square.
    let point = view.square(of: slot).clamping(point)
    var held =
      camera?.holding(slot, at: point, time: time) ?? GridCamera(holding: slot, at: point, in: view)
    held.zoom(to: target, at: time, spring: spring)
    pose = .zooming(held, settling: time + Self.patience)
    fitColumns(to: target, place: place, at: time)
    if spring == nil { settle(at: time) }
  }

  /// During a zoom the grid is slightly wider than the viewport, so that neither side is empty.
  private mutating func fitColumns(to target: Double, place: Int, at time: Double) {
    let width = opening.size.width
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
    take(GridArrangement(count: keys.count, columns: columns, phase: phase), holding: place, camera, at: time)
  }

  /// Comes to rest after zooming: with as many columns as fit, on whole pixels, within the scroll limits.
  private mutating func settle(at time: Double) {
    guard case .zooming(let camera, _) = pose else { return }
    pose = .landing(camera)
    guard let place = arrangement.place(at: camera.slot) else { return }
    if camera.targetCell >= 0.97 * opening.fillingCell, keys.count > 0 {
      return fill(place, returningTo: min(cell, 0.5 * opening.fillingCell), at: time)
    }
    cell = opening.restingCell(camera.targetCell)
    let square = camera.finalView.square(of: camera.slot)
    let next = opening.restingArrangement(
      of: arrangement, cell: cell, holding: place,
      at: Point(camera.target.x - camera.grip.dx * cell, square.minY))
    if next != arrangement { take(next, holding: place, camera, at: time) }
    land(at: camera.target.y, time: time)
  }

  /// Switches to another arrangement; a place keeps its point under the camera.
  private mutating func take(
    _ next: GridArrangement, holding place: Int, _ camera: GridCamera, at time: Double
  ) {
    rearrange(at: time) { grid in
      grid.arrangement = next
      grid.pose = grid.pose.with(camera.relabelled(next.slot(of: place)))
    }
  }

  /// Moves the camera to the resting position with the held point at about `y`.
  private mutating func land(at y: Double, time: Double) {
    guard var camera else { return }
    let measures = CellMeasures(cell: cell)
    let top = y - camera.grip.dy * cell - Double(camera.slot.row) * measures.pitch.dy
    let offset = opening.clamped(
      offset: GridOpening.edge - top, extent: opening.extent(of: arrangement, cell: cell))
    let square = opening.restingView(of: arrangement, cell: cell, offset: offset).square(of: camera.slot)
    camera.zoom(to: cell, at: time, spring: spring)
    camera.move(to: square.origin + camera.grip * cell, at: time, spring: spring)
    pose = .landing(camera)
    if spring == nil { park(camera) }
  }

  /// Ends a zoom in progress, so that another action can start; the camera still moves to its position.
  private mutating func settleNow(at time: Double) {
    advance(to: time)
    settle(at: time)
  }

  /// The side of cells at which all are visible.
  var fittingCell: Double { opening.fittingCell(count: keys.count) }

  // MARK: One cell

  /// Makes one cell fill the viewport.
  mutating func fill(_ place: Int, at time: Double) {
    settleNow(at: time)
    guard filling == nil else { return }
    fill(place, returningTo: destination.cell, at: time)
  }

  private mutating func fill(_ place: Int, returningTo cell: Double, at time: Double) {
    let slot = arrangement.slot(of: place)
    let view = view(at: time)
    let start = camera ?? GridCamera(holding: slot, at: view.square(of: slot).center, in: view)
    var next = start.moving(to: slot, grip: Vector(0.5, 0.5), at: time)
    let back = GridReturn(cell: cell, offset: destination.offset)
    selected = place
    next.zoom(to: opening.fillingCell, at: time, spring: spring)
    next.move(to: opening.center, at: time, spring: spring)
    pose = .filled(next, back)
  }

  /// Goes back from one cell that fills the viewport to the grid.
  mutating func unfill(at time: Double) {
    guard case .filled(let camera, let back) = pose else { return }
    cell = opening.restingCell(back.cell)
    let place = min(selected ?? 0, max(0, keys.count - 1))
    let columns = opening.columns(of: cell)
    let next = GridArrangement(
      count: keys.count, columns: columns, phase: columns == arrangement.columns ? arrangement.phase : 0)
    var moved = camera.moving(to: arrangement.slot(of: place), grip: Vector(0.5, 0.5), at: time)
    if next != arrangement {
      moved = moved.relabelled(next.slot(of: place))
      arrangement = next
      motion = nil
    }
    let whole = CellMeasures(cell: cell).pitch.dy
    let row = Double(next.slot(of: place).row) * whole + GridOpening.edge
    var offset = back.offset
    if row < offset || row + whole > offset + opening.size.height {
      offset = row + whole / 2 - opening.size.height / 2
    }
    offset = opening.clamped(offset: offset, extent: opening.extent(of: next, cell: cell))
    let square = opening.restingView(of: next, cell: cell, offset: offset).square(of: moved.slot)
    moved.zoom(to: cell, at: time, spring: spring)
    moved.move(to: square.center, at: time, spring: spring)
    pose = .landing(moved)
    if spring == nil { park(moved) }
  }

  /// Shows another crown in place of the one that fills the viewport, entering from its side.
  private mutating func turnPage(to place: Int, from old: Int, at time: Double) {
    guard let camera else { return }
    rearrange(at: time) { grid in
      grid.selected = place
      grid.pose = grid.pose.with(camera.relabelled(grid.arrangement.slot(of: place)))
    }
    motion?.enter(keys[place], from: place > old ? 1 : -1)
  }

  // MARK: Selecting and scrolling

  /// Selects a place and scrolls it into view.
  mutating func select(_ place: Int, at time: Double) {
    settleNow(at: time)
    guard keys.indices.contains(place) else { return }
    let old = selected
    selected = place
    if filling != nil {
      if let old, old != place { turnPage(to: place, from: old, at: time) }
      return
    }
    let pitch = CellMeasures(cell: cell).pitch.dy
    let top = GridOpening.edge + Double(arrangement.slot(of: place).row) * pitch
    guard camera != nil else {
      return scroll.reveal(top...(top + pitch), margin: GridOpening.edge, at: time, spring: spring)
    }
    let highest = top - GridOpening.edge
    let lowest = top + pitch + GridOpening.edge - opening.size.height
    scrollCamera(to: min(max(destination.offset, lowest), max(highest, lowest)), at: time)
  }

  /// Scrolls by a distance, like a wheel.
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
    guard var camera else { return }
    let next = opening.clamped(offset: offset, extent: opening.extent(of: arrangement, cell: cell))
    let distance = opening.aligned(next - destination.offset)
    camera.move(to: Point(camera.target.x, camera.target.y - distance), at: time, spring: spring)
    pose = pose.with(camera)
  }

  // MARK: Changing crowns and viewport

  /// Changes places; each cell continues from its position, with its velocity.
  private mutating func rearrange(at time: Double, _ change: (inout ZoomableGrid) -> Void) {
    let old = cells(at: time)
    change(&self)
    motion = nil
    guard let spring else { return }
    motion = CellMotion(from: old, to: cells(at: time), in: view(at: time), at: time, spring: spring)
  }

  /// Shows other crowns; the selected one stays selected if it is among them.
  ///
  /// - Parameter isAnimated: Whether crowns glide and fade to their new places.
  mutating func show(_ newKeys: [Int], keepingPlace: Bool, isAnimated: Bool = true, at time: Double) {
    settleNow(at: time)
    let key = selected.map { keys[$0] }
    let first = takeFirstOffset(isPossible: !opening.size.isEmpty)
    let offset = first ?? (keepingPlace ? destination.offset : 0)
    let side = filling?.cell ?? destination.cell
    rearrange(at: time) { grid in
      grid.cell = grid.opening.restingCell(side)
      let columns = grid.opening.columns(of: grid.cell)
      let keepsPhase = keepingPlace && grid.arrangement.columns == columns
      grid.arrangement = GridArrangement(
        count: newKeys.count, columns: columns, phase: keepsPhase ? grid.arrangement.phase : 0)
      grid.keys = newKeys
      grid.rest(at: offset)
      grid.selected = newKeys.firstIndex { $0 == key } ?? (newKeys.isEmpty ? nil : 0)
    }
    if !isAnimated { motion = nil }
  }

  /// Changes the viewport immediately; the selected crown, or otherwise the one in the middle, keeps its position.
  mutating func resize(to size: Size, pixelsPerPoint: Double) {
    let next = GridOpening(size: size, pixelsPerPoint: pixelsPerPoint)
    guard next != opening else { return }
    let time = now
    settle(at: time)
    let isFirst = opening.size.isEmpty
    let back = filling
    let side = back?.cell ?? destination.cell
    let held = heldPlace(at: time)
    let (view, old) = (back == nil ? camera?.finalView ?? view(at: time) : nil, arrangement)
    motion = nil
    opening = next
    cell = opening.restingCell(isFirst ? cell : side)
    let first = takeFirstOffset(isPossible: !keys.isEmpty)
    guard let held, let view, !isFirst else {
      arrangement = GridArrangement(count: keys.count, columns: opening.columns(of: cell))
      let row = Double(selected.map { arrangement.slot(of: $0).row } ?? 0)
      rest(at: isFirst ? first ?? 0 : row * CellMeasures(cell: cell).pitch.dy - size.height / 2)
      return refill(returningTo: back)
    }
    let square = view.square(of: old.slot(of: held))
    let y = min(max(square.minY, GridOpening.edge), max(GridOpening.edge, size.height - square.height))
    arrangement = opening.restingArrangement(
      of: arrangement, cell: cell, holding: held, at: Point(min(square.minX, size.width), y))
    rest(
      at: GridOpening.edge + Double(arrangement.slot(of: held).row) * CellMeasures(cell: cell).pitch.dy - y)
  }

  /// Makes the crown that filled the old viewport fill the new one.
  private mutating func refill(returningTo back: GridReturn?) {
    guard let back, let selected else { return }
    let offset = scroll.destination(at: now)
    let camera = GridCamera(
      slot: arrangement.slot(of: selected), grip: Vector(0.5, 0.5), cell: opening.fillingCell,
      at: opening.center)
    pose = .filled(camera, GridReturn(cell: back.cell, offset: offset))
  }

  /// The place that keeps its position when the viewport changes.
  private func heldPlace(at time: Double) -> Int? {
    let view = camera?.finalView ?? view(at: time)
    if let selected {
      let square = view.square(of: arrangement.slot(of: selected))
      if square.minY >= 0 && square.maxY <= opening.size.height { return selected }
    }
    return arrangement.nearestPlace(to: view.slot(at: opening.center))
  }
}

/// The state of the view of a grid.
enum GridPose: Hashable {
  /// The cells are on whole pixels and can be scrolled.
  case resting(ScrollPosition)
  /// A camera follows the pointer; the grid settles at a time unless zooming continues.
  case zooming(GridCamera, settling: Double)
  /// The camera moves to the grid's resting position.
  case landing(GridCamera)
  /// One cell fills the viewport; the grid returns to its previous state.
  case filled(GridCamera, GridReturn)

  var camera: GridCamera? {
    switch self {
    case .resting: nil
    case .zooming(let camera, _), .landing(let camera), .filled(let camera, _): camera
    }
  }

  /// The state to which the grid returns from one cell that fills it, or nil if none does.
  var filling: GridReturn? {
    if case .filled(_, let back) = self { back } else { nil }
  }

  /// The time at which it settles after zooming.
  var settleTime: Double? {
    if case .zooming(_, let time) = self { time } else { nil }
  }

  /// Returns the same pose with another camera; without one it is unchanged.
  func with(_ camera: GridCamera) -> GridPose {
    switch self {
    case .resting: self
    case .zooming(_, let time): .zooming(camera, settling: time)
    case .landing: .landing(camera)
    case .filled(_, let back): .filled(camera, back)
    }
  }
}

/// The side of the cells and the scroll offset to which a grid returns from one cell that fills it.
struct GridReturn: Hashable {
  var cell: Double
  var offset: Double
}
