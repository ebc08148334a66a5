import Colors
import Controls
import Posters
import Publishing
import Text

/// The ink, and how well it reads on what is really behind it.
final class InkSection {
  private let session: EditorSession
  private lazy var well = ColorWell(
    "Ink", session, step: .ink, color: { [unowned self] in session.poster.ink }
  ) { $0.ink = $1 }
  private lazy var mend = Button("Nearest ink that reads", kind: .plain) { [unowned self] _ in
    takeNearestInk()
  }
  private lazy var dim = Button("No ink reads: dim the ground", kind: .plain) { [unowned self] _ in
    dimGround()
  }
  private let words = Words()

  /// What was judged, and what came of it.
  private var judged: Judgement?

  private struct Judgement: Sendable {
    let revision: Int
    let legibility: GroundColors.Legibility
    /// The nearest ink that reads; nil where none does.
    let nearest: RGBA?

    init(of ink: RGBA, on layout: PosterLayout, revision: Int) {
      let colors = GroundColors(behindInkOf: layout)
      self.revision = revision
      legibility = colors.legibility(of: ink)
      nearest =
        legibility.ratio < InkSection.ratio ? colors.nearestInk(to: ink, ratio: InkSection.ratio) : nil
    }
  }

  /// The ratio of WCAG that text should have.
  private static let ratio = 4.5
  private let judging: NewestTask<Judgement>

  init(_ session: EditorSession) {
    self.session = session
    judging = NewestTask(session.tasks)
  }

  var section: Form.Section {
    well.swatch.color = session.poster.ink
    // The rows stay where they are whatever the judgement is, so that nothing moves under the pointer.
    guard let judged else { return section([]) }
    let legibility = judged.legibility
    let passes = legibility.ratio >= Self.ratio
    // Rounded down, so that it claims no level that it does not reach.
    let ratio = ((legibility.ratio * 100 + 1e-9).rounded(.down) / 100).text(.fixed(2))
    let apca = legibility.apca.text(.fixed(0)).replacing("-", with: "−")
    let level = legibility.ratio >= 7 ? "AAA" : passes ? "AA" : legibility.ratio >= 3 ? "AA large" : "fails"
    words.text = "\(ratio):1 \(level) · Lc \(apca) at worst"
    words.isFault = !passes
    mend.isEnabled = !passes && judged.nearest != nil
    return section(!passes && judged.nearest == nil ? [dim] : [mend])
  }

  private func section(_ remedy: [Control]) -> Form.Section {
    Form.Section(
      title: "Ink",
      rows: [
        Form.Row(caption: "Ink", controls: [well.swatch]),
        Form.Row(controls: [words], height: Words.height(lines: 1)),
        Form.Row(controls: remedy.isEmpty ? [mend] : remedy),
      ])
  }

  /// Whether the poster has changed since its ink was judged.
  var isStale: Bool { judged?.revision != session.draft.revision }

  /// Judges the ink beside the frame loop, for the ground is drawn for it; `done` is called when that is known.
  func judge(then done: @escaping () -> Void) {
    let (layout, ink, revision) = (session.draft.layout, session.poster.ink, session.draft.revision)
    judging.run(isFinal: false) {
      Judgement(of: ink, on: layout, revision: revision)
    } then: { [weak self] result in
      guard let self, case .success(let judgement) = result else { return }
      judged = judgement
      done()
    }
  }

  func takeNearestInk() {
    if isStale {
      judged = Judgement(
        of: session.poster.ink, on: session.draft.layout, revision: session.draft.revision)
    }
    guard let judged, judged.legibility.ratio < Self.ratio else {
      return session.say("The ink reads well everywhere")
    }
    guard let nearest = judged.nearest else {
      return session.say("No ink reads on all of this ground; dim it or take another one")
    }
    session.change(.nearestInk) { $0.ink = nearest }
  }

  /// Darkens the ground as little as lets some ink read on it, and takes that.
  func dimGround() {
    let layout = session.draft.layout
    for step in 1...10 {
      let background = session.poster.background.dimmed(by: Double(step) / 10)
      let colors = GroundColors(behindInkOf: layout.colored(ink: session.poster.ink, background: background))
      guard let ink = colors.nearestInk(to: session.poster.ink, ratio: Self.ratio) else { continue }
      return session.change(.dimmedGround) { poster in
        poster.background = background
        poster.ink = ink
      }
    }
  }
}
