import Colors
import Geometry
import Input
import Scene

/// A choice of one word out of several: a press or Space opens the list, arrow keys go to the next word.
public final class ChoiceSwitch: PressableControl {
  /// The words to choose among.
  public private(set) var choices: [String]
  /// The index of the choice that is shown.
  public private(set) var index = 0
  private let onChange: (Int) -> Void

  /// Creates a switch.
  ///
  /// - Parameters:
  ///   - label: The name for assistive tools.
  ///   - choices: The words.
  ///   - onChange: Called with the index, from 0, of each choice by a person.
  public init(label: String, choices: [String], onChange: @escaping (Int) -> Void) {
    self.choices = choices
    self.onChange = onChange
    super.init(label: label)
  }

  /// The distance from the left edge to the word, which lines it up with captions outside the control's background.
  public static let inset = 6.0

  /// Shows the choice at an index without calling `onChange`.
  public func show(_ index: Int) {
    guard index != self.index else { return }
    self.index = index
    setNeedsUpdate()
  }

  private static let marks = 14.0

  /// The width at which each of the words is whole, whichever is chosen.
  public override func neededWidth(_ interface: Interface) -> Double {
    let widest = choices.map { interface.line($0, style: Theme.secondary).width }.max() ?? 0
    return (Self.inset + widest + Self.marks).rounded(.up)
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.cornerRadius = Theme.fieldRadius
    layer.backgroundColor = isHovered ? (isPressed ? theme.pressed : theme.raised) : nil
    let marks = Self.marks
    layer.addSublayer(
      Layer(
        choices[index], style: Theme.secondary, color: theme.secondaryInk,
        in: Rect(x: Self.inset, y: 0, width: bounds.width - marks - Self.inset, height: bounds.height),
        interface))
    let chevrons = Layer(frame: bounds)
    chevrons.contents = .path(
      PathContents(
        chevronPair(around: Point(bounds.width - marks / 2, bounds.midY)), color: theme.secondaryInk))
    layer.addSublayer(chevrons)
  }

  /// Returns two arrow heads, one up and one down.
  private func chevronPair(around center: Point) -> Path {
    Path { path in
      for direction in [-1.0, 1] {
        path.move(to: Point(center.x - 2.75, center.y + direction * 2))
        path.line(to: Point(center.x, center.y + direction * 5))
        path.line(to: Point(center.x + 2.75, center.y + direction * 2))
        path.close()
      }
    }
  }

  public override var pressKeys: Set<Key> { [.space] }

  /// Opens the list of all words; without a host, chooses the next one.
  public override func press(at point: Point?, time: Double) {
    guard let host else { return choose(index + 1) }
    var menu = Menu(
      choices.enumerated().map { place, title in
        .command(
          Command("choice \(place)", title, isChecked: place == index) { [weak self] _ in self?.choose(place)
          })
      })
    menu.highlighted = index
    host.showMenu(menu, below: self)
  }

  public override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .down, .right: choose(index + 1)
    case .up, .left: choose(index - 1)
    case .home: choose(0)
    case .end: choose(choices.count - 1)
    default: return super.key(event)
    }
    return true
  }

  private func choose(_ wanted: Int) {
    index = (wanted % choices.count + choices.count) % choices.count
    setNeedsUpdate()
    onChange(index)
  }

  public override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    switch action {
    case .showMenu: press(at: nil, time: time)
    case .increment: choose(index + 1)
    case .decrement: choose(index - 1)
    default: return super.perform(action, on: part, at: time)
    }
    return true
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .button, label: label, value: choices[index], actions: [.press, .increment, .decrement, .focus],
      frame: frame, isFocused: isFocused)
  }
}
