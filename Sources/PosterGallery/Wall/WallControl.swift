import Controls
import Geometry
import Input
import Scene

/// The wall as a person uses it: clicks select, drags scroll or draw a rectangle, letters find.
final class WallControl: Control {
  let wall: PosterWall
  private let marquee: Marquee
  private let dataSource: any PosterDataSource
  private let actions: GalleryCommands
  private var press = Press.none
  private var typed = TypeAhead()
  private var wantsNext = false

  /// What a button of the pointer that is held down does.
  private enum Press {
    case none
    /// On a poster or the ground: a click until it moves. A press that only stops the wall is none.
    case click(PosterCard.ID?, at: Point, stopsWall: Bool)
    case scrolling
    case indicator
    case marquee
    /// Nothing more than what it has done.
    case spent
  }

  /// How far the pointer goes before a click becomes a drag.
  static let slop = 4.0

  init(
    _ wall: PosterWall, _ dataSource: any PosterDataSource, _ interface: Interface,
    _ commands: GalleryCommands
  ) {
    self.wall = wall
    self.dataSource = dataSource
    actions = commands
    marquee = Marquee(on: wall, dataSource, interface)
    super.init(label: "Wall of posters")
    wall.layer.addSublayer(marquee.layer)
    layer.addSublayer(wall.layer)
    layer.addSublayer(wall.scroll.indicator.layer)
  }

  // The wall marks where the keyboard is by itself.
  override var focusFrame: Rect { .zero }
  override var cursor: CursorShape { .arrow }
  override var pointerButtons: Set<PointerButton> { [.left, .middle] }

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
      // What has begun to fade or rise with this frame.
      layer.tree?.nextFrameTime(after: time),
    ]
    return times.compactMap { $0 }.min()
  }

  // MARK: Pointer

  override func pointerDown(_ event: PointerEvent) -> Bool {
    if event.button == .left, wall.scroll.grabIndicator(at: event.point, time: event.time) {
      press = .indicator
      return true
    }
    let id = wall.poster(at: event.point, time: event.time)
    let stopsWall = wall.scroll.stop(at: event.time)
    if event.button == .left, event.clicks == 2, let id, !stopsWall, event.modifiers.isEmpty {
      press = .spent
      actions.open(id)
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
    case .none, .spent: break
    }
  }

  /// A drag from a poster, or by the middle button, scrolls; one from the ground draws a rectangle.
  private func beginDrag(from start: Point, _ id: PosterCard.ID?, _ event: PointerEvent) {
    if id != nil || event.button == .middle {
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
    case .click, .none, .spent: break
    }
    press = .none
  }

  override func pointerCancelled(at time: Double) {
    switch press {
    case .scrolling: wall.scroll.release(at: time)
    case .indicator: wall.scroll.indicator.release()
    case .marquee: marquee.end(at: time)
    case .click, .none, .spent: break
    }
    press = .none
  }

  private func click(_ id: PosterCard.ID?, _ modifiers: Modifiers) {
    guard let id else {
      if modifiers.isDisjoint(with: [.control, .shift]) { wall.selection.clear() }
      return
    }
    select(id, modifiers) { $0.toggle(id) }
  }

  /// Selects a poster, extends the selection to it, or does something else with the control key.
  private func select(
    _ id: PosterCard.ID, _ modifiers: Modifiers, withControl other: (inout PosterSelection) -> Void
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
      if event.notches.dy != 0 {
        wall.zoom(by: event.notches.dy > 0 ? 1.15 : 1 / 1.15, at: event.time)
      }
    } else if isFree {
      wall.scroll.turn(by: event.notches.dy, at: event.time)
    }
    return true
  }

  override func contextMenu(for event: PointerEvent) -> Menu? {
    // The key for menus asks with the middle of a control that has no frame of its own.
    guard event.point != .zero, wall.opening.contains(event.point), isFree else { return Menu() }
    let id = wall.poster(at: event.point, time: event.time)
    if let id, !wall.selection.contains(id) { wall.selection.select(id) }
    if id == nil { wall.selection.clear() }
    return id == nil ? actions.wallMenu : actions.posterMenu
  }

  /// Opens the menu that the keyboard asks for, at the poster that it is at.
  private func openMenu(at time: Double) {
    let index = wall.selection.cursor.flatMap(dataSource.index)
    let place =
      index.map { wall.opening.clamping(wall.inWindow(wall.grid.box(at: $0), at: time).center) }
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
    case .pageUp: step(.rows(-wall.rowsInSight), event)
    case .pageDown: step(.rows(wall.rowsInSight), event)
    case .space: if let id = wall.selection.cursor { wall.selection.toggle(id) }
    case .menu where modifiers.isEmpty, .function(10) where modifiers == .shift:
      openMenu(at: event.time)
    default: return false
    }
    return true
  }

  /// Selects the poster that a step leads to.
  func step(_ step: PosterGrid.Step, _ event: KeyEvent) {
    let grid = wall.grid
    guard grid.count > 0 else { return }
    let known = wall.selection.cursor.flatMap(dataSource.index)
    // The first key goes to what is seen rather than far away.
    let isJump = step == .first || step == .last
    let first = isJump ? grid.index(step, of: 0) : wall.visible(at: event.time).lowerBound
    let next = known.map { grid.index(step, of: $0) } ?? first
    let id = dataSource.id(at: next)
    select(id, event.modifiers) { $0.move(to: id) }
    wall.reveal(next, at: event.time)
    dataSource.prepare(id)
  }

  // MARK: Typing

  override func insert(_ text: String, at time: Double) -> Bool {
    guard wall.grid.count > 0, text != " " else { return false }
    let words: String
    (words, wantsNext) = typed.add(text, at: time)
    dataSource.find(words)
    return true
  }

  /// Selects the next of the posters that were found for typed words.
  func takeFound(_ words: String, _ ids: Set<PosterCard.ID>, at time: Double) {
    guard words == typed.text, isFocused else { return }
    guard !ids.isEmpty else {
      host?.say("No poster begins with “\(words)”")
      return
    }
    let count = dataSource.count
    let start = wall.selection.cursor.flatMap(dataSource.index) ?? 0
    for offset in 0..<count {
      let index = (start + offset + (wantsNext ? 1 : 0)) % count
      let id = dataSource.id(at: index)
      guard ids.contains(id) else { continue }
      wall.selection.select(id)
      return wall.reveal(index, at: time)
    }
  }

  // MARK: Assistive tools

  override var accessibility: AccessibilityNode {
    var nodes =
      wall.layer.isHidden ? [] : wall.accessibleCells(isFocused: isFocused, at: host?.now ?? 0)
    if case .failed(let what, let advice, _) = dataSource.state {
      nodes.insert(
        AccessibilityNode(role: .text, label: "\(what). \(advice)", frame: wall.opening), at: 0)
    }
    var node = AccessibilityNode(
      role: .grid, label: label,
      value: GalleryBar.words(dataSource.count, isFiltered: !dataSource.filter.isEmpty),
      actions: [.focus], frame: wall.opening, isFocused: isFocused, children: nodes)
    node.states = [.multiselectable]
    return node
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let part, let number = Int64(part) else { return false }
    let id = PosterCard.ID(rawValue: number)
    guard isFree, let index = dataSource.index(of: id) else { return false }
    switch action {
    case .press: actions.open(id)
    case .focus:
      host?.setFocus(self, byKeyboard: true)
      wall.selection.select(id)
      wall.reveal(index, at: time)
    case .showMenu:
      host?.setFocus(self, byKeyboard: true)
      if !wall.selection.contains(id) { wall.selection.select(id) }
      wall.reveal(index, at: time)
      openMenu(at: time)
    default: return false
    }
    return true
  }
}
