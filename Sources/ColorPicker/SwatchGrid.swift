import Colors
import Controls
import Geometry
import Input
import Scene

/// The colours that were accepted lately; arrows go from one to the next, space takes it.
final class SwatchGrid: PressableControl {
  static let capacity = 12
  private let colors: [RGBA]
  private let onChoose: (RGBA) -> Void
  private var index = 0

  /// How many swatches stand in a row.
  var columns = 12 {
    didSet { if columns != oldValue { setNeedsUpdate() } }
  }

  init(colors: [RGBA], onChoose: @escaping (RGBA) -> Void) {
    self.colors = Array(colors.prefix(Self.capacity))
    self.onChoose = onChoose
    super.init(label: "Recent colours")
  }

  override var isFocusable: Bool { !colors.isEmpty }
  override var cursor: CursorShape { colors.isEmpty ? .arrow : .hand }
  override var focusRadius: Double { 4 }

  private static let gap = 4.0

  private func cell(_ index: Int) -> Rect {
    let width = ((bounds.width + Self.gap) / Double(columns)) - Self.gap
    let rows = (Self.capacity + columns - 1) / columns
    let height = (bounds.height + Self.gap) / Double(rows) - Self.gap
    return Rect(
      x: Double(index % columns) * (width + Self.gap), y: Double(index / columns) * (height + Self.gap),
      width: width, height: height)
  }

  override func update(_ interface: Interface) {
    layer.removeSublayers()
    for place in 0..<Self.capacity {
      let rect = cell(place).pixelAligned(scale: interface.scale)
      let swatch = Layer(frame: rect)
      swatch.setSurface(nil, radius: 4, interface)
      if colors.indices.contains(place) {
        if colors[place].alpha < 1 {
          let ground = Layer(frame: rect)
          ground.cornerRadius = 4
          ground.contents = .image(.checkerboard)
          layer.addSublayer(ground)
        }
        swatch.backgroundColor = colors[place]
      }
      layer.addSublayer(swatch)
      if isFocused && place == index {
        // White between two dark lines, as the loupes have it: seen on every colour.
        let dark = RGBA(red: 0, green: 0, blue: 0, alpha: 0.55)
        let rings = [(inset: 1.0, width: 4.0, color: dark), (inset: 2, width: 2, color: RGBA(hex: 0xffffff))]
        for ring in rings {
          let mark = Layer(frame: rect.inset(by: ring.inset))
          mark.cornerRadius = 4 - ring.inset
          mark.borderWidth = ring.width
          mark.borderColor = ring.color
          layer.addSublayer(mark)
        }
      }
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
    guard action == .press, let place = colors.indices.first(where: { "Recent colour \($0 + 1)" == part })
    else {
      return false
    }
    choose(place)
    return true
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .group, label: label, value: colors.isEmpty ? "none yet" : nil, frame: frame,
      isFocused: isFocused,
      children: colors.enumerated().map { place, color in
        AccessibilityNode(
          role: .button, label: "Recent colour \(place + 1)", value: Color(color).text(as: .hex),
          actions: [.press, .focus], frame: cell(place).offset(by: frame.origin - .zero),
          isFocused: isFocused && place == index)
      })
  }
}
