import Localization

/// A modal question with a button for each answer.
public final class QuestionPanel: Dialog {
  /// An answer and its action.
  public struct Answer {
    /// The button's title.
    public var title: String
    /// Whether Return chooses it.
    public var isDefault: Bool
    /// The action, performed after the question has closed.
    public var action: (_ time: Double) -> Void

    /// Creates an answer; without an action, which receives the time in seconds, it only closes the question.
    public init(
      _ title: String, isDefault: Bool = false, action: @escaping (_ time: Double) -> Void = { _ in }
    ) {
      (self.title, self.isDefault, self.action) = (title, isDefault, action)
    }
  }

  /// The default button, which Return presses, or nil.
  fileprivate let defaultButton: Button?

  /// Creates a question; the last answer is at the right.
  public init(_ question: String, _ advice: String, answers: [Answer]) {
    weak var made: QuestionPanel?
    let buttons = answers.map { answer in
      Button(answer.title, kind: answer.isDefault ? .standard : .plain) { time in
        made?.close()
        answer.action(time)
      }
    }
    defaultButton = answers.lastIndex(where: \.isDefault).map { buttons[$0] }
    super.init(
      label: question, [Sentence(question, style: Theme.strong), Sentence(advice, isSecondary: true)],
      buttons: buttons, width: 380)
    made = self
  }
}

extension ControlHost {
  /// Asks a modal question.
  public func ask(_ question: String, _ advice: String, answers: [QuestionPanel.Answer]) {
    let panel = QuestionPanel(question, advice, answers: answers)
    showDialog(panel)
    if let button = panel.defaultButton { setFocus(button) }
  }

  /// Asks, unless a question is already open, whether to stop running work so that the window can close.
  public func askToStop(_ advice: String, stop: @escaping () -> Void) {
    guard !isAsking else { return }
    let language = interface.language
    ask(
      language.localized("Stop and close?"), advice,
      answers: [
        .init(language.localized("Stop and close")) { _ in stop() },
        .init(language.localized("Continue"), isDefault: true),
      ])
  }

  /// Whether a question is open.
  public var isAsking: Bool { overlays.shows { $0 is QuestionPanel } }

  /// Whether a modal overlay is open.
  public var isBlocked: Bool { overlays.isModal }
}
