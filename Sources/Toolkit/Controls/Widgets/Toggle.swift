import Colors
import Geometry
import Input
import Localization
import Motion
import Scene

/// A switch that is on or off, with its label before it.
public final class Toggle: PressableControl {
  /// Whether it is on; setting it does not call `onChange`.
  public var isOn: Bool {
    didSet { if isOn != oldValue { setNeedsUpdate() } }
  }

  private let onChange: (Bool, _ time: Double) -> Void

  private static let size = Size(36, 20)
  private static let knob = 16.0

  /// Creates a switch.
  ///
  /// - Parameters:
  ///   - label: The text before it.
  ///   - isOn: Its initial state.
  ///   - onChange: Called with the state after each change by a person, and the time in seconds.
  public init(_ label: String, isOn: Bool = false, onChange: @escaping (Bool, _ time: Double) -> Void) {
    self.isOn = isOn
    self.onChange = onChange
    super.init(label: label)
  }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let words = interface.line(label, style: Theme.body).width
    return Size((words + 12 + Self.size.width).rounded(.up), Theme.controlHeight)
  }

  public override func neededWidth(_ interface: Interface) -> Double {
    preferredSize(in: .zero, interface).width
  }

  public override func neededHeight(atWidth width: Double, _ interface: Interface) -> Double {
    interface.height(of: label, style: Theme.body, wrappedAt: width - Self.size.width - 9)
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.opacity = isEnabled ? 1 : 0.4
    let body = Rect(
      x: bounds.maxX - Self.size.width, y: bounds.midY - Self.size.height / 2, width: Self.size.width,
      height: Self.size.height
    ).pixelAligned(scale: interface.scale)
    let words = Rect(x: 0, y: 0, width: max(body.minX - 8, 1), height: bounds.height)
    layer.addWrapped(label, style: Theme.body, color: theme.ink, in: words, interface)
    let ground = Layer(frame: body)
    ground.setSurface(isOn ? theme.accent : theme.pressed, radius: Self.size.height / 2, interface)
    layer.addSublayer(ground)
    let x = isOn ? body.maxX - 2 - Self.knob / 2 : body.minX + 2 + Self.knob / 2
    let knob = Layer(
      Rect(center: Point(x, body.midY), size: Size(Self.knob, Self.knob)),
      fill: isOn ? theme.accentInk : theme.appearance == .dark ? theme.ink : theme.raised,
      radius: Self.knob / 2)
    knob.shadow = theme.shadow(elevation: 0.5)
    layer.addSublayer(knob)
  }

  public override var pressKeys: Set<Key> { [.space] }

  public override func press(at point: Point?, time: Double) {
    isOn.toggle()
    onChange(isOn, time)
  }

  public override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .toggle, label: label,
      value: localized(isOn ? Message("on", context: "switch") : Message("off", context: "switch")),
      actions: [.press, .focus], frame: frame,
      isFocused: isFocused)
    if isOn { node.states.insert(.checked) }
    return node
  }
}
