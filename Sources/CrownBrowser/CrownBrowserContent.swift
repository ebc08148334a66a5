import ColorPicker
public import Colors
import Files
import Heraldry
import Scene
public import Application
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
    /// The words that are searched for first.
    public var search: String
    /// The colours that were chosen lately, the newest first, for the picker.
    public var recentColors: [RGBA]
    /// The crowns that were used lately.
    public var recent: RecentCrowns

    /// Creates options; a cell's side is in points.
    public init(
      cell: Double = 96, color: RGBA? = nil, search: String = "", recentColors: [RGBA] = [],
      recent: RecentCrowns = RecentCrowns(folder: nil)
    ) {
      self.recent = recent
      self.cell = cell
      self.color = color
      self.search = search
      self.recentColors = recentColors
    }
  }

  /// Told of a colour that was chosen in the picker.
  public var onColorAccepted: ((RGBA) -> Void)?

  /// Told of a crown that was used, by its identifier.
  public var onUsed: ((_ id: String) -> Void)?

  /// Makes a poster with a crown; nil where that cannot be done.
  public var onPoster: ((CrownItem) -> Void)? {
    didSet { showActions() }
  }

  /// Asks the person for files; nil where no files can be added.
  public var files: FileDialogs?

  private let clipboard: Clipboard
  private let opensAtUsualCell: Bool
  private let loader: CrownLoader
  private lazy var editor = CrownEditor(loader: loader) { [unowned self] in say($0) }
  private var time = 0.0

  private(set) var color: CrownColor
  private var recent = RecentCrowns(folder: nil)
  private var search = CrownSearch()
  /// The crowns that the words find, by keys, whatever facets are chosen; nil where there are no words.
  private var found: [Int]?
  private(set) var filter = CrownFilter()
  private var ornaments: [Finial: Path] = [:]
  private var messages = BrowserMessages()

  private let panel: BrowserPanel
  let gridControl: CrownGridControl
  /// The picker, while it is open.
  private(set) var picker: PickerPanel?
  /// The report on files that were refused, while it is shown.
  private(set) var report: ImportReport?
  /// The dialog in which a crown is designed, while it is open.
  private(set) var designDialog: CrownDesignDialog?
  private var progressPanel: ProgressPanel?
  /// When files began to be added, and what is told of that once it has taken a while.
  private var importStart = 0.0
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
  private lazy var actionButtons: [Button] = [
    Button("Design…", kind: .plain) { [unowned self] time in openDesign(at: time) },
    Button("Copy", icon: .copies, kind: .quiet) { [unowned self] _ in
      host.showMenu(copyMenu, below: actionButtons[1])
    },
    Button("Favourite", icon: .hollowStar, kind: .quiet) { [unowned self] _ in toggleFavorite() },
    Button("Use on a poster", kind: .plain) { [unowned self] _ in useOnPoster() },
  ]
  private lazy var colorButton = ColorButton("Colour", color: gridControl.color) { [unowned self] _ in
    togglePicker()
  }

  /// The factor of one step of zooming by keys.
  private static let zoomStep = 1.25

  /// Creates a browser.
  ///
  /// - Parameters:
  ///   - options: What the browser starts with.
  ///   - source: Where crowns come from; it is asked on a thread of its own.
  ///   - interface: What the controls lay themselves out with.
  ///   - clipboard: The text and pictures that are shared with other programs.
  ///   - isImmediate: Whether work is done at once, so that scripts always see the same.
  ///   - wake: Called on any thread when something waits for `receiveMail(at:)`.
  public init(
    options: Options, source: CrownDataSource, interface: Interface, clipboard: Clipboard,
    isImmediate: Bool, wake: @escaping @Sendable () -> Void = {}
  ) {
    self.clipboard = clipboard
    opensAtUsualCell = options.cell == Self.defaultCell
    loader = CrownLoader(source: source, isImmediate: isImmediate, wake: wake)
    color = CrownColor(chosen: options.color, recent: options.recentColors)
    gridControl = CrownGridControl(cell: options.cell, color: color.shown(ink: interface.theme.ink))
    panel = BrowserPanel(grid: gridControl)
    super.init(root: panel, interface: interface, clipboard: clipboard)
    panel.place(
      search: searchField, actions: actionButtons, slider: sizeSlider, colorButton: colorButton)
    filter.recent = options.recent.ids
    recent = options.recent
    actionButtons[1].shortcutText = "Ctrl+C"
    actionButtons[2].shortcutText = favoriteCommand.shortcutText
    panel.facets.onToggle = { [unowned self] facet, _ in toggle(facet) }
    panel.facets.drawing = { [unowned self] in drawing(of: $0) }
    panel.strip.onChoose = { [unowned self] facet, _ in choose(facet) }
    gridControl.allowsSeveral = true
    sizeSlider.hasSizeMarks = true
    sizeSlider.valueText = { "\(Int($0.rounded())) points" }
    // A cell that grows or shrinks goes on from where it is going.
    sizeSlider.stepOrigin = { [unowned self] in gridControl.grid.destination.cell }
    panel.makeCommands = { [unowned self] in windowCommands }
    panel.onDrop = { [unowned self] in drop($0) }
    panel.onText = { [unowned self] in type($0, at: $1) }
    panel.onKey = { [unowned self] in key($0) }
    gridControl.onSelect = { [unowned self] in showActions() }
    gridControl.onDrag = { [unowned self] in dragSelection() }
    gridControl.onText = { [unowned self] in type($0, at: $1) }
    gridControl.makeCommands = { [unowned self] in gridCommands }
    gridControl.makeMenu = { [unowned self] in menu }
    host.noticeSubjects = { [unowned self] in
      gridControl.selectedFrames.map { $0.offset(by: gridControl.originInWindow - .zero) }
    }
    host.setFocus(gridControl)
    if !options.search.isEmpty { _ = searchField.insert(options.search, at: 0) }
    reload()
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

  // MARK: What is remembered

  /// How large the cells are, and how far the grid is scrolled where all crowns are shown.
  public override var rememberedState: String? {
    let (cell, offset) = gridControl.grid.emptied
    let isWhole = search.words.isEmpty && filter.isEmpty
    return "cell=\(cell) offset=\(isWhole ? offset : 0)"
  }

  /// Shows crowns as large and scrolled as far as was remembered, unless it was said how large they are to be.
  public override func restore(_ state: String) {
    var values: [String: Double] = [:]
    for part in state.split(separator: " ") {
      let words = part.split(separator: "=", maxSplits: 1)
      if words.count == 2 { values[String(words[0])] = Double(words[1]) }
    }
    guard opensAtUsualCell, let cell = values["cell"], Self.cells.contains(cell) else { return }
    let offset = values["offset"].flatMap { $0.isFinite && search.words.isEmpty ? $0 : nil } ?? 0
    gridControl.open(cell: cell, offset: max(offset, 0))
  }

  public override var windowTitle: String? {
    search.words.isEmpty ? "Crowns – Regalia" : "Crowns: \(search.words) – Regalia"
  }

  // MARK: Mail

  /// What follows when the crowns have been read, for each time that they are to be.
  private var afterReading: [() -> Void] = []

  /// Reads the crowns anew; what is said of what was done to them is said when it is seen.
  private func reload(then follow: @escaping () -> Void = {}) {
    afterReading.append(follow)
    loader.load(words: search.words, keepsPlace: true)
  }

  /// Reads the crowns anew, as after another program changed them; what is selected stays so.
  public func reload(at time: Double) {
    self.time = max(self.time, time)
    reload()
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
    files?.receiveMail()
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
      let undo = Notice.Action.undo { [unowned self] _ in editor.undo() }
      reload { [unowned self] in host.say(edit.notice(direction), direction == .undo ? nil : undo) }
    case .exported(.success(let paths)): say(Self.saved(paths))
    case .exported(.failure(let fault)), .copied(.failure(let fault)), .designed(.failure(let fault)):
      complain(fault)
    case .copied(.success(let words)): say(words)
    case .designed(.success(let id)): showDesigned(id)
    case .drawn(let design, let result): designDialog?.show(design, result)
    case .ornaments(let outlines):
      ornaments = outlines
      panel.facets.forgetDrawings()
    case .importing(let progress): show(progress)
    case .checked(.success(let warning)): if let warning { say(warning) }
    case .checked(.failure(let fault)): complain(fault)
    case .repaired(.success(let words)):
      onRepaired?()
      reload { [unowned self] in say(words) }
    case .repaired(.failure(let fault)): complain(fault)
    }
  }

  private static func saved(_ paths: [String]) -> String {
    guard paths.count > 1, let first = paths.first else { return "Saved \(paths.first ?? "nothing")" }
    return "Saved \(paths.count) files in \(FilePath(first).folder.text)"
  }

  /// Brings the grid up to date with the crowns and the words that are searched for.
  private func show(_ contents: CrownLoader.Contents) {
    let isFirst = search.shown == nil
    switch contents.items {
    case .success(let items)?:
      gridControl.take(items)
      if isFirst { drawOrnaments(of: items) }
    case .failure(let fault)?: complain(fault)
    case nil: break
    }
    if contents.items != nil, !afterReading.isEmpty { afterReading.removeFirst()() }
    guard search.show(resultsOf: contents.words) else { return }
    switch contents.found {
    case .success(let ids)?: found = gridControl.crowns.keys(of: ids)
    case .failure(let fault)?:
      complain(fault)
      found = []
    case nil: found = nil
    }
    showCrowns(keepingPlace: contents.keepsPlace, isAnimated: !isFirst)
    selectWhatWasAwaited()
  }

  // MARK: Facets

  /// Brings the grid and the facets up to date with the words and what narrows them down.
  private func showCrowns(keepingPlace: Bool, isAnimated: Bool = true) {
    let crowns = gridControl.crowns
    let all = found ?? crowns.order
    gridControl.message = search.emptyMessage(filter)
    var keys = all
    if filter[.collection] == .recent {
      let listed = Set(all)
      keys = crowns.keys(of: filter.recent).filter(listed.contains)
    }
    keys.removeAll { !filter.matches(crowns.items[$0]) }
    gridControl.show(keys, keepingPlace: keepingPlace, isAnimated: isAnimated, at: time)
    showFacets(of: all.map { crowns.items[$0] })
    showActions()
  }

  private func showFacets(of items: [CrownItem]) {
    let everything = gridControl.crowns.order.map { gridControl.crowns.items[$0] }
    let counts = filter.counts(of: items)
    var entries: [CrownFacetList.Entry] = []
    func add(_ facet: CrownFacet, _ isListed: Bool) {
      if isListed { entries.append(.init(facet: facet, count: counts[facet] ?? 0)) }
    }
    add(.all, true)
    add(.favorites, true)
    // Always there, so that the rows below stay where they are when a crown is used or added.
    add(.recent, true)
    add(.own, true)
    let families = Set(everything.compactMap(\.family))
    for family in CrownFamily.allCases { add(.family(family), families.contains(family)) }
    for finial in Finial.allCases {
      add(.ornament(finial), counts[.ornament(finial)] != nil || filter.isOn(.ornament(finial)))
    }
    for finial in Finial.allCases {
      add(.summit(finial), counts[.summit(finial)] != nil || filter.isOn(.summit(finial)))
    }
    panel.facets.show(entries, filter: filter)
    panel.strip.show(
      entries.filter { isInStrip($0) }.map { entry in
        .init(facet: entry.facet, count: entry.count, sample: sample(of: entry.facet))
      })
    panel.strip.choose(filter[.family] ?? filter[.collection] ?? .all, at: time)
  }

  /// Whether a facet stands in the strip of a narrow window: collections of no crown have no room there.
  private func isInStrip(_ entry: CrownFacetList.Entry) -> Bool {
    switch entry.facet.group {
    case .collection: entry.facet == .all || entry.count > 0 || filter.isOn(entry.facet)
    case .family: true
    case .ornament, .summit: false
    }
  }

  /// Draws the ornaments that stand for their facets, beside the frame loop.
  private func drawOrnaments(of items: [CrownItem]) {
    let wanted = items.reduce(into: Set<Finial>()) { wanted, item in
      wanted.formUnion(item.design?.ornaments ?? [])
      if let summit = item.design?.summit { wanted.insert(summit) }
    }
    if !wanted.isEmpty { loader.draw(Finial.allCases.filter(wanted.contains)) }
  }

  /// The crown that stands for a facet.
  private func sample(of facet: CrownFacet) -> CrownItem? {
    let crowns = gridControl.crowns
    let items = crowns.order.lazy.map { crowns.items[$0] }
    switch facet {
    case .all: return items.first
    case .favorites: return items.first(where: \.isFavorite)
    case .recent: return crowns.keys(of: filter.recent).first.map { crowns.items[$0] }
    case .own: return items.first(where: \.isOwn)
    case .family(let family): return items.first { $0.family == family }
    case .ornament, .summit: return nil
    }
  }

  private func drawing(of facet: CrownFacet) -> Figure? {
    switch facet {
    case .favorites: return Figure(Icon.star.path)
    case .recent where filter.recent.isEmpty: return nil
    case .ornament(let finial), .summit(let finial):
      return ornaments[finial].map { Figure($0, hasOverlaps: false) }
    default:
      return sample(of: facet).map { Figure($0.outline(), hasOverlaps: false, bounds: $0.bounds) }
    }
  }

  private func toggle(_ facet: CrownFacet) {
    filter.toggle(facet)
    showCrowns(keepingPlace: false)
  }

  /// Shows one facet alone, as the strip offers them.
  private func choose(_ facet: CrownFacet) {
    filter.clear()
    toggle(facet)
  }

  private func selectWhatWasAwaited() {
    guard let awaited = messages.selection else { return }
    if !gridControl.shows(awaited.id), awaited.clearsSearch {
      if !filter.isEmpty, gridControl.crowns.key(of: awaited.id) != nil {
        filter.clear()
        showCrowns(keepingPlace: false)
      }
      if !gridControl.shows(awaited.id), !search.words.isEmpty { return searchField.clear() }
    }
    messages.selection = nil
    gridControl.select(awaited.id, at: time)
    showActions()
  }

  private func show(_ progress: CrownImportProgress) {
    guard progress.isFinished else {
      // What was given up may still tell of what it had read by then.
      if messages.importing != nil { messages.importing = progress }
      _ = showProgress(at: time)
      return
    }
    let wasGivenUp = messages.importing == nil
    messages.importing = nil
    closeProgress()
    if wasGivenUp, progress.added.isEmpty { return say("Given up; no crown was added") }
    if !progress.added.isEmpty { editor.record(.add(ids: progress.added)) }
    messages.selection = progress.added.first.map { .init(id: $0, clearsSearch: true) }
    reload { [unowned self] in
      guard progress.faults.isEmpty else { return showReport(progress) }
      host.say(
        progress.summary, progress.added.isEmpty ? nil : .undo { [unowned self] _ in editor.undo() })
    }
  }

  /// Shows how far an import is that takes a while, with a way to give it up; returns when it wants to be asked again.
  private func showProgress(at time: Double) -> Double? {
    guard let progress = messages.importing else { return nil }
    let due = importStart + ProgressPanel.patience
    guard time >= due else { return due }
    if progressPanel == nil {
      let panel = ProgressPanel("Adding crowns") { [unowned self] in
        loader.cancelAdding()
        messages.importing = nil
        closeProgress()
      }
      progressPanel = panel
      host.showDialog(panel) { [unowned self] in progressPanel = nil }
    }
    progressPanel?.show(
      Double(progress.done) / Double(max(progress.total, 1)), "\(progress.done) of \(progress.total) files")
    return nil
  }

  private func closeProgress() {
    guard let progressPanel else { return }
    host.close(progressPanel)
  }

  private func say(_ words: String) { host.say(words) }

  private func complain(_ fault: CrownLoader.Fault) {
    if fault.isDamage {
      return host.say(fault.description, Notice.Action("Repair") { [unowned self] _ in loader.repair() })
    }
    say(fault.description)
  }

  // MARK: Searching

  private func find(_ text: String) {
    guard search.take(text) else { return }
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

  /// Begins to add files that were dropped on the window, or chosen.
  private func drop(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    closeReport()
    messages.importing = CrownImportProgress(done: 0, total: paths.count)
    importStart = time
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

  // MARK: The selected crowns

  /// What is selected, as it is named in a sentence.
  private static func words(_ items: [CrownItem]) -> String {
    items.count == 1 ? "“\(items[0].name)”" : "\(items.count) crowns"
  }

  private func copySelection(as kind: CrownCopyKind) {
    let items = gridControl.selections
    guard !items.isEmpty else { return }
    loader.copy(
      items, as: kind, color: gridControl.color, to: clipboard,
      "Copied \(Self.words(items)) as \(kind == .drawing ? "SVG" : "a \(kind.title)")")
    note(items)
  }

  /// Drags the selected crowns, which other programs get as SVG files.
  private func dragSelection() {
    let (items, color) = (gridControl.selections, gridControl.color)
    guard let first = items.first else { return }
    let title = items.count == 1 ? "\(first.name).svg" : "\(items.count) crowns as SVG"
    let source = loader.source
    var kinds: [Clipboard.Offer] = []
    // One is at hand; many would hold the drag up.
    if items.count == 1, let bytes = try? CrownSheet(items).bytes(as: .drawing, color: color) {
      kinds = CrownCopyKind.drawing.mediaTypes.filter { $0 != "text/plain" }.map {
        Clipboard.Offer($0, bytes)
      }
    }
    let offer = DragOffer(title, kinds: kinds) { folder in
      var names = FileNames()
      return try items.map { item in
        let path = "\(folder)/\(names.next(item.name, orElse: "Crown")).svg"
        try AtomicFile.write(try source.copy([item], .drawing, color), to: path)
        return path
      }
    }
    host.beginDrag(.items(kind: "crowns", ids: items.map(\.id)), preview: preview(of: first), offer: offer) {
      [unowned self] in note(items)
    }
  }

  private func preview(of item: CrownItem) -> Layer {
    let ground = gridControl.ground(interface.theme)
    let card = Layer(Rect(x: 10, y: 10, width: 72, height: 72), fill: ground, radius: Theme.fieldRadius)
    card.shadow = interface.theme.shadow(elevation: 2)
    let figure = Figure(item.outline(), hasOverlaps: false, bounds: item.bounds)
    if let drawing = Layer(figure, fittedIn: card.bounds.inset(by: 8), color: gridControl.color) {
      card.addSublayer(drawing)
    }
    let holder = Layer()
    holder.addSublayer(card)
    return holder
  }

  private func exportSelection() {
    let items = gridControl.selections
    guard !items.isEmpty else { return }
    loader.export(items, color: gridControl.color)
    note(items)
  }

  /// Remembers that crowns were used.
  private func note(_ items: [CrownItem]) {
    for item in items.reversed() {
      recent.add(item.id)
      onUsed?(item.id)
    }
    filter.recent = recent.ids
    showFacets(of: (found ?? gridControl.crowns.order).map { gridControl.crowns.items[$0] })
  }

  private func removeSelection() {
    let items = gridControl.selections
    let own = items.filter(\.isOwn)
    guard !own.isEmpty else {
      guard !items.isEmpty else { return }
      return say(
        "\(Self.words(items)) came with Regalia and stay\(items.count == 1 ? "s" : ""); only your own crowns can be removed"
      )
    }
    editor.apply(.remove(ids: own.map(\.id), name: Self.words(own)))
  }

  private func toggleFavorite() {
    let items = gridControl.selections
    guard !items.isEmpty else { return }
    let isFavorite = !items.allSatisfy(\.isFavorite)
    let changed = items.filter { $0.isFavorite != isFavorite }
    editor.apply(.favor(ids: changed.map(\.id), name: Self.words(changed), isFavorite: isFavorite))
  }

  private func useOnPoster() {
    guard let item = gridControl.selection, let onPoster else { return }
    note([item])
    onPoster(item)
  }

  /// Brings the buttons of what can be done up to date.
  private func showActions() {
    let items = gridControl.selections
    let isFavorite = !items.isEmpty && items.allSatisfy(\.isFavorite)
    actionButtons[1].isEnabled = !items.isEmpty
    actionButtons[2].isEnabled = !items.isEmpty
    actionButtons[2].icon = isFavorite ? .star : .hollowStar
    actionButtons[2].title = favoriteCommand.title
    actionButtons[3].isEnabled = items.count == 1 && onPoster != nil
  }

  // MARK: Designing

  private func openDesign(at time: Double) {
    guard designDialog == nil else { return }
    let design = gridControl.selection?.design ?? CrownCatalogue.poster.design
    let dialog = CrownDesignDialog(
      design: design, color: { [unowned self] in gridControl.color },
      ground: { [unowned self] in gridControl.ground($0) },
      surprises: loader.isImmediate ? 1 : UInt64.random(in: 0...UInt64.max))
    dialog.onDraw = { [unowned self] design, isFinal in
      loader.draw(design, isFinal: isFinal)
      if loader.isImmediate { takeMail() }
    }
    dialog.onSave = { [unowned self] design in
      loader.add(design, named: CrownEntry(design).name)
      host.close(dialog)
      takeMail()
    }
    dialog.onClose = { [unowned self, unowned dialog] in host.close(dialog) }
    designDialog = dialog
    host.showDialog(dialog) { [unowned self] in designDialog = nil }
    loader.draw(design, isFinal: true)
    takeMail()
    host.setFocus(dialog.firstFocus)
  }

  /// Selects a crown that was designed, which may have been there already.
  private func showDesigned(_ id: String) {
    messages.selection = .init(id: id, clearsSearch: true)
    if let key = gridControl.crowns.key(of: id), gridControl.crowns.order.contains(key) {
      let name = gridControl.crowns.items[key].name
      reload { [unowned self] in say("“\(name)” is there already") }
    } else {
      editor.record(.add(ids: [id]))
      reload { [unowned self] in
        host.say("Saved among your crowns", .undo { [unowned self] _ in editor.undo() })
      }
    }
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
      } else if !searchField.isFocused {
        goBack(at: event.time)
      } else {
        host.setFocus(gridControl, byKeyboard: true)
      }
    case .backspace:
      guard !searchField.isFocused, !search.words.isEmpty else { return false }
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

  /// Goes back one step: from one crown to the grid, from several to one, or from what was found to all
  /// crowns.
  private func goBack(at time: Double) {
    if gridControl.grid.filling != nil {
      gridControl.toggleFilling(at: time)
    } else if gridControl.markOne() {
      showActions()
    } else if !search.words.isEmpty {
      searchField.clear()
    } else if !filter.isEmpty {
      filter.clear()
      showCrowns(keepingPlace: false)
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

  private var hasSelection: Bool { gridControl.selection != nil }

  private func copyCommand(_ kind: CrownCopyKind) -> Command {
    let id = "crown.copy"
    return switch kind {
    case .drawing:
      Command(id, "Copy as SVG", .control("c"), group: "Crown", icon: .copies, isEnabled: hasSelection) {
        [unowned self] _ in copySelection(as: kind)
      }
    case .path:
      Command(id + "-path", "Copy as path", .controlShift("c"), group: "Crown", isEnabled: hasSelection) {
        [unowned self] _ in copySelection(as: kind)
      }
    case .picture:
      Command(id + "-picture", "Copy as picture", group: "Crown", isEnabled: hasSelection) {
        [unowned self] _ in copySelection(as: kind)
      }
    }
  }

  private var copyMenu: Menu { Menu(groups: [CrownCopyKind.allCases.map(copyCommand), [exportCommand]]) }

  private var exportCommand: Command {
    Command(
      "crown.export", "Save as SVG", .control("e"), group: "Crown", icon: .export, isEnabled: hasSelection
    ) { [unowned self] _ in exportSelection() }
  }

  private var favoriteCommand: Command {
    let items = gridControl.selections
    let isFavorite = !items.isEmpty && items.allSatisfy(\.isFavorite)
    return Command(
      "crown.favorite", isFavorite ? "Remove from favourites" : "Add to favourites", .control("b"),
      .control("d"), group: "Crown", icon: isFavorite ? .star : .hollowStar, isEnabled: !items.isEmpty
    ) { [unowned self] _ in toggleFavorite() }
  }

  private var posterCommand: Command {
    Command(
      "crown.poster", "Use on a poster", .control("u"), group: "Crown",
      isEnabled: gridControl.selections.count == 1 && onPoster != nil
    ) { [unowned self] _ in useOnPoster() }
  }

  private var designCommand: Command {
    Command("crown.design", "Design a crown…", .control("n"), group: "Crown", icon: .plus) {
      [unowned self] time in openDesign(at: time)
    }
  }

  private var addCommand: Command {
    Command("crown.add", "Add crowns…", .control("o"), group: "Crown", isEnabled: files != nil) {
      [unowned self] _ in
      files?.ask(.init(.openSeveral, title: "Add crowns", filters: [("Drawings", ["svg"])])) {
        [unowned self] in drop($0)
      }
    }
  }

  private var selectAllCommand: Command {
    Command("crown.select-all", "Select all", .control("a"), group: "Edit") { [unowned self] _ in
      gridControl.markAll()
      showActions()
    }
  }

  private var clearCommand: Command {
    Command(
      "view.clear", "Show all crowns", group: "View", isEnabled: !filter.isEmpty || !search.words.isEmpty
    ) { [unowned self] _ in
      filter.clear()
      searchField.clear()
      showCrowns(keepingPlace: false)
    }
  }

  private var renameCommand: Command {
    Command(
      "crown.rename", "Rename", Shortcut(.function(2)), group: "Crown", icon: .pencil,
      isEnabled: gridControl.selections.count == 1
    ) { [unowned self] _ in
      beginRenaming()
    }
  }

  private var removeCommand: Command {
    Command("crown.remove", "Remove", Shortcut(.delete), group: "Crown", icon: .bin) { [unowned self] _ in
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
      Command(
        "edit.undo", editor.history.undoTitle(in: interface.language), .control("z"), group: "Edit",
        repeats: true
      ) {
        [unowned self] _ in editor.undo()
      },
      Command(
        "edit.redo", editor.history.redoTitle(in: interface.language), .controlShift("z"), .control("y"),
        group: "Edit", repeats: true
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
  private var gridCommands: [Command] { [fillCommand, removeCommand, selectAllCommand] }

  private var searchCommands: [Command] {
    [
      Command("view.search", "Search", .control("f"), group: "View", icon: .glass) { [unowned self] _ in
        host.setFocus(searchField, byKeyboard: true)
      },
      Command("view.color", "Colour", .control("k"), group: "View") { [unowned self] _ in togglePicker() },
      clearCommand,
    ]
  }

  /// What can be done everywhere in the window.
  private var windowCommands: [Command] {
    searchCommands + CrownCopyKind.allCases.map(copyCommand)
      + [exportCommand, favoriteCommand, posterCommand, designCommand, addCommand, renameCommand]
      + zoomCommands
      + historyCommands
  }

  public override var menuCommands: [[Command]] {
    [
      [posterCommand, designCommand, addCommand, favoriteCommand, copyCommand(.drawing), exportCommand],
      searchCommands, zoomCommands, historyCommands,
    ]
  }

  /// What the button with three lines opens; where there is no list of facets, they are in it.
  public override var primaryMenu: Menu {
    var menu = super.primaryMenu
    guard !BrowserLayout(size: host.size).hasSide else { return menu }
    let groups = CrownFacet.Group.allCases.dropFirst().compactMap { group -> Menu.Item? in
      let entries = panel.facets.entries.filter { $0.facet.group == group }
      guard !entries.isEmpty else { return nil }
      return .submenu(
        group.title,
        Menu(
          entries.map { entry in
            .command(
              Command(
                "facet.\(entry.facet.id)", "\(entry.facet.title) (\(entry.count))",
                isChecked: filter.isOn(entry.facet)
              ) { [unowned self] _ in toggle(entry.facet) })
          }))
    }
    menu.items = groups + [.separator] + menu.items
    return menu
  }

  /// The menu of the selected crowns.
  private var menu: Menu? {
    let items = gridControl.selections
    guard !items.isEmpty else { return nil }
    let own = items.allSatisfy(\.isOwn)
    return Menu(groups: [
      items.count == 1 ? [posterCommand, fillCommand] : [], [favoriteCommand],
      CrownCopyKind.allCases.map(copyCommand) + [exportCommand],
      items.count == 1 && items[0].design != nil ? [designCommand] : [],
      own ? (items.count == 1 ? [renameCommand] : []) + [removeCommand] : [],
    ])
  }

  // MARK: Layout and time

  public override func layOut(size: Size, scale: Double) {
    super.layOut(size: size, scale: scale)
    report?.frame = panel.bounds
    showWords()
  }

  var countText: String {
    search.countText(
      found: gridControl.grid.keys.count, of: gridControl.crowns.count, isNarrowed: !filter.isEmpty)
  }

  /// What the line at the bottom says.
  var statusText: String { panel.status.text }

  /// Brings the count and the line at the bottom up to date.
  private func showWords() {
    panel.show(
      count: countText,
      status: messages.status(hovered: gridControl.hoveredCrown, selected: gridControl.selections),
      isRenaming: nameField != nil)
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
    return [next, showProgress(at: time)].compactMap { $0 }.min()
  }

  public override func close() {
    guard let importing = messages.importing, progressPanel != nil else { return super.close() }
    host.askToStop(
      "Adding crowns: \(importing.done) of \(importing.total) files are read, and none of them would be added."
    ) { [unowned self] in
      loader.cancelAdding()
      isFinished = true
    }
  }

  public override var accessibility: AccessibilityNode { host.accessibility(value: countText) }
}
