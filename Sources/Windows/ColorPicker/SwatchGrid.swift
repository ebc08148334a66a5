import Colors
import Controls
import Geometry
import Input
import Localization
import Scene

/// A few colours side by side, such as the recent ones; arrow keys move between them, Space picks one.
final class SwatchGrid: PressableControl {
  /// The maximum number of recent colours.
  static let recentCapacity = 12

  /// The number of colours that fit; the rest are omitted.
  var capacity: Int {
    didSet { if capacity != oldValue { setNeedsUpdate() } }
  }
  /// Whether empty places are shown.
  private let showsEmpty: Bool
  private let language: Language
  /// Whether it shows the colours of a palette instead of recent ones.
  private let isPalette: Bool
  private var all: [PickerPalette.Item]
  private let onChoose: (RGBA) -> Void
  private var index = 0
  private var hovered: Int?

  /// The simulated colour vision.
  var vision: ColorVision? {
    didSet { if vision != oldValue { setNeedsUpdate() } }
  }

  /// The indices of colours that look like another one.
  var marked: Set<Int> = [] {
    didSet { if marked != oldValue { setNeedsUpdate() } }
  }

  private var items: ArraySlice<PickerPalette.Item> { all.prefix(capacity) }
  private var colors: [RGBA] { items.map(\.color) }

  /// Whether some colours do not fit.
  var leavesColorsOut: Bool { all.count > capacity }

  /// The number of swatches in a row.
  var columns = 12 {
    didSet { if columns != oldValue { setNeedsUpdate() } }
  }

  /// Creates the grid of recent colours.
  convenience init(colors: [RGBA], _ language: Language, onChoose: @escaping (RGBA) -> Void) {
    self.init(
      colors.map { PickerPalette.Item($0) }, language, isPalette: false, capacity: Self.recentCapacity,
      showsEmpty: true,
      onChoose: onChoose)
  }

  init(
    _ items: [PickerPalette.Item], _ language: Language, isPalette: Bool = true, capacity: Int,
    showsEmpty: Bool = false, onChoose: @escaping (RGBA) -> Void
  ) {
    (self.capacity, self.language, self.onChoose) = (capacity, language, onChoose)
    self.isPalette = isPalette
    self.showsEmpty = showsEmpty
    all = items
    super.init(
      label: isPalette ? language.localized("Palette colours") : language.localized("Recent colours"))
  }

  /// Shows other colours.
  func show(_ items: [PickerPalette.Item]) {
    all = items
    (index, hovered) = (0, nil)
    setNeedsUpdate()
  }

  override var tooltip: Tooltip? {
    guard let hovered, items.indices.contains(hovered) else { return nil }
    let item = items[hovered]
    let words = marked.contains(hovered) ? ", \(likeness)" : ""
    return Tooltip(item.words + words, part: cell(hovered))
  }

  override func pointerMoved(_ event: PointerEvent) {
    hovered = items.indices.first { cell($0).contains(event.point) }
  }

  override func pointerLeft(at time: Double) { hovered = nil }

  /// The pressed colour and the position of the press, as long as it may be dragged away.
  private var pressed: (color: RGBA, point: Point)?

  override func pointerDown(_ event: PointerEvent) -> Bool {
    let place = colors.indices.first { cell($0).contains(event.point) }
    pressed = place.map { (colors[$0], event.point) }
    return super.pointerDown(event)
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let pressed, let host, event.point.distance(to: pressed.point) > 5 else { return }
    self.pressed = nil
    host.beginDrag(pressed.color)
  }

  override func pointerCancelled(at time: Double) { pressed = nil }

  override var isFocusable: Bool { !colors.isEmpty }
  override var cursor: CursorShape { colors.isEmpty ? .arrow : .hand }
  override var focusRadius: Double { 4 }

  private static let gap = 4.0

  /// The number of places that are shown.
  private var places: Int { showsEmpty ? capacity : items.count }

  /// The number of rows of places.
  var rows: Int { max((places + columns - 1) / columns, 1) }

  private func cell(_ index: Int) -> Rect {
    let width = ((bounds.width + Self.gap) / Double(columns)) - Self.gap
    let height = (bounds.height + Self.gap) / Double(rows) - Self.gap
    return Rect(
      x: Double(index % columns) * (width + Self.gap), y: Double(index / columns) * (height + Self.gap),
      width: width, height: height)
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    for place in 0..<places {
      let color = colors.indices.contains(place) ? vision?.seen(colors[place]) ?? colors[place] : nil
      let parts = Self.layers(
        of: color, in: cell(place).pixelAligned(scale: interface.scale), isMarked: marked.contains(place),
        isCurrent: isFocused && place == index, interface)
      for part in parts { layer.addSublayer(part) }
    }
  }

  /// Returns the layers of a colour, from the back: a marked one has a dot, and the current one a ring.
  static func layers(
    of color: RGBA?, in cell: Rect, isMarked: Bool, isCurrent: Bool, _ interface: Interface
  ) -> [Layer] {
    let swatch = Layer(frame: cell)
    swatch.setSurface(nil, radius: 4, interface)
    swatch.backgroundColor = color
    var layers = [swatch]
    if let color, color.alpha < 1 {
      let ground = Layer(frame: cell)
      ground.cornerRadius = 4
      ground.contents = .image(.checkerboard)
      layers.insert(ground, at: 0)
    }
    if isMarked {
      let dot = Layer(Rect(center: cell.center, size: Size(8, 8)), fill: RGBA(hex: 0xffffff), radius: 4)
      dot.borderWidth = 2
      dot.borderColor = RGBA(hex: 0x000000)
      layers.append(dot)
    }
    guard isCurrent else { return layers }
    // White between two dark lines, as in loupes, which is visible on every colour.
    let dark = RGBA(red: 0, green: 0, blue: 0, alpha: 0.55)
    let rings = [(inset: 1.0, width: 4.0, color: dark), (inset: 2, width: 2, color: RGBA(hex: 0xffffff))]
    return layers
      + rings.map { ring in
        let line = Layer(frame: cell.inset(by: ring.inset))
        line.cornerRadius = 4 - ring.inset
        line.borderWidth = ring.width
        line.borderColor = ring.color
        return line
      }
  }

  override var pressKeys: Set<Key> { [.space] }

  override func press(at point: Point?, time: Double) {
    let hit = point.map { point in colors.indices.first { cell($0).contains(point) } } ?? index
    if let hit { choose(hit) }
  }

  private func choose(_ place: Int) {
    index = place
    setNeedsUpdate()
    onChoose(colors[place])
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, !colors.isEmpty else { return false }
    func go(_ wanted: Int) {
      index = min(max(wanted, 0), colors.count - 1)
      setNeedsUpdate()
    }
    switch event.key {
    case .left: go(index - 1)
    case .right: go(index + 1)
    case .up: if index >= columns { go(index - columns) }
    case .down: if index + columns < colors.count { go(index + columns) }
    case .home: go(0)
    case .end: go(colors.count - 1)
    default: return super.key(event)
    }
    return true
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard action == .press, let place = colors.indices.first(where: { itemLabel($0) == part })
    else {
      return false
    }
    choose(place)
    return true
  }

  /// Returns the description of a colour: its name in the palette if it differs from that of CSS, the colour, and
  /// whether it is marked.
  private func words(of place: Int) -> String {
    let (item, words) = (items[place], items[place].color.words(in: language))
    let own = item.name.isEmpty || words.contains(item.name) ? [] : [item.name]
    return (own + [words] + (marked.contains(place) ? [likeness] : [])).joined(separator: ", ")
  }

  private var likeness: String { PickerPalette.likeness(in: language) }

  /// Returns the label of a colour.
  private func itemLabel(_ place: Int) -> String {
    isPalette
      ? language.localized("Palette colour {number}", ["number": String(place + 1)])
      : language.localized("Recent colour {number}", ["number": String(place + 1)])
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .group, label: label, value: colors.isEmpty ? language.localized("none yet") : nil, frame: frame,
      isFocused: isFocused,
      children: items.indices.map { place in
        AccessibilityNode(
          role: .button, label: itemLabel(place), value: words(of: place),
          actions: [.press, .focus], frame: cell(place).offset(by: frame.origin - .zero),
          isFocused: isFocused && place == index)
      })
  }
}
