import Application
import Colors
import Controls
import Geometry
import Input
import PosterScene
import Posters
import Publishing
import Scene
import Text
import Typography
import Workers

/// The layouts of all templates, computed in the background.
final class TemplateLayouts {
  /// A poster made from a template.
  struct Made: Sendable {
    let poster: Poster
    let layout: PosterLayout
  }

  /// The language of new posters.
  private let language: String?
  private let worker: Worker<Scratch>
  private let mail: Mailbox<Delivery>
  private var made: [Delivery?]
  /// The number of the current request; results of earlier ones are outdated.
  private var number = 0

  private struct Delivery: Sendable {
    let number: Int
    let index: Int
    let result: Result<Made, any Error>
  }

  /// The state of the layout thread.
  private struct Scratch {
    let typesetter = Typesetter()
    let letters = LetterCache()
  }

  /// Begins computing layouts.
  init(_ environment: WindowEnvironment) {
    language = environment.interface.language.locale?.tag
    made = PosterTemplate.all.map { _ in nil }
    mail = Mailbox(wake: environment.wake)
    worker = Worker(name: "templates", in: environment.work, patience: 10) { Scratch() }
    show(lines: nil)
  }

  /// Computes all layouts again, with a person's lines or the templates' own.
  func show(lines: [Poster.Line]?) {
    number += 1
    let (number, language, mail) = (number, language, mail)
    for (index, template) in PosterTemplate.all.enumerated() {
      worker.run { scratch in
        let result = Result {
          let poster = try template.poster(lines: lines, language: language)
          return Made(
            poster: poster,
            layout: PosterLayout(poster, typesetter: scratch.typesetter, cache: scratch.letters))
        }
        mail.send(Delivery(number: number, index: index, result: result))
      }
    }
  }

  /// Returns the layout of a template, perhaps with earlier lines; nil until it is known.
  subscript(index: Int) -> PosterLayout? { made[index].flatMap { try? $0.result.get().layout } }

  /// Returns the poster of a template with the current lines, or the error; nil until it is known.
  func poster(at index: Int) -> Result<Poster, any Error>? {
    guard let known = made[index], known.number == number else { return nil }
    return known.result.map(\.poster)
  }

  /// Receives layouts; returns whether there were any.
  @discardableResult func receive() -> Bool {
    let news = mail.takeAll().filter { $0.number == number }
    for delivery in news { made[delivery.index] = delivery }
    return !news.isEmpty
  }
}

/// The chooser of a new poster's template: small posters, of which one is chosen with the keyboard or the pointer.
final class TemplateChooser: Control {
  private let layouts: TemplateLayouts
  private let copied: [Poster.Line]?
  private let choose: (Poster, _ time: Double) -> Void
  /// The template that was chosen before its poster was ready.
  private var awaited: Int?
  private let heading = Layer()
  private lazy var useCopied = Toggle(Self.words(of: copied ?? [])) { [unowned self] isOn, _ in
    awaited = nil
    layouts.show(lines: isOn ? copied : nil)
    takeLayouts()
  }
  private lazy var cancel = Button("Cancel", kind: .quiet) { [unowned self] _ in host?.close(self) }
  private lazy var create = Button("Create", kind: .standard) { [unowned self] time in
    if let index = grid.current { open(index, at: time) }
  }
  private lazy var grid = CellGrid(
    label: "Templates", cellSize: Size(136, 212), gap: 16,
    content: CellGrid.Content(
      count: { PosterTemplate.all.count }, title: { PosterTemplate.all[$0].title },
      makeLayer: { [unowned self] in cell($0, $1, $2, $3) },
      makeFronts: { [unowned self] in fronts($0, $1, $2, $3) },
      open: { [unowned self] in open($0, at: $1) }))

  /// Creates a chooser of templates; `choose` receives the new poster.
  ///
  /// A copied text that would make a poster is offered as its lines.
  init(
    _ layouts: TemplateLayouts, copied: String?, choose: @escaping (Poster, _ time: Double) -> Void
  ) {
    self.layouts = layouts
    self.copied = copied.flatMap(PosterTemplate.lines(inCopied:))
    self.choose = choose
    super.init(label: "New poster")
    layer.addSublayer(heading)
    addChild(grid)
    if self.copied != nil { addChild(useCopied) }
    addChild(cancel)
    addChild(create)
    grid.makeCurrent(0, at: 0)
    layouts.receive()
  }

  override var isFocusable: Bool { false }
  /// The usual arrow.
  override var cursor: CursorShape { .arrow }

  /// Returns the offer to use copied lines, with their first words.
  private static func words(of lines: [Poster.Line]) -> String {
    let text = lines.map(\.text).joined(separator: " ")
    return "Use the copied lines: \(text.count > 34 ? text.prefix(32) + "…" : text[...])"
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
    case .failure(let error): host?.say("\(error)")
    }
  }

  // MARK: Appearance

  private static let margin = 20.0
  private static let headingHeight = 44.0

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    // As many whole columns as fit, at most six.
    let columns = min(max(((room.width - 2 * Self.margin + 16) / 152).rounded(.down), 1), 6)
    return Size(min(columns * 152 - 16 + 2 * Self.margin, room.width), min(room.height, 800))
  }

  override func layOut(_ interface: Interface) {
    let (margin, width) = (Self.margin, bounds.width - 2 * Self.margin)
    let cancelWidth = cancel.preferredSize(in: bounds.size, interface).width
    let createWidth = create.preferredSize(in: bounds.size, interface).width
    create.frame = Rect(
      x: bounds.width - margin - createWidth, y: 12, width: createWidth, height: Theme.controlHeight)
    cancel.frame = Rect(
      x: create.frame.minX - 8 - cancelWidth, y: 12, width: cancelWidth, height: Theme.controlHeight)
    var y = 12 + Self.headingHeight
    if copied != nil {
      let wanted = useCopied.preferredSize(in: bounds.size, interface).width
      useCopied.frame = Rect(x: margin, y: y - 4, width: min(wanted, width), height: Theme.controlHeight)
      y = useCopied.frame.maxY + 12
    }
    grid.frame = Rect(x: margin, y: y, width: width, height: max(bounds.height - y, 1))
  }

  override func update(_ interface: Interface) {
    heading.removeSublayers()
    let room = Rect(
      x: Self.margin, y: 12, width: max(cancel.frame.minX - Self.margin, 1), height: Theme.controlHeight)
    heading.addSublayer(
      Layer(label, style: Font(size: 20, weight: 600), color: interface.theme.ink, in: room, interface))
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
    let (template, theme) = (PosterTemplate.all[index], interface.theme)
    let cell = Layer(frame: Rect(origin: .zero, size: size))
    let place = place(of: template, in: size, interface)
    if state.isSelected {
      let ring = Layer(place.outset(by: 5), fill: nil, radius: 6)
      ring.borderWidth = state.isFocused ? 3 : 2
      ring.borderColor = state.isFocused ? theme.highlight : theme.hairline
      cell.addSublayer(ring)
    }
    let sheet: Layer
    if let layout = layouts[index] {
      sheet = Layer(poster: layout, size: place.size)
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
    let (template, theme) = (PosterTemplate.all[index], interface.theme)
    let fronts = [Layer(), Layer()]
    let edge = Layer(place(of: template, in: size, interface), fill: nil)
    edge.borderWidth = interface.hairline
    edge.borderColor = theme.hairline
    fronts[0].addSublayer(edge)
    let caption = Rect(
      x: 0, y: size.height - Self.captionHeight - 4, width: size.width, height: Self.captionHeight)
    fronts[1].addSublayer(
      Layer(
        template.title, style: state.isSelected ? Font(size: 12, weight: 600) : Theme.secondary,
        color: state.isSelected ? theme.ink : theme.secondaryInk, in: caption, alignment: .center, interface))
    return fronts
  }

  // MARK: Time

  private func takeLayouts() {
    if layouts.receive() { grid.reload() }
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    takeLayouts()
    openAwaited(at: time)
    return nil
  }

  /// Pasting uses the copied lines.
  override var commands: [Command] {
    guard copied != nil else { return [] }
    return [
      Command(
        "templates.copied", "Use the copied lines", .control("v"), group: "New poster",
        isChecked: useCopied.isOn
      ) { [unowned self] time in useCopied.press(at: nil, time: time) }
    ]
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
