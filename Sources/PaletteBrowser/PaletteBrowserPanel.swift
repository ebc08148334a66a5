import Background
import Colors
public import Controls
public import Files
public import Geometry
public import Input
import Palettes
import Scene
import Application
import Bus

/// The palettes of a library: a list, and the colours of the one that is open.
public final class PaletteBrowserPanel: Control {
  private let collection: PaletteCollection
  private let interface: Interface
  private let clipboard: Clipboard
  private let files: FileDialogs
  private let worker: Worker<Void>
  private let mail: Mailbox<Mail>
  private let folders: UserFolders
  private let pickers: ColorPickerFactory
  private let showPicture: PictureShowing?
  private let ring = Layer()

  /// What comes from other threads.
  private enum Mail: Sendable {
    case read(PaletteFiles)
    case picture(Bitmap, name: String)
    case fault(String)
  }

  private lazy var searchField = TextField(
    searchFor: "Search palettes", placeholder: "Search", clipboard: clipboard
  ) { [unowned self] in
    collection.search = $0
    list.reload()
    setNeedsUpdate()
  }
  private lazy var list: CellGrid = {
    var content = CellGrid.Content(
      count: { [unowned self] in collection.found.count },
      title: { [unowned self] in collection.found[$0].palette.name },
      makeLayer: { [unowned self] index, size, state, interface in
        let entry = collection.found[index]
        return PaletteDrawing.row(
          entry, isOpen: entry.id == collection.openID, isHovered: state.isHovered, size, interface)
      },
      select: { [unowned self] index, _ in open(collection.found[index].id) })
    content.drag = { [unowned self] index, _ in dragPalette(index) }
    content.menu = { [unowned self] in paletteMenu(isBeside: $0 == nil) }
    content.isFoundByTyping = false
    return CellGrid(label: "Palettes", cellSize: Size(.infinity, 48), gap: 2, content: content)
  }()
  private lazy var board: CellGrid = {
    var content = CellGrid.Content(
      count: { [unowned self] in swatches.count }, title: { [unowned self] in swatches[$0].title },
      makeLayer: { [unowned self] index, size, state, interface in
        PaletteDrawing.cell(swatches[index], state, size, interface)
      },
      open: { [unowned self] index, _ in edit(index) })
    content.drag = { [unowned self] index, _ in drag(index) }
    content.menu = { [unowned self] in colorMenu(isBeside: $0 == nil) }
    content.isFoundByTyping = false
    return CellGrid(label: "Colours", cellSize: Size(104, 104), gap: 8, content: content)
  }()
  private lazy var nameField = TextField(
    label: "Name of the palette", clipboard: clipboard,
    delegate: .init(
      edited: { [unowned self] text, phase in
        guard text.contains(where: { !$0.isWhitespace }) else { return FieldFault("A palette needs a name") }
        if phase == .final { change("rename palette") { $0.name = text } }
        return nil
      },
      restored: { [unowned self] in refresh() }))
  private lazy var newButton = Button("New palette", icon: .plus, kind: .quiet) { [unowned self] _ in
    makeNew()
  }
  private lazy var importButton = Button("Import…", kind: .plain) { [unowned self] _ in chooseFiles() }
  private lazy var addButton = Button("Add colour", icon: .plus, kind: .plain) { [unowned self] _ in
    addColor()
  }
  private lazy var sortButton = makeMenuButton("Sort") { [unowned self] in Menu(groups: [sortCommands]) }
  private lazy var exportButton = makeMenuButton("Export") { [unowned self] in Menu(groups: [exportCommands])
  }
  private lazy var primaryMenuButton = Button.primaryMenu()

  /// Creates a panel of the palettes that a store has; throws what the store does. With `isImmediate` work is done at
  /// once, so that scripts always see the same; `wake` is called on any thread when something waits to be taken in.
  public init(
    store: PaletteStore, interface: Interface, clipboard: Clipboard, folders: UserFolders = UserFolders(),
    pickers: ColorPickerFactory = .none, showPicture: PictureShowing? = nil, isImmediate: Bool,
    wake: @escaping @Sendable () -> Void
  ) throws {
    collection = try PaletteCollection(store)
    self.folders = folders
    self.pickers = pickers
    self.showPicture = showPicture
    self.interface = interface
    self.clipboard = clipboard
    mail = Mailbox(wake: wake)
    weak var made: PaletteBrowserPanel?
    files = FileDialogs(folders: folders, isImmediate: isImmediate, wake: wake) { made?.host }
    worker = Worker(name: "palettes", isImmediate: isImmediate) {}
    super.init(label: "Palettes")
    made = self
    setChildren([
      searchField, newButton, list, importButton, nameField, addButton, sortButton, exportButton,
      primaryMenuButton, board,
    ])
    ring.name = "focus"
    layer.addSublayer(ring)
    refresh()
  }

  private var swatches: [Palettes.Swatch] { collection.open?.palette.swatches ?? [] }

  private func makeMenuButton(_ title: String, _ menu: @escaping () -> Menu) -> Button {
    var made: Button?
    let button = Button(title, kind: .plain) { [unowned self] _ in
      if let made { host?.showMenu(menu(), below: made) }
    }
    button.opensMenu = true
    made = button
    return button
  }

  // MARK: What stands where

  /// The smallest size in which everything can be used, in points.
  public static let minimumSize = Size(width: 440, height: 320)
  private var listWidth: Double { bounds.width < 560 ? 168 : bounds.width < 760 ? 190 : 240 }

  public override var isFocusable: Bool { false }
  /// The usual pointer.
  public override var cursor: CursorShape { .arrow }
  public override var focusRingContainer: Layer? { ring }

  public override func layOut(_ interface: Interface) {
    let (margin, gap, height) = (Theme.margin, Theme.gap, Theme.controlHeight)
    ring.frame = bounds
    let left = Rect(x: margin, y: margin, width: listWidth, height: bounds.height - 2 * margin)
    newButton.frame = Rect(x: left.maxX - height, y: left.minY, width: height, height: height)
    searchField.frame = Rect(left.origin, Point(newButton.frame.minX - gap, left.minY + height))
    importButton.frame = Rect(x: left.minX, y: left.maxY - height, width: left.width, height: height)
    list.frame = Rect(
      Point(left.minX, left.minY + height + gap), Point(left.maxX, importButton.frame.minY - gap))
    let right = Rect(Point(left.maxX + 24, margin), Point(bounds.width - margin, bounds.height - margin))
    // In a narrow window the buttons stand below the name.
    let isNarrow = right.width < 400
    let row = right.minY + (isNarrow ? height + gap : 0)
    primaryMenuButton.frame = Rect(x: right.maxX - height, y: right.minY, width: height, height: height)
    var x = isNarrow ? right.maxX : primaryMenuButton.frame.minX - gap
    for button in [exportButton, sortButton, addButton] {
      let width = button.preferredSize(in: bounds.size, interface).width
      x -= width
      button.frame = Rect(x: x, y: row, width: width, height: height)
      x -= gap
    }
    nameField.frame = Rect(
      x: right.minX, y: right.minY,
      width: isNarrow ? primaryMenuButton.frame.minX - gap - right.minX : max(x - right.minX, 60),
      height: height)
    board.frame = Rect(Point(right.minX, row + height + 16), Point(right.maxX, right.maxY))
    for control in children { control.frame = control.frame.pixelAligned(scale: interface.scale) }
  }

  /// What has the keyboard at first.
  var firstFocus: Control { collection.entries.isEmpty ? newButton : list }

  private func refresh() {
    let isOpen = collection.open != nil
    nameField.show(collection.open?.palette.name ?? "")
    for control in [nameField, addButton, sortButton, exportButton] as [Control] {
      control.isEnabled = isOpen
    }
    list.reload()
    board.reload()
    list.makeCurrent(collection.found.firstIndex { $0.id == collection.openID }, at: host?.now ?? 0)
    setNeedsUpdate()
  }

  private let advice = Layer()

  /// What is said where there are no colours.
  private var words: [String] {
    if collection.entries.isEmpty {
      return ["No palettes yet", "Drop palette files or pictures here, or make one with +."]
    }
    guard collection.open == nil || swatches.isEmpty else { return [] }
    return ["No colours yet", "Add one with +, paste one, or drop a picture to take colours from it."]
  }

  /// What is said where a search finds nothing.
  private var listWords: String? {
    collection.found.isEmpty && !collection.entries.isEmpty ? "No match" : nil
  }

  public override var accessibility: AccessibilityNode {
    var words = words.map { AccessibilityNode(role: .text, label: $0, frame: board.frame) }
    if let listWords { words.append(AccessibilityNode(role: .text, label: listWords, frame: list.frame)) }
    return AccessibilityNode(role: .group, label: label, frame: frame, children: words)
  }

  public override func update(_ interface: Interface) {
    advice.removeSublayers()
    if advice.superlayer == nil { layer.addSublayer(advice) }
    let lines = words.enumerated().flatMap { place, text in
      interface.wrapped(text, style: place == 0 ? Theme.strong : Theme.body, width: board.frame.width)
        .map { (isFirst: place == 0, text: $0) }
    }
    for (line, (isFirst, text)) in lines.enumerated() {
      let room = Rect(
        x: board.frame.minX, y: board.frame.midY - 24 + 24 * Double(line), width: board.frame.width,
        height: 24)
      advice.addSublayer(
        Layer(
          text, style: isFirst ? Theme.strong : Theme.body,
          color: isFirst ? interface.theme.ink : interface.theme.secondaryInk, in: room, alignment: .center,
          interface))
    }
    if let listWords {
      let room = Rect(x: list.frame.minX, y: list.frame.minY + 8, width: list.frame.width, height: 24)
      advice.addSublayer(
        Layer(
          listWords, style: Theme.body, color: interface.theme.secondaryInk, in: room, alignment: .center,
          interface))
    }
  }

  // MARK: What is done

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { host?.say("The palettes were not changed: \(error)") }
    refresh()
  }

  private func change(_ step: String, mergingBy key: String? = nil, _ body: (inout Palette) -> Void) {
    attempt { try collection.change(step, mergingBy: key, body) }
  }

  private func open(_ id: String) {
    collection.open(id)
    nameField.show(collection.open?.palette.name ?? "")
    list.reload()
    board.reload()
    board.makeCurrent(nil, at: host?.now ?? 0)
    setNeedsUpdate()
  }

  private func makeNew() {
    attempt { try collection.add(Palette(name: "New palette"), named: "new palette") }
    host?.setFocus(nameField, byKeyboard: true)
  }

  private func removeOpen() {
    guard let entry = collection.open else { return }
    attempt { try collection.remove(entry.id) }
    host?.say(
      "“\(entry.palette.name)” was removed.",
      .undo { [unowned self] _ in attempt { try collection.undo() } })
  }

  private func addColor() {
    add([Palettes.Swatch(swatches.last?.color ?? Color(RGBA(hex: 0x808080)))], at: swatches.count)
    edit(swatches.count - 1)
  }

  private func add(_ added: [Palettes.Swatch], at place: Int) {
    guard !added.isEmpty else { return }
    if collection.open == nil {
      return attempt {
        try collection.add(Palette(name: "New palette", swatches: added), named: "new palette")
      }
    }
    change(added.count == 1 ? "add colour" : "add colours") { palette in
      palette.swatches.insert(contentsOf: added, at: min(place, palette.swatches.count))
    }
    board.makeCurrent(min(place, swatches.count - 1), at: host?.now ?? 0)
  }

  private func removeColor() {
    guard let index = board.current, swatches.indices.contains(index) else { return }
    change("remove colour") { $0.swatches.remove(at: index) }
  }

  private func move(_ index: Int, before place: Int) {
    change("move colour") { palette in
      guard palette.swatches.indices.contains(index) else { return }
      let swatch = palette.swatches.remove(at: index)
      palette.swatches.insert(swatch, at: min(place > index ? place - 1 : place, palette.swatches.count))
    }
    board.makeCurrent(min(place > index ? place - 1 : place, swatches.count - 1), at: host?.now ?? 0)
  }

  private func moveCurrent(by step: Int) {
    guard let index = board.current, swatches.indices.contains(index + step) else { return }
    move(index, before: step > 0 ? index + step + 1 : index + step)
  }

  /// Opens the picker on a colour; every change is seen at once, and all of them are one step.
  private func edit(_ index: Int) {
    guard swatches.indices.contains(index), let host else { return }
    let before = swatches[index]
    let request = ColorPickerFactory.Request(
      color: before.color.mapped(to: .srgb).rgba, hasAlpha: before.color.alpha < 1,
      recentColors: pickers.recentColors(folders.state))
    guard let panel = pickers.make(request, interface, clipboard) else { return }
    let key = "colour \(index) \(host.now)"
    panel.onChange = { [unowned self] color, phase in
      guard phase == .final else { return }
      change("change colour", mergingBy: key) { palette in
        if palette.swatches.indices.contains(index) { palette.swatches[index].color = Color(color) }
      }
    }
    panel.onFinish = { [unowned self, unowned panel] accepted in
      if let accepted {
        pickers.keep(accepted, folders.state)
      } else {
        change("change colour", mergingBy: key) { palette in
          if palette.swatches.indices.contains(index) { palette.swatches[index] = before }
        }
      }
      self.host?.close(panel)
    }
    let cell = board.insertionFrame(at: index).offset(by: board.frameInWindow.origin - .zero)
    host.showPopover(panel, at: Rect(x: cell.minX, y: cell.minY, width: 104, height: cell.height))
  }

  private func paste() {
    guard let text = clipboard.read() else { return }
    let found = PaletteFiles.swatches(in: text)
    guard !found.isEmpty else { host?.say("The clipboard holds no colour."); return }
    add(found, at: (board.current ?? swatches.count - 1) + 1)
  }

  private func copy() {
    guard let index = board.current, swatches.indices.contains(index) else { return }
    let text = swatches[index].color.text(as: .hex)
    clipboard.write(text)
    host?.say("\(text) was copied.")
  }

  // MARK: Files

  private func chooseFiles() {
    let endings = PaletteFormat.allCases.flatMap(\.endings) + ["png", "jpg", "jpeg", "webp"]
    let request = FileChooser.Request(
      .openSeveral, title: "Import palettes", filters: [("Palettes and pictures", endings)])
    files.ask(request) { [unowned self] in read($0) }
  }

  private func choosePicture() {
    let request = FileChooser.Request(
      .open, title: "Take colours from a picture", filters: [("Pictures", PaletteFiles.pictureEndings)])
    files.ask(request) { [unowned self] paths in
      worker.run { [mail] _ in
        do {
          mail.send(
            .picture(try PaletteFiles.picture(in: paths[0]), name: FilePath(paths[0]).name))
        } catch {
          mail.send(.fault("No colours can be taken from it: \(error)"))
        }
      }
      takeMail()
    }
  }

  /// Shows a picture of which colours are added to the open palette.
  private func show(_ picture: Bitmap, named name: String) {
    let panel = showPicture?(picture, name, interface.language) { [unowned self] color in
      add([Palettes.Swatch(Color(color))], at: swatches.count)
      host?.say("\(Color(color).text(as: .hex)) was added.")
    }
    if let panel { host?.showDialog(panel) }
  }

  private func read(_ paths: [String]) {
    worker.run { [mail] _ in mail.send(.read(PaletteFiles(paths))) }
    takeMail()
  }

  private func export(as format: PaletteFormat) {
    guard let palette = collection.open?.palette else { return }
    let name = FileName.safe(palette.name) + "." + format.endings[0]
    let request = FileChooser.Request(
      .save(name: name), title: "Export palette", filters: [(format.title, format.endings)])
    files.ask(request) { [unowned self] in write(format, to: $0[0]) }
  }

  private func write(_ format: PaletteFormat, to path: String) {
    guard let palette = collection.open?.palette else { return }
    do {
      try AtomicFile.write(format.bytes(of: palette), to: path)
      let losses = format.losses(of: palette)
      let rest = losses.isEmpty ? "" : " Not kept: \(losses.joined(separator: ", "))."
      host?.say("“\(palette.name)” was written to \(FileBytes.name(of: path)).\(rest)")
    } catch {
      host?.say("The palette was not written: \(error)")
    }
  }

  /// Takes what other threads have sent.
  func takeMail() {
    for message in mail.takeAll() {
      switch message {
      case .read(let files): take(files)
      case .picture(let picture, let name): show(picture, named: name)
      case .fault(let words): host?.say(words)
      }
    }
    files.receiveMail()
  }

  private func take(_ files: PaletteFiles) {
    for palette in files.palettes {
      attempt { try collection.add(palette, named: "import palette") }
    }
    if let (name, picture) = files.picture { show(picture, named: name) }
    if let fault = files.faults.first {
      let more = files.faults.count > 1 ? " (and \(files.faults.count - 1) more)" : ""
      host?.say("Not imported: \(fault)\(more).")
    } else if files.palettes.count > 1 {
      host?.say("\(files.palettes.count) palettes were imported.")
    }
  }

  // MARK: Dragging

  private static let swatchKind = "swatch"
  private static let paletteKind = "palette"

  private func dragPalette(_ index: Int) {
    guard collection.found.indices.contains(index), collection.found.count > 1 else { return }
    let entry = collection.found[index]
    let size = Size(list.bounds.width, list.cellSize.height)
    let preview = PaletteDrawing.row(entry, isOpen: true, isHovered: false, size, interface)
    preview.frame = Rect(center: .zero, size: size)
    preview.backgroundColor = interface.theme.raised
    preview.shadow = interface.theme.shadow(elevation: 2)
    host?.beginDrag(.items(kind: Self.paletteKind, ids: [entry.id]), preview: preview)
  }

  private func placeInList(of event: DropEvent) -> Int {
    list.insertionIndex(at: event.point - (list.frame.origin - .zero))
  }

  private func movePalette(_ id: String, before place: Int, mergingBy key: String? = nil) {
    attempt { try collection.move(id, before: place, mergingBy: key) }
  }

  /// Moves the open palette over so many of those that are found.
  private func moveOpen(by step: Int) {
    guard let id = collection.openID, let place = collection.found.firstIndex(where: { $0.id == id }),
      collection.found.indices.contains(place + step)
    else { return }
    movePalette(id, before: step > 0 ? place + step + 1 : place + step, mergingBy: "keys")
  }

  private func drag(_ index: Int) {
    guard swatches.indices.contains(index) else { return }
    let color = swatches[index].color.mapped(to: .srgb).rgba
    host?.beginDrag(
      .items(kind: Self.swatchKind, ids: ["\(index)"]), preview: Layer(dragged: color, interface),
      offer: .color(color))
  }

  private func place(of event: DropEvent) -> Int {
    board.insertionIndex(at: event.point - (board.frame.origin - .zero))
  }

  public override func proposal(for event: DropEvent) -> DropProposal? {
    switch event.content {
    case .files: return DropProposal("Import palettes, or colours from pictures", frame: bounds.inset(by: 4))
    case .text(let text):
      guard !PaletteFiles.swatches(in: text).isEmpty else {
        return DropProposal("This is no colour", isAccepted: false)
      }
      return DropProposal("Add the colour", frame: board.frame)
    case .items(Self.swatchKind, _):
      guard board.frame.contains(event.point) else { return nil }
      return DropProposal(
        "Move here", frame: board.insertionFrame(at: place(of: event)).offset(by: board.frame.origin - .zero))
    case .items(Self.paletteKind, _):
      guard list.frame.contains(event.point) else { return nil }
      let frame = list.insertionFrame(at: placeInList(of: event))
      return DropProposal("Move here", frame: frame.offset(by: list.frame.origin - .zero))
    case .items: return nil
    }
  }

  public override func drop(_ event: DropEvent) {
    switch event.content {
    case .files(let paths): read(paths)
    case .text(let text): add(PaletteFiles.swatches(in: text), at: place(of: event))
    case .items(Self.swatchKind, let ids):
      if let index = ids.first.flatMap({ Int($0) }) { move(index, before: place(of: event)) }
    case .items(Self.paletteKind, let ids):
      if let id = ids.first { movePalette(id, before: placeInList(of: event)) }
    case .items: break
    }
  }

  // MARK: Commands

  private var sortCommands: [Command] {
    SwatchOrder.allCases.map { order in
      Command(
        "palettes.sort.\(order.rawValue)", "By \(order.rawValue)", group: "Palette",
        isEnabled: swatches.count > 1
      ) {
        [unowned self] _ in change("sort by \(order.rawValue)") { $0.swatches = order.sorted($0.swatches) }
      }
    }
  }

  private var exportCommands: [Command] {
    PaletteFormat.allCases.map { format in
      Command(
        "palettes.export.\(format.rawValue)", format.title, group: "Palette", isEnabled: !swatches.isEmpty
      ) { [unowned self] _ in export(as: format) }
    }
  }

  /// What the window's menu begins with.
  var menuGroups: [[Command]] { [fileCommands, editCommands] }

  private var fileCommands: [Command] {
    [
      Command("palettes.new", "New palette", .control("n"), group: "Palettes") { [unowned self] _ in makeNew()
      },
      Command("palettes.import", "Import palettes…", .control("o"), group: "Palettes") {
        [unowned self] _ in chooseFiles()
      },
      Command(
        "palettes.picture", "Take colours from a picture…", .controlShift("o"), group: "Palettes"
      ) { [unowned self] _ in choosePicture() },
      Command("palettes.search", "Search palettes", .control("f"), group: "Palettes") {
        [unowned self] _ in host?.setFocus(searchField, byKeyboard: true)
      },
    ]
  }

  private var editCommands: [Command] {
    let isOpen = collection.open != nil
    let hasColor = board.current.map(swatches.indices.contains) ?? false
    let color = board.current ?? 0
    let palette = collection.openID.flatMap { id in collection.found.firstIndex { $0.id == id } }
    return [
      Command(
        "palettes.undo", collection.undoTitle(in: interface.language), .control("z"), group: "Palettes",
        isEnabled: collection.canUndo
      ) { [unowned self] _ in attempt { try collection.undo() } },
      Command(
        "palettes.redo", collection.redoTitle(in: interface.language), .controlShift("z"), .control("y"),
        group: "Palettes",
        isEnabled: collection.canRedo
      ) { [unowned self] _ in attempt { try collection.redo() } },
      Command(
        "palettes.rename", "Rename palette", Shortcut(.function(2)), group: "Palette", isEnabled: isOpen
      ) { [unowned self] _ in host?.setFocus(nameField, byKeyboard: true) },
      Command(
        "palettes.up", "Move palette up", Shortcut(.up, .alt), group: "Palette",
        isEnabled: palette.map { $0 > 0 } ?? false, repeats: true
      ) { [unowned self] _ in moveOpen(by: -1) },
      Command(
        "palettes.down", "Move palette down", Shortcut(.down, .alt), group: "Palette",
        isEnabled: palette.map { $0 < collection.found.count - 1 } ?? false, repeats: true
      ) { [unowned self] _ in moveOpen(by: 1) },
      Command("palettes.remove", "Remove palette", Shortcut(.delete), group: "Palette", isEnabled: isOpen) {
        [unowned self] _ in removeOpen()
      },
      Command("palettes.edit", "Edit colour…", group: "Colour", isEnabled: hasColor) {
        [unowned self] _ in if let current = board.current { edit(current) }
      },
      Command("palettes.add", "Add colour", group: "Colour", isEnabled: isOpen) { [unowned self] _ in
        addColor()
      },
      Command("palettes.copy", "Copy colour", .control("c"), group: "Colour", isEnabled: hasColor) {
        [unowned self] _ in copy()
      },
      Command("palettes.paste", "Paste colours", .control("v"), group: "Colour") {
        [unowned self] _ in paste()
      },
      Command(
        "palettes.remove-colour", "Remove colour", Shortcut(.delete), group: "Colour", isEnabled: hasColor
      ) { [unowned self] _ in removeColor() },
      Command(
        "palettes.back", "Move colour back", Shortcut(.left, .alt), group: "Colour",
        isEnabled: hasColor && color > 0, repeats: true
      ) { [unowned self] _ in moveCurrent(by: -1) },
      Command(
        "palettes.forward", "Move colour forward", Shortcut(.right, .alt), group: "Colour",
        isEnabled: hasColor && color < swatches.count - 1, repeats: true
      ) { [unowned self] _ in moveCurrent(by: 1) },
    ]
  }

  public override var commands: [Command] { fileCommands + editCommands + sortCommands + exportCommands }

  private func menu(_ ids: Set<String>) -> [Command] { editCommands.filter { ids.contains($0.id) } }

  private func paletteMenu(isBeside: Bool) -> Menu {
    let own = ["palettes.rename", "palettes.up", "palettes.down", "palettes.remove"]
    var menu = Menu(groups: [isBeside ? [] : menu(Set(own)), fileCommands])
    guard !isBeside else { return menu }
    menu.items.insert(.submenu("Export", Menu(groups: [exportCommands])), at: own.count)
    menu.items.insert(.submenu("Sort", Menu(groups: [sortCommands])), at: own.count)
    return menu
  }

  private func colorMenu(isBeside: Bool) -> Menu {
    isBeside
      ? Menu(groups: [menu(["palettes.add", "palettes.paste"]), sortCommands])
      : Menu(groups: [
        menu(["palettes.edit", "palettes.copy", "palettes.paste"]),
        menu(["palettes.back", "palettes.forward"]), menu(["palettes.remove-colour"]),
      ])
  }

  /// What Delete removes depends on what has the keyboard; where that is neither palettes nor colours it removes nothing.
  /// What is typed is searched for, as on all walls.
  public override func insert(_ text: String, at time: Double) -> Bool {
    guard text.contains(where: { !$0.isWhitespace }) else { return false }
    host?.setFocus(searchField)
    return searchField.insert(text, at: time)
  }

  /// Leaves the search for the first palette that it has found.
  private func goToFound() {
    guard let first = collection.found.first else { return }
    if !collection.found.contains(where: { $0.id == collection.openID }) { open(first.id) }
    host?.setFocus(list, byKeyboard: true)
  }

  public override func key(_ event: KeyEvent) -> Bool {
    if searchField.isFocused, event.modifiers.isEmpty, [.enter, .down].contains(event.key) {
      goToFound()
      return true
    }
    guard event.key == .delete, event.modifiers.isEmpty else { return false }
    if board.isFocused { removeColor() } else if list.isFocused { removeOpen() }
    return true
  }
}
