import Colors
import Controls
import Geometry
import Input
import Scene

/// A list of things to do that opens at the pointer and closes when one was chosen.
final class PopupMenu {
  let layer = Layer()
  private let items: [MenuItem]
  private(set) var frame = Rect.zero
  private(set) var highlighted: Int?
  private let onClose: () -> Void

  private static let rowHeight = 28.0
  private static let ruleHeight = 9.0
  private static let padding = 6.0
  private static let inset = 12.0

  init(_ items: [MenuItem], onClose: @escaping () -> Void) {
    self.items = items
    self.onClose = onClose
    layer.name = "menu"
  }

  /// Opens the menu with its corner at a point, or on the other side of it where there is no room.
  func open(at point: Point, in room: Size, _ interface: Interface) {
    let labels = items.map { interface.line($0.label, style: Theme.body).width }.max() ?? 0
    let keys = items.map { interface.line($0.key, style: Theme.secondary).width }.max() ?? 0
    let width = labels + keys + 2 * (Self.inset + Self.padding) + 32
    let height = items.reduce(2 * Self.padding) { $0 + rowHeight($1) }
    let margin = 4.0
    let x = point.x + width + margin <= room.width ? point.x : point.x - width
    let y = point.y + height + margin <= room.height ? point.y : room.height - height - margin
    frame = Rect(x: max(margin, x), y: max(margin, y), width: width, height: height)
      .pixelAligned(scale: interface.scale)
    update(interface)
  }

  private func rowHeight(_ item: MenuItem) -> Double { item.isRule ? Self.ruleHeight : Self.rowHeight }

  private func row(at index: Int) -> Rect {
    let top = items[..<index].reduce(Self.padding) { $0 + rowHeight($1) }
    return Rect(
      x: Self.padding, y: top, width: frame.width - 2 * Self.padding, height: rowHeight(items[index]))
  }

  func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.frame = frame
    layer.backgroundColor = theme.raised
    layer.cornerRadius = Theme.cardRadius
    layer.borderWidth = interface.hairline
    layer.borderColor = theme.hairline
    layer.shadow = theme.shadow(elevation: 2)
    for (index, item) in items.enumerated() {
      let row = row(at: index)
      if item.isRule {
        let line = Rect(x: row.minX + 6, y: row.midY, width: row.width - 12, height: interface.hairline)
        layer.addSublayer(Layer(line.pixelAligned(scale: interface.scale), fill: theme.hairline))
        continue
      }
      if index == highlighted { layer.addSublayer(Layer(row, fill: theme.pressed, radius: 6)) }
      let room = row.inset(by: EdgeInsets(left: Self.inset, right: Self.inset))
      var ink = theme.ink
      if !item.isEnabled { ink.alpha = 0.36 }
      layer.addSublayer(Layer(item.label, style: Theme.body, color: ink, in: room, interface))
      var keyInk = theme.secondaryInk
      if !item.isEnabled { keyInk.alpha *= 0.5 }
      layer.addSublayer(
        Layer(item.key, style: Theme.secondary, color: keyInk, in: room, alignment: .trailing, interface))
    }
  }

  // MARK: Input

  private func item(at point: Point) -> Int? {
    let local = Point(point.x - frame.minX, point.y - frame.minY)
    return items.indices.first { !items[$0].isRule && row(at: $0).contains(local) }
  }

  /// Follows the pointer; returns whether another line is highlighted now.
  func hover(_ point: Point) -> Bool {
    let found = item(at: point).flatMap { items[$0].isEnabled ? $0 : nil }
    guard found != highlighted else { return false }
    highlighted = found
    return true
  }

  /// Takes a press of the pointer: outside it closes the menu.
  func press(at point: Point) {
    if !frame.contains(point) { onClose() }
  }

  /// Takes the end of a press: on a line it chooses that.
  func release(at point: Point) {
    if let index = item(at: point) { choose(index) }
  }

  private func choose(_ index: Int) {
    guard items[index].isEnabled else { return }
    onClose()
    items[index].action?()
  }

  func key(_ key: Key) {
    let stops = items.indices.filter { !items[$0].isRule && items[$0].isEnabled }
    guard !stops.isEmpty else { return onClose() }
    let place = highlighted.flatMap { stops.firstIndex(of: $0) }
    switch key {
    case .down: highlighted = stops[place.map { ($0 + 1) % stops.count } ?? 0]
    case .up: highlighted = stops[place.map { ($0 + stops.count - 1) % stops.count } ?? stops.count - 1]
    case .home: highlighted = stops.first
    case .end: highlighted = stops.last
    case .enter, .space: if let highlighted { choose(highlighted) }
    case .escape, .tab, .left: onClose()
    case .character(let letter):
      // The next line that begins with it.
      let from = (place ?? -1) + 1
      let order = stops[min(from, stops.count)...] + stops[..<min(from, stops.count)]
      highlighted = order.first { items[$0].label.lowercased().hasPrefix(String(letter)) } ?? highlighted
    default: break
    }
  }

  var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .group, label: "Menu", frame: frame,
      children: items.indices.filter { !items[$0].isRule }.map { index in
        AccessibilityNode(
          role: .button, label: items[index].label, actions: items[index].isEnabled ? [.press] : [],
          frame: row(at: index).offset(by: Vector(frame.minX, frame.minY)), isFocused: index == highlighted)
      })
  }
}
