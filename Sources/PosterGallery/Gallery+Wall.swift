import Colors
import Geometry
import Motion
import Scene

/// The posters that hang in the opening of the wall.
extension Gallery {
  /// Where the top of the wall is, on a whole pixel, so that what rests on it is sharp.
  var wallOffset: Double {
    let offset = scroll.offset(at: now)
    return (offset * interface.scale).rounded() / interface.scale
  }

  /// Returns a rectangle of the wall in points of the window, the wall being scrolled to `offset`.
  func inWindow(_ rect: Rect, offset: Double) -> Rect {
    rect.offset(by: Vector(0, opening.frame.minY - offset))
  }

  func onWall(_ point: Point) -> Point { Point(point.x, point.y - opening.frame.minY + wallOffset) }

  /// Returns the frame of a poster on the wall.
  func frame(at index: Int) -> Rect {
    grid.frame(of: shelf.card(at: index)?.page ?? Size(width: 2, height: 3), at: index)
  }

  func showWall() {
    let offset = wallOffset
    if offset != shownOffset {
      if shownOffset.isFinite, offset != shownOffset { scrollDirection = offset > shownOffset ? 1 : -1 }
      shownOffset = offset
      wall.position = Point(0, -offset)
    }
    // Nothing is hovered while the wall moves; what comes to rest under the pointer is, from that instant on.
    if isHoverPending, !scroll.isMoving(at: now) {
      isHoverPending = false
      updateHover(at: max(scroll.restTime, hoverTime))
    }
    let range = grid.indices(from: offset, to: offset + opening.bounds.height)
    if range != shownRange || mustPlaceCells {
      shownRange = range
      placeCells(range)
      mustPlaceCells = false
      movesCells = false
    }
    settleHovered()
  }

  private func placeCells(_ range: Range<Int>) {
    guard range.upperBound <= shelf.count else { return }
    shelf.want(wish(range))
    var kept: [PosterCard.ID: PosterCell] = [:]
    kept.reserveCapacity(range.count)
    for index in range {
      let id = shelf.id(at: index)
      let known = cells[id]
      let cell = known ?? PosterCell(id, in: tree)
      if known == nil { wall.addSublayer(cell.layer) }
      kept[id] = cell
      place(cell, at: index, isNew: known == nil)
    }
    for (id, cell) in cells where kept[id] == nil { cell.layer.removeFromSuperlayer() }
    cells = kept
  }

  private func place(_ cell: PosterCell, at index: Int, isNew: Bool) {
    let card = shelf.card(at: index)
    let frame = grid.frame(of: card?.page ?? Size(width: 2, height: 3), at: index)
    let action = movesCells && !isNew ? Transaction.Action.spring(.interface) : .none
    cell.show(card, frame: frame, interface, at: now, action)
    if isNew {
      lift(cell, animated: false)
      if movesCells { cell.appear(at: now) }
    }
    cell.layer.isHidden = isOnStage(cell.id)
    cell.recede(shownProgress, scales: !isFading)
    if cell.needsPicture {
      let pixels = PixelSize(frame.size, scale: interface.scale)
      cell.show(shelf.picture(of: cell.id, size: pixels), fadesAt: isNew || reducesMotion ? nil : now)
    }
    mark(cell)
  }

  /// The pictures that are needed, and about two openings of them in the direction of scrolling.
  private func wish(_ range: Range<Int>) -> ShelfWish {
    let reach = max(range.count, grid.columns) * 2
    let ahead =
      scrollDirection > 0
      ? Array(range.upperBound..<min(range.upperBound + reach, grid.count))
      : Array((max(range.lowerBound - reach, 0)..<range.lowerBound).reversed())
    return ShelfWish(
      visible: range, ahead: ahead, room: grid.box, window: size, scale: interface.scale)
  }

  func mark(_ cell: PosterCell) {
    let isCursor = isKeyboardUsed && focus.control == nil && selection.cursor == cell.id
    let isNamed = cell.id == hovered || (isCursor && selection.ids.count <= 1)
    cell.show(
      .init(
        isSelected: selection.contains(cell.id) && renamed != cell.id, isCursor: isCursor,
        caption: isNamed && renamed != cell.id ? cell.card?.name : nil, room: grid.box.width), interface)
  }

  func markAll() {
    for cell in cells.values { mark(cell) }
  }

  // MARK: Under the pointer

  /// Finds which poster the pointer is over, while nothing else has it and the wall stands still.
  func updateHover(at time: Double? = nil) {
    var found: PosterCard.ID?
    if let pointer, press == nil, menu == nil, current == nil, !indicator.isHovered, focus.hovered == nil {
      if scroll.isMoving(at: now) { isHoverPending = true } else { found = poster(at: pointer) }
    }
    hoverTime = time ?? now
    guard found != hovered else { return }
    let old = hovered
    hovered = found
    for id in [old, found] {
      guard let id, let cell = cells[id] else { continue }
      lift(cell, animated: true)
      mark(cell)
    }
    if let found { shelf.prepare(found) }
  }

  private func lift(_ cell: PosterCell, animated: Bool) {
    let isLifted = cell.id == hovered && !reducesMotion
    cell.setLifted(isLifted, at: hoverTime, animated: animated && !reducesMotion)
    cell.layer.zPosition = cell.id == hovered ? 1 : 0
  }

  /// Shows the hovered poster in layers when those are ready, and pictures again where nothing moves any more.
  private func settleHovered() {
    for cell in cells.values {
      if cell.id == hovered {
        if cell.drawing == nil, let drawing = shelf.drawing(of: cell.id, waits: false) { cell.use(drawing) }
      } else if cell.drawing != nil, cell.isFlat(at: now), let index = shelf.index(of: cell.id) {
        let pixels = PixelSize(frame(at: index).size, scale: interface.scale)
        if let picture = shelf.picture(of: cell.id, size: pixels), picture.size == pixels {
          cell.use(nil)
          cell.show(picture, fadesAt: nil)
        }
      }
    }
  }

  // MARK: Going there

  /// Scrolls as far as it must for a poster to be seen with its marks.
  func reveal(_ index: Int, spring: Spring? = .interface) {
    guard index < grid.count else { return }
    let box = grid.box(at: index)
    let calm = reducesMotion ? nil : spring
    scroll.reveal(box.minY...box.maxY, margin: PosterGrid.gutter, at: now, spring: calm)
    indicator.wake(at: now)
  }

  /// Makes the posters larger or smaller; what is in the middle stays there.
  func zoom(by factor: Double) {
    let old = (grid, scroll.offset(at: now))
    let wanted = min(max(boxWidth * factor, PosterGrid.widths.lowerBound), PosterGrid.widths.upperBound)
    guard wanted != boxWidth else { return }
    boxWidth = wanted
    makeGrid()
    let shift = old.1 <= 0 ? 0 : anchorShift(from: old.0, offset: old.1)
    scroll.resize(extent: grid.height, viewport: opening.bounds.height, shift: shift, at: now)
    mustPlaceCells = true
  }
}
