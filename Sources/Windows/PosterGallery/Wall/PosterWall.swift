import Colors
import Controls
import Geometry
import Motion
import Publishing
import Scene

/// The wall: a grid of posters that scrolls behind an opening, of which only those that are seen have cells.
///
/// After `show(at:)` there is exactly one cell for each poster that is seen.
final class PosterWall {
  /// The opening, which clips the wall.
  let layer = Layer()

  /// Where posters hang, and which of them have left.
  let places: WallPlaces

  /// What the pointer is over.
  let pointer: WallPointer

  /// What is seen while posters are dragged over the wall.
  let dragged: DraggedPosters

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

  private(set) var shownRange = 0..<0
  private(set) var cells: [PosterCard.ID: PosterCell] = [:]

  private let dataSource: any PosterDataSource
  private let interface: Interface
  private let content = Layer()
  private var placement = Placement.needed

  private enum Placement {
    case none
    case needed
    /// The posters changed and not the window: cells that go elsewhere do so in sight.
    case animated
  }

  init(_ dataSource: any PosterDataSource, _ interface: Interface) {
    self.dataSource = dataSource
    self.interface = interface
    places = WallPlaces(dataSource, interface)
    pointer = WallPointer(places)
    dragged = DraggedPosters(on: places, dataSource, interface, in: content)
    layer.name = "opening"
    layer.masksToBounds = true
    content.name = "wall"
    layer.addSublayer(content)
  }

  var scroll: WallScroll { places.scroll }

  /// What posters that fly do to the wall.
  var recession: WallRecession { places.recession }

  /// Where the wall is seen, in points of the window.
  var opening: Rect { places.opening }

  // MARK: Layout

  /// Puts the opening into a window; the poster at its top stays there.
  func layOut(_ opening: Rect, in window: Size, at time: Double) {
    layer.frame = opening
    places.layOut(opening, in: window, at: time)
    setNeedsPlacement()
  }

  /// Makes the posters larger or smaller; the poster at the top stays there.
  func zoom(by factor: Double, at time: Double) {
    if places.zoom(by: factor, at: time) { setNeedsPlacement() }
  }

  /// Gives the posters their usual size.
  func resetZoom(at time: Double) {
    if places.resetZoom(at: time) { setNeedsPlacement() }
  }

  /// Takes in another list of posters.
  func listChanged(at time: Double) {
    places.listChanged(at: time)
    setNeedsPlacement()
    if !cells.isEmpty, !interface.reducesMotion { placement = .animated }
  }

  /// Lets posters come to their places from where they were let go, in points of the window.
  func comeBack(_ ids: [PosterCard.ID], from place: Rect, at time: Double) {
    guard !interface.reducesMotion else { return }
    let start = Rect(origin: places.onWall(place.origin, at: time), size: place.size)
    for cell in ids.compactMap({ cells[$0] }) { cell.jump(to: start, interface, at: time) }
    placement = .animated
  }

  /// Where the first poster in sight is seen.
  func firstFrame(at time: Double) -> Rect? {
    shownRange.first.map { places.inWindow(places.frame(at: $0), at: time) }
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
    let range = places.visible(at: time)
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
      let cell = known ?? PosterCell(id, in: tree, at: time)
      if known == nil { content.addSublayer(cell.layer) }
      kept[id] = cell
      place(cell, at: index, isNew: known == nil, time: time)
    }
    for (id, cell) in cells where kept[id] == nil {
      // Only in another list posters go in sight.
      if isAboutToMove { cell.disappear(at: time) } else { cell.layer.removeFromSuperlayer() }
    }
    cells = kept
  }

  private func place(_ cell: PosterCell, at index: Int, isNew: Bool, time: Double) {
    let card = dataSource.card(at: index)
    let frame = places.frame(at: index)
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
        fadesAt: time == cell.start || interface.reducesMotion ? nil : time)
    }
    mark(cell)
  }

  /// The posters that are seen, and about two openings of them in the direction of scrolling.
  private func request(_ range: Range<Int>) -> PrefetchRequest {
    let grid = places.grid
    let reach = max(range.count, grid.columns) * 2
    let ahead =
      scroll.isDownward
      ? Array(range.upperBound..<min(range.upperBound + reach, grid.count))
      : Array((max(range.lowerBound - reach, 0)..<range.lowerBound).reversed())
    return PrefetchRequest(
      visible: range, ahead: ahead, grid: grid, window: places.window, ground: interface.theme.wall)
  }

  // MARK: Marks

  private func mark(_ cell: PosterCell) {
    let isCursor = showsCursor && selection.cursor == cell.id
    let isNamed = cell.id == pointer.hovered || (isCursor && selection.ids.count <= 1)
    cell.show(
      .init(
        isSelected: selection.contains(cell.id) && renamed != cell.id, isCursor: isCursor,
        caption: isNamed && renamed != cell.id ? cell.card?.name : nil,
        room: max(cell.frame.width + 12, 96), star: star(of: cell)),
      interface)
  }

  private func star(of cell: PosterCell) -> PosterCell.Star {
    if pointer.starred == cell.id { return .pointed }
    return cell.id == pointer.hovered && cell.card?.isReadable != false ? .offered : .plain
  }

  private func markAll() {
    for cell in cells.values { mark(cell) }
  }

  // MARK: Under the pointer

  /// Follows the pointer, which is nil while something else has it.
  func movePointer(to point: Point?, at time: Double) {
    let (hovered, starred) = (pointer.hovered, pointer.starred)
    pointer.move(to: point, at: time)
    if pointer.starred != starred {
      for id in [starred, pointer.starred] { id.flatMap { cells[$0] }.map(mark) }
    }
    hoverChanged(from: hovered)
  }

  private func settleHover(at time: Double) {
    let hovered = pointer.hovered
    pointer.settle(at: time)
    hoverChanged(from: hovered)
  }

  private func hoverChanged(from old: PosterCard.ID?) {
    guard pointer.hovered != old else { return }
    for id in [old, pointer.hovered] {
      guard let id, let cell = cells[id] else { continue }
      lift(cell, animated: true)
      mark(cell)
    }
    if let id = pointer.hovered { dataSource.prepare(id) }
  }

  private func lift(_ cell: PosterCell, animated: Bool) {
    let isLifted = cell.id == pointer.hovered && !interface.reducesMotion
    cell.setLifted(isLifted, at: pointer.time, animated: animated && !interface.reducesMotion)
    cell.layer.zPosition = cell.id == pointer.hovered ? 1 : 0
  }

  /// Shows the hovered poster in layers when those are ready, and pictures again where nothing moves any more.
  private func settleDrawings(at time: Double) {
    for cell in cells.values {
      if cell.id == pointer.hovered {
        if cell.layers == nil, case .ready(let layers) = dataSource.layers(of: cell.id) {
          cell.use(layers)
        }
      } else if cell.layers != nil, cell.isFlat(at: time), let index = dataSource.index(of: cell.id) {
        let pixels = PixelSize(places.frame(at: index).size, scale: interface.scale)
        if let picture = dataSource.picture(of: cell.id, size: pixels), picture.size == pixels {
          cell.use(nil)
          cell.show(picture, fadesAt: nil)
        }
      }
    }
  }

  // MARK: Assistive tools

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
        card.missing.map { interface.language.localized($0.message) },
        "\(index + 1) of \(dataSource.count)",
      ]
      var node = AccessibilityNode(
        role: .cell, label: card.name, value: states.compactMap { $0 }.joined(separator: ", "),
        actions: [.press, .focus, .showMenu], frame: places.inWindow(cell.frame, at: time),
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
    places.recession = recession
    guard hasMoved else { return }
    layer.isHidden = recession.progress >= 1
    scroll.indicator.layer.opacity = recession.presence
    for cell in cells.values { cell.recede(recession.progress, scales: recession.scales) }
  }

  /// Hands over the layers of a poster that leaves its cell.
  func takeLayers(of id: PosterCard.ID) -> PosterLayers? { cells[id]?.takeLayers() }

  /// Returns where a poster is seen in the window, its rise under the pointer included.
  func seenFrame(of id: PosterCard.ID, at time: Double) -> Rect? {
    cells[id].map { places.inWindow($0.seenFrame(at: time), at: time) }
  }

  /// Takes a poster back into its cell.
  func putBack(_ layers: PosterLayers, _ id: PosterCard.ID) {
    guard let cell = cells[id] else { return }
    cell.layer.isHidden = false
    cell.use(layers)
  }
}
