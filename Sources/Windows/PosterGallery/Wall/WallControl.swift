import Controls
import Geometry
import Glibc
import Input
import Publishing
import Scene

/// Handles input for the wall: clicks select, drags scroll or draw a rectangle, letters search.
final class WallControl: Control {
  let wall: PosterWall
  private let marquee: Marquee
  private let dataSource: any PosterDataSource
  private let actions: GalleryCommands
  private var press = Press.none
  /// Whether a finger presses, which scrolls the wall unless it first rests on a poster.
  private var isTouched = false
  /// Called when dragging posters begins and ends.
  var onDrag: (_ isDragging: Bool) -> Void = { _ in }

  /// The effect of the held button.
  private enum Press {
    case none
    /// On a poster or the background: a click until it moves. A press that only stops the wall is not a click.
    case click(PosterCard.ID?, at: Point, stopsWall: Bool)
    /// On a poster's star.
    case star(PosterCard.ID)
    case scrolling
    case indicator
    case marquee
    /// No further effect.
    case spent
  }

  /// The distance at which a click becomes a drag, in points.
  static let slop = 4.0

  init(
    _ wall: PosterWall, _ dataSource: any PosterDataSource, _ interface: Interface,
    _ commands: GalleryCommands
  ) {
    self.wall = wall
    self.dataSource = dataSource
    actions = commands
    marquee = Marquee(on: wall, dataSource, interface)
    super.init(label: commands.session.language.localized("Gallery of posters"))
    wall.layer.addSublayer(marquee.layer)
    layer.addSublayer(wall.layer)
    layer.addSublayer(wall.scroll.indicator.layer)
  }

  // The wall draws its own focus mark.
  override var focusFrame: Rect { .zero }
  override var cursor: CursorShape { wall.pointer.starred == nil ? .arrow : .hand }
  override func reacts(to button: PointerButton) -> Bool { button == .left || button == .middle }
  override var tooltip: Tooltip? {
    wall.pointer.fault.map { Tooltip(actions.session.language.localized($0.fault.message), part: $0.mark) }
  }

  override func hitTest(_ point: Point) -> Control? { wall.opening.contains(point) ? self : nil }

  /// Whether no button is held over the wall.
  var isFree: Bool { if case .none = press { true } else { false } }

  override func layOut(_ interface: Interface) {
    let opening = Rect(
      x: 0, y: GalleryBar.height, width: bounds.width,
      height: max(bounds.height - GalleryBar.height, 1))
    wall.layOut(opening, in: bounds.size, at: host?.now ?? 0)
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    marquee.show(at: time)
    wall.show(at: time)
    let times = [
      wall.scroll.advance(to: time),
      // Animations that have begun with this frame.
      layer.tree?.nextFrameTime(after: time),
    ]
    return times.compactMap { $0 }.min()
  }

  // MARK: Pointer

  override func pointerDown(_ event: PointerEvent) -> Bool {
    isTouched = event.isTouch
    if event.button == .left, wall.scroll.grabIndicator(at: event.point, time: event.time) {
      press = .indicator
      return true
    }
    let id = wall.places.poster(at: event.point, time: event.time)
    let stopsWall = wall.scroll.stop(at: event.time)
    if event.button == .left, !stopsWall, let id = wall.places.star(at: event.point, time: event.time) {
      press = .star(id)
    } else if event.button == .left, event.clicks == 2, let id, !stopsWall, event.modifiers.isEmpty {
      press = .spent
      actions.opening.open(id)
    } else {
      press = .click(id, at: event.point, stopsWall: stopsWall)
    }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    switch press {
    case .click(let id, let start, _):
      if event.point.distance(to: start) >= Self.slop {
        beginDrag(from: start, id, event)
      }
    case .scrolling: wall.scroll.drag(to: event.point.y, time: event.time)
    case .indicator: wall.scroll.dragIndicator(to: event.point, time: event.time)
    case .marquee: marquee.drag(to: event.point, time: event.time)
    case .none, .star, .spent: break
    }
  }

  override var hasLongPress: Bool { isTouched }

  override func longPressed(_ event: PointerEvent) {
    if case .click(let id?, _, stopsWall: false) = press, !dataSource.filter.isBin { takeAlong(id) }
  }

  /// Dragging a poster moves it; dragging with a finger or the middle button scrolls; dragging from the background
  /// draws a rectangle.
  private func beginDrag(from start: Point, _ id: PosterCard.ID?, _ event: PointerEvent) {
    if let id, event.button == .left, !isTouched, !dataSource.filter.isBin { return takeAlong(id) }
    if event.button == .middle || isTouched {
      wall.scroll.grab(at: start.y, time: event.time)
      press = .scrolling
    } else {
      marquee.begin(
        at: start, adds: !event.modifiers.isDisjoint(with: [.control, .shift]), time: event.time)
      press = .marquee
    }
    pointerDragged(event)
  }

  override func pointerUp(_ event: PointerEvent) {
    switch press {
    case .click(let id, _, stopsWall: false):
      if event.button == .left { click(id, event.modifiers) }
    case .scrolling:
      wall.scroll.drag(to: event.point.y, time: event.time)
      wall.scroll.release(at: event.time)
    case .indicator: wall.scroll.indicator.release()
    case .marquee: marquee.end(at: event.time)
    case .star(let id):
      if wall.places.star(at: event.point, time: event.time) == id { actions.posters.toggleFavorite([id]) }
    case .click, .none, .spent: break
    }
    press = .none
  }

  override func pointerCancelled(at time: Double) {
    switch press {
    case .scrolling, .indicator: wall.scroll.cancelDrag(at: time)
    case .marquee: marquee.cancel(at: time)
    case .click, .none, .star, .spent: break
    }
    press = .none
  }

  // MARK: Dragged posters

  private static let posterKind = "posters"
  /// The lower edge of the album tray, which covers the wall while posters are dragged.
  var dragTop = 0.0
  /// The distance from the wall's edges at which it scrolls during a drag.
  private static let glideZone = 40.0

  /// Returns the dragged posters, or nil for other content.
  static func posters(in content: DropEvent.Content) -> [PosterCard.ID]? {
    guard case .items(kind: posterKind, let ids) = content else { return nil }
    return ids.compactMap { Int64($0).map(PosterCard.ID.init) }
  }

  /// Drags a poster, together with the other selected ones if it is selected.
  private func takeAlong(_ id: PosterCard.ID) {
    if !wall.selection.contains(id) { wall.selection.select(id) }
    let chosen = wall.selection.ids
    let ids = chosen.count == 1 ? [id] : (0..<dataSource.count).map(dataSource.id).filter(chosen.contains)
    press = .none
    onDrag(true)
    host?.beginDrag(
      .items(kind: Self.posterKind, ids: ids.map { String($0.rawValue) }),
      preview: wall.dragged.preview(of: id, count: ids.count), offer: offer(of: ids)
    ) { [weak self] in
      self?.endDrag()
    }
  }

  /// Returns the data offered to other programs: the posters' PDFs.
  private func offer(of ids: [PosterCard.ID]) -> DragOffer? {
    guard let makeFiles = dataSource.files(of: ids) else { return nil }
    let title = ids.first.flatMap(dataSource.index).flatMap(dataSource.card)?.title ?? ""
    let language = actions.session.language
    return DragOffer(
      ids.count == 1
        ? "\(title.isEmpty ? language.localized("Poster") : title).pdf"
        : language.localized("{count} poster as PDF", plural: "{count} posters as PDF", count: ids.count),
      makeFiles: makeFiles)
  }

  private func endDrag() {
    wall.dragged.showInsertion(nil)
    wall.scroll.endGliding(at: host?.now ?? 0)
    onDrag(false)
  }

  override func proposal(for event: DropEvent) -> DropProposal? {
    guard Self.posters(in: event.content) != nil, wall.opening.contains(event.point) else { return nil }
    guard dataSource.filter.order == .own else {
      return DropProposal(
        actions.session.language.localized("To arrange posters by hand, choose “Own order” above"),
        frame: wall.opening, isAccepted: false)
    }
    guard let (_, gap) = insertion(at: event) else { return nil }
    let seen = wall.places.inWindow(gap, at: event.time)
    return DropProposal(
      actions.session.language.localized("Move here"), frame: seen.intersection(clear) ?? seen)
  }

  /// The part of the window in which nothing covers the wall while posters are dragged.
  private var clear: Rect {
    let opening = wall.opening
    return opening.inset(by: EdgeInsets(top: min(max(dragTop - opening.minY, 0), opening.height)))
  }

  private func insertion(at event: DropEvent) -> (index: Int, gap: Rect)? {
    wall.places.grid.insertion(at: wall.places.onWall(event.point, at: event.time))
  }

  override func dragMoved(_ event: DropEvent) {
    let opening = wall.opening
    let (above, below) = (dragTop + Self.glideZone, opening.maxY - Self.glideZone)
    var point = event.point
    if point.y < above { point.y = opening.minY - (above - point.y) }
    if point.y > below { point.y = opening.maxY + (point.y - below) }
    wall.scroll.glide(for: point, at: event.time)
    wall.dragged.showInsertion(
      dataSource.filter.order == .own ? insertion(at: event)?.gap : nil, within: clear, at: event.time)
  }

  override func dragLeft() {
    wall.dragged.showInsertion(nil)
    wall.scroll.endGliding(at: host?.now ?? 0)
  }

  override func drop(_ event: DropEvent) {
    guard let ids = Self.posters(in: event.content), let (index, _) = insertion(at: event) else { return }
    let moved = Set(ids)
    func staying(before index: Int) -> PosterCard.ID? {
      (0..<index).reversed().lazy.map(dataSource.id).first { !moved.contains($0) }
    }
    let place = staying(before: min(index, dataSource.count))
    // A drop at the same place changes nothing.
    let places = ids.compactMap(dataSource.index)
    guard let first = places.first, let last = places.last else { return }
    let stays = last - first == ids.count - 1 && staying(before: first) == place
    let size = wall.dragged.previewSize(of: ids[0])
    wall.comeBack(
      ids, from: Rect(origin: event.point + Vector(10, 10), size: size), waits: !stays, at: event.time)
    if !stays { actions.posters.move(ids, after: place) }
  }

  private func click(_ id: PosterCard.ID?, _ modifiers: Modifiers) {
    guard let id else {
      if modifiers.isDisjoint(with: [.control, .shift]) { wall.selection.clear() }
      return
    }
    select(id, modifiers) { $0.toggle(id) }
  }

  /// Selects a poster, extends the selection to it with Shift, or calls `other` with Ctrl.
  private func select(
    _ id: PosterCard.ID, _ modifiers: Modifiers, withControl other: (inout Selection<PosterCard.ID>) -> Void
  ) {
    if modifiers.contains(.shift) {
      guard let end = dataSource.index(of: id) else { return }
      let start = wall.selection.anchor.flatMap(dataSource.index) ?? end
      wall.selection.extend(to: id, range: (min(start, end)...max(start, end)).map(dataSource.id))
    } else if modifiers.contains(.control) {
      other(&wall.selection)
    } else {
      wall.selection.select(id)
    }
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    if event.modifiers.contains(.control) {
      wall.zoom(by: pow(1.15, min(max(event.notches.dy, -20), 20)), at: event.time)
    } else if isFree {
      wall.scroll.turn(by: event.notches.dy, at: event.time)
    }
    return true
  }

  override func contextMenu(for event: PointerEvent) -> Menu? {
    // The menu key passes the middle of a control without a frame.
    guard event.point != .zero, wall.opening.contains(event.point), isFree else { return Menu() }
    let id = wall.places.poster(at: event.point, time: event.time)
    if let id, !wall.selection.contains(id) { wall.selection.select(id) }
    if id == nil { wall.selection.clear() }
    return id == nil ? actions.wallMenu : actions.posterMenu
  }

  /// Opens the context menu at the keyboard's current poster.
  private func openMenu(at time: Double) {
    let index = wall.selection.cursor.flatMap(dataSource.index)
    let place =
      index.map { wall.opening.clamping(wall.places.inWindow(wall.places.grid.box(at: $0), at: time).center) }
      ?? bounds.center
    host?.showMenu(wall.selection.isEmpty ? actions.wallMenu : actions.posterMenu, at: place)
  }

  // MARK: Keys

  override func key(_ event: KeyEvent) -> Bool {
    let modifiers = event.modifiers
    switch event.key {
    case .left: step(.left, event)
    case .right: step(.right, event)
    case .up: step(.up, event)
    case .down: step(.down, event)
    case .home: step(.first, event)
    case .end: step(.last, event)
    case .pageUp: step(.rows(-wall.places.rowsInSight), event)
    case .pageDown: step(.rows(wall.places.rowsInSight), event)
    case .space: if let id = wall.selection.cursor { wall.selection.toggle(id) }
    case .menu where modifiers.isEmpty, .function(10) where modifiers == .shift:
      openMenu(at: event.time)
    default: return false
    }
    return true
  }

  /// Moves the selection by a step.
  func step(_ step: PosterGrid.Step, _ event: KeyEvent) {
    let grid = wall.places.grid
    guard grid.count > 0 else { return }
    let known = wall.selection.cursor.flatMap(dataSource.index)
    // The first key selects a visible poster instead of a distant one.
    let isJump = step == .first || step == .last
    let first = isJump ? grid.index(step, of: 0) : wall.places.visible(at: event.time).lowerBound
    let next = known.map { grid.index(step, of: $0) } ?? first
    let id = dataSource.id(at: next)
    select(id, event.modifiers) { $0.move(to: id) }
    wall.places.reveal(next, at: event.time)
    dataSource.prepare(id)
  }

  // MARK: Typing

  /// Typed text is searched for.
  override func insert(_ text: String, at time: Double) -> Bool {
    guard text.contains(where: { !$0.isWhitespace }) else { return false }
    actions.wall.search(for: text)
    return true
  }

  // MARK: Assistive tools

  override var accessibility: AccessibilityNode {
    let language = actions.session.language
    var nodes =
      wall.layer.isHidden ? [] : wall.accessibleCells(isFocused: isFocused, at: host?.now ?? 0)
    if case .failed(let what, let advice, _) = dataSource.state {
      nodes.insert(
        AccessibilityNode(
          role: .text, label: "\(language.localized(what)). \(language.localized(advice))",
          frame: wall.opening), at: 0)
    }
    var node = AccessibilityNode(
      role: .grid, label: label,
      value: language.localized(
        GalleryBar.words(dataSource.count, isFiltered: !dataSource.filter.isEmpty)),
      actions: [.focus], frame: wall.opening, isFocused: isFocused, children: nodes)
    node.states = [.multiselectable]
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let part, let number = Int64(part) else { return false }
    let id = PosterCard.ID(rawValue: number)
    guard isFree, let index = dataSource.index(of: id) else { return false }
    switch action {
    case .press: actions.opening.open(id)
    case .focus:
      host?.setFocus(self, byKeyboard: true)
      wall.selection.select(id)
      wall.places.reveal(index, at: time)
    case .showMenu:
      host?.setFocus(self, byKeyboard: true)
      if !wall.selection.contains(id) { wall.selection.select(id) }
      wall.places.reveal(index, at: time)
      openMenu(at: time)
    default: return false
    }
    return true
  }
}

/// The selection rectangle drawn over the wall.
///
/// Its first corner stays fixed to the wall during scrolling, the other one follows the pointer.
final class Marquee {
  let layer = Layer()
  private let wall: PosterWall
  private let dataSource: any PosterDataSource
  private let interface: Interface
  private var corner: Point?
  private var pointer = Point.zero
  /// The selection before the drag.
  private var before: Selection<PosterCard.ID>

  init(on wall: PosterWall, _ dataSource: any PosterDataSource, _ interface: Interface) {
    self.wall = wall
    self.dataSource = dataSource
    self.interface = interface
    before = wall.selection
    layer.name = "marquee"
    layer.isHidden = true
  }

  /// Begins at a point of the window; the existing selection stays if the rectangle `adds`.
  func begin(at point: Point, adds: Bool, time: Double) {
    before = wall.selection
    wall.selection.beginRectangle(adds: adds)
    corner = wall.places.onWall(point, at: time)
    pointer = point
  }

  func drag(to point: Point, time: Double) {
    guard corner != nil else { return }
    pointer = point
    wall.scroll.glide(for: point, at: time)
    stretch(at: time)
  }

  /// Extends the rectangle as the wall scrolls below the pointer.
  func show(at time: Double) {
    if wall.scroll.isMoving(at: time) { stretch(at: time) }
  }

  func end(at time: Double) {
    guard corner != nil else { return }
    corner = nil
    wall.selection.endRectangle()
    wall.scroll.endGliding(at: time)
    layer.isHidden = true
  }

  /// Removes the rectangle, and restores the previous selection.
  func cancel(at time: Double) {
    guard corner != nil else { return }
    end(at: time)
    wall.selection = before
  }

  private func stretch(at time: Double) {
    guard let corner else { return }
    let opening = wall.opening
    let inside = Point(pointer.x, min(max(pointer.y, opening.minY), opening.maxY))
    let rect = Rect(corner, wall.places.onWall(inside, at: time))
    var touched: Set<PosterCard.ID> = []
    wall.places.grid.forEachIndex(in: rect) { touched.insert(dataSource.id(at: $0)) }
    wall.selection.cover(touched)
    layer.isHidden = false
    layer.frame = rect.offset(by: Vector(0, -wall.scroll.offset(at: time))).pixelAligned(
      scale: interface.scale)
    layer.backgroundColor = interface.theme.highlight.withAlpha(0.16)
    layer.borderWidth = interface.hairline
    layer.borderColor = interface.theme.highlight.withAlpha(0.9)
  }
}
