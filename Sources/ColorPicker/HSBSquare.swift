import Colors
import Controls
import Geometry
import Input
import Scene
import Text

/// The square of all colours of one hue: saturation rightward, brightness upward.
final class HSBSquare: Control {
  let loupe = Loupe(
    name: "square loupe", rest: .init(radius: 15, stroke: 2, elevation: 0.5),
    held: .init(radius: 40, stroke: 5, elevation: 1.25))
  private var color = PickerColor(RGBA(red: 0, green: 0, blue: 0))
  private var reducesMotion = false
  private let onChange: (_ saturation: Double, _ brightness: Double, ChangePhase) -> Void

  init(onChange: @escaping (_ saturation: Double, _ brightness: Double, ChangePhase) -> Void) {
    self.onChange = onChange
    super.init(label: "Saturation and brightness")
  }

  override var cursor: CursorShape { .crosshair }
  override var focusRadius: Double { 2 }

  func show(_ color: PickerColor) {
    guard color != self.color else { return }
    self.color = color
    setNeedsUpdate()
  }

  override func update(_ interface: Interface) {
    reducesMotion = interface.reducesMotion
    layer.contents = .plane(.hsb(hue: color.hue))
    let place = Point(
      frame.minX + color.saturation * frame.width, frame.minY + (1 - color.brightness) * frame.height)
    loupe.show(color.rgba, at: place, interface)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    loupe.setHeld(true, at: event.time, reducingMotion: reducesMotion)
    choose(event.point, .continuous)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) { choose(event.point, .continuous) }

  override func pointerUp(_ event: PointerEvent) {
    loupe.setHeld(false, at: event.time, reducingMotion: reducesMotion)
    choose(event.point, .final)
  }

  override func pointerCancelled(at time: Double) {
    loupe.setHeld(false, at: time, reducingMotion: reducesMotion)
    onChange(color.saturation, color.brightness, .final)
  }

  private func choose(_ point: Point, _ phase: ChangePhase) {
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
      value: "saturation \((color.saturation * 100).text(.fixed(0))) %, brightness "
        + "\((color.brightness * 100).text(.fixed(0))) %, \(HueName(hue: color.hue).rawValue)",
      actions: [.focus], frame: frame, isFocused: isFocused,
      children: parts.map {
        var node = AccessibilityNode(
          role: .slider, label: $0.label, value: "\(($0.value * 100).text(.fixed(1))) %",
          range: AccessibilityNode.ValueRange(0, 100), step: 10,
          actions: [.increment, .decrement, .setValue], frame: frame)
        node.number = $0.value * 100
        return node
      })
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    let isSaturation = part == Channel.hsbSaturation.label
    guard part != nil else { return false }
    let old = isSaturation ? color.saturation : color.brightness
    let new: Double
    switch action {
    case .increment: new = old + 0.1
    case .decrement: new = old - 0.1
    case .setNumber(let number) where number.isFinite: new = number / 100
    default: return false
    }
    let value = min(max(new, 0), 1)
    onChange(isSaturation ? value : color.saturation, isSaturation ? color.brightness : value, .final)
    return true
  }
}
