import Bus
import Controls
import Files
import Geometry
import Glibc
import Input
import Localization
import Scene
import Workers

/// A file chooser within a window.
///
/// Arrow keys and letters navigate the list; Return opens a folder or chooses a file, Backspace goes up.
final class FilePanel: Control {
  private let request: FileRequest
  private let known: FilePlaces
  private let folder: OpenFolder
  private let clipboard: Clipboard
  private let language: Language
  private let then: ([String]) -> Void
  private var fault: String?
  private let words = Layer()

  private lazy var up = Button(language.localized("Parent folder"), icon: .up, kind: .quiet) {
    [unowned self] _ in goUp()
  }
  private lazy var place: TextField = TextField(
    label: language.localized("Folder"), clipboard: clipboard,
    delegate: .init(edited: { [unowned self] text, phase in
      guard phase == .final else { return nil }
      return takePath(text)
    }))
  private lazy var places: Button = {
    let button = Button(language.localized("Places"), kind: .quiet) { [unowned self] _ in
      host?.showMenu(placesMenu, below: places)
    }
    button.opensMenu = true
    return button
  }()
  private lazy var list = CellGrid(
    label: language.localized("Files"), cellSize: Size(.infinity, 30),
    content: .init(
      count: { [unowned self] in folder.listing.entries.count },
      title: { [unowned self] in title(of: folder.listing.entries[$0]) },
      makeLayer: { [unowned self] in row($0, $1, $2, $3) },
      select: { [unowned self] index, _ in select(folder.listing.entries[index]) },
      open: { [unowned self] index, time in open(folder.listing.entries[index], at: time) }))
  private lazy var name = TextField(
    label: language.localized("Name"), clipboard: clipboard,
    delegate: .init(edited: { [unowned self] _, _ in
      say(nil)
      return nil
    }))
  private lazy var kind: ChoiceButton = {
    let button = ChoiceButton(language.localized("File type")) { [unowned self] in kinds }
    button.chosen = kindTitle
    return button
  }()
  private lazy var make = Button(language.localized("New folder…"), kind: .plain) {
    [unowned self] _ in askForFolder()
  }
  private lazy var cancel = Button(language.localized("Cancel"), kind: .plain) {
    [unowned self] _ in host?.close(self)
  }
  private lazy var done = Button(doneTitle, kind: .standard) { [unowned self] time in finish(at: time) }

  init(
    _ request: FileRequest, folders: UserFolders, language: Language, clipboard: Clipboard, work: WorkGroup,
    then: @escaping ([String]) -> Void
  ) {
    self.request = request
    self.clipboard = clipboard
    self.then = then
    self.language = language
    known = FilePlaces(folders, language)
    folder = OpenFolder(for: request, in: work)
    super.init(label: request.title)
    layer.addSublayer(words)
    let naming: [Control] = isSaving ? [name] : []
    let kinds: [Control] = request.filters.isEmpty || isForFolders ? [] : [kind]
    for control in [up, place, places] + naming + [list] + kinds + [make, cancel, done] as [Control] {
      addChild(control)
    }
    if case .save(let proposal) = request.kind { name.begin(with: proposal) }
    go(to: known.start(in: request.folder))
  }

  private var isSaving: Bool { if case .save = request.kind { true } else { false } }
  private var isForFolders: Bool { request.kind == .folder }

  override var isFocusable: Bool { false }
  override var cursor: CursorShape { .arrow }

  /// The control that is focused first.
  var firstFocus: Control { isSaving ? name : list }

  // MARK: Folders

  /// Reads a folder in the background and then shows it; the previous one stays until then.
  private func go(to path: String, selecting name: String? = nil) {
    folder.read(path, selecting: name)
    say(nil)
  }

  private func takeListing() {
    guard let (read, current) = folder.receive() else { return }
    place.forgetEdit()
    place.show(read.path)
    list.reload()
    list.makeCurrent(current, at: host?.now ?? 0)
    say(read.fault.map { language.localized(FileWords.fault($0, read.path)) })
    up.isEnabled = read.path != "/"
    done.title = doneTitle
    setNeedsLayout()
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    takeListing()
    return nil
  }

  private func goUp() {
    guard folder.path != "/" else { return }
    go(to: FilePath(folder.path).folder.text, selecting: FilePath(folder.path).name)
  }

  private func readAgain() {
    go(to: folder.path, selecting: current?.name)
  }

  /// Goes to a typed folder or chooses a typed file; returns the reason for a failure.
  private func takePath(_ text: String) -> FieldFault? {
    let path = FilePath(text, in: folder.path, home: known.home).text
    var status = stat()
    guard stat(path, &status) == 0 else {
      return FieldFault(
        language.localized("There is no folder “{name}”", ["name": FilePath(path).name]))
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
    host?.askForName(
      language.localized("New folder"), button: language.localized("Create")
    ) { [unowned self] name in
      let path = FilePath(folder.path).appending(name).text
      if name.contains("/") {
        return say(language.localized("A folder name cannot contain a slash"))
      }
      guard mkdir(path, 0o777) == 0 else {
        let reason =
          errno == EEXIST
          ? Message("the name is already in use") : Message(verbatim: String(cString: strerror(errno)))
        return say(
          language.localized(
            "“{name}” could not be created: {reason}", ["name": name], parts: ["reason": reason]))
      }
      go(to: path)
      host?.setFocus(list, byKeyboard: true)
    }
  }

  // MARK: Choosing

  private var current: FolderListing.Entry? {
    list.current.flatMap { folder.listing.entries.indices.contains($0) ? folder.listing.entries[$0] : nil }
  }

  private func select(_ entry: FolderListing.Entry) {
    if isSaving, !entry.isFolder { name.begin(with: entry.name) }
    say(nil)
    done.title = doneTitle
  }

  private func open(_ entry: FolderListing.Entry, at time: Double) {
    if entry.isFolder { return go(to: FilePath(folder.path).appending(entry.name).text) }
    finish(at: time)
  }

  private func finish(at time: Double) {
    guard !place.isEdited || place.commit() else { return }
    switch request.kind {
    case .open, .openSeveral:
      guard !folder.isBeingRead, let entry = current else {
        return say(language.localized("Choose a file in the list first"))
      }
      if entry.isFolder { return go(to: FilePath(folder.path).appending(entry.name).text) }
      accept(FilePath(folder.path).appending(entry.name).text)
    case .folder: accept(current.map { FilePath(folder.path).appending($0.name).text } ?? folder.path)
    case .save: save(at: time)
    }
  }

  private func save(at time: Double) {
    let text = name.text.drop { $0 == " " }
    guard !text.isEmpty else { return say(language.localized("Enter a file name")) }
    var path = FilePath(String(text), in: folder.path, home: known.home).text
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return go(to: path) }
    // A name without one of the endings gets the usual one.
    if let endings = folder.kind?.endings, let usual = endings.first,
      !endings.contains(FilePath(path).ending)
    {
      path += "." + usual
    }
    let around = FilePath(path).folder.text
    guard access(around, F_OK) == 0 else {
      return say(language.localized("There is no folder “{name}”", ["name": FilePath(around).name]))
    }
    guard access(around, W_OK) == 0 else {
      return say(
        language.localized(
          "You do not have permission to write in “{name}”", ["name": FilePath(around).name]))
    }
    guard access(path, F_OK) == 0 else { return accept(path) }
    host?.ask(
      language.localized("Replace “{name}”?", ["name": FilePath(path).name]),
      language.localized(
        "A file with this name already exists in “{folder}”. Replacing it overwrites its content.",
        ["folder": FilePath(around).name]),
      answers: [
        .init(language.localized("Cancel"), isDefault: true),
        .init(language.localized("Replace")) { [unowned self] _ in accept(path) },
      ])
  }

  private func accept(_ path: String) {
    known.use(isForFolders ? path : FilePath(path).folder.text)
    let then = then
    host?.close(self)
    then([path])
  }

  // MARK: Words

  private var doneTitle: String {
    switch request.kind {
    case .open, .openSeveral: language.localized("Open")
    case .save: language.localized("Save")
    case .folder:
      language.localized(
        "Choose “{name}”", ["name": String((current?.name ?? FilePath(folder.path).name).prefix(24))])
    }
  }

  private func say(_ words: String?) {
    guard words != fault else { return }
    fault = words
    setNeedsLayout()
  }

  private func title(of entry: FolderListing.Entry) -> String {
    entry.isFolder ? language.localized("{name}, folder", ["name": entry.name]) : entry.name
  }

  /// The text below the list: an error, or that the folder is empty.
  private var remark: String? {
    if let fault { return fault }
    guard !folder.isBeingRead, folder.listing.entries.isEmpty else { return nil }
    if isForFolders { return language.localized("This folder contains no folders") }
    return folder.kind.map {
      language.localized(
        "This folder contains no folders and no files of the type “{type}”", ["type": $0.name])
    } ?? language.localized("This folder is empty")
  }

  // MARK: Menus and keys

  private var placesMenu: Menu {
    var menu = Menu(known.named.map { .command(command($0.title, to: $0.path)) })
    let others = known.others
    if !others.isEmpty {
      menu.items += [.separator, .heading(language.localized("Recent folders"))]
      menu.items += others.map { .command(command(FilePath($0).abbreviatingHome(known.home), to: $0)) }
    }
    return menu
  }

  private func command(_ title: String, to path: String) -> Command {
    Command("files.go \(path)", title, group: language.localized("Files")) { [unowned self] _ in
      go(to: path)
      host?.setFocus(list, byKeyboard: true)
    }
  }

  private var kindTitle: String { folder.kind?.name ?? language.localized("All files") }

  private var kinds: [ChoiceButton.Choice] {
    let all: [Int?] = request.filters.indices.map { $0 } + (isSaving ? [] : [nil])
    return all.map { index in
      .init(
        index.map { request.filters[$0].name } ?? language.localized("All files"),
        isChosen: index == folder.filter
      ) {
        [unowned self] in
        folder.filter = index
        kind.chosen = kindTitle
        readAgain()
      }
    }
  }

  override var commands: [Command] {
    let group = language.localized("Files")
    return [
      Command(
        "files.hidden", language.localized("Show hidden files"), .control("h"), group: group,
        isChecked: folder.showsHidden
      ) {
        [unowned self] _ in
        folder.showsHidden.toggle()
        readAgain()
      },
      Command(
        "files.up", language.localized("Parent folder"), Shortcut(.up, .alt), group: group,
        isEnabled: folder.path != "/"
      ) {
        [unowned self] _ in goUp()
      },
      Command(
        "files.home", language.localized("Home folder"), Shortcut(.home, .alt), group: group,
        isEnabled: known.home != nil
      ) {
        [unowned self] _ in if let home = known.home { go(to: home) }
      },
      Command("files.path", language.localized("Enter a path"), .control("l"), group: group) {
        [unowned self] _ in
        host?.setFocus(place, byKeyboard: true)
      },
      Command("files.new-folder", language.localized("New folder"), group: group) { [unowned self] _ in
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

  /// The width of the caption before the name, in points.
  private func nameWidth(_ interface: Interface) -> Double {
    max(interface.line(language.localized("Name"), style: Theme.secondary).width.rounded(.up) + 1, 40)
  }

  override func preferredSize(in room: Size, _ interface: Interface) -> Size {
    Size(min(600, room.width), min(460, room.height))
  }

  private static let margin = 20.0

  /// The height of the text below the list, which is wrapped: at least that of one line.
  private func remarkHeight(_ interface: Interface) -> Double {
    max(
      22,
      interface.height(
        of: remark ?? "", style: Theme.secondary, wrappedAt: bounds.width - 2 * Self.margin, margin: 6))
  }

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
      name.frame = Rect(Point(left + nameWidth(interface) + 8, y), Point(right, y + height))
      y += height + gap
    }
    let bottom = bounds.height - 16 - height
    list.frame = Rect(
      Point(left, y), Point(right, max(bottom - remarkHeight(interface) - gap, y + 1)))
    var x = right
    for button in [done, cancel] {
      button.frame = Rect(x: x - width(button), y: bottom, width: width(button), height: height)
      x = button.frame.minX - gap
    }
    var start = left
    for button in [make, kind] as [Control] where button.parent != nil {
      // In a narrow window both do not fit.
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
    func add(_ text: String, _ room: Rect, isStrong: Bool = false) {
      let color = isStrong ? theme.ink : theme.secondaryInk
      words.addSublayer(
        Layer(text, style: isStrong ? Theme.strong : Theme.secondary, color: color, in: room, interface))
    }
    add(label, Rect(x: Self.margin, y: 12, width: width, height: 26), isStrong: true)
    if isSaving {
      add(
        language.localized("Name"),
        Rect(x: Self.margin, y: name.frame.minY, width: nameWidth(interface), height: name.frame.height))
    }
    let ground = Layer(
      list.frame.inset(by: -1).pixelAligned(scale: interface.scale), fill: theme.window,
      radius: Theme.fieldRadius)
    words.insertSublayer(ground, at: 0)
    if let remark {
      let room = Rect(
        x: Self.margin, y: list.frame.maxY + 4, width: width, height: remarkHeight(interface))
      words.addWrapped(
        remark, style: Theme.secondary, color: fault == nil ? theme.secondaryInk : theme.fault, in: room,
        interface)
    }
  }

  private func row(_ index: Int, _ size: Size, _ state: CellGrid.CellState, _ interface: Interface) -> Layer {
    let theme = interface.theme
    let entry = folder.listing.entries[index]
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
    row.addSublayer(
      Layer(entry.name, style: Theme.body, color: theme.ink, in: room, isElastic: true, interface))
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
    // Errors are announced.
    if let fault {
      let place = Rect(
        x: frame.minX, y: list.frame.maxY + frame.minY, width: frame.width,
        height: host.map { remarkHeight($0.interface) } ?? 0)
      node.children = [AccessibilityNode(role: .notification, label: fault, frame: place)]
    }
    return node
  }
}

/// The folders last used for opening or saving files, newest first.
struct RecentFolders {
  private let file: SmallFile?

  /// The maximum number of folders.
  private static let limit = 8

  init(_ folders: UserFolders) {
    file = folders.state.map { SmallFile(path: $0 + "/recent-folders") }
  }

  /// The folders that still exist.
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

/// The folders in the menu of places: home, the pictures, the whole computer, and recent folders.
struct FilePlaces {
  let home = UserFolders.variable("HOME")
  private let language: Language
  private let pictures: String?
  private let recent: RecentFolders

  init(_ folders: UserFolders, _ language: Language) {
    self.language = language
    pictures = folders.pictures.flatMap { SmallFile(path: $0).exists ? $0 : nil }
    recent = RecentFolders(folders)
  }

  /// Returns the initial folder: `folder` if it exists, or the best existing place.
  func start(in folder: String?) -> String {
    let places = [folder, recent.all.first, pictures, home].compactMap { $0 }
    return FilePath(places.first { SmallFile(path: $0).exists } ?? "/", in: "/", home: home).text
  }

  /// The places with a name.
  var named: [(title: String, path: String)] {
    [
      (language.localized("Home folder"), home), (language.localized("Pictures"), pictures),
      (language.localized("Computer"), "/"),
    ].compactMap { title, path in path.map { (title, $0) } }
  }

  /// The other recent folders, the newest first.
  var others: [String] {
    let named = named
    return recent.all.filter { path in !named.contains { $0.path == path } }
  }

  /// Adds a folder to the recent folders.
  func use(_ folder: String) { recent.add(folder) }
}

/// The folder in a file panel. A folder is read on another thread; until then the previous one remains.
final class OpenFolder {
  private let request: FileRequest
  private let worker: Worker<Void>
  private let mail: Mailbox<FolderListing>
  /// The contents of the folder.
  private(set) var listing = FolderListing(empty: "")
  /// The folder that is being read, and the name of the entry to select in it.
  private var wanted: (path: String, name: String?)?
  /// The index of the request's filter; nil shows all files.
  var filter: Int?
  /// Whether hidden files are listed.
  var showsHidden = false

  init(for request: FileRequest, in work: WorkGroup) {
    self.request = request
    worker = Worker(name: "files", in: work)
    mail = Mailbox(wake: work.wake)
    filter = request.filters.isEmpty ? nil : 0
  }

  /// The path of the folder that is shown or being read.
  var path: String { wanted?.path ?? listing.path }

  /// Whether a folder is being read.
  var isBeingRead: Bool { wanted != nil }

  /// The name and the file name endings of the filter; nil for all files.
  var kind: (name: String, endings: [String])? { filter.map { request.filters[$0] } }

  /// Reads a folder, and then selects the entry with a name.
  func read(_ path: String, selecting name: String? = nil) {
    wanted = (path, name)
    let endings = kind.map { Set($0.endings.map { $0.lowercased() }) }
    let content =
      request.kind == .folder
      ? FolderListing.Content.folders : endings.map { .filesEnding(in: $0) } ?? .files
    worker.run { [mail, showsHidden] in
      mail.send(FolderListing(reading: path, content, showsHidden: showsHidden))
    }
  }

  /// Takes the wanted folder once it has been read. Returns it with the index of the entry to select, or nil.
  func receive() -> (listing: FolderListing, current: Int?)? {
    guard let read = mail.takeAll().first(where: { $0.path == wanted?.path }) else { return nil }
    let name = wanted?.name
    wanted = nil
    listing = read
    return (read, read.entries.firstIndex { $0.name == name })
  }
}

/// The messages about files and folders in a file panel.
enum FileWords {
  /// Returns the reason why a folder cannot be read, from `errno`.
  static func fault(_ code: Int32, _ path: String) -> Message {
    let name = FilePath(path).name
    return switch code {
    case ENOENT: Message("The folder “{name}” no longer exists", ["name": name])
    case ENOTDIR: Message("“{name}” is not a folder", ["name": name])
    case EACCES, EPERM: Message("You do not have permission to open “{name}”", ["name": name])
    default:
      Message(
        "“{name}” cannot be read: {reason}", ["name": name, "reason": String(cString: strerror(code))])
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
