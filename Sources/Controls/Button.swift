import Colors
public import Geometry
public import Input
import Scene

/// A word that does something when it is pressed.
public final class Button: Control {
  private let isDefault: Bool
  /// What stands on the button.
  public var title: String
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

  public override func pointerUp(at point: Point, time: Double) {
    if bounds.contains(point) { action() }
  }

  public override func key(_ key: Key, modifiers: Modifiers) -> Bool {
    guard modifiers.isEmpty, key == .space || key == .enter else { return false }
    action()
    return true
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .button, label: title, actions: [.press, .focus], frame: frame, isFocused: isFocused)
  }
}
