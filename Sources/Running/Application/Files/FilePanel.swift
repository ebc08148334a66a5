import Bus
import Controls
import Files
import Geometry
import Glibc
import Input
import Scene
import Workers

/// Asks for a file or a folder within a window.
///
/// The list is walked with arrows and letters; Return goes into a folder and takes a file, Backspace goes up.
final class FilePanel: Control {
  private let request: FileChooser.Request
  private let recent: RecentFolders
  private let home = UserFolders.variable("HOME")
  private let pictures: String?
  private let clipboard: Clipboard
  private let then: ([String]) -> Void
  private let worker: Worker<Void>
  private let mail: Mailbox<FolderListing>

  private var listing: FolderListing
  /// The folder that is being read, and the name that is current in it then.
  private var wanted: (path: String, name: String?)?
  /// The kind of files that is shown; nil for all.
  private var filter: Int?
  private var showsHidden = false
  private var fault: String?
  private let words = Layer()

  private lazy var up = Button("Folder above", icon: .up, kind: .quiet) { [unowned self] _ in goUp() }
  private lazy var place: TextField = TextField(
    label: "Folder", clipboard: clipboard,
    delegate: .init(edited: { [unowned self] text, phase in
      guard phase == .final else { return nil }
      return takePath(text)
    }))
  private lazy var places: Button = {
    let button = Button("Places", kind: .quiet) { [unowned self] _ in
      host?.showMenu(placesMenu, below: places)
    }
    button.opensMenu = true
    return button
  }()
  private lazy var list = CellGrid(
    label: "Files", cellSize: Size(.infinity, 30),
    content: .init(
      count: { [unowned self] in listing.entries.count },
      title: { [unowned self] in title(of: listing.entries[$0]) },
      makeLayer: { [unowned self] in row($0, $1, $2, $3) },
      select: { [unowned self] index, _ in select(listing.entries[index]) },
      open: { [unowned self] index, time in open(listing.entries[index], at: time) }))
  private lazy var name = TextField(
    label: "Name", clipboard: clipboard,
    delegate: .init(edited: { [unowned self] _, _ in
      say(nil)
      return nil
    }))
  private lazy var kind: ChoiceButton = {
    let button = ChoiceButton("Kind of files") { [unowned self] in kinds }
    button.chosen = kindTitle
    return button
  }()
  private lazy var make = Button("New folder…", kind: .plain) { [unowned self] _ in askForFolder() }
  private lazy var cancel = Button("Cancel", kind: .plain) { [unowned self] _ in host?.close(self) }
  private lazy var done = Button(doneTitle, kind: .standard) { [unowned self] time in finish(at: time) }

  init(
    _ request: FileChooser.Request, folders: UserFolders, clipboard: Clipboard, work: WorkGroup,
    then: @escaping ([String]) -> Void
  ) {
    self.request = request
    self.clipboard = clipboard
    self.then = then
    recent = RecentFolders(folders)
    pictures = folders.pictures.flatMap { SmallFile(path: $0).exists ? $0 : nil }
    filter = request.filters.isEmpty ? nil : 0
    worker = Worker(name: "files", in: work)
    mail = Mailbox(wake: work.wake)
    let start = [request.folder, recent.all.first, pictures, home].compactMap { $0 }
    let folder = start.first { SmallFile(path: $0).exists } ?? "/"
    listing = FolderListing(empty: "")
    super.init(label: request.title)
    layer.addSublayer(words)
    let naming: [Control] = isSaving ? [name] : []
    let kinds: [Control] = request.filters.isEmpty || isForFolders ? [] : [kind]
    for control in [up, place, places] + naming + [list] + kinds + [make, cancel, done] as [Control] {
      addChild(control)
    }
    if case .save(let proposal) = request.kind { name.begin(with: proposal) }
    go(to: FilePath(folder, in: "/", home: home).text)
  }

  private var isSaving: Bool { if case .save = request.kind { true } else { false } }
  private var isForFolders: Bool { request.kind == .folder }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// What has the keyboard at first.
  var firstFocus: Control { isSaving ? name : list }

  // MARK: Folders

  /// Reads a folder and shows it when that is done; the one before stays until then.
  private func go(to path: String, selecting name: String? = nil) {
    wanted = (path, name)
    say(nil)
    let endings = filter.map { Set(request.filters[$0].endings.map { $0.lowercased() }) }
    let content =
      isForFolders ? FolderListing.Content.folders : endings.map { .filesEnding(in: $0) } ?? .files
    worker.run { [mail, showsHidden] in
      mail.send(FolderListing(reading: path, content, showsHidden: showsHidden))
    }
  }

  private func takeListing() {
    for read in mail.takeAll() where read.path == wanted?.path {
      let name = wanted?.name
      wanted = nil
      listing = read
      place.forgetEdit()
      place.show(read.path)
      list.reload()
      list.makeCurrent(listing.entries.firstIndex { $0.name == name }, at: host?.now ?? 0)
      say(read.fault.map { FileWords.fault($0, read.path) })
      up.isEnabled = read.path != "/"
      done.title = doneTitle
      setNeedsLayout()
    }
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    takeListing()
    return nil
  }

  /// The folder that is shown or will be.
  private var folder: String { wanted?.path ?? listing.path }

  private func goUp() {
    guard folder != "/" else { return }
    go(to: FilePath(folder).folder.text, selecting: FilePath(folder).name)
  }

  private func readAgain() {
    let current = list.current.flatMap {
      listing.entries.indices.contains($0) ? listing.entries[$0].name : nil
    }
    go(to: folder, selecting: current)
  }

  /// Goes to a folder that was typed, or takes a file whose path was; returns why that cannot be.
  private func takePath(_ text: String) -> FieldFault? {
    let path = FilePath(text, in: folder, home: home).text
    var status = stat()
    guard stat(path, &status) == 0 else {
      return FieldFault("There is no folder “\(FilePath(path).name)”")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      go(to: path)
    } else {
      go(to: FilePath(path).folder.text, selecting: FilePath(path).name)
      if isSaving { name.begin(with: FilePath(path).name) }
    }
    return nil
  }

  private func askForFolder() {
    host?.askForName("New folder", button: "Make") { [unowned self] name in
      let path = FilePath(folder).appending(name).text
      if name.contains("/") { return say("A folder's name has no slash in it") }
      guard mkdir(path, 0o777) == 0 else {
        let reason = errno == EEXIST ? "something here is called like that" : String(cString: strerror(errno))
        return say("“\(name)” was not made: \(reason)")
      }
      go(to: path)
      host?.setFocus(list, byKeyboard: true)
    }
  }

  // MARK: Choosing

  private var current: FolderListing.Entry? {
    list.current.flatMap { listing.entries.indices.contains($0) ? listing.entries[$0] : nil }
  }

  private func select(_ entry: FolderListing.Entry) {
    if isSaving, !entry.isFolder { name.begin(with: entry.name) }
    say(nil)
    done.title = doneTitle
    setNeedsLayout()
  }

  private func open(_ entry: FolderListing.Entry, at time: Double) {
    if entry.isFolder { return go(to: FilePath(folder).appending(entry.name).text) }
    finish(at: time)
  }

  private func finish(at time: Double) {
    guard !place.isEdited || place.commit() else { return }
    switch request.kind {
    case .open, .openSeveral:
      guard wanted == nil, let entry = current else { return say("Choose a file in the list first") }
      if entry.isFolder { return go(to: FilePath(folder).appending(entry.name).text) }
      accept(FilePath(folder).appending(entry.name).text)
    case .folder: accept(current.map { FilePath(folder).appending($0.name).text } ?? folder)
    case .save: save(at: time)
    }
  }

  private func save(at time: Double) {
    let text = name.text.drop { $0 == " " }
    guard !text.isEmpty else { return say("The file needs a name") }
    var path = FilePath(String(text), in: folder, home: home).text
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return go(to: path) }
    // A name without one of the endings gets the usual one.
    if let filter, let usual = request.filters[filter].endings.first,
      !request.filters[filter].endings.contains(FilePath(path).ending)
    {
      path += "." + usual
    }
    let around = FilePath(path).folder.text
    guard access(around, F_OK) == 0 else {
      return say("There is no folder “\(FilePath(around).name)”")
    }
    guard access(around, W_OK) == 0 else {
      return say("You may not write into “\(FilePath(around).name)”")
    }
    guard access(path, F_OK) == 0 else { return accept(path) }
    host?.ask(
      "Replace “\(FilePath(path).name)”?",
      "There is a file of this name in “\(FilePath(around).name)”. What it holds now would be lost.",
      answers: [
        .init("Cancel", isDefault: true), .init("Replace") { [unowned self] _ in accept(path) },
      ])
  }

  private func accept(_ path: String) {
    recent.add(isForFolders ? path : FilePath(path).folder.text)
    let then = then
    host?.close(self)
    then([path])
  }

  // MARK: Words

  private var doneTitle: String {
    switch request.kind {
    case .open, .openSeveral: "Open"
    case .save: "Save"
    case .folder:
      "Choose “\(String((current?.name ?? FilePath(folder).name).prefix(24)))”"
    }
  }

  private func say(_ words: String?) {
    guard words != fault else { return }
    fault = words
    setNeedsUpdate()
  }

  private func title(of entry: FolderListing.Entry) -> String {
    entry.name + (entry.isFolder ? ", folder" : "")
  }

  /// What is said below the list: what went wrong, or that there is nothing.
  private var remark: String? {
    if let fault { return fault }
    guard wanted == nil, listing.entries.isEmpty else { return nil }
    if isForFolders { return "There are no folders in here" }
    return filter.map { "There are no folders and no \(request.filters[$0].name) in here" }
      ?? "The folder is empty"
  }

  // MARK: Menus and keys

  private var placesMenu: Menu {
    let known = [("Home", home), ("Pictures", pictures), ("Computer", "/")]
    var menu = Menu(
      known.compactMap { title, path in path.map { .command(command(title, to: $0)) } })
    let folders = recent.all.filter { path in !known.contains { $0.1 == path } }
    if !folders.isEmpty {
      menu.items += [.separator, .heading("Recent folders")]
      menu.items += folders.map { .command(command(FilePath($0).abbreviatingHome(home), to: $0)) }
    }
    return menu
  }

  private func command(_ title: String, to path: String) -> Command {
    Command("files.go \(path)", title, group: "Files") { [unowned self] _ in
      go(to: path)
      host?.setFocus(list, byKeyboard: true)
    }
  }

  private var kindTitle: String { filter.map { request.filters[$0].name } ?? "All files" }

  private var kinds: [ChoiceButton.Choice] {
    let all: [Int?] = request.filters.indices.map { $0 } + (isSaving ? [] : [nil])
    return all.map { index in
      .init(index.map { request.filters[$0].name } ?? "All files", isChosen: index == filter) {
        [unowned self] in
        filter = index
        kind.chosen = kindTitle
        setNeedsLayout()
        readAgain()
      }
    }
  }

  override var commands: [Command] {
    [
      Command("files.hidden", "Hidden files", .control("h"), group: "Files", isChecked: showsHidden) {
        [unowned self] _ in
        showsHidden.toggle()
        readAgain()
      },
      Command("files.up", "Folder above", Shortcut(.up, .alt), group: "Files", isEnabled: folder != "/") {
        [unowned self] _ in goUp()
      },
      Command("files.home", "Home", Shortcut(.home, .alt), group: "Files", isEnabled: home != nil) {
        [unowned self] _ in if let home { go(to: home) }
      },
      Command("files.path", "Type a path", .control("l"), group: "Files") { [unowned self] _ in
        host?.setFocus(place, byKeyboard: true)
      },
      Command("files.new-folder", "New folder", group: "Files") { [unowned self] _ in
        askForFolder()
      },
    ]
  }

  override func contextMenu(for event: PointerEvent) -> Menu? { Menu(groups: [commands]) }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .backspace where list.isFocused: goUp()
    case .enter where place.isFocused: if place.commit() { host?.setFocus(list, byKeyboard: true) }
    case .enter where name.isFocused || list.isFocused: finish(at: event.time)
    default: return false
    }
    return true
  }

  // MARK: Appearance

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(600, room.width), min(460, room.height))
  }

  private static let margin = 20.0
  private static let remarkHeight = 22.0

  override func layOut(_ interface: Interface) {
    let (margin, gap, height) = (Self.margin, Theme.gap, Theme.controlHeight)
    let (left, right) = (margin, max(bounds.width - margin, margin + 1))
    func width(_ button: Control) -> Double { button.preferredSize(in: bounds.size, interface).width }
    var y = 46.0
    up.frame = Rect(x: left, y: y, width: height, height: height)
    places.frame = Rect(x: right - width(places), y: y, width: width(places), height: height)
    place.frame = Rect(
      Point(up.frame.maxX + 4, y), Point(max(places.frame.minX - 4, up.frame.maxX + 5), y + height))
    y += height + gap
    if isSaving {
      name.frame = Rect(Point(left + 48, y), Point(right, y + height))
      y += height + gap
    }
    let bottom = bounds.height - 16 - height
    list.frame = Rect(
      Point(left, y), Point(right, max(bottom - Self.remarkHeight - gap, y + 1)))
    var x = right
    for button in [done, cancel] {
      button.frame = Rect(x: x - width(button), y: bottom, width: width(button), height: height)
      x = button.frame.minX - gap
    }
    var start = left
    for button in [make, kind] as [Control] where button.parent != nil {
      // In a narrow window there is no room for both.
      let isSeen = start + width(button) <= x
      button.isHidden = !isSeen
      button.frame = Rect(x: start, y: bottom, width: width(button), height: height)
      if isSeen { start = button.frame.maxX + gap }
    }
    for control in children { control.frame = control.frame.pixelAligned(scale: interface.scale) }
  }

  override func update(_ interface: Interface) {
    let theme = interface.theme
    words.removeSublayers()
    let width = max(bounds.width - 2 * Self.margin, 1)
    func add(_ text: String, _ room: Rect, isStrong: Bool = false, isFault: Bool = false) {
      let color = isFault ? theme.fault : isStrong ? theme.ink : theme.secondaryInk
      words.addSublayer(
        Layer(text, style: isStrong ? Theme.strong : Theme.secondary, color: color, in: room, interface))
    }
    add(label, Rect(x: Self.margin, y: 12, width: width, height: 26), isStrong: true)
    if isSaving {
      add("Name", Rect(x: Self.margin, y: name.frame.minY, width: 44, height: name.frame.height))
    }
    let ground = Layer(
      list.frame.inset(by: -1).pixelAligned(scale: interface.scale), fill: theme.window,
      radius: Theme.fieldRadius)
    words.insertSublayer(ground, at: 0)
    if let remark {
      let room = Rect(
        x: Self.margin, y: list.frame.maxY + 4, width: width, height: Self.remarkHeight)
      add(remark, room, isFault: fault != nil)
    }
  }

  private func row(_ index: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface) -> Layer {
    let theme = interface.theme
    let entry = listing.entries[index]
    let fill = state.isSelected ? theme.selection : state.isHovered ? theme.pressed : nil
    let row = Layer(Rect(origin: .zero, size: size), fill: fill, radius: Theme.fieldRadius)
    let sign: Icon =
      entry.isFolder
      ? .folder : Self.pictureEndings.contains(FilePath(entry.name).ending) ? .picture : .page
    row.addSublayer(
      Layer(sign, in: Rect(x: 8, y: 0, width: Icon.side, height: size.height), color: theme.secondaryInk))
    let amount = entry.isFolder ? "" : FileWords.size(entry.size)
    let taken = amount.isEmpty ? 0 : interface.line(amount, style: Theme.secondaryFigures).width + 16
    let room = Rect(x: 32, y: 0, width: max(size.width - 44 - taken, 1), height: size.height)
    row.addSublayer(Layer(entry.name, style: Theme.body, color: theme.ink, in: room, interface))
    if !amount.isEmpty {
      let end = Rect(x: 32, y: 0, width: max(size.width - 44, 1), height: size.height)
      row.addSublayer(
        Layer(
          amount, style: Theme.secondaryFigures, color: theme.secondaryInk, in: end, alignment: .trailing,
          interface))
    }
    return row
  }

  private static let pictureEndings: Set = ["png", "jpg", "jpeg", "webp", "svg", "gif"]

  // MARK: Assistive tools

  override var accessibility: AccessibilityNode {
    var node = AccessibilityNode(
      role: .dialog, label: label, value: fault == nil ? remark : nil, frame: frame)
    // What goes wrong is announced.
    if let fault {
      let place = Rect(
        x: frame.minX, y: list.frame.maxY + frame.minY, width: frame.width, height: Self.remarkHeight)
      node.children = [AccessibilityNode(role: .notification, label: fault, frame: place)]
    }
    return node
  }
}

/// The folders from which files were taken and into which they were written last, the newest first.
struct RecentFolders {
  private let file: SmallFile?

  /// How many are kept.
  private static let limit = 8

  init(_ folders: UserFolders) {
    file = folders.state.map { SmallFile(path: $0 + "/recent-folders") }
  }

  /// Those that are there now.
  var all: [String] {
    let lines = file?.text?.split(separator: "\n").map(String.init) ?? []
    return lines.filter { $0.hasPrefix("/") && SmallFile(path: $0).exists }
  }

  func add(_ folder: String) {
    guard !folder.contains("\n") else { return }
    let kept = ([folder] + all.filter { $0 != folder }).prefix(Self.limit)
    _ = file?.write(kept.map { $0 + "\n" }.joined())
  }
}

/// What is said of files and folders to a person who chooses among them.
enum FileWords {
  /// Returns why a folder cannot be looked into, by the number of the error.
  static func fault(_ code: Int32, _ path: String) -> String {
    let name = FilePath(path).name
    return switch code {
    case ENOENT: "There is no folder “\(name)” here any more"
    case ENOTDIR: "“\(name)” is no folder"
    case EACCES, EPERM: "You may not look into “\(name)”"
    default: "“\(name)” cannot be read: \(String(cString: strerror(code)))"
    }
  }

  /// Returns a size, such as “1.2 MB”.
  static func size(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (amount, unit) = (Double(bytes), 0)
    while amount >= 999.5, unit + 1 < units.count { (amount, unit) = (amount / 1000, unit + 1) }
    if unit == 0 { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
    let tenths = (amount * 10).rounded() / 10
    return tenths < 10 ? "\(tenths) \(units[unit])" : "\(Int(amount.rounded())) \(units[unit])"
  }
}
