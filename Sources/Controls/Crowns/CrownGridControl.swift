import Colors
import Geometry
import Motion
import Scene

/// The grid of crowns: a window onto cells of any size, with the keyboard's and the pointer's ways about it.
final class CrownGridControl: Control {
  var grid: ZoomableGrid
  var color: RGBA
  /// All crowns by key.
  var items: [CrownItem] = []
  /// What is shown instead of no crowns.
  var emptyTitle = ""
  var emptyAdvice = ""

  let onSelect: () -> Void
  private var outlines = OutlineStore()
  private var cells: [GridCell] = []
  private var crownLayers: [Layer] = []
  private var nameLayers: [Layer] = []
  private var nameWidths: [Int: Double] = [:]

  private let hoverLayer = Layer()
  private let crowns = Layer()
  private let names = Layer()
  private let ring = Layer()
  private let message = Layer()
  let indicator = ScrollIndicator()

  private var hovered: Point?
  var pressed: Point?
  var pressedPlace: Int?
  /// The grid's time; input brings it along.
  var time = 0.0
  private var hasMoved = false

  init(cell: Double, color: RGBA, onSelect: @escaping () -> Void) {
    grid = ZoomableGrid(cell: cell)
    self.color = color
    self.onSelect = onSelect
    super.init(label: "Crowns")
    layer.name = "grid"
    layer.masksToBounds = true
    for (part, name) in [
      (hoverLayer, "hover"), (crowns, "crowns"), (names, "names"), (ring, "selection"),
      (indicator.layer, "scroll indicator"), (message, "message"),
    ] {
      part.name = name
      layer.addSublayer(part)
    }
  }

  override var cursor: Cursor { indicator.isHovered || indicator.isHeld ? .arrow : .arrow }
  override var focusRadius: Double { 0 }

  /// The crown that is selected.
  var selection: CrownItem? { grid.selected.map { items[grid.keys[$0]] } }

  func layOut(_ interface: Interface) {
    for part in [crowns, names, message] { part.frame = bounds }
    indicator.track = Rect(x: bounds.maxX - 14, y: 2, width: 14, height: max(0, bounds.height - 4))
    grid.resize(to: bounds.size, pixelsPerPoint: interface.scale)
  }

  func replace(_ key: Int, with item: CrownItem) {
    let old = items[key]
    items[key] = item
    if old.bounds != item.bounds || old.byteCount != item.byteCount { outlines.forget(key) }
    if old.name != item.name { nameWidths[key] = nil }
  }

  // MARK: Appearance

  /// The ground on which the crowns' colour can be seen.
  func ground(_ theme: Theme) -> RGBA {
    let other = Theme(theme.appearance == .dark ? .light : .dark)
    let isSeen = wcagContrast(color, theme.window) >= 1.25
    return isSeen ? theme.window : other.window
  }

  /// Draws the grid as it is at a time; returns when it next looks different by itself.
  func show(at time: Double, _ interface: Interface) -> Double? {
    self.time = time
    grid.advance(to: time)
    cells.removeAll(keepingCapacity: true)
    grid.appendCells(at: time, to: &cells)
    let theme = interface.theme
    let ground = ground(theme)
    let inks = ground == theme.window ? theme : Theme(theme.appearance == .dark ? .light : .dark)
    layer.backgroundColor = ground
    // Scrolling keeps whole pixels, so that only what grows or glides is on its way.
    crowns.isMoving = grid.motion != nil || (grid.camera.map { time < $0.end } ?? false)
    showCrowns()
    showNames(inks, interface)
    showMarks(inks, interface)
    showMessage(inks, interface)
    let scroll = grid.camera == nil ? grid.scroll : Scroll()
    let fading = indicator.show(scroll, at: time, ink: inks.ink)
    return [grid.nextFrameTime(after: time), fading].compactMap { $0 }.min()
  }

  private func showCrowns() {
    Self.fill(&crownLayers, of: crowns, count: cells.count)
    for (layer, cell) in zip(crownLayers, cells) {
      let item = items[cell.key]
      let padding = grid.cellPadding(of: cell.square)
      let side = max(item.bounds.width, item.bounds.height)
      guard side > 0 else {
        layer.isHidden = true
        continue
      }
      let scale = (cell.square.width - 2 * padding) / side
      layer.isHidden = false
      layer.bounds = item.bounds
      layer.position = Point(
        cell.square.midX - item.bounds.width / 2 * scale, cell.square.midY - item.bounds.height / 2 * scale)
      layer.transform = .scale(x: scale, y: scale)
      layer.opacity = cell.visibility
      layer.contents = .path(outlines.contents(of: cell.key, item, color: color))
    }
  }

  /// Makes as many layers as are needed, and hides those that are not.
  private static func fill(_ layers: inout [Layer], of parent: Layer, count: Int) {
    while layers.count < count {
      let layer = Layer()
      layer.anchorPoint = .zero
      layers.append(layer)
      parent.addSublayer(layer)
    }
    for layer in layers[count...] { layer.isHidden = true }
  }

  private func showNames(_ theme: Theme, _ interface: Interface) {
    let view = grid.view(at: time)
    let share = view.measures.nameShare * (1 - grid.fullness(at: time))
    guard share > 0 else {
      names.isHidden = true
      return
    }
    names.isHidden = false
    Self.fill(&nameLayers, of: names, count: cells.count)
    // Steps, so that not every frame of a zoom sets each name anew.
    let room = ((view.cell - 8) / 8).rounded(.down) * 8
    for (layer, cell) in zip(nameLayers, cells) {
      layer.isHidden = false
      let name = items[cell.key].name
      let width = nameWidths[cell.key] ?? interface.line(name, style: Theme.secondary).width
      nameWidths[cell.key] = width
      let shown = min(width, room)
      layer.frame = Rect(
        x: cell.square.midX - shown / 2, y: cell.square.maxY - 2, width: shown, height: 18)
      layer.opacity = share * cell.visibility
      layer.contents = .text(
        TextContents(
          name, style: Theme.secondary, color: theme.secondaryInk,
          baseline: interface.baseline(of: Theme.secondary, inHeight: 18),
          maximumWidth: width > room ? room : nil))
    }
  }

  /// Shows what is selected and what is under the pointer.
  private func showMarks(_ theme: Theme, _ interface: Interface) {
    let fullness = grid.fullness(at: time)
    let view = grid.view(at: time)
    func frame(_ square: Rect) -> Rect {
      let whole = Rect(
        x: square.minX, y: square.minY, width: square.width, height: view.measures.pitch.dy)
      return square.width < 32 ? whole.outset(by: 1) : whole.inset(by: 1)
    }
    let radius = min(Theme.cardRadius, view.cell * 0.14)
    hoverLayer.isHidden = true
    if let hovered, fullness < 0.5, !grid.scroll.isHeld, let place = grid.place(at: hovered, time: time),
      let cell = cells.first(where: { $0.place == place })
    {
      hoverLayer.isHidden = false
      hoverLayer.frame = frame(cell.square)
      hoverLayer.cornerRadius = radius
      hoverLayer.backgroundColor = theme.raised
      hoverLayer.opacity = cell.visibility
    }
    ring.isHidden = true
    if let selected = grid.selected, let cell = cells.first(where: { $0.place == selected }), fullness < 1 {
      ring.isHidden = false
      ring.frame = frame(cell.square)
      ring.cornerRadius = radius
      ring.borderWidth = view.cell < 32 ? 1.5 : 2
      ring.borderColor = isFocused ? theme.focusRing : theme.secondaryInk
      ring.opacity = cell.visibility * (1 - fullness)
    }
  }

  private func showMessage(_ theme: Theme, _ interface: Interface) {
    message.removeSublayers()
    guard grid.keys.isEmpty else { return }
    let title = TextStyle(family: Theme.interfaceFamily, size: bounds.width < 480 ? 15 : 20, weight: 600)
    let room = bounds.inset(by: EdgeInsets(left: 24, right: 24))
    message.addSublayer(
      Layer(
        emptyTitle, style: title, color: theme.ink,
        in: Rect(x: room.minX, y: bounds.midY - 34, width: room.width, height: 30), alignment: .center,
        interface))
    message.addSublayer(
      Layer(
        emptyAdvice, style: Theme.body, color: theme.secondaryInk,
        in: Rect(x: room.minX, y: bounds.midY + 2, width: room.width, height: 22), alignment: .center,
        interface
      ))
  }

  // MARK: Pointer

  override func pointerDown(at point: Point, clicks: Int, modifiers: KeyModifiers, time: Double) {
    self.time = time
    grid.advance(to: time)
    if grid.camera == nil, indicator.grab(at: point, &grid.scroll, time: time) { return }
    pressed = point
    hasMoved = false
    pressedPlace = grid.place(at: point, time: time)
    if grid.camera == nil { grid.scroll.grab(at: point.y, time: time) }
    if clicks == 2 { toggleFilling(at: time) }
  }

  override func pointerDragged(to point: Point, modifiers: KeyModifiers) {
    if indicator.isHeld { return indicator.drag(to: point, &grid.scroll, time: time) }
    guard let pressed else { return }
    if !hasMoved, point.distance(to: pressed) < 4 { return }
    if !hasMoved, grid.scroll.isHeld { grid.scroll.grab(at: point.y, time: time) }
    hasMoved = true
    if grid.camera == nil { grid.scroll.drag(to: point.y, time: time) }
  }

  override func pointerUp(at point: Point, time: Double) {
    self.time = time
    if indicator.isHeld { return indicator.release() }
    if grid.scroll.isHeld { grid.scroll.release(at: time) }
    if pressed != nil, !hasMoved, grid.filling == nil, let pressedPlace {
      grid.select(pressedPlace, at: time)
      onSelect()
    }
    pressed = nil
  }

  /// Takes note of where the pointer is, in the grid's own coordinates, and of the time.
  func hover(_ point: Point?, at time: Double) {
    self.time = time
    hovered = point
    indicator.hover(point, at: time)
    if indicator.isHovered { indicator.wake(at: time) }
  }

  override var accessibility: AccessibilityNode {
    let view = grid.view(at: time)
    let children = grid.cells(at: time).compactMap { cell -> AccessibilityNode? in
      guard let place = cell.place, cell.visibility > 0.5 else { return nil }
      let whole = Rect(
        x: cell.square.minX, y: cell.square.minY, width: cell.square.width, height: view.measures.pitch.dy)
      return AccessibilityNode(
        role: .image, label: items[cell.key].name, value: items[cell.key].tags.joined(separator: ", "),
        actions: [.press, .focus], frame: whole.offset(by: frame.origin - Point.zero),
        isFocused: isFocused && place == grid.selected)
    }
    let value = "\(grid.keys.count) shown" + (selection.map { ", \($0.name) selected" } ?? "")
    return AccessibilityNode(
      role: .group, label: label, value: value, actions: [.focus], frame: frame, isFocused: isFocused,
      children: children)
  }
}
