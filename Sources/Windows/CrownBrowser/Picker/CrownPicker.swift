import Colors
public import Controls
public import Geometry
import Input
public import Localization
import Scene
public import Workers

/// A grid of a library's crowns for choosing one: by words, by families, or among recent ones.
///
/// ```swift
/// let picker = CrownPicker(source: .library(folders: folders), clipboard: clipboard, work: work)
/// picker.onChoose = { id, outline, _ in show(outline) }
/// host.showPopover(picker, from: button)
/// ```
///
/// Crowns are loaded and searched on a worker: the owner calls `receiveMail(at:)` once per turn of the loop.
public final class CrownPicker: Control {
  /// Receives the identifier and the outline of a crown that a person chose with a click, Space or Return.
  public var onChoose: (_ id: String, _ outline: Path, _ time: Double) -> Void = { _, _, _ in }
  /// Called when choosing has ended: after Return or a double click.
  public var onFinish: (_ time: Double) -> Void = { _ in }

  private let loader: CrownLoader
  private let search: CrownSearch
  private let grid = CrownGridControl(for: .choosing, cell: CrownPicker.cell, color: .black)
  private let strip: CrownFacetStrip
  private let language: Language
  /// The button for choosing a family if there is no room for the strip.
  private lazy var familyButton: Button = Button(language.localized("Families"), kind: .plain) {
    [unowned self] _ in host?.showMenu(familyMenu, below: familyButton)
  }
  private lazy var searchField = TextField(
    searchFor: language.localized("Search"), placeholder: language.localized("Search crowns"),
    clipboard: clipboard
  ) { [unowned self] in find($0) }
  private let clipboard: Clipboard
  private var fault: String?

  private let ground = Layer()
  private let words = Layer()

  private static let cell = 72.0
  private static let smallCell = 40.0
  private static let margin = 12.0
  private static let statusHeight = 30.0
  private static let lowStatusHeight = 24.0
  /// The minimum height of the picker for the strip of families, in points.
  private static let roomForStrip = 300.0

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - source: The source of crowns; it is called on another thread.
  ///   - selected: The identifier of the current crown.
  ///   - recent: The identifiers of recently chosen crowns, the newest first.
  ///   - clipboard: The clipboard.
  ///   - work: The group of background work.
  ///   - language: The language of all texts.
  public init(
    source: CrownDataSource, selected: String? = nil, recent: [String] = [], clipboard: Clipboard,
    work: WorkGroup, language: Language = .english
  ) {
    self.language = language
    strip = CrownFacetStrip(language)
    loader = CrownLoader(source: source, language: language, work: work)
    search = CrownSearch(
      loader: loader, grid: grid, language: language, recent: recent,
      advice: language.localized("Choose “All” to search every family"), countsFound: false)
    self.clipboard = clipboard
    super.init(label: language.localized("Crowns"))
    grid.label = label
    search.awaited = selected.map { .init(id: $0, isAnimated: false) }
    (search.delegate, grid.delegate) = (self, self)
    for part in [ground, words] { layer.addSublayer(part) }
    for control in [searchField, familyButton, strip, grid] as [Control] { addChild(control) }
    strip.onChoose = { [unowned self] facet, time in show(facet, at: time) }
    strip.sample = { [unowned self] in search.sample(of: $0) }
    search.reload()
  }

  public override var isFocusable: Bool { false }
  /// The default pointer.
  public override var cursor: CursorShape { .arrow }

  /// The control that is focused first: arrow keys move between crowns, and letters search them.
  public var firstFocus: Control { grid }

  // MARK: Messages

  /// Handles the worker's results.
  public func receiveMail(at time: Double) {
    grid.pass(to: time)
    for event in loader.takeAll() {
      if case .contents(let contents) = event { search.take(contents) }
    }
  }

  public override func advance(to time: Double, _ interface: Interface) -> Double? {
    grid.pass(to: time)
    fitCells(interface)
    search.selectAwaited()
    return nil
  }

  // MARK: Searching

  /// Words search all crowns; selecting a family then filters the results.
  private func find(_ text: String) {
    search.find(text, clearsFilter: true)
  }

  private func show(_ facet: CrownFacet, at time: Double) {
    grid.pass(to: time)
    search.choose(facet)
  }

  private var familyMenu: Menu {
    var menu = Menu(
      strip.entries.map { entry in
        .command(
          Command(
            "crowns.\(entry.facet.id)", "\(entry.facet.title(in: language)) (\(entry.count))",
            isChecked: entry.facet == search.stripFacet
          ) { [unowned self] time in
            show(entry.facet, at: time)
            host?.setFocus(grid)
          })
      })
    menu.highlighted = strip.entries.firstIndex { $0.facet == search.stripFacet }
    return menu
  }

  private func choose(at time: Double) {
    if let item = grid.selection { onChoose(item.id, item.outline().path, time) }
  }

  // MARK: Keys

  public override func key(_ event: KeyEvent) -> Bool {
    grid.pass(to: event.time)
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .enter where grid.selection != nil:
      choose(at: event.time)
      onFinish(event.time)
    case .down where searchField.isFocused || strip.isFocused: host?.setFocus(grid, byKeyboard: true)
    case .backspace where grid.isFocused && !search.words.isEmpty: _ = searchField.key(event)
    case .escape where !search.words.isEmpty: searchField.clear()
    default: return false
    }
    return true
  }

  // MARK: Appearance

  public override func preferredSize(in room: Size, _ interface: Interface) -> Size { room }

  public override func layOut(_ interface: Interface) {
    let width = bounds.width
    let isLow = bounds.height < Self.roomForStrip
    strip.isHidden = isLow
    familyButton.isHidden = !isLow
    familyButton.title = search.stripFacet.title(in: language)
    familyButton.opensMenu = true
    let buttonWidth = isLow ? familyButton.preferredSize(in: bounds.size, interface).width : 0
    familyButton.frame = Rect(
      x: width - Self.margin - buttonWidth, y: 0, width: buttonWidth, height: Theme.controlHeight)
    let end = isLow ? familyButton.frame.minX - Theme.gap : width - Self.margin
    searchField.frame = Rect(
      x: Self.margin, y: 0, width: max(end - Self.margin, 1), height: Theme.controlHeight)
    let top = Theme.controlHeight + Theme.gap
    strip.frame = Rect(x: 0, y: top, width: width, height: CrownFacetStrip.height)
    let gridTop = isLow ? top : strip.frame.maxY + 4
    let statusHeight = isLow ? Self.lowStatusHeight : Self.statusHeight
    grid.frame = Rect(
      x: 0, y: gridTop, width: width, height: max(bounds.height - gridTop - statusHeight, 1)
    ).pixelAligned(scale: interface.scale)
    grid.grid.spring = interface.reducesMotion ? nil : .interface
  }

  /// Fits the cells to the available room, once the grid has its size.
  private func fitCells(_ interface: Interface) {
    let isLow = bounds.height < Self.roomForStrip
    guard isLow != isSmall, !grid.grid.opening.size.isEmpty else { return }
    isSmall = isLow
    grid.grid.spring = nil
    grid.zoom(to: isLow ? Self.smallCell : Self.cell, at: grid.time)
    grid.grid.spring = interface.reducesMotion ? nil : .interface
  }

  /// Whether the cells are small: in a short grid a single large one would fill it.
  private var isSmall = false

  public override func update(_ interface: Interface) {
    let theme = interface.theme
    grid.color = theme.ink
    ground.frame = grid.frame
    ground.backgroundColor = theme.window
    words.removeSublayers()
    for y in [grid.frame.minY, grid.frame.maxY - interface.hairline] {
      words.addSublayer(
        Layer(
          Rect(x: 0, y: y, width: bounds.width, height: interface.hairline).pixelAligned(
            scale: interface.scale),
          fill: theme.hairline))
    }
    let line = Rect(
      x: Self.margin, y: grid.frame.maxY, width: bounds.width - 2 * Self.margin,
      height: bounds.height - grid.frame.maxY)
    let text = fault ?? grid.selection?.name ?? ""
    words.addSublayer(
      Layer(
        text, style: Theme.secondary, color: fault == nil ? theme.secondaryInk : theme.fault, in: line,
        isElastic: fault == nil, interface))
  }
}

extension CrownPicker: CrownSearchDelegate {
  func crownsWereFirstRead() {}

  func resultsChanged() {
    strip.show(search.stripFacets)
    strip.choose(search.stripFacet, at: grid.time)
    if !familyButton.isHidden { setNeedsLayout() }
    setNeedsUpdate()
  }

  func searchFailed(_ fault: CrownLoader.Fault) { self.fault = language.localized(fault) }

  func clearWords() { searchField.clear() }
}

extension CrownPicker: CrownGridDelegate {
  func selectionChanged() { setNeedsUpdate() }

  func crownPressed(at time: Double) { choose(at: time) }

  func crownOpened(at time: Double) { onFinish(time) }

  /// A space chooses; other text starts a search.
  func typed(_ text: String, at time: Double) {
    grid.pass(to: time)
    guard text != " " else { return choose(at: time) }
    host?.setFocus(searchField)
    _ = searchField.insert(text, at: time)
  }
}
