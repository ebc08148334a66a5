import Colors
import Controls
import Localization
import Posters

/// The properties of the line with the caret: its size, its position, and its own lettering.
final class LineSection {
  private let session: EditorSession
  private var index: Int { session.draft.selection.caret.line }

  private lazy var rank = SegmentedChoice(label: "Size of the line", choices: ["Large", "Small"]) {
    [unowned self] choice, _ in
    session.changeLine(index, .lineSize) { $0.rank = choice == 0 ? .large : .small }
  }
  private lazy var up = Button("Up", kind: .plain) { [unowned self] _ in move(by: -1) }
  private lazy var down = Button("Down", kind: .plain) { [unowned self] _ in move(by: 1) }
  private lazy var remove = Button("Delete", kind: .plain) { [unowned self] _ in removeLine() }
  private lazy var capitals = Toggle("Capitals") { [unowned self] _, _ in toggleCapitals() }
  private lazy var quotes = Button("", kind: .plain) { [unowned self] _ in
    let (index, marks) = (index, replacements)
    session.changeLines(.quotationMarks) { $0.replace(marks, inLine: index) }
  }
  private lazy var own = Toggle("Letters of its own") { [unowned self] isOn, _ in setOwn(isOn) }
  private lazy var font = ChoiceButton(
    fontFor: "Font of the line", session, family: { [unowned self] in family }
  ) { [unowned self] family in
    session.changeLine(index, .lineFont) { $0.font = family }
  }
  private lazy var weight = Slider(
    label: "Weight of the line", range: 100...900, scale: .linear(step: 100)
  ) { [unowned self] value, phase, _ in
    let weight = Int((value / 50).rounded()) * 50
    session.changeLine(index, .lineWeight, phase) { $0.weight = weight }
  }
  private lazy var tracking = Slider(
    label: "Tracking of the line", range: -0.1...0.6, scale: .linear(step: 0.01)
  ) { [unowned self] value, phase, _ in
    session.changeLine(index, .lineTracking, phase) { $0.tracking = (value * 1000).rounded() / 1000 }
  }
  private lazy var language = ChoiceButton(
    languageFor: session.interface.language.localized("Language of the line"), session,
    none: Self.noLanguage,
    chosen: { [unowned self] in line?.language }
  ) { [unowned self] tag in session.changeLine(index, .lineLanguage) { $0.language = tag } }
  private static let noLanguage = Message("As the poster", context: "language")
  private lazy var ink = LineInkWell(session) { [unowned self] in index }

  /// Called when the line gets its own lettering, so that its section is scrolled into view.
  var onOwnLetters: () -> Void = {}

  init(_ session: EditorSession) { self.session = session }

  private var line: Poster.Line? {
    let lines = session.draft.edited.text.lines
    return lines.indices.contains(index) ? lines[index] : nil
  }

  /// The quotation marks of the line's language in the place of straight ones.
  private var replacements: [QuotationMarks.Replacement] {
    line.map { marks.replacements(in: $0.text) } ?? []
  }

  private var marks: QuotationMarks { QuotationMarks(language: line?.language ?? session.poster.language) }

  private var family: String { line?.font ?? session.poster.lettering.family }

  var section: Form.Section {
    let line = line ?? Poster.Line("")
    let lettering = session.poster.lettering
    rank.index = line.rank == .large ? 0 : 1
    let count = session.draft.edited.text.lines.count
    capitals.isOn = line.isSetInCapitals
    own.isOn = line.hasOwnLetters
    language.chosen = TextLanguage.name(
      of: line.language, orElse: Self.noLanguage, in: session.interface.language)
    font.chosen = family
    weight.value = Double(line.weight ?? lettering.weight)
    tracking.value = lettering.tracking(of: line)
    ink.show(line.ink ?? session.poster.ink)
    let isTyping = session.draft.isTyping
    for control in [rank, remove, capitals, language, own] as [Control] { control.isEnabled = isTyping }
    (up.isEnabled, down.isEnabled) = (isTyping && index > 0, isTyping && index + 1 < count)
    // Without a caret the rows stay, so that nothing below them moves.
    var rows = [
      Form.Row(caption: "Size", controls: [rank]), Form.Row(controls: [up, down, remove]),
      Form.Row(controls: [capitals]),
      Form.Row(caption: session.interface.language.localized("Language"), controls: [language]),
      Form.Row(controls: [own]),
    ]
    if isTyping, !replacements.isEmpty {
      let outer = marks.outer
      quotes.title = session.interface.language.localized(
        "Use {opening}…{closing} and ’", ["opening": outer.opening, "closing": outer.closing])
      quotes.label = quotes.title
      rows.append(Form.Row(controls: [quotes]))
    }
    return Form.Section(title: isTyping ? "Line \(index + 1)" : "Line", rows: rows)
  }

  /// The lettering of a line that has its own; it is the last section, so that it moves no other.
  var letters: Form.Section {
    guard session.draft.isTyping, let line, line.hasOwnLetters else {
      return Form.Section(title: "Letters of the line", rows: [])
    }
    return Form.Section(
      title: "Letters of line \(index + 1)",
      rows: [
        Form.Row(caption: "Font", controls: [font]), Form.Row(caption: "Weight", controls: [weight]),
        Form.Row(caption: "Tracking", controls: [tracking]),
        Form.Row(caption: "Ink", controls: [ink.swatch]),
      ])
  }

  func move(by step: Int) {
    let index = self.index
    session.changeLines(.lineOrder) { $0.moveLine(at: index, to: index + step) }
  }

  func removeLine() {
    let index = self.index
    session.changeLines(.deletingLine) { $0.removeLine(at: index) }
  }

  func toggleRank() {
    session.changeLine(index, .lineSize) { $0.rank = $0.rank == .large ? .small : .large }
  }

  /// Whether the line with the caret is set in capitals.
  var isInCapitals: Bool { line?.isSetInCapitals ?? false }

  /// Toggles between capitals and the typed letters; the stored text stays.
  func toggleCapitals() {
    let isOn = !isInCapitals
    session.changeLine(index, isOn ? .capitals : .lettersAsTyped) { line in
      line.capitals = nil
      if line.isSetInCapitals != isOn { line.capitals = isOn }
    }
  }

  private func setOwn(_ isOn: Bool) {
    let poster = session.poster
    session.changeLine(index, isOn ? .lettersOfItsOwn : .lettersAsThePoster) { line in
      (line.font, line.weight, line.tracking, line.ink) =
        isOn
        ? (poster.lettering.family, poster.lettering.weight, poster.lettering.tracking(of: line), poster.ink)
        : (nil, nil, nil, nil)
    }
    if isOn { onOwnLetters() }
  }
}

extension Poster.Line {
  /// Whether the line has its own font, weight, tracking or ink.
  var hasOwnLetters: Bool { font != nil || weight != nil || tracking != nil || ink != nil }
}

/// The ink of a line, which changes the line in the document.
struct LineInkWell {
  private let well: ColorWell
  var swatch: ColorButton { well.swatch }

  init(_ session: EditorSession, line: @escaping () -> Int) {
    func current() -> RGBA {
      let lines = session.poster.lines
      let index = line()
      return (lines.indices.contains(index) ? lines[index].ink : nil) ?? session.poster.ink
    }
    well = ColorWell("Ink of the line", session, step: .lineInk, color: current) { poster, color in
      let index = line()
      if poster.lines.indices.contains(index) { poster.lines[index].ink = color }
    }
  }

  func show(_ color: RGBA) { swatch.color = color }
}
