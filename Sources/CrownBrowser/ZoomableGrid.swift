import Controls
import Geometry
import Motion

#if canImport(Glibc)
  import Glibc
#endif

/// A grid of crowns that is scrolled at rest and zoomed from small cells to one that fills the opening.
///
/// It is a value without a clock. While it is zoomed a camera holds the point under the pointer; when that rests
/// the grid settles: as many columns as fit, the cells on whole pixels. What changes its slot then, glides or fades.
struct ZoomableGrid {
  /// The crowns that are shown, by keys, in order.
  private(set) var keys: [Int] = []
  private(set) var arrangement = GridArrangement(count: 0, columns: 1)
  private(set) var viewport = Size.zero
  private(set) var pixelsPerPoint = 1.0

  /// The side of a cell's square at rest.
  private(set) var cell: Double
  /// How far it is scrolled while there is no camera.
  var scroll = Scroll()
  /// How it is looked at while it is zoomed or filled by one cell.
  var camera: GridCamera?
  var motion: CellMotion?

  /// When it settles after zooming, unless zooming goes on.
  var settleTime: Double?

  /// The place of the selected crown.
  var selected: Int?

  /// What it goes back to from one cell that fills it, or nil when none does.
  var filling: Filling?

  struct Filling: Hashable {
    var cell: Double
    var offset: Double
  }

  /// What carries every motion, or nil when changes are seen at once.
  var spring: Spring? = .interface

  /// The latest time that it was told.
  var now = 0.0

  init(cell: Double) {
    self.cell = max(cell, CellMeasures.smallest)
  }

  // MARK: Measures

  /// The room above the first row, below the last, and beside the columns.
  static let edge = 8.0

  /// The seconds after the last turn of the wheel until it settles.
  static let patience = 0.22

  /// The side of the square that fills the opening.
  var fillingCell: Double { max(CellMeasures.smallest, min(viewport.width, viewport.height)) }

  var center: Point { Point(viewport.width / 2, viewport.height / 2) }

  /// Returns how many columns fit beside each other.
  func columns(of cell: Double) -> Int {
    max(1, Int(((viewport.width - 2 * Self.edge) / cell + 1e-9).rounded(.down)))
  }

  func aligned(_ value: Double) -> Double { (value * pixelsPerPoint).rounded() / pixelsPerPoint }

  /// Returns where the first slot begins at rest, not scrolled.
  private func restingOrigin(_ arrangement: GridArrangement, cell: Double) -> Point {
    Point(aligned((viewport.width - Double(arrangement.columns) * cell) / 2), Self.edge)
  }

  func extent(_ arrangement: GridArrangement, cell: Double) -> Double {
    Double(arrangement.rows) * CellMeasures(cell: cell).pitch.dy + 2 * Self.edge
  }

  /// Returns what is seen at rest, scrolled so far.
  func restingView(_ arrangement: GridArrangement, cell: Double, offset: Double) -> GridView {
    let origin = restingOrigin(arrangement, cell: cell)
    return GridView(cell: cell, origin: Point(origin.x, aligned(origin.y - offset)))
  }

  func clamped(offset: Double, extent: Double) -> Double {
    min(max(offset, 0), max(0, extent - viewport.height))
  }

  // MARK: What is seen

  func view(at time: Double) -> GridView {
    camera?.view(at: time)
      ?? restingView(arrangement, cell: cell, offset: scroll.offset(at: time))
  }

  /// Where it comes to rest: the side of its cells and how far it is scrolled.
  var destination: (cell: Double, offset: Double) {
    guard let camera else { return (cell, scroll.destination(at: now)) }
    return (camera.targetCell, Self.edge - camera.finalView.origin.y)
  }

  /// Returns the place at a point.
  func place(at point: Point, time: Double) -> Int? {
    arrangement.place(at: view(at: time).slot(at: point))
  }

  /// Returns the cells that can be seen, those that go before those that stay.
  func cells(at time: Double) -> [GridCell] {
    var cells: [GridCell] = []
    appendCells(at: time, to: &cells)
    return cells
  }

  func appendCells(at time: Double, to cells: inout [GridCell]) {
    let view = view(at: time)
    let response = motion?.response(at: time)
    let opening = Rect(origin: .zero, size: viewport)
    func add(
      _ key: Int, _ place: Int?, _ slot: SIMD2<Double>, _ presence: Double, _ slotVelocity: SIMD2<Double>,
      _ presenceVelocity: Double
    ) {
      let square = view.square(column: slot.x, row: slot.y)
      let visibility = min(max(presence, 0), 1) * solitude(of: square, in: view)
      guard visibility > 0.002, square.maxX > 0, square.minX < opening.maxX,
        square.minY < opening.maxY, square.minY + view.measures.pitch.dy > 0
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

  /// Calls back for what stands in the slots that the opening shows, and so many beyond them.
  private func forEachPlace(in view: GridView, margin: Int, _ body: (Int, GridSlot) -> Void) {
    guard arrangement.count > 0, !viewport.isEmpty else { return }
    let seen = view.slots(in: Rect(origin: .zero, size: viewport))
    let rows = max(0, seen.rows.lowerBound - margin)...max(0, seen.rows.upperBound + margin)
    let columns = max(0, seen.columns.lowerBound - margin)...max(0, seen.columns.upperBound + margin)
    for row in rows.clamped(to: 0...max(0, arrangement.rows - 1)) {
      for column in columns.clamped(to: 0...arrangement.columns - 1) {
        let slot = GridSlot(column: column, row: row)
        if let place = arrangement.place(at: slot) { body(place, slot) }
      }
    }
  }

  /// How much of a cell is left when one of them nearly fills the opening: the one in the middle stays.
  private func solitude(of square: Rect, in view: GridView) -> Double {
    let share = CellMeasures.ramp(view.cell, from: 0.5 * fillingCell, to: 0.95 * fillingCell)
    guard share > 0 else { return 1 }
    let away = max((square.midX - center.x).magnitude, (square.midY - center.y).magnitude) / view.cell
    return 1 - share * CellMeasures.ramp(away, from: 0.5, to: 1)
  }

  /// Whether something moves or will.
  func nextFrameTime(after time: Double) -> Double? {
    if let camera, time < camera.end { return time }
    if motion != nil || (camera == nil && scroll.isMoving(at: time)) { return time }
    return settleTime
  }

  /// Whether crowns grow or glide, or will when it settles, so that how they look now does not last.
  ///
  /// Scrolling keeps whole pixels and all that is on them.
  func isReshaping(at time: Double) -> Bool {
    motion != nil || settleTime != nil || (camera.map { time < $0.end } ?? false)
  }

  /// Brings the grid to a time: what has come to its end makes room for what follows.
  mutating func advance(to time: Double) {
    if let due = settleTime, due <= time { settle(at: due) }
    if let motion, motion.end <= time { self.motion = nil }
    if let camera, filling == nil, settleTime == nil, camera.end <= time { park(camera) }
    now = max(now, time)
  }

  // MARK: Rest

  /// Lets go of the camera, which has come to rest.
  mutating func park(_ camera: GridCamera) {
    self.camera = nil
    setScroll(offset: Self.edge - camera.finalView.origin.y)
  }

  mutating func setScroll(offset: Double) {
    let extent = extent(arrangement, cell: cell)
    scroll = Scroll(extent: extent, viewport: viewport.height)
    scroll.go(to: clamped(offset: offset, extent: extent), at: now, spring: nil)
  }

  /// Sets the side of the cells' squares, on whole pixels.
  mutating func setCell(_ wanted: Double) {
    let side = max(CellMeasures.smallest, viewport.isEmpty ? wanted : min(wanted, fillingCell))
    cell = max(aligned(side), 1 / pixelsPerPoint)
  }

  /// Takes another arrangement, without any motion.
  mutating func setArrangement(_ new: GridArrangement, keys newKeys: [Int]? = nil) {
    arrangement = new
    if let newKeys { keys = newKeys }
  }

  /// Takes another opening; what is held keeps its height.
  mutating func setViewport(_ size: Size, pixelsPerPoint: Double) {
    viewport = size
    self.pixelsPerPoint = pixelsPerPoint
  }
}

extension ZoomableGrid {
  /// How near one crown is to filling the opening, 0…1.
  func fullness(at time: Double) -> Double {
    CellMeasures.ramp(view(at: time).cell, from: 0.5 * fillingCell, to: 0.95 * fillingCell)
  }

  /// The room between the edge of a square and its crown.
  func cellPadding(of square: Rect) -> Double { CellMeasures(cell: square.width).padding }
}
