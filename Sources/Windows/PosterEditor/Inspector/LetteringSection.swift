import Controls
import Localization
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
  private lazy var touches = Toggle(session.interface.language.localized("Letters may touch")) {
    [unowned self] isOn, _ in session.change(.touchingLetters) { $0.lettering.touches = isOn }
  }
  private lazy var language = ChoiceButton(
    languageFor: session.interface.language.localized("Language"), session,
    none: Self.noLanguage,
    chosen: { [unowned self] in session.poster.language }
  ) { [unowned self] tag in session.change(.language) { $0.language = tag } }
  private static let noLanguage = Message("None in particular", context: "language")
  private let fault = Words()

  init(_ session: EditorSession) { self.session = session }

  var section: Form.Section {
    let lettering = session.poster.lettering
    font.chosen = lettering.family
    weight.value = Double(lettering.weight)
    tracking.value = lettering.tracking
    stroke.value = lettering.stroke
    wraps.isOn = session.poster.wraps
    touches.isOn = lettering.touches
    language.chosen = TextLanguage.name(
      of: session.poster.language, orElse: Self.noLanguage, in: session.interface.language)
    var rows = [
      Form.Row(caption: "Font", controls: [font]), Form.Row(caption: "Weight", controls: [weight]),
      Form.Row(caption: "Tracking", controls: [tracking]), Form.Row(caption: "Stroke", controls: [stroke]),
      Form.Row(controls: [wraps]), Form.Row(controls: [touches]),
      Form.Row(caption: language.label, controls: [language]),
    ]
    let layout = session.draft.layout
    if let words = layout.refusal?.description ?? otherWarning(of: layout) {
      fault.text = words
      fault.isFault = layout.refusal != nil
      rows.append(Form.Row(controls: [fault], height: Words.height(lines: 4)))
    }
    return Form.Section(title: "Letters", rows: rows)
  }

  /// The warning besides missing characters, which have a section of their own.
  private func otherWarning(of layout: PosterLayout) -> String? {
    layout.warnings.first { warning in
      if case .missingCharacters = warning { false } else { true }
    }?.description
  }
}
