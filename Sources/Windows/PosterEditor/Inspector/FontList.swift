import Controls
import Files
import Geometry
import Input
import Localization
import Scene
import Text
import Typography

extension ChoiceButton {
  /// Creates a button that shows a font family and opens the list of all.
  convenience init(
    fontFor label: String, _ session: EditorSession, family: @escaping () -> String,
    choose: @escaping (String) -> Void
  ) {
    self.init(label) { FontList.open(from: $0, session, chosen: family(), choose: choose) }
    isElastic = true
  }
}

/// The families that a person chose lately, and those that the person marked.
struct FontMemory: Hashable {
  /// The families chosen last, the latest first.
  private(set) var recent: [String] = []
  /// The marked families in alphabetical order.
  private(set) var favourites: [String] = []
  private let file: SmallFile?
  private let collation: Collation

  private static let mostRecent = 6

  /// Reads the families from the folder of settings; without one, nothing is stored.
  init(folder: String?, collation: Collation = .plain) {
    self.collation = collation
    file = folder.map { SmallFile(path: $0 + "/fonts") }
    for (name, value) in SettingLines(file?.text ?? "") {
      switch name {
      case "recent" where recent.count < Self.mostRecent && !recent.contains(value): recent.append(value)
      case "favourite" where !favourites.contains(value): favourites.append(value)
      default: break
      }
    }
    favourites = collation.sorted(favourites) { $0 }
  }

  /// Puts a family first among the recent ones.
  mutating func use(_ family: String) {
    recent = Array(([family] + recent.filter { $0 != family }).prefix(Self.mostRecent))
  }

  /// Marks a family, or removes its mark.
  mutating func toggle(_ family: String) {
    if favourites.contains(family) {
      favourites.removeAll { $0 == family }
    } else {
      favourites = collation.sorted(favourites + [family]) { $0 }
    }
  }

  /// Writes the families; returns whether that succeeded.
  func save() -> Bool {
    var lines = SettingLines()
    for family in recent { lines.add("recent", family) }
    for family in favourites { lines.add("favourite", family) }
    return file?.write(lines.text) ?? false
  }
}

/// The installed font families, each in its own letters, with a search field: marked ones first, then recent ones, then
/// all others. Each row says which scripts of the poster the family lacks.
final class FontList: Control {
  private let families: [String]
  private let chosen: String
  private let session: EditorSession
  private let coverage: [String: FontCoverage]
  private var memory: FontMemory
  /// The families in the list, of which so many come before the alphabetical rest.
  private var shown: [String] = []
  private var leading = 0
  private let message = Layer()
  var onChoose: (String) -> Void = { _ in }

  private var language: Language { session.interface.language }
  private lazy var search = TextField(
    label: language.localized("Search fonts"), placeholder: language.localized("Search fonts"), kind: .search,
    clipboard: session.clipboard,
    delegate: .init(
      edited: { [unowned self] text, _ in
        filter(text)
        return nil
      }, restored: { [unowned self] in filter("") }, stepped: nil, pasted: { _ in false }))
  private lazy var list: CellGrid = {
    var content = CellGrid.Content(
      count: { [unowned self] in shown.count }, title: { [unowned self] in title(of: shown[$0]) },
      makeLayer: { [unowned self] in row($0, $1, $2, $3) }, press: { [unowned self] place, _ in take(place) },
      open: { [unowned self] place, _ in take(place) })
    content.pressPart = { [unowned self] place, point, size, _ in
      guard Self.star(in: size).contains(point) else { return false }
      toggle(shown[place])
      return true
    }
    content.menu = { [unowned self] in menu(for: $0) }
    return CellGrid(
      label: language.localized("Fonts"), cellSize: Size(.infinity, Self.rowHeight), content: content)
  }()

  private static let rowHeight = 32.0

  init(_ session: EditorSession, chosen: String) {
    families = session.interface.language.collation.sorted(session.typesetter.families) { $0 }
    self.chosen = chosen
    self.session = session
    coverage = session.typesetter.coverage(of: session.poster.lines.map(\.text).joined(separator: " "))
    memory = FontMemory(
      folder: session.folders.config, collation: session.interface.language.collation)
    super.init(label: session.localized("Fonts"))
    layer.addSublayer(message)
    addChild(search)
    addChild(list)
    filter("")
    list.makeCurrent(shown.firstIndex(of: chosen), at: 0)
  }

  /// Opens the list beside a button.
  static func open(
    from button: Control, _ session: EditorSession, chosen: String, choose: @escaping (String) -> Void
  ) {
    guard let host = button.host, session.mayChange() else { return }
    let list = FontList(session, chosen: chosen)
    list.onChoose = { [weak host, unowned list] name in
      host?.close(list)
      choose(name)
    }
    host.showPopover(list, from: button)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(360, room.width), min(460, room.height))
  }

  override func layOut(_ interface: Interface) {
    let margin = 12.0
    search.frame = Rect(x: margin, y: margin, width: bounds.width - 2 * margin, height: Theme.controlHeight)
    list.frame = Rect(
      x: 6, y: search.frame.maxY + Theme.gap, width: bounds.width - 12,
      height: max(bounds.height - search.frame.maxY - Theme.gap - 6, 1))
  }

  // MARK: Rows

  private func filter(_ words: String) {
    let wanted = words.lowercased().split(separator: " ")
    func matches(_ name: String) -> Bool { wanted.allSatisfy { name.lowercased().contains($0) } }
    let installed = Set(families)
    var first = memory.favourites.filter(installed.contains)
    first += memory.recent.filter { installed.contains($0) && !first.contains($0) }
    first = first.filter(matches)
    leading = first.count
    shown = first + families.filter { matches($0) && !first.contains($0) }
    list.reload()
    if !words.isEmpty { list.makeCurrent(shown.isEmpty ? nil : 0, at: host?.now ?? 0) }
    setNeedsUpdate()
  }

  private func take(_ place: Int) {
    guard shown.indices.contains(place) else { return }
    memory.use(shown[place])
    save()
    onChoose(shown[place])
  }

  private func toggle(_ family: String) {
    memory.toggle(family)
    save()
    filter(search.text)
  }

  private func save() {
    guard session.remembers, !memory.save(), session.folders.config != nil else { return }
    session.say(language.localized("The list of favourite fonts could not be saved"))
  }

  private func menu(for place: Int?) -> Menu {
    guard let place, shown.indices.contains(place) else { return Menu() }
    let family = shown[place]
    let isMarked = memory.favourites.contains(family)
    return Menu([
      .command(
        Command(
          "font.favourite",
          isMarked
            ? language.localized("Remove from favourites") : language.localized("Add to favourites")
        ) { [unowned self] _ in toggle(family) })
    ])
  }

  /// Down goes from the field into the list; Return there takes the first.
  override func interceptKey(_ event: KeyEvent) -> Bool {
    if list.isFocused, event.modifiers.isEmpty, event.key == .space, let current = list.current {
      take(current)
      return true
    }
    guard search.isFocused, event.modifiers.isEmpty else { return false }
    switch event.key {
    case .down:
      host?.setFocus(list, byKeyboard: true)
      if list.current == nil, !shown.isEmpty { list.makeCurrent(0, at: event.time) }
    case .enter where !shown.isEmpty: take(list.current ?? 0)
    default: return false
    }
    return true
  }

  /// The place of the star in a row.
  private static func star(in size: Size) -> Rect {
    Rect(x: size.width - 28, y: 0, width: 28, height: size.height)
  }

  /// The title for assistive tools: the family, and what it lacks.
  private func title(of family: String) -> String {
    guard let lack = lack(of: family) else { return family }
    return language.localized("{family}, {lack}", ["family": family, "lack": lack])
  }

  /// Returns the scripts of the poster that a family lacks in words, or nil.
  private func lack(of family: String) -> String? {
    guard let gaps = coverage[family]?.gaps, let first = gaps.first else { return nil }
    if gaps.count > 1 {
      let names = gaps.map { ScriptName.name(of: $0.script, in: language) }.joined(separator: ", ")
      return language.localized("without {scripts}", ["scripts": names])
    }
    let name = ScriptName.name(of: first.script, in: language)
    return first.isPartial
      ? language.localized("lacks some {script}", ["script": name])
      : language.localized("without {scripts}", ["scripts": name])
  }

  private func row(_ place: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface) -> Layer {
    let (family, theme) = (shown[place], interface.theme)
    let row = Layer(frame: Rect(origin: .zero, size: size))
    if state.isSelected || state.isHovered {
      row.backgroundColor = theme.pressed
      row.cornerRadius = Theme.fieldRadius
    }
    var right = Self.star(in: size).minX
    let isMarked = memory.favourites.contains(family)
    if isMarked || state.isHovered || state.isSelected {
      row.addSublayer(
        Layer(
          isMarked ? .star : .hollowStar,
          in: Rect(x: right + 4, y: 0, width: 16, height: size.height), color: theme.secondaryInk))
    }
    if family == chosen {
      right -= 20
      row.addSublayer(
        Layer(.check, in: Rect(x: right, y: 0, width: 16, height: size.height), color: theme.ink))
    }
    if let lack = lack(of: family) {
      let width = min(interface.line(lack, style: Theme.secondary).width.rounded(.up), size.width * 0.45)
      right -= width + 6
      row.addSublayer(
        Layer(
          lack, style: Theme.secondary, color: theme.secondaryInk,
          in: Rect(x: right, y: 0, width: width, height: size.height), interface))
    }
    // Fonts of signs cannot write their own names.
    let writesName = coverage[family]?.writesOwnName ?? true
    let own = writesName ? Font(family: "\(family), \(Font.interfaceFamily)", size: 15) : Theme.body
    row.addSublayer(
      Layer(
        family, style: own, color: theme.ink,
        in: Rect(x: 10, y: 0, width: max(right - 18, 1), height: size.height), isElastic: true, interface))
    if place == leading, place > 0 {
      row.addSublayer(
        Layer(Rect(x: 4, y: 0, width: size.width - 8, height: interface.hairline), fill: theme.hairline))
    }
    return row
  }

  override func update(_ interface: Interface) {
    message.removeSublayers()
    guard shown.isEmpty else { return }
    message.addSublayer(
      Layer(
        language.localized("No font is called that"), style: Theme.secondary,
        color: interface.theme.secondaryInk,
        in: Rect(x: 16, y: list.frame.minY, width: bounds.width - 32, height: Self.rowHeight), interface))
  }
}

/// The names of scripts.
enum ScriptName {
  /// Returns the name of a script by its code in ISO 15924, or the code.
  static func name(of code: String, in language: Language) -> String {
    names[code].map { language.localized($0) } ?? code
  }

  // Untranslated: the codes of scripts in ISO 15924.
  private static let names: [String: Message] = [
    "Arab": Message("Arabic", context: "script"), "Armn": Message("Armenian", context: "script"),
    "Beng": Message("Bengali", context: "script"), "Bopo": Message("Bopomofo", context: "script"),
    "Cher": Message("Cherokee", context: "script"), "Cyrl": Message("Cyrillic", context: "script"),
    "Deva": Message("Devanagari", context: "script"), "Ethi": Message("Ethiopic", context: "script"),
    "Geor": Message("Georgian", context: "script"), "Grek": Message("Greek", context: "script"),
    "Gujr": Message("Gujarati", context: "script"), "Guru": Message("Gurmukhi", context: "script"),
    "Hang": Message("Hangul", context: "script"), "Hani": Message("Han", context: "script"),
    "Hebr": Message("Hebrew", context: "script"), "Hira": Message("Hiragana", context: "script"),
    "Kana": Message("Katakana", context: "script"), "Khmr": Message("Khmer", context: "script"),
    "Knda": Message("Kannada", context: "script"), "Laoo": Message("Lao", context: "script"),
    "Latn": Message("Latin", context: "script"), "Mlym": Message("Malayalam", context: "script"),
    "Mong": Message("Mongolian", context: "script"), "Mymr": Message("Myanmar", context: "script"),
    "Sinh": Message("Sinhala", context: "script"), "Taml": Message("Tamil", context: "script"),
    "Telu": Message("Telugu", context: "script"), "Thai": Message("Thai", context: "script"),
    "Tibt": Message("Tibetan", context: "script"),
  ]
}
