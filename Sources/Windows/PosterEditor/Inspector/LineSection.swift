import Colors
import Controls
import Localization
import Posters

/// The properties of the line with the caret, or of all lines with the selection: their size, their position, and their
/// own lettering.
final class LineSection {
  private let session: EditorSession
  private var index: Int { session.draft.selection.caret.line }

  private lazy var rank = SegmentedChoice(
    label: localized(Message("Size of the line")),
    choices: [
      localized(Message("Large", context: "size")), localized(Message("Small", context: "size")),
      localized(Message("Own", context: "size")),
    ]
  ) { [unowned self] choice, _ in
    change(.lineSize) { line in
      if choice < 2 { line.rank = choice == 0 ? .large : .small }
      line.size = choice < 2 ? nil : line.share
    }
  }
  private lazy var height = percentage(
    Message("Height of the capitals, in percent of the large ones"), Poster.Line.sizes, .lineSize,
    of: { $0.share }
  ) { $0.size = $1 }
  private lazy var alignment: SegmentedChoice = {
    let choice = SegmentedChoice(
      label: localized(Message("Alignment of the line")),
      choices: Poster.Line.Alignment.allCases.map { localized(Self.name(of: $0)) }
    ) { [unowned self] choice, _ in
      change(.lineAlignment) { $0.alignment = Poster.Line.Alignment.allCases[choice] }
    }
    // Left is at the left in every language.
    choice.layoutDirection = .leftToRight
    return choice
  }()
  private lazy var fit = ChoiceSwitch(
    label: localized(Message("Width of the line")),
    choices: [
      localized(Message("As it comes", context: "width of a line")),
      localized(Message("Fitted by size", context: "width of a line")),
      localized(Message("Fitted by tracking", context: "width of a line")),
      localized(Message("Fitted by letter width", context: "width of a line")),
    ]
  ) { [unowned self] choice in
    change(.lineFit) { $0.fit = choice == 0 ? nil : Poster.Line.Fit.allCases[choice - 1] }
  }
  private lazy var space = percentage(
    Message("Space above the line, in percent of the large capitals"), Poster.Line.spaces, .lineSpace,
    of: { $0.spaceBefore }
  ) { $0.spaceBefore = $1 }
  private lazy var arc = NumberSlider(
    localized(Message("Curve of the line")), session, .lineArc, range: -330...330, values: Poster.Line.arcs,
    scale: .linear(step: 5), display: .init(unit: "°", step: 5),
    // Near a straight line, it snaps to that.
    snap: { abs($0) < 4 ? 0 : $0.rounded() }
  ) { [unowned self] value, phase in change(.lineArc, phase) { $0.arc = value } }
  private lazy var footer = Toggle(localized(Message("Footer"))) { [unowned self] isOn, _ in
    change(.footer) { $0.isFooter = isOn }
  }
  private lazy var up = Button(localized(Message("Up", context: "order of lines")), kind: .plain) {
    [unowned self] _ in move(by: -1)
  }
  private lazy var down = Button(localized(Message("Down", context: "order of lines")), kind: .plain) {
    [unowned self] _ in move(by: 1)
  }
  private lazy var remove = Button(localized(Message("Delete")), kind: .plain) { [unowned self] _ in
    removeLine()
  }
  private lazy var capitals = Toggle(localized(Message("Capitals"))) { [unowned self] _, _ in toggleCapitals()
  }
  private lazy var quotes = Button("", kind: .plain) { [unowned self] _ in
    let (index, marks) = (index, replacements)
    session.changeLines(.quotationMarks) { $0.replace(marks, inLine: index) }
  }
  private lazy var own = Toggle(localized(Message("Letters of its own"))) { [unowned self] isOn, _ in
    setOwn(isOn)
  }
  private lazy var ownPart = Toggle(localized(Message("Own letters for the selection"))) {
    [unowned self] isOn, _ in setOwnPart(isOn)
  }
  private lazy var font = ChoiceButton(
    fontFor: localized(Message("Font of the line")), session, family: { [unowned self] in family }
  ) { [unowned self] family in
    // Axes and features belong to a font, except small capitals, which every font has.
    changeLetters(
      .lineFont,
      style: { style in
        (style.font, style.axes) = (family, [:])
        style.features = style.features.filter { $0.key == "smcp" }
      }
    ) { line in
      (line.font, line.axes) = (family, [:])
      line.features = line.features.filter { $0.key == "smcp" }
    }
  }
  private lazy var weight = NumberSlider(
    localized(Message("Weight of the line")), session, .lineWeight, range: 100...900, values: 1...1000,
    scale: .linear(step: 100), display: .init(step: 50), snap: { ($0 / 50).rounded() * 50 }
  ) { [unowned self] value, phase in
    let weight = Int(value.rounded())
    changeLetters(.lineWeight, phase, style: { $0.weight = weight }) { $0.weight = weight }
  }
  private lazy var tracking = NumberSlider(
    localized(Message("Tracking of the line")), session, .lineTracking, range: -0.1...0.6, values: -0.2...2,
    scale: .linear(step: 0.01)
  ) { [unowned self] value, phase in
    change(.lineTracking, phase) { $0.tracking = (value * 1000).rounded() / 1000 }
  }
  private lazy var size = NumberSlider(
    localized(Message("Size of the selection")), session, .letterStyle, range: 0.3...3,
    values: Poster.Line.Style.sizes, scale: .logarithmic(factor: 1.05), snap: { abs($0 - 1) < 0.03 ? 1 : $0 }
  ) { [unowned self] value, phase in
    let size = value == 1 ? nil : (value * 100).rounded() / 100
    session.changeStyle(.letterStyle, phase) { $0.size = size }
  }
  private lazy var italic = Toggle(localized(Message("Italic"))) { [unowned self] isOn, _ in
    session.changeStyle(.letterStyle) { $0.italic = isOn }
  }
  private lazy var language = ChoiceButton(
    languageFor: session.localized("Language of the line"), session,
    none: Self.noLanguage,
    chosen: { [unowned self] in line?.language }
  ) { [unowned self] tag in change(.lineLanguage) { $0.language = tag } }
  private static let noLanguage = Message("As the poster", context: "language")
  private lazy var ink = LineInkWell(session)
  private lazy var settings = FontSettings(
    session,
    FontScope(
      family: { [unowned self] in family }, inherited: { [unowned self] in inheritedValues },
      own: { [unowned self] in ownValues },
      change: { [unowned self] edit, phase, change in self.change(edit, phase, values: change) }))

  /// Called when the line gets its own lettering, so that its section is scrolled into view.
  var onOwnLetters: () -> Void = {}

  init(_ session: EditorSession) { self.session = session }

  private func localized(_ message: Message) -> String { session.localized(message) }

  private static func name(of alignment: Poster.Line.Alignment) -> Message {
    switch alignment {
    case .left: Message("Left", context: "alignment")
    case .center: Message("Centre", context: "alignment")
    case .right: Message("Right", context: "alignment")
    }
  }

  /// Changes all lines with the selection.
  private func change(
    _ edit: PosterEdit, _ phase: ChangePhase = .final, _ change: (inout Poster.Line) -> Void
  ) {
    session.changeLines(session.selectedLines, edit, phase, change)
  }

  /// Returns a field for a share of the large capitals in percent.
  private func percentage(
    _ label: Message, _ range: ClosedRange<Double>, _ edit: PosterEdit,
    of share: @escaping (Poster.Line) -> Double, change: @escaping (inout Poster.Line, Double) -> Void
  ) -> NumberField {
    NumberField(
      label: localized(label), range: range.lowerBound * 100...range.upperBound * 100, value: 0, step: 5,
      decimals: 1, unit: "%", clipboard: session.clipboard
    ) { [unowned self] value, phase in
      guard phase == .final else { return }
      let wanted = (value * 10).rounded() / 1000
      // A value equal to the shown one keeps a share with its hidden digits.
      guard lines.contains(where: { abs(share($0) - wanted) >= 0.0005 }) else { return session.onChange() }
      self.change(edit) { change(&$0, wanted) }
    }
  }

  /// The lines with the selection.
  private var lines: ArraySlice<Poster.Line> {
    let lines = session.draft.edited.text.lines
    return lines[session.selectedLines.clamped(to: 0...lines.count - 1)]
  }

  private var line: Poster.Line? {
    let lines = session.draft.edited.text.lines
    return lines.indices.contains(index) ? lines[index] : nil
  }

  /// The quotation marks of the line's language in the place of straight ones.
  private var replacements: [QuotationMarks.Replacement] {
    line.map { marks.replacements(in: $0.text) } ?? []
  }

  private var marks: QuotationMarks { QuotationMarks(language: line?.language ?? session.poster.language) }

  /// Whether the letters that the controls show are some of the selected lines and not all.
  private var isPart: Bool { session.draft.edited.text.isPartSelected }

  /// The style of the first selected letter.
  private var style: Poster.Line.Style {
    let text = session.draft.edited.text
    let start = text.selection.range.lowerBound
    return text.lines[start.line].style(ofCharacter: start.offset)
  }

  private var family: String {
    let lettering = session.poster.lettering
    return (isPart ? style.font : nil) ?? line?.font ?? lettering.families.first ?? lettering.family
  }

  /// The weight, the axes and the features that the letters have without their own.
  private var inheritedValues: FontScope.Values {
    let lettering = session.poster.lettering
    var values = FontScope.Values(
      weight: lettering.weight, axes: lettering.axes, features: lettering.features)
    guard isPart, let line else { return values }
    values.weight = line.weight ?? values.weight
    values.axes.merge(line.axes) { _, own in own }
    values.features.merge(line.features) { _, own in own }
    return values
  }

  private var ownValues: FontScope.Values {
    let (style, weight) = (self.style, inheritedValues.weight)
    return isPart
      ? FontScope.Values(weight: style.weight ?? weight, axes: style.axes, features: style.features)
      : FontScope.Values(
        weight: line?.weight ?? weight, axes: line?.axes ?? [:], features: line?.features ?? [:])
  }

  /// Changes the weight, the axes and the features of the letters; a weight that stays is not made their own.
  private func change(
    _ edit: PosterEdit, _ phase: ChangePhase, values change: (inout FontScope.Values) -> Void
  ) {
    let usual = inheritedValues.weight
    func changed(
      _ weight: inout Int?, _ axes: inout [String: Double], _ features: inout [String: Int]
    ) {
      var values = FontScope.Values(weight: weight ?? usual, axes: axes, features: features)
      change(&values)
      if values.weight != weight ?? usual { weight = values.weight }
      (axes, features) = (values.axes, values.features)
    }
    if isPart {
      session.changeStyle(edit, phase) { changed(&$0.weight, &$0.axes, &$0.features) }
    } else {
      self.change(edit, phase) { changed(&$0.weight, &$0.axes, &$0.features) }
    }
  }

  /// Changes the selected letters, or all letters of the selected lines.
  private func changeLetters(
    _ edit: PosterEdit, _ phase: ChangePhase = .final, style: (inout Poster.Line.Style) -> Void,
    line: (inout Poster.Line) -> Void
  ) {
    if isPart { session.changeStyle(.letterStyle, phase, style) } else { change(edit, phase, line) }
  }

  var section: Form.Section {
    let line = line ?? Poster.Line("")
    let lettering = session.poster.lettering
    rank.index = line.size != nil ? 2 : line.rank == .large ? 0 : 1
    height.value = line.share * 100
    space.value = line.spaceBefore * 100
    alignment.index = Poster.Line.Alignment.allCases.firstIndex(of: line.alignment) ?? 0
    fit.show(line.fit.flatMap { Poster.Line.Fit.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
    arc.value = line.arc
    footer.isOn = line.isFooter
    let count = session.draft.edited.text.lines.count
    capitals.isOn = line.isSetInCapitals
    own.isOn = line.hasOwnLetters
    let style = isPart ? self.style : Poster.Line.Style()
    ownPart.isOn = style != Poster.Line.Style()
    language.chosen = TextLanguage.name(
      of: line.language, orElse: Self.noLanguage, in: session.interface.language)
    font.chosen = family
    weight.value = Double(style.weight ?? line.weight ?? lettering.weight)
    tracking.value = lettering.tracking(of: line)
    size.value = style.size ?? 1
    italic.isOn = style.italic
    ink.show(style.ink ?? line.ink ?? session.poster.ink)
    let isTyping = session.draft.isTyping
    let controls: [Control] = [
      rank, height.field, alignment, fit, space.field, arc.slider, arc.number, footer, remove, capitals,
      language, own,
      ownPart,
    ]
    for control in controls { control.isEnabled = isTyping }
    // The width decides the size.
    for control in [rank, height.field] as [Control] where line.fit == .size { control.isEnabled = false }
    (up.isEnabled, down.isEnabled) = (isTyping && index > 0, isTyping && index + 1 < count)
    // Without a caret the rows stay, so that nothing below them moves.
    var rows = [
      Form.Row(caption: localized(Message("Size")), controls: [rank]),
      Form.Row(caption: localized(Message("Height, gap")), controls: [height, space]),
      Form.Row(controls: [alignment]),
      Form.Row(caption: localized(Message("Width", context: "of a line")), controls: [fit]),
      Form.Row(caption: localized(Message("Curve")), controls: [arc]),
      Form.Row(controls: [capitals, footer]), Form.Row(controls: [up, down, remove]),
      Form.Row(caption: localized(Message("Language")), controls: [language]),
      Form.Row(controls: [isPart ? ownPart : own]),
    ]
    if isTyping, !replacements.isEmpty {
      let outer = marks.outer
      quotes.title = session.localized(
        "Use {opening}…{closing} and ’", ["opening": outer.opening, "closing": outer.closing])
      quotes.label = quotes.title
      rows.append(Form.Row(controls: [quotes]))
    }
    return Form.Section(title: isTyping ? title : localized(Message("Line")), rows: rows)
  }

  /// The number of the line, or of the first and the last one.
  private var title: String {
    let range = session.selectedLines
    guard range.count > 1 else {
      return localized(Message("Line {number}", ["number": "\(index + 1)"]))
    }
    return localized(
      Message(
        "Lines {first} to {last}", ["first": "\(range.lowerBound + 1)", "last": "\(range.upperBound + 1)"]))
  }

  /// The lettering of a line or of selected letters that have their own; it is the last section, so that it moves no
  /// other.
  var letters: Form.Section {
    let fontRow = Form.Row(caption: localized(Message("Font")), controls: [font])
    let weightRow = Form.Row(caption: localized(Message("Weight")), controls: [weight])
    let inkRow = Form.Row(caption: localized(Message("Ink")), controls: [ink.swatch])
    guard session.draft.isTyping, let line, isPart ? ownPart.isOn : line.hasOwnLetters else {
      return Form.Section(title: localized(Message("Letters of the line")), rows: [])
    }
    guard isPart else {
      return Form.Section(
        title: localized(Message("Letters of line {number}", ["number": "\(index + 1)"])),
        rows: [
          fontRow, weightRow, Form.Row(caption: localized(Message("Tracking")), controls: [tracking]),
        ] + settings.rows + [inkRow])
    }
    return Form.Section(
      title: localized(Message("Letters of the selection")),
      rows: [
        fontRow, weightRow, Form.Row(caption: localized(Message("Size")), controls: [size]),
        Form.Row(controls: [italic]),
      ] + settings.rows + [inkRow])
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
    change(.lineSize) { $0.toggleRank() }
  }

  /// Whether the line with the caret is set in capitals.
  var isInCapitals: Bool { line?.isSetInCapitals ?? false }

  /// Toggles between capitals and the typed letters; the stored text stays.
  func toggleCapitals() {
    let isOn = !isInCapitals
    change(isOn ? .capitals : .lettersAsTyped) { line in
      line.capitals = nil
      if line.isSetInCapitals != isOn { line.capitals = isOn }
    }
  }

  private func setOwn(_ isOn: Bool) {
    let poster = session.poster
    change(isOn ? .lettersOfItsOwn : .lettersAsThePoster) { line in
      (line.font, line.weight, line.tracking, line.ink) =
        isOn
        ? (poster.lettering.family, poster.lettering.weight, poster.lettering.tracking(of: line), poster.ink)
        : (nil, nil, nil, nil)
      if !isOn { (line.axes, line.features) = ([:], [:]) }
    }
    if isOn { onOwnLetters() }
  }

  /// Gives the selected letters a style of their own, or takes it back.
  private func setOwnPart(_ isOn: Bool) {
    let (poster, line) = (session.poster, self.line)
    session.changeStyle(isOn ? .letterStyle : .lettersAsThePoster) { style in
      style = Poster.Line.Style()
      guard isOn else { return }
      style.font = line?.font ?? poster.lettering.family
      style.weight = line?.weight ?? poster.lettering.weight
      style.ink = line?.ink ?? poster.ink
    }
    if isOn { onOwnLetters() }
  }
}

extension Poster.Line {
  /// Makes a large line small, and every other line large.
  mutating func toggleRank() {
    rank = rank == .large && size == nil ? .small : .large
    size = nil
  }

  /// Whether the line has its own font, weight, tracking, axes, features or ink.
  var hasOwnLetters: Bool {
    font != nil || weight != nil || tracking != nil || ink != nil || !axes.isEmpty || !features.isEmpty
  }
}

/// The ink of the selected letters, or of the selected lines.
struct LineInkWell {
  private let well: ColorWell
  var swatch: ColorButton { well.swatch }

  init(_ session: EditorSession) {
    func current() -> RGBA {
      let text = session.draft.edited.text
      let start = text.selection.range.lowerBound
      let line = text.lines[start.line]
      let style = text.isPartSelected ? line.style(ofCharacter: start.offset) : nil
      return style?.ink ?? line.ink ?? session.poster.ink
    }
    well = ColorWell(session.localized("Ink of the line"), session, step: .lineInk, color: current) {
      poster, color in
      let text = session.draft.edited.text
      for index in session.selectedLines where poster.lines.indices.contains(index) {
        if text.isPartSelected {
          poster.lines[index].changeStyle(of: text.selectedCharacters(ofLine: index)) { $0.ink = color }
        } else {
          poster.lines[index].ink = color
        }
      }
    }
  }

  func show(_ color: RGBA) { swatch.color = color }
}
