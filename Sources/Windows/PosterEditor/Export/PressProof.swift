import Controls

/// The press that a poster is exported for: which are installed, the choice among them, and what is said of the proof.
final class PressProof {
  private let session: EditorSession
  private let job: ProofJob
  /// The presses that are installed, once they are known.
  private var presses: [String]?
  private var isFindingPresses = false
  private var choice: ChoiceSwitch?
  private let words = Words()
  private let choose: (String) -> Void
  private let changed: () -> Void
  private let take: (ProofJob.Proof) -> Bool

  /// - Parameters:
  ///   - choose: Is told the name of a press that a person chooses.
  ///   - changed: The rows are others now.
  ///   - take: Shows a proof; returns whether it is of what is shown.
  init(
    _ session: EditorSession, choose: @escaping (String) -> Void, changed: @escaping () -> Void,
    take: @escaping (ProofJob.Proof) -> Bool
  ) {
    self.session = session
    job = ProofJob(session.work)
    (self.choose, self.changed, self.take) = (choose, changed, take)
  }

  /// The choice of the press, and what is said of it; the first time the presses are looked for.
  func rows(choosing press: String?) -> [Form.Row] {
    if !isFindingPresses {
      isFindingPresses = true
      job.findPresses()
    }
    let said = Form.Row(controls: [words], height: Words.height(lines: 3))
    guard let presses else { return [said] }
    choice?.show(press.flatMap { presses.firstIndex(of: $0) } ?? 0)
    return (choice.map { [Form.Row(caption: "Press", controls: [$0])] } ?? []) + [said]
  }

  /// Asks for a proof.
  func ask(_ request: ProofJob.Request) { job.proof(request) }

  /// Takes in what was found beside the frame loop.
  func receiveMail() {
    for message in job.take() {
      switch message {
      case .presses(let names):
        presses = names
        if !names.isEmpty {
          choice = ChoiceSwitch(label: "Press", choices: names) { [choose] in choose(names[$0]) }
        }
        changed()
      case .proof(let proof):
        guard take(proof) else { continue }
        words.text = proof.words
        words.isFault = proof.picture == nil
      }
    }
  }

  /// Waits until nothing is proofed any more.
  func finish() { job.finish() }
}
