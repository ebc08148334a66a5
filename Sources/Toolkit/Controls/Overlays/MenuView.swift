import Colors
import Geometry
import Input
import Localization
import Scene
import Text

/// The view of a menu: rows are chosen with the pointer, arrow keys, or their first letters.
final class MenuView: PressableControl {
  private let menu: Menu
  /// Closes the menu and, after a choice, its parent menus.
  private let close: (MenuView, _ all: Bool) -> Void
  private var highlighted: Int?
  /// The open submenu and its row.
  private var open: (view: MenuView, row: Int)?
  /// The time at which the submenu of the row under the pointer replaces the open one.
  private var due: Double?
  private var typed = TypeAhead()
  /// The number of lines of each row's title, which are several where the window is too narrow for one.
  private var lineCounts: [Int] = []
  /// The scroll offset of the rows, in points, if the window is too low for all of them.
  private var offset = 0.0

  private static let rowHeight = 28.0
  private static let separatorHeight = 9.0
  static let padding = 6.0
  private static let inset = 12.0
  private static let checkWidth = 16.0
  /// The height of the marks that show that there are more rows.
  private static let moreHeight = 16.0
  /// The time that the pointer rests on a row before its submenu opens, or another one closes, in seconds.
  static let submenuDelay = 0.2

  init(_ menu: Menu, close: @escaping (MenuView, _ all: Bool) -> Void) {
    self.menu = menu
    self.close = close
    highlighted = menu.highlighted
    super.init(.message(Message("Menu")))
    layer.name = "menu"
  }

  override var cursor: CursorShape { .arrow }
  override var focusFrame: Rect { .zero }
  override func reacts(to button: PointerButton) -> Bool { button == .left || button == .right }

  // MARK: Rows

  /// Whether there is room for marks before the titles.
  private var hasMarks: Bool {
    hasIcons
      || menu.items.contains { item in
        if case .command(let command) = item { return command.isChecked != nil }
        return false
      }
  }

  /// Whether icons are shown: only if every selectable row has one.
  private var hasIcons: Bool {
    menu.items.allSatisfy { item in
      switch item {
      case .command(let command): command.icon != nil
      case .submenu: false
      case .separator, .heading: true
      }
    }
  }

  private func title(of item: Menu.Item) -> String {
    switch item {
    case .command(let command): command.title
    case .submenu(let title, _), .heading(let title): title
    case .separator: ""
    }
  }

  private func keys(of item: Menu.Item) -> String {
    switch item {
    case .command(let command): keys(of: command)
    // Alone, without letters, the sign has no direction of its own.
    case .submenu: isMirrored ? "‹" : "›"
    case .separator, .heading: ""
    }
  }

  private func keys(of command: Command) -> String {
    guard let language = host?.interface.language else { return command.shortcutText }
    return Shortcut.localized(command.shortcutText, language)
  }

  private func style(of item: Menu.Item) -> Font {
    if case .heading = item { return Theme.secondary }
    return Theme.body
  }

  private func isEnabled(_ item: Menu.Item) -> Bool {
    switch item {
    case .command(let command): command.isEnabled
    case .submenu(_, let menu): !menu.isEmpty
    case .separator, .heading: false
    }
  }

  private func height(of index: Int) -> Double {
    if case .separator = menu.items[index] { return Self.separatorHeight }
    let lines = lineCounts.indices.contains(index) ? lineCounts[index] : 1
    return Self.rowHeight + Double(max(lines, 1) - 1) * Interface.lineHeight
  }

  private func row(at index: Int) -> Rect {
    let top = (0..<index).reduce(Self.padding - offset) { $0 + height(of: $1) }
    return Rect(
      x: Self.padding, y: top, width: bounds.width - 2 * Self.padding, height: height(of: index))
  }

  private var wholeHeight: Double { menu.items.indices.reduce(2 * Self.padding) { $0 + height(of: $1) } }

  /// The maximum scroll offset.
  private var longestOffset: Double { max(wholeHeight - bounds.height, 0) }

  private func scroll(by distance: Double) {
    let wanted = min(max(offset + distance, 0), longestOffset)
    guard wanted != offset else { return }
    offset = wanted
    setNeedsUpdate()
  }

  /// Scrolls by the least distance that shows a row between the marks for more rows.
  private func reveal(_ index: Int) {
    let row = row(at: index)
    if row.minY < Self.moreHeight { scroll(by: row.minY - Self.moreHeight) }
    if row.maxY > bounds.height - Self.moreHeight { scroll(by: row.maxY - bounds.height + Self.moreHeight) }
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    scroll(by: -event.notches.dy * 2 * Self.rowHeight)
    point(at: index(at: event.point), event.time)
    return true
  }

  private func index(at point: Point) -> Int? {
    menu.items.indices.first { isEnabled(menu.items[$0]) && row(at: $0).contains(point) }
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let titles = menu.items.map { interface.line(title(of: $0), style: Theme.body).width }.max() ?? 0
    let keys = menu.items.map { interface.line(self.keys(of: $0), style: Theme.secondary).width }.max() ?? 0
    let width = min(titles + keys + widthBesideTitles + 32, max(room.width, 1))
    lineCounts = menu.items.map { item in
      interface.wrapped(
        title(of: item), style: style(of: item), width: titleWidth(of: item, in: width, interface)
      ).count
    }
    return Size(width, wholeHeight)
  }

  /// The width of the marks before the titles, and of the space around the rows.
  private var widthBesideTitles: Double {
    (hasMarks ? Self.checkWidth : 0) + 2 * (Self.inset + Self.padding)
  }

  /// Returns the room for the title of an item beside its keys, in a menu of some width.
  private func titleWidth(of item: Menu.Item, in width: Double, _ interface: Interface) -> Double {
    let keys = interface.line(keys(of: item), style: Theme.secondary).width
    return max(width - widthBesideTitles - (keys > 0 ? keys + 12 : 0), 1)
  }

  // MARK: Appearance

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    offset = min(offset, longestOffset)
    for (index, item) in menu.items.enumerated() {
      let row = row(at: index)
      guard row.maxY > 0, row.minY < bounds.height else { continue }
      if case .separator = item {
        let line = Rect(x: row.minX + 6, y: row.midY, width: row.width - 12, height: interface.hairline)
        layer.addSublayer(Layer(line.pixelAligned(scale: interface.scale), fill: theme.hairline))
        continue
      }
      if index == highlighted {
        layer.addSublayer(Layer(row, fill: theme.pressed, radius: Theme.fieldRadius))
      }
      var room = row.inset(by: EdgeInsets(left: Self.inset, right: Self.inset))
      let isHeading = if case .heading = item { true } else { false }
      var ink = isHeading ? theme.secondaryInk : theme.ink
      if !isEnabled(item), !isHeading { ink.alpha = 0.36 }
      if hasMarks {
        addMark(of: item, in: Rect(x: room.minX - 4, y: row.minY, width: 16, height: row.height), ink)
        room = room.inset(by: EdgeInsets(left: Self.checkWidth))
      }
      let words = Rect(
        x: room.minX, y: room.minY, width: titleWidth(of: item, in: bounds.width, interface),
        height: room.height)
      layer.addWrapped(title(of: item), style: style(of: item), color: ink, in: words, interface)
      var keyInk = theme.secondaryInk
      if !isEnabled(item) { keyInk.alpha *= 0.5 }
      layer.addSublayer(
        Layer(
          keys(of: item), style: Theme.secondary, color: keyInk, in: room, alignment: .trailing, interface))
    }
    addMoreMarks(theme)
  }

  /// Adds marks at the edges beyond which there are more rows.
  private func addMoreMarks(_ theme: Theme) {
    func add(_ frame: Rect, pointsUp: Bool) {
      let mark = Layer(frame, fill: theme.raised)
      let arrow = Layer(.chevronDown, in: mark.bounds, color: theme.secondaryInk)
      if pointsUp { arrow.transform = .scale(x: 1, y: -1) }
      mark.addSublayer(arrow)
      layer.addSublayer(mark)
    }
    let (width, height) = (bounds.width, Self.moreHeight)
    if offset > 0 { add(Rect(x: 0, y: 0, width: width, height: height), pointsUp: true) }
    if offset < longestOffset {
      add(Rect(x: 0, y: bounds.height - height, width: width, height: height), pointsUp: false)
    }
  }

  private func addMark(of item: Menu.Item, in room: Rect, _ ink: RGBA) {
    guard case .command(let command) = item else { return }
    if command.isChecked == true {
      layer.addSublayer(Layer(Icon.check, in: room, color: ink))
    } else if command.isChecked == nil, hasIcons, let icon = command.icon {
      layer.addSublayer(Layer(icon, in: room, color: ink))
    }
  }

  // MARK: Input

  private func highlight(_ index: Int?) {
    guard index != highlighted else { return }
    highlighted = index
    setNeedsUpdate()
  }

  /// Highlights the row under the pointer; the row of an open submenu stays highlighted while the pointer is beside the
  /// rows.
  private func point(at index: Int?, _ time: Double) {
    let wanted = index ?? open?.row
    if wanted != highlighted { due = nil }
    highlight(wanted)
    if wanted == open?.row {
      due = nil
    } else if due == nil, open != nil || isSubmenu(wanted) {
      due = time + Self.submenuDelay
    }
  }

  private func isSubmenu(_ index: Int?) -> Bool {
    if let index, case .submenu = menu.items[index] { return isEnabled(menu.items[index]) }
    return false
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    guard let due else { return nil }
    guard time >= due else { return due }
    self.due = nil
    closeSubmenu()
    if let highlighted, isSubmenu(highlighted) { choose(highlighted, at: due, marksFirst: false) }
    return nil
  }

  private func closeSubmenu() {
    guard let open else { return }
    self.open = nil
    open.view.close(open.view, false)
  }

  override func pointerMoved(_ event: PointerEvent) {
    // The pointer on a mark for more rows scrolls toward them.
    if offset > 0, event.point.y < Self.moreHeight { scroll(by: -Self.rowHeight) }
    if offset < longestOffset, event.point.y > bounds.height - Self.moreHeight { scroll(by: Self.rowHeight) }
    point(at: index(at: event.point), event.time)
  }
  override func pointerDragged(_ event: PointerEvent) { highlight(index(at: event.point)) }
  override func pointerLeft(at time: Double) {
    due = nil
    highlight(open?.row)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    highlight(index(at: event.point))
    return super.pointerDown(event)
  }

  override func press(at point: Point?, time: Double) {
    let index = point.map { self.index(at: $0) } ?? highlighted
    if let index { choose(index, at: time, marksFirst: point == nil) }
  }

  /// Performs the action of a row; with the keyboard, the first row of a submenu is highlighted.
  private func choose(_ index: Int, at time: Double, marksFirst: Bool = true) {
    switch menu.items[index] {
    case .command(let command) where command.id == Self.backID: close(self, false)
    case .command(let command) where command.isEnabled:
      close(self, true)
      command.action(time)
    case .submenu(let title, let inner):
      guard let host, open?.row != index else { return }
      closeSubmenu()
      due = nil
      let row = convert(toWindow: row(at: index))
      let view = host.overlays.open(inner, titled: title, besideRow: row, of: self) { [weak self] in
        self?.open = nil
      }
      open = view.map { ($0, index) }
      if marksFirst { view?.highlightFirst() }
    default: break
    }
  }

  private func highlightFirst() {
    if highlighted == nil { highlight(menu.items.indices.first { isEnabled(menu.items[$0]) }) }
  }

  /// The row that returns to the parent menu, used if both menus do not fit side by side.
  static let backID = "menu.back"

  override func key(_ event: KeyEvent) -> Bool {
    let stops = menu.items.indices.filter { isEnabled(menu.items[$0]) }
    let place = highlighted.flatMap { stops.firstIndex(of: $0) }
    switch event.key {
    case .down: highlight(stops.isEmpty ? nil : stops[place.map { ($0 + 1) % stops.count } ?? 0])
    case .up:
      highlight(
        stops.isEmpty ? nil : stops[place.map { ($0 + stops.count - 1) % stops.count } ?? stops.count - 1])
    case .home: highlight(stops.first)
    case .end: highlight(stops.last)
    case .space where goesOn(with: " ", at: event.time, among: stops):
      find(" ", at: event.time, among: stops)
    case .enter, .space: _ = super.key(event)
    case .right: if let highlighted, isSubmenu(highlighted) { choose(highlighted, at: event.time) }
    case .escape, .left: close(self, false)
    case .tab, .menu, .function(10): close(self, true)
    // Shortcuts of the whole window also work in a menu.
    case .function: return false
    case .character where !event.modifiers.isDisjoint(with: [.control, .alt]): return false
    case .character(let letter) where event.modifiers.subtracting(.shift).isEmpty:
      find(String(letter), at: event.time, among: stops)
    default: break
    }
    if let highlighted { reveal(highlighted) }
    // Controls beneath a menu receive no other keys.
    return true
  }

  override func insert(_ text: String, at time: Double) -> Bool { true }

  /// Returns whether a row begins with the typed letters and `text`, in which case a space does not press the row.
  private func goesOn(with text: String, at time: Double, among stops: [Int]) -> Bool {
    let words = (typed.text + text).lowercased()
    return typed.goesOn(at: time)
      && stops.contains { title(of: menu.items[$0]).lowercased().hasPrefix(words) }
  }

  /// Highlights the next row that begins with the typed letters.
  private func find(_ letter: String, at time: Double, among stops: [Int]) {
    let (words, isNext) = typed.add(letter, at: time)
    let place = highlighted.flatMap { stops.firstIndex(of: $0) }
    let from = place.map { $0 + (isNext ? 1 : 0) } ?? 0
    let order = stops[min(from, stops.count)...] + stops[..<min(from, stops.count)]
    let found = order.first { title(of: menu.items[$0]).lowercased().hasPrefix(words.lowercased()) }
    if let found { highlight(found) }
  }

  // MARK: Assistive tools

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      // The role describes it sufficiently.
      role: .menu, label: "", frame: frame, isFocused: isFocused && highlighted == nil,
      children: menu.items.indices.compactMap { index in
        let item = menu.items[index]
        if case .separator = item { return nil }
        var node = AccessibilityNode(
          role: .menuItem, label: title(of: item), actions: isEnabled(item) ? [.press] : [],
          frame: row(at: index).offset(by: frame.origin - .zero), isFocused: isFocused && index == highlighted
        )
        node.id = "\(index)"
        if !isEnabled(item) { node.states.insert(.disabled) }
        if case .submenu = item { node.states.insert(.opensMenu) }
        if case .command(let command) = item {
          if command.isChecked == true { node.states.insert(.checked) }
          if !command.shortcutText.isEmpty { node.value = keys(of: command) }
        }
        return node
      })
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard case .press = action, let part, let index = Int(part), menu.items.indices.contains(index),
      isEnabled(menu.items[index])
    else { return false }
    choose(index, at: time)
    return true
  }
}
