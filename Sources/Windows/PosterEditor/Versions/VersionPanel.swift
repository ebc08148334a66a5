import Catalog
import Colors
import Controls
import Geometry
import Glibc
import Images
import Input
import Localization
import Posters
import Printing
import Publishing
import Scene
import Text
import Typography

/// The named versions of the edited poster, in a dialog: save, restore, rename and remove them.
final class VersionPanel: Control {
  private let session: EditorSession
  private let poster: PosterKey
  private let list: VersionList
  private let heading = Layer()
  private let message = Words()
  private lazy var saveButton = Button(session.localized("Save version…"), kind: .plain) {
    [unowned self] _ in askForName()
  }
  private lazy var closeButton = Button(session.localized("Close"), kind: .quiet) { [unowned self] _ in
    host?.close(self)
  }
  private lazy var restoreButton = Button(session.localized("Restore"), kind: .standard) {
    [unowned self] _ in restore()
  }
  private lazy var renameButton = Button(session.localized("Rename…"), kind: .plain) { [unowned self] _ in
    rename()
  }
  private lazy var removeButton = Button(session.localized("Remove"), kind: .plain) { [unowned self] _ in
    remove()
  }
  private lazy var undoButton = Button(session.localized("Undo"), kind: .quiet) { [unowned self] _ in
    list.undo()
  }
  private lazy var grid: CellGrid = {
    var content = CellGrid.Content(
      count: { [unowned self] in versions.count }, title: { [unowned self] in versions[$0].name },
      makeLayer: { [unowned self] in row($0, $1, $2, $3) }, select: { [unowned self] _, _ in refresh() },
      open: { [unowned self] _, _ in restore() })
    content.menu = { [unowned self] _ in Menu(groups: [versionCommands]) }
    return CellGrid(
      label: session.localized("Versions"), cellSize: Size(.infinity, Self.rowHeight), content: content)
  }()

  private static let rowHeight = 84.0

  private init(_ session: EditorSession, _ library: Library, _ poster: PosterKey) {
    (self.session, self.poster) = (session, poster)
    list = VersionList(library, poster, in: session.work, by: session.pictures)
    super.init(label: session.localized("Versions"))
    layer.addSublayer(heading)
    for control in [
      saveButton, closeButton, grid, message, undoButton, restoreButton, renameButton, removeButton,
    ] as [Control] {
      addChild(control)
    }
    refresh()
  }

  /// Opens the versions of the edited poster, or says why it has none.
  static func open(_ session: EditorSession) {
    guard let host = session.host, session.mayChange() else { return }
    guard let (library, key) = session.wallPlace else {
      return session.say(
        session.localized(
          "Named versions are kept for posters in the gallery; add this one with “regalia poster add”"))
    }
    session.draft.endTyping()
    let panel = VersionPanel(session, library, key)
    host.showDialog(panel)
    host.setFocus(panel.grid)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  // MARK: Changes

  private var versions: [PosterVersion] { list.versions ?? [] }

  private var current: PosterVersion? {
    grid.current.flatMap { versions.indices.contains($0) ? versions[$0] : nil }
  }

  private func askForName() {
    host?.askForName(session.localized("Save version"), button: session.localized("Save")) {
      [unowned self] name in
      let cover = session.poster.background.meanColor.onPaper.bytes8
      let version = PosterVersion(
        of: poster, name: name, created: PosterRecord.presentTime,
        cover: UInt32(cover.r) << 16 | UInt32(cover.g) << 8 | UInt32(cover.b))
      list.make(
        .insert(version, document: Array(session.poster.json.utf8)),
        Message("Saved the version “{name}”", ["name": name]))
    }
  }

  private func restore() { if let current { list.read(current) } }

  private func rename() {
    guard let current, let key = current.key else { return }
    host?.askForName(
      session.localized("Rename version"), name: current.name, button: session.localized("Rename")
    ) { [unowned self] name in
      list.make(.rename(key, to: name), Message("Renamed the version to “{name}”", ["name": name]))
    }
  }

  private func remove() {
    guard let current, let key = current.key else { return }
    list.make(.remove(key), Message("Removed the version “{name}”", ["name": current.name]))
  }

  private func take(_ delivery: VersionList.Delivery) {
    switch delivery {
    case .listed, .drawn: break
    case .changed(_, let words, let inverse):
      say(inverse == nil ? Message("The version is not there any more") : words, isFault: inverse == nil)
    case .failed(_, let reason): say(reason, isFault: true)
    case .read(let version, let poster):
      session.change(.earlierVersion) { $0 = poster }
      host?.close(self)
      session.host?.say(
        session.localized("Restored the version “{name}”", ["name": version.name]),
        .undo { [weak session] _ in session?.undo() })
    }
  }

  private func say(_ words: Message, isFault: Bool) {
    message.text = session.localized(words)
    message.isFault = isFault
    refresh()
  }

  private func refresh() {
    for button in [restoreButton, renameButton, removeButton] { button.isEnabled = current != nil }
    setNeedsLayout()
    setNeedsUpdate()
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    let deliveries = list.receive()
    if !deliveries.isEmpty {
      let key = current?.key
      grid.reload()
      // The current version stays the current one; a new list begins with the last saved one.
      grid.makeCurrent(versions.firstIndex { $0.key == key } ?? (versions.isEmpty ? nil : 0), at: time)
      refresh()
      for delivery in deliveries { take(delivery) }
    }
    return nil
  }

  private var versionCommands: [Command] {
    let (hasOne, group) = (current != nil, session.localized("Versions"))
    return [
      Command("versions.restore", session.localized("Restore"), group: group, isEnabled: hasOne) {
        [unowned self] _ in restore()
      },
      Command(
        "versions.rename", session.localized("Rename…"), Shortcut(.function(2)), group: group,
        isEnabled: hasOne
      ) { [unowned self] _ in rename() },
      Command(
        "versions.remove", session.localized("Remove"), Shortcut(.delete), group: group, isEnabled: hasOne
      ) { [unowned self] _ in remove() },
    ]
  }

  override var commands: [Command] {
    let group = session.localized("Versions")
    return versionCommands + [
      Command("versions.save", session.localized("Save version…"), .control("s"), group: group) {
        [unowned self] _ in askForName()
      },
      Command(
        "versions.undo", session.localized("Undo"), .control("z"), group: group,
        isEnabled: !list.undoable.isEmpty
      ) { [unowned self] _ in list.undo() },
      Command(
        "versions.redo", session.localized("Redo"), .controlShift("z"), .control("y"), group: group,
        isEnabled: !list.redoable.isEmpty
      ) { [unowned self] _ in list.redo() },
    ]
  }

  // MARK: Appearance

  private static let margin = 16.0
  private static let messageHeight = Words.height(lines: 2)

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(460, room.width), min(560, room.height))
  }

  override func layOut(_ interface: Interface) {
    let (margin, height) = (Self.margin, Theme.controlHeight)
    func width(_ control: Control) -> Double { control.preferredSize(in: bounds.size, interface).width }
    var right = bounds.width - margin
    for button in [closeButton, saveButton] {
      right -= width(button)
      button.frame = Rect(x: right, y: 12, width: width(button), height: height)
      right -= Theme.gap
    }
    let buttons = ButtonRows(
      [restoreButton, renameButton, removeButton], in: bounds.width - 2 * margin, interface)
    let foot = bounds.height - margin - buttons.height
    buttons.place(leadingTo: Point(margin, foot), interface)
    message.isHidden = message.text.isEmpty
    undoButton.isHidden = message.isHidden || message.isFault || list.undoable.isEmpty
    let undoWidth = undoButton.isHidden ? 0 : width(undoButton) + Theme.gap
    let top = message.isHidden ? foot : foot - Self.messageHeight - Theme.gap
    message.frame = Rect(
      x: margin, y: top, width: max(bounds.width - 2 * margin - undoWidth, 1), height: Self.messageHeight)
    undoButton.frame = Rect(
      x: bounds.width - margin - width(undoButton), y: top, width: width(undoButton), height: height)
    grid.frame = Rect(
      x: 8, y: 56, width: max(bounds.width - 16, 1), height: max(top - Theme.gap - 56, 1))
  }

  override func update(_ interface: Interface) {
    heading.removeSublayers()
    heading.addSublayer(
      Layer(
        label, style: Font(size: 15, weight: 600), color: interface.theme.ink,
        in: Rect(
          x: Self.margin, y: 12, width: max(saveButton.frame.minX - Self.margin - 8, 1),
          height: Theme.controlHeight), interface))
    guard list.versions?.isEmpty == true else { return }
    let words = session.localized(
      "There is no version yet. Save one before a larger change, and restore it whenever you like.")
    let room = Rect(
      x: 24, y: grid.frame.minY + 24, width: max(bounds.width - 48, 1), height: 18)
    heading.addLines(
      interface.wrapped(words, style: Theme.body, width: room.width), style: Theme.body,
      color: interface.theme.secondaryInk, in: room, pitch: 20, alignment: .center, interface)
  }

  private func row(
    _ index: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface
  ) -> Layer {
    let (version, theme) = (versions[index], interface.theme)
    let row = Layer(frame: Rect(origin: .zero, size: size))
    if state.isSelected || state.isHovered {
      row.backgroundColor = theme.pressed
      row.cornerRadius = Theme.fieldRadius
    }
    let room = Rect(x: 10, y: 8, width: 68, height: size.height - 16)
    let picture = list.picture(of: version)
    let shape = picture.map { Size(Double($0.size.width), Double($0.size.height)) } ?? Size(2, 3)
    let scale = min(room.width / shape.width, room.height / shape.height)
    let place = Rect(center: room.center, size: Size(shape.width * scale, shape.height * scale))
      .pixelAligned(scale: interface.scale)
    let sheet = Layer(place, fill: picture == nil ? RGBA(hex: version.cover) : nil)
    if let picture { sheet.contents = .image(ImageContents(picture)) }
    sheet.shadow = theme.shadow(elevation: 1)
    row.addSublayer(sheet)
    let edge = Layer(place, fill: nil)
    edge.borderWidth = interface.hairline
    edge.borderColor = theme.hairline
    row.addSublayer(edge)
    let text = Rect(
      x: room.maxX + 12, y: size.height / 2 - 20, width: max(size.width - room.maxX - 22, 1), height: 20)
    row.addSublayer(
      Layer(version.name, style: Theme.strong, color: theme.ink, in: text, isElastic: true, interface))
    row.addSublayer(
      Layer(
        Self.date(version.created), style: Theme.secondaryFigures, color: theme.secondaryInk,
        in: text.offset(by: Vector(0, 20)), interface))
    return row
  }

  /// Returns a time in the person's time zone, such as `2026-03-29 10:00`.
  private static func date(_ seconds: Double) -> String {
    var time = time_t(seconds.rounded(.down))
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
    return
      "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(role: .dialog, label: label, frame: frame)
  }
}
