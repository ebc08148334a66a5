import Controls
import Geometry
import Localization
import Posters
import Printing
import Text

/// The codes, pictures and drawings of the poster: buttons that add one, and the properties of the selected one.
final class ElementSection {
  private let session: EditorSession
  /// Asks for a file that becomes a picture.
  var onChooseFile: () -> Void = {}
  /// Asks for a file that replaces the picture of an element.
  var onReplace: (_ index: Int) -> Void = { _ in }
  /// Asks for a crown that becomes a drawing, beside a control.
  var onChooseCrown: (Control) -> Void = { _ in }

  private var index: Int { session.selectedElement ?? -1 }
  private var element: Poster.Element? {
    session.poster.elements.indices.contains(index) ? session.poster.elements[index] : nil
  }
  private var language: Language { session.interface.language }

  private lazy var addCode = Button(language.localized("Code"), kind: .plain) { [unowned self] _ in
    session.addCode()
  }
  private lazy var addPicture = Button(language.localized("Picture…"), kind: .plain) { [unowned self] _ in
    onChooseFile()
  }
  private lazy var addCrown: Button = Button(language.localized("Crown…"), kind: .plain) { [unowned self] _ in
    onChooseCrown(self.addCrown)
  }
  private lazy var remove = Button(language.localized("Remove"), kind: .plain) { [unowned self] _ in
    session.removeElement(index)
  }
  private lazy var done = Button(language.localized("Done"), kind: .plain) { [unowned self] _ in
    session.selectedElement = nil
  }

  // The properties of all.
  private lazy var width = NumberField(
    label: language.localized("Width of the element"), range: 0.05...40_000, value: 30, decimals: 1,
    unit: "mm",
    clipboard: session.clipboard
  ) { [unowned self] value, phase in
    guard phase == .final, let element else { return }
    let widths = Poster.Element.widths
    let paper = session.poster.page.width
    let share = min(max((value / paper * 1e6).rounded() / 1e6, widths.lowerBound), widths.upperBound)
    guard abs(share - element.width) * paper >= 0.05 else { return session.onChange() }
    session.changeElement(index, .elementSize) { $0.width = share }
  }
  private lazy var across = way(language.localized("Middle of the element from the left"), \.x, of: \.width)
  private lazy var down = way(language.localized("Middle of the element from the top"), \.y, of: \.height)
  private lazy var alignments: [Button] = EditorSession.Alignment.allCases.map { alignment in
    Button(language.localized(Self.title(of: alignment)), kind: .plain) { [unowned self] _ in
      session.align(index, alignment)
    }
  }
  private lazy var orders: [Button] = EditorSession.OrderChange.allCases.prefix(2).map { change in
    Button(session.title(of: change), kind: .plain) { [unowned self] _ in session.reorder(index, change) }
  }
  private let fault = Words()

  // The properties of a picture.
  private lazy var replace = Button(language.localized("Replace…"), kind: .plain) { [unowned self] _ in
    onReplace(index)
  }
  private let name = Words()
  private lazy var tint = Toggle(language.localized("In the ink")) { [unowned self] isOn, _ in
    session.changeElement(index, .elementTint) { element in
      if case .figure(let emblem, _) = element.content { element.content = .figure(emblem, isTinted: isOn) }
    }
  }

  // The properties of a code.
  private lazy var kind = ChoiceButton(language.localized("Kind of code")) { [unowned self] in
    CodeMatrix.Kind.allCases.map { kind in
      ChoiceButton.Choice(language.localized(kind.name), isChosen: element?.code?.kind == kind) {
        [unowned self] in
        changeCode(.codeKind) { code in
          code.kind = kind
          // A Micro QR code has no level H.
          if let last = kind.levels.last, !kind.levels.contains(code.level) { code.level = last }
        }
      }
    }
  }
  private lazy var level = ChoiceButton(language.localized("Error correction")) { [unowned self] in
    (element?.code?.kind.levels ?? []).map { level in
      ChoiceButton.Choice(title(of: level), isChosen: element?.code?.level == level) { [unowned self] in
        changeCode(.codeLevel) { $0.level = level }
      }
    }
  }
  private lazy var plate = Toggle(language.localized("On a plate of its own")) { [unowned self] isOn, _ in
    changeCode(.codePlate) { $0.hasPlate = isOn }
  }
  private lazy var contents = ChoiceButton(language.localized("What the code says")) { [unowned self] in
    Contents.allCases.map { kind in
      ChoiceButton.Choice(
        language.localized(kind.title), isChosen: (element?.code?.content).map(Contents.init) == kind
      ) { [unowned self] in choose(kind) }
    }
  }
  private lazy var text = field(language.localized("Text of the code")) {
    if case .text(let text) = $0 { text } else { nil }
  } set: {
    $0 = .text($1)
  }
  private lazy var link = field(language.localized("Address of the page")) {
    if case .link(let text) = $0 { text } else { nil }
  } set: {
    $0 = .link($1)
  }
  private lazy var network = field(language.localized("Name of the network"), \.name)
  private lazy var password = field(language.localized("Password of the network"), \.password)
  private lazy var security = ChoiceButton(language.localized("Protection of the network")) {
    [unowned self] in
    CodeContent.WiFi.Security.allCases.map { security in
      ChoiceButton.Choice(language.localized(Self.title(of: security)), isChosen: wifi?.security == security)
      {
        [unowned self] in changeNetwork { $0.security = security }
      }
    }
  }
  private lazy var hidden = Toggle(language.localized("Hidden network")) { [unowned self] isOn, _ in
    changeNetwork { $0.isHidden = isOn }
  }
  private lazy var entries: [TextField] = CodeContent.Contact.entries.map { entry in
    field(language.localized(Self.title(ofEntry: entry.name))) { content in
      if case .contact(let contact) = content { contact[keyPath: entry.path] } else { nil }
    } set: { content, text in
      guard case .contact(var contact) = content else { return }
      contact[keyPath: entry.path] = text
      content = .contact(contact)
    }
  }
  /// The previous contents of each kind, so that a person can try another kind and return.
  private var earlier: [Contents: CodeContent] = [:]

  init(_ session: EditorSession) { self.session = session }

  /// The control that is focused first for the selected element.
  var firstFocus: Control? {
    switch element?.code?.content {
    case .text?: text
    case .link?: link
    case .wifi?: network
    case .contact?: entries.first
    case nil: element == nil ? nil : width.field
    }
  }

  // MARK: Rows

  /// The properties of the selected element, before all others; empty without a selection.
  var selected: Form.Section {
    guard let element else { return Form.Section(title: language.localized("Code"), rows: []) }
    let page = session.poster.page
    width.value = element.width * page.width
    across.value = element.center.x * page.width
    down.value = element.center.y * page.height
    var rows: [Form.Row]
    switch element.content {
    case .code(let code): rows = self.rows(of: code)
    case .figure(let emblem, let isTinted):
      name.text = emblem.words(in: language)
      rows = [
        Form.Row(controls: [name], height: Words.height(lines: 1)), Form.Row(controls: [replace]),
      ]
      if case .picture = emblem {
        tint.isOn = isTinted
        rows.append(Form.Row(controls: [tint]))
      }
    }
    // Left is at the left in every language.
    let level = language.isRightToLeft ? alignments[..<3].reversed() : Array(alignments[..<3])
    rows += [
      Form.Row(caption: language.localized("Width"), controls: [width]),
      Form.Row(caption: language.localized("Middle"), controls: [across, down]),
      Form.Row(controls: level), Form.Row(controls: Array(alignments[3...])),
    ]
    if session.poster.elements.count > 1 {
      for (button, change) in zip(orders, EditorSession.OrderChange.allCases) {
        button.isEnabled = session.place(of: index, after: change) != nil
      }
      rows.append(Form.Row(controls: orders))
    }
    rows.append(Form.Row(controls: [remove, done]))
    // At the end, so that it moves no field that a person types in.
    if let reason = session.draft.layout.elements.first(where: { $0.index == index })?.fault {
      rows.append(row(saying: reason))
    }
    return Form.Section(
      title: element.code == nil ? language.localized("Picture") : language.localized("Code"), rows: rows)
  }

  /// The buttons that add an element.
  var additions: Form.Section {
    var rows = [
      Form.Row(controls: [addCode, addPicture] + (session.crownTools == nil ? [] : [addCrown]))
    ]
    if element == nil, let reason = session.draft.layout.elements.lazy.compactMap(\.fault).first {
      rows.append(row(saying: reason))
    }
    return Form.Section(title: language.localized("Add a code or picture"), rows: rows)
  }

  /// Returns a row with the reason why an element must not be printed, as high as its lines.
  private func row(saying reason: ElementFault) -> Form.Row {
    fault.text = language.localized(reason.message)
    fault.isFault = true
    let width = Inspector.width - 2 * Theme.margin
    let lines = session.interface.wrapped(fault.text, style: Theme.secondaryFigures, width: width)
    return Form.Row(controls: [fault], height: Words.height(lines: max(lines.count, 1)))
  }

  private func rows(of code: Barcode) -> [Form.Row] {
    kind.chosen = language.localized(code.kind.name)
    contents.chosen = language.localized(Contents(code.content).title)
    plate.isOn = code.hasPlate
    var rows = [
      Form.Row(caption: language.localized("Kind"), controls: [kind]),
      Form.Row(caption: language.localized("Contents"), controls: [contents]),
    ]
    switch code.content {
    case .text(let words):
      text.show(words)
      rows.append(Form.Row(controls: [text]))
    case .link(let address):
      link.show(address)
      rows.append(Form.Row(controls: [link]))
    case .wifi(let wifi):
      network.show(wifi.name)
      password.show(wifi.password)
      security.chosen = language.localized(Self.title(of: wifi.security))
      hidden.isOn = wifi.isHidden
      rows.append(Form.Row(caption: language.localized("Network"), controls: [network]))
      rows.append(Form.Row(caption: language.localized("Protection"), controls: [security]))
      if wifi.security != .open {
        rows.append(Form.Row(caption: language.localized("Password"), controls: [password]))
      }
      rows.append(Form.Row(controls: [hidden]))
    case .contact(let contact):
      for (field, entry) in zip(entries, CodeContent.Contact.entries) {
        field.show(contact[keyPath: entry.path])
        rows.append(Form.Row(caption: field.label, controls: [field]))
      }
    }
    if !code.kind.levels.isEmpty {
      level.chosen = title(of: code.level)
      rows.append(Form.Row(caption: language.localized("Correction"), controls: [level]))
    }
    return rows + [Form.Row(controls: [plate])]
  }

  // MARK: Changes

  private func changeCode(
    _ edit: PosterEdit, _ phase: ChangePhase = .final, _ change: (inout Barcode) -> Void
  ) {
    session.changeElement(index, edit, phase) { element in
      guard var code = element.code else { return }
      change(&code)
      element.code = code
    }
  }

  private var wifi: CodeContent.WiFi? {
    guard case .wifi(let network)? = element?.code?.content else { return nil }
    return network
  }

  private func changeNetwork(_ change: (inout CodeContent.WiFi) -> Void) {
    guard var network = wifi else { return }
    change(&network)
    changeCode(.codeContents) { $0.content = .wifi(network) }
  }

  private func choose(_ kind: Contents) {
    guard let code = element?.code, Contents(code.content) != kind else { return }
    earlier[Contents(code.content)] = code.content
    let content = earlier[kind] ?? kind.start(from: code.content)
    changeCode(.codeContents) { $0.content = content }
  }

  /// Returns a field for a part of the contents, which are shown on the poster while they are typed.
  private func field(
    _ label: String, get: @escaping (CodeContent) -> String?,
    set: @escaping (inout CodeContent, String) -> Void
  ) -> TextField {
    // The text before it was edited, for Escape.
    var before: String?
    func present(_ section: ElementSection) -> String? { (section.element?.code?.content).flatMap(get) }
    return TextField(
      label: label, clipboard: session.clipboard,
      delegate: .init(
        edited: { [unowned self] words, phase in
          guard let present = present(self), words.count <= CodeContent.longest else { return nil }
          if phase == .continuous, before == nil { before = present }
          if phase == .final { before = nil }
          changeCode(.codeContents, phase) { set(&$0.content, words) }
          return nil
        },
        restored: { [unowned self] in
          if let words = before, present(self) != nil {
            changeCode(.codeContents, .final) { set(&$0.content, words) }
          }
          before = nil
        }))
  }

  /// Returns a field for a part of a network's access.
  private func field(_ label: String, _ path: WritableKeyPath<CodeContent.WiFi, String>) -> TextField {
    field(label) { content in
      if case .wifi(let network) = content { network[keyPath: path] } else { nil }
    } set: { content, text in
      guard case .wifi(var network) = content else { return }
      network[keyPath: path] = text
      content = .wifi(network)
    }
  }

  /// Returns a field for the place of the middle in millimetres, which is stored as a fraction of the page.
  private func way(
    _ label: String, _ path: WritableKeyPath<Point, Double>, of side: KeyPath<Page, Double>
  ) -> NumberField {
    NumberField(
      label: label, range: 0...Page.sides.upperBound, value: 0, decimals: 1, unit: "mm",
      clipboard: session.clipboard
    ) { [unowned self] value, phase in
      guard phase == .final, let element else { return }
      let length = session.poster.page[keyPath: side]
      let share = min((value / length * 1e6).rounded() / 1e6, 1)
      guard abs(element.center[keyPath: path] - share) * length >= 0.05 else { return session.onChange() }
      session.changeElement(index, .elementPlace) { $0.center[keyPath: path] = share }
    }
  }

  // MARK: Words

  private func title(of level: CodeMatrix.Level) -> String {
    let share =
      switch level {
      case .low: 7
      case .medium: 15
      case .quartile: 25
      case .high: 30
      }
    return language.localized(
      "{level}, {share} %", ["level": level.rawValue, "share": String(share)])
  }

  private static func title(of security: CodeContent.WiFi.Security) -> Message {
    switch security {
    case .wpa: Message("WPA", context: "protection of a network")
    case .wep: Message("WEP", context: "protection of a network")
    case .open: Message("None", context: "protection of a network")
    }
  }

  private static func title(ofEntry name: String) -> Message {
    switch name {
    case "name": Message("Name")
    case "organization": Message("Company")
    case "title": Message("Position")
    case "phone": Message("Phone")
    case "email": Message("Mail")
    case "url": Message("Page", context: "address of a web page")
    default: Message("Address")
    }
  }

  private static func title(of alignment: EditorSession.Alignment) -> Message {
    switch alignment {
    case .left: Message("Left", context: "alignment")
    case .center: Message("Centre", context: "alignment")
    case .right: Message("Right", context: "alignment")
    case .top: Message("Top", context: "alignment")
    case .middle: Message("Middle", context: "alignment")
    case .bottom: Message("Bottom", context: "alignment")
    }
  }

  /// The kinds of contents.
  private enum Contents: CaseIterable {
    case link, text, wifi, contact

    init(_ content: CodeContent) {
      switch content {
      case .text: self = .text
      case .link: self = .link
      case .wifi: self = .wifi
      case .contact: self = .contact
      }
    }

    var title: Message {
      switch self {
      case .link: Message("Link")
      case .text: Message("Text")
      case .wifi: Message("Wi-Fi")
      case .contact: Message("Contact")
      }
    }

    /// Returns new contents of the kind; a text and a link take over each other's words.
    func start(from content: CodeContent) -> CodeContent {
      switch self {
      case .link: .link(content.summary)
      case .text: .text(content.summary)
      case .wifi: .wifi(.init(name: ""))
      case .contact: .contact(.init())
      }
    }
  }
}
