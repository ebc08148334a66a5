import Colors
import Controls
import Geometry
import Input
import Scene

/// The strip above the wall: which posters are shown and in which order, what can be done with those that are selected,
/// a search, and the menu of the window.
final class GalleryBar: Control {
  /// Told of the text in the search field whenever that is edited.
  var onSearch: (String) -> Void = { _ in }

  /// The search field is left, for the wall's first poster or for where it was.
  var onLeaveSearch: (_ forFirst: Bool) -> Void = { _ in }

  private var dataSource: any PosterDataSource { actions.session.dataSource }
  private let actions: GalleryCommands
  private let caption = Layer()
  private let line = Layer()
  /// Where the words stand that count.
  private var captionRoom = Rect.zero
  static let height = 56.0

  private(set) lazy var search = TextField(
    searchFor: "Search", placeholder: "Search", clipboard: actions.session.clipboard
  ) {
    [unowned self] in onSearch($0)
  }
  private(set) lazy var shown = ChoiceButton("Shown posters") { [unowned self] button in
    button.host?.showMenu(actions.albums.filterMenu, below: button)
  }
  private(set) lazy var order = ChoiceButton("Order") { [unowned self] button in
    button.host?.showMenu(actions.wall.orderMenu, below: button)
  }
  private lazy var new = Button("New poster", kind: .plain) { [unowned self] _ in
    actions.posters.createPoster()
  }
  private let menu = Button.primaryMenu()

  // What can be done with the posters that are selected.
  private lazy var favorite = Button("Favourite", icon: .hollowStar, kind: .quiet) { [unowned self] _ in
    actions.posters.toggleFavorite()
  }
  private lazy var album: Button = Button("Add to album", icon: .album, kind: .quiet) { [unowned self] _ in
    host?.showMenu(actions.albums.albumMenu, below: album)
  }
  private lazy var export: Button = Button("Export", icon: .export, kind: .quiet) { [unowned self] _ in
    host?.showMenu(actions.posters.exportMenu, below: export)
  }
  private lazy var duplicate = Button("Duplicate", icon: .copies, kind: .quiet) { [unowned self] _ in
    actions.posters.duplicate()
  }
  private lazy var delete = Button("Delete", icon: .bin, kind: .quiet) { [unowned self] _ in
    actions.posters.remove()
  }
  private lazy var deselect = Button("Select nothing", icon: .cross, kind: .quiet) { [unowned self] _ in
    actions.wall.deselect()
  }
  private var selectionButtons: [Button] { [favorite, album, export, duplicate, delete, deselect] }

  init(_ commands: GalleryCommands) {
    actions = commands
    super.init(label: "Bar")
    layer.name = "bar"
    for part in [line, caption] { layer.addSublayer(part) }
    for control in [shown, order] as [Control] + selectionButtons + [search, new, menu] { addChild(control) }
    favorite.shortcutText = "Ctrl+B"
    export.shortcutText = "Ctrl+E"
    duplicate.shortcutText = "Ctrl+D"
    delete.shortcutText = "Delete"
    deselect.shortcutText = "Ctrl+Shift+A"
    refresh()
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Nothing in it can be used while a poster fills the window.
  override func hitTest(_ point: Point) -> Control? { actions.session.isOpen ? nil : super.hitTest(point) }

  /// Shows what is listed and selected now.
  func refresh() {
    shown.chosen = actions.albums.shownName
    order.chosen = dataSource.filter.order.name
    let selection = actions.posters.selectedFavorites
    favorite.icon = selection == .all ? .star : .hollowStar
    favorite.title = selection == .all ? "No favourite any more" : "Favourite"
    setNeedsLayout()
  }

  private var selectionWords: String? {
    let count = actions.posters.selectionCount
    return count == 0 ? nil : "\(Self.grouped(count)) selected"
  }

  private var countWords: String {
    dataSource.state == .ready ? Self.words(dataSource.count, isFiltered: !dataSource.filter.isEmpty) : ""
  }

  /// Where the button for a new poster is in the window.
  var newFrame: Rect { new.frameInWindow }

  /// Where the button of the menu is in the window.
  var menuFrame: Rect { menu.frameInWindow }

  // MARK: Layout

  override func layOut(_ interface: Interface) {
    let margin = Theme.margin
    let side = Theme.controlHeight
    let top = (bounds.height - side) / 2
    func place(_ control: Control, _ x: Double, _ width: Double) {
      control.frame = Rect(x: x, y: top, width: width, height: side)
    }
    var right = bounds.width - margin + 8
    place(menu, right - side, side)
    right = menu.frame.minX - 8
    let isNarrow = bounds.width < 760
    new.icon = isNarrow ? .plus : nil
    let newWidth = isNarrow ? side : 100
    place(new, right - newWidth, newWidth)
    right = new.frame.minX - 8
    let searchWidth = min(max(bounds.width * 0.24, 104), 260)
    place(search, right - searchWidth, searchWidth)
    right = search.frame.minX - 12
    layOutLeft(within: right, interface, place)
  }

  /// Lays out what is shown and what is selected: both where there is room, or else the one that matters now.
  private func layOutLeft(
    within right: Double, _ interface: Interface, _ place: (Control, Double, Double) -> Void
  ) {
    let choices = [shown, order] as [Control]
    func width(_ control: Control) -> Double { control.preferredSize(in: bounds.size, interface).width }
    func width(_ words: String) -> Double {
      interface.line(words, style: Theme.secondaryFigures).width.rounded(.up) + 8
    }
    let choicesWidth = choices.reduce(0) { $0 + width($1) + 8 }
    let words = selectionWords
    let buttonsWidth = 34.0 * Double(selectionButtons.count)
    let selectionWidth = words.map { width($0) + 8 + buttonsWidth } ?? 0
    var x = Theme.margin
    let showsChoices = words == nil || x + choicesWidth + 12 + selectionWidth <= right
    for control in choices {
      control.isHidden = !showsChoices || x + width(control) > right
      place(control, x, width(control))
      if !control.isHidden { x += width(control) + 8 }
    }
    if showsChoices, x > Theme.margin { x += 4 }
    for button in selectionButtons { button.isHidden = words == nil }
    guard let words else {
      captionRoom = Rect(x: x, y: 0, width: max(right - x, 0), height: bounds.height)
      return
    }
    // The number comes before the last buttons, which are in the menu of the posters, too.
    let fits = x + width(words) + 4 + 34 * 3 <= right
    captionRoom = Rect(x: x, y: 0, width: fits ? width(words) : 0, height: bounds.height)
    if fits { x = captionRoom.maxX + 4 }
    // What has no room is in the menu of the posters.
    let shownButtons = max(Int((right - x + 4) / 34), 1)
    let kept =
      shownButtons >= selectionButtons.count
      ? selectionButtons : Array(selectionButtons.prefix(shownButtons - 1)) + [deselect]
    for button in selectionButtons {
      button.isHidden = !kept.contains { $0 === button }
      guard !button.isHidden else { continue }
      place(button, x, Theme.controlHeight)
      x += 34
    }
  }

  /// Shows so much of the bar, which goes upward as it fades.
  func recede(to presence: Double) {
    layer.opacity = presence
    layer.isHidden = presence == 0
    layer.position = Point(layer.position.x, bounds.height / 2 * (1 - 0.5 * (1 - presence)))
  }

  // MARK: Input

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

  // MARK: Appearance

  override func update(_ interface: Interface) {
    let theme = interface.theme
    let height = bounds.height
    layer.backgroundColor = theme.window
    line.frame = Rect(
      x: 0, y: height - interface.hairline, width: bounds.width, height: interface.hairline)
    line.backgroundColor = theme.hairline
    caption.removeSublayers()
    let words = selectionWords ?? countWords
    let style = Theme.secondaryFigures
    guard !words.isEmpty, interface.line(words, style: style).width <= captionRoom.width else { return }
    let ink = selectionWords == nil ? theme.secondaryInk : theme.ink
    caption.addSublayer(Layer(words, style: style, color: ink, in: captionRoom, interface))
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
