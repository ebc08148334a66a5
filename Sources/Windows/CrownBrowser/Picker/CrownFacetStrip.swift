import Colors
import Controls
import Geometry
import Input
import Localization
import Scene

/// A row of facets such as families, each with a small drawing, its name, and its number of crowns.
///
/// One is selected; arrow keys move the selection, the wheel and dragging scroll.
final class CrownFacetStrip: Control {
  /// Receives the facet that a person selected.
  var onChoose: (CrownFacet, _ time: Double) -> Void = { _, _ in }

  /// Returns the sample crown of a facet.
  var sample: (CrownFacet) -> CrownItem? = { _ in nil }

  private(set) var entries: [CrownFacet.Entry] = []
  private var index = 0
  private var spans: [Span] = []
  private var figures: [CrownFacet: Figure] = [:]
  private var scroll = ScrollPosition()
  private var hovered: Int?
  private var now = 0.0
  /// The start of a press, and whether it has become a drag.
  private var pressed: Point?
  private var isDragged = false
  private let cells = Layer()
  private let language: Language

  static let height = 58.0
  private static let margin = 12.0

  /// The position of an entry in the scrolled content, and the width of its name.
  private struct Span {
    let start: Double
    let width: Double
    let name: Double
    let count: Double
  }

  init(_ language: Language) {
    self.language = language
    super.init(label: language.localized("Families"))
    layer.masksToBounds = true
    layer.addSublayer(cells)
  }

  override var cursor: CursorShape { .arrow }
  override var focusFrame: Rect { chosenFrame ?? bounds }

  var facet: CrownFacet { entries.indices.contains(index) ? entries[index].facet : .all }

  /// Shows other entries; the selection is kept, or becomes the first one.
  func show(_ entries: [CrownFacet.Entry]) {
    guard entries != self.entries else { return }
    let old = facet
    self.entries = entries
    index = entries.firstIndex { $0.facet == old } ?? 0
    setNeedsLayout()
  }

  /// Selects a facet without calling `onChoose`.
  func choose(_ facet: CrownFacet, at time: Double) {
    guard let wanted = entries.firstIndex(where: { $0.facet == facet }), wanted != index else { return }
    index = wanted
    reveal(at: time)
    setNeedsUpdate()
  }

  // MARK: Layout

  override func layOut(_ interface: Interface) {
    var x = Self.margin
    spans = entries.map { entry in
      let name = interface.line(entry.facet.title(in: language), style: Theme.secondary).width
      let count = interface.line("\(entry.count)", style: Theme.secondaryFigures).width
      let span = Span(start: x, width: max(name + 5 + count + 16, 52), name: name, count: count)
      x += span.width + 2
      return span
    }
    scroll.resize(extent: x - 2 + Self.margin, viewport: bounds.width, at: now)
    reveal(at: now, isAnimated: false)
  }

  private func reveal(at time: Double, isAnimated: Bool = true) {
    guard spans.indices.contains(index) else { return }
    let span = spans[index]
    scroll.reveal(span.start...(span.start + span.width), margin: 40, at: time)
    if !isAnimated { scroll.go(to: scroll.destination(at: time), at: time, spring: nil) }
  }

  private func frame(of place: Int) -> Rect {
    let span = spans[place]
    return Rect(x: span.start - scroll.offset(at: now), y: 0, width: span.width, height: bounds.height)
  }

  private var chosenFrame: Rect? {
    guard spans.indices.contains(index) else { return nil }
    return frame(of: index).intersection(bounds)
  }

  private func place(at point: Point) -> Int? {
    guard bounds.contains(point) else { return nil }
    return spans.indices.first { frame(of: $0).contains(point) }
  }

  // MARK: Appearance

  override func update(_ interface: Interface) {
    cells.removeSublayers()
    for place in spans.indices where frame(of: place).intersects(bounds) {
      cells.addSublayer(cell(place, interface))
    }
  }

  private func cell(_ place: Int, _ interface: Interface) -> Layer {
    let theme = interface.theme
    let (entry, span) = (entries[place], spans[place])
    let frame = frame(of: place).pixelAligned(scale: interface.scale)
    let isChosen = place == index
    let cell = Layer(
      frame, fill: isChosen ? theme.pressed : place == hovered ? theme.window : nil, radius: Theme.fieldRadius
    )
    addSample(of: entry.facet, to: cell, color: theme.ink)
    let text = span.name + 5 + span.count
    let x = ((frame.width - text) / 2).rounded()
    let (y, height) = (frame.height - 22, 20.0)
    cell.addSublayer(
      Layer(
        entry.facet.title(in: language), style: Theme.secondary, color: theme.ink,
        in: Rect(x: x, y: y, width: span.name + 1, height: height), interface))
    cell.addSublayer(
      Layer(
        "\(entry.count)", style: Theme.secondaryFigures, color: theme.secondaryInk,
        in: Rect(x: x + span.name + 5, y: y, width: span.count + 1, height: height), interface))
    return cell
  }

  private func addSample(of facet: CrownFacet, to cell: Layer, color: RGBA) {
    if figures[facet] == nil {
      figures[facet] = sample(facet).map { Figure($0.outline(), hasOverlaps: false, bounds: $0.bounds) }
    }
    guard let figure = figures[facet] else { return }
    let room = Rect(x: cell.bounds.width / 2 - 19, y: 5, width: 38, height: 29)
    if let drawing = Layer(figure, fittedIn: room, color: color) { cell.addSublayer(drawing) }
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    let wasMoving = scroll.isMoving(at: now)
    now = time
    if interface.reducesMotion, scroll.isMoving(at: time) {
      scroll.go(to: scroll.destination(at: time), at: time, spring: nil)
    }
    if wasMoving || scroll.isMoving(at: time) { setNeedsUpdate() }
    return scroll.isMoving(at: time) ? time : nil
  }

  // MARK: Pointer

  private func hover(_ place: Int?) {
    guard place != hovered else { return }
    hovered = place
    setNeedsUpdate()
  }

  override func pointerMoved(_ event: PointerEvent) {
    now = max(now, event.time)
    hover(place(at: event.point))
  }

  override func pointerLeft(at time: Double) { hover(nil) }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    now = max(now, event.time)
    pressed = event.point
    isDragged = false
    scroll.grab(at: event.point.x, time: event.time)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    now = max(now, event.time)
    guard let pressed else { return }
    if !isDragged, event.point.distance(to: pressed) < 4 { return }
    isDragged = true
    scroll.drag(to: event.point.x, time: event.time)
    setNeedsUpdate()
  }

  override func pointerUp(_ event: PointerEvent) {
    now = max(now, event.time)
    if scroll.isHeld { scroll.release(at: event.time) }
    pressed = nil
    if !isDragged, let place = place(at: event.point) { go(to: place, at: event.time) }
  }

  override func pointerCancelled(at time: Double) {
    scroll.cancelDrag(at: time)
    pressed = nil
    setNeedsUpdate()
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    let turn = event.notches.dx != 0 ? -event.notches.dx : -event.notches.dy
    guard scroll.range.upperBound > 0, event.modifiers.subtracting(.shift).isEmpty, turn != 0 else {
      return false
    }
    now = max(now, event.time)
    scroll.turn(by: turn * ScrollView.notch, at: event.time)
    setNeedsUpdate()
    return true
  }

  // MARK: Keys

  private func go(to place: Int, at time: Double) {
    let place = min(max(place, 0), entries.count - 1)
    guard entries.indices.contains(place) else { return }
    index = place
    reveal(at: time)
    setNeedsUpdate()
    onChoose(entries[place].facet, time)
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .left: go(to: index - 1, at: event.time)
    case .right: go(to: index + 1, at: event.time)
    case .home: go(to: 0, at: event.time)
    case .end: go(to: entries.count - 1, at: event.time)
    default: return false
    }
    return true
  }

  // MARK: Accessibility

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .group, label: label, value: facet.title(in: language), actions: [.focus], frame: frame,
      isFocused: isFocused,
      children: spans.indices.map { place in
        var node = AccessibilityNode(
          role: .radioButton, label: entries[place].facet.title(in: language),
          value: "\(entries[place].count)",
          actions: [.press], frame: frame(of: place).offset(by: frame.origin - .zero),
          isFocused: isFocused && place == index)
        node.id = entries[place].facet.id
        if place == index { node.states.insert(.checked) }
        return node
      })
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard action == .press, let part, let place = entries.firstIndex(where: { $0.facet.id == part })
    else { return false }
    go(to: place, at: time)
    return true
  }
}
