import Colors
import Controls
import Geometry
import Motion
import Scene

/// The wall: a grid of posters that scrolls behind an opening, of which only those that are seen have cells.
///
/// After `show(at:)` there is exactly one cell for each poster that is seen.
final class PosterWall {
  /// The opening, which clips the wall.
  let layer = Layer()

  let scroll: WallScroll

  /// Which posters are selected, and which one the keyboard is at.
  var selection = Selection<PosterCard.ID>() {
    didSet {
      guard selection != oldValue else { return }
      markAll()
      onSelect()
    }
  }

  /// Told whenever others are selected.
  var onSelect: () -> Void = {}

  /// Whether the poster is marked that the keyboard is at.
  var showsCursor = false {
    didSet { if showsCursor != oldValue { markAll() } }
  }

  /// The poster whose title is being edited, which shows none itself.
  var renamed: PosterCard.ID? {
    didSet { if renamed != oldValue { markAll() } }
  }

  private(set) var grid = PosterGrid(count: 0, width: 0)
  private(set) var shownRange = 0..<0
  private(set) var cells: [PosterCard.ID: PosterCell] = [:]

  private let dataSource: any PosterDataSource
  private let interface: Interface
  private let content = Layer()
  private let insertion = Layer()
  private var boxWidth = PosterGrid.standardWidth
  /// Where the wall was scrolled when it was last closed, until there are posters.
  private var restoredOffset: Double?
  /// The shapes of those listed posters that have another one than most.
  private var shapes: [Int: Double] = [:]
  private var window = Size.zero
  private var placement = Placement.needed
  private var hover = WallHover()
  private(set) var recession = WallRecession()

  private enum Placement {
    case none
    case needed
    /// The posters changed and not the window: cells that go elsewhere do so in sight.
    case animated
  }

  /// The ink on the ground of the wall.
  static let ink = RGBA(hex: 0xececec)

  init(_ dataSource: any PosterDataSource, _ interface: Interface) {
    self.dataSource = dataSource
    self.interface = interface
    scroll = WallScroll(interface)
    layer.name = "opening"
    layer.masksToBounds = true
    content.name = "wall"
    insertion.name = "insertion"
    layer.addSublayer(content)
  }

  var hovered: PosterCard.ID? { hover.id }

  /// Where the wall is seen, in points of the window.
  var opening: Rect { layer.frame }

  /// The rows that the opening holds, at least one.
  var rowsInSight: Int { max(1, Int(layer.bounds.height / (grid.box.height + PosterGrid.gutter))) }

  // MARK: Layout

  /// Puts the opening into a window; the poster at its top stays there.
  func layOut(_ opening: Rect, in window: Size, at time: Double) {
    let isFirst = self.window == .zero
    self.window = window
    layer.frame = opening
    remakeGrid(keepsTop: !isFirst, at: time)
    scroll.layOut(opening, at: time)
  }

  /// Makes the posters larger or smaller; the poster at the top stays there.
  func zoom(by factor: Double, at time: Double) {
    let wanted = min(
      max(boxWidth * factor, PosterGrid.widths.lowerBound), PosterGrid.widths.upperBound)
    guard wanted != boxWidth else { return }
    boxWidth = wanted
    remakeGrid(keepsTop: true, at: time)
  }

  /// Gives the posters their usual size.
  func resetZoom(at time: Double) { zoom(by: PosterGrid.standardWidth / boxWidth, at: time) }

  /// Takes in another list of posters.
  func listChanged(at time: Double) {
    shapes = unusualShapes()
    remakeGrid(keepsTop: false, at: time)
    if let offset = restoredOffset, grid.count > 0, window != .zero {
      restoredOffset = nil
      scroll.go(to: offset, at: time)
    }
    if !cells.isEmpty, !interface.reducesMotion { placement = .animated }
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
    if grid != old || layer.bounds.height != scroll.viewport {
      scroll.resize(extent: grid.height, viewport: layer.bounds.height, shift: shift, at: time)
    }
    setNeedsPlacement()
  }

  /// Returns how far the poster at the top of the opening has moved.
  private func shiftOfTop(from old: PosterGrid, offset: Double) -> Double {
    guard old.count > 0, grid.count > 0 else { return 0 }
    let index = old.indices(from: offset + 1, to: offset + 1 + layer.bounds.height).lowerBound
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

  /// Where the first poster in sight is seen.
  func firstFrame(at time: Double) -> Rect? {
    shownRange.first.map { inWindow(frame(at: $0), at: time) }
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

  /// Returns where a poster with a page hangs in the window once scrolling has come to rest.
  func restingFrame(of page: Size, at index: Int, time: Double) -> Rect {
    inWindow(grid.frame(of: page, at: index), offset: scroll.restingOffset(at: time))
  }

  private func frame(at index: Int) -> Rect {
    grid.frame(of: dataSource.card(at: index)?.page ?? Size(width: 2, height: 3), at: index)
  }

  /// The posters that are in sight.
  func visible(at time: Double) -> Range<Int> {
    let offset = scroll.offset(at: time)
    return grid.indices(from: offset, to: offset + layer.bounds.height)
  }

  /// Returns the poster that is seen at a point of the window.
  func poster(at point: Point, time: Double) -> PosterCard.ID? {
    let place = onWall(point, at: time)
    guard opening.contains(point), let index = grid.index(at: place), index < dataSource.count
    else {
      return nil
    }
    let id = dataSource.id(at: index)
    return frame(at: index).contains(place) && !recession.absent.contains(id) ? id : nil
  }

  /// Scrolls as far as it must for a poster to be seen with its marks.
  func reveal(_ index: Int, animated: Bool = true, at time: Double) {
    guard index < grid.count else { return }
    let box = grid.box(at: index)
    scroll.reveal(box.minY...box.maxY, animated: animated, at: time)
  }

  // MARK: The present

  /// Has the cells placed at the next frame.
  func setNeedsPlacement() {
    if case .none = placement { placement = .needed }
  }

  /// Whether cells are about to start moving, which must not depend on when the next frame is.
  var isAboutToMove: Bool { if case .animated = placement { true } else { false } }

  /// Brings the wall to a time.
  func show(at time: Double) {
    if let offset = scroll.show(at: time) { content.position = Point(0, -offset) }
    if !scroll.isMoving(at: time) { settleHover(at: time) }
    let range = visible(at: time)
    if range != shownRange { setNeedsPlacement() }
    shownRange = range
    if placement != .none { place(range, at: time) }
    placement = .none
    settleDrawings(at: time)
  }

  private func place(_ range: Range<Int>, at time: Double) {
    guard range.upperBound <= dataSource.count, let tree = layer.tree else { return }
    dataSource.prefetch(request(range))
    var kept: [PosterCard.ID: PosterCell] = [:]
    kept.reserveCapacity(range.count)
    for index in range {
      let id = dataSource.id(at: index)
      let known = cells[id]
      let cell = known ?? PosterCell(id, in: tree)
      if known == nil { content.addSublayer(cell.layer) }
      kept[id] = cell
      place(cell, at: index, isNew: known == nil, time: time)
    }
    for (id, cell) in cells where kept[id] == nil { cell.layer.removeFromSuperlayer() }
    cells = kept
  }

  private func place(_ cell: PosterCell, at index: Int, isNew: Bool, time: Double) {
    let card = dataSource.card(at: index)
    let frame = frame(at: index)
    let action = isAboutToMove && !isNew ? Transaction.Action.spring(.interface) : .none
    cell.show(card, frame: frame, interface, at: time, action)
    if isNew {
      lift(cell, animated: false)
      if isAboutToMove { cell.appear(at: time) }
    }
    cell.layer.isHidden = recession.absent.contains(cell.id)
    cell.recede(recession.progress, scales: recession.scales)
    if cell.needsPicture {
      let pixels = PixelSize(frame.size, scale: interface.scale)
      cell.show(
        dataSource.picture(of: cell.id, size: pixels),
        fadesAt: isNew || interface.reducesMotion ? nil : time)
    }
    mark(cell)
  }

  /// The posters that are seen, and about two openings of them in the direction of scrolling.
  private func request(_ range: Range<Int>) -> PrefetchRequest {
    let reach = max(range.count, grid.columns) * 2
    let ahead =
      scroll.isDownward
      ? Array(range.upperBound..<min(range.upperBound + reach, grid.count))
      : Array((max(range.lowerBound - reach, 0)..<range.lowerBound).reversed())
    return PrefetchRequest(
      visible: range, ahead: ahead, grid: grid, window: window)
  }

  // MARK: Marks

  private func mark(_ cell: PosterCell) {
    let isCursor = showsCursor && selection.cursor == cell.id
    let isNamed = cell.id == hover.id || (isCursor && selection.ids.count <= 1)
    cell.show(
      .init(
        isSelected: selection.contains(cell.id) && renamed != cell.id, isCursor: isCursor,
        caption: isNamed && renamed != cell.id ? cell.card?.name : nil,
        room: max(cell.frame.width + 12, 96), star: star(of: cell)),
      interface)
  }

  private func star(of cell: PosterCell) -> PosterCell.Star {
    if starred == cell.id { return .pointed }
    return cell.id == hover.id && cell.card?.isReadable != false ? .offered : .plain
  }

  private func markAll() {
    for cell in cells.values { mark(cell) }
  }

  // MARK: Under the pointer

  /// The poster whose star the pointer is over.
  private(set) var starred: PosterCard.ID?

  /// Returns the poster whose star is seen at a point of the window.
  func star(at point: Point, time: Double) -> PosterCard.ID? {
    guard let id = poster(at: point, time: time), let cell = cells[id], cell.card?.isReadable != false
    else { return nil }
    let place = onWall(point, at: time)
    return PosterCell.starTarget.contains(place - (cell.frame.origin - .zero)) ? id : nil
  }

  /// Follows the pointer, which is nil while something else has it.
  func movePointer(to point: Point?, at time: Double) {
    let pointed = scroll.isMoving(at: time) ? nil : point.flatMap { star(at: $0, time: time) }
    if pointed != starred {
      let old = starred
      starred = pointed
      for id in [old, pointed] { id.flatMap { cells[$0] }.map(mark) }
    }
    let old = hover.id
    hover.move(to: point, at: time, wallMoves: scroll.isMoving(at: time)) {
      poster(at: $0, time: time)
    }
    hoverChanged(from: old)
  }

  private func settleHover(at time: Double) {
    let old = hover.id
    hover.settle(restTime: scroll.restTime) { poster(at: $0, time: time) }
    hoverChanged(from: old)
  }

  private func hoverChanged(from old: PosterCard.ID?) {
    guard hover.id != old else { return }
    for id in [old, hover.id] {
      guard let id, let cell = cells[id] else { continue }
      lift(cell, animated: true)
      mark(cell)
    }
    if let id = hover.id { dataSource.prepare(id) }
  }

  private func lift(_ cell: PosterCell, animated: Bool) {
    let isLifted = cell.id == hover.id && !interface.reducesMotion
    cell.setLifted(isLifted, at: hover.time, animated: animated && !interface.reducesMotion)
    cell.layer.zPosition = cell.id == hover.id ? 1 : 0
  }

  /// Shows the hovered poster in layers when those are ready, and pictures again where nothing moves any more.
  private func settleDrawings(at time: Double) {
    for cell in cells.values {
      if cell.id == hover.id {
        if cell.layers == nil, case .ready(let layers) = dataSource.layers(of: cell.id) {
          cell.use(layers)
        }
      } else if cell.layers != nil, cell.isFlat(at: time), let index = dataSource.index(of: cell.id) {
        let pixels = PixelSize(frame(at: index).size, scale: interface.scale)
        if let picture = dataSource.picture(of: cell.id, size: pixels), picture.size == pixels {
          cell.use(nil)
          cell.show(picture, fadesAt: nil)
        }
      }
    }
  }

  // MARK: Dragged posters

  /// Shows where posters that are dragged over the wall would hang; nil shows nothing. `clear` is the part of the window
  /// in which nothing lies over the wall.
  func showInsertion(_ gap: Rect?, within clear: Rect = .zero, at time: Double = 0) {
    let gap = gap.flatMap { gap -> Rect? in
      inWindow(gap, at: time).intersection(clear).map {
        Rect(origin: onWall($0.origin, at: time), size: $0.size)
      }
    }
    insertion.isHidden = gap == nil
    guard let gap else { return }
    insertion.frame = gap.pixelAligned(scale: interface.scale)
    insertion.backgroundColor = interface.theme.focusRing
    insertion.cornerRadius = 1.5
    if insertion.superlayer == nil { content.addSublayer(insertion) }
  }

  /// Returns what is seen of a poster while it is dragged: itself, small, with the number of those that come along.
  func preview(of id: PosterCard.ID, count: Int) -> Layer {
    let holder = Layer()
    let page = cells[id]?.frame.size ?? grid.box
    let size = PosterGrid.fitting(page, in: Size(84, 110), scale: interface.scale)
    for place in (0..<min(count, 3)).reversed() {
      let offset = Double(place) * 4
      let sheet = Layer(
        Rect(x: 10 + offset, y: 10 + offset, width: size.width, height: size.height),
        fill: cells[id]?.card?.cover ?? .white, radius: PosterCell.cornerRadius)
      sheet.shadow = interface.theme.shadow(elevation: 2)
      if place == 0 {
        let pixels = PixelSize(cells[id]?.frame.size ?? grid.box, scale: interface.scale)
        if let picture = dataSource.picture(of: id, size: pixels) {
          sheet.contents = .image(ImageContents(picture))
        }
      }
      sheet.opacity = 0.9
      holder.addSublayer(sheet)
    }
    guard count > 1 else { return holder }
    let words = "\(count)"
    let width = max(interface.line(words, style: Theme.strong).width + 14, 24)
    let badge = Layer(
      Rect(x: size.width, y: 0, width: width, height: 24), fill: interface.theme.focusRing, radius: 12)
    badge.addSublayer(
      Layer(
        words, style: Theme.strong, color: .white, in: Rect(x: 0, y: 0, width: width, height: 24),
        alignment: .center, interface))
    holder.addSublayer(badge)
    return holder
  }

  // MARK: Assistive tools

  /// Returns where selected posters are in sight once scrolling has come to rest, with room for their rings and captions.
  func selectedFrames(at time: Double) -> [Rect] {
    let offset = scroll.restingOffset(at: time)
    return selection.ids.prefix(Self.mostSubjects).compactMap { id in
      guard let index = dataSource.index(of: id), index < grid.count else { return nil }
      return inWindow(frame(at: index), offset: offset)
        .inset(by: EdgeInsets(top: -8, left: -8, bottom: -28, right: -8)).intersection(opening)
    }
  }

  /// Of more posters than that, nothing can be kept free.
  private static let mostSubjects = 50

  /// Returns what assistive tools are told of the posters in sight.
  func accessibleCells(isFocused: Bool, at time: Double) -> [AccessibilityNode] {
    shownRange.compactMap { index in
      guard index < dataSource.count, let cell = cells[dataSource.id(at: index)],
        let card = cell.card
      else {
        return nil
      }
      let states = [
        card.isReadable ? nil : "cannot be read", card.isFavorite ? "favourite" : nil,
        "\(index + 1) of \(dataSource.count)",
      ]
      var node = AccessibilityNode(
        role: .cell, label: card.name, value: states.compactMap { $0 }.joined(separator: ", "),
        actions: [.press, .focus, .showMenu], frame: inWindow(cell.frame, at: time),
        isFocused: isFocused && selection.cursor == card.id)
      node.id = String(card.id.rawValue)
      node.place = .init(index, of: dataSource.count)
      if selection.contains(card.id) { node.states.insert(.selected) }
      return node
    }
  }

  // MARK: Behind flying posters

  /// Shrinks and fades the posters behind one that flies.
  func recede(to recession: WallRecession) {
    guard recession != self.recession else { return }
    let hasMoved = recession.progress != self.recession.progress
    if recession.absent != self.recession.absent { setNeedsPlacement() }
    self.recession = recession
    guard hasMoved else { return }
    layer.isHidden = recession.progress >= 1
    scroll.indicator.layer.opacity = recession.presence
    for cell in cells.values { cell.recede(recession.progress, scales: recession.scales) }
  }

  /// Hands over the layers of a poster that leaves its cell.
  func takeLayers(of id: PosterCard.ID) -> PosterLayers? { cells[id]?.takeLayers() }

  /// Returns where a poster is seen in the window, its rise under the pointer included.
  func seenFrame(of id: PosterCard.ID, at time: Double) -> Rect? {
    cells[id].map { inWindow($0.seenFrame(at: time), at: time) }
  }

  /// Takes a poster back into its cell.
  func putBack(_ layers: PosterLayers, _ id: PosterCard.ID) {
    guard let cell = cells[id] else { return }
    cell.layer.isHidden = false
    cell.use(layers)
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
