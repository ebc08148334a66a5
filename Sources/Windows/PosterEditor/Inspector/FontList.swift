import Controls
import Geometry
import Input
import Scene
import Text

extension ChoiceButton {
  /// Creates a button that shows a font family and opens the list of all.
  convenience init(
    fontFor label: String, _ session: EditorSession, family: @escaping () -> String,
    choose: @escaping (String) -> Void
  ) {
    self.init(label) { button in
      guard let host = button.host, session.mayChange() else { return }
      let list = FontList(
        families: session.typesetter.families, chosen: family(), clipboard: session.clipboard)
      list.onChoose = { [weak host, unowned list] name in
        host?.close(list)
        choose(name)
      }
      host.showPopover(list, from: button)
    }
  }
}

/// The installed font families, each in its own letters, with a search field.
final class FontList: Control {
  private let families: [String]
  private let chosen: String
  private let clipboard: Clipboard
  private let rows = FontRows()
  private lazy var scroll = ScrollView(rows)
  private lazy var search = TextField(
    label: "Search fonts", placeholder: "Search fonts", kind: .search, clipboard: clipboard,
    delegate: .init(
      edited: { [unowned self] text, _ in
        filter(text)
        return nil
      }, restored: { [unowned self] in filter("") }, stepped: nil, pasted: { _ in false }))

  var onChoose: (String) -> Void {
    get { rows.onChoose }
    set { rows.onChoose = newValue }
  }

  init(families: [String], chosen: String, clipboard: Clipboard) {
    self.families = families
    self.chosen = chosen
    self.clipboard = clipboard
    super.init(label: "Fonts")
    addChild(search)
    addChild(scroll)
    rows.show(families, chosen: chosen)
  }

  override var isFocusable: Bool { false }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(300, room.width), min(420, room.height))
  }

  override func layOut(_ interface: Interface) {
    let margin = 12.0
    search.frame = Rect(x: margin, y: margin, width: bounds.width - 2 * margin, height: Theme.controlHeight)
    scroll.frame = Rect(
      x: 0, y: search.frame.maxY + Theme.gap, width: bounds.width,
      height: max(bounds.height - search.frame.maxY - Theme.gap - 6, 1))
  }

  private func filter(_ words: String) {
    let wanted = words.lowercased().split(separator: " ")
    rows.show(
      families.filter { name in wanted.allSatisfy { name.lowercased().contains($0) } }, chosen: chosen)
    scroll.setNeedsLayout()
  }

  /// Down goes from the field into the list; Return there takes the first.
  override func interceptKey(_ event: KeyEvent) -> Bool {
    guard search.isFocused, event.modifiers.isEmpty else { return false }
    if event.key == .down {
      host?.setFocus(rows, byKeyboard: true)
      return true
    }
    if event.key == .enter, let first = rows.highlighted {
      onChoose(first)
      return true
    }
    return false
  }
}

/// The rows of a list of fonts.
final class FontRows: Control {
  private var families: [String] = []
  private var chosen = ""
  private var index = 0
  var onChoose: (String) -> Void = { _ in }

  private static let height = 32.0

  init() { super.init(label: "Fonts") }

  override var focusFrame: Rect { .zero }

  /// The family that Return chooses.
  var highlighted: String? { families.indices.contains(index) ? families[index] : nil }

  func show(_ families: [String], chosen: String) {
    self.families = families
    self.chosen = chosen
    index = families.firstIndex(of: chosen) ?? 0
    setNeedsUpdate()
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(room.width, Self.height * Double(max(families.count, 1)))
  }

  private func row(_ index: Int) -> Rect {
    Rect(x: 6, y: Double(index) * Self.height, width: bounds.width - 12, height: Self.height)
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    guard !families.isEmpty else {
      layer.addSublayer(
        Layer(
          "No font is called that", style: Theme.secondary, color: interface.theme.secondaryInk,
          in: row(0).inset(by: 6), interface))
      return
    }
    for (place, family) in families.enumerated() {
      let room = row(place)
      if place == index {
        layer.addSublayer(Layer(room, fill: interface.theme.pressed, radius: Theme.fieldRadius))
      }
      let own = Font(family: "\(family), \(Font.interfaceFamily)", size: 15)
      layer.addSublayer(
        Layer(
          family, style: own, color: interface.theme.ink, in: room.inset(by: EdgeInsets(left: 10, right: 24)),
          interface))
      if family == chosen {
        let mark = Rect(x: room.maxX - 24, y: room.minY, width: 16, height: room.height)
        layer.addSublayer(Layer(.check, in: mark, color: interface.theme.ink))
      }
    }
  }

  private func place(at point: Point) -> Int? {
    let place = Int((point.y / Self.height).rounded(.down))
    return families.indices.contains(place) ? place : nil
  }

  override func pointerMoved(_ event: PointerEvent) {
    if let place = place(at: event.point), place != index {
      index = place
      setNeedsUpdate()
    }
  }

  override func pointerDown(_ event: PointerEvent) -> Bool { true }

  override func pointerUp(_ event: PointerEvent) {
    if let place = place(at: event.point) { onChoose(families[place]) }
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, !families.isEmpty else { return false }
    switch event.key {
    case .down: index = min(index + 1, families.count - 1)
    case .up: index = max(index - 1, 0)
    case .home: index = 0
    case .end: index = families.count - 1
    case .pageDown: index = min(index + 10, families.count - 1)
    case .pageUp: index = max(index - 10, 0)
    case .enter, .space:
      onChoose(families[index])
      return true
    default: return false
    }
    setNeedsUpdate()
    (parent as? ScrollView)?.reveal(row(index), at: event.time)
    return true
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .list, label: label, value: highlighted, frame: frame, isFocused: isFocused,
      children: families.enumerated().map { place, family in
        var node = AccessibilityNode(
          role: .listItem, label: family, actions: [.press],
          frame: row(place).offset(by: frame.origin - .zero))
        node.id = family
        if family == chosen { node.states.insert(.selected) }
        return node
      })
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard action == .press, let part, families.contains(part) else { return false }
    onChoose(part)
    return true
  }
}
