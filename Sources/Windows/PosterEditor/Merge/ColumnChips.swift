import Controls
import Geometry
import Input
import Scene

/// The placeholders that need a column, and the columns of the table: a press inserts one at the caret, and a drag into
/// a line.
final class ColumnChips: Control {
  private let session: EditorSession
  private var merge: PosterMerge { session.merge }
  private var chips: [String: ColumnChip] = [:]
  /// Inserts a column at the caret.
  var onInsert: (_ column: String, _ time: Double) -> Void = { _, _ in }

  static let height = 26.0
  private static let gap = 6.0

  init(_ session: EditorSession) {
    self.session = session
    super.init(label: session.localized("Columns"))
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  override var arrowNavigation: ArrowNavigation? { .both }

  /// Updates the chips from the table.
  func refresh() {
    let used = merge.usedColumns
    let fields = merge.fields.map { ColumnChip.Content.field($0.name, column: $0.column) }
    let columns = (merge.source?.table.columns ?? []).map {
      ColumnChip.Content.column($0, isUsed: used.contains($0))
    }
    var kept: [String: ColumnChip] = [:]
    let shown = (fields + columns).map { content -> ColumnChip in
      let chip = chips[content.id] ?? ColumnChip(session, content)
      chip.onPress = { [unowned self, unowned chip] in press(chip, at: $0) }
      chip.content = content
      kept[content.id] = chip
      return chip
    }
    chips = kept
    if shown.map(ObjectIdentifier.init) != children.map(ObjectIdentifier.init) { setChildren(shown) }
    setNeedsLayout()
  }

  private func press(_ chip: ColumnChip, at time: Double) {
    switch chip.content {
    case .column(let name, _): onInsert(name, time)
    case .field(let name, let column): chooseColumn(of: name, now: column, below: chip)
    }
  }

  private func chooseColumn(of name: String, now column: String?, below chip: Control) {
    let columns = merge.source?.table.columns ?? []
    var items: [Menu.Item] = [
      .heading(session.localized("Fill {name} from", ["name": "{\(name)}"]))
    ]
    items += columns.map { title in
      .command(
        Command("merge.map.\(title)", title, isChecked: title == column) { [unowned self] _ in
          merge.map(name, to: title == name ? nil : title)
        })
    }
    if column != nil, !columns.contains(name) {
      items += [
        .separator,
        .command(
          Command("merge.unmap", session.localized("No column")) { [unowned self] _ in
            merge.map(name, to: nil)
          }),
      ]
    }
    host?.showMenu(Menu(items), below: chip)
  }

  /// Returns the frames of the chips in a width, and the height of all.
  private func frames(in width: Double, _ interface: Interface) -> (frames: [Rect], height: Double) {
    var (frames, place): ([Rect], Point) = ([], .zero)
    for child in children {
      let chip = min(child.preferredSize(in: .zero, interface).width, width)
      if place.x > 0, place.x + chip > width { place = Point(0, place.y + Self.height + Self.gap) }
      frames.append(Rect(x: place.x, y: place.y, width: chip, height: Self.height))
      place.x += chip + Self.gap
    }
    return (frames, children.isEmpty ? 0 : place.y + Self.height)
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(room.width, frames(in: room.width, interface).height)
  }

  override func layOut(_ interface: Interface) {
    for (child, frame) in zip(children, frames(in: bounds.width, interface).frames) {
      child.frame = frame.pixelAligned(scale: interface.scale)
    }
  }
}

/// A column of the table that can be pressed and dragged, or a placeholder that needs a column.
final class ColumnChip: PressableControl {
  enum Content: Hashable {
    case column(String, isUsed: Bool)
    /// A placeholder, and the column that it is filled from.
    case field(String, column: String?)

    var id: String {
      switch self {
      case .column(let name, _): "column \(name)"
      case .field(let name, _): "field \(name)"
      }
    }
  }

  var content: Content {
    didSet {
      guard content != oldValue else { return }
      label = words
      setNeedsUpdate()
    }
  }

  var onPress: (_ time: Double) -> Void = { _ in }
  private let session: EditorSession
  private var pressed: Point?

  /// The kind of a dragged column.
  static let dragKind = "table-column"
  private static let dragDistance = 5.0

  init(_ session: EditorSession, _ content: Content) {
    (self.session, self.content) = (session, content)
    super.init(label: "")
    label = words
    id = content.id
    isEnabled = name.map(PosterMerge.canBePlaced) ?? true
  }

  /// The name of a column that can be dragged.
  private var name: String? { if case .column(let name, _) = content { name } else { nil } }

  private var words: String {
    switch content {
    case .column(let name, _): name
    case .field(let name, let column?): "{\(name)} ← \(column)"
    case .field(let name, nil): session.localized("{name} has no column", ["name": "{\(name)}"])
    }
  }

  override var tooltip: Tooltip? {
    switch content {
    case .column(let name, _):
      PosterMerge.canBePlaced(name)
        ? Tooltip(session.localized("Insert {name}, or drag it into a line", ["name": "{\(name)}"]))
        : Tooltip(session.localized("A name with braces cannot be inserted; rename the column"))
    case .field: Tooltip(session.localized("Choose the column that fills this placeholder"))
    }
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size((interface.line(words, style: Theme.secondary).width + 22).rounded(.up), ColumnChips.height)
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.opacity = isEnabled ? 1 : 0.4
    layer.cornerRadius = bounds.height / 2
    layer.borderWidth = interface.hairline
    var ink = theme.ink
    (layer.backgroundColor, layer.borderColor) = (isDown ? theme.pressed : theme.raised, theme.hairline)
    switch content {
    case .column(_, let isUsed):
      // A column that is on the poster is filled.
      if isUsed { layer.backgroundColor = theme.pressed }
    case .field(_, let column):
      layer.borderColor = column == nil ? theme.fault : theme.hairline
      ink = column == nil ? theme.fault : theme.ink
    }
    layer.addSublayer(
      Layer(
        words, style: Theme.secondary, color: ink, in: bounds.inset(by: EdgeInsets(left: 11, right: 11)),
        isElastic: true, interface))
  }

  override func press(at point: Point?, time: Double) { onPress(time) }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    pressed = event.point
    return super.pointerDown(event)
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let pressed, let name, let host, event.point.distance(to: pressed) > Self.dragDistance else {
      return
    }
    self.pressed = nil
    let card = Layer(Rect(center: .zero, size: frame.size), fill: host.interface.theme.raised)
    card.cornerRadius = bounds.height / 2
    card.shadow = host.interface.theme.shadow(elevation: 2)
    card.addSublayer(
      Layer(
        words, style: Theme.secondary, color: host.interface.theme.ink,
        in: bounds.inset(by: EdgeInsets(left: 11, right: 11)), host.interface))
    host.beginDrag(.items(kind: Self.dragKind, ids: [name]), preview: card)
  }

  override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .button, label: label, actions: [.press, .focus], frame: frame, isFocused: isFocused)
    if case .column(_, true) = content { node.states.insert(.checked) }
    if case .field = content { node.states.insert(.opensMenu) }
    return node
  }
}
