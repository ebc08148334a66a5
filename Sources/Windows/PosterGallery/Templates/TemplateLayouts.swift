import Application
import Colors
import Controls
import Geometry
import Images
import Input
import Localization
import PosterScene
import Posters
import Printing
import Publishing
import Scene
import Text
import Typography
import Workers

/// The templates with their layouts, computed in the background, and the changes of a person's own ones.
final class TemplateLayouts {
  /// A poster made from a template.
  struct Made: Sendable {
    let poster: Poster
    let layout: PosterLayout
    let pictures: PosterPictures
  }

  /// A result that arrives on the frame loop.
  private enum Delivery: Sendable {
    case own([PosterTemplate])
    case made(String, Layout)
    case changed(Change)
  }

  private struct Layout: Sendable {
    /// The number of the request; results of earlier ones are outdated.
    let number: Int
    let result: Result<Made, any Error>
  }

  /// A change of a person's own templates that was made, undone or redone, and whether that succeeded.
  struct Change: Sendable {
    enum Kind: Sendable { case new, undo, redo }
    let kind: Kind
    /// The change in words.
    let words: Message
    let result: Result<TemplateFolder.Change, TemplateFolder.Refusal>
  }

  /// The templates in order: the empty one, a person's own ones, the others that ship.
  private(set) var templates = PosterTemplate.all
  /// The language of new posters and of the templates' texts.
  private let texts: Language
  private let folder: TemplateFolder?
  private let decoder: any PictureDecoder
  private let worker: Worker<Scratch>
  private let mail: Mailbox<Delivery>
  private var made: [String: Layout] = [:]
  private var number = 0
  private var lines: [Poster.Line]?

  /// The state of the layout thread.
  private struct Scratch {
    let typesetter = Typesetter()
    let letters = LetterCache()
  }

  /// The longer side of decoded pictures, in pixels.
  private static let pictureSide = 320.0

  /// Begins reading a person's own templates and computing layouts.
  init(_ environment: WindowEnvironment) {
    texts = environment.interface.language
    folder = TemplateFolder(environment.folders, collation: texts.collation)
    decoder = environment.pictures
    mail = Mailbox(wake: environment.wake)
    worker = Worker(name: "templates", in: environment.work, patience: 10) { Scratch() }
    // A person's own templates come first, so that they do not move the others later.
    if folder == nil { request() } else { readOwn() }
  }

  private func readOwn() {
    guard let folder else { return }
    worker.run { [mail] _ in mail.send(.own(folder.templates)) }
  }

  private func take(own: [PosterTemplate]) {
    let shipped = PosterTemplate.all
    templates = shipped.prefix(1) + own + shipped.dropFirst()
    for template in own { made[template.key] = nil }
    request()
  }

  /// Computes all layouts again, with a person's lines or the templates' own.
  func show(lines: [Poster.Line]?) {
    number += 1
    self.lines = lines
    request()
  }

  /// Requests the layouts that are missing or have earlier lines.
  private func request() {
    let (number, lines, texts, decoder, mail) = (number, lines, texts, decoder, mail)
    for template in templates where made[template.key]?.number != number {
      worker.run { scratch in
        let result = Result {
          let poster = try template.poster(lines: lines, language: texts.locale?.tag, texts: texts)
          let layout = PosterLayout(poster, typesetter: scratch.typesetter, cache: scratch.letters)
          let scale = Self.pictureSide / max(layout.page.width, layout.page.height)
          let request = PosterPictures.Request(layout, page: PixelSize(layout.page.size, scale: scale))
          return Made(
            poster: poster, layout: layout,
            pictures: request.isEmpty ? .none : request.pictures(by: decoder))
        }
        mail.send(.made(template.key, Layout(number: number, result: result)))
      }
    }
  }

  /// Returns what is known of a template, perhaps with earlier lines; nil until it is known.
  subscript(index: Int) -> Made? { made[templates[index].key].flatMap { try? $0.result.get() } }

  /// Returns the poster of a template with the current lines, or the error; nil until it is known.
  func poster(at index: Int) -> Result<Poster, any Error>? {
    guard let known = made[templates[index].key], known.number == number else { return nil }
    return known.result.map(\.poster)
  }

  /// Changes a person's own templates; the result arrives with the new templates.
  func change(
    _ words: Message, _ kind: Change.Kind = .new,
    _ change: @escaping @Sendable (TemplateFolder) throws(TemplateFolder.Refusal) -> TemplateFolder.Change
  ) {
    guard let folder else { return }
    worker.run { [mail] _ in
      let result = Result { () throws(TemplateFolder.Refusal) in
        let change = try change(folder)
        try folder.make(change)
        return change
      }
      mail.send(.changed(Change(kind: kind, words: words, result: result)))
    }
    readOwn()
  }

  /// Receives results; returns whether there were any, and the changes among them.
  @discardableResult func receive() -> (hasNews: Bool, changes: [Change]) {
    let deliveries = mail.takeAll()
    var changes: [Change] = []
    for delivery in deliveries {
      switch delivery {
      case .own(let own): take(own: own)
      case .made(let key, let layout): if layout.number == number { made[key] = layout }
      case .changed(let change): changes.append(change)
      }
    }
    return (!deliveries.isEmpty, changes)
  }
}

extension PosterTemplate {
  /// An identifier that no other template has.
  fileprivate var key: String { isOwn ? "own \(name)" : name }
}

/// The chooser of a new poster's template: small posters, of which one is chosen with the keyboard or the pointer.
final class TemplateChooser: Control {
  private let layouts: TemplateLayouts
  private let copied: [Poster.Line]?
  private let choose: (Poster, _ time: Double) -> Void
  /// The template that was chosen before its poster was ready.
  private var awaited: Int?
  private let heading = Layer()
  private let language: Language
  private let writesFiles: Bool
  /// The changes of a person's own templates since the chooser was opened.
  private var history = EditHistory<TemplateFolder.Change>()
  /// The last change, or the reason why a template cannot be used.
  private let message = Words()
  private lazy var undoButton = Button(language.localized("Undo"), kind: .quiet) { [unowned self] _ in
    undo()
  }
  private lazy var useCopied = Toggle(language.localized(Self.offer(of: copied ?? []))) {
    [unowned self] isOn, _ in
    awaited = nil
    layouts.show(lines: isOn ? copied : nil)
    takeLayouts()
  }
  private lazy var cancel = Button(language.localized("Cancel"), kind: .quiet) { [unowned self] _ in
    host?.close(self)
  }
  private lazy var create = Button(language.localized("Create"), kind: .standard) {
    [unowned self] time in
    if let index = grid.current { open(index, at: time) }
  }
  private lazy var grid: CellGrid = {
    var content = CellGrid.Content(
      count: { [unowned self] in layouts.templates.count },
      title: { [unowned self] in layouts.templates[$0].title(in: language) },
      makeLayer: { [unowned self] in cell($0, $1, $2, $3) },
      makeFronts: { [unowned self] in fronts($0, $1, $2, $3) },
      select: { [unowned self] _, _ in sayFault() },
      open: { [unowned self] in open($0, at: $1) })
    content.menu = { [unowned self] in Menu(groups: [ownCommands(for: $0)]) }
    content.tooltip = { [unowned self] in layouts.templates[$0].title(in: language) }
    return CellGrid(
      label: language.localized("Templates"), cellSize: Self.cellSize, gap: Self.gap, content: content)
  }()

  /// Creates a chooser of templates; `choose` receives the new poster.
  ///
  /// A copied text that would make a poster is offered as its lines.
  init(
    _ layouts: TemplateLayouts, _ environment: WindowEnvironment, copied: String?,
    choose: @escaping (Poster, _ time: Double) -> Void
  ) {
    self.layouts = layouts
    language = environment.interface.language
    writesFiles = environment.writesFiles
    self.copied = copied.flatMap(PosterTemplate.lines(inCopied:))
    self.choose = choose
    super.init(label: language.localized("New poster"))
    layer.addSublayer(heading)
    addChild(grid)
    if self.copied != nil { addChild(useCopied) }
    addChild(cancel)
    addChild(create)
    addChild(message)
    addChild(undoButton)
    grid.makeCurrent(0, at: 0)
    takeLayouts()
  }

  override var isFocusable: Bool { false }
  /// The usual arrow.
  override var cursor: CursorShape { .arrow }

  /// Returns the offer to use copied lines, with their first words.
  private static func offer(of lines: [Poster.Line]) -> Message {
    let text = lines.map(\.text).joined(separator: " ")
    return Message(
      "Use the copied lines: {text}", ["text": text.count > 34 ? "\(text.prefix(32))…" : text])
  }

  private func open(_ index: Int, at time: Double) {
    awaited = index
    openAwaited(at: time)
  }

  /// Passes on the poster of the chosen template as soon as it is ready.
  private func openAwaited(at time: Double) {
    guard let index = awaited, let made = layouts.poster(at: index) else { return }
    awaited = nil
    let host = host
    switch made {
    case .success(let poster):
      host?.close(self)
      choose(poster, time)
    case .failure(let error):
      if layouts.templates[index].fault == nil { host?.say(language.localized(error)) } else { sayFault() }
    }
  }

  // MARK: A person's own templates

  /// Says why the current template cannot be used.
  private func sayFault() {
    let fault = grid.current.flatMap { layouts.templates[$0].fault }
    say(fault?.message, isFault: fault != nil)
  }

  private func say(_ words: Message?, isFault: Bool = false) {
    message.text = words.map(language.localized) ?? ""
    message.isFault = isFault
    setNeedsLayout()
  }

  private func ownCommands(for index: Int?) -> [Command] {
    guard let index, layouts.templates.indices.contains(index), layouts.templates[index].isOwn else {
      return []
    }
    let template = layouts.templates[index]
    let group = language.localized("New poster")
    return [
      Command(
        "templates.rename", language.localized("Rename…"), Shortcut(.function(2)), group: group,
        isEnabled: template.fault == nil
      ) { [unowned self] _ in rename(template) },
      Command("templates.remove", language.localized("Remove"), Shortcut(.delete), group: group) {
        [unowned self] _ in remove(template)
      },
    ]
  }

  private func rename(_ template: PosterTemplate) {
    guard mayWrite() else { return }
    host?.askForName(
      language.localized("Rename template"), name: template.title, button: language.localized("Rename")
    ) { [unowned self] title in
      let name = template.name
      layouts.change(Message("Renamed the template to “{title}”", ["title": title])) {
        folder throws(TemplateFolder.Refusal) in try folder.renaming(name, to: title)
      }
    }
  }

  private func remove(_ template: PosterTemplate) {
    guard mayWrite() else { return }
    let name = template.name
    layouts.change(Message("Removed the template “{title}”", ["title": template.title])) {
      folder throws(TemplateFolder.Refusal) in try folder.removing(name)
    }
  }

  private func mayWrite() -> Bool {
    if !writesFiles { host?.say(language.localized("No file is written here")) }
    return writesFiles
  }

  private func undo() {
    guard let change = history.undo()?.change.inverse else { return }
    layouts.change(Message("The template is as it was before"), .undo) {
      _ throws(TemplateFolder.Refusal) in change
    }
  }

  private func redo() {
    guard let change = history.redo()?.change else { return }
    layouts.change(Message("The template is changed again"), .redo) {
      _ throws(TemplateFolder.Refusal) in change
    }
  }

  private func take(_ change: TemplateLayouts.Change) {
    switch change.result {
    case .success(let made):
      if change.kind == .new { history.record(made, named: "template") }
      say(change.words)
    case .failure(let refusal):
      // A failed undo stays in the history as done, a failed redo as undone.
      if change.kind == .undo { _ = history.redo() }
      if change.kind == .redo { _ = history.undo() }
      say(refusal.message, isFault: true)
    }
  }

  // MARK: Appearance

  private static let margin = 20.0
  private static let headingFont = Font(size: 20, weight: 600)

  private func headline(_ interface: Interface) -> PanelHeading {
    let room = Rect(x: Self.margin, y: 12, width: max(bounds.width - 2 * Self.margin, 1), height: 0)
    return PanelHeading(label, style: Self.headingFont, [create, cancel], in: room, interface)
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    let width = max(Self.gridWidth(in: room.width - 2 * Self.margin), Self.smallestWidth)
    return Size(min(width + 2 * Self.margin, room.width), min(room.height, 800))
  }

  /// Returns the width of as many whole columns as fit, at most six.
  private static func gridWidth(in room: Double) -> Double {
    let pitch = cellSize.width + gap
    return min(max(((room + gap) / pitch).rounded(.down), 1), 6) * pitch - gap
  }

  private static let cellSize = Size(136, 212)
  private static let gap = 16.0
  /// The minimum width of the content, for the heading above a single column.
  private static let smallestWidth = 230.0

  override func layOut(_ interface: Interface) {
    let (margin, width) = (Self.margin, bounds.width - 2 * Self.margin)
    let headline = headline(interface)
    headline.placeButtons(interface)
    var y = headline.end + 12
    if copied != nil {
      let wanted = useCopied.preferredSize(in: bounds.size, interface).width
      useCopied.frame = Rect(x: margin, y: y - 4, width: min(wanted, width), height: Theme.controlHeight)
      y = useCopied.frame.maxY + 12
    }
    let saying = message.text.isEmpty ? 0 : Words.height(lines: 3) + 16
    message.isHidden = saying == 0
    undoButton.isHidden = saying == 0 || message.isFault || !history.canUndo
    let undoWidth = undoButton.isHidden ? 0 : undoButton.preferredSize(in: bounds.size, interface).width
    undoButton.frame = Rect(
      x: bounds.width - margin - undoWidth, y: bounds.height - saying + 8, width: undoWidth,
      height: Theme.controlHeight)
    message.frame = Rect(
      x: margin, y: bounds.height - saying + 8, width: max(width - undoWidth - 8, 1),
      height: Words.height(lines: 3))
    let start = ((width - Self.gridWidth(in: width)) / 2).rounded()
    grid.frame = Rect(
      x: margin + start, y: y, width: max(width - start, 1), height: max(bounds.height - y - saying, 1))
  }

  override func update(_ interface: Interface) {
    heading.removeSublayers()
    heading.addSublayer(
      Layer(
        label, style: Self.headingFont, color: interface.theme.ink, in: headline(interface).title, interface))
  }

  /// The height of the name below a template, in points.
  private static let captionHeight = 20.0

  /// Returns the frame of a template in a cell of a size.
  private func place(of template: PosterTemplate, in size: Size, _ interface: Interface) -> Rect {
    // Room for the ring around the picture.
    let room = Rect(x: 5, y: 5, width: size.width - 10, height: size.height - Self.captionHeight - 15)
    let scale = min(room.width / template.page.width, room.height / template.page.height)
    let shown = Size(template.page.width * scale, template.page.height * scale)
    return Rect(
      x: room.midX - shown.width / 2, y: room.maxY - shown.height, width: shown.width, height: shown.height
    ).pixelAligned(scale: interface.scale)
  }

  private func cell(
    _ index: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface
  ) -> Layer {
    let (template, theme) = (layouts.templates[index], interface.theme)
    let cell = Layer(frame: Rect(origin: .zero, size: size))
    let place = place(of: template, in: size, interface)
    if state.isSelected {
      let ring = Layer(place.outset(by: 5), fill: nil, radius: 6)
      ring.borderWidth = state.isFocused ? 3 : 2
      ring.borderColor = state.isFocused ? theme.highlight : theme.hairline
      cell.addSublayer(ring)
    }
    let sheet: Layer
    if let made = layouts[index] {
      sheet = Layer(poster: made.layout, size: place.size, pictures: made.pictures)
      sheet.frame = place
    } else {
      sheet = Layer(place, fill: template.background.meanColor)
    }
    sheet.shadow = theme.shadow(elevation: state.isHovered ? 2 : 1)
    cell.addSublayer(sheet)
    return cell
  }

  /// Returns the border of a template, and its name.
  private func fronts(
    _ index: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface
  ) -> [Layer] {
    let (template, theme) = (layouts.templates[index], interface.theme)
    let fronts = [Layer(), Layer()]
    let edge = Layer(place(of: template, in: size, interface), fill: nil)
    edge.borderWidth = interface.hairline
    edge.borderColor = theme.hairline
    fronts[0].addSublayer(edge)
    let caption = Rect(
      x: 0, y: size.height - Self.captionHeight - 4, width: size.width, height: Self.captionHeight)
    fronts[1].addSublayer(
      Layer(
        template.title(in: interface.language),
        style: state.isSelected ? Font(size: 12, weight: 600) : Theme.secondary,
        color: template.fault != nil ? theme.fault : state.isSelected ? theme.ink : theme.secondaryInk,
        in: caption, alignment: .center, isElastic: true, interface))
    return fronts
  }

  // MARK: Time

  private func takeLayouts() {
    let current = grid.current.flatMap { index in
      layouts.templates.indices.contains(index) ? layouts.templates[index] : nil
    }
    let (hasNews, changes) = layouts.receive()
    guard hasNews else { return }
    grid.reload()
    // The current template stays the current one when others come before it.
    if let current,
      let index = layouts.templates.firstIndex(where: { $0.isOwn == current.isOwn && $0.name == current.name }
      )
    {
      if index != grid.current { grid.makeCurrent(index, at: host?.now ?? 0) }
    }
    for change in changes { take(change) }
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    takeLayouts()
    openAwaited(at: time)
    return nil
  }

  /// Changes of a person's own templates; pasting uses the copied lines.
  override var commands: [Command] {
    let group = language.localized("New poster")
    let changes =
      ownCommands(for: grid.current) + [
        Command(
          "templates.undo", language.localized("Undo"), .control("z"), group: group,
          isEnabled: history.canUndo
        ) { [unowned self] _ in undo() },
        Command(
          "templates.redo", language.localized("Redo"), .controlShift("z"), .control("y"), group: group,
          isEnabled: history.canRedo
        ) { [unowned self] _ in redo() },
      ]
    guard copied != nil else { return changes }
    return changes + [
      Command(
        "templates.copied", language.localized("Use the copied lines"), .control("v"), group: group,
        isChecked: useCopied.isOn
      ) { [unowned self] time in useCopied.press(at: nil, time: time) }
    ]
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
