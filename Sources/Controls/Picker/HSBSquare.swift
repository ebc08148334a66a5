import Colors
import Geometry
import Input
import Scene

/// The square of all colours of one hue: saturation rightward, brightness upward.
final class HSBSquare: LoupeControl {
  private var color = PickerColor(RGBA(red: 0, green: 0, blue: 0))
  private let onChange: (_ saturation: Double, _ brightness: Double, ChangePhase) -> Void

  init(onChange: @escaping (_ saturation: Double, _ brightness: Double, ChangePhase) -> Void) {
    self.onChange = onChange
    super.init(
      label: "Saturation and brightness",
      loupe: Loupe(
        name: "square loupe", rest: .init(radius: 15, stroke: 2, elevation: 0.5),
        held: .init(radius: 40, stroke: 5, elevation: 1.25)))
  }

  override var cursor: CursorShape { .crosshair }
  override var focusRadius: Double { 2 }

  func show(_ color: PickerColor) { self.color = color }

  override func update(_ interface: Interface) {
    super.update(interface)
    layer.contents = .plane(.hsb(hue: color.hue))
    let place = Point(
      frame.minX + color.saturation * frame.width, frame.minY + (1 - color.brightness) * frame.height)
    loupe.show(color.rgba, at: place, interface)
  }

  override func choose(_ point: Point, _ phase: ChangePhase) {
    guard !bounds.isEmpty else { return }
    let inside = bounds.clamping(point)
    onChange(inside.x / bounds.width, 1 - inside.y / bounds.height, phase)
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.subtracting(.shift).isEmpty else { return false }
    let step = event.modifiers.contains(.shift) ? 0.1 : 0.01
    switch event.key {
    case .left: move(saturation: -step)
    case .right: move(saturation: step)
    case .up: move(brightness: step)
    case .down: move(brightness: -step)
    case .pageUp: move(brightness: 0.1)
    case .pageDown: move(brightness: -0.1)
    case .home: move(saturation: -1)
    case .end: move(saturation: 1)
    default: return false
    }
    return true
  }

  private func move(saturation: Double = 0, brightness: Double = 0) {
    func unit(_ value: Double) -> Double { min(max(value, 0), 1) }
    onChange(unit(color.saturation + saturation), unit(color.brightness + brightness), .final)
  }

  override var accessibility: AccessibilityNode {
    let parts = [
      (label: Channel.hsbSaturation.label, value: color.saturation),
      (label: Channel.hsbBrightness.label, value: color.brightness),
    ]
    return AccessibilityNode(
      role: .slider2D, label: label,
      value: "saturation \(fixed(color.saturation * 100, decimals: 0)) %, brightness "
        + "\(fixed(color.brightness * 100, decimals: 0)) %, \(HueName(hue: color.hue).rawValue)",
      actions: [.focus], frame: frame, isFocused: isFocused,
      children: parts.map {
        AccessibilityNode(
          role: .slider, label: $0.label, value: "\(fixed($0.value * 100, decimals: 1)) %",
          range: AccessibilityNode.ValueRange(0, 100), step: 10,
          actions: [.increment, .decrement, .setValue], frame: frame)
      })
  }
}
