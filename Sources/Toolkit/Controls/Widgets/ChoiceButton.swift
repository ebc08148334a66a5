import Geometry
import Input
import Scene

/// A button that shows the current choice and opens the alternatives.
public final class ChoiceButton: PressableControl {
  /// One of the choices.
  public struct Choice {
    /// The title in the menu.
    public var title: String
    /// Whether it is the current choice.
    public var isChosen: Bool
    /// Makes it the current choice.
    public var action: () -> Void

    /// Creates a choice.
    public init(_ title: String, isChosen: Bool = false, action: @escaping () -> Void) {
      (self.title, self.isChosen, self.action) = (title, isChosen, action)
    }
  }

  /// The current choice, in words; setting it calls nothing.
  public var chosen = "" {
    didSet {
      guard chosen != oldValue else { return }
      setNeedsUpdate()
      parent?.setNeedsLayout()
    }
  }

  /// Whether a long choice may end with an ellipsis because it is a name of a person's own, such as a font's or file's,
  /// which the tooltip then holds.
  public var isElastic = false

  private let open: (ChoiceButton) -> Void

  /// Creates a button that calls `open` when it is pressed.
  public init(_ label: String, open: @escaping (ChoiceButton) -> Void) {
    self.open = open
    super.init(label: label)
  }

  /// Creates a button that opens a menu; `choices` is called each time it opens.
  public convenience init(_ label: String, choices: @escaping () -> [Choice]) {
    self.init(label) { button in
      let choices = choices()
      var menu = Menu(
        choices.enumerated().map { place, choice in
          .command(
            Command("\(label) \(place)", choice.title, isChecked: choice.isChosen) { _ in choice.action() })
        })
      menu.highlighted = choices.firstIndex(where: \.isChosen)
      button.host?.showMenu(menu, below: button)
    }
  }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size((interface.line(chosen, style: Theme.strong).width + 42).rounded(.up), Theme.controlHeight)
  }

  public override var tooltip: Tooltip? { isElastic && !chosen.isEmpty ? Tooltip(chosen) : nil }

  public override func neededWidth(_ interface: Interface) -> Double {
    isElastic ? 0 : (interface.line(chosen, style: Theme.strong).width + 36).rounded(.up)
  }

  public override func neededHeight(atWidth width: Double, _ interface: Interface) -> Double {
    isElastic ? 0 : interface.height(of: chosen, style: Theme.strong, wrappedAt: width - 36)
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.cornerRadius = Theme.fieldRadius
    layer.opacity = isEnabled ? 1 : 0.4
    layer.backgroundColor = isDown ? theme.pressed : theme.raised
    layer.borderWidth = interface.hairline
    layer.borderColor = theme.hairline
    let room = bounds.inset(by: EdgeInsets(left: 10, right: 26))
    layer.addWrapped(chosen, style: Theme.strong, color: theme.ink, in: room, isElastic: isElastic, interface)
    let chevron = Rect(x: bounds.maxX - 24, y: 0, width: 16, height: bounds.height)
    layer.addSublayer(Layer(.chevronDown, in: chevron, color: theme.secondaryInk))
  }

  public override func press(at point: Point?, time: Double) { open(self) }

  /// Down opens the choices, as Space does.
  public override var pressKeys: Set<Key> { [.space, .enter, .down] }

  public override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .button, label: label, value: chosen, actions: [.press, .focus], frame: frame,
      isFocused: isFocused)
    node.states = [.opensMenu]
    return node
  }
}
