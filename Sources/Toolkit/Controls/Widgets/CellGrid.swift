public import Geometry
import Input
public import Scene

/// A list or grid of any number of equal cells; only visible cells have layers.
///
/// One cell is the current one. The owner makes the layers and titles of the cells, and is called when a cell is chosen
/// or opened.
public final class CellGrid: Control {
  /// The state of a cell, for the owner that draws it.
  public struct CellState: Hashable, Sendable {
    /// Whether the cell is the current one.
    public var isSelected: Bool
    /// Whether the pointer is over the cell.
    public var isHovered: Bool
    /// Whether the cell is the current one while the grid has the focus.
    public var isFocused: Bool
  }

  /// The owner's part of a grid.
  public struct Content {
    /// Returns how many cells there are.
    public var count: () -> Int
    /// Returns the title of a cell, for assistive tools and type-ahead.
    public var title: (Int) -> String
    /// Returns the layer of a cell of a size, at the origin.
    public var makeLayer: (Int, Size, CellState, Interface) -> Layer
    /// Returns the layers in front of all cells' first layers, at the origin: each index is a sheet across all cells,
    /// so layers that are alike, such as captions, are batched.
    public var makeFronts: (Int, Size, CellState, Interface) -> [Layer]
    /// Called when a cell is opened by Return or a double click.
    public var open: (Int, _ time: Double) -> Void
    /// Called when a cell becomes the current one.
    public var select: (Int, _ time: Double) -> Void
    /// Called when the pointer presses a cell, after it became the current one.
    public var press: (Int, _ time: Double) -> Void
    /// Handles a press on a part of a cell, such as a mark, at a point of the cell of a size; returns whether it did, so
    /// that the cell itself is not pressed.
    public var pressPart: (Int, Point, Size, _ time: Double) -> Bool = { _, _, _, _ in false }
    /// Called when a pressed cell is dragged away; nil if cells cannot be dragged.
    public var drag: ((Int, _ time: Double) -> Void)?
    /// Returns the context menu of a cell, which has become the current one, or of the empty area for nil.
    public var menu: ((Int?) -> Menu)?

    /// Returns the tooltip of a cell; nil if its title is visible.
    public var tooltip: ((Int) -> String)?

    /// Whether typed text selects the cell that begins with it; otherwise it goes to the parent.
    public var isFoundByTyping = true

    /// Creates the owner's part of a grid. Cells are numbered from 0, and times are in seconds.
    ///
    /// - Parameters:
    ///   - count: Returns the number of cells.
    ///   - title: Returns the name of a cell.
    ///   - makeLayer: Makes the layer of a cell, whose size is in points; it is called for visible cells only.
    ///   - makeFronts: Makes layers in front of those of all cells.
    ///   - select: Called when a cell becomes the current one.
    ///   - press: Called when the pointer presses a cell.
    ///   - open: Called when a cell is opened by Return or a double click.
    public init(
      count: @escaping () -> Int, title: @escaping (Int) -> String,
      makeLayer: @escaping (Int, Size, CellState, Interface) -> Layer,
      makeFronts: @escaping (Int, Size, CellState, Interface) -> [Layer] = { _, _, _, _ in [] },
      select: @escaping (Int, _ time: Double) -> Void = { _, _ in },
      press: @escaping (Int, _ time: Double) -> Void = { _, _ in },
      open: @escaping (Int, _ time: Double) -> Void = { _, _ in }
    ) {
      (self.count, self.title, self.makeLayer, self.makeFronts) = (count, title, makeLayer, makeFronts)
      (self.select, self.press, self.open) = (select, press, open)
    }
  }

  /// The size of a cell; an infinite width makes a list, whose rows are as wide as the grid.
  public let cellSize: Size
  /// The distance between cells, in points.
  public let gap: Double
  private let content: Content

  /// The current cell, or nil before a choice.
  public private(set) var current: Int?

  private var scroll = ScrollPosition()
  private let indicator = ScrollIndicator()
  /// The scrolled layer: its sublayers are sheets from back to front, each with one layer per cell.
  private let cells = Layer()
  private var shown: [Int: (layers: [Layer], state: CellState)] = [:]
  private var hovered: Int?
  /// The pressed cell and the position of the press, as long as it may be dragged away.
  private var pressed: (index: Int, point: Point)?
  /// The position where a finger touched the grid; it scrolls the grid unless it rests first.
  private var touched: Point?
  private var typed = TypeAhead()
  private var now = 0.0
  private var mustRemake = true

  /// Creates a grid.
  ///
  /// - Parameters:
  ///   - label: The name for assistive tools.
  ///   - cellSize: The size of each cell, in points.
  ///   - gap: The distance between cells, in points.
  ///   - content: Provides the cells.
  public init(label: String, cellSize: Size, gap: Double = 0, content: Content) {
    self.cellSize = cellSize
    self.gap = gap
    self.content = content
    super.init(label: label)
    layer.masksToBounds = true
    layer.addSublayer(cells)
    layer.addSublayer(indicator.layer)
  }

  // MARK: Arrangement

  private var columns: Int {
    guard cellSize.width.isFinite else { return 1 }
    return max(1, Int((bounds.width + gap) / (cellSize.width + gap)))
  }

  private var actualSize: Size {
    let width = cellSize.width.isFinite ? cellSize.width : bounds.width
    return Size(width, cellSize.height)
  }

  /// Returns the frame of a cell in the content.
  private func place(of index: Int) -> Rect {
    let size = actualSize
    return Rect(
      x: Double(index % columns) * (size.width + gap), y: Double(index / columns) * (size.height + gap),
      width: size.width, height: size.height)
  }

  private func index(at point: Point) -> Int? {
    let y = point.y + scroll.offset(at: now)
    let row = Int((y / (cellSize.height + gap)).rounded(.down))
    guard row >= 0 else { return nil }
    let inside = Point(point.x, y)
    return (row * columns..<(row + 1) * columns).first {
      $0 < content.count() && place(of: $0).contains(inside)
    }
  }

  private var visible: Range<Int> {
    let pitch = cellSize.height + gap
    let offset = scroll.offset(at: now)
    let first = max(Int((offset / pitch).rounded(.down)), 0) * columns
    let last = (Int(((offset + bounds.height) / pitch).rounded(.down)) + 1) * columns
    let count = content.count()
    return min(first, count)..<min(max(last, first), count)
  }

  /// Reloads the cells; the current index is kept if it is still valid, else it becomes the last one.
  public func reload() {
    let count = content.count()
    if let old = current { current = count == 0 ? nil : min(old, count - 1) }
    mustRemake = true
    setNeedsLayout()
  }

  /// Makes a cell the current one and scrolls to it, without calling the owner.
  ///
  /// - Parameters:
  ///   - index: The cell's index, from 0; nil for none.
  ///   - time: The time in seconds.
  public func makeCurrent(_ index: Int?, at time: Double) {
    current = index
    if let index { reveal(index, at: time) }
    setNeedsUpdate()
  }

  private func reveal(_ index: Int, at time: Double) {
    let place = place(of: index)
    scroll.reveal(place.minY...place.maxY, margin: gap, at: time)
    indicator.wake(at: time)
  }

  // MARK: Appearance

  /// The usual arrow.
  public override var cursor: CursorShape { .arrow }

  public override var tooltip: Tooltip? {
    guard let hovered, let tooltip = content.tooltip else { return nil }
    return Tooltip(
      tooltip(hovered), part: place(of: hovered).offset(by: Vector(0, -scroll.offset(at: now))))
  }

  // The current cell itself shows the focus.
  public override var focusFrame: Rect { current == nil ? bounds : .zero }

  public override var menuPoint: Point {
    guard let current else { return bounds.center }
    let place = place(of: current).offset(by: Vector(0, -scroll.offset(at: now)))
    return bounds.clamping(place.center)
  }

  public override func contextMenu(for event: PointerEvent) -> Menu? {
    guard let menu = content.menu else { return nil }
    let index = index(at: event.point)
    if let index, index != current { choose(index, at: event.time) }
    return menu(index)
  }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let count = content.count()
    let width =
      cellSize.width.isFinite ? min(room.width, Double(count) * (cellSize.width + gap) - gap) : room.width
    let columns =
      cellSize.width.isFinite ? max(1, Int((width + gap) / (cellSize.width + gap))) : 1
    let rows = (count + columns - 1) / columns
    return Size(width, min(Double(rows) * (cellSize.height + gap) - gap, room.height))
  }

  public override func layOut(_ interface: Interface) {
    let rows = (content.count() + columns - 1) / columns
    scroll.resize(
      extent: max(Double(rows) * (cellSize.height + gap) - gap, 0), viewport: bounds.height, at: now)
    indicator.track = Rect(
      x: max(bounds.width - 14, 0), y: 2, width: min(14, bounds.width), height: max(bounds.height - 4, 1))
    mustRemake = true
  }

  public override func update(_ interface: Interface) {
    if mustRemake {
      shown.removeAll()
      cells.removeSublayers()
      mustRemake = false
    }
    let visible = self.visible
    for index in shown.keys where !visible.contains(index) {
      for layer in shown.removeValue(forKey: index)?.layers ?? [] { layer.removeFromSuperlayer() }
    }
    for index in visible {
      let state = CellState(
        isSelected: index == current, isHovered: index == hovered, isFocused: isFocused && index == current)
      if let known = shown[index] {
        guard known.state != state else { continue }
        for layer in known.layers { layer.removeFromSuperlayer() }
      }
      let place = place(of: index)
      let layers =
        [content.makeLayer(index, place.size, state, interface)]
        + content.makeFronts(index, place.size, state, interface)
      for (depth, layer) in layers.enumerated() {
        layer.frame = place
        sheet(depth).addSublayer(layer)
      }
      shown[index] = (layers, state)
    }
    cells.frame = Rect(
      x: 0, y: -(scroll.offset(at: now) * interface.scale).rounded() / interface.scale, width: bounds.width,
      height: bounds.height)
  }

  /// Returns the sheet of a depth.
  private func sheet(_ depth: Int) -> Layer {
    if depth == cells.sublayers.count { cells.addSublayer(Layer()) }
    return cells.sublayers[depth]
  }

  public override func advance(to time: Double, _ interface: Interface) -> Double? {
    now = time
    if interface.reducesMotion, scroll.isMoving(at: time) {
      scroll.go(to: scroll.destination(at: time), at: time, spring: nil)
    }
    if scroll.isMoving(at: time) || -cells.frame.minY != scroll.offset(at: time) { setNeedsUpdate() }
    let next = indicator.show(scroll, at: time, ink: interface.theme.ink)
    return scroll.isMoving(at: time) ? time : next
  }

  // MARK: Pointer

  private func hover(_ index: Int?) {
    guard index != hovered else { return }
    hovered = index
    setNeedsUpdate()
  }

  public override func pointerMoved(_ event: PointerEvent) {
    now = max(now, event.time)
    indicator.hover(event.point, at: event.time)
    hover(indicator.isHovered ? nil : index(at: event.point))
  }

  public override func pointerLeft(at time: Double) {
    indicator.hover(nil, at: time)
    hover(nil)
  }

  public override func pointerDown(_ event: PointerEvent) -> Bool {
    now = max(now, event.time)
    if indicator.grab(at: event.point, &scroll, time: event.time) { return true }
    touched = event.isTouch ? event.point : nil
    guard let index = index(at: event.point) else { return true }
    let place = place(of: index)
    let inside = Point(event.point.x - place.minX, event.point.y + scroll.offset(at: now) - place.minY)
    if content.pressPart(index, inside, place.size, event.time) { return true }
    pressed = (index, event.point)
    choose(index, at: event.time)
    if event.clicks == 2 { content.open(index, event.time) } else { content.press(index, event.time) }
    return true
  }

  public override func pointerDragged(_ event: PointerEvent) {
    if let touched {
      guard event.point.distance(to: touched) > Self.dragDistance || scroll.isHeld else { return }
      if !scroll.isHeld { scroll.grab(at: touched.y, time: event.time) }
      scroll.drag(to: event.point.y, time: event.time)
      indicator.wake(at: event.time)
      return setNeedsUpdate()
    }
    if let drag = content.drag, let pressed {
      guard event.point.distance(to: pressed.point) > Self.dragDistance else { return }
      self.pressed = nil
      return drag(pressed.index, event.time)
    }
    indicator.drag(to: event.point, &scroll, time: event.time)
    setNeedsUpdate()
  }

  public override var hasLongPress: Bool { touched != nil && content.drag != nil }

  public override func longPressed(_ event: PointerEvent) {
    guard let index = pressed?.index else { return }
    touched = nil
    pressed = nil
    content.drag?(index, event.time)
  }

  public override func pointerUp(_ event: PointerEvent) { release(at: event.time) }
  public override func pointerCancelled(at time: Double) {
    scroll.cancelDrag(at: time)
    indicator.cancel(&scroll, time: time)
    release(at: time)
  }

  private func release(at time: Double) {
    if scroll.isHeld { scroll.release(at: time) }
    (pressed, touched) = (nil, nil)
    indicator.release()
  }

  /// The distance that a pressed cell moves before it is dragged away, in points.
  private static let dragDistance = 5.0

  /// Returns the index at which a cell dropped at a point would be inserted.
  public func insertionIndex(at point: Point) -> Int {
    let count = content.count()
    let inside = Point(point.x, point.y + scroll.offset(at: now))
    let row = max(Int((inside.y / (cellSize.height + gap)).rounded(.down)), 0)
    if columns == 1 { return min(Int((inside.y / (cellSize.height + gap)).rounded()), count) }
    let column = min(max(Int((inside.x / (cellSize.width + gap)).rounded()), 0), columns)
    return min(row * columns + column, count)
  }

  /// Returns a narrow rectangle before the cell of an index (after the last one for their count), in the grid's
  /// coordinates.
  public func insertionFrame(at index: Int) -> Rect {
    // After the last cell of a row, not before the first one of the next.
    let before = index > 0 && index == content.count() ? place(of: index - 1) : place(of: index)
    let isBehind = index > 0 && index == content.count()
    let y = before.minY - scroll.offset(at: now)
    return columns == 1
      ? Rect(x: 0, y: (isBehind ? y + before.height : y) - 2, width: before.width, height: 4)
      : Rect(
        x: (isBehind ? before.maxX : before.minX - gap) + gap / 2 - 2, y: y, width: 4, height: before.height)
  }

  public override func wheel(_ event: WheelEvent) -> Bool {
    guard scroll.range.upperBound > 0, event.modifiers.isEmpty, event.notches.dy != 0 else { return false }
    scroll.turn(by: -event.notches.dy * ScrollView.notch, at: event.time)
    indicator.wake(at: event.time)
    return true
  }

  // MARK: Keys

  private func choose(_ index: Int, at time: Double) {
    current = index
    setNeedsUpdate()
    content.select(index, time)
  }

  private func go(to index: Int, at time: Double) {
    let count = content.count()
    guard count > 0 else { return }
    let wanted = min(max(index, 0), count - 1)
    choose(wanted, at: time)
    reveal(wanted, at: time)
  }

  /// Moves by a number of cells; without a current cell, moves to the first visible one.
  private func step(by distance: Int, at time: Double) {
    go(to: current.map { $0 + distance } ?? visible.lowerBound, at: time)
  }

  public override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    let page = max(Int(bounds.height / (cellSize.height + gap)), 1) * columns
    switch event.key {
    case .left where columns > 1: step(by: -1, at: event.time)
    case .right where columns > 1: step(by: 1, at: event.time)
    case .up: step(by: -columns, at: event.time)
    case .down: step(by: columns, at: event.time)
    case .pageUp: step(by: -page, at: event.time)
    case .pageDown: step(by: page, at: event.time)
    case .home: go(to: 0, at: event.time)
    case .end: go(to: content.count() - 1, at: event.time)
    case .enter:
      guard let current else { return false }
      content.open(current, event.time)
    default: return false
    }
    return true
  }

  /// Goes to the next cell whose title begins with the typed letters.
  public override func insert(_ text: String, at time: Double) -> Bool {
    guard content.isFoundByTyping else { return false }
    let count = content.count()
    guard count > 0 else { return false }
    let (words, isNext) = typed.add(text.lowercased(), at: time)
    let start = (current ?? 0) + (isNext && current != nil ? 1 : 0)
    for offset in 0..<count {
      let index = (start + offset) % count
      guard content.title(index).lowercased().hasPrefix(words) else { continue }
      choose(index, at: time)
      reveal(index, at: time)
      return true
    }
    return false
  }

  // MARK: Assistive tools

  public override var accessibility: AccessibilityNode {
    let isList = columns == 1
    let offset = scroll.offset(at: now)
    return AccessibilityNode(
      role: isList ? .list : .grid, label: label, actions: [.focus],
      frame: frame,
      isFocused: isFocused && current == nil,
      children: visible.map { index in
        var node = AccessibilityNode(
          role: isList ? .listItem : .cell, label: content.title(index),
          actions: content.menu == nil ? [.press, .focus] : [.press, .focus, .showMenu],
          frame: place(of: index).offset(by: Vector(frame.minX, frame.minY - offset)),
          isFocused: isFocused && index == current)
        node.id = "\(index)"
        node.place = .init(index, of: content.count())
        if index == current { node.states.insert(.selected) }
        return node
      })
  }

  public override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard let part, let index = Int(part), (0..<content.count()).contains(index) else { return false }
    switch action {
    case .press: content.open(index, time)
    case .focus:
      host?.setFocus(self, byKeyboard: true)
      choose(index, at: time)
      reveal(index, at: time)
    case .showMenu:
      guard let menu = content.menu else { return false }
      choose(index, at: time)
      host?.showMenu(menu(index), at: convert(toWindow: menuPoint))
    default: return false
    }
    return true
  }
}
