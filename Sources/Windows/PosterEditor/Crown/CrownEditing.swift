import Catalog
import Controls
import Geometry
import Images
import Input
import Localization
import Motion
import Posters
import Publishing
import Scene

/// All ways to change the crown of the edited poster: the popover, dropped files, and the keyboard.
final class CrownEditing {
  private let session: EditorSession
  private let canvas: PosterCanvas
  /// The popover while it is open; the window owns it.
  private(set) weak var panel: CrownPanel?
  /// The tab that was shown last.
  private var tab = CrownPanel.Tab.crowns
  private(set) var recent: RecentCrowns
  /// Asks for a file; without it a path is typed.
  var browse: ((_ take: @escaping (String) -> Void) -> Void)?

  init(_ session: EditorSession, canvas: PosterCanvas) {
    self.session = session
    self.canvas = canvas
    recent = RecentCrowns(folder: session.folders.state)
    canvas.crownHandle.onOpen = { [unowned self] in toggle(at: $0) }
    canvas.crownHandle.onRemove = { [unowned self] in remove(at: $0) }
    canvas.onPaste = { [unowned self] in take($0) }
    canvas.drops.onTakeFont = { [unowned self] in FontSettings.take($0, in: self.session) }
    canvas.drops.onTake = { [unowned self] path, use, place in
      switch use {
      case .crown: choose(path)
      case .element: session.addFigure(path, at: place)
      case .ground: chooseGround(path)
      }
    }
  }

  private var now: Double { canvas.host?.now ?? 0 }

  // MARK: The popover

  /// Opens the popover beside the poster, its arrow toward the crown, or closes it.
  func toggle(from owner: Control? = nil, at time: Double) {
    guard let host = canvas.host else { return }
    if let panel { return host.close(panel) }
    guard session.mayChange() else { return }
    let panel = CrownPanel(session, self, tab: tab)
    self.panel = panel
    host.showPopover(
      panel, at: anchor, beside: canvas.convert(toWindow: canvas.pageFrame),
      owner: owner ?? canvas.crownHandle
    ) { [unowned self] in
      tab = panel.tab
      self.panel = nil
      session.onChange()
    }
    host.setFocus(
      panel.firstFocus, byKeyboard: host.focus != nil && owner == nil && host.focus === canvas.crownHandle)
  }

  /// The crown's actual or potential frame in the window.
  private var anchor: Rect {
    if !canvas.crownHandle.isHidden { return canvas.crownHandle.crownInWindow }
    let page = canvas.convert(toWindow: canvas.pageFrame)
    return Rect(
      x: page.midX - page.width / 8, y: page.minY + page.height / 12, width: page.width / 4,
      height: page.height / 8)
  }

  /// Returns whether a popover of a width fits at a side of the poster.
  func hasRoomBesidePoster(for width: Double) -> Bool {
    guard let window = canvas.host?.size else { return true }
    let page = canvas.convert(toWindow: canvas.pageFrame)
    return max(page.minX, window.width - page.maxX) >= width
  }

  /// Opens a popover beside a control that adds another crown as a drawing.
  func addAnother(from owner: Control) {
    guard let host = canvas.host, let tools = session.crownTools, session.mayChange() else { return }
    let panel = AnotherCrownPanel(session, tools, recent: recent.ids) { [weak host] in host?.close($0) }
    another = panel
    host.showPopover(
      panel, at: owner.frameInWindow, beside: canvas.convert(toWindow: canvas.pageFrame),
      owner: owner)
    host.setFocus(panel.firstFocus)
  }

  /// The popover for another crown while it is open; the window owns it.
  private weak var another: AnotherCrownPanel?

  func close() {
    if let panel { canvas.host?.close(panel) }
  }

  /// Updates the popover from the poster.
  func refresh() { panel?.refresh() }

  /// Receives results of background work.
  func receiveMail(at time: Double) {
    panel?.receiveMail(at: time)
    another?.receiveMail(at: time)
  }

  // MARK: Changing the crown

  /// Sets the crown as one undo step; it appears with an animation.
  ///
  /// With `isTinted`, a picture is drawn in the ink.
  func take(_ emblem: Emblem, isTinted: Bool = false, at time: Double) {
    guard emblem != session.poster.emblem, session.mayChange() else { return }
    canvas.crownMotion.begin(at: time, on: session.interface.reducesMotion ? nil : .interface)
    session.change(.newCrown) { poster in
      poster.emblem = emblem
      if case .picture = emblem { poster.tintsEmblem = isTinted }
    }
    guard let id = emblem.crownID else { return }
    recent = RecentCrowns(folder: session.folders.state)
    recent.add(id)
    if session.remembers { _ = recent.save() }
  }

  /// Sets the crown from text: a file, an emoji, or a crown of the library.
  func choose(_ words: String, then done: @escaping (String?) -> Void = { _ in }) {
    let decoder = session.pictures
    session.tasks.run({ () -> NamedEmblem in
      let emblem = try PosterSources.emblem(words, by: decoder)
      return NamedEmblem(emblem: emblem, isTinted: emblem.isTintedByItself(by: decoder))
    }) { [unowned self] result in
      switch result {
      case .success(let named):
        take(named.emblem, isTinted: named.isTinted, at: now)
        done(nil)
      case .failure(let fault):
        session.say(fault.message)
        done(session.localized(fault.message))
      }
    }
  }

  private struct NamedEmblem: Sendable {
    let emblem: Emblem
    let isTinted: Bool
  }

  /// Sets the crown or the background from the clipboard.
  func take(_ pasted: PastedPicture) {
    switch pasted {
    case .crown(let emblem, let isTinted):
      take(emblem, isTinted: isTinted, at: now)
      session.say(Message("Pasted as the crown"))
    case .ground(let background):
      takeGround(background)
      session.say(Message("Pasted as the ground"))
    }
  }

  private func takeGround(_ background: Background) {
    session.change(.pictureAsGround) { $0.background = background }
    session.showsGround = true
  }

  /// Sets the background from a picture's file.
  func chooseGround(_ path: String) {
    let (page, decoder) = (session.poster.page, session.pictures)
    session.tasks.run({ try PosterSources.background(path, page: page, by: decoder) }) {
      [unowned self] result in
      switch result {
      case .success(let background): takeGround(background)
      case .failure(let fault): session.say(fault.message)
      }
    }
  }

  /// Changes the crown during a gesture of designing it.
  func design(_ emblem: Emblem, _ phase: ChangePhase) {
    session.change(.crownDesign, phase) { $0.emblem = emblem }
  }

  func remove(at time: Double) {
    guard session.poster.emblem != .none else { return session.say(Message("The poster has no crown")) }
    session.change(.noCrown) { $0.emblem = .none }
    if canvas.host?.focus === canvas.crownHandle { canvas.host?.setFocus(canvas) }
  }

  // MARK: Commands

  var commands: [Command] {
    let hasCrown = session.poster.emblem != .none
    let group = session.localized("Crown")
    return [
      Command("crown.choose", session.localized("Choose a crown…"), .controlShift("c"), group: group) {
        [unowned self] time in
        toggle(at: time)
      },
      Command("crown.remove", session.localized("Remove the crown"), group: group, isEnabled: hasCrown) {
        [unowned self] time in
        remove(at: time)
      },
      Command(
        "crown.usual-place", session.localized("Historic place of the crown"), group: group,
        isEnabled: hasCrown && session.poster.emblemOffset != .zero
      ) { [unowned self] _ in session.change(.crownPlace) { $0.emblemOffset = .zero } },
      Command(
        "crown.usual-size", session.localized("Historic size of the crown"), group: group,
        isEnabled: hasCrown && session.poster.emblemScale != 1
      ) { [unowned self] _ in session.change(.crownSize) { $0.emblemScale = 1 } },
    ]
  }
}

/// The popover that adds a crown of the library beside the one above the text.
final class AnotherCrownPanel: Control {
  private let picker: any CrownPicking

  /// Creates a popover; `close` closes it.
  init(_ session: EditorSession, _ tools: CrownTools, recent: [String], close: @escaping (Control) -> Void) {
    picker = tools.makePicker(
      CrownTools.Request(
        selected: nil, recent: recent, folders: session.folders, clipboard: session.clipboard,
        work: session.work))
    super.init(label: session.localized("Another crown"))
    addChild(picker)
    picker.onChoose = { [unowned session] id, outline, _ in
      session.add(.figure(.drawing(outline, source: "crown:" + id), isTinted: false), .newPicture)
    }
    picker.onFinish = { [unowned self] _ in close(self) }
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  var firstFocus: Control { picker.firstFocus }

  func receiveMail(at time: Double) { picker.receiveMail(at: time) }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(412, room.width), min(560, room.height))
  }

  override func layOut(_ interface: Interface) {
    picker.frame = bounds.inset(by: EdgeInsets(top: 12, left: 0, bottom: 0, right: 0))
  }
}

/// A picture or a drawing on the clipboard, converted for a poster.
enum PastedPicture: Sendable {
  case crown(Emblem, isTinted: Bool)
  case ground(Background)

  private static let drawing = "image/svg+xml"
  private static let pictures = ["image/png", "image/jpeg", "image/webp"]

  /// Reads the clipboard on a background thread; nil without a picture.
  ///
  /// - Parameter text: A text on the clipboard that is a drawing, or nil.
  init?(
    _ text: String?, from fetch: Clipboard.Fetching, in language: Language, by decoder: any PictureDecoder
  ) throws {
    let offer =
      text.map { Clipboard.Offer(Self.drawing, Array($0.utf8)) } ?? fetch([Self.drawing] + Self.pictures)
    guard let offer else { return nil }
    if offer.kind == Self.drawing {
      let name = language.localized(Emblem.pastedName)
      let emblem = try PosterSources.emblem(offer.bytes, named: name, by: decoder).asPasted
      self = .crown(emblem, isTinted: emblem.isTintedByItself(by: decoder))
    } else {
      self = .ground(
        try PosterSources.background(
          offer.bytes, named: language.localized("The pasted picture"), by: decoder))
    }
  }

  /// Returns whether a text is an SVG drawing, which some programs copy as plain text.
  static func isDrawing(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace }.prefix(2000)
    return start.hasPrefix("<svg")
      || (start.hasPrefix("<?xml") || start.hasPrefix("<!")) && start.contains("<svg")
  }
}
