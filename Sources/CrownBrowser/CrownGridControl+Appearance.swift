import Controls
import Colors
import Geometry
import Scene

/// What the grid looks like.
extension CrownGridControl {
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
    // The window's own ground is there already, and filling two million pixels twice is most of a frame.
    layer.backgroundColor = ground == theme.window ? nil : ground
    crowns.isMoving = grid.isReshaping(at: time)
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
      let figure = outlines.figure(of: cell.key, item)
      guard !layer.shows(figure, color) else { continue }
      layer.contents = .path(PathContents(figure, color: color))
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
    // Steps, so that not every frame of a zoom sets each name anew; and whole pixels, so that a name that moves is
    // the same picture.
    let step = crowns.isMoving ? 32.0 : 8
    let room = max(((view.cell - 14) / step).rounded(.down) * step, 56)
    let baseline = interface.baseline(of: Theme.secondary, inHeight: 18)
    for (layer, cell) in zip(nameLayers, cells) {
      // Of two names in one place, as one crown gives way to another, never more than one is read.
      let presence = 2 * cell.visibility - 1
      layer.isHidden = presence <= 0
      guard presence > 0 else { continue }
      let line = name(of: cell.key, interface).line(in: room)
      let shown = min(line.width, room)
      layer.bounds = Rect(x: 0, y: 0, width: shown, height: 18)
      layer.position = Point(grid.aligned(cell.square.midX - shown / 2), cell.square.maxY - 2)
      layer.opacity = share * presence
      layer.contents = .text(
        TextContents(
          line.text, style: Theme.secondary, color: theme.secondaryInk, baseline: baseline,
          maximumWidth: line.width > room ? room : nil))
    }
  }

  private func name(of key: Int, _ interface: Interface) -> CrownName {
    if let known = shownNames[key] { return known }
    let name = CrownName(items[key].name, interface)
    shownNames[key] = name
    return name
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
}

extension Layer {
  /// Whether it shows a figure in a colour already.
  fileprivate func shows(_ figure: Figure, _ color: RGBA) -> Bool {
    guard case .path(let shown) = model.contents else { return false }
    return shown.figure === figure && shown.color == color
  }
}
