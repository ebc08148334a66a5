public import Application
public import Catalog
public import Colors
public import Controls
import Files
public import Geometry
import Heraldry
public import Input
import Localization
import Scene
public import Workers

/// The browser of crowns: a grid of all of them that can be searched, zoomed and coloured.
public final class CrownBrowserContent: ControlWindow {
  /// The initial state of the browser.
  public struct Options {
    /// The side of a cell in points.
    public var cell: Double
    /// The colour of the crowns, or nil for the interface's ink.
    public var color: RGBA?
    /// The initial search words.
    public var search: String
    /// Recently chosen colours, the newest first, for the picker.
    public var recentColors: [RGBA]
    /// The factory of colour pickers.
    public var colorPickers: ColorPickerFactory
    /// The recently used crowns.
    public var recent: RecentCrowns
    /// The seed of random designs.
    public var seed: UInt64

    /// Creates options; `cell` is the side of a cell in points.
    public init(
      cell: Double = 96, color: RGBA? = nil, search: String = "", recentColors: [RGBA] = [],
      recent: RecentCrowns = RecentCrowns(folder: nil), colorPickers: ColorPickerFactory = .none,
      seed: UInt64 = 1
    ) {
      self.seed = seed
      self.colorPickers = colorPickers
      self.recent = recent
      self.cell = cell
      self.color = color
      self.search = search
      self.recentColors = recentColors
    }
  }

  private let session: BrowserSession
  private let coloring: CrownColoring
  private let actions: CrownActions
  private let importing: CrownImporting
  private let designing: CrownDesigning
  private let renaming: CrownRenaming
  private var drawings = FacetDrawings()
  private let opensAtUsualCell: Bool

  /// Called once per turn of the loop, for messages from elsewhere.
  public var onMail: ((_ time: Double) -> Void)?

  /// Called after the library was repaired, which replaced its file.
  public var onRepaired: (() -> Void)?

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - options: The initial state of the browser.
  ///   - source: The source of crowns; it is called on another thread.
  ///   - interface: The environment for laying out controls.
  ///   - clipboard: The clipboard.
  ///   - work: The group of background work.
  public init(
    options: Options, source: CrownDataSource, interface: Interface, clipboard: Clipboard,
    work: WorkGroup
  ) {
    opensAtUsualCell = options.cell == Self.defaultCell
    let color = CrownColor(chosen: options.color, recent: options.recentColors)
    let grid = CrownGridControl(
      for: .browsing, cell: options.cell, color: color.shown(ink: interface.theme.ink))
    let language = interface.language
    grid.label = language.localized("Crowns")
    let panel = BrowserPanel(grid: grid, clipboard: clipboard, language: language)
    let loader = CrownLoader(source: source, language: language, work: work)
    let search = CrownSearch(
      loader: loader, grid: grid, language: language, recent: options.recent.ids,
      advice: language.localized(
        "Click a selected filter to deselect it, or press Escape to show all crowns"),
      countsFound: true)
    session = BrowserSession(
      panel: panel, loader: loader, search: search, clipboard: clipboard, seed: options.seed)
    coloring = CrownColoring(color, panel, clipboard: clipboard, pickers: options.colorPickers)
    actions = CrownActions(session, recent: options.recent)
    importing = CrownImporting(session)
    designing = CrownDesigning(session)
    renaming = CrownRenaming(session)
    super.init(root: panel, interface: interface, clipboard: clipboard, work: work)
    (panel.delegate, grid.delegate, search.delegate) = (self, self, self)
    panel.actions.favorite.shortcutText = actions.favoriteCommand.shortcutText
    panel.facets.onToggle = { [unowned search] facet, _ in search.toggle(facet) }
    panel.facets.drawing = { [unowned self] in drawings.figure(of: $0, in: session.search) }
    panel.strip.onChoose = { [unowned search] facet, _ in search.choose(facet) }
    panel.strip.sample = { [unowned search] in search.sample(of: $0) }
    host.setFocus(grid)
    if !options.search.isEmpty { _ = panel.search.insert(options.search, at: 0) }
    search.reload()
    loader.check()
    showWords()
  }

  public override var noticeRoom: Rect? { grid.frameInWindow }

  // MARK: The program

  /// Receives a colour that was chosen in the picker.
  public var onColorAccepted: ((RGBA) -> Void)? {
    get { coloring.onAccepted }
    set { coloring.onAccepted = newValue }
  }

  /// Receives the identifier of a crown that was used.
  public var onUsed: ((_ id: String) -> Void)? {
    get { actions.onUsed }
    set { actions.onUsed = newValue }
  }

  /// Creates a poster with a crown; nil if that is not possible.
  public var onPoster: ((CrownItem) -> Void)? {
    get { actions.onPoster }
    set { actions.onPoster = newValue }
  }

  /// Asks the person for files; nil if files cannot be added.
  public var files: FileDialogs? {
    get { importing.files }
    set { importing.files = newValue }
  }

  // MARK: State

  private var panel: BrowserPanel { session.panel }
  private var search: CrownSearch { session.search }
  var grid: CrownGridControl { session.grid }
  /// The open picker, or nil.
  var picker: (any ColorPicking)? { coloring.picker }
  /// The visible report on rejected files, or nil.
  var report: ImportReport? { importing.report }
  /// The open design dialog, or nil.
  var designDialog: CrownDesignDialog? { designing.dialog }
  /// The field for renaming, or nil.
  var nameField: TextField? { renaming.field }
  var countText: String { search.countText }
  /// The text of the line at the bottom.
  var statusText: String { panel.status.text }

  /// Whether motion is reduced: changes are immediate.
  public override var reducesMotion: Bool {
    get { interface.reducesMotion }
    set {
      interface.reducesMotion = newValue
      grid.grid.spring = newValue ? nil : .interface
      showAll()
    }
  }

  /// Sets the theme.
  public override func setTheme(_ theme: Theme) {
    interface.theme = theme
    coloring.show()
    showAll()
  }

  /// Redraws everything once there is a window.
  private func showAll() {
    if host.size.width > 0 { host.refresh() }
  }

  /// Updates the count and the line at the bottom.
  private func showWords() {
    panel.show(
      count: countText,
      status: .init(importing: importing.progress, hovered: grid.hoveredCrown, selected: grid.selections),
      isRenaming: nameField != nil)
    if host.size.width > 0 { host.settle() }
  }

  public override var windowTitle: String? {
    search.words.isEmpty
      ? interface.language.localized("Crowns – Regalia")
      : interface.language.localized("Crowns: {words} – Regalia", ["words": search.words.text])
  }

  public override var accessibility: AccessibilityNode { host.accessibility(value: countText) }

  // MARK: Remembered state

  /// The size of the cells, and the scroll offset if all crowns are shown.
  public override var rememberedState: String? {
    let (cell, offset) = grid.grid.emptied
    // Untranslated: a stored state.
    return "cell=\(cell) offset=\(search.isEmpty ? offset : 0)"
  }

  /// Restores the remembered size and scroll offset, unless the size was specified.
  public override func restore(_ state: String) {
    var values: [String: Double] = [:]
    for part in state.split(separator: " ") {
      let words = part.split(separator: "=", maxSplits: 1)
      if words.count == 2 { values[String(words[0])] = Double(words[1]) }
    }
    guard opensAtUsualCell, let cell = values["cell"], Self.cells.contains(cell) else { return }
    let offset = values["offset"].flatMap { $0.isFinite && search.words.isEmpty ? $0 : nil } ?? 0
    grid.open(cell: cell, offset: max(offset, 0))
  }

  // MARK: Messages

  /// Reloads the crowns at a time in seconds, as after another program changed them; the selection is kept.
  public func reload(at time: Double) {
    grid.pass(to: time)
    search.reload()
  }

  /// Handles the worker's results.
  public override func receiveMail(at time: Double) {
    grid.pass(to: time)
    onMail?(time)
    files?.receiveMail()
    for event in session.loader.takeAll() { take(event) }
    showWords()
  }

  private func take(_ event: CrownLoader.Event) {
    switch event {
    case .contents(let contents):
      search.take(contents)
      if let news = contents.news { tell(news) }
    case .edited(let edit, let direction, let fault):
      session.editor.finish(edit, direction, hasFailed: fault != nil)
      if let fault { return session.complain(fault) }
      search.awaited = edit.selection(direction).map { .init(id: $0) }
      search.reload(.edited(edit, direction))
    case .exported(.success(let paths)): session.say(saved(paths))
    case .exported(.failure(let fault)), .copied(.failure(let fault)), .designed(.failure(let fault)):
      session.complain(fault)
    case .copied(.success(let words)): session.say(interface.language.localized(words))
    case .designed(.success(let id)): designing.show(id)
    case .drawn(let design, let result): designDialog?.show(design, result)
    case .ornaments(let outlines):
      drawings.take(outlines)
      panel.facets.forgetDrawings()
    case .importing(let progress): importing.take(progress)
    case .checked(.success(let warning)):
      if let warning { session.say(interface.language.localized(warning)) }
    case .checked(.failure(let fault)): session.complain(fault)
    case .repaired(.success(let message)):
      onRepaired?()
      search.reload(.text(interface.language.localized(message)))
    case .repaired(.failure(let fault)): session.complain(fault)
    }
  }

  /// Reports a change of the crowns, once it is visible.
  private func tell(_ news: CrownNews) {
    switch news {
    case .edited(let edit, let direction):
      session.say(interface.language.localized(edit.notice(direction)), canUndo: direction != .undo)
    case .imported(let progress): importing.tell(progress)
    case .designed: session.say(interface.language.localized("Saved to your crowns"), canUndo: true)
    case .text(let words): session.say(words)
    }
  }

  private func saved(_ paths: [String]) -> String {
    guard let first = paths.first else { return "" }
    return interface.language.localized(
      "Saved {file}", plural: "Saved {count} files in {folder}", count: paths.count,
      ["file": first, "folder": FilePath(first).folder.text])
  }

  // MARK: Layout, time and input

  public override func layOut(size: Size, scale: Double) {
    super.layOut(size: size, scale: scale)
    importing.layOut()
    showWords()
  }

  public override func advance(to time: Double) -> Double? {
    grid.pass(to: time)
    let next = super.advance(to: time)
    panel.showSize(at: time)
    // A zoom that settles without an event selects the crown that then fills the window.
    showWords()
    return [next, importing.showProgress(at: time)].compactMap { $0 }.min()
  }

  public override func handle(_ event: InputEvent, at time: Double) {
    grid.pass(to: time)
    super.handle(event, at: time)
    renaming.endIfLeft()
    showWords()
  }

  public override func end() {
    guard let progress = importing.progress, importing.progressPanel != nil else { return super.end() }
    host.askToStop(
      interface.language.localized(
        "{done} of {count} files are read. No crowns will be added if you stop now.",
        ["done": String(progress.done), "count": String(progress.total)])
    ) { [unowned self] in
      importing.cancel()
      isFinished = true
    }
  }

  // MARK: Commands

  private var language: Language { interface.language }
  private var editGroup: String { language.localized("Edit") }
  private var viewGroup: String { language.localized("View") }

  private var selectAllCommand: Command {
    Command("crown.select-all", language.localized("Select all"), .control("a"), group: editGroup) {
      [unowned self] _ in
      grid.selectAll()
      selectionChanged()
    }
  }

  private var clearCommand: Command {
    Command("view.clear", language.localized("Show all crowns"), group: viewGroup, isEnabled: !search.isEmpty)
    {
      [unowned self] _ in
      search.clearFilter()
      panel.search.clear()
    }
  }

  private var fillCommand: Command {
    Command(
      "crown.fill",
      grid.grid.filling == nil
        ? language.localized("Fill window") : language.localized("Back to all crowns"), Shortcut(.enter),
      group: viewGroup
    ) { [unowned self] time in grid.toggleFilling(at: time) }
  }

  private var historyCommands: [Command] {
    let editor = session.editor
    return [
      Command(
        "edit.undo", editor.history.done.last?.change.undoTitle(in: language) ?? language.localized("Undo"),
        .control("z"), group: editGroup,
        isEnabled: editor.canUndo, repeats: true
      ) { [unowned editor] _ in editor.undo() },
      Command(
        "edit.redo", editor.history.undone.last?.change.redoTitle(in: language) ?? language.localized("Redo"),
        .controlShift("z"), .control("y"),
        group: editGroup, isEnabled: editor.canRedo, repeats: true
      ) { [unowned editor] _ in editor.redo() },
    ]
  }

  private var zoomCommands: [Command] {
    [
      Command(
        "view.zoom-in", language.localized("Zoom in"), .control("+"), .control("="), group: viewGroup,
        repeats: true
      ) {
        [unowned self] time in grid.zoom(by: CrownGridControl.zoomStep, at: time)
      },
      Command("view.zoom-out", language.localized("Zoom out"), .control("-"), group: viewGroup, repeats: true)
      {
        [unowned self] time in grid.zoom(by: 1 / CrownGridControl.zoomStep, at: time)
      },
      Command("view.fit", language.localized("Fit all crowns"), .control("0"), group: viewGroup) {
        [unowned self] time in
        grid.zoom(to: grid.grid.fittingCell, at: time)
      },
    ]
  }

  private var searchCommands: [Command] {
    [
      Command("view.search", language.localized("Search"), .control("f"), group: viewGroup, icon: .glass) {
        [unowned self] _ in
        host.setFocus(panel.search, byKeyboard: true)
      },
      Command("view.color", language.localized("Colour"), .control("k"), group: viewGroup) {
        [unowned self] _ in togglePicker()
      },
      clearCommand,
    ]
  }

  public override var menuCommands: [[Command]] {
    [
      actions.menuCommands(adding: [designing.command, importing.command]), searchCommands, zoomCommands,
      historyCommands,
    ]
  }

  /// The menu of the button with three lines; without a list of facets it contains them.
  public override var primaryMenu: Menu {
    var menu = super.primaryMenu
    guard !BrowserLayout(size: host.size).hasSide else { return menu }
    let groups = CrownFacet.Group.allCases.dropFirst().compactMap { group -> Menu.Item? in
      let entries = panel.facets.entries.filter { $0.facet.group == group }
      guard !entries.isEmpty else { return nil }
      return .submenu(
        language.localized(group.title),
        Menu(
          entries.map { entry in
            .command(
              Command(
                "facet.\(entry.facet.id)", "\(entry.facet.title(in: language)) (\(entry.count))",
                isChecked: search.filter.isOn(entry.facet)
              ) { [unowned self] _ in search.toggle(entry.facet) })
          }))
    }
    menu.items = groups + [.separator] + menu.items
    return menu
  }
}

extension CrownBrowserContent: CrownSearchDelegate {
  func crownsWereFirstRead() {
    let crowns = grid.crowns
    drawings.request(of: crowns.order.map { crowns.items[$0] }, from: session.loader)
  }

  func resultsChanged() {
    panel.facets.show(search.facets, filter: search.filter)
    panel.strip.show(search.stripFacets)
    panel.strip.choose(search.stripFacet, at: grid.time)
    selectionChanged()
  }

  func searchFailed(_ fault: CrownLoader.Fault) { session.complain(fault) }

  func clearWords() { panel.search.clear() }
}

extension CrownBrowserContent: CrownGridDelegate {
  func selectionChanged() { actions.showButtons() }

  func dragCrowns() { actions.drag() }

  var gridCommands: [Command] { [fillCommand, actions.removeCommand, selectAllCommand] }

  var crownMenu: Menu? {
    actions.menu(fill: fillCommand, design: designing.command, rename: renaming.command)
  }

  /// Plus and minus zoom, a space fills the window; other text starts a search.
  func typed(_ text: String, at time: Double) {
    switch text {
    case "+", "=": grid.zoom(by: CrownGridControl.zoomStep, at: time)
    case "-": grid.zoom(by: 1 / CrownGridControl.zoomStep, at: time)
    case "0": grid.zoom(to: grid.grid.fittingCell, at: time)
    case "/": host.setFocus(panel.search, byKeyboard: true)
    case " ": grid.toggleFilling(at: time)
    default:
      host.setFocus(panel.search)
      _ = panel.search.insert(text, at: time)
    }
  }
}

extension CrownBrowserContent: BrowserPanelDelegate {
  var windowCommands: [Command] {
    searchCommands + actions.commands + [designing.command, importing.command, renaming.command]
      + zoomCommands + historyCommands
  }

  func find(_ words: String) { search.find(words) }
  func zoom(to cell: Double, at time: Double) { grid.zoom(to: cell, at: time) }
  func togglePicker() { coloring.toggle() }
  func openDesign(at time: Double) { designing.open(at: time) }
  func showCopyMenu(below button: Button) { host.showMenu(actions.copyMenu, below: button) }
  func toggleFavorite() { actions.toggleFavorite() }
  func useOnPoster() { actions.useOnPoster() }
  func drop(_ paths: [String]) { importing.add(paths) }

  /// Handles a key that the focused control ignored.
  func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .enter, .tab:
      guard renaming.hasFocus else { return goToGrid(from: event) }
      renaming.end(keeping: true)
    case .escape:
      if renaming.hasFocus {
        renaming.end(keeping: false)
      } else if !panel.search.isFocused {
        goBack(at: event.time)
      } else {
        host.setFocus(grid, byKeyboard: true)
      }
    case .backspace:
      guard !panel.search.isFocused, !search.words.isEmpty else { return false }
      _ = panel.search.key(event)
    default: return goToGrid(from: event)
    }
    return true
  }

  /// Return and Down move the focus from the search words to the results.
  private func goToGrid(from event: KeyEvent) -> Bool {
    guard panel.search.isFocused, [.enter, .down].contains(event.key) else { return false }
    host.setFocus(grid, byKeyboard: true)
    return true
  }

  /// Goes back one step: from one crown to the grid, from several selected crowns to one, or from search results to all
  /// crowns.
  private func goBack(at time: Double) {
    if grid.grid.filling != nil {
      grid.toggleFilling(at: time)
    } else if grid.selectOne() {
      selectionChanged()
    } else if !search.words.isEmpty {
      panel.search.clear()
    } else if !search.filter.isEmpty {
      search.clearFilter()
    }
  }
}

/// The drawings for facets: ornaments, drawn in the background, and sample crowns.
struct FacetDrawings {
  private var ornaments: [Finial: Path] = [:]

  /// Requests drawings of the crowns' ornaments.
  func request(of items: [CrownItem], from loader: CrownLoader) {
    let wanted = items.reduce(into: Set<Finial>()) { wanted, item in
      wanted.formUnion(item.design?.ornaments ?? [])
      if let summit = item.design?.summit { wanted.insert(summit) }
    }
    if !wanted.isEmpty { loader.draw(Finial.allCases.filter(wanted.contains)) }
  }

  mutating func take(_ ornaments: [Finial: Path]) { self.ornaments = ornaments }

  /// Returns the drawing for a facet; nil for facets without one.
  func figure(of facet: CrownFacet, in search: CrownSearch) -> Figure? {
    switch facet {
    case .favorites: return Figure(Icon.star.path)
    case .ornament(let finial), .summit(let finial):
      return ornaments[finial].map { Figure($0, hasOverlaps: false) }
    case .all, .recent, .own, .family:
      return search.sample(of: facet).map { Figure($0.outline(), hasOverlaps: false, bounds: $0.bounds) }
    }
  }
}
