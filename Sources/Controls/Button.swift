import Colors
import Geometry
import Input
import Scene

/// A word that does something when it is pressed.
public final class Button: Control {
  private let isDefault: Bool
  /// What stands on the button.
  public var title: String {
    didSet { setNeedsUpdate() }
  }
  private let action: () -> Void

  /// Creates a button; the default one is what Return presses.
  public init(_ label: String, isDefault: Bool = false, action: @escaping () -> Void) {
    self.isDefault = isDefault
    title = label
    self.action = action
    super.init(label: label)
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.cornerRadius = Theme.fieldRadius
    let isDown = isPressed && isHovered
    if isDefault {
      layer.backgroundColor = isDown ? theme.accentPressed : theme.accent
    } else {
      layer.backgroundColor = isDown ? theme.pressed : theme.raised
      layer.borderWidth = interface.hairline
      layer.borderColor = theme.hairline
    }
    let ink = isDefault ? theme.accentInk : theme.ink
    layer.addSublayer(
      Layer(title, style: Theme.strong, color: ink, in: bounds, alignment: .center, interface))
  }

  public override func pointerDown(_ event: PointerEvent) -> Bool { true }

  public override func pointerUp(_ event: PointerEvent) {
    if bounds.contains(event.point) { action() }
  }

  public override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, event.key == .space || event.key == .enter else { return false }
    action()
    return true
  }

  public override func perform(_ request: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard request == .press else { return false }
    action()
    return true
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .button, label: title, actions: [.press, .focus], frame: frame, isFocused: isFocused)
  }
}
