import Colors
import Controls
import Geometry
import Input
import Scene

/// The strip above the wall: how many posters there are, which of them are shown, and a search.
final class GalleryBar: Control {
  /// Told of the text in the search field whenever that is edited.
  var onSearch: (String) -> Void = { _ in }

  /// Told whether favourites alone are wanted.
  var onFavorites: (Bool) -> Void = { _ in }

  /// A new poster is wanted.
  var onNew: () -> Void = {}

  /// The search field is left, for the wall's first poster or for where it was.
  var onLeaveSearch: (_ forFirst: Bool) -> Void = { _ in }

  private let dataSource: any PosterDataSource
  private let isCovered: () -> Bool
  private let clipboard: Clipboard
  private let caption = Layer()
  private let line = Layer()
  static let height = 56.0

  private(set) lazy var search = TextField(searchFor: "Search", placeholder: "Search", clipboard: clipboard) {
    [unowned self] in onSearch($0)
  }
  private(set) lazy var favorites = ChoiceSwitch(
    label: "Shown posters", choices: ["All posters", "Favourites"]
  ) { [unowned self] in onFavorites($0 == 1) }
  private lazy var new = Button("New poster") { [unowned self] in onNew() }

  /// Creates a bar; nothing in it can be used while it is covered.
  init(_ dataSource: any PosterDataSource, _ clipboard: Clipboard, isCovered: @escaping () -> Bool) {
    self.dataSource = dataSource
    self.isCovered = isCovered
    self.clipboard = clipboard
    super.init(label: "Bar")
    layer.name = "bar"
    for part in [line, caption] { layer.addSublayer(part) }
    for control in [favorites, search, new] { addChild(control) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  override func hitTest(_ point: Point) -> Control? { isCovered() ? nil : super.hitTest(point) }

  override func layOut(_ interface: Interface) {
    let margin = Theme.margin
    let (width, height) = (bounds.width, bounds.height)
    let control = Theme.controlHeight
    let top = (height - control) / 2
    let newWidth = width < 420 ? 0.0 : 100
    new.frame = Rect(x: width - margin - newWidth, y: top, width: newWidth, height: control)
    let searchWidth = min(max(width * 0.3, 140), 260)
    let searchEnd = newWidth > 0 ? new.frame.minX - 8 : width - margin
    search.frame = Rect(x: searchEnd - searchWidth, y: top, width: searchWidth, height: control)
    let switchWidth = interface.line("All posters", style: Theme.secondary).width + 32
    let fits = search.frame.minX - margin - switchWidth > 8
    favorites.frame = Rect(
      x: margin - ChoiceSwitch.inset, y: top, width: fits ? switchWidth : 0, height: control)
    favorites.isHidden = !fits
    new.isHidden = newWidth == 0
  }

  /// Shows that all posters are listed.
  func showAll() { favorites.show(0) }

  /// Shows so much of the bar, which goes upward as it fades.
  func recede(to presence: Double) {
    layer.opacity = presence
    layer.isHidden = presence == 0
    layer.position = Point(layer.position.x, bounds.height / 2 * (1 - 0.5 * (1 - presence)))
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    onLeaveSearch(false)
    return true
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard search.isFocused, event.modifiers.isEmpty else { return false }
    switch event.key {
    case .down, .up, .enter: onLeaveSearch(true)
    case .escape: onLeaveSearch(false)
    default: return false
    }
    return true
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    let height = bounds.height
    layer.backgroundColor = theme.window
    line.frame = Rect(
      x: 0, y: height - interface.hairline, width: bounds.width, height: interface.hairline)
    line.backgroundColor = theme.hairline
    caption.removeSublayers()
    let start = favorites.frame.maxX + 12
    let room = Rect(x: start, y: 0, width: max(search.frame.minX - 12 - start, 0), height: height)
    let words =
      dataSource.state == .ready
      ? Self.words(dataSource.count, isFiltered: !dataSource.filter.isEmpty) : ""
    if !words.isEmpty, interface.line(words, style: Theme.secondaryFigures).width <= room.width {
      caption.addSublayer(
        Layer(words, style: Theme.secondaryFigures, color: theme.secondaryInk, in: room, interface))
    }
  }

  static func words(_ count: Int, isFiltered: Bool) -> String {
    if isFiltered { return count == 1 ? "1 found" : "\(grouped(count)) found" }
    return count == 1 ? "1 poster" : "\(grouped(count)) posters"
  }

  /// Returns a number with thin spaces between its thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    guard digits.count > 4 else { return String(digits) }
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? ["\u{2009}", digit] : [digit]
      })
  }
}
