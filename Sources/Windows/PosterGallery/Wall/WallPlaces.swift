import Controls
import Geometry
import Publishing

/// Where posters hang: a grid that scrolls behind an opening of the window, and which of them have left it.
final class WallPlaces {
  let scroll: WallScroll
  /// Where the wall is seen, in points of the window.
  private(set) var opening = Rect.zero
  private(set) var window = Size.zero
  private(set) var grid = PosterGrid(count: 0, width: 0)
  /// What posters that fly do to the wall.
  var recession = WallRecession()

  private let dataSource: any PosterDataSource
  private let interface: Interface
  private var boxWidth = PosterGrid.standardWidth
  /// Where the wall was scrolled when it was last closed, until there are posters.
  private var restoredOffset: Double?
  /// The shapes of those listed posters that have another one than most.
  private var shapes: [Int: Double] = [:]

  init(_ dataSource: any PosterDataSource, _ interface: Interface) {
    self.dataSource = dataSource
    self.interface = interface
    scroll = WallScroll(interface)
  }

  /// The rows that the opening holds, at least one.
  var rowsInSight: Int { max(1, Int(opening.height / (grid.box.height + PosterGrid.gutter))) }

  // MARK: Layout

  /// Puts the opening into a window; the poster at its top stays there.
  func layOut(_ opening: Rect, in window: Size, at time: Double) {
    let isFirst = self.window == .zero
    self.window = window
    self.opening = opening
    remakeGrid(keepsTop: !isFirst, at: time)
    scroll.layOut(opening, at: time)
  }

  /// Makes the posters larger or smaller; returns whether they are now.
  func zoom(by factor: Double, at time: Double) -> Bool {
    let wanted = min(
      max(boxWidth * factor, PosterGrid.widths.lowerBound), PosterGrid.widths.upperBound)
    guard wanted != boxWidth else { return false }
    boxWidth = wanted
    remakeGrid(keepsTop: true, at: time)
    return true
  }

  /// Gives the posters their usual size; returns whether they had another one.
  func resetZoom(at time: Double) -> Bool { zoom(by: PosterGrid.standardWidth / boxWidth, at: time) }

  /// Takes in another list of posters.
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

  /// The grid of a wall with so many posters in this window.
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

  /// Returns how far the poster at the top of the opening has moved.
  private func shiftOfTop(from old: PosterGrid, offset: Double) -> Double {
    guard old.count > 0, grid.count > 0 else { return 0 }
    let index = old.indices(from: offset + 1, to: offset + 1 + opening.height).lowerBound
    guard index < min(old.count, grid.count) else { return 0 }
    return grid.box(at: index).minY - old.box(at: index).minY
  }

  // MARK: What is remembered

  /// How large posters are and how far the wall is scrolled, as one text.
  func rememberedPlace(at time: Double) -> String {
    "\(Int(boxWidth.rounded())),\(Int(scroll.restingOffset(at: time).rounded()))"
  }

  /// Goes back to a size and an offset, as soon as there are posters.
  func restore(place: String) {
    let numbers = place.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy(\.isFinite) else { return }
    boxWidth = min(max(numbers[0], PosterGrid.widths.lowerBound), PosterGrid.widths.upperBound)
    restoredOffset = max(numbers[1], 0)
  }

  // MARK: Places

  /// Returns a rectangle of the wall in points of the window.
  func inWindow(_ rect: Rect, at time: Double) -> Rect {
    inWindow(rect, offset: scroll.offset(at: time))
  }

  private func inWindow(_ rect: Rect, offset: Double) -> Rect {
    rect.offset(by: Vector(0, opening.minY - offset))
  }

  /// Returns a point of the window in points of the wall.
  func onWall(_ point: Point, at time: Double) -> Point {
    Point(point.x, point.y - opening.minY + scroll.offset(at: time))
  }

  /// Returns a rectangle of the wall in points of the window, once scrolling has come to rest.
  func resting(_ rect: Rect, at time: Double) -> Rect {
    inWindow(rect, offset: scroll.restingOffset(at: time))
  }

  /// Returns where a poster with a page hangs in the window once scrolling has come to rest.
  func restingFrame(of page: Size, at index: Int, time: Double) -> Rect {
    resting(grid.frame(of: page, at: index), at: time)
  }

  /// Where a poster hangs on the wall.
  func frame(at index: Int) -> Rect {
    grid.frame(of: dataSource.card(at: index)?.page ?? Size(width: 2, height: 3), at: index)
  }

  /// The posters that are in sight.
  func visible(at time: Double) -> Range<Int> {
    let offset = scroll.offset(at: time)
    return grid.indices(from: offset, to: offset + opening.height)
  }

  /// Returns the poster that is seen at a point of the window.
  func poster(at point: Point, time: Double) -> PosterCard.ID? {
    card(at: point, time: time)?.id
  }

  /// Returns the poster whose star is seen at a point of the window.
  func star(at point: Point, time: Double) -> PosterCard.ID? {
    guard let (id, index) = card(at: point, time: time), dataSource.card(at: index)?.isReadable != false
    else { return nil }
    let place = onWall(point, at: time)
    return PosterCell.starTarget.contains(place - (frame(at: index).origin - .zero)) ? id : nil
  }

  /// Returns where the mark of a fault is seen that a point of the window is on, and what it means.
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

  /// Scrolls as far as it must for a poster to be seen with its marks.
  func reveal(_ index: Int, animated: Bool = true, at time: Double) {
    guard index < grid.count else { return }
    let box = grid.box(at: index)
    scroll.reveal(box.minY...box.maxY, animated: animated, at: time)
  }
}

/// What posters that fly do to the wall behind them.
struct WallRecession: Hashable {
  /// How far the wall has gone: 0 when it is all there, 1 when a poster fills the window.
  var progress = 0.0
  /// Whether its posters shrink, too.
  var scales = true
  /// The posters that have left their cells.
  var absent: Set<PosterCard.ID> = []

  /// How much of the wall is seen.
  var presence: Double { min(max(1 - progress, 0), 1) }
}
