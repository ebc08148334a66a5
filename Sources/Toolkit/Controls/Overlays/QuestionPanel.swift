/// A question that has to be answered before anything else is done, with a button for each answer.
public final class QuestionPanel: Dialog {
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

  /// The button that Return presses, or nil.
  fileprivate let defaultButton: Button?

  /// Creates a question; the last answer stands at the right.
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
  /// Asks something that has to be answered before anything else is done.
  public func ask(_ question: String, _ advice: String, answers: [QuestionPanel.Answer]) {
    let panel = QuestionPanel(question, advice, answers: answers)
    showDialog(panel)
    if let button = panel.defaultButton { setFocus(button) }
  }

  /// Asks, once, whether work that goes on is to be stopped so that the window can close.
  public func askToStop(_ advice: String, stop: @escaping () -> Void) {
    guard !isAsking else { return }
    ask(
      "Stop and close?", advice,
      answers: [.init("Stop and close") { _ in stop() }, .init("Go on", isDefault: true)])
  }

  /// Whether a question waits for its answer.
  public var isAsking: Bool { overlays.shows { $0 is QuestionPanel } }

  /// Whether something is open over the controls beside which nothing can be used.
  public var isBlocked: Bool { overlays.isModal }
}
