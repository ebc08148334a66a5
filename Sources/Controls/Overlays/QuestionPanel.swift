import Geometry
import Input
import Scene

/// A question that has to be answered before anything else is done, with a button for each answer.
public final class QuestionPanel: Control {
  private let advice: String
  private var buttons: [Button] = []

  /// An answer, and what follows from it.
  public struct Answer {
    /// What stands on the button.
    public var title: String
    /// Whether Return gives it.
    public var isDefault: Bool
    /// What follows; the question is gone by then.
    public var action: (_ time: Double) -> Void

    /// Creates an answer; without an action nothing follows but that the question goes.
    public init(
      _ title: String, isDefault: Bool = false, action: @escaping (_ time: Double) -> Void = { _ in }
    ) {
      (self.title, self.isDefault, self.action) = (title, isDefault, action)
    }
  }

  private static let width = 380.0
  private static let lineHeight = 18.0

  /// Creates a question; the last answer stands at the right.
  public init(_ question: String, _ advice: String, answers: [Answer]) {
    self.advice = advice
    super.init(label: question)
    for answer in answers {
      let button = Button(answer.title, kind: answer.isDefault ? .standard : .plain) { [unowned self] time in
        host?.close(self)
        answer.action(time)
      }
      buttons.append(button)
      if answer.isDefault { defaultButton = button }
      addChild(button)
    }
  }

  public override var isFocusable: Bool { false }
  /// The usual pointer: only the buttons can be pressed.
  public override var cursor: CursorShape { .arrow }

  /// The button that Return presses, or nil.
  fileprivate private(set) var defaultButton: Button?

  private func lines(_ width: Double, _ interface: Interface) -> [String] {
    interface.wrapped(advice, style: Theme.body, width: width - 40)
  }

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let width = min(Self.width, room.width)
    return Size(width, 44 + Self.lineHeight * Double(lines(width, interface).count) + 68)
  }

  public override func layOut(_ interface: Interface) {
    var right = bounds.width - 20
    for button in buttons.reversed() {
      let width = button.preferredSize(in: bounds.size, interface).width
      button.frame = Rect(x: right - width, y: bounds.height - 48, width: width, height: Theme.controlHeight)
      right -= width + Theme.gap
    }
  }

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    let kept = Set(buttons.map { ObjectIdentifier($0.layer) })
    for old in layer.sublayers where !kept.contains(ObjectIdentifier(old)) { old.removeFromSuperlayer() }
    func add(_ words: String, _ strong: Bool, _ y: Double) {
      let room = Rect(x: 20, y: y, width: bounds.width - 40, height: Self.lineHeight)
      let style = strong ? Theme.strong : Theme.body
      layer.addSublayer(
        Layer(words, style: style, color: strong ? theme.ink : theme.secondaryInk, in: room, interface))
    }
    add(label, true, 18)
    for (index, line) in lines(bounds.width, interface).enumerated() {
      add(line, false, 44 + Self.lineHeight * Double(index))
    }
  }

  public override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, value: advice, frame: frame)
  }
}

extension ControlHost {
  /// Asks something that has to be answered before anything else is done.
  public func ask(_ question: String, _ advice: String, answers: [QuestionPanel.Answer]) {
    let panel = QuestionPanel(question, advice, answers: answers)
    showDialog(panel)
    if let button = panel.defaultButton { setFocus(button) }
  }

  /// Whether a question waits for its answer.
  public var isAsking: Bool { overlays.shows { $0 is QuestionPanel } }

  /// Whether something is open over the controls beside which nothing can be used.
  public var isBlocked: Bool { overlays.isModal }
}
