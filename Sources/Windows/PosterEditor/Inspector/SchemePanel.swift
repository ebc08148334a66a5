import Catalog
import Controls
import Geometry
import Images
import Input
import PosterScene
import Posters
import Printing
import Publishing
import Scene
import Text
import Typography
import Workers

/// A poster in every colour scheme, computed in the background.
final class SchemePosters {
  /// The poster in one scheme.
  struct Made: Sendable {
    let poster: Poster
    let layout: PosterLayout
  }

  /// The schemes that ship, then those of the library's palettes once they are read.
  private(set) var schemes: [PosterScheme] = []
  /// The results by the indices of their schemes; nil until they are known.
  private(set) var results: [Result<Made, PosterScheme.Refusal>?] = []
  private let worker: Worker<Scratch>
  private let mail: Mailbox<Delivery>

  private enum Delivery: Sendable {
    case palettes([PosterScheme])
    case made(Int, Result<Made, PosterScheme.Refusal>)
  }

  /// The state of the thread.
  private struct Scratch {
    let typesetter: Typesetter
    let letters = LetterCache()
    let recoloring: Recoloring

    init(_ poster: Poster, _ decoder: any PictureDecoder) {
      typesetter = Typesetter()
      recoloring = Recoloring(poster, typesetter: typesetter, by: decoder)
    }

    func made(_ scheme: PosterScheme) -> Result<Made, PosterScheme.Refusal> {
      Result { () throws(PosterScheme.Refusal) in
        let poster = try recoloring.poster(in: scheme)
        return Made(poster: poster, layout: PosterLayout(poster, typesetter: typesetter, cache: letters))
      }
    }
  }

  /// Begins with the shipped schemes and reads the palettes of a library.
  init(_ poster: Poster, palettes library: Library?, in work: WorkGroup, by decoder: any PictureDecoder) {
    mail = Mailbox(wake: work.wake)
    worker = Worker(name: "schemes", in: work) { Scratch(poster, decoder) }
    add(PosterScheme.all)
    guard let library else { return }
    worker.run { [mail] _ in
      // A library whose palettes cannot be read has none; the palettes window says why.
      mail.send(.palettes((try? PosterScheme.palettes(of: library)) ?? []))
    }
  }

  private func add(_ more: [PosterScheme]) {
    let first = schemes.count
    schemes += more
    results += more.map { _ in nil }
    for (index, scheme) in more.enumerated() {
      worker.run { [mail] scratch in mail.send(.made(first + index, scratch.made(scheme))) }
    }
  }

  /// Receives results; returns whether there were any.
  func receive() -> Bool {
    let deliveries = mail.takeAll()
    for delivery in deliveries {
      switch delivery {
      case .palettes(let more): add(more)
      case .made(let index, let result): results[index] = result
      }
    }
    return !deliveries.isEmpty
  }
}

/// The chooser of a colour scheme: small versions of the poster, of which the current one is shown on the page.
///
/// The page shows a scheme as soon as it is the current one; only using it makes it an undo step.
final class SchemePanel: Control {
  private let session: EditorSession
  private let posters: SchemePosters
  private let pictures: PosterPictures
  /// The poster before the panel was opened.
  private let before: Poster
  /// The version that the panel has put on the page.
  private var shown: Poster
  private var isUsed = false
  private let heading = Layer()
  private let message = Words()
  private lazy var cancel = Button(session.localized("Cancel"), kind: .quiet) { [unowned self] _ in
    host?.close(self)
  }
  private lazy var use = Button(session.localized("Use"), kind: .standard) { [unowned self] _ in take() }
  private lazy var grid: CellGrid = {
    var content = CellGrid.Content(
      count: { [unowned self] in posters.schemes.count }, title: { [unowned self] in title($0) },
      makeLayer: { [unowned self] in cell($0, $1, $2, $3) },
      select: { [unowned self] _, _ in showCurrent() }, open: { [unowned self] _, _ in take() })
    content.tooltip = { [unowned self] in title($0) }
    return CellGrid(
      label: session.localized("Colour schemes"), cellSize: Self.cellSize, gap: Self.gap, content: content)
  }()

  private static let cellSize = Size(112, 156)
  private static let gap = 8.0

  private init(_ session: EditorSession, pictures: PosterPictures) {
    (self.session, self.pictures) = (session, pictures)
    (before, shown) = (session.poster, session.poster)
    posters = SchemePosters(session.poster, palettes: session.library, in: session.work, by: session.pictures)
    super.init(label: session.localized("Colour schemes"))
    layer.addSublayer(heading)
    message.isFault = true
    for control in [grid, message, cancel, use] as [Control] { addChild(control) }
    use.isEnabled = false
  }

  /// Opens the panel at an anchor in the window, beside the page; `owner` is the button that opens it.
  static func open(
    _ session: EditorSession, pictures: PosterPictures, at anchor: Rect, beside page: Rect, owner: Control?
  ) {
    guard let host = session.host, session.mayChange() else { return }
    session.draft.endTyping()
    let panel = SchemePanel(session, pictures: pictures)
    host.showPopover(panel, at: anchor, beside: page, owner: owner) { panel.end() }
    host.setFocus(panel.grid)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  // MARK: Choosing

  private func title(_ index: Int) -> String {
    session.localized(posters.schemes[index].name)
  }

  /// Puts the current scheme on the page, or says why it cannot be used.
  private func showCurrent() {
    guard let index = grid.current, let result = posters.results[index] else { return put(before, nil) }
    switch result {
    case .success(let made): put(made.poster, nil)
    case .failure(let refusal): put(before, session.localized(refusal.message))
    }
    use.isEnabled = (try? result.get()) != nil
  }

  private func put(_ poster: Poster, _ fault: String?) {
    message.text = fault ?? ""
    setNeedsLayout()
    use.isEnabled = false
    guard session.poster == shown else {
      session.say(session.localized("The poster has changed meanwhile; open the colour schemes again"))
      host?.close(self)
      return
    }
    shown = poster
    session.change(.colorScheme, .continuous) { $0 = poster }
  }

  /// Keeps what is on the page, as one undo step.
  private func take() {
    guard use.isEnabled, session.poster == shown else { return }
    isUsed = true
    let poster = shown
    session.change(.colorScheme, .final) { $0 = poster }
    host?.close(self)
  }

  /// Restores the poster unless a scheme was used.
  private func end() {
    if !isUsed, session.poster == shown { session.giveUp(.colorScheme, to: before) }
  }

  private func receive() {
    guard posters.receive() else { return }
    if grid.current == nil,
      let index = posters.results.firstIndex(where: { (try? $0?.get())?.poster == before })
    {
      grid.makeCurrent(index, at: host?.now ?? 0)
    }
    grid.reload()
    if !use.isEnabled, message.text.isEmpty, grid.current != nil { showCurrent() }
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    receive()
    return nil
  }

  // MARK: Appearance

  private static let margin = 16.0
  private static let headingHeight = 44.0
  private static let messageHeight = Words.height(lines: 4)

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    // In a narrow window it is a sheet, above which the page stays visible.
    let window = session.host?.size ?? room
    let isSheet = window.width < 640
    let most = ((room.width - 2 * Self.margin + Self.gap) / (Self.cellSize.width + Self.gap)).rounded(.down)
    let columns = max(isSheet ? most : min(most, window.width < 1000 ? 2 : 3), 1)
    let width = columns * (Self.cellSize.width + Self.gap) - Self.gap + 2 * Self.margin
    return Size(
      isSheet ? room.width : min(width, room.width),
      min(isSheet ? window.height / 2 : 640, room.height))
  }

  override func layOut(_ interface: Interface) {
    let (margin, width) = (Self.margin, max(bounds.width - 2 * Self.margin, 1))
    let buttons = ButtonRows([use, cancel], in: width, interface)
    buttons.place(atFootOf: bounds, interface)
    let saying = message.text.isEmpty ? 0 : Self.messageHeight + Theme.gap
    message.isHidden = saying == 0
    message.frame = Rect(
      x: margin, y: bounds.height - buttons.footHeight - saying + Theme.gap, width: width,
      height: Self.messageHeight)
    grid.frame = Rect(
      x: margin, y: Self.headingHeight, width: width,
      height: max(bounds.height - Self.headingHeight - buttons.footHeight - saying, 1))
  }

  override func update(_ interface: Interface) {
    heading.removeSublayers()
    let room = Rect(
      x: Self.margin, y: 8, width: max(bounds.width - 2 * Self.margin, 1), height: Theme.controlHeight)
    heading.addSublayer(
      Layer(label, style: Font(size: 15, weight: 600), color: interface.theme.ink, in: room, interface))
  }

  private func cell(
    _ index: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface
  ) -> Layer {
    let (scheme, theme) = (posters.schemes[index], interface.theme)
    let cell = Layer(frame: Rect(origin: .zero, size: size))
    let page = before.page
    let room = Rect(x: 5, y: 5, width: size.width - 10, height: size.height - Self.captionHeight - 12)
    let scale = min(room.width / page.width, room.height / page.height)
    let place = Rect(center: room.center, size: Size(page.width * scale, page.height * scale))
      .pixelAligned(scale: interface.scale)
    if state.isSelected {
      let ring = Layer(place.outset(by: 4), fill: nil, radius: 5)
      ring.borderWidth = state.isFocused ? 3 : 2
      ring.borderColor = state.isFocused ? theme.highlight : theme.hairline
      cell.addSublayer(ring)
    }
    let result = posters.results[index]
    let sheet: Layer
    if case .success(let made) = result {
      sheet = Layer(poster: made.layout, size: place.size, pictures: pictures)
      sheet.frame = place
    } else {
      sheet = Layer(place, fill: scheme.grounds[0])
    }
    sheet.shadow = theme.shadow(elevation: state.isHovered ? 2 : 1)
    cell.addSublayer(sheet)
    let edge = Layer(place, fill: nil)
    edge.borderWidth = interface.hairline
    edge.borderColor = theme.hairline
    cell.addSublayer(edge)
    var caption = title(index)
    var color = state.isSelected ? theme.ink : theme.secondaryInk
    if case .failure = result {
      caption = session.localized("{scheme}: no contrast", ["scheme": caption])
      color = theme.fault
    }
    cell.addSublayer(
      Layer(
        caption, style: state.isSelected ? Font(size: 12, weight: 600) : Theme.secondary, color: color,
        in: Rect(
          x: 0, y: size.height - Self.captionHeight - 2, width: size.width, height: Self.captionHeight),
        alignment: .center, isElastic: true, interface))
    return cell
  }

  /// The height of the name below a poster, in points.
  private static let captionHeight = 20.0

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .group, label: label, frame: frame)
  }
}
