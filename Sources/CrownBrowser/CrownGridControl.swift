import Controls
import Colors
import Geometry
import Input
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
  var outlines = OutlineStore()
  var cells: [GridCell] = []
  var crownLayers: [Layer] = []
  var nameLayers: [Layer] = []
  /// The names that were seen, by key.
  var shownNames: [Int: CrownName] = [:]

  let hoverLayer = Layer()
  let crowns = Layer()
  let names = Layer()
  let ring = Layer()
  let message = Layer()
  let indicator = ScrollIndicator()

  var hovered: Point?
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

  override var cursor: CursorShape { indicator.isHovered || indicator.isHeld ? .arrow : .arrow }
  override var focusRadius: Double { 0 }

  /// The crown that is selected.
  var selection: CrownItem? { grid.selected.map { items[grid.keys[$0]] } }

  override func layOut(_ interface: Interface) {
    for part in [crowns, names, message] { part.frame = bounds }
    indicator.track = Rect(x: bounds.maxX - 14, y: 2, width: 14, height: max(0, bounds.height - 4))
    grid.resize(to: bounds.size, pixelsPerPoint: interface.scale)
  }

  func replace(_ key: Int, with item: CrownItem) {
    let old = items[key]
    items[key] = item
    if old.bounds != item.bounds || old.byteCount != item.byteCount { outlines.forget(key) }
    if old.name != item.name { shownNames[key] = nil }
  }

  // MARK: Pointer

  override func pointerDown(_ event: PointerEvent) -> Bool {
    time = event.time
    grid.advance(to: time)
    if grid.camera == nil, indicator.grab(at: event.point, &grid.scroll, time: time) { return true }
    pressed = event.point
    hasMoved = false
    pressedPlace = grid.place(at: event.point, time: time)
    if grid.camera == nil { grid.scroll.grab(at: event.point.y, time: time) }
    if event.clicks == 2 { toggleFilling(at: time) }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    let point = event.point
    if indicator.isHeld { return indicator.drag(to: point, &grid.scroll, time: time) }
    guard let pressed else { return }
    if !hasMoved, point.distance(to: pressed) < 4 { return }
    if !hasMoved, grid.scroll.isHeld { grid.scroll.grab(at: point.y, time: time) }
    hasMoved = true
    if grid.camera == nil { grid.scroll.drag(to: point.y, time: time) }
  }

  override func pointerUp(_ event: PointerEvent) {
    time = event.time
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
