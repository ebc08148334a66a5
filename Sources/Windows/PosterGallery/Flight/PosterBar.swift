import Colors
import Controls
import Geometry
import Input
import Localization
import PosterScene
import Publishing
import Scene

/// The bar over the open poster: the back button, the title, and actions.
///
/// It appears with the pointer or a key, fades out two seconds later, and stays while it is used.
final class PosterBar: Control {
  private var dataSource: any PosterDataSource { actions.session.dataSource }
  private var stage: OpenPosterTransition { actions.session.stage }
  private let actions: GalleryCommands
  private var visibility = TransientVisibility()
  /// Whether an editor replaces the poster.
  var isReplaced: () -> Bool = { false }
  /// Moves the focus from the bar to the poster.
  var onLeave: () -> Void = {}

  private let ground = Layer()
  private let caption = Layer()

  private lazy var back = Button(language.localized("‹ Gallery"), kind: .quiet) { [unowned self] time in
    stage.goBack(at: time)
  }
  private(set) lazy var title = TextField(
    label: language.localized("Title"), placeholder: language.localized("Title"),
    clipboard: actions.session.clipboard,
    delegate: .init(edited: { [unowned self] text, phase in
      if phase == .final { rename(to: text) }
      return nil
    }))
  private lazy var previous = Button(language.localized("Previous poster"), icon: .previous, kind: .quiet) {
    [unowned self] _ in
    actions.opening.turnPage(by: -1)
  }
  private lazy var next = Button(language.localized("Next poster"), icon: .next, kind: .quiet) {
    [unowned self] _ in
    actions.opening.turnPage(by: 1)
  }
  private lazy var favorite = Button(language.localized("Favourite"), icon: .hollowStar, kind: .quiet) {
    [unowned self] _ in
    actions.posters.toggleFavorite()
  }
  private lazy var edit = Button(language.localized("Edit"), icon: .pencil, kind: .quiet) {
    [unowned self] _ in
    actions.opening.edit(.typing)
  }
  private lazy var export: Button = Button(language.localized("Export"), icon: .export, kind: .quiet) {
    [unowned self] _ in
    host?.showMenu(actions.posters.exportMenu, below: export)
  }
  private lazy var printing = Button(language.localized("Print"), icon: .print, kind: .quiet) {
    [unowned self] _ in
    actions.printing.print()
  }
  /// Reports which characters of the poster no font contains, if any.
  private lazy var fault = Button(
    language.localized("Missing characters"), icon: .warning, kind: .quiet
  ) { [unowned self] _ in sayFault() }
  /// Shows the size of the poster, and opens the menu of sizes.
  private lazy var zoom: ChoiceButton = ChoiceButton(language.localized("Zoom")) {
    [unowned self] button in
    button.host?.showMenu(Menu(groups: [actions.session.window?.zoomCommands ?? []]), below: button)
  }
  private let menu = Button.primaryMenu()

  /// The poster whose title is in the field.
  private var titled: PosterCard.ID?
  /// The poster whose missing characters were last reported.
  private var said: PosterCard.ID?

  static let height = 48.0

  init(_ commands: GalleryCommands) {
    actions = commands
    super.init(label: commands.session.language.localized("Poster bar"))
    layer.name = "poster bar"
    layer.addSublayer(ground)
    layer.addSublayer(caption)
    let controls: [Control] = [
      back, title, fault, previous, next, zoom, favorite, edit, export, printing, menu,
    ]
    for control in controls { addChild(control) }
    back.shortcutText = actions.opening.back.shortcutText
    previous.shortcutText = Shortcut(.left).text
    next.shortcutText = Shortcut(.right).text
    favorite.shortcutText = actions.posters.favorite.shortcutText
    edit.shortcutText = Shortcut(.enter).text
    export.shortcutText = Shortcut.control("e").text
    printing.shortcutText = actions.printing.printChosen.shortcutText
    isHidden = true
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// An almost invisible bar takes no input.
  override func hitTest(_ point: Point) -> Control? { layer.opacity < 0.3 ? nil : super.hitTest(point) }

  // MARK: Visibility

  /// Shows the bar, or keeps it for longer.
  func wake(at time: Double) { if stage.current != nil { visibility.wake(at: time) } }

  /// Keeps the bar while it is used.
  func hold(_ isHeld: Bool, at time: Double) {
    visibility.hold(isHeld || host?.interface.isAssisted == true, at: time)
  }

  /// Updates the opacity for a time; returns when it next changes by itself.
  func show(at time: Double) -> Double? {
    guard stage.current != nil, !isReplaced() else {
      if !isHidden { visibility.hide(at: time) }
      isHidden = true
      return nil
    }
    // The bar appears after the wall's bar has gone, since overlapping text cannot be read.
    let arrived = min(max(2 * stage.progress(at: time) - 1, 0), 1)
    let opacity = visibility.opacity(at: time) * arrived
    layer.opacity = opacity
    isHidden = opacity == 0
    showZoom(at: time)
    return visibility.nextTime(after: time)
  }

  /// Shows the present size of the poster.
  private func showZoom(at time: Double) {
    guard !isHidden, let host, let view = stage.view(at: time) else { return }
    zoom.chosen = ScreenScale(host).percentage(view.scale, in: language)
  }

  // MARK: The poster

  private var card: PosterCard? {
    stage.current.flatMap { dataSource.index(of: $0.id) }.flatMap(dataSource.card)
  }

  /// Updates the bar from the poster's card.
  func refresh() {
    guard let current = stage.current, let card else {
      said = nil
      return
    }
    if titled != current.id {
      title.forgetEdit()
      titled = current.id
    }
    title.show(card.title)
    if fault.isHidden != (card.fault == nil) {
      fault.isHidden = card.fault == nil
      setNeedsLayout()
    }
    // Once, when it fills the window; the button says it again.
    if card.fault == nil {
      said = nil
    } else if said != current.id, !isReplaced() {
      said = current.id
      sayFault()
    }
    favorite.icon = card.isFavorite ? .star : .hollowStar
    favorite.title = language.localized(
      card.isFavorite ? Message("No favourite any more") : Message("Favourite"))
    let index = dataSource.index(of: current.id) ?? 0
    previous.isEnabled = index > 0
    next.isEnabled = index < dataSource.count - 1
    setNeedsUpdate()
  }

  private func sayFault() {
    if let fault = card?.fault { actions.session.say(language.localized(fault.message)) }
  }

  private var language: Language { actions.session.language }

  private var place: String? {
    stage.current.flatMap { dataSource.index(of: $0.id) }.map { dataSource.place(of: $0, in: language) }
  }

  private func rename(to text: String) {
    guard let titled else { return }
    let title = String(text.drop { $0 == " " })
    let known = dataSource.index(of: titled).flatMap(dataSource.card)?.title
    if title != known { actions.posters.rename(titled, to: title) }
  }

  // MARK: Layout

  override func layOut(_ interface: Interface) {
    let side = Theme.controlHeight
    let top = (bounds.height - side) / 2
    func place(_ control: Control, _ x: Double, _ width: Double) {
      control.frame = Rect(x: x, y: top, width: width, height: side)
    }
    var right = bounds.width - Theme.gap
    // The first to make room are also in the menu.
    let backWidth = back.preferredSize(in: bounds.size, interface).width
    let buttons = [menu, printing, export, edit, favorite]
    for button in buttons { button.isHidden = false }
    for button in [printing, favorite, export] {
      let count = Double(buttons.count { !$0.isHidden } + 2)
      button.isHidden = 2 * Theme.gap + backWidth + count * (side + 2) + 22 > bounds.width
    }
    for button in [menu, printing, export, edit, favorite] where !button.isHidden {
      place(button, right - side, side)
      right -= side + 2
    }
    zoom.isHidden = bounds.width < 700
    if !zoom.isHidden {
      let width = interface.line("1000\u{202f}%", style: Theme.strong).width + 42
      place(zoom, (right - width - 8).rounded(), width.rounded(.up))
      right = zoom.frame.minX
    }
    right -= 10
    let figures =
      interface.line(dataSource.place(of: dataSource.count - 1, in: language), style: Theme.secondaryFigures)
      .width + 8
    let countWidth = bounds.width < 620 ? 0 : figures.rounded(.up)
    place(next, right - side, side)
    caption.frame = Rect(x: next.frame.minX - countWidth, y: 0, width: countWidth, height: bounds.height)
    place(previous, next.frame.minX - countWidth - side, side)
    right = previous.frame.minX - 12
    place(back, Theme.gap, backWidth)
    let left = back.frame.maxX + Theme.gap
    let reserved = fault.isHidden ? 0 : side + Theme.gap
    title.isHidden = right - left - reserved < 48
    place(title, left, max(min(right - left - reserved, 300), 1))
    place(fault, title.isHidden ? left : title.frame.maxX + Theme.gap, side)
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    ground.frame = bounds
    ground.backgroundColor = theme.window
    ground.removeSublayers()
    let edge = Rect(
      x: 0, y: bounds.height - interface.hairline, width: bounds.width, height: interface.hairline)
    ground.addSublayer(Layer(edge, fill: theme.hairline))
    caption.removeSublayers()
    guard let place, caption.bounds.width > 0 else { return }
    caption.addSublayer(
      Layer(
        place, style: Theme.secondaryFigures, color: theme.secondaryInk, in: caption.bounds,
        alignment: .center, interface))
  }

  // MARK: Keys

  override func interceptKey(_ event: KeyEvent) -> Bool {
    guard event.key == .tab, event.modifiers.subtracting(.shift).isEmpty else { return false }
    let stops = children.filter { !$0.isHidden && $0.isEnabled && $0.isFocusable }
    let place = stops.firstIndex { $0.isFocused } ?? -1
    let next = event.modifiers.contains(.shift) ? place - 1 : place + 1
    if stops.indices.contains(next) { host?.setFocus(stops[next], byKeyboard: true) } else { onLeave() }
    return true
  }

  /// Moves the focus to the first control, or to the last.
  func enter(fromBehind: Bool) {
    let stops = children.filter { !$0.isHidden && $0.isEnabled && $0.isFocusable }
    if let stop = fromBehind ? stops.last : stops.first { host?.setFocus(stop, byKeyboard: true) }
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .enter where title.isFocused: title.commit()
    case .escape: if title.isFocused { title.restore() }
    default: return false
    }
    onLeave()
    return true
  }

  override func pointerDown(_ event: PointerEvent) -> Bool { true }
}
