import Colors
import Controls
import Geometry
import Input
import Motion
import Scene

/// The grid of crowns: a window onto cells of any size that the keyboard and the pointer move.
final class CrownGridControl: Control {
  var grid: ZoomableGrid
  var color: RGBA
  /// The message that an empty grid shows.
  var message: CrownGridLayers.Message?
  private(set) var crowns = CrownCollection()

  /// The keys of the crowns that are selected; the current one is among them unless there is none.
  private(set) var marked: Set<Int> = []
  /// The place from which a stretch is selected with Shift.
  private var anchorPlace: Int?

  /// Told of each crown that a person selects.
  var onSelect: () -> Void = {}
  /// Told of each that is selected by a click.
  var onPress: (_ time: Double) -> Void = { _ in }
  /// Takes a double click; without it one crown then fills the grid.
  var onOpen: ((_ time: Double) -> Void)?
  private let layers = CrownGridLayers()
  private let indicator = ScrollIndicator()

  private var hovered: Point?
  private var pressed: Point?
  private var pressedKey: Int?
  /// Where that crown is shown now: others may have come meanwhile, as a search goes on.
  private var pressedPlace: Int? { pressedKey.flatMap(grid.keys.firstIndex) }
  private var hasMoved = false
  private var isTouched = false
  /// The grid's time; input brings it along.
  private var time = 0.0

  init(cell: Double, color: RGBA) {
    grid = ZoomableGrid(cell: cell)
    self.color = color
    super.init(label: "Crowns")
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
  /// What can be done with crowns while the grid has the keyboard.
  var makeCommands: () -> [Command] = { [] }
  override var commands: [Command] { makeCommands() }

  /// Told of text that is typed over the grid.
  var onText: (String, Double) -> Void = { _, _ in }

  override func insert(_ text: String, at time: Double) -> Bool {
    grid.advance(to: time)
    onText(text, time)
    return true
  }

  // The key for menus asks about the crown that is selected, and not about what happens to be in the middle.
  override var focusFrame: Rect {
    guard let selected = grid.selected else { return .zero }
    let square = grid.view(at: time).square(of: grid.arrangement.slot(of: selected))
    return Rect(center: bounds.clamping(square.center), size: .zero)
  }

  override func contextMenu(for event: PointerEvent) -> Menu? {
    if grid.filling == nil, let place = grid.place(at: event.point, time: event.time),
      !marked.contains(grid.keys[place])
    {
      grid.select(place, at: event.time)
      mark(only: place)
      onSelect()
    }
    return makeMenu()
  }

  /// Returns the menu of the selected crown.
  var makeMenu: () -> Menu? = { nil }

  /// The crown that is selected, of several the one that was selected last.
  var selection: CrownItem? { grid.selected.map { crowns.items[grid.keys[$0]] } }

  /// All crowns that are selected, in the order in which they are shown.
  var selections: [CrownItem] {
    guard marked.count > 1 else { return selection.map { [$0] } ?? [] }
    return grid.keys.filter(marked.contains).map { crowns.items[$0] }
  }

  /// Where the selected crowns are seen, in the grid's own coordinates.
  var selectedFrames: [Rect] {
    guard grid.filling == nil else { return [bounds] }
    let view = grid.view(at: time)
    return grid.keys.indices.lazy.filter { [self] in marked.contains(grid.keys[$0]) || grid.selected == $0 }
      .compactMap { [self] place in
        let square = view.square(of: grid.arrangement.slot(of: place))
        let whole = Rect(
          x: square.minX, y: square.minY, width: square.width, height: view.measures.pitch.dy)
        return whole.intersection(bounds)
      }.prefix(50).map(\.self)
  }

  /// The crown under the pointer, or nil.
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

  /// Takes the current crowns; the grid shows them when it is told to.
  func take(_ items: [CrownItem]) {
    let replacements = crowns.take(items)
    layers.take(crowns, replacements)
  }

  /// Selects one place and no other.
  private func mark(only place: Int) {
    marked = grid.keys.indices.contains(place) ? [grid.keys[place]] : []
    anchorPlace = place
  }

  /// Selects all places from where the selection began to another one.
  private func mark(to place: Int) {
    let start = min(max(anchorPlace ?? place, 0), max(grid.keys.count - 1, 0))
    anchorPlace = start
    guard grid.keys.indices.contains(place) else { return }
    marked = Set(grid.keys[min(start, place)...max(start, place)])
  }

  /// Selects a place beside the others, or takes it out.
  private func toggleMark(_ place: Int) {
    if let selected = grid.selected, marked.isEmpty { marked = [grid.keys[selected]] }
    let key = grid.keys[place]
    if marked.contains(key), marked.count > 1 { marked.remove(key) } else { marked.insert(key) }
    anchorPlace = place
  }

  /// Selects all crowns that are shown.
  func markAll() {
    marked = Set(grid.keys)
    anchorPlace = 0
  }

  /// Selects the current crown alone; returns whether there were others.
  @discardableResult func markOne() -> Bool {
    let hadOthers = marked.count > 1
    marked = grid.selected.map { [grid.keys[$0]] } ?? []
    return hadOthers
  }

  /// Shows crowns by their keys; those that are shown no longer are not selected any more.
  func show(_ keys: [Int], keepingPlace: Bool, isAnimated: Bool = true, at time: Double) {
    self.time = max(self.time, time)
    grid.show(keys, keepingPlace: keepingPlace, isAnimated: isAnimated, at: time)
    marked.formIntersection(keys)
    anchorPlace = nil
    if let selected = grid.selected, !marked.contains(grid.keys[selected]) { mark(only: selected) }
  }

  /// Selects the crown of an identifier, if it is shown, and brings it into sight.
  func select(_ id: String, at time: Double) {
    guard let key = crowns.key(of: id), let place = grid.keys.firstIndex(of: key) else { return }
    grid.select(place, at: time)
    mark(only: place)
  }

  /// Whether the crown of an identifier is among those that are shown.
  func shows(_ id: String) -> Bool { crowns.key(of: id).map(grid.keys.contains) ?? false }

  // MARK: Appearance

  /// The ground on which the crowns' colour can be seen.
  func ground(_ theme: Theme) -> RGBA { inks(theme).window }

  /// The theme itself, or the other one where the crowns' colour would not be seen.
  private func inks(_ theme: Theme) -> Theme {
    wcagContrast(color, theme.window) >= 1.25 ? theme : theme.opposite
  }

  /// Draws the grid as it is at a time; returns when it next looks different by itself.
  override func advance(to time: Double, _ interface: Interface) -> Double? {
    self.time = time
    grid.advance(to: time)
    let inks = inks(interface.theme)
    // The window's own ground is there already, and filling two million pixels twice is most of a frame.
    layer.backgroundColor = inks == interface.theme ? nil : inks.window
    layers.show(
      CrownGridLayers.State(
        grid: grid, crowns: crowns, color: color, selection: marked.count > 1 ? marked : [],
        hovered: hovered, isFocused: isFocused, message: message,
        time: time), inks: inks, interface)
    let fading = indicator.show(grid.scroll, at: time, ink: inks.ink)
    return [grid.nextFrameTime(after: time), fading].compactMap { $0 }.min()
  }

  // MARK: Pointer

  /// Drags the selected crowns away; nil where crowns stay where they are.
  var onDrag: (() -> Void)?

  override func reacts(to button: PointerButton) -> Bool { button == .left || button == .middle }

  override var hasLongPress: Bool { isTouched && onDrag != nil }

  override func longPressed(_ event: PointerEvent) { takeAlong(at: event.time) }

  /// Drags the crown that is pressed, with the others that are selected with it; returns whether there is one.
  @discardableResult private func takeAlong(at time: Double) -> Bool {
    guard let onDrag, let pressedPlace, grid.filling == nil else { return false }
    if !marked.contains(grid.keys[pressedPlace]) {
      grid.select(pressedPlace, at: time)
      mark(only: pressedPlace)
      onSelect()
    }
    onDrag()
    return true
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    let time = event.time
    isTouched = event.isTouch
    hover(event.point, at: time)
    grid.advance(to: time)
    if grid.camera == nil, indicator.grab(at: event.point, &grid.scroll, time: time) { return true }
    pressed = event.point
    hasMoved = false
    pressedKey = grid.place(at: event.point, time: time).map { grid.keys[$0] }
    grid.scroll.grab(at: event.point.y, time: time)
    if event.clicks == 2, event.button == .left {
      if let onOpen { onOpen(time) } else { toggleFilling(at: time) }
    }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    let (point, time) = (event.point, event.time)
    hover(point, at: time)
    grid.advance(to: time)
    if indicator.isHeld { return indicator.drag(to: point, &grid.scroll, time: time) }
    guard let pressed else { return }
    if !hasMoved, point.distance(to: pressed) < 4 { return }
    // A finger and the middle button scroll.
    if !hasMoved, event.button == .left, !isTouched, takeAlong(at: time) { return }
    if !hasMoved, grid.scroll.isHeld { grid.scroll.grab(at: point.y, time: time) }
    hasMoved = true
    if grid.camera == nil { grid.scroll.drag(to: point.y, time: time) }
  }

  override func pointerUp(_ event: PointerEvent) {
    let time = event.time
    self.time = time
    grid.advance(to: time)
    if indicator.isHeld { return indicator.release() }
    if grid.scroll.isHeld { grid.scroll.release(at: time) }
    if pressed != nil, !hasMoved, grid.filling == nil, event.button == .left, let pressedPlace {
      press(pressedPlace, event.modifiers, at: time)
      onSelect()
      onPress(time)
    }
    pressed = nil
  }

  /// Selects a place: with Control beside the others, with Shift all up to there.
  private func press(_ place: Int, _ modifiers: Modifiers, at time: Double) {
    if modifiers.contains(.control), allowsSeveral {
      toggleMark(place)
      // What was taken out is not the current one any more.
      let key = grid.keys[place]
      guard !marked.contains(key), let other = grid.keys.firstIndex(where: marked.contains) else {
        return grid.select(place, at: time)
      }
      return grid.select(other, at: time)
    }
    grid.select(place, at: time)
    if modifiers.contains(.shift), allowsSeveral { mark(to: place) } else { mark(only: place) }
  }

  /// Whether several crowns can be selected at once.
  var allowsSeveral = false

  override func pointerCancelled(at time: Double) {
    indicator.release()
    if grid.scroll.isHeld { grid.scroll.release(at: time) }
    pressed = nil
  }

  override func pointerMoved(_ event: PointerEvent) {
    grid.advance(to: event.time)
    hover(event.point, at: event.time)
  }

  override func pointerLeft(at time: Double) { hover(nil, at: time) }

  /// Takes note of where the pointer is and of the time.
  private func hover(_ point: Point?, at time: Double) {
    self.time = time
    hovered = point
    indicator.hover(point, at: time)
    if indicator.isHovered { indicator.wake(at: time) }
  }

  /// Scrolls, zooms about the pointer, or goes from one crown to the next when one fills the grid.
  override func wheel(_ event: WheelEvent) -> Bool {
    let (notches, time) = (event.notches, event.time)
    self.time = time
    grid.advance(to: time)
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
    grid.advance(to: time)
    extends = allowsSeveral && event.modifiers == .shift
    defer { extends = false }
    guard event.modifiers.isEmpty || extends else { return false }
    switch event.key {
    case .left: step(by: -1, at: time)
    case .right: step(by: 1, at: time)
    case .up: step(rows: -1, at: time)
    case .down: step(rows: 1, at: time)
    case .pageUp: step(rows: -page, at: time)
    case .pageDown: step(rows: page, at: time)
    case .home: step(by: -grid.keys.count, at: time)
    case .end: step(by: grid.keys.count, at: time)
    default: return false
    }
    return true
  }

  // MARK: Commands

  /// Zooms about the selected crown where it is in sight, otherwise about the middle.
  /// Opens with cells of a side and scrolled to an offset; only before anything was shown.
  func open(cell: Double, offset: Double) { grid.open(cell: cell, offset: offset) }

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
    } else if let place = pressed == nil ? grid.selected : pressedPlace {
      grid.fill(place, at: time)
      onSelect()
    }
  }

  /// Selects the crown so many places on.
  func step(by places: Int, at time: Double) {
    self.time = time
    guard let last = grid.keys.indices.last else { return }
    let wanted = min(max(grid.selected.map { $0 + places } ?? 0, 0), last)
    if extends, anchorPlace == nil { anchorPlace = grid.selected }
    grid.select(wanted, at: time)
    if extends { mark(to: wanted) } else { mark(only: wanted) }
    onSelect()
  }

  /// Whether a step selects what it passes over, too.
  private var extends = false

  /// Selects a crown in another row; beyond the ends it stays where it is.
  func step(rows: Int, at time: Double) {
    guard let selected = grid.selected else { return step(by: 0, at: time) }
    if grid.filling != nil { return step(by: rows.signum(), at: time) }
    let columns = grid.arrangement.columns
    let row = grid.arrangement.slot(of: selected).row
    let wanted = min(max(row + rows, 0), grid.arrangement.rows - 1)
    var place = selected + (wanted - row) * columns
    if place >= grid.keys.count { place = grid.keys.count - 1 }
    if place < 0 { place += columns }
    step(by: min(max(place, 0), grid.keys.count - 1) - selected, at: time)
  }

  /// How many rows a page has.
  var page: Int {
    let pitch = CellMeasures(cell: grid.destination.cell).pitch.dy
    return max(1, Int(bounds.height / pitch) - 1)
  }

  override var accessibility: AccessibilityNode {
    let view = grid.view(at: time)
    let children = grid.cells(at: time).compactMap { cell -> AccessibilityNode? in
      guard let place = cell.place, cell.visibility > 0.5 else { return nil }
      let whole = Rect(
        x: cell.square.minX, y: cell.square.minY, width: cell.square.width, height: view.measures.pitch.dy)
      let crown = crowns.items[cell.key]
      // The name says what it is like; the words under which it is found would only be said once more.
      var node = AccessibilityNode(
        role: .cell, label: crown.name, value: crown.isFavorite ? "favourite" : crown.isOwn ? "yours" : nil,
        actions: [.press, .focus, .showMenu], frame: whole.offset(by: frame.origin - Point.zero),
        isFocused: isFocused && place == grid.selected)
      if place == grid.selected || marked.contains(cell.key) { node.states.insert(.selected) }
      node.id = crown.id
      node.place = .init(place, of: grid.keys.count)
      return node
    }
    let value =
      crowns.items.isEmpty
      ? nil : "\(grid.keys.count) shown" + (marked.count > 1 ? ", \(marked.count) selected" : "")
    return AccessibilityNode(
      role: .grid, label: label, value: value, actions: [.focus], frame: frame, isFocused: isFocused,
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
    grid.select(place, at: time)
    mark(only: place)
    onSelect()
    if action == .press { if let onOpen { onOpen(time) } else { toggleFilling(at: time) } }
    if action == .showMenu, let menu = makeMenu() {
      host?.showMenu(menu, at: focusFrame.center + (originInWindow - .zero))
    }
    return true
  }
}
