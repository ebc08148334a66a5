import Controls
import Posters

/// The letters of the whole poster.
final class LetteringSection {
  private let session: EditorSession

  private lazy var font = ChoiceButton(
    fontFor: "Font", session, family: { [unowned self] in session.poster.lettering.family }
  ) { [unowned self] family in
    session.change(.font) { $0.lettering.family = family }
  }
  private lazy var weight = Slider(label: "Weight", range: 100...900, scale: .linear(step: 100)) {
    [unowned self] value, phase, _ in
    session.change(.weight, phase) { $0.lettering.weight = Int((value / 50).rounded()) * 50 }
  }
  private lazy var tracking = Slider(label: "Tracking", range: -0.1...0.6, scale: .linear(step: 0.01)) {
    [unowned self] value, phase, _ in
    session.change(.tracking, phase) { $0.lettering.tracking = (value * 1000).rounded() / 1000 }
  }
  private lazy var stroke = Slider(label: "Stroke", range: 0...0.12, scale: .linear(step: 0.005)) {
    [unowned self] value, phase, _ in
    session.change(.stroke, phase) { $0.lettering.stroke = (value * 1000).rounded() / 1000 }
  }
  private lazy var wraps = Toggle("Break long lines") { [unowned self] isOn, _ in
    session.change(.lineBreaks) { $0.wraps = isOn }
  }
  private let fault = Words()

  init(_ session: EditorSession) { self.session = session }

  var section: Form.Section {
    let lettering = session.poster.lettering
    font.chosen = lettering.family
    weight.value = Double(lettering.weight)
    tracking.value = lettering.tracking
    stroke.value = lettering.stroke
    wraps.isOn = session.poster.wraps
    var rows = [
      Form.Row(caption: "Font", controls: [font]), Form.Row(caption: "Weight", controls: [weight]),
      Form.Row(caption: "Tracking", controls: [tracking]), Form.Row(caption: "Stroke", controls: [stroke]),
      Form.Row(controls: [wraps]),
    ]
    let layout = session.draft.layout
    if let words = layout.refusal?.description ?? layout.warnings.first?.description {
      fault.text = words
      fault.isFault = layout.refusal != nil
      rows.append(Form.Row(controls: [fault], height: Words.height(lines: 4)))
    }
    return Form.Section(title: "Letters", rows: rows)
  }
}
