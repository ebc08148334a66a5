import Colors
public import Controls
import Geometry
import Scene

/// What is seen where there are no posters, and what assistive tools are told.
extension Gallery {
  /// The seconds before which nothing is said about waiting.
  private static let patience = 0.3

  /// Draws what stands in for posters; returns when that changes by itself.
  func showState() -> Double? {
    if shelf.phase != .loading { loadingSince = nil }
    switch shelf.phase {
    case .loading:
      let since = loadingSince ?? now
      loadingSince = since
      guard now >= since + Self.patience else {
        show(nil)
        return since + Self.patience
      }
      show(.loading)
    case .failed(let what, let advice): show(.words(title: what, advice: advice, button: "Try again"))
    case .ready where shelf.count > 0: show(nil)
    case .ready where shelf.filter.isEmpty:
      show(
        .words(
          title: "No posters yet", advice: "Make the first one, or drop poster files here.",
          button: "New poster"))
    case .ready where shelf.filter.words.isEmpty:
      show(
        .words(
          title: "No favourites yet", advice: "Mark a poster with Ctrl+B and it is found here.",
          button: "Show all posters"))
    case .ready:
      show(
        .words(
          title: "Nothing found",
          advice: "No poster has “\(shortened(shelf.filter.words))” in its text or crown.",
          button: "Show all posters"))
    }
    return nil
  }

  private func shortened(_ words: String) -> String {
    words.count > 40 ? words.prefix(40) + "…" : words
  }

  /// What stands in for posters.
  enum Substitute: Hashable {
    case loading
    case words(title: String, advice: String, button: String)
  }

  private func show(_ substitute: Substitute?) {
    let key = substitute.map {
      "\($0) \(size) \(interface.scale) \(interface.theme.appearance) \(stateButton.isHovered)"
    }
    guard key != stateLayer.name else { return }
    stateLayer.name = key ?? "state"
    if key == nil, stateLayer.sublayers.isEmpty { return }
    stateLayer.removeSublayers()
    stateButton.layer.removeFromSuperlayer()
    stateLayer.frame = Rect(origin: .zero, size: size)
    switch substitute {
    case nil: break
    case .loading: showShapes()
    case .words(let title, let advice, let button): show(title, advice, button)
    }
  }

  /// The shapes of what comes.
  private func showShapes() {
    let grid = PosterGrid(count: 200, width: size.width, boxWidth: boxWidth, scale: interface.scale)
    for index in grid.indices(from: 0, to: opening.bounds.height) {
      let box = inWindow(grid.box(at: index), offset: 0)
      stateLayer.addSublayer(Layer(box, fill: RGBA(hex: 0x303030), radius: PosterCell.cornerRadius))
    }
  }

  private func show(_ title: String, _ advice: String, _ button: String) {
    let middle = opening.frame.center
    let width = max(size.width - 32, 1)
    // Two empty pages, one behind the other.
    for (offset, shade) in [(Vector(14, -6), 0x333333), (Vector(-8, 0), 0x3e3e3e)] {
      let page = Rect(center: middle + offset + Vector(0, -86), size: Size(width: 56, height: 84))
      let layer = Layer(page.pixelAligned(scale: interface.scale), fill: RGBA(hex: UInt32(shade)), radius: 2)
      stateLayer.addSublayer(layer)
    }
    let heading = TextStyle(family: Theme.interfaceFamily, size: 20, weight: 600)
    func line(_ text: String, _ style: TextStyle, _ alpha: Double, _ y: Double) {
      stateLayer.addSublayer(
        Layer(
          text, style: style, color: Gallery.groundInk.withAlpha(alpha),
          in: Rect(x: (size.width - width) / 2, y: middle.y + y, width: width, height: 28),
          alignment: .center, interface))
    }
    line(title, heading, 1, -20)
    line(advice, Theme.body, 0.64, 12)
    stateButton.title = button
    let buttonWidth = interface.line(button, style: Theme.strong).width + 40
    stateButton.frame = Rect(x: middle.x - buttonWidth / 2, y: middle.y + 56, width: buttonWidth, height: 32)
      .pixelAligned(scale: interface.scale)
    stateButton.update(interface)
    stateLayer.addSublayer(stateButton.layer)
  }

  /// Does what the button of a substitute offers.
  func leaveState() {
    switch shelf.phase {
    case .failed: shelf.retry()
    case .ready where shelf.filter.isEmpty: createPoster()
    case .ready:
      favoritesSwitch.show(0)
      shelf.filter = ShelfFilter()
      clearSearch()
    case .loading: break
    }
  }

  // MARK: Assistive tools

  public var accessibility: AccessibilityNode {
    var children = current == nil ? bar.controls.map(\.accessibility) : []
    if let current { children.append(node(of: current)) } else { children.append(wallNode) }
    if notice.isShown(at: now) { children.append(notice.accessibility) }
    if let menu { children.append(menu.accessibility) }
    return AccessibilityNode(
      role: .window, label: "Posters", frame: Rect(origin: .zero, size: size), children: children)
  }

  private var wallNode: AccessibilityNode {
    var nodes: [AccessibilityNode] = []
    if case .failed(let what, let advice) = shelf.phase {
      nodes.append(AccessibilityNode(role: .text, label: "\(what). \(advice)", frame: opening.frame))
    }
    for index in shownRange where index < shelf.count {
      guard let cell = cells[shelf.id(at: index)], let card = cell.card else { continue }
      let states = [
        card.isReadable ? nil : "cannot be read", card.isFavorite ? "favourite" : nil,
        selection.contains(card.id) ? "selected" : nil,
        "\(index + 1) of \(shelf.count)",
      ]
      nodes.append(
        AccessibilityNode(
          role: .image, label: card.name, value: states.compactMap { $0 }.joined(separator: ", "),
          actions: [.press, .focus], frame: inWindow(cell.frame, offset: wallOffset),
          isFocused: focus.control == nil && selection.cursor == card.id))
    }
    if stateButton.layer.superlayer != nil { nodes.append(stateButton.accessibility) }
    return AccessibilityNode(
      role: .group, label: "Wall of posters",
      value: GalleryBar.words(shelf.count, isFiltered: !shelf.filter.isEmpty), frame: opening.frame,
      children: nodes)
  }

  private func node(of flyer: FlyingPoster) -> AccessibilityNode {
    let index = shelf.index(of: flyer.id) ?? 0
    return AccessibilityNode(
      role: .image, label: shelf.card(at: index)?.name ?? "Poster", value: "\(index + 1) of \(shelf.count)",
      actions: [.press],
      frame: flyer.flight.frame(at: flightTime, between: ends(of: flyer)), isFocused: true)
  }
}

extension RGBA {
  func withAlpha(_ alpha: Double) -> RGBA {
    RGBA(red: red, green: green, blue: blue, alpha: alpha)
  }
}
