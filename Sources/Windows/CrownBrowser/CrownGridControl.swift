import Colors
import Controls
import Geometry
import Input
import Localization
import Motion
import Scene

/// Receives events of a grid of crowns and provides its menus.
protocol CrownGridDelegate: AnyObject {
  /// A person changed the selection.
  func selectionChanged()
  /// A click selected a crown.
  func crownPressed(at time: Double)
  /// A crown was double-clicked in a grid for choosing one.
  func crownOpened(at time: Double)
  /// Text was typed over the grid.
  func typed(_ text: String, at time: Double)
  /// The selected crowns are being dragged out.
  func dragCrowns()
  /// The commands while the grid has the focus.
  var gridCommands: [Command] { get }
  /// The context menu of the selected crowns.
  var crownMenu: Menu? { get }
}

extension CrownGridDelegate {
  func crownPressed(at time: Double) {}
  func crownOpened(at time: Double) {}
  func dragCrowns() {}
  var gridCommands: [Command] { [] }
  var crownMenu: Menu? { nil }
}

/// The grid of crowns: a view of cells of any size, controlled by keyboard and pointer.
final class CrownGridControl: Control {
  /// The purpose of a grid.
  enum Purpose {
    /// Several crowns can be selected and dragged, and a double click makes one fill the grid.
    case browsing
    /// One crown is chosen.
    case choosing
  }

  /// A press of the pointer in progress.
  private struct Press {
    let point: Point
    /// The crown under the pointer at the start of the press.
    let key: Int?
    let isTouch: Bool
    var hasMoved = false
  }

  /// The factor of one zoom step by keyboard.
  static let zoomStep = 1.25

  var grid: ZoomableGrid
  var color: RGBA
  /// The message of an empty grid.
  var message: CrownGridLayers.EmptyMessage?
  private(set) var crowns = CrownCollection()
  /// The keys of the selected crowns; the grid's current one is their cursor.
  private(set) var selected = Selection<Int>()
  weak var delegate: (any CrownGridDelegate)?

  private let purpose: Purpose
  private let layers = CrownGridLayers()
  private let indicator = ScrollIndicator()
  private var hovered: Point?
  private var press: Press?
  /// The grid's time, which input advances.
  private(set) var time = 0.0

  init(for purpose: Purpose, cell: Double, color: RGBA) {
    self.purpose = purpose
    grid = ZoomableGrid(cell: cell)
    self.color = color
    // The owner names it in its language.
    super.init(label: "")
    layer.name = "grid"
    layer.masksToBounds = true
    indicator.layer.name = "scroll indicator"
    for part in [
      layers.hover, layers.crowns, layers.names, layers.marks, indicator.layer, layers.message,
    ] {
      layer.addSublayer(part)
    }
  }

  override var cursor: CursorShape { .arrow }
  override var commands: [Command] { delegate?.gridCommands ?? [] }

  override func insert(_ text: String, at time: Double) -> Bool {
    bring(to: time)
    delegate?.typed(text, at: time)
    return true
  }

  /// Advances the time.
  func pass(to time: Double) { self.time = max(self.time, time) }

  /// Advances the grid to a time; a zoom that settles selects the crown that fills it.
  private func bring(to time: Double) {
    grid.advance(to: time)
    guard let key = currentKey, key != selected.cursor else { return }
    if selected.contains(key) { selected.move(to: key) } else { selected.select(key) }
  }

  // The menu key refers to the selected crown rather than to the middle of the grid.
  override var focusFrame: Rect {
    guard let selected = grid.selected else { return .zero }
    let square = grid.view(at: time).square(of: grid.arrangement.slot(of: selected))
    return Rect(center: bounds.clamping(square.center), size: .zero)
  }

  override func contextMenu(for event: PointerEvent) -> Menu? {
    if grid.filling == nil, let place = grid.place(at: event.point, time: event.time),
      !selected.contains(grid.keys[place])
    {
      selectAlone(place, at: event.time)
      delegate?.selectionChanged()
    }
    return delegate?.crownMenu
  }

  private var currentKey: Int? { grid.selected.map { grid.keys[$0] } }

  /// The selected crown; if there are several, the one selected last.
  var selection: CrownItem? { currentKey.map { crowns.items[$0] } }

  /// All selected crowns, in display order.
  var selections: [CrownItem] {
    guard hasSeveral else { return selection.map { [$0] } ?? [] }
    return grid.keys.filter(selected.contains).map { crowns.items[$0] }
  }

  private var hasSeveral: Bool { selected.ids.count > 1 }

  /// The hovered crown, or nil.
  var hoveredCrown: CrownItem? { hoveredPlace.map { crowns.items[grid.keys[$0]] } }

  private var hoveredPlace: Int? {
    guard let hovered, grid.filling == nil, !grid.scroll.isHeld else { return nil }
    return grid.place(at: hovered, time: time)
  }

  override var tooltip: Tooltip? {
    guard let place = hoveredPlace else { return nil }
    let view = grid.view(at: time)
    let square = view.square(of: grid.arrangement.slot(of: place))
    let whole = Rect(x: square.minX, y: square.minY, width: square.width, height: view.measures.pitch.dy)
    return Tooltip(crowns.items[grid.keys[place]].name, part: whole.intersection(bounds) ?? whole)
  }

  override func layOut(_ interface: Interface) {
    layers.layOut(in: bounds)
    indicator.track = Rect(x: bounds.maxX - 14, y: 2, width: 14, height: max(0, bounds.height - 4))
    grid.resize(to: bounds.size, pixelsPerPoint: interface.scale)
  }

  // MARK: Crowns

  /// Sets the current crowns; the grid shows them on request.
  func take(_ items: [CrownItem]) {
    let replacements = crowns.take(items)
    layers.take(crowns, replacements)
  }

  /// Selects only one place.
  private func selectAlone(_ place: Int, at time: Double) {
    grid.select(place, at: time)
    if grid.keys.indices.contains(place) { selected.select(grid.keys[place]) } else { selected = Selection() }
  }

  /// Selects all places from the selection's anchor to another one.
  private func extend(to place: Int, at time: Double) {
    guard grid.keys.indices.contains(place) else { return }
    let start = (selected.anchor ?? currentKey).flatMap(grid.keys.firstIndex) ?? place
    grid.select(place, at: time)
    selected.extend(
      to: grid.keys[place], from: grid.keys[start], range: grid.keys[min(start, place)...max(start, place)])
  }

  /// Adds a place to the selection, or removes it unless it is the only one.
  private func toggle(_ place: Int, at time: Double) {
    let key = grid.keys[place]
    if selected.ids == [key] { return selectAlone(place, at: time) }
    selected.toggle(key)
    // A removed place is no longer the current one.
    let current = selected.contains(key) ? place : grid.keys.firstIndex(where: selected.contains) ?? place
    selected.move(to: grid.keys[current])
    grid.select(current, at: time)
  }

  /// Selects all visible crowns.
  func selectAll() { selected.set(grid.keys) }

  /// Selects only the current crown; returns whether others were selected.
  @discardableResult func selectOne() -> Bool {
    guard hasSeveral, let currentKey else { return false }
    selected.select(currentKey)
    return true
  }

  /// Shows crowns by their keys, and deselects those that are no longer shown.
  func show(_ keys: [Int], keepingPlace: Bool, isAnimated: Bool = true) {
    grid.show(keys, keepingPlace: keepingPlace, isAnimated: isAnimated, at: time)
    selected.keep(where: Set(keys).contains)
    if let currentKey, !selected.contains(currentKey) { selected.select(currentKey) }
  }

  /// Selects the crown with an identifier, if it is shown, and scrolls it into view.
  func select(_ id: String, isAnimated: Bool = true) {
    guard let key = crowns.key(of: id), let place = grid.keys.firstIndex(of: key) else { return }
    let spring = grid.spring
    if !isAnimated { grid.spring = nil }
    selectAlone(place, at: time)
    grid.spring = spring
  }

  /// Whether the crown with an identifier is shown.
  func shows(_ id: String) -> Bool { crowns.key(of: id).map(grid.keys.contains) ?? false }

  // MARK: Appearance

  /// A background on which the crowns' colour is visible.
  func ground(_ theme: Theme) -> RGBA { inks(theme).window }

  /// The theme, or its opposite if the crowns' colour would be invisible on it.
  private func inks(_ theme: Theme) -> Theme {
    wcagContrast(color, theme.window) >= 1.25 ? theme : theme.opposite
  }

  /// Draws the grid at a time; returns when it next changes by itself.
  override func advance(to time: Double, _ interface: Interface) -> Double? {
    self.time = time
    bring(to: time)
    let inks = inks(interface.theme)
    // The window's background is already drawn, and filling two million pixels twice would take most of a frame.
    layer.backgroundColor = inks == interface.theme ? nil : inks.window
    layers.show(
      CrownGridLayers.State(
        grid: grid, crowns: crowns, color: color, selection: hasSeveral ? selected.ids : [],
        hovered: hovered, isFocused: isFocused, message: message,
        time: time), inks: inks, interface)
    let fading = indicator.show(grid.scroll, at: time, ink: inks.ink)
    return [grid.nextFrameTime(after: time), fading].compactMap { $0 }.min()
  }

  // MARK: Pointer

  override func reacts(to button: PointerButton) -> Bool { button == .left || button == .middle }

  override var hasLongPress: Bool { press?.isTouch == true && purpose == .browsing }

  override func longPressed(_ event: PointerEvent) { takeAlong(at: event.time) }

  /// The current place of the pressed crown: the crowns may have changed meanwhile, as a search continues.
  private var pressedPlace: Int? { press?.key.flatMap(grid.keys.firstIndex) }

  /// Drags the pressed crown, with the others that are selected with it; returns whether there is one.
  @discardableResult private func takeAlong(at time: Double) -> Bool {
    guard purpose == .browsing, let pressedPlace, grid.filling == nil else { return false }
    if !selected.contains(grid.keys[pressedPlace]) {
      selectAlone(pressedPlace, at: time)
      delegate?.selectionChanged()
    }
    delegate?.dragCrowns()
    return true
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    let time = event.time
    hover(event.point, at: time)
    bring(to: time)
    press = nil
    if grid.camera == nil, indicator.grab(at: event.point, &grid.scroll, time: time) { return true }
    let place = grid.place(at: event.point, time: time)
    press = Press(point: event.point, key: place.map { grid.keys[$0] }, isTouch: event.isTouch)
    grid.scroll.grab(at: event.point.y, time: time)
    if event.clicks == 2, event.button == .left { open(at: time) }
    return true
  }

  /// Performs the action of a double click.
  private func open(at time: Double) {
    switch purpose {
    case .browsing: toggleFilling(at: time)
    case .choosing: delegate?.crownOpened(at: time)
    }
  }

  override func pointerDragged(_ event: PointerEvent) {
    let (point, time) = (event.point, event.time)
    hover(point, at: time)
    bring(to: time)
    if indicator.isHeld { return indicator.drag(to: point, &grid.scroll, time: time) }
    guard let press else { return }
    if !press.hasMoved {
      if point.distance(to: press.point) < 4 { return }
      // A finger and the middle button scroll.
      if event.button == .left, !press.isTouch, takeAlong(at: time) { return }
      if grid.scroll.isHeld { grid.scroll.grab(at: point.y, time: time) }
    }
    self.press?.hasMoved = true
    if grid.camera == nil { grid.scroll.drag(to: point.y, time: time) }
  }

  override func pointerUp(_ event: PointerEvent) {
    let time = event.time
    self.time = time
    bring(to: time)
    if indicator.isHeld { return indicator.release() }
    if grid.scroll.isHeld { grid.scroll.release(at: time) }
    if press?.hasMoved == false, grid.filling == nil, event.button == .left, let pressedPlace {
      select(pressedPlace, event.modifiers, at: time)
      delegate?.selectionChanged()
      delegate?.crownPressed(at: time)
    }
    press = nil
  }

  /// Selects a place: Control adds it to the selection, Shift extends the selection to it.
  private func select(_ place: Int, _ modifiers: Modifiers, at time: Double) {
    if purpose == .browsing, modifiers.contains(.control) {
      toggle(place, at: time)
    } else if purpose == .browsing, modifiers.contains(.shift) {
      extend(to: place, at: time)
    } else {
      selectAlone(place, at: time)
    }
  }

  override func pointerCancelled(at time: Double) {
    indicator.cancel(&grid.scroll, time: time)
    grid.scroll.cancelDrag(at: time)
    press = nil
  }

  override func pointerMoved(_ event: PointerEvent) {
    bring(to: event.time)
    hover(event.point, at: event.time)
  }

  override func pointerLeft(at time: Double) { hover(nil, at: time) }

  /// Records the position of the pointer and the time.
  private func hover(_ point: Point?, at time: Double) {
    self.time = time
    hovered = point
    indicator.hover(point, at: time)
    if indicator.isHovered { indicator.wake(at: time) }
  }

  /// Scrolls, zooms about the pointer, or moves to the next crown if one fills the grid.
  override func wheel(_ event: WheelEvent) -> Bool {
    let (notches, time) = (event.notches, event.time)
    self.time = time
    bring(to: time)
    if event.modifiers.contains(.control) {
      let factor = CellMeasures.power(1.18, min(max(notches.dy, -20), 20))
      grid.zoom(by: factor, about: event.point, at: time)
    } else if grid.filling != nil {
      if notches.dy != 0 { step(by: notches.dy > 0 ? -1 : 1, at: time) }
    } else {
      grid.turn(by: -notches.dy * 84, at: time)
    }
    return true
  }

  // MARK: Keys

  override func key(_ event: KeyEvent) -> Bool {
    let time = event.time
    bring(to: time)
    let extends = purpose == .browsing && event.modifiers == .shift
    guard event.modifiers.isEmpty || extends else { return false }
    switch event.key {
    case .left: step(by: -1, extends, at: time)
    case .right: step(by: 1, extends, at: time)
    case .up: step(rows: -1, extends, at: time)
    case .down: step(rows: 1, extends, at: time)
    case .pageUp: step(rows: -page, extends, at: time)
    case .pageDown: step(rows: page, extends, at: time)
    case .home: step(by: -grid.keys.count, extends, at: time)
    case .end: step(by: grid.keys.count, extends, at: time)
    default: return false
    }
    return true
  }

  // MARK: Commands

  /// Sets the initial cell size and scroll offset, before anything was shown.
  func open(cell: Double, offset: Double) { grid.open(cell: cell, offset: offset) }

  /// Zooms about the selected crown if it is visible, otherwise about the middle.
  func zoom(by factor: Double, at time: Double) {
    self.time = time
    grid.zoom(by: factor, about: anchor(at: time), at: time)
  }

  func zoom(to cell: Double, at time: Double) {
    self.time = time
    grid.zoom(to: cell, about: anchor(at: time), at: time)
  }

  private func anchor(at time: Double) -> Point {
    if let camera = grid.camera, grid.settleTime != nil { return camera.target }
    guard let selected = grid.selected else { return bounds.center }
    let square = grid.view(at: time).square(of: grid.arrangement.slot(of: selected))
    return bounds.contains(square.center) ? square.center : bounds.center
  }

  func toggleFilling(at time: Double) {
    self.time = time
    if grid.filling != nil {
      grid.unfill(at: time)
    } else if let place = press == nil ? grid.selected : pressedPlace {
      grid.fill(place, at: time)
      bring(to: time)
      delegate?.selectionChanged()
    }
  }

  /// Selects the crown `places` further, or extends the selection to it.
  private func step(by places: Int, _ extends: Bool = false, at time: Double) {
    self.time = time
    guard let last = grid.keys.indices.last else { return }
    let wanted = min(max(grid.selected.map { $0 + places } ?? 0, 0), last)
    if extends { extend(to: wanted, at: time) } else { selectAlone(wanted, at: time) }
    delegate?.selectionChanged()
  }

  /// Selects a crown in another row, staying within the grid.
  private func step(rows: Int, _ extends: Bool, at time: Double) {
    guard let selected = grid.selected else { return step(by: 0, extends, at: time) }
    if grid.filling != nil { return step(by: rows.signum(), extends, at: time) }
    let columns = grid.arrangement.columns
    let row = grid.arrangement.slot(of: selected).row
    let wanted = min(max(row + rows, 0), grid.arrangement.rows - 1)
    var place = selected + (wanted - row) * columns
    if place >= grid.keys.count { place = grid.keys.count - 1 }
    if place < 0 { place += columns }
    step(by: min(max(place, 0), grid.keys.count - 1) - selected, extends, at: time)
  }

  /// The number of rows in a page.
  var page: Int {
    let pitch = CellMeasures(cell: grid.destination.cell).pitch.dy
    return max(1, Int(bounds.height / pitch) - 1)
  }

  /// Returns whether a crown is a favourite or the person's own, in a word.
  private func state(of crown: CrownItem) -> String? {
    let language = host?.interface.language ?? .english
    if crown.isFavorite { return language.localized("favourite", context: "crown") }
    return crown.isOwn ? language.localized("your own", context: "crown") : nil
  }

  override var accessibility: AccessibilityNode {
    let view = grid.view(at: time)
    let children = grid.cells(at: time).compactMap { cell -> AccessibilityNode? in
      guard let place = cell.place, cell.visibility > 0.5 else { return nil }
      let whole = Rect(
        x: cell.square.minX, y: cell.square.minY, width: cell.square.width, height: view.measures.pitch.dy)
      let crown = crowns.items[cell.key]
      // The name describes the crown; its search words would only repeat that.
      var node = AccessibilityNode(
        role: .cell, label: crown.name, value: state(of: crown),
        actions: [.press, .focus, .showMenu], frame: whole.offset(by: frame.origin - Point.zero),
        isFocused: isFocused && place == grid.selected)
      if place == grid.selected || selected.contains(cell.key) { node.states.insert(.selected) }
      node.id = crown.id
      node.place = .init(place, of: grid.keys.count)
      return node
    }
    let language = host?.interface.language ?? .english
    let shown = language.localized("{count} shown", plural: "{count} shown", count: grid.keys.count)
    let value =
      hasSeveral
      ? language.localized(
        "{count} of {shown} selected", plural: "{count} of {shown} selected", count: selected.ids.count,
        ["shown": String(grid.keys.count)]) : shown
    return AccessibilityNode(
      role: .grid, label: label, value: crowns.items.isEmpty ? nil : value, actions: [.focus], frame: frame,
      isFocused: isFocused,
      children: children)
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let part, let key = crowns.key(of: part), let place = grid.keys.firstIndex(of: key) else {
      return false
    }
    switch action {
    case .focus, .press, .showMenu: break
    default: return false
    }
    self.time = max(self.time, time)
    host?.setFocus(self, byKeyboard: true)
    selectAlone(place, at: time)
    delegate?.selectionChanged()
    if action == .press { open(at: time) }
    if action == .showMenu, let menu = delegate?.crownMenu {
      host?.showMenu(menu, at: convert(toWindow: focusFrame.center))
    }
    return true
  }
}
