import Geometry
import Input
import Scene

/// A sentence that stands beside what it is about, for someone who sees the window for the first time.
public struct Hint {
  /// The sentence.
  public var words: String
  /// Returns the part of the window that it is about; nil passes it over.
  public var place: () -> Rect?

  /// Creates a hint from a sentence and where it belongs.
  public init(_ words: String, at place: @escaping () -> Rect?) {
    (self.words, self.place) = (words, place)
  }
}

extension ControlHost {
  /// Shows hints one after the other, each beside what it is about; a press anywhere else ends them.
  public func showHints(_ hints: [Hint]) { showHint(0, of: hints) }

  private func showHint(_ index: Int, of hints: [Hint]) {
    guard let next = hints.indices.first(where: { $0 >= index && hints[$0].place() != nil }),
      let place = hints[next].place(), !isBlocked
    else { return }
    let isLast = !hints.indices.contains { $0 > next && hints[$0].place() != nil }
    let card = HintCard(
      hints[next].words, number: "\(next + 1) of \(hints.count)", button: isLast ? "Done" : "Next"
    ) { [unowned self] card in
      close(card)
      if !isLast { showHint(next + 1, of: hints) }
    }
    showPopover(card, at: place)
  }
}

/// The words of a hint, and the button that leads to the next one.
private final class HintCard: Control {
  private let number: String
  private let action: (HintCard) -> Void
  private lazy var button: Button = Button(buttonTitle, isDefault: true) { [unowned self] in action(self) }
  private let buttonTitle: String

  private static let lineHeight = 18.0
  private static let width = 268.0

  init(_ words: String, number: String, button: String, action: @escaping (HintCard) -> Void) {
    (self.number, self.action, buttonTitle) = (number, action, button)
    super.init(label: words)
    addChild(self.button)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  private func lines(_ interface: Interface, width: Double) -> [String] {
    interface.wrapped(label, style: Theme.body, width: width - 32)
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let width = min(Self.width, room.width)
    return Size(width, 14 + Self.lineHeight * Double(lines(interface, width: width).count) + 56)
  }

  override func layOut(_ interface: Interface) {
    let width = button.preferredSize(in: bounds.size, interface).width
    button.frame = Rect(
      x: bounds.width - 16 - width, y: bounds.height - 44, width: width, height: Theme.controlHeight)
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    for old in layer.sublayers where old !== button.layer { old.removeFromSuperlayer() }
    for (index, line) in lines(interface, width: bounds.width).enumerated() {
      let room = Rect(
        x: 16, y: 14 + Self.lineHeight * Double(index), width: bounds.width - 32, height: Self.lineHeight)
      layer.addSublayer(Layer(line, style: Theme.body, color: theme.ink, in: room, interface))
    }
    let room = Rect(x: 16, y: bounds.height - 44, width: 100, height: Theme.controlHeight)
    layer.addSublayer(
      Layer(number, style: Theme.secondaryFigures, color: theme.secondaryInk, in: room, interface))
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, value: number, frame: frame)
  }
}
