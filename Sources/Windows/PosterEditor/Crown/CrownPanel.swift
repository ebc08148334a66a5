import Colors
import Controls
import Geometry
import Heraldry
import Images
import Input
import Localization
import Posters
import Publishing
import Scene
import Workers

/// The popover that chooses the crown of a poster: one of the library, a sign, a picture, or an own design.
///
/// The crown on the poster changes immediately; Escape closes the popover.
final class CrownPanel: Control {
  enum Tab: Int, CaseIterable {
    case crowns
    case emoji
    case picture
    case design

    var title: Message {
      switch self {
      case .crowns: Message("Crowns")
      case .emoji: Message("Emoji")
      case .picture: Message("Picture")
      case .design: Message("Design", context: "crown")
      }
    }

    var commandTitle: Message {
      switch self {
      case .crowns: Message("Crowns of the library")
      case .emoji: Message("Emoji and signs")
      case .picture: Message("Picture as crown")
      case .design: Message("Design a crown")
      }
    }
  }

  private let session: EditorSession
  private let editing: CrownEditing
  private lazy var tabs = SegmentedChoice(
    label: session.localized("Kind of crown"), choices: offered.map { session.localized($0.title) },
    index: offered.firstIndex(of: tab) ?? 0
  ) { [unowned self] index, _ in show(offered[index]) }
  private lazy var none = Button(session.localized("None", context: "crown"), kind: .plain) {
    [unowned self] time in editing.remove(at: time)
  }
  private lazy var done = Button(session.localized("Done"), kind: .plain) { [unowned self] _ in
    editing.close()
  }
  private(set) var tab: Tab

  private lazy var crowns = session.crownTools.map { makePicker($0) }
  private lazy var signs = SignTab(session, editing)
  private lazy var picture = PictureTab(session, editing)
  private lazy var design = session.crownTools.map { DesignTab(session, editing, $0) }
  /// The tabs that have been shown; only they are updated.
  private var made: Set<Tab> = []

  /// The available tabs.
  private var offered: [Tab] { session.crownTools == nil ? [.emoji, .picture] : Tab.allCases }

  private static let margin = 12.0
  private static let width = 412.0

  init(_ session: EditorSession, _ editing: CrownEditing, tab: Tab) {
    self.session = session
    self.editing = editing
    self.tab = session.crownTools == nil && tab != .picture ? .emoji : tab
    super.init(label: session.localized("Crown"))
    show(self.tab)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  private func makePicker(_ tools: CrownTools) -> any CrownPicking {
    let picker = tools.makePicker(
      CrownTools.Request(
        selected: session.poster.emblem.crownID, recent: editing.recent.ids, folders: session.folders,
        clipboard: session.clipboard, work: session.work))
    picker.onChoose = { [unowned self] id, outline, time in
      editing.take(.drawing(outline, source: "crown:" + id), at: time)
    }
    picker.onFinish = { [unowned self] _ in editing.close() }
    return picker
  }

  private func page(of tab: Tab) -> Control {
    switch tab {
    // Without crown tools, their two tabs are not offered.
    case .crowns: crowns ?? signs
    case .emoji: signs
    case .picture: picture
    case .design: design ?? signs
    }
  }

  func show(_ tab: Tab) {
    self.tab = tab
    made.insert(tab)
    tabs.index = offered.firstIndex(of: tab) ?? 0
    setChildren([tabs, none, done, page(of: tab)])
    refresh()
    setNeedsLayout()
  }

  /// The control that is focused when the panel opens or a key chooses a tab.
  var firstFocus: Control {
    switch tab {
    case .crowns: crowns?.firstFocus ?? signs.firstFocus
    case .emoji: signs.firstFocus
    case .picture: picture.firstFocus
    case .design: design?.firstFocus ?? signs.firstFocus
    }
  }

  /// Updates the panel from the poster.
  func refresh() {
    none.isEnabled = session.poster.emblem != .none
    if made.contains(.picture) { picture.refresh() }
    if made.contains(.design) { design?.refresh() }
  }

  func receiveMail(at time: Double) {
    if made.contains(.crowns) { crowns?.receiveMail(at: time) }
  }

  override var commands: [Command] {
    let tabs = offered.enumerated().map { place, tab in
      Command(
        "crown.tab-\(place + 1)", session.localized(tab.commandTitle), .control(Character("\(place + 1)")),
        group: session.localized("Crown")
      ) { [unowned self] _ in
        show(tab)
        host?.setFocus(firstFocus, byKeyboard: true)
      }
    }
    // Behind a sheet the editor's own commands are out of reach.
    return isRoomy ? tabs : tabs + session.historyCommands
  }

  /// Whether the panel fits beside the poster.
  private var isRoomy: Bool {
    guard let window = host?.size else { return true }
    return window.width >= 900
      || window.width >= 816 && window.height >= 540 && editing.hasRoomBesidePoster(for: Self.width + 24)
  }

  // MARK: Places

  /// As large as the space beside the poster; in a small window, the crown stays visible above the panel.
  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    if isRoomy { return Size(min(Self.width, room.width), min(600, room.height)) }
    let more = head(in: room.width, interface).end - Theme.controlHeight - Self.margin
    return Size(room.width, min(room.height, max((host?.size ?? room).height * 0.5, 204) + more))
  }

  /// The buttons, with the kinds beside them or else below, for a panel of some width.
  private func head(in width: Double, _ interface: Interface) -> (
    buttons: ButtonRows, tabs: Rect, end: Double
  ) {
    let (margin, room) = (Self.margin, max(width - 2 * Self.margin, 1))
    let buttons = ButtonRows([done, none], in: room, interface)
    let beside = room - buttons.width - 12
    if tabs.neededWidth(interface) <= beside {
      let frame = Rect(x: margin, y: margin, width: beside, height: Theme.controlHeight)
      return (buttons, frame, frame.maxY)
    }
    let height = max(tabs.neededHeight(atWidth: room, interface), Theme.controlHeight)
    let frame = Rect(x: margin, y: margin + buttons.height + Theme.gap, width: room, height: height)
    return (buttons, frame, frame.maxY)
  }

  override func layOut(_ interface: Interface) {
    let margin = Self.margin
    let head = head(in: bounds.width, interface)
    head.buttons.place(trailingTo: Point(bounds.width - margin, margin + head.buttons.height), interface)
    tabs.frame = head.tabs
    let top = tabs.frame.maxY + (bounds.height < 320 ? Theme.gap : margin)
    page(of: tab).frame = Rect(x: 0, y: top, width: bounds.width, height: max(bounds.height - top, 1))
  }
}

/// The parts of a crown by the rules of its family; each change is drawn on the poster immediately.
final class DesignTab: Control {
  private let session: EditorSession
  private let editing: CrownEditing
  private lazy var drawings = NewestTask<Drawing>(session.tasks)
  private let designer: any CrownDesigning
  /// The last design that this tab drew or requested.
  private var design: CrownDesign
  /// The last crown that this tab drew; if the poster has another one, its design is used.
  private var drawn: Emblem?
  private var idle: [String] = []

  /// A drawn crown, and the parts whose choice would change nothing.
  private struct Drawing: Sendable {
    let emblem: Emblem
    let idle: [String]
  }

  init(_ session: EditorSession, _ editing: CrownEditing, _ tools: CrownTools) {
    self.session = session
    self.editing = editing
    design = session.poster.emblem.design ?? CrownCatalogue.poster.design
    drawn = session.poster.emblem
    designer = tools.makeDesigner(design, session.seed)
    super.init(label: session.localized("Design", context: "crown"))
    addChild(designer)
    designer.onChange = { [unowned self] in apply($0, $1) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  var firstFocus: Control { designer.firstFocus }

  /// Draws another design, during a gesture or as a step.
  private func apply(_ wanted: CrownDesign, _ phase: ChangePhase) {
    guard wanted != design || phase == .final || session.poster.emblem != drawn else { return }
    guard session.mayChange() else { return refresh() }
    design = wanted
    drawings.run(isFinal: phase == .final) {
      let path = try wanted.drawing().outline()
      // The ineffective parts are computed after the gesture.
      return Drawing(
        emblem: .drawing(path, source: "design:" + wanted.text),
        idle: phase == .final ? wanted.idleOptions() : [])
    } then: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let drawing):
        drawn = drawing.emblem
        if phase == .final { idle = drawing.idle }
        editing.design(drawing.emblem, phase)
      case .failure(let fault): session.say(fault.message)
      }
      designer.show(design, idle: idle)
    }
  }

  /// Adopts the design of the poster's current crown.
  func refresh() {
    let emblem = session.poster.emblem
    if emblem != drawn, let other = emblem.design {
      (design, drawn, idle) = (other, emblem, [])
    }
    designer.show(design, idle: idle)
  }

  override func layOut(_ interface: Interface) { designer.frame = bounds }
}

/// Emoji and other signs: a field for any sign, and a grid of suitable ones.
final class SignTab: Control {
  private let session: EditorSession
  private let editing: CrownEditing
  private var signs: [Sign] = []
  private var shown: [Sign] = []
  private var figures: [String: Contents] = [:]
  private var isLoaded = false
  private let message = Layer()

  private lazy var field = TextField(
    label: session.localized("Emoji, sign or word"),
    placeholder: session.localized("An emoji, any sign, or a word to find one"), kind: .search,
    clipboard: session.clipboard,
    delegate: .init(edited: { [unowned self] text, _ in
      edit(text)
      return nil
    }))
  private lazy var grid = CellGrid(
    label: session.localized("Signs"), cellSize: Size(60, 60), gap: 4,
    content: .init(
      count: { [unowned self] in shown.count }, title: { [unowned self] in shown[$0].name },
      makeLayer: { [unowned self] in cell($0, $1, $2, $3) },
      press: { [unowned self] place, time in take(place, at: time) },
      open: { [unowned self] place, time in
        take(place, at: time)
        editing.close()
      }))

  private static let margin = 12.0

  init(_ session: EditorSession, _ editing: CrownEditing) {
    self.session = session
    self.editing = editing
    super.init(label: session.localized("Emoji"))
    layer.addSublayer(message)
    addChild(field)
    addChild(grid)
    session.tasks.run({ Sign.drawn(by: PosterSources.signs) }) { [weak self] result in
      guard let self, case .success(let signs) = result else { return }
      self.signs = signs
      isLoaded = true
      filter("")
      grid.makeCurrent(signs.firstIndex { $0.text == session.poster.emblem.source } ?? 0, at: 0)
    }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  var firstFocus: Control { grid }

  private func take(_ place: Int, at time: Double) {
    guard shown.indices.contains(place) else { return }
    let emblem = shown[place].emblem
    editing.take(emblem, isTinted: emblem.isTintedByItself(), at: time)
  }

  // MARK: The field

  private func edit(_ text: String) {
    // A single sign that is not a letter is used directly; letters search for names.
    if text.count == 1, let character = text.first, !character.isLetter, !character.isWhitespace {
      return editing.choose(text)
    }
    filter(text)
  }

  private func filter(_ words: String) {
    shown = words.isEmpty ? signs : signs.filter { $0.isFound(by: words, in: session.interface.language) }
    grid.reload()
    setNeedsUpdate()
  }

  override func interceptKey(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    if grid.isFocused, event.key == .space {
      if let current = grid.current { take(current, at: event.time) }
      return true
    }
    guard field.isFocused else { return false }
    switch event.key {
    case .down: host?.setFocus(grid, byKeyboard: true)
    case .enter where field.text.count == 1:
      editing.choose(field.text)
      editing.close()
    case .enter where !shown.isEmpty && !field.text.isEmpty:
      take(0, at: event.time)
      editing.close()
    default: return false
    }
    return true
  }

  // MARK: Appearance

  override func layOut(_ interface: Interface) {
    let margin = Self.margin
    field.frame = Rect(x: margin, y: 0, width: max(bounds.width - 2 * margin, 1), height: Theme.controlHeight)
    let top = Theme.controlHeight + 12
    let pitch = grid.cellSize.width + grid.gap
    // The cells are centred.
    let columns = max(((bounds.width - 2 * margin + grid.gap) / pitch).rounded(.down), 1)
    let width = columns * pitch - grid.gap
    grid.frame = Rect(
      x: ((bounds.width - width) / 2).rounded(), y: top,
      width: max(bounds.width - (bounds.width - width) / 2, 1),
      height: max(bounds.height - top, 1)
    ).pixelAligned(scale: interface.scale)
  }

  override func update(_ interface: Interface) {
    message.removeSublayers()
    guard isLoaded, shown.isEmpty else { return }
    let words = session.localized(
      field.text.isEmpty ? Message("No font with signs is installed") : Message("No matching sign"))
    let advice = session.localized(
      field.text.isEmpty
        ? Message("Install the package {package}", ["package": "fonts-symbola"])
        : Message("You can type or paste any emoji into the field"))
    let room = Rect(x: 16, y: grid.frame.minY + 24, width: bounds.width - 32, height: 24)
    message.addSublayer(
      Layer(
        words, style: Theme.strong, color: interface.theme.ink, in: room, alignment: .center, interface))
    let lines = interface.wrapped(advice, style: Theme.secondary, width: max(room.width, 1))
    let first = Rect(
      x: room.minX, y: room.maxY, width: room.width,
      height: lines.count > 1 ? Interface.lineHeight : room.height)
    message.addLines(
      lines, style: Theme.secondary, color: interface.theme.secondaryInk, in: first,
      pitch: Interface.lineHeight, alignment: .center, interface)
  }

  private func cell(_ place: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface) -> Layer
  {
    let theme = interface.theme
    let cell = Layer(
      Rect(origin: .zero, size: size), fill: state.isHovered ? theme.pressed : nil, radius: Theme.fieldRadius)
    if state.isSelected {
      cell.borderWidth = 2
      cell.borderColor = state.isFocused ? theme.highlight : theme.hairline
    }
    let sign = shown[place]
    let room = Rect(origin: .zero, size: size).inset(by: 11)
    switch sign.emblem {
    case .none: break
    case .path(let path, _):
      let figure = outline(sign.text, path)
      if let drawing = Layer(figure, fittedIn: room, color: theme.ink) { cell.addSublayer(drawing) }
    case .picture(let bytes, _):
      guard let contents = picture(sign.text, bytes) else { break }
      let drawing = Layer(frame: room)
      drawing.contents = contents
      cell.addSublayer(drawing)
    }
    return cell
  }

  private func outline(_ text: String, _ path: Path) -> Figure {
    if case .path(let known)? = figures[text] { return known.figure }
    let figure = Figure(path)
    figures[text] = .path(PathContents(figure, color: .black))
    return figure
  }

  private func picture(_ text: String, _ bytes: [UInt8]) -> Contents? {
    if let known = figures[text] { return known }
    guard let bitmap = try? Bitmap(encoded: bytes, fitting: PixelSize(width: 128, height: 128)) else {
      return nil
    }
    let contents = Contents.image(ImageContents(SharedBitmap(bitmap)))
    figures[text] = contents
    return contents
  }
}

/// An emoji or another sign that makes a good crown, with its name.
struct Sign: Hashable, Sendable {
  let text: String
  /// The search words of its group.
  let group: Message
  /// The sign drawn with the installed fonts.
  let emblem: Emblem

  /// The Unicode name, in lower case.
  var name: String { text.unicodeScalars.first?.properties.name?.lowercased() ?? text }

  /// Returns whether all words begin words of the name or the group, in English or a language.
  func isFound(by words: String, in language: Language) -> Bool {
    let own = [name, group.english, language.localized(group).lowercased()].flatMap {
      $0.split(separator: " ")
    }
    return words.lowercased().split(separator: " ").allSatisfy { word in own.contains { $0.hasPrefix(word) } }
  }

  /// The offered signs, by groups.
  static let offered: [(group: Message, texts: [String])] = [
    (
      Message("crowns royal", context: "search words"),
      ["👑", "♔", "♕", "♚", "♛", "⚜", "🏰", "⚔", "🏆", "💍", "🎩", "🎓"]
    ),
    (Message("hearts love", context: "search words"), ["♥", "❤", "💔", "💘", "❣", "❦", "🌹", "🌷"]),
    (
      Message("stars weather", context: "search words"),
      ["★", "☆", "✦", "✪", "✺", "❄", "☀", "☾", "⚡", "☂", "🔥", "🌈"]
    ),
    (
      Message("tools work", context: "search words"),
      ["✂", "⚒", "⚙", "✏", "✒", "🔨", "🔧", "🔑", "⚓", "⚖", "🔔", "💡", "📷", "☎"]
    ),
    (
      Message("animals", context: "search words"),
      ["🐈", "🐕", "🐎", "🐘", "🦁", "🦄", "🦉", "🐦", "🐟", "🐝", "🦋", "🐢", "🐇", "🐾"]
    ),
    (
      Message("food drink", context: "search words"),
      ["☕", "🍺", "🍷", "🍕", "🍔", "🍰", "🎂", "🍎", "🍒", "🍓", "🍵", "🍴"]
    ),
    (Message("music play", context: "search words"), ["♫", "🎸", "🎲", "⚽", "🚲", "✈", "⛵", "🚀"]),
    (Message("signs", context: "search words"), ["☮", "☯", "☠", "✌", "👍", "☘", "🍀", "♻", "☺", "∞"]),
  ]

  /// Draws the signs that an installed font contains, which takes a while.
  static func drawn(by draw: ([String]) -> [Emblem?]) -> [Sign] {
    let all = offered.flatMap { entry in entry.texts.map { (text: $0, group: entry.group) } }
    return zip(all, draw(all.map(\.text))).compactMap { sign, emblem in
      emblem.map { Sign(text: sign.text, group: sign.group, emblem: $0) }
    }
  }
}

/// Runs slow work on a background thread, and passes the results to callbacks on the frame loop.
///
/// The owner of the frame loop calls `receiveMail()` once per turn.
final class BackgroundTasks {
  /// The reason for a failure, for the person.
  struct Fault: LocalizableError, Hashable {
    let message: Message

    init(_ error: any Error) { message = Message(error) }
  }

  private let worker: Worker<Void>
  private let mail: Mailbox<Result>
  private var waiting: [Int: (any Sendable) -> Void] = [:]
  private var count = 0

  private struct Result: Sendable {
    let number: Int
    let value: any Sendable
  }

  init(_ work: WorkGroup) {
    worker = Worker(name: "editor", in: work)
    mail = Mailbox(wake: work.wake)
  }

  /// Runs work on the thread; `take` receives the result.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value, then take: @escaping (Swift.Result<Value, Fault>) -> Void
  ) {
    count += 1
    let number = count
    waiting[number] = { value in
      if let value = value as? Swift.Result<Value, Fault> { take(value) }
    }
    worker.run { [mail] in
      let value: Swift.Result<Value, Fault>
      do { value = .success(try work()) } catch { value = .failure(Fault(error)) }
      mail.send(Result(number: number, value: value))
    }
  }

  /// Passes on results.
  func receiveMail() {
    for result in mail.takeAll() { waiting.removeValue(forKey: result.number)?(result.value) }
  }
}

/// A sequence of requests in which a newer one replaces a waiting one, unless that is final.
final class NewestTask<Value: Sendable> {
  /// Some work, and the function that receives its result.
  struct Request {
    let work: @Sendable () throws -> Value
    /// Whether newer requests must not replace it.
    let isFinal: Bool
    let take: (Result<Value, BackgroundTasks.Fault>) -> Void
  }

  private let tasks: BackgroundTasks
  private var next: [Request] = []
  private var isRunning = false

  init(_ tasks: BackgroundTasks) { self.tasks = tasks }

  func run(
    isFinal: Bool = true, _ work: @escaping @Sendable () throws -> Value,
    then take: @escaping (Result<Value, BackgroundTasks.Fault>) -> Void
  ) {
    next.removeAll { !$0.isFinal }
    next.append(Request(work: work, isFinal: isFinal, take: take))
    begin()
  }

  private func begin() {
    guard !isRunning, !next.isEmpty else { return }
    let request = next.removeFirst()
    isRunning = true
    tasks.run(request.work) { [self] result in
      isRunning = false
      request.take(result)
      begin()
    }
  }
}
