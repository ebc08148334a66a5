import Colors
import Controls
import Geometry
import Scene
import Text

/// The layers of a grid of crowns, with caches of outlines and labels.
final class CrownGridLayers {
  /// What the grid shows at an instant.
  struct State {
    let grid: ZoomableGrid
    let crowns: CrownCollection
    let color: RGBA
    /// The keys of the crowns that are selected beside the current one.
    let selection: Set<Int>
    /// Where the pointer is, or nil.
    let hovered: Point?
    let isFocused: Bool
    /// The message that an empty grid shows.
    let message: Message?
    let time: Double
  }

  /// The crown that a layer shows.
  private struct ShownCrown: Equatable {
    let key: Int
    let color: RGBA
  }

  /// A title and a piece of advice.
  struct Message: Hashable {
    var title: String
    var advice: String
  }

  let hover = Layer()
  let crowns = Layer()
  let names = Layer()
  /// Rings around what is selected, and stars on what is a favourite.
  let marks = Layer()
  let message = Layer()

  private var outlines = OutlineStore()
  private var cells: [GridCell] = []
  private var crownLayers: [Layer] = []
  /// Which crowns those show; to know that costs less than to look for a crown's outline and compare it.
  private var shownCrowns: [ShownCrown?] = []
  /// The lines of the labels, two for each cell.
  private var nameLayers: [Layer] = []
  private var rings: [Layer] = []
  private var stars: [Layer] = []
  private var labels = CrownLabels()
  /// How wide the lines are that were shown, so that none is measured twice.
  private var widths: [TextWidth: Double] = [:]

  /// A line of a label, whose width depends on its font.
  private struct TextWidth: Hashable {
    let text: String
    let isHeading: Bool
  }

  init() {
    for (layer, name) in [
      (hover, "hover"), (crowns, "crowns"), (names, "names"), (marks, "selection"), (message, "message"),
    ] {
      layer.name = name
    }
  }

  func layOut(in bounds: Rect) {
    for layer in [crowns, names, marks, message] { layer.frame = bounds }
  }

  /// Takes the current crowns, and forgets what was drawn of those that have changed.
  func take(_ crowns: CrownCollection, _ replacements: [CrownCollection.Replacement]) {
    for replacement in replacements where replacement.hasOtherOutline {
      outlines.forget(replacement.key)
      for index in shownCrowns.indices where shownCrowns[index]?.key == replacement.key {
        shownCrowns[index] = nil
      }
    }
    labels.take(crowns.items, order: crowns.order)
  }

  func show(_ state: State, inks theme: Theme, _ interface: Interface) {
    cells.removeAll(keepingCapacity: true)
    state.grid.appendCells(at: state.time, to: &cells)
    crowns.isMoving = state.grid.isReshaping(at: state.time)
    showCrowns(state)
    // What is zoomed may soon be so small that all are seen.
    if crowns.isMoving { outlines.prepare(Self.preparedOutlines, in: state.crowns) }
    showNames(state, theme, interface)
    showMarks(state, theme, interface)
    showMessage(state, theme, interface)
  }

  private func showCrowns(_ state: State) {
    Self.fill(&crownLayers, of: crowns, count: cells.count)
    while shownCrowns.count < crownLayers.count { shownCrowns.append(nil) }
    for (index, cell) in cells.enumerated() {
      let layer = crownLayers[index]
      let bounds = state.crowns.items[cell.key].bounds
      let padding = CellMeasures(cell: cell.square.width).padding
      let side = max(bounds.width, bounds.height)
      guard side > 0 else {
        layer.isHidden = true
        continue
      }
      let scale = (cell.square.width - 2 * padding) / side
      layer.isHidden = false
      layer.bounds = bounds
      layer.position = Point(
        cell.square.midX - bounds.width / 2 * scale, cell.square.midY - bounds.height / 2 * scale)
      layer.transform = .scale(x: scale, y: scale)
      layer.opacity = cell.visibility
      let shown = ShownCrown(key: cell.key, color: state.color)
      if shownCrowns[index] == shown { continue }
      shownCrowns[index] = shown
      layer.contents = .path(
        PathContents(outlines.figure(of: cell.key, in: state.crowns), color: state.color))
    }
  }

  /// How many outlines a frame of a zoom decodes before they are seen: a tenth of a millisecond of work.
  private static let preparedOutlines = 16

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
    Self.fill(&nameLayers, of: names, count: 2 * cells.count)
    // Steps, so that not every frame of a zoom sets each label anew; and whole pixels, so that one that moves is the
    // same picture.
    let step = crowns.isMoving ? 32.0 : 8
    let room = max(((view.cell - 8) / step).rounded(.down) * step, 56)
    let letters = Int(room / Self.letterWidth)
    for (index, cell) in cells.enumerated() {
      // Of two labels in one place, as one crown gives way to another, never more than one is read.
      let presence = 2 * cell.visibility - 1
      let lines = [nameLayers[2 * index], nameLayers[2 * index + 1]]
      for layer in lines { layer.isHidden = presence <= 0 }
      guard presence > 0 else { continue }
      let label = labels.label(of: cell.key, letters: letters)
      for (line, text) in [label.heading, label.detail].enumerated() {
        let layer = lines[line]
        layer.isHidden = text.isEmpty
        show(
          text, line: line, isHeading: line == 0 || label.isOneName, below: cell, in: layer, room: room,
          x: state.grid.opening.aligned(cell.square.midX), theme, interface)
        layer.opacity = share * presence
      }
    }
  }

  /// How wide a letter of a label is at most on average, in points.
  private static let letterWidth = 6.4
  private static let heading = Font(size: 12, weight: 600)
  private static let lineHeight = 16.0

  private func show(
    _ text: String, line: Int, isHeading: Bool, below cell: GridCell, in layer: Layer, room: Double,
    x: Double, _ theme: Theme, _ interface: Interface
  ) {
    let font = isHeading ? Self.heading : Theme.secondary
    let key = TextWidth(text: text, isHeading: isHeading)
    let width = widths[key] ?? interface.line(text, style: font).width
    widths[key] = width
    let shown = min(width, room)
    layer.bounds = Rect(x: 0, y: 0, width: shown, height: Self.lineHeight)
    layer.position = Point(
      (x - shown / 2).rounded(), cell.square.maxY - 1 + Double(line) * Self.lineHeight)
    layer.contents = .text(
      TextContents(
        text, font: font, color: isHeading ? theme.ink : theme.secondaryInk,
        baseline: interface.baseline(of: font, inHeight: Self.lineHeight),
        maximumWidth: width > room ? room : nil))
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
    showRings(state, theme, radius: radius, fullness: fullness, frame)
    showStars(state, theme, fullness: fullness)
  }

  private func showRings(
    _ state: State, _ theme: Theme, radius: Double, fullness: Double, _ frame: (Rect) -> Rect
  ) {
    let current = state.grid.selected
    let selected = cells.filter { cell in
      guard let place = cell.place, fullness < 1 else { return false }
      return place == current || state.selection.contains(cell.key)
    }
    Self.fill(&rings, of: marks, count: selected.count)
    for (ring, cell) in zip(rings, selected) {
      ring.isHidden = false
      ring.anchorPoint = Point(0.5, 0.5)
      ring.frame = frame(cell.square)
      ring.cornerRadius = radius
      ring.borderWidth = cell.square.width < 32 ? 1.5 : 2
      let isMarked = state.selection.count > 1 && state.selection.contains(cell.key)
      ring.borderColor =
        state.isFocused && (isMarked || cell.place == current) ? theme.highlight : theme.secondaryInk
      ring.backgroundColor = isMarked ? theme.highlight.withAlpha(0.12) : nil
      ring.opacity = cell.visibility * (1 - fullness)
    }
  }

  /// Shows a star in the corner of each favourite.
  private func showStars(_ state: State, _ theme: Theme, fullness: Double) {
    let starred = cells.filter {
      state.crowns.items[$0.key].isFavorite && $0.square.width >= 40 && fullness < 1
    }
    Self.fill(&stars, of: marks, count: starred.count)
    for (star, cell) in zip(stars, starred) {
      star.isHidden = false
      star.bounds = Rect(x: 0, y: 0, width: Icon.side, height: Icon.side)
      let side = min(Icon.side, cell.square.width / 5)
      star.position = Point(cell.square.maxX - side - 5, cell.square.minY + 5)
      star.transform = .scale(x: side / Icon.side, y: side / Icon.side)
      star.opacity = cell.visibility * (1 - fullness)
      star.contents = .path(PathContents(Icon.star.path, color: theme.secondaryInk))
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
