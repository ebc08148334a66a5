import Colors
import Controls
import Geometry
import Motion
import Publishing
import Scene

/// The wall: a scrolling grid of posters, of which only the visible ones have cells.
///
/// After `show(at:)` each visible poster has exactly one cell.
final class PosterWall {
  /// The viewport, which clips the wall.
  let layer = Layer()

  /// The places of posters, and those that have left.
  let places: WallPlaces

  /// Tracks what is under the pointer.
  let pointer: WallPointer

  /// The feedback while posters are dragged over the wall.
  let dragged: DraggedPosters

  /// The selected posters, and the keyboard's current one.
  var selection = Selection<PosterCard.ID>() {
    didSet {
      guard selection != oldValue else { return }
      markAll()
      onSelect()
    }
  }

  /// Called whenever the selection changes.
  var onSelect: () -> Void = {}

  /// Whether the keyboard's current poster is marked.
  var showsCursor = false {
    didSet { if showsCursor != oldValue { markAll() } }
  }

  /// The poster whose title is being edited and therefore hidden.
  var renamed: PosterCard.ID? {
    didSet { if renamed != oldValue { markAll() } }
  }

  private(set) var shownRange = 0..<0
  private(set) var cells: [PosterCard.ID: PosterCell] = [:]

  private let dataSource: any PosterDataSource
  private let interface: Interface
  private let content = Layer()
  /// The dropped posters until they are at their places; they are in front of the others.
  private var returning: Set<PosterCard.ID> = []
  /// Whether dropped posters wait where they were dropped until their new places are known.
  private var holdsReturning = false
  private var placement = Placement.needed

  private enum Placement {
    case none
    case needed
    /// The posters changed and not the window: cells move to other places with an animation.
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

  /// The effect of flying posters on the wall.
  var recession: WallRecession { places.recession }

  /// The viewport, in points of the window.
  var opening: Rect { places.opening }

  // MARK: Layout

  /// Sets the viewport in a window; the poster at its top stays there.
  func layOut(_ opening: Rect, in window: Size, at time: Double) {
    layer.frame = opening
    places.layOut(opening, in: window, at: time)
    setNeedsPlacement()
  }

  /// Scales the posters; the poster at the top stays there.
  func zoom(by factor: Double, at time: Double) {
    if places.zoom(by: factor, at: time) { setNeedsPlacement() }
  }

  /// Resets the posters' size.
  func resetZoom(at time: Double) {
    if places.resetZoom(at: time) { setNeedsPlacement() }
  }

  /// Updates the wall for a changed list.
  func listChanged(at time: Double) {
    places.listChanged(at: time)
    holdsReturning = false
    setNeedsPlacement()
    if !cells.isEmpty, !interface.reducesMotion { placement = .animated }
  }

  /// Animates dropped posters from where they were released, in points of the window, to their places. With `waits`,
  /// they stay there until the list changes or `release()` is called.
  func comeBack(_ ids: [PosterCard.ID], from place: Rect, waits: Bool, at time: Double) {
    guard !interface.reducesMotion else { return }
    let start = Rect(origin: places.onWall(place.origin, at: time), size: place.size)
    let moved = ids.compactMap { cells[$0] }
    for cell in moved { cell.jump(to: start, interface, at: time) }
    // The first poster was visible under the pointer.
    content.bringToFront(moved.reversed().map(\.layer))
    (returning, holdsReturning) = (Set(moved.map(\.id)), waits)
    for cell in cells.values { order(cell) }
    placement = .animated
  }

  /// Animates waiting posters to their places.
  func release() {
    guard holdsReturning else { return }
    holdsReturning = false
    placement = .animated
  }

  /// Returns the frame of the first visible poster.
  func firstFrame(at time: Double) -> Rect? {
    shownRange.first.map { places.inWindow(places.frame(at: $0), at: time) }
  }

  // MARK: Frames

  /// Requests placing the cells at the next frame.
  func setNeedsPlacement() {
    if case .none = placement { placement = .needed }
  }

  /// Whether cells are about to start an animation, which must not depend on the time of the next frame.
  var isAboutToMove: Bool { if case .animated = placement { true } else { false } }

  /// Advances the wall to a time.
  func show(at time: Double) {
    if let offset = scroll.show(at: time) { content.position = Point(0, -offset) }
    if !scroll.isMoving(at: time) { settleHover(at: time) }
    let range = places.visible(at: time)
    if range != shownRange { setNeedsPlacement() }
    shownRange = range
    if placement != .none { place(range, at: time) }
    placement = .none
    settleReturning(at: time)
    settleDrawings(at: time)
  }

  /// Puts returned posters back among the others.
  private func settleReturning(at time: Double) {
    guard !returning.isEmpty, !holdsReturning else { return }
    for id in returning where cells[id]?.isAtRest(at: time) != false {
      returning.remove(id)
      cells[id].map(order)
    }
  }

  /// Sets a cell's stacking order.
  private func order(_ cell: PosterCell) {
    cell.layer.zPosition = returning.contains(cell.id) ? 2 : cell.id == pointer.hovered ? 1 : 0
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
      // Moving posters are in front of appearing ones.
      if known == nil { content.insertSublayer(cell.layer, at: 0) }
      kept[id] = cell
      place(cell, at: index, isNew: known == nil, time: time)
    }
    for (id, cell) in cells where kept[id] == nil {
      // Posters disappear with an animation only if the list has changed.
      if isAboutToMove { cell.disappear(at: time) } else { cell.layer.removeFromSuperlayer() }
    }
    cells = kept
  }

  private func place(_ cell: PosterCell, at index: Int, isNew: Bool, time: Double) {
    let card = dataSource.card(at: index)
    let isHeld = holdsReturning && returning.contains(cell.id)
    let frame = isHeld ? cell.frame : places.frame(at: index)
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

  /// Returns the request for visible posters, and about two viewports of them in the direction of scrolling.
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
        caption: isNamed && renamed != cell.id ? cell.card?.name(in: interface.language) : nil,
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

  /// Follows the pointer, which is nil while another control has it.
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
    order(cell)
  }

  /// Shows the hovered poster's layers when they are ready, and pictures again for cells that have stopped moving.
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

  /// Returns the nodes of visible posters for assistive tools.
  func accessibleCells(isFocused: Bool, at time: Double) -> [AccessibilityNode] {
    shownRange.compactMap { index in
      guard index < dataSource.count, let cell = cells[dataSource.id(at: index)],
        let card = cell.card
      else {
        return nil
      }
      let language = interface.language
      let states = [
        card.isReadable ? nil : language.localized("cannot be read", context: "poster"),
        card.isFavorite ? language.localized("favourite", context: "poster") : nil,
        card.fault.map { language.localized($0.message) },
        dataSource.place(of: index, in: language),
      ]
      var node = AccessibilityNode(
        role: .cell, label: card.name(in: language), value: states.compactMap { $0 }.joined(separator: ", "),
        actions: [.press, .focus, .showMenu], frame: places.inWindow(cell.frame, at: time),
        isFocused: isFocused && selection.cursor == card.id)
      node.id = String(card.id.rawValue)
      node.place = .init(index, of: dataSource.count)
      if selection.contains(card.id) { node.states.insert(.selected) }
      return node
    }
  }

  // MARK: Behind flying posters

  /// Shrinks and fades the posters behind a flying one.
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

  /// Returns and removes the layers of a poster that leaves its cell.
  func takeLayers(of id: PosterCard.ID) -> PosterLayers? { cells[id]?.takeLayers() }

  /// Returns a poster's visible frame in the window, including its rise under the pointer.
  func seenFrame(of id: PosterCard.ID, at time: Double) -> Rect? {
    cells[id].map { places.inWindow($0.seenFrame(at: time), at: time) }
  }

  /// Returns a poster's layers to its cell.
  func putBack(_ layers: PosterLayers, _ id: PosterCard.ID) {
    guard let cell = cells[id] else { return }
    cell.layer.isHidden = false
    cell.use(layers)
  }
}

/// The part of the wall under the pointer: a poster, and perhaps its star.
final class WallPointer {
  private let places: WallPlaces
  private var hover = WallHover()

  /// The poster whose star is under the pointer.
  private(set) var starred: PosterCard.ID?

  /// The fault mark under the pointer, and its fault.
  private(set) var fault: (fault: PosterFault, mark: Rect)?

  init(_ places: WallPlaces) { self.places = places }

  /// The poster under the pointer.
  var hovered: PosterCard.ID? { hover.id }

  /// The time of the last hit test.
  var time: Double { hover.time }

  /// Follows the pointer, which is nil while another control has it.
  func move(to point: Point?, at time: Double) {
    let isMoving = places.scroll.isMoving(at: time)
    fault = isMoving ? nil : point.flatMap { places.fault(at: $0, time: time) }
    starred = isMoving ? nil : point.flatMap { places.star(at: $0, time: time) }
    hover.move(to: point, at: time, wallMoves: isMoving) { places.poster(at: $0, time: time) }
  }

  /// Tests again once the wall has come to rest.
  func settle(at time: Double) {
    hover.settle(restTime: places.scroll.restTime) { places.poster(at: $0, time: time) }
  }
}

/// The poster under the pointer, and since when.
///
/// No poster is hovered while the wall moves. One that comes to rest under the pointer is hovered from that instant on,
/// regardless of the next frame.
struct WallHover {
  /// The hovered poster.
  private(set) var id: PosterCard.ID?

  /// The time of the last hit test.
  private(set) var time = 0.0

  private var pointer: Point?
  private var waitsForRest = false

  /// Follows the pointer, which is nil while another control has it; `find` returns the poster at a point.
  mutating func move(
    to pointer: Point?, at time: Double, wallMoves: Bool, find: (Point) -> PosterCard.ID?
  ) {
    self.pointer = pointer
    waitsForRest = waitsForRest || (wallMoves && pointer != nil)
    id = wallMoves ? nil : pointer.flatMap(find)
    self.time = time
  }

  /// Tests again once the wall has come to rest, which it did at `restTime`.
  mutating func settle(restTime: Double, find: (Point) -> PosterCard.ID?) {
    guard waitsForRest else { return }
    waitsForRest = false
    id = pointer.flatMap(find)
    time = max(restTime, time)
  }
}

/// The feedback for dragged posters: their insertion point, and their image below the pointer.
final class DraggedPosters {
  private let places: WallPlaces
  private let dataSource: any PosterDataSource
  private let interface: Interface
  private let content: Layer
  private let insertion = Layer()

  init(
    on places: WallPlaces, _ dataSource: any PosterDataSource, _ interface: Interface, in content: Layer
  ) {
    self.places = places
    self.dataSource = dataSource
    self.interface = interface
    self.content = content
    insertion.name = "insertion"
  }

  /// Shows the insertion point of dragged posters; nil hides it. `clear` is the part of the window in which nothing
  /// covers the wall.
  func showInsertion(_ gap: Rect?, within clear: Rect = .zero, at time: Double = 0) {
    let gap = gap.flatMap { gap -> Rect? in
      places.inWindow(gap, at: time).intersection(clear).map {
        Rect(origin: places.onWall($0.origin, at: time), size: $0.size)
      }
    }
    insertion.isHidden = gap == nil
    guard let gap else { return }
    insertion.frame = gap.pixelAligned(scale: interface.scale)
    insertion.backgroundColor = interface.theme.highlight
    insertion.cornerRadius = 1.5
    if insertion.superlayer == nil { content.addSublayer(insertion) }
  }

  private func pageSize(of id: PosterCard.ID) -> Size {
    dataSource.index(of: id).map { places.frame(at: $0).size } ?? places.grid.box
  }

  /// Returns the size of a dragged poster's image, which is below and to the right of the pointer.
  func previewSize(of id: PosterCard.ID) -> Size {
    PosterGrid.fitting(pageSize(of: id), in: Size(84, 110), scale: interface.scale)
  }

  /// Returns the drag image of a poster: itself, small, with the number of dragged posters.
  func preview(of id: PosterCard.ID, count: Int) -> Layer {
    let holder = Layer()
    let index = dataSource.index(of: id)
    let page = pageSize(of: id)
    let size = previewSize(of: id)
    for place in (0..<min(count, 3)).reversed() {
      let offset = Double(place) * 4
      let sheet = Layer(
        Rect(x: 10 + offset, y: 10 + offset, width: size.width, height: size.height),
        fill: index.flatMap(dataSource.card)?.cover ?? .white, radius: PosterCell.cornerRadius)
      sheet.shadow = interface.theme.shadow(elevation: 2)
      if place == 0 {
        let pixels = PixelSize(page, scale: interface.scale)
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
      Rect(x: size.width, y: 0, width: width, height: 24), fill: interface.theme.highlight, radius: 12)
    badge.addSublayer(
      Layer(
        words, style: Theme.strong, color: .white, in: Rect(x: 0, y: 0, width: width, height: 24),
        alignment: .center, interface))
    holder.addSublayer(badge)
    return holder
  }
}
