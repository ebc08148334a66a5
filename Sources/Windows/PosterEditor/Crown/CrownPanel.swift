import Controls
import Geometry
import Input
import Posters
import Scene

/// What chooses the crown of a poster: one of the library, a sign, a picture, or a design of one's own.
///
/// The crown on the poster changes at once; Escape leaves.
final class CrownPanel: Control {
  enum Tab: Int, CaseIterable {
    case crowns
    case emoji
    case picture
    case design

    var title: String {
      switch self {
      case .crowns: "Crowns"
      case .emoji: "Emoji"
      case .picture: "Picture"
      case .design: "Design"
      }
    }

    var commandTitle: String {
      switch self {
      case .crowns: "Crowns of the library"
      case .emoji: "Emoji and signs"
      case .picture: "A picture as crown"
      case .design: "Design a crown"
      }
    }
  }

  private let session: EditorSession
  private let editing: CrownEditing
  private lazy var tabs = SegmentedChoice(
    label: "Kind of crown", choices: offered.map(\.title), index: offered.firstIndex(of: tab) ?? 0
  ) { [unowned self] index, _ in show(offered[index]) }
  private lazy var none = Button("None", kind: .plain) { [unowned self] time in editing.remove(at: time) }
  private lazy var done = Button("Done", kind: .plain) { [unowned self] _ in editing.close() }
  private(set) var tab: Tab

  private lazy var crowns = session.crownTools.map { makePicker($0) }
  private lazy var signs = SignTab(session, editing)
  private lazy var picture = PictureTab(session, editing)
  private lazy var design = session.crownTools.map { DesignTab(session, editing, $0) }
  /// The tabs that have been shown; only they are kept up to date.
  private var made: Set<Tab> = []

  /// The tabs that there are.
  private var offered: [Tab] { session.crownTools == nil ? [.emoji, .picture] : Tab.allCases }

  private static let margin = 12.0
  private static let width = 412.0

  init(_ session: EditorSession, _ editing: CrownEditing, tab: Tab) {
    self.session = session
    self.editing = editing
    self.tab = session.crownTools == nil && tab != .picture ? .emoji : tab
    super.init(label: "Crown")
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
    // Without tools for crowns, neither of theirs is offered.
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

  /// What has the keyboard when the panel opens or a tab is chosen by a key.
  var firstFocus: Control {
    switch tab {
    case .crowns: crowns?.firstFocus ?? signs.firstFocus
    case .emoji: signs.firstFocus
    case .picture: picture.firstFocus
    case .design: design?.firstFocus ?? signs.firstFocus
    }
  }

  /// Shows the poster as it is now.
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
        "crown.tab-\(place + 1)", tab.commandTitle, .control(Character("\(place + 1)")), group: "Crown"
      ) { [unowned self] _ in
        show(tab)
        host?.setFocus(firstFocus, byKeyboard: true)
      }
    }
    // Behind a sheet the editor's own commands are out of reach.
    return isRoomy ? tabs : tabs + session.historyCommands
  }

  /// Whether there is room for the panel beside the poster.
  private var isRoomy: Bool {
    guard let window = host?.size else { return true }
    return window.width >= 900
      || window.width >= 816 && window.height >= 540 && editing.hasRoomBesidePoster(for: Self.width + 24)
  }

  // MARK: Places

  /// As large as the room beside the poster; in a small window no more than lets the crown be seen above it.
  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    if isRoomy { return Size(min(Self.width, room.width), min(600, room.height)) }
    return Size(room.width, min(room.height, max((host?.size ?? room).height * 0.5, 204)))
  }

  override func layOut(_ interface: Interface) {
    let margin = Self.margin
    var right = bounds.width - margin
    for button in [done, none] {
      let width = button.preferredSize(in: bounds.size, interface).width
      button.frame = Rect(x: right - width, y: margin, width: width, height: Theme.controlHeight)
      right -= width + Theme.gap
    }
    tabs.frame = Rect(
      x: margin, y: margin, width: max(none.frame.minX - margin - 12, 1), height: Theme.controlHeight)
    let top = tabs.frame.maxY + (bounds.height < 320 ? Theme.gap : margin)
    page(of: tab).frame = Rect(x: 0, y: top, width: bounds.width, height: max(bounds.height - top, 1))
  }
}
