import Colors
import Geometry
import Input
import Localization
import Scene

/// A button with a title or an icon.
public final class Button: PressableControl {
  /// The appearance of a button.
  public enum Kind: Hashable, Sendable {
    /// Has a background and a hairline around it.
    case plain
    /// The default button, which Return presses.
    case standard
    /// Has no background until the pointer is over it, as in a bar.
    case quiet
  }

  /// The title shown on the button.
  public var title: String {
    get { words.text(in: host) }
    set { words = .text(newValue) }
  }

  private var words: Wording {
    didSet {
      guard words != oldValue else { return }
      setNeedsUpdate()
      // Another title may need another width.
      if icon == nil { parent?.setNeedsLayout() }
    }
  }

  /// The icon shown instead of the title.
  public var icon: Icon? {
    didSet { if icon != oldValue { setNeedsUpdate() } }
  }

  /// Whether the button is drawn as switched on.
  public var isOn = false {
    didSet { if isOn != oldValue { setNeedsUpdate() } }
  }

  /// The equivalent shortcut, for the tooltip.
  public var shortcutText = ""

  /// Whether a chevron shows that a menu opens.
  public var opensMenu = false

  /// Whether a long title may end with an ellipsis because it is a name of a person's own, which the tooltip then holds.
  public var isElastic = false

  private let kind: Kind
  private let action: (_ button: Button, _ time: Double) -> Void

  /// Creates a button; Return presses the default one.
  public convenience init(_ label: String, isDefault: Bool = false, action: @escaping () -> Void) {
    self.init(label, kind: isDefault ? .standard : .plain) { _ in action() }
  }

  /// Creates a button with a title; with an icon, the title is its tooltip.
  ///
  /// - Parameters:
  ///   - label: The title, which is also the name for assistive tools.
  ///   - icon: The icon that is shown instead of the title.
  ///   - kind: Its look.
  ///   - action: Called with the time of the press, in seconds.
  public convenience init(
    _ label: String, icon: Icon? = nil, kind: Kind, action: @escaping (_ time: Double) -> Void
  ) {
    self.init(label, icon: icon, kind: kind, pressed: { _, time in action(time) })
  }

  /// Creates a button that opens a menu below itself; `menu` is called when it opens.
  public convenience init(_ label: String, kind: Kind, menu: @escaping () -> Menu) {
    self.init(label, kind: kind, pressed: { button, _ in button.host?.showMenu(menu(), below: button) })
    opensMenu = true
  }

  convenience init(
    _ label: String, icon: Icon? = nil, kind: Kind,
    pressed: @escaping (_ button: Button, _ time: Double) -> Void
  ) {
    self.init(.text(label), icon: icon, kind: kind, pressed: pressed)
  }

  /// Creates a button that the toolkit names.
  convenience init(
    _ label: Message, icon: Icon? = nil, kind: Kind,
    pressed: @escaping (_ button: Button, _ time: Double) -> Void
  ) {
    self.init(.message(label), icon: icon, kind: kind, pressed: pressed)
  }

  private init(
    _ label: Wording, icon: Icon?, kind: Kind,
    pressed: @escaping (_ button: Button, _ time: Double) -> Void
  ) {
    self.kind = kind
    words = label
    self.icon = icon
    action = pressed
    super.init(label)
  }

  /// Creates a button that performs a command.
  public convenience init(_ command: Command, kind: Kind = .quiet) {
    self.init(command.title, icon: command.icon, kind: kind, action: command.action)
    id = command.id
    show(command)
  }

  /// Shows a command's current title and whether it is enabled and on.
  public func show(_ command: Command) {
    title = command.title
    icon = command.icon
    isEnabled = command.isEnabled
    isOn = command.isChecked ?? false
    shortcutText = command.shortcutText
  }

  public override var tooltip: Tooltip? {
    icon == nil && shortcutText.isEmpty && !isElastic ? nil : Tooltip(title, shortcut: shortcutText)
  }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    if icon != nil { return Size(Theme.controlHeight, Theme.controlHeight) }
    let width = interface.line(title, style: Theme.strong).width + 28 + (opensMenu ? 14 : 0)
    return Size(width.rounded(.up), Theme.controlHeight)
  }

  /// The least distance of the title from the edges, in points.
  private static let inset = 4.0

  public override func neededWidth(_ interface: Interface) -> Double {
    if icon != nil { return Theme.controlHeight }
    let words = interface.line(title, style: Theme.strong).width + 2 * Self.inset
    return (words + (opensMenu ? 14 : 0)).rounded(.up)
  }

  public override func neededHeight(atWidth width: Double, _ interface: Interface) -> Double {
    if icon != nil { return 0 }
    let room = width - 2 * Self.inset - (opensMenu ? 14 : 0)
    return interface.height(of: title, style: Theme.strong, wrappedAt: room)
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.cornerRadius = Theme.fieldRadius
    layer.opacity = isEnabled ? 1 : 0.4
    switch kind {
    case .standard: layer.backgroundColor = isDown ? theme.accentPressed : theme.accent
    case .plain:
      layer.backgroundColor = isDown || isOn ? theme.pressed : theme.raised
      layer.borderWidth = interface.hairline
      layer.borderColor = theme.hairline
    case .quiet: layer.backgroundColor = isDown || isOn ? theme.pressed : isHovered ? theme.raised : nil
    }
    let ink = kind == .standard ? theme.accentInk : theme.ink
    if let icon {
      layer.addSublayer(Layer(icon, in: bounds, color: ink))
      return
    }
    let room = opensMenu ? bounds.inset(by: EdgeInsets(right: 14)) : bounds
    layer.addWrapped(
      title, style: Theme.strong, color: ink,
      in: room.inset(by: EdgeInsets(left: Self.inset, right: Self.inset)), alignment: .center,
      isElastic: isElastic, interface)
    if opensMenu {
      let chevron = Rect(x: bounds.maxX - 24, y: 0, width: 16, height: bounds.height)
      layer.addSublayer(Layer(.chevronDown, in: chevron, color: theme.secondaryInk))
    }
  }

  public override func press(at point: Point?, time: Double) { action(self, time) }

  public override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .button, label: title, actions: [.press, .focus], frame: frame, isFocused: isFocused)
    if isOn { node.states.insert(.checked) }
    if opensMenu { node.states.insert(.opensMenu) }
    return node
  }
}
