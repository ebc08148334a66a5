import Colors
import Controls
import Geometry
import Scene
import Text

/// The layers of a grid of crowns, with caches of outlines and names.
final class CrownGridLayers {
  /// What the grid shows at an instant.
  struct State {
    let grid: ZoomableGrid
    let crowns: CrownCollection
    let color: RGBA
    /// Where the pointer is, or nil.
    let hovered: Point?
    let isFocused: Bool
    /// The message that an empty grid shows.
    let message: Message?
    let time: Double
  }

  /// A title and a piece of advice.
  struct Message: Hashable {
    var title: String
    var advice: String
  }

  let hover = Layer()
  let crowns = Layer()
  let names = Layer()
  let ring = Layer()
  let message = Layer()

  private var outlines = OutlineStore()
  private var cells: [GridCell] = []
  private var crownLayers: [Layer] = []
  private var nameLayers: [Layer] = []
  /// The names that were seen, by key.
  private var shownNames: [Int: CrownName] = [:]

  init() {
    for (layer, name) in [
      (hover, "hover"), (crowns, "crowns"), (names, "names"), (ring, "selection"), (message, "message"),
    ] {
      layer.name = name
    }
  }

  func layOut(in bounds: Rect) {
    for layer in [crowns, names, message] { layer.frame = bounds }
  }

  /// Forgets what was drawn of a crown that has changed.
  func update(_ replacement: CrownCollection.Replacement) {
    if replacement.hasOtherOutline { outlines.forget(replacement.key) }
    if replacement.hasOtherName { shownNames[replacement.key] = nil }
  }

  func show(_ state: State, inks theme: Theme, _ interface: Interface) {
    cells.removeAll(keepingCapacity: true)
    state.grid.appendCells(at: state.time, to: &cells)
    crowns.isMoving = state.grid.isReshaping(at: state.time)
    showCrowns(state)
    showNames(state, theme, interface)
    showMarks(state, theme, interface)
    showMessage(state, theme, interface)
  }

  private func showCrowns(_ state: State) {
    Self.fill(&crownLayers, of: crowns, count: cells.count)
    for (layer, cell) in zip(crownLayers, cells) {
      let item = state.crowns.items[cell.key]
      let padding = CellMeasures(cell: cell.square.width).padding
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
      guard !layer.shows(figure, state.color) else { continue }
      layer.contents = .path(PathContents(figure, color: state.color))
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

  private func showNames(_ state: State, _ theme: Theme, _ interface: Interface) {
    let view = state.grid.view(at: state.time)
    let share = view.measures.nameShare * (1 - state.grid.fullness(at: state.time))
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
      let line = name(of: cell.key, state.crowns, interface).line(in: room)
      let shown = min(line.width, room)
      layer.bounds = Rect(x: 0, y: 0, width: shown, height: 18)
      layer.position = Point(state.grid.opening.aligned(cell.square.midX - shown / 2), cell.square.maxY - 2)
      layer.opacity = share * presence
      layer.contents = .text(
        TextContents(
          line.text, font: Theme.secondary, color: theme.secondaryInk, baseline: baseline,
          maximumWidth: line.width > room ? room : nil))
    }
  }

  private func name(of key: Int, _ crowns: CrownCollection, _ interface: Interface) -> CrownName {
    if let known = shownNames[key] { return known }
    let name = CrownName(crowns.items[key].name, interface)
    shownNames[key] = name
    return name
  }

  /// Shows what is selected and what is under the pointer.
  private func showMarks(_ state: State, _ theme: Theme, _ interface: Interface) {
    let fullness = state.grid.fullness(at: state.time)
    let view = state.grid.view(at: state.time)
    func frame(_ square: Rect) -> Rect {
      let whole = Rect(
        x: square.minX, y: square.minY, width: square.width, height: view.measures.pitch.dy)
      return square.width < 32 ? whole.outset(by: 1) : whole.inset(by: 1)
    }
    let radius = min(Theme.cardRadius, view.cell * 0.14)
    hover.isHidden = true
    if let hovered = state.hovered, fullness < 0.5, !state.grid.scroll.isHeld,
      let place = state.grid.place(at: hovered, time: state.time),
      let cell = cells.first(where: { $0.place == place })
    {
      hover.isHidden = false
      hover.frame = frame(cell.square)
      hover.cornerRadius = radius
      hover.backgroundColor = theme.raised
      hover.opacity = cell.visibility
    }
    ring.isHidden = true
    if let selected = state.grid.selected, let cell = cells.first(where: { $0.place == selected }),
      fullness < 1
    {
      ring.isHidden = false
      ring.frame = frame(cell.square)
      ring.cornerRadius = radius
      ring.borderWidth = view.cell < 32 ? 1.5 : 2
      ring.borderColor = state.isFocused ? theme.focusRing : theme.secondaryInk
      ring.opacity = cell.visibility * (1 - fullness)
    }
  }

  private func showMessage(_ state: State, _ theme: Theme, _ interface: Interface) {
    message.removeSublayers()
    guard state.grid.keys.isEmpty, let words = state.message else { return }
    let bounds = message.bounds
    let title = Font(size: bounds.width < 480 ? 15 : 20, weight: 600)
    let room = bounds.inset(by: EdgeInsets(left: 24, right: 24))
    message.addSublayer(
      Layer(
        words.title, style: title, color: theme.ink,
        in: Rect(x: room.minX, y: bounds.midY - 34, width: room.width, height: 30), alignment: .center,
        interface))
    message.addSublayer(
      Layer(
        words.advice, style: Theme.body, color: theme.secondaryInk,
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
