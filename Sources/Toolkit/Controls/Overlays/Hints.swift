import Geometry
import Input
import Localization
import Scene

/// A sentence beside a part of the window, shown when a person sees the window for the first time.
public struct Hint {
  /// The sentence.
  public var words: String
  /// Returns the part of the window that the hint explains; nil skips the hint.
  public var place: () -> Rect?

  /// Creates a hint from a sentence and its place.
  public init(_ words: String, at place: @escaping () -> Rect?) {
    (self.words, self.place) = (words, place)
  }
}

extension ControlHost {
  /// Shows hints one after the other, each beside the part that it explains; a press anywhere else ends them.
  public func showHints(_ hints: [Hint]) { showHint(0, of: hints) }

  private func showHint(_ index: Int, of hints: [Hint]) {
    guard let next = hints.indices.first(where: { $0 >= index && hints[$0].place() != nil }),
      let place = hints[next].place(), !isBlocked
    else { return }
    let isLast = !hints.indices.contains { $0 > next && hints[$0].place() != nil }
    let language = interface.language
    let card = HintCard(
      hints[next].words,
      number: language.localized(
        "{number} of {count}", ["number": String(next + 1), "count": String(hints.count)]),
      button: isLast ? language.localized("Done") : language.localized("Next")
    ) { [unowned self] card in
      close(card)
      if !isLast { showHint(next + 1, of: hints) }
    }
    showPopover(card, at: place)
  }
}

/// The text of a hint, and the button that leads to the next one.
private final class HintCard: Dialog {
  init(_ words: String, number: String, button: String, action: @escaping (HintCard) -> Void) {
    weak var made: HintCard?
    super.init(
      label: words, [Sentence(words)], buttons: [Button(button, isDefault: true) { made.map(action) }],
      width: 268)
    made = self
    note = number
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, value: note, frame: frame)
  }
}
