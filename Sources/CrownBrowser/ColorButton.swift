import Controls
import Colors
import Geometry
import Input
import Scene

/// The colour that is in use; pressing it opens the picker.
final class ColorButton: Control {
  var color: RGBA {
    didSet { setNeedsUpdate() }
  }
  /// Called with the time at which the button was pressed.
  private let action: (Double) -> Void
  private var pressTime = 0.0

  init(color: RGBA, action: @escaping (Double) -> Void) {
    self.color = color
    self.action = action
    super.init(label: "Colour")
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.cornerRadius = Theme.fieldRadius
    layer.backgroundColor = isPressed && isHovered ? theme.pressed : theme.raised
    layer.borderWidth = interface.hairline
    layer.borderColor = theme.hairline
    let swatch = Layer(bounds.inset(by: 6), fill: color, radius: 3)
    swatch.borderWidth = interface.hairline
    swatch.borderColor = theme.hairline
    layer.addSublayer(swatch)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    pressTime = event.time
    return true
  }

  override func pointerUp(_ event: PointerEvent) {
    if bounds.contains(event.point) { action(pressTime) }
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, event.key == .space || event.key == .enter else { return false }
    action(event.time)
    return true
  }

  override func perform(_ request: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard request == .press else { return false }
    action(time)
    return true
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .button, label: label, value: Color(color).text(as: .hex), actions: [.press, .focus],
      frame: frame,
      isFocused: isFocused)
  }
}
