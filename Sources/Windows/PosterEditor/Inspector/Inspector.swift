import Colors
import Controls
import Geometry
import Images
import Input
import Localization
import Posters
import Printing
import Publishing
import Scene
import Text
import Typography

/// The properties of the poster, in sections; those of the line with the caret come first.
final class Inspector: Control {
  let line: LineSection
  let crown: CrownSection
  let ground: GroundSection
  let ink: InkSection
  let elements: ElementSection
  let print: PrintSection
  private let lettering: LetteringSection
  private let session: EditorSession
  private let missing = Words()
  private let unreadable = Words()
  let page: PageSection
  private lazy var form = Form(label: session.localized("Properties"))
  private lazy var scroll = ScrollView(form)
  private let edge = Layer()
  /// Opens the colour schemes beside a control.
  var onChooseScheme: (Control) -> Void = { _ in }
  private lazy var scheme: Button = Button(session.localized("Colour scheme…"), kind: .plain) {
    [unowned self] _ in onChooseScheme(self.scheme)
  }

  /// Its width beside the poster, in points.
  static let width = 272.0

  /// Creates an inspector; call `refresh()` next.
  init(_ session: EditorSession) {
    self.session = session
    line = LineSection(session)
    print = PrintSection(session)
    crown = CrownSection(session, print)
    ground = GroundSection(session, print)
    ink = InkSection(session)
    elements = ElementSection(session)
    lettering = LetteringSection(session)
    page = PageSection(session)
    super.init(label: session.localized("Properties"))
    addChild(scroll)
    layer.addSublayer(edge)
    line.onOwnLetters = { [unowned self] in revealLetters() }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// Updates the inspector from the poster.
  func refresh() {
    form.show([
      missingSection, unreadableSection, elements.selected, line.section, crown.section, elements.additions,
      ink.section, ground.section,
      Form.Section(
        title: session.localized("Colours"), rows: [Form.Row(controls: [scheme])]),
      lettering.section,
      page.section, page.edges, line.letters, print.section,
    ])
    scroll.setNeedsLayout()
  }

  /// Scrolls to the lettering of the line, which is the last section.
  private func revealLetters() {
    guard let host else { return }
    host.settle()
    scroll.reveal(Rect(x: 0, y: form.bounds.maxY - 8, width: 1, height: 8), at: host.now)
  }

  /// The package that provides the missing characters, above everything else; empty if none is missing.
  private var missingSection: Form.Section {
    let language = session.interface.language
    let title = language.localized("Missing characters")
    guard let characters = session.draft.layout.missingCharacters else {
      return Form.Section(title: title, rows: [])
    }
    return section(title, saying: language.localized(characters.message), in: missing, lines: 3)
  }

  /// The picture that cannot be shown and the reason; empty if all can.
  private var unreadableSection: Form.Section {
    let language = session.interface.language
    let title = language.localized("Missing picture")
    guard let fault = session.pictureFault else { return Form.Section(title: title, rows: []) }
    return section(title, saying: language.localized(fault.message), in: unreadable, lines: 4)
  }

  private func section(_ title: String, saying text: String, in words: Words, lines: Int) -> Form.Section {
    words.text = text
    words.isFault = true
    return Form.Section(title: title, rows: [Form.Row(controls: [words], height: Words.height(lines: lines))])
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    // A sheet is as wide as the window.
    Size(
      room.width < 520 ? room.width : 360, min(form.preferredSize(in: room, interface).height, room.height))
  }

  override func layOut(_ interface: Interface) { scroll.frame = bounds }

  override func update(_ interface: Interface) {
    edge.frame = Rect(x: 0, y: 0, width: interface.hairline, height: bounds.height)
    edge.backgroundColor = interface.theme.hairline
    // In a popover it uses the popover's surface.
    layer.backgroundColor = parent is EditorPanel ? interface.theme.window : nil
  }
}

/// The crown above the text, and its size.
final class CrownSection {
  private let session: EditorSession
  /// Opens the crown popover beside a control.
  var onChoose: (Control) -> Void = { _ in }

  private lazy var choose: Button = Button(session.localized("Choose…"), kind: .plain) { [unowned self] _ in
    onChoose(self.choose)
  }
  private lazy var none = Button(session.localized("None", context: "crown"), kind: .plain) {
    [unowned self] _ in
    session.change(.noCrown) { $0.emblem = .none }
  }
  private lazy var size = NumberSlider(
    session.localized("Size of the crown"), session, .crownSize, range: 0.25...3,
    scale: .logarithmic(factor: 1.05),
    // Near the size of 1939, the slider snaps to that.
    snap: { abs($0 - 1) < 0.04 ? 1 : $0 }
  ) { $0.emblemScale = ($1 * 1000).rounded() / 1000 }
  private lazy var right = way(session.localized("Crown to the right"), \.emblemOffset.dx, of: \.width)
  private lazy var down = way(session.localized("Crown down"), \.emblemOffset.dy, of: \.height)
  private lazy var tint = Toggle(session.localized("In the ink")) { [unowned self] isOn, _ in
    session.change(isOn ? .crownInInk : .crownInItsColors) { $0.tintsEmblem = isOn }
  }
  private let name = Words()
  private let print: PrintSection
  private let resolution = Words()

  init(_ session: EditorSession, _ print: PrintSection) { (self.session, self.print) = (session, print) }

  /// Returns a field for the crown's distance from its usual place in millimetres, which is stored as a fraction of the
  /// page.
  private func way(
    _ label: String, _ offset: WritableKeyPath<Poster, Double>, of side: KeyPath<Page, Double>
  ) -> NumberField {
    NumberField(
      label, session, .crownPlace, range: -Page.sides.upperBound...Page.sides.upperBound, offset, of: side,
      within: -1...1)
  }

  var section: Form.Section {
    let emblem = session.poster.emblem
    name.text = emblem.words(in: session.interface.language)
    size.value = session.poster.emblemScale
    none.isEnabled = emblem != .none
    var rows = [
      Form.Row(controls: [name], height: Words.height(lines: 1)), Form.Row(controls: [choose, none]),
    ]
    if emblem != .none {
      let (offset, page) = (session.poster.emblemOffset, session.poster.page)
      right.value = offset.dx * page.width
      down.value = offset.dy * page.height
      rows.append(Form.Row(caption: session.localized("Size"), controls: [size]))
      rows.append(Form.Row(caption: session.localized("Right, down"), controls: [right, down]))
    }
    if case .picture = emblem {
      tint.isOn = session.poster.tintsEmblem
      rows.append(Form.Row(controls: [tint]))
      print.show(resolutionOf: .emblem, in: resolution)
      rows.append(Form.Row(controls: [resolution], height: Words.height(lines: 2)))
    }
    return Form.Section(title: session.localized("Crown"), rows: rows)
  }
}

/// The lettering of the whole poster.
final class LetteringSection {
  private let session: EditorSession

  private lazy var font = ChoiceButton(
    fontFor: session.localized("Font"), session,
    family: { [unowned self] in Self.first(of: session.poster.lettering) }
  ) { [unowned self] family in
    session.change(.font) { $0.lettering.choose(family, by: session.typesetter) }
  }
  private lazy var fallbacks = ChoiceButton(session.localized("Fallback fonts")) {
    [unowned self] button in button.host?.showMenu(fallbackMenu(from: button), below: button)
  }
  private let settings: FontSettings
  private lazy var weight = NumberSlider(
    session.localized("Weight"), session, .weight, range: 100...900, values: 1...1000,
    scale: .linear(step: 100),
    display: .init(step: 50), snap: { ($0 / 50).rounded() * 50 }
  ) { $0.lettering.weight = Int($1.rounded()) }
  private lazy var tracking = NumberSlider(
    session.localized("Tracking"), session, .tracking, range: -0.1...0.6, values: -0.2...2,
    scale: .linear(step: 0.01)
  ) { $0.lettering.tracking = ($1 * 1000).rounded() / 1000 }
  private lazy var spacing = SegmentedChoice(
    label: session.localized("Spacing"),
    choices: Lettering.Spacing.allCases.map { session.localized(Self.name(of: $0)) }
  ) { [unowned self] choice, _ in
    session.change(.spacing) { $0.lettering.spacing = Lettering.Spacing.allCases[choice] }
  }
  private lazy var writingMode = SegmentedChoice(
    label: session.localized("Direction", context: "of lines"),
    choices: Lettering.WritingMode.allCases.map { session.localized(Self.name(of: $0)) }
  ) { [unowned self] choice, _ in
    session.change(.writingMode) { $0.lettering.writingMode = Lettering.WritingMode.allCases[choice] }
  }
  private lazy var stroke = NumberSlider(
    session.localized("Stroke"), session, .stroke, range: 0...0.12, values: 0...0.3,
    scale: .linear(step: 0.005)
  ) { $0.lettering.stroke = ($1 * 1000).rounded() / 1000 }
  private lazy var leading = NumberSlider(
    session.localized("Leading"), session, .leading, range: 0.3...3, values: 0...4,
    scale: .logarithmic(factor: 1.05), snap: { abs($0 - 1) < 0.03 ? 1 : $0 }
  ) { $0.lettering.leading = ($1 * 100).rounded() / 100 }
  private lazy var wraps = Toggle(session.localized("Break long lines")) { [unowned self] isOn, _ in
    session.change(.lineBreaks) { $0.wraps = isOn }
  }
  private lazy var touches = Toggle(session.localized("Letters may touch")) {
    [unowned self] isOn, _ in session.change(.touchingLetters) { $0.lettering.touches = isOn }
  }
  private lazy var sharpS = Toggle(session.localized("Capital ẞ instead of SS")) {
    [unowned self] isOn, _ in session.change(.capitalSharpS) { $0.lettering.capitalSharpS = isOn }
  }
  private lazy var language = ChoiceButton(
    languageFor: session.localized("Language"), session,
    none: Self.noLanguage,
    chosen: { [unowned self] in session.poster.language }
  ) { [unowned self] tag in session.change(.language) { $0.language = tag } }
  private static let noLanguage = Message("None in particular", context: "language")
  private let fault = Words()
  private let emojiFault = Words()
  private lazy var showColors = Button(
    session.localized("Show emoji in their colours"), kind: .plain
  ) { [unowned self] _ in session.change(.fontColors) { $0.lettering.keepsColors = true } }

  init(_ session: EditorSession) {
    self.session = session
    settings = FontSettings(session)
  }

  private static func first(of lettering: Lettering) -> String {
    lettering.families.first ?? lettering.family
  }

  /// Returns a menu that adds, removes and reorders the fonts for characters that the first one lacks.
  private func fallbackMenu(from button: Control) -> Menu {
    let (language, lettering) = (session.interface.language, session.poster.lettering)
    func change(_ fonts: [String]) {
      session.change(.fallbackFonts) {
        $0.lettering.family = ([Self.first(of: lettering)] + fonts).joined(separator: ", ")
      }
    }
    let fonts = lettering.fallbacks
    let fits = lettering.family.unicodeScalars.count < Lettering.longestFamily - 80
    var items = fonts.map { font -> Menu.Item in
      .submenu(
        font,
        Menu([
          .command(
            Command("fallback.first \(font)", language.localized("Use first"), isEnabled: font != fonts[0]) {
              _ in
              change([font] + fonts.filter { $0 != font })
            }),
          .command(
            Command("fallback.remove \(font)", language.localized("Remove")) { _ in
              change(fonts.filter { $0 != font })
            }),
        ]))
    }
    if !items.isEmpty { items.append(.separator) }
    items.append(
      .command(
        Command("fallback.add", language.localized("Add a font…"), isEnabled: fits) { [unowned self] _ in
          FontList.open(from: button, session, chosen: "") { font in
            guard font != Self.first(of: lettering) else { return }
            change(fonts.filter { $0 != font } + [font])
          }
        }))
    return Menu(items)
  }

  var section: Form.Section {
    let lettering = session.poster.lettering
    font.chosen = Self.first(of: lettering)
    fallbacks.chosen =
      lettering.fallbacks.isEmpty
      ? session.localized("The system's", context: "fallback fonts")
      : lettering.fallbacks.joined(separator: ", ")
    weight.value = Double(lettering.weight)
    tracking.value = lettering.tracking
    spacing.index = Lettering.Spacing.allCases.firstIndex(of: lettering.spacing) ?? 0
    writingMode.index = Lettering.WritingMode.allCases.firstIndex(of: lettering.writingMode) ?? 0
    stroke.value = lettering.stroke
    leading.value = lettering.leading
    wraps.isOn = session.poster.wraps
    touches.isOn = lettering.touches
    language.chosen = TextLanguage.name(
      of: session.poster.language, orElse: Self.noLanguage, in: session.interface.language)
    var rows = [
      Form.Row(caption: session.localized("Font"), controls: [font]),
      Form.Row(caption: session.localized("Weight"), controls: [weight]),
    ]
    rows += settings.rows
    rows += [
      Form.Row(caption: session.localized("Fallback"), controls: [fallbacks]),
      Form.Row(caption: session.localized("Tracking"), controls: [tracking]),
      Form.Row(caption: spacing.label, controls: [spacing]),
      Form.Row(caption: writingMode.label, controls: [writingMode]),
      Form.Row(caption: session.localized("Stroke"), controls: [stroke]),
      Form.Row(caption: leading.label, controls: [leading]),
      Form.Row(controls: [wraps]), Form.Row(controls: [touches]),
      Form.Row(caption: language.label, controls: [language]),
    ]
    sharpS.isOn = lettering.capitalSharpS
    if session.poster.lines.contains(where: { $0.text.contains("ß") }) {
      rows.append(Form.Row(controls: [sharpS]))
    }
    let layout = session.draft.layout
    // Faults of codes are shown with these.
    let refusal = layout.refusal.flatMap { $0.field.hasPrefix("elements") ? nil : $0 }
    if let words = refusal.map({ session.localized($0) }) ?? otherWarning(of: layout) {
      fault.text = words
      fault.isFault = refusal != nil
      rows.append(Form.Row(controls: [fault], height: Words.height(lines: 4)))
    }
    return Form.Section(title: session.localized("Letters"), rows: rows + emojiRows(for: layout))
  }

  /// Names emoji that cannot be recognised in one ink, and offers their colours.
  private func emojiRows(for layout: PosterLayout) -> [Form.Row] {
    let signs = layout.filledEmoji.map { String($0) }
    guard !signs.isEmpty else { return [] }
    let (language, list) = (session.interface.language, signs.prefix(8).joined(separator: " "))
    let row = Form.Row(controls: [emojiFault], height: Words.height(lines: 2))
    guard !session.poster.lettering.keepsColors else {
      emojiFault.text = language.localized(
        "{emoji} cannot be recognised with this stroke; make it thinner", ["emoji": list])
      return [row]
    }
    emojiFault.text = language.localized("{emoji} cannot be recognised in one ink", ["emoji": list])
    return [row, Form.Row(controls: [showColors])]
  }

  private static func name(of spacing: Lettering.Spacing) -> Message {
    switch spacing {
    case .off: Message("Off", context: "spacing of letters")
    case .metric: Message("Metric", context: "spacing of letters")
    case .optical: Message("Optical", context: "spacing of letters")
    }
  }

  private static func name(of mode: Lettering.WritingMode) -> Message {
    switch mode {
    case .horizontal: Message("Lines", context: "direction of lines")
    case .vertical: Message("Columns", context: "direction of lines")
    }
  }

  /// The warning other than missing characters, pictures and emoji, which have rows of their own.
  private func otherWarning(of layout: PosterLayout) -> String? {
    layout.warnings.first { warning in
      switch warning {
      case .missingCharacters, .unreadablePicture, .filledEmoji: false
      default: true
      }
    }.map { session.localized($0.message) }
  }
}

/// The page of the poster: a named format, or a custom size in millimetres.
final class PageSection {
  private let session: EditorSession
  private lazy var kind = ChoiceSwitch(
    label: session.localized("Page"),
    choices: Page.formats.map { session.localized($0.title) } + [
      session.localized("Own size")
    ]
  ) { [unowned self] choice in choose(choice) }
  private lazy var width = side(session.localized("Width"), \.page.width)
  private lazy var height = side(session.localized("Height"), \.page.height)
  private lazy var sides = margin(session.localized("Margin at the sides"), \.margins.sides, of: \.width)
  private lazy var top = margin(session.localized("Margin at the top"), \.margins.top, of: \.height)
  private lazy var bottom = margin(session.localized("Margin at the bottom"), \.margins.bottom, of: \.height)
  private lazy var bleed = NumberField(
    session.localized("Bleed"), session, .bleed, range: 0...PrintSheet.largestBleed, \.bleed)
  private lazy var guides = Toggle(session.localized("Guides on the poster")) { [unowned self] isOn, _ in
    session.showsGuides = isOn
  }
  private lazy var rulers = Toggle(session.localized("Rulers and free guides")) {
    [unowned self] isOn, _ in session.showsRulers = isOn
  }
  private lazy var turn = Button(session.localized("Turn"), kind: .plain) { [unowned self] _ in turnPage() }

  init(_ session: EditorSession) { self.session = session }

  var section: Form.Section {
    let page = session.poster.page
    kind.show(Page.formats.firstIndex { $0.page == page || $0.page.turned == page } ?? Page.formats.count)
    width.value = page.width
    height.value = page.height
    return Form.Section(
      title: session.localized("Page"),
      rows: [
        Form.Row(caption: session.localized("Format"), controls: [kind]),
        Form.Row(caption: session.localized("Width, height"), controls: [width, height]),
        Form.Row(controls: [turn]),
      ])
  }

  /// The margins of the page, and its bleed.
  var edges: Form.Section {
    let (page, margins) = (session.poster.page, session.poster.margins)
    sides.value = margins.sides * page.width
    top.value = margins.top * page.height
    bottom.value = margins.bottom * page.height
    bleed.value = session.poster.bleed
    guides.isOn = session.showsGuides
    rulers.isOn = session.showsRulers
    return Form.Section(
      title: session.localized("Margins and bleed"),
      rows: [
        Form.Row(caption: session.localized("Sides"), controls: [sides]),
        Form.Row(caption: session.localized("Top, bottom"), controls: [top, bottom]),
        Form.Row(caption: session.localized("Bleed"), controls: [bleed]), Form.Row(controls: [guides]),
        Form.Row(controls: [rulers]),
      ])
  }

  /// Returns a field for a margin in millimetres, which is stored as a fraction of the page.
  private func margin(
    _ label: String, _ margin: WritableKeyPath<Poster, Double>, of side: KeyPath<Page, Double>
  ) -> NumberField {
    NumberField(
      label, session, .margins, range: 0...Margins.range.upperBound * Page.sides.upperBound, margin, of: side,
      within: Margins.range)
  }

  private func side(_ label: String, _ side: WritableKeyPath<Poster, Double>) -> NumberField {
    NumberField(label, session, .page, range: Page.sides, side)
  }

  private func choose(_ choice: Int) {
    guard Page.formats.indices.contains(choice) else {
      session.onChange()
      return
    }
    let wanted = Page.formats[choice].page
    let isWide = session.poster.page.width > session.poster.page.height
    // A landscape page stays landscape, unless the format itself has an orientation.
    let page =
      isWide && wanted.height > wanted.width && !Page.formats[choice].isForScreens ? wanted.turned : wanted
    session.change(.page) { $0.page = page }
  }

  func turnPage() { session.change(.turnedPage) { $0.page = $0.page.turned } }
}

/// The ink, and its contrast with the actual background.
final class InkSection {
  private let session: EditorSession
  private lazy var well = ColorWell(
    session.localized("Ink"), session, step: .ink, color: { [unowned self] in session.poster.ink }
  ) { $0.ink = $1 }
  private lazy var mend = Button(session.localized("Nearest legible ink"), kind: .plain) { [unowned self] _ in
    takeNearestInk()
  }
  private lazy var dim = Button(session.localized("No ink is legible: dim the ground"), kind: .plain) {
    [unowned self] _ in
    dimGround()
  }
  private let words = Words()

  /// The last contrast check.
  private var judged: Judgement?

  private struct Judgement: Sendable {
    let revision: Int
    let legibility: GroundColors.Legibility
    /// The nearest readable ink; nil without one.
    let nearest: RGBA?

    init(of ink: RGBA, on layout: PosterLayout, revision: Int, by decoder: any PictureDecoder) {
      let colors = GroundColors(behindInkOf: layout, by: decoder)
      self.revision = revision
      legibility = colors.legibility(of: ink)
      nearest =
        legibility.ratio < InkSection.ratio ? colors.nearestInk(to: ink, ratio: InkSection.ratio) : nil
    }
  }

  /// The contrast ratio that WCAG requires for text.
  private static let ratio = 4.5
  private let judging: NewestTask<Judgement>

  init(_ session: EditorSession) {
    self.session = session
    judging = NewestTask(session.tasks)
  }

  var section: Form.Section {
    well.swatch.color = session.poster.ink
    // The rows stay in place whatever the result, so that nothing moves under the pointer.
    guard let judged else { return section([]) }
    let legibility = judged.legibility
    let passes = legibility.ratio >= Self.ratio
    // Rounded down, so that it never claims a level that is not reached.
    let ratio = ((legibility.ratio * 100 + 1e-9).rounded(.down) / 100).text(.fixed(2))
    let apca = legibility.apca.text(.fixed(0)).replacing("-", with: "−")
    let level = legibility.ratio >= 7 ? "AAA" : "AA"
    words.text = session.localized(
      "{ratio}:1 {level} · Lc {lightness} at worst",
      ["ratio": session.interface.language.shown(number: ratio), "lightness": apca],
      parts: [
        "level": passes
          ? Message(verbatim: level)
          : legibility.ratio >= 3 ? Message("AA large") : Message("fails", context: "contrast")
      ])
    words.isFault = !passes
    mend.isEnabled = !passes && judged.nearest != nil
    return section(!passes && judged.nearest == nil ? [dim] : [mend])
  }

  private func section(_ remedy: [Control]) -> Form.Section {
    Form.Section(
      title: session.localized("Ink"),
      rows: [
        Form.Row(caption: session.localized("Ink"), controls: [well.swatch]),
        Form.Row(controls: [words], height: Words.height(lines: 1)),
        Form.Row(controls: remedy.isEmpty ? [mend] : remedy),
      ])
  }

  /// Whether the poster has changed since its ink was checked.
  var isStale: Bool { judged?.revision != session.draft.revision }

  /// Checks the ink in the background, since the poster's background has to be rendered; `done` is called with the
  /// result available.
  func judge(then done: @escaping () -> Void) {
    let (layout, ink, revision) = (session.draft.layout, session.poster.ink, session.draft.revision)
    let decoder = session.pictures
    judging.run(isFinal: false) {
      Judgement(of: ink, on: layout, revision: revision, by: decoder)
    } then: { [weak self] result in
      guard let self, case .success(let judgement) = result else { return }
      judged = judgement
      done()
    }
  }

  func takeNearestInk() {
    // If the result is not known yet, it is applied later, unless the person has changed the poster by then.
    if isStale {
      return judge { [weak self] in if self?.isStale == false { self?.takeNearestInk() } }
    }
    guard let judged, judged.legibility.ratio < Self.ratio else {
      return session.say(Message("The ink is legible everywhere"))
    }
    guard let nearest = judged.nearest else {
      return session.say(
        Message("No ink is legible on all of this ground. Dim the ground or choose another one."))
    }
    session.change(.nearestInk) { $0.ink = nearest }
  }

  /// Darkens the background as little as makes some ink readable, and uses that ink.
  func dimGround() {
    let (layout, poster, revision) = (session.draft.layout, session.poster, session.draft.revision)
    let decoder = session.pictures
    session.tasks.run({ () -> DimmedGround? in
      for step in 1...10 {
        let background = poster.background.dimmed(by: Double(step) / 10)
        let colors = GroundColors(
          behindInkOf: layout.colored(ink: poster.ink, background: background), by: decoder)
        guard let ink = colors.nearestInk(to: poster.ink, ratio: Self.ratio) else { continue }
        return DimmedGround(background: background, ink: ink)
      }
      return nil
    }) { [weak self] result in
      guard let self, case .success(let found?) = result, session.draft.revision == revision else { return }
      session.change(.dimmedGround) { poster in
        poster.background = found.background
        poster.ink = found.ink
      }
    }
  }

  private struct DimmedGround: Sendable {
    let background: Background
    let ink: RGBA
  }
}

extension ChoiceButton {
  /// Creates a button that shows the language of a text, and opens a menu of languages that affect its setting.
  convenience init(
    languageFor label: String, _ session: EditorSession, none: Message, chosen: @escaping () -> String?,
    choose: @escaping (String?) -> Void
  ) {
    self.init(label) {
      let (tag, language) = (chosen(), session.interface.language)
      var tags = TextLanguage.common.map(\.tag)
      if let tag, !tags.contains(tag) { tags.insert(tag, at: 0) }
      return [
        Choice(language.localized(none), isChosen: tag == nil) { if session.mayChange() { choose(nil) } }
      ]
        + tags.map { other in
          Choice(TextLanguage.name(of: other, in: language), isChosen: other == tag) {
            if session.mayChange() { choose(other) }
          }
        }
    }
  }
}

/// The languages offered for the text of a poster.
enum TextLanguage {
  /// Languages by their BCP 47 tags, including those that affect fonts or capitals.
  static let common: [(tag: String, name: Message)] = [
    ("ar", Message("Arabic")), ("az", Message("Azerbaijani")), ("bg", Message("Bulgarian")),
    ("ca", Message("Catalan")), ("zh-HK", Message("Chinese (Hong Kong)")),
    ("zh-CN", Message("Chinese (mainland)")), ("zh-TW", Message("Chinese (Taiwan)")),
    ("cs", Message("Czech")), ("da", Message("Danish")), ("nl", Message("Dutch")),
    ("en", Message("English")), ("fi", Message("Finnish")), ("fr", Message("French")),
    ("de", Message("German")), ("el", Message("Greek")), ("he", Message("Hebrew")), ("hi", Message("Hindi")),
    ("hu", Message("Hungarian")), ("it", Message("Italian")), ("ja", Message("Japanese")),
    ("ko", Message("Korean")), ("la", Message("Latin")), ("lt", Message("Lithuanian")),
    ("mk", Message("Macedonian")), ("mr", Message("Marathi")), ("nb", Message("Norwegian")),
    ("fa", Message("Persian")), ("pl", Message("Polish")), ("pt", Message("Portuguese")),
    ("ro", Message("Romanian")), ("ru", Message("Russian")), ("sr", Message("Serbian")),
    ("es", Message("Spanish")), ("sv", Message("Swedish")), ("th", Message("Thai")),
    ("tr", Message("Turkish")), ("uk", Message("Ukrainian")), ("ur", Message("Urdu")),
    ("vi", Message("Vietnamese")),
  ]

  /// Returns the display name of a tag's language, or a message without a tag.
  static func name(of tag: String?, orElse none: Message, in language: Language) -> String {
    tag.map { name(of: $0, in: language) } ?? language.localized(none)
  }

  /// Returns the display name of a tag's language; a tag with further subtags is shown beside the name.
  static func name(of tag: String, in language: Language) -> String {
    if let known = common.first(where: { $0.tag == tag }) { return language.localized(known.name) }
    let primary = String(tag.prefix { $0 != "-" }).lowercased()
    guard let known = common.first(where: { $0.tag == primary }) else { return tag }
    return language.localized(
      "{language} ({tag})", ["language": language.localized(known.name), "tag": tag])
  }
}
