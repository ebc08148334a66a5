import Colors
import Controls
import Geometry
import Input
import Localization
import Scene

/// The bar above the wall: filter and order, actions for the selected posters, the search field, and the window's menu.
final class GalleryBar: Control {
  /// Called with the text of the search field whenever it is edited.
  var onSearch: (String) -> Void = { _ in }

  /// Called when the search field is left, for the wall's first poster or its current one.
  var onLeaveSearch: (_ forFirst: Bool) -> Void = { _ in }

  private var dataSource: any PosterDataSource { actions.session.dataSource }
  private var language: Language { actions.session.language }
  private let actions: GalleryCommands
  private let caption = Layer()
  private let line = Layer()
  /// The area of the count.
  private var captionRoom = Rect.zero
  static let height = 56.0

  private(set) lazy var search = TextField(
    searchFor: language.localized("Search"), placeholder: language.localized("Search"),
    clipboard: actions.session.clipboard
  ) {
    [unowned self] in onSearch($0)
  }
  private(set) lazy var shown = ChoiceButton(language.localized("Shown posters")) {
    [unowned self] button in
    button.host?.showMenu(actions.albums.filterMenu, below: button)
  }
  private(set) lazy var order = ChoiceButton(language.localized("Order")) { [unowned self] button in
    button.host?.showMenu(actions.wall.orderMenu, below: button)
  }
  private lazy var new = Button(language.localized("New poster"), kind: .plain) { [unowned self] _ in
    actions.posters.createPoster()
  }
  private let menu = Button.primaryMenu()

  // Actions for the selected posters.
  private lazy var favorite = Button(language.localized("Favourite"), icon: .hollowStar, kind: .quiet) {
    [unowned self] _ in
    actions.posters.toggleFavorite()
  }
  private lazy var album: Button = Button(language.localized("Add to album"), icon: .album, kind: .quiet) {
    [unowned self] _ in
    host?.showMenu(actions.albums.albumMenu, below: album)
  }
  private lazy var export: Button = Button(language.localized("Export"), icon: .export, kind: .quiet) {
    [unowned self] _ in
    host?.showMenu(actions.posters.exportMenu, below: export)
  }
  private lazy var duplicate = Button(language.localized("Duplicate"), icon: .copies, kind: .quiet) {
    [unowned self] _ in
    actions.posters.duplicate()
  }
  private lazy var restore = Button(
    language.localized("Restore"), icon: .undo, kind: .quiet
  ) { [unowned self] _ in actions.posters.restore() }
  private lazy var delete = Button(language.localized("Delete"), icon: .bin, kind: .quiet) {
    [unowned self] time in
    actions.posters.delete.action(time)
  }
  private lazy var deselect = Button(language.localized("Select nothing"), icon: .cross, kind: .quiet) {
    [unowned self] _ in
    actions.wall.deselect()
  }
  private var selectionButtons: [Button] {
    actions.session.showsBin
      ? [restore, delete, deselect] : [favorite, album, export, duplicate, delete, deselect]
  }
  private var allSelectionButtons: [Button] {
    [favorite, album, export, duplicate, restore, delete, deselect]
  }

  init(_ commands: GalleryCommands) {
    actions = commands
    super.init(label: commands.session.language.localized("Bar"))
    layer.name = "bar"
    for part in [line, caption] { layer.addSublayer(part) }
    for control in [shown, order] as [Control] + allSelectionButtons + [search, new, menu] {
      addChild(control)
    }
    favorite.shortcutText = actions.posters.favorite.shortcutText
    export.shortcutText = Shortcut.control("e").text
    duplicate.shortcutText = actions.posters.duplicateChosen.shortcutText
    delete.shortcutText = actions.posters.delete.shortcutText
    deselect.shortcutText = actions.wall.selectNothing.shortcutText
    refresh()
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// It takes no input while a poster is open.
  override func hitTest(_ point: Point) -> Control? { actions.session.isOpen ? nil : super.hitTest(point) }

  /// Updates the bar from the list and the selection.
  func refresh() {
    shown.chosen = actions.albums.shownName
    order.chosen = language.localized(dataSource.filter.order.name)
    let selection = actions.posters.selectedFavorites
    favorite.icon = selection == .all ? .star : .hollowStar
    favorite.title = language.localized(
      selection == .all ? Message("No favourite any more") : Message("Favourite"))
    setNeedsLayout()
  }

  private var selectionWords: String? {
    let count = actions.posters.selectionCount
    guard count > 0 else { return nil }
    return language.localized(
      "{number} selected", plural: "{number} selected", count: count, ["number": Self.grouped(count)])
  }

  private var countWords: String {
    dataSource.state == .ready
      ? language.localized(Self.words(dataSource.count, isFiltered: !dataSource.filter.isEmpty)) : ""
  }

  /// The frame of the button for a new poster, in the window.
  var newFrame: Rect { new.frameInWindow }

  /// The frame of the menu button, in the window.
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
    let newWidth = isNarrow ? side : max(new.preferredSize(in: bounds.size, interface).width, 100)
    place(new, right - newWidth, newWidth)
    right = new.frame.minX - 8
    let searchWidth = min(max(bounds.width * 0.24, search.neededWidth(interface)), 260)
    place(search, right - searchWidth, searchWidth)
    right = search.frame.minX - 12
    layOutLeft(within: right, interface, place)
  }

  /// Lays out the filter and the selection: both if they fit, or else the relevant one.
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
    let usable = selectionButtons
    for button in allSelectionButtons { button.isHidden = words == nil || !usable.contains { $0 === button } }
    guard let words else {
      captionRoom = Rect(x: x, y: 0, width: max(right - x, 0), height: bounds.height)
      return
    }
    // The count is preferred to the last buttons, which are also in the posters' menu.
    let fits = x + width(words) + 4 + 34 * 3 <= right
    captionRoom = Rect(x: x, y: 0, width: fits ? width(words) : 0, height: bounds.height)
    if fits { x = captionRoom.maxX + 4 }
    // Buttons that do not fit are in the posters' menu.
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

  /// Fades the bar out while it moves upward.
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

  static func words(_ count: Int, isFiltered: Bool) -> Message {
    let number = grouped(count)
    return isFiltered
      ? Message("{number} found", plural: "{number} found", count: count, ["number": number])
      : Message("{number} poster", plural: "{number} posters", count: count, ["number": number])
  }

  /// Returns a number with thin spaces between thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    guard digits.count > 4 else { return String(digits) }
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? ["\u{2009}", digit] : [digit]
      })
  }
}
