import Colors
import Controls
import Geometry
import Localization
import Scene
import Text

/// The placeholder of an empty wall: the outlines of posters being read, or a message and a button.
final class WallPlaceholder: Control {
  private let content = Layer()
  private lazy var button = Button(interface.language.localized("Try again")) { [unowned self] in onLeave() }
  /// Called when its button is pressed.
  var onLeave: () -> Void = {}
  private let dataSource: any PosterDataSource
  private let wall: PosterWall
  private let interface: Interface
  private var loadingSince: Double?
  private var shown: Appearance?

  /// The inputs of the layers.
  private struct Appearance: Hashable {
    var content: Content
    var opening: Rect
    var scale: Double
    var theme: Theme
  }

  private enum Content: Hashable {
    case loading
    case words(title: String, advice: String, button: String)
  }

  /// The time before which loading is not indicated, in seconds.
  private static let patience = 0.3

  init(_ dataSource: any PosterDataSource, _ wall: PosterWall, _ interface: Interface) {
    self.dataSource = dataSource
    self.wall = wall
    self.interface = interface
    super.init(label: interface.language.localized("State of the gallery"))
    layer.name = "state"
    layer.addSublayer(content)
    addChild(button)
    button.isHidden = true
  }

  override var isFocusable: Bool { false }

  /// Only its button takes input.
  override func hitTest(_ point: Point) -> Control? {
    button.hitTest(button.convert(fromParent: point))
  }

  /// Updates the message for a time; returns when it next changes by itself.
  override func advance(to time: Double, _ interface: Interface) -> Double? {
    layer.opacity = wall.recession.presence
    if dataSource.state != .loading { loadingSince = nil }
    guard case .loading = dataSource.state else {
      show(words)
      return nil
    }
    let since = loadingSince ?? time
    loadingSince = since
    let isPatient = time < since + Self.patience
    show(isPatient ? nil : .loading)
    return isPatient ? since + Self.patience : nil
  }

  private var words: Content? {
    let all = Message("Show all posters")
    return switch dataSource.state {
    case .loading: nil
    case .failed(let what, let advice, let remedy):
      content(what, advice, remedy == .repair ? Message("Repair") : Message("Try again"))
    case .ready where dataSource.count > 0: nil
    case .ready where dataSource.filter.isEmpty:
      content(
        Message("No posters yet"), Message("Make the first one, or drop poster files here."),
        Message("New poster"))
    case .ready where dataSource.filter.words.isEmpty && dataSource.filter.isBin:
      content(Message("The bin is empty"), Message("Deleted posters stay here for 30 days."), all)
    case .ready where dataSource.filter.words.isEmpty && dataSource.filter.album != nil:
      content(
        Message("Nothing in this album yet"),
        Message("Drag posters from the gallery onto its name, which appears above them while you drag."), all)
    case .ready where dataSource.filter.words.isEmpty:
      content(
        Message("No favourites yet"), Message("Press Ctrl+B to make a poster a favourite."), all)
    case .ready:
      content(
        Message("Nothing found"),
        Message(
          "No poster has “{words}” in its text or crown.", ["words": shortened(dataSource.filter.words)]),
        all)
    }
  }

  private func content(_ title: Message, _ advice: Message, _ button: Message) -> Content {
    let language = interface.language
    return .words(
      title: language.localized(title), advice: language.localized(advice),
      button: language.localized(button))
  }

  private func shortened(_ words: String) -> String {
    words.count > 40 ? words.prefix(40) + "…" : words
  }

  private func show(_ content: Content?) {
    let appearance = content.map {
      Appearance(
        content: $0, opening: wall.opening, scale: interface.scale, theme: interface.theme)
    }
    guard appearance != shown else { return }
    shown = appearance
    self.content.removeSublayers()
    self.content.frame = bounds
    button.isHidden = true
    switch content {
    case nil: break
    case .loading: showShapes()
    case .words(let title, let advice, let button): show(title, advice, button)
    }
  }

  /// Shows the outlines of posters.
  private func showShapes() {
    let grid = wall.places.grid(count: 200)
    for index in grid.indices(from: 0, to: wall.opening.height) {
      let box = grid.box(at: index).offset(by: Vector(0, wall.opening.minY))
      content.addSublayer(
        Layer(box, fill: interface.theme.ink.withAlpha(0.05), radius: PosterCell.cornerRadius))
    }
  }

  private func show(_ title: String, _ advice: String, _ buttonTitle: String) {
    let middle = wall.opening.center
    let windowWidth = wall.opening.width
    let width = max(windowWidth - 32, 1)
    // Two empty pages, one behind the other.
    for (offset, shade) in [(Vector(14, -6), 0.06), (Vector(-8, 0), 0.11)] {
      let page = Rect(center: middle + offset + Vector(0, -86), size: Size(width: 56, height: 84))
      content.addSublayer(
        Layer(page.pixelAligned(scale: interface.scale), fill: interface.theme.wall, radius: 2))
      content.addSublayer(
        Layer(
          page.pixelAligned(scale: interface.scale), fill: interface.theme.ink.withAlpha(shade), radius: 2))
    }
    // A line is 28 points high, further ones of the same text follow it more closely.
    let style = Font(size: 20, weight: 600)
    let titles = interface.wrapped(title, style: style, width: width)
    let advices = interface.wrapped(advice, style: Theme.body, width: width)
    let more = Double(max(titles.count - 1, 0)) * 26 + Double(max(advices.count - 1, 0)) * 20
    var line = Rect(x: (windowWidth - width) / 2, y: middle.y - 20 - more / 2, width: width, height: 28)
    line.origin.y =
      content.addLines(
        titles, style: style, color: interface.theme.ink, in: line, pitch: 26, alignment: .center, interface)
      + 4
    let bottom = content.addLines(
      advices, style: Theme.body, color: interface.theme.secondaryInk, in: line, pitch: 20,
      alignment: .center, interface)
    button.title = buttonTitle
    let buttonWidth = interface.line(buttonTitle, style: Theme.strong).width + 40
    button.frame = Rect(
      x: middle.x - buttonWidth / 2, y: bottom + 16, width: buttonWidth, height: 32
    )
    .pixelAligned(scale: interface.scale)
    button.isHidden = false
  }
}
