import Colors
import Controls
import Files
import Geometry
import Images
import Input
import Posters
import Scene

/// A picture's file as crown: typed with completion, or dropped here, optionally drawn in the ink.
final class PictureTab: Control {
  private let session: EditorSession
  private let editing: CrownEditing
  private let target: PictureTarget
  private lazy var completions = NewestTask<PathCompletion>(session.tasks)
  private var completion: PathCompletion?
  private var fault: String?
  private let words = Layer()
  private let home = UserFolders.variable("HOME")

  private lazy var field = TextField(
    label: session.localized("Path of the picture"), placeholder: session.localized("Path of the picture"),
    clipboard: session.clipboard,
    delegate: .init(edited: { [unowned self] text, phase in
      if phase == .continuous { complete(text) }
      return nil
    }))
  private lazy var browse = Button(session.localized("Browse…"), kind: .plain) { [unowned self] _ in
    editing.browse? { [weak self] path in self?.use(path) }
  }
  private lazy var list = CellGrid(
    label: session.localized("Files"), cellSize: Size(.infinity, 28),
    content: .init(
      count: { [unowned self] in completion?.entries.count ?? 0 },
      title: { [unowned self] in completion?.entries[$0].name ?? "" },
      makeLayer: { [unowned self] in row($0, $1, $2, $3) },
      press: { [unowned self] place, _ in open(place) },
      open: { [unowned self] place, _ in open(place) }))
  private lazy var tint = Toggle(session.localized("In the ink")) { [unowned self] isOn, _ in
    session.change(isOn ? .crownInInk : .crownInItsColors) { $0.tintsEmblem = isOn }
  }

  private static let margin = 12.0

  init(_ session: EditorSession, _ editing: CrownEditing) {
    self.session = session
    self.editing = editing
    target = PictureTarget(session)
    super.init(label: session.localized("Picture"))
    layer.addSublayer(words)
    target.onDrop = { [unowned self] in use($0) }
    for control in [field, browse, list, target, tint] as [Control] { addChild(control) }
    let places = [session.folders.pictures, home].compactMap { $0 }
    let start = places.first { SmallFile(path: $0).exists }.map { $0 + "/" } ?? "./"
    field.show(start)
    complete(start)
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }
  var firstFocus: Control { field }

  func refresh() {
    let emblem = session.poster.emblem
    if case .picture = emblem { tint.isEnabled = true } else { tint.isEnabled = false }
    tint.isOn = tint.isEnabled && session.poster.tintsEmblem
    target.show(emblem, isTinted: tint.isOn)
    browse.isHidden = editing.browse == nil
  }

  // MARK: Files

  private func complete(_ text: String) {
    fault = nil
    let home = home
    completions.run(isFinal: false) {
      PathCompletion(text, extensions: PictureDrops.extensions, home: home)
    } then: { [weak self] result in
      guard let self, case .success(let completion) = result else { return }
      self.completion = completion
      list.reload()
      list.makeCurrent(completion.entries.isEmpty ? nil : 0, at: host?.now ?? 0)
      setNeedsLayout()
    }
  }

  /// Sets the field's text, with the caret at its end.
  private func type(_ text: String) {
    field.begin(with: text)
    _ = field.key(KeyEvent(.end, time: host?.now ?? 0))
    complete(text)
  }

  /// Goes into a folder, or uses a file.
  private func open(_ place: Int) {
    guard let entries = completion?.entries, entries.indices.contains(place) else { return }
    type(entries[place].path)
    if !entries[place].isFolder { use(entries[place].path) }
  }

  private func use(_ path: String) {
    let path = FilePath(path).expandingHome(home).text
    editing.choose(path) { [weak self] fault in
      self?.fault = fault
      self?.setNeedsUpdate()
    }
  }

  override func interceptKey(_ event: KeyEvent) -> Bool {
    guard field.isFocused, event.modifiers.isEmpty else { return false }
    switch event.key {
    case .tab:
      // Without a completion, Tab moves to the next control.
      guard let completion, completion.text == field.text, completion.completed != field.text else {
        return false
      }
      type(completion.completed)
    case .down where completion?.entries.isEmpty == false: host?.setFocus(list, byKeyboard: true)
    case .enter:
      let text = field.text
      if text.hasSuffix("/"), let place = list.current { open(place) } else { use(text) }
    default: return false
    }
    return true
  }

  // MARK: Appearance

  override func layOut(_ interface: Interface) {
    let margin = Self.margin
    let width = max(bounds.width - 2 * margin, 1)
    let browseWidth = browse.isHidden ? 0 : browse.preferredSize(in: bounds.size, interface).width
    field.frame = Rect(
      x: margin, y: 0, width: width - browseWidth - (browse.isHidden ? 0 : 8), height: Theme.controlHeight)
    browse.frame = Rect(
      x: bounds.width - margin - browseWidth, y: 0, width: browseWidth, height: Theme.controlHeight)
    let isTall = bounds.height >= 280
    let targetHeight = isTall ? 132.0 : 62
    let bottom = bounds.height - 10 - Theme.controlHeight
    // In a low panel the completions replace the target; the poster is also a target.
    let isListed = isTall || completion?.entries.isEmpty == false
    target.isHidden = !isTall && isListed
    list.isHidden = !isListed
    tint.frame = Rect(x: margin, y: bottom, width: width, height: Theme.controlHeight)
    target.frame = Rect(x: margin, y: bottom - 8 - targetHeight, width: width, height: targetHeight)
      .pixelAligned(scale: interface.scale)
    list.frame = Rect(
      x: margin, y: Theme.controlHeight + 8, width: width,
      height: max((isTall ? target.frame.minY : bottom) - 10 - Theme.controlHeight - 8, 1)
    ).pixelAligned(scale: interface.scale)
  }

  override func update(_ interface: Interface) {
    words.removeSublayers()
    guard completion?.entries.isEmpty ?? false || fault != nil else { return }
    let text = fault ?? session.localized("No matching folder or picture")
    let color = fault == nil ? interface.theme.secondaryInk : interface.theme.fault
    let lines = interface.wrapped(text, style: Theme.secondary, width: list.frame.width)
    let top =
      fault == nil ? list.frame.minY + 4 : max(list.frame.maxY - Double(lines.count) * 17, list.frame.minY)
    for (place, line) in lines.prefix(4).enumerated() {
      let room = Rect(x: list.frame.minX, y: top + Double(place) * 17, width: list.frame.width, height: 17)
      words.addSublayer(Layer(line, style: Theme.secondary, color: color, in: room, interface))
    }
  }

  private func row(_ place: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface) -> Layer {
    let theme = interface.theme
    let row = Layer(
      Rect(origin: .zero, size: size), fill: state.isSelected || state.isHovered ? theme.pressed : nil,
      radius: Theme.fieldRadius)
    guard let entry = completion?.entries[place] else { return row }
    let sign = Rect(x: 8, y: 0, width: Icon.side, height: size.height)
    row.addSublayer(Layer(entry.isFolder ? .folder : .picture, in: sign, color: theme.secondaryInk))
    let room = Rect(x: 32, y: 0, width: max(size.width - 40, 1), height: size.height)
    row.addSublayer(
      Layer(
        entry.name + (entry.isFolder ? "/" : ""), style: Theme.body, color: theme.ink, in: room,
        isElastic: true, interface))
    return row
  }
}

/// A drop target for a picture; it shows the current crown.
final class PictureTarget: Control {
  private let session: EditorSession
  var onDrop: (String) -> Void = { _ in }
  private var preview: (emblem: Emblem, bitmap: SharedBitmap?)?
  private var isTinted = false
  private let decoding: NewestTask<SharedBitmap>

  init(_ session: EditorSession) {
    self.session = session
    decoding = NewestTask(session.tasks)
    super.init(label: session.localized("Drop a picture here"))
    id = "drop"
  }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  func show(_ emblem: Emblem, isTinted: Bool) {
    guard emblem != preview?.emblem || isTinted != self.isTinted else { return }
    self.isTinted = isTinted
    if emblem != preview?.emblem {
      preview = (emblem, nil)
      if case .picture(let bytes, _) = emblem { decode(bytes, of: emblem) }
    }
    setNeedsUpdate()
  }

  private func decode(_ bytes: [UInt8], of emblem: Emblem) {
    let decoder = session.pictures
    decoding.run(isFinal: false) {
      SharedBitmap(
        try Bitmap(encoded: bytes, fitting: PixelSize(width: 256, height: 256), by: decoder))
    } then: { [weak self] result in
      guard let self, case .success(let bitmap) = result, preview?.emblem == emblem else { return }
      preview = (emblem, bitmap)
      setNeedsUpdate()
    }
  }

  override func proposal(for event: DropEvent) -> DropProposal? {
    guard case .files = event.content else { return nil }
    if let refusal = session.refusal { return DropProposal(refusal, isAccepted: false) }
    guard PictureDrops.picture(in: event.content) != nil else {
      return DropProposal(
        session.localized("A crown can be a JPEG, PNG, WebP or SVG picture"), isAccepted: false)
    }
    return DropProposal(session.localized("Use as crown"))
  }

  override func drop(_ event: DropEvent) {
    if let path = PictureDrops.picture(in: event.content) { onDrop(path) }
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    layer.removeSublayers()
    layer.backgroundColor = theme.window
    layer.cornerRadius = Theme.fieldRadius
    layer.borderWidth = interface.hairline
    layer.borderColor = theme.hairline
    var room = bounds.inset(by: 12)
    if let bitmap = preview?.bitmap {
      let side = Size(min(room.height * 1.2, 120), room.height)
      let scale = min(side.width / Double(bitmap.size.width), side.height / Double(bitmap.size.height))
      let size = Size(Double(bitmap.size.width) * scale, Double(bitmap.size.height) * scale)
      let place = Rect(
        x: room.minX + (side.width - size.width) / 2, y: room.midY - size.height / 2, width: size.width,
        height: size.height)
      // On grey, so that a white drawing is visible.
      layer.addSublayer(
        Layer(
          Rect(x: room.minX, y: room.minY, width: side.width, height: side.height), fill: RGBA(hex: 0x8a8a8a),
          radius: 2))
      let picture = Layer(frame: place.pixelAligned(scale: interface.scale))
      picture.contents = .image(ImageContents(bitmap))
      layer.addSublayer(picture)
      room = room.inset(by: EdgeInsets(left: side.width + 14))
    }
    let first = Rect(x: room.minX, y: room.midY - 21, width: room.width, height: 22)
    let isEmpty = preview?.bitmap == nil
    let alignment = isEmpty ? HorizontalAlignment.center : .leading
    let language = session.interface.language
    let title =
      isEmpty
      ? language.localized("Drop a picture here") : preview?.emblem.words(in: language) ?? ""
    let advice =
      isEmpty
      ? language.localized("JPEG, PNG, WebP or SVG") : language.localized("Drop another picture here")
    layer.addSublayer(
      Layer(title, style: Theme.strong, color: theme.ink, in: first, alignment: alignment, interface))
    layer.addSublayer(
      Layer(
        advice, style: Theme.secondary, color: theme.secondaryInk,
        in: first.offset(by: Vector(0, 22)), alignment: alignment, interface))
  }

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .image, label: label, value: preview?.emblem.words(in: session.interface.language),
      frame: frame)
  }
}

/// The files and folders that complete a path.
struct PathCompletion: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let name: String
    let isFolder: Bool
    /// The path as it would be typed, with a slash after a folder.
    let path: String
  }

  /// The typed text.
  let text: String
  let entries: [Entry]

  /// The maximum number of entries.
  static let limit = 400

  /// Lists the folders, and the files with some extensions, in the folder of an incomplete path.
  init(_ text: String, extensions: Set<String>, home: String? = nil) {
    self.text = text
    let slash = text.lastIndex(of: "/")
    let folder = slash.map { String(text[...$0]) } ?? ""
    let start = slash.map { String(text[text.index(after: $0)...]) } ?? text
    let place = FilePath(folder.isEmpty ? "./" : folder).expandingHome(home)
    let listing = FolderListing(reading: place.text, .filesEnding(in: extensions), startingWith: start)
    entries = listing.entries.prefix(Self.limit).map { entry in
      Entry(
        name: entry.name, isFolder: entry.isFolder, path: folder + entry.name + (entry.isFolder ? "/" : ""))
    }
  }

  /// The longest common beginning of all entries, or the typed text without any.
  var completed: String {
    guard let first = entries.first?.path else { return text }
    let common = entries.dropFirst().reduce(first) { common, entry in
      String(zip(common, entry.path).prefix { $0 == $1 }.map(\.0))
    }
    return common.count > text.count ? common : text
  }
}
