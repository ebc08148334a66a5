import ColorPicker
public import Colors
public import Controls
public import Geometry
public import Input

/// The browser of crowns: all of them in a grid that is searched, zoomed and coloured.
public final class CrownBrowserContent: ControlWindow {
  /// What the browser starts with.
  public struct Options {
    /// The side of a cell in points.
    public var cell: Double
    /// The colour of the crowns, or nil for the interface's ink.
    public var color: RGBA?
    public var search: String
    public var recentColors: [RGBA]

    public init(cell: Double = 96, color: RGBA? = nil, search: String = "", recentColors: [RGBA] = []) {
      self.cell = cell
      self.color = color
      self.search = search
      self.recentColors = recentColors
    }
  }

  /// Told of a colour that was chosen in the picker.
  public var onColorAccepted: ((RGBA) -> Void)?

  private let clipboard: Clipboard
  private let loader: CrownLoader
  private lazy var editor = CrownEditor(loader: loader) { [unowned self] in say($0) }
  private var time = 0.0

  private(set) var color: CrownColor
  private var search = CrownSearch()
  private var messages = BrowserMessages()

  private let panel: BrowserPanel
  let gridControl: CrownGridControl
  /// The picker, while it is open.
  private(set) var picker: PickerPanel?
  /// The report on files that were refused, while it is shown.
  private(set) var report: ImportReport?
  /// The field in which a name is being changed.
  private(set) var nameField: TextField?

  private(set) lazy var searchField = TextField(
    searchFor: "Search", placeholder: "Search crowns", clipboard: clipboard
  ) { [unowned self] in find($0) }
  private lazy var sizeSlider = Slider(
    label: "Size", range: CellMeasures.smallest...CellMeasures.smallest + 1,
    scale: .logarithmic(factor: CrownBrowserContent.zoomStep)
  ) { [unowned self] cell, _, time in
    gridControl.zoom(to: cell, at: time)
  }
  private lazy var colorButton = Swatch("Colour", color: gridControl.color) { [unowned self] _ in
    togglePicker()
  }

  /// The factor of one step of zooming by keys.
  private static let zoomStep = 1.25

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - source: Where crowns come from; it is asked on a thread of its own.
  ///   - isImmediate: Whether work is done at once, so that scripts always see the same.
  ///   - wake: Called on any thread when something waits for `receiveMail(at:)`.
  public init(
    options: Options, source: CrownDataSource, interface: Interface, clipboard: Clipboard,
    isImmediate: Bool, wake: @escaping @Sendable () -> Void = {}
  ) {
    self.clipboard = clipboard
    loader = CrownLoader(source: source, isImmediate: isImmediate, wake: wake)
    color = CrownColor(chosen: options.color, recent: options.recentColors)
    gridControl = CrownGridControl(cell: options.cell, color: color.shown(ink: interface.theme.ink))
    panel = BrowserPanel(grid: gridControl)
    super.init(root: panel, title: "Crowns", interface: interface)
    panel.place(search: searchField, slider: sizeSlider, colorButton: colorButton)
    sizeSlider.hasSizeMarks = true
    sizeSlider.valueText = { "\(Int($0.rounded())) points" }
    // A cell that grows or shrinks goes on from where it is going.
    sizeSlider.stepOrigin = { [unowned self] in gridControl.grid.destination.cell }
    panel.makeCommands = { [unowned self] in windowCommands }
    panel.onDrop = { [unowned self] in drop($0) }
    panel.onKey = { [unowned self] in key($0) }
    gridControl.onSelect = { [unowned self] in messages.notice = nil }
    gridControl.onText = { [unowned self] in type($0, at: $1) }
    gridControl.makeCommands = { [unowned self] in gridCommands }
    gridControl.makeMenu = { [unowned self] in menu }
    host.setFocus(gridControl)
    if !options.search.isEmpty { _ = searchField.insert(options.search, at: 0) }
    loader.load(words: search.words, keepsPlace: true)
    loader.check()
    takeMail()
  }

  /// Whether changes are seen at once.
  public override var reducesMotion: Bool {
    get { interface.reducesMotion }
    set {
      interface.reducesMotion = newValue
      gridControl.grid.spring = newValue ? nil : .interface
      showAll()
    }
  }

  /// Shows other colours from now on.
  public override func setTheme(_ theme: Theme) {
    interface.theme = theme
    showColor()
    showAll()
  }

  /// Draws everything anew once there is a window.
  private func showAll() {
    if host.size.width > 0 { host.refresh() }
  }

  /// The words for the title of the window.
  public override var title: String {
    get { search.words.isEmpty ? "Crowns" : "Crowns: \(search.words)" }
    set {}
  }

  public override var windowTitle: String? { title }

  // MARK: Mail

  /// Reads the crowns anew, as after another program changed them; what is selected stays so.
  public func reload(at time: Double) {
    self.time = max(self.time, time)
    loader.load(words: search.words, keepsPlace: true)
    takeMail()
  }

  /// Called once a turn, for what others have sent.
  public var onMail: ((_ time: Double) -> Void)?

  /// Called when the library was repaired, which is another file since.
  public var onRepaired: (() -> Void)?

  /// Takes the results that the worker has mailed.
  public override func receiveMail(at time: Double) {
    self.time = max(self.time, time)
    onMail?(time)
    takeMail()
  }

  /// Takes all messages, also those that come of the first ones.
  private func takeMail() {
    while true {
      let mail = loader.takeAll()
      if mail.isEmpty { break }
      for message in mail { take(message) }
    }
    showWords()
  }

  private func take(_ message: CrownLoader.Message) {
    switch message {
    case .contents(let contents): show(contents)
    case .edited(let edit, let direction, let fault):
      editor.finish(edit, direction, hasFailed: fault != nil)
      if let fault { return complain(fault) }
      messages.selection = edit.selection(direction).map { .init(id: $0, clearsSearch: false) }
      loader.load(words: search.words, keepsPlace: true)
      say(edit.notice(direction))
    case .exported(.success(let path)): say("Saved \(path)")
    case .exported(.failure(let fault)): complain(fault)
    case .importing(let progress): show(progress)
    case .checked(.success(let warning)):
      if let warning { messages.notice = StatusLine.Notice(text: warning, isFault: true) }
    case .checked(.failure(let fault)): complain(fault)
    case .repaired(.success(let words)):
      onRepaired?()
      loader.load(words: search.words, keepsPlace: true)
      say(words)
    case .repaired(.failure(let fault)): complain(fault)
    }
  }

  /// Brings the grid up to date with the crowns and the words that are searched for.
  private func show(_ contents: CrownLoader.Contents) {
    let isFirst = search.shown == nil
    switch contents.items {
    case .success(let items)?: gridControl.take(items)
    case .failure(let fault)?: complain(fault)
    case nil: break
    }
    guard search.show(resultsOf: contents.words) else { return }
    var found = gridControl.crowns.order
    switch contents.found {
    case .success(let ids)?: found = gridControl.crowns.keys(of: ids)
    case .failure(let fault)?:
      complain(fault)
      found = []
    case nil: break
    }
    gridControl.message = search.emptyMessage
    gridControl.grid.show(found, keepingPlace: contents.keepsPlace, isAnimated: !isFirst, at: time)
    selectWhatWasAwaited()
  }

  private func selectWhatWasAwaited() {
    guard let awaited = messages.selection else { return }
    if !gridControl.shows(awaited.id), awaited.clearsSearch, !search.words.isEmpty {
      return searchField.clear()
    }
    messages.selection = nil
    gridControl.select(awaited.id, at: time)
  }

  private func show(_ progress: CrownImportProgress) {
    guard progress.isFinished else {
      messages.importing = progress
      return
    }
    messages.importing = nil
    if !progress.added.isEmpty { editor.record(.add(ids: progress.added)) }
    messages.selection = progress.added.first.map { .init(id: $0, clearsSearch: true) }
    loader.load(words: search.words, keepsPlace: true)
    if progress.faults.isEmpty {
      say(progress.summary + (progress.added.isEmpty ? "" : "; Ctrl+Z takes that back"))
    } else {
      showReport(progress)
    }
  }

  private func say(_ text: String) { messages.notice = StatusLine.Notice(text: text) }

  private func complain(_ fault: CrownLoader.Fault) {
    if fault.isDamage {
      host.say(fault.description, Notice.Action("Repair") { [unowned self] _ in loader.repair() })
    }
    messages.notice = StatusLine.Notice(text: fault.description, isFault: true)
  }

  // MARK: Searching

  private func find(_ text: String) {
    guard search.take(text) else { return }
    messages.notice = nil
    loader.search(search.words)
  }

  // MARK: Colour

  private func showColor() {
    let shown = color.shown(ink: interface.theme.ink)
    gridControl.color = shown
    colorButton.color = shown
  }

  private func togglePicker() {
    if let picker { return picker.accept() }
    let picker = PickerPanel(
      options: .init(color: gridControl.color, recentColors: color.recent), interface: interface,
      clipboard: clipboard)
    picker.onChange = { [unowned self] color, _ in
      self.color.attempt(color)
      showColor()
    }
    picker.onFinish = { [unowned self, unowned picker] _ in host.close(picker) }
    self.picker = picker
    host.showPopover(picker, from: colorButton) { [unowned self] in endPicking() }
  }

  /// Takes the colour with which the picker was closed, beside it too, or brings the one from before back.
  private func endPicking() {
    guard let picker else { return }
    self.picker = nil
    if let accepted = picker.isFinished ? picker.accepted : picker.shownColor {
      color.accept(accepted)
      onColorAccepted?(accepted)
    } else {
      color.cancel()
    }
    showColor()
  }

  // MARK: Files

  /// Begins to add files that were dropped on the window.
  private func drop(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    closeReport()
    messages.importing = CrownImportProgress(done: 0, total: paths.count)
    loader.add(paths)
  }

  private func showReport(_ progress: CrownImportProgress) {
    closeReport()
    let report = ImportReport(progress) { [unowned self] in closeReport() }
    self.report = report
    panel.addChild(report)
    report.frame = panel.bounds
    host.setFocus(report)
  }

  private func closeReport() {
    guard let report else { return }
    self.report = nil
    report.removeFromParent()
    host.setFocus(gridControl)
  }

  // MARK: The selected crown

  private func copySelection() {
    guard let item = gridControl.selection else { return }
    clipboard.write(loader.document(item, color: gridControl.color))
    say("Copied “\(item.name)” as SVG")
  }

  private func exportSelection() {
    guard let item = gridControl.selection else { return }
    loader.export(item, color: gridControl.color)
  }

  private func removeSelection() {
    guard let item = gridControl.selection else { return }
    guard item.isOwn else {
      return say("“\(item.name)” came with Regalia and stays; only your own crowns can be removed")
    }
    editor.apply(.remove(id: item.id, name: item.name))
  }

  private func beginRenaming() {
    guard nameField == nil, let item = gridControl.selection else { return }
    guard item.isOwn else {
      return say("“\(item.name)” came with Regalia; only your own crowns can be renamed")
    }
    let field = TextField(
      label: "Name", clipboard: clipboard,
      delegate: .init(
        edited: { text, phase in
          phase == .final && text.allSatisfy(\.isWhitespace) ? FieldFault("A name has a letter") : nil
        }, restored: { [unowned self] in endRenaming(keeping: false) }))
    field.show(item.name)
    nameField = field
    panel.show(nameField: field)
    host.setFocus(field, byKeyboard: true)
  }

  private func endRenaming(keeping: Bool) {
    guard let field = nameField else { return }
    let text = field.text
    guard !keeping || field.commit() else { return }
    nameField = nil
    let hadFocus = field.isFocused
    panel.show(nameField: nil)
    if hadFocus { host.setFocus(gridControl) }
    guard keeping, let item = gridControl.selection, text != item.name else { return }
    editor.apply(.rename(id: item.id, from: item.name, to: text))
  }

  // MARK: Input

  public override func handle(_ event: InputEvent, at time: Double) {
    self.time = max(self.time, time)
    super.handle(event, at: time)
    if let nameField, !nameField.isFocused { endRenaming(keeping: true) }
    takeMail()
  }

  /// Takes a key that the focused control left.
  private func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .enter, .tab:
      guard let nameField, nameField.isFocused else { return goToGrid(from: event) }
      endRenaming(keeping: true)
    case .escape:
      if let nameField, nameField.isFocused {
        endRenaming(keeping: false)
      } else if gridControl.isFocused {
        goBack(at: event.time)
      } else {
        host.setFocus(gridControl, byKeyboard: true)
      }
    case .backspace:
      guard gridControl.isFocused, !search.words.isEmpty else { return false }
      _ = searchField.key(event)
    default: return goToGrid(from: event)
    }
    return true
  }

  /// Return and the arrow down lead from the words to what they find.
  private func goToGrid(from event: KeyEvent) -> Bool {
    guard searchField.isFocused, [.enter, .down].contains(event.key) else { return false }
    host.setFocus(gridControl, byKeyboard: true)
    return true
  }

  /// Goes back one step: from one crown to the grid, or from a search to all crowns.
  private func goBack(at time: Double) {
    messages.notice = nil
    if gridControl.grid.filling != nil {
      gridControl.toggleFilling(at: time)
    } else if !search.words.isEmpty {
      searchField.clear()
    }
  }

  /// Takes text that is typed over the grid.
  private func type(_ text: String, at time: Double) {
    switch text {
    case "+", "=": gridControl.zoom(by: Self.zoomStep, at: time)
    case "-": gridControl.zoom(by: 1 / Self.zoomStep, at: time)
    case "0": gridControl.zoom(to: gridControl.grid.fittingCell, at: time)
    case "/": host.setFocus(searchField, byKeyboard: true)
    case " ": gridControl.toggleFilling(at: time)
    default:
      host.setFocus(searchField)
      _ = searchField.insert(text, at: time)
    }
  }

  // MARK: Commands

  private var copyCommand: Command {
    Command(
      "crown.copy", "Copy as SVG", .control("c"), group: "Crown", isEnabled: gridControl.selection != nil
    ) {
      [unowned self] _ in copySelection()
    }
  }

  private var exportCommand: Command {
    Command(
      "crown.export", "Save as SVG", .control("e"), group: "Crown", isEnabled: gridControl.selection != nil
    ) { [unowned self] _ in exportSelection() }
  }

  private var renameCommand: Command {
    Command("crown.rename", "Rename", Shortcut(.function(2)), group: "Crown") { [unowned self] _ in
      beginRenaming()
    }
  }

  private var removeCommand: Command {
    Command("crown.remove", "Remove", Shortcut(.delete), group: "Crown") { [unowned self] _ in
      removeSelection()
    }
  }

  private var fillCommand: Command {
    Command(
      "crown.fill", gridControl.grid.filling == nil ? "Fill the window" : "Back to all crowns",
      Shortcut(.enter),
      group: "View"
    ) { [unowned self] time in gridControl.toggleFilling(at: time) }
  }

  private var historyCommands: [Command] {
    [
      Command("edit.undo", editor.history.undoTitle, .control("z"), group: "Edit", repeats: true) {
        [unowned self] _ in editor.undo()
      },
      Command(
        "edit.redo", editor.history.redoTitle, .controlShift("z"), .control("y"), group: "Edit", repeats: true
      ) { [unowned self] _ in editor.redo() },
    ]
  }

  private var zoomCommands: [Command] {
    [
      Command("view.zoom-in", "Larger", .control("+"), .control("="), group: "View", repeats: true) {
        [unowned self] time in gridControl.zoom(by: Self.zoomStep, at: time)
      },
      Command("view.zoom-out", "Smaller", .control("-"), group: "View", repeats: true) {
        [unowned self] time in gridControl.zoom(by: 1 / Self.zoomStep, at: time)
      },
      Command("view.fit", "All crowns at once", .control("0"), group: "View") { [unowned self] time in
        gridControl.zoom(to: gridControl.grid.fittingCell, at: time)
      },
    ]
  }

  /// What can be done while the grid has the keyboard.
  private var gridCommands: [Command] { [fillCommand, removeCommand] }

  /// What can be done everywhere in the window.
  private var windowCommands: [Command] {
    [
      Command("view.search", "Search", .control("f"), group: "View") { [unowned self] _ in
        host.setFocus(searchField, byKeyboard: true)
      },
      Command("view.color", "Colour", .control("k"), group: "View") { [unowned self] _ in togglePicker() },
      copyCommand, exportCommand, renameCommand,
    ] + zoomCommands + historyCommands + [
      Command("window.close", "Close", .control("w"), .control("q"), group: "Window") { [unowned self] _ in
        close()
      }
    ]
  }

  /// The menu of the selected crown.
  private var menu: Menu? {
    guard let item = gridControl.selection else { return nil }
    return Menu(groups: [
      [fillCommand], [copyCommand, exportCommand], item.isOwn ? [renameCommand, removeCommand] : [],
    ])
  }

  // MARK: Layout and time

  public override func layOut(size: Size, scale: Double) {
    super.layOut(size: size, scale: scale)
    report?.frame = panel.bounds
    showWords()
  }

  var countText: String {
    search.countText(found: gridControl.grid.keys.count, of: gridControl.crowns.count)
  }

  /// What the line at the bottom says.
  var statusText: String { panel.status.text }

  /// Brings the count and the line at the bottom up to date.
  private func showWords() {
    panel.show(
      count: countText, status: messages.status(selected: gridControl.selection), isRenaming: nameField != nil
    )
    if host.size.width > 0 { host.settle() }
  }

  public override func advance(to time: Double) -> Double? {
    self.time = max(self.time, time)
    let next = super.advance(to: time)
    let grid = gridControl.grid
    sizeSlider.range = CellMeasures.smallest...max(grid.opening.fillingCell, CellMeasures.smallest + 1)
    sizeSlider.value = grid.view(at: time).cell
    // A zoom selects the crown that comes to fill the window when it settles, without any event.
    showWords()
    return next
  }

  public override var accessibility: AccessibilityNode {
    host.accessibility(label: title, value: countText)
  }
}
