import Controls
import Geometry
import Publishing

/// The places of posters: a grid that scrolls in a viewport of the window, and the posters that have left it.
final class WallPlaces {
  let scroll: WallScroll
  /// The viewport, in points of the window.
  private(set) var opening = Rect.zero
  private(set) var window = Size.zero
  private(set) var grid = PosterGrid(count: 0, width: 0)
  /// The effect of flying posters on the wall.
  var recession = WallRecession()

  private let dataSource: any PosterDataSource
  private let interface: Interface
  private var boxWidth = PosterGrid.standardWidth
  /// The scroll offset to restore once posters are available.
  private var restoredOffset: Double?
  /// The aspect ratios of listed posters with an unusual one.
  private var shapes: [Int: Double] = [:]

  init(_ dataSource: any PosterDataSource, _ interface: Interface) {
    self.dataSource = dataSource
    self.interface = interface
    scroll = WallScroll(interface)
  }

  /// The number of rows that fit in the viewport, at least one.
  var rowsInSight: Int { max(1, Int(opening.height / (grid.box.height + PosterGrid.gutter))) }

  // MARK: Layout

  /// Sets the viewport in a window; the poster at its top stays there.
  func layOut(_ opening: Rect, in window: Size, at time: Double) {
    let isFirst = self.window == .zero
    self.window = window
    self.opening = opening
    remakeGrid(keepsTop: !isFirst, at: time)
    scroll.layOut(opening, at: time)
  }

  /// Scales the posters; returns whether their size changed.
  func zoom(by factor: Double, at time: Double) -> Bool {
    let wanted = min(
      max(boxWidth * factor, PosterGrid.widths.lowerBound), PosterGrid.widths.upperBound)
    guard wanted != boxWidth else { return false }
    boxWidth = wanted
    remakeGrid(keepsTop: true, at: time)
    return true
  }

  /// Resets the posters' size; returns whether it changed.
  func resetZoom(at time: Double) -> Bool { zoom(by: PosterGrid.standardWidth / boxWidth, at: time) }

  /// Updates the grid for a changed list.
  func listChanged(at time: Double) {
    shapes = unusualShapes()
    remakeGrid(keepsTop: false, at: time)
    if let offset = restoredOffset, grid.count > 0, window != .zero {
      restoredOffset = nil
      scroll.go(to: offset, at: time)
    }
  }

  private func unusualShapes() -> [Int: Double] {
    let pages = dataSource.unusualPages
    guard !pages.isEmpty else { return [:] }
    var shapes: [Int: Double] = [:]
    for index in 0..<dataSource.count {
      guard let page = pages[dataSource.id(at: index)], page.height > 0 else { continue }
      shapes[index] = page.width / page.height
    }
    return shapes
  }

  /// Returns the grid of a number of posters in this window.
  func grid(count: Int, shapes: [Int: Double] = [:]) -> PosterGrid {
    PosterGrid(
      count: count, width: window.width, boxWidth: boxWidth, scale: interface.scale, shapes: shapes)
  }

  private func remakeGrid(keepsTop: Bool, at time: Double) {
    let (old, offset) = (grid, scroll.exactOffset(at: time))
    grid = grid(count: dataSource.count, shapes: shapes)
    let shift = keepsTop && offset > 0 ? shiftOfTop(from: old, offset: offset) : 0
    if grid != old || opening.height != scroll.viewport {
      scroll.resize(extent: grid.height, viewport: opening.height, shift: shift, at: time)
    }
  }

  /// Returns the distance by which the poster at the top of the viewport has moved.
  private func shiftOfTop(from old: PosterGrid, offset: Double) -> Double {
    guard old.count > 0, grid.count > 0 else { return 0 }
    let index = old.indices(from: offset + 1, to: offset + 1 + opening.height).lowerBound
    guard index < min(old.count, grid.count) else { return 0 }
    return grid.box(at: index).minY - old.box(at: index).minY
  }

  // MARK: State

  /// Returns the size of posters and the scroll offset, as one text.
  func rememberedPlace(at time: Double) -> String {
    "\(Int(boxWidth.rounded())),\(Int(scroll.restingOffset(at: time).rounded()))"
  }

  /// Restores a size and an offset, as soon as there are posters.
  func restore(place: String) {
    let numbers = place.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else { return }
    boxWidth = min(max(numbers[0], PosterGrid.widths.lowerBound), PosterGrid.widths.upperBound)
    restoredOffset = max(numbers[1], 0)
  }

  // MARK: Places

  /// Converts a rectangle of the wall to points of the window.
  func inWindow(_ rect: Rect, at time: Double) -> Rect {
    inWindow(rect, offset: scroll.offset(at: time))
  }

  private func inWindow(_ rect: Rect, offset: Double) -> Rect {
    rect.offset(by: Vector(0, opening.minY - offset))
  }

  /// Converts a point of the window to points of the wall.
  func onWall(_ point: Point, at time: Double) -> Point {
    Point(point.x, point.y - opening.minY + scroll.offset(at: time))
  }

  /// Converts a rectangle of the wall to points of the window after scrolling has ended.
  func resting(_ rect: Rect, at time: Double) -> Rect {
    inWindow(rect, offset: scroll.restingOffset(at: time))
  }

  /// Returns the frame of a poster with a page in the window after scrolling has ended.
  func restingFrame(of page: Size, at index: Int, time: Double) -> Rect {
    resting(grid.frame(of: page, at: index), at: time)
  }

  /// Returns the frame of a poster on the wall.
  func frame(at index: Int) -> Rect {
    grid.frame(of: dataSource.card(at: index)?.page ?? Size(width: 2, height: 3), at: index)
  }

  /// Returns the visible posters.
  func visible(at time: Double) -> Range<Int> {
    let offset = scroll.offset(at: time)
    return grid.indices(from: offset, to: offset + opening.height)
  }

  /// Returns the poster at a point of the window.
  func poster(at point: Point, time: Double) -> PosterCard.ID? {
    card(at: point, time: time)?.id
  }

  /// Returns the poster whose star is at a point of the window.
  func star(at point: Point, time: Double) -> PosterCard.ID? {
    guard let (id, index) = card(at: point, time: time), dataSource.card(at: index)?.isReadable != false
    else { return nil }
    let place = onWall(point, at: time)
    return PosterCell.starTarget.contains(place - (frame(at: index).origin - .zero)) ? id : nil
  }

  /// Returns the fault whose mark is at a point of the window, and the visible place of that mark.
  func fault(at point: Point, time: Double) -> (fault: PosterFault, mark: Rect)? {
    guard let (_, index) = card(at: point, time: time), let fault = dataSource.card(at: index)?.fault
    else {
      return nil
    }
    let frame = frame(at: index)
    let mark = inWindow(
      PosterCell.faultTarget(width: frame.width).offset(by: frame.origin - .zero), at: time)
    return mark.contains(point) ? (fault, mark) : nil
  }

  private func card(at point: Point, time: Double) -> (id: PosterCard.ID, index: Int)? {
    let place = onWall(point, at: time)
    guard opening.contains(point), let index = grid.index(at: place), index < dataSource.count
    else { return nil }
    let id = dataSource.id(at: index)
    return frame(at: index).contains(place) && !recession.absent.contains(id) ? (id, index) : nil
  }

  /// Scrolls by the least distance that shows a poster with its marks.
  func reveal(_ index: Int, animated: Bool = true, at time: Double) {
    guard index < grid.count else { return }
    let box = grid.box(at: index)
    scroll.reveal(box.minY...box.maxY, animated: animated, at: time)
  }
}

/// The effect of flying posters on the wall behind them.
struct WallRecession: Hashable {
  /// The progress of the wall's disappearance: 0 when it is fully visible, 1 when a poster fills the window.
  var progress = 0.0
  /// Whether its posters also shrink.
  var scales = true
  /// The posters that have left their cells.
  var absent: Set<PosterCard.ID> = []

  /// The wall's opacity.
  var presence: Double { min(max(1 - progress, 0), 1) }
}
