import Colors
public import Controls
import Geometry
import Input
import Scene

/// The crowns of a library in a grid, to choose one: searched by words, by families, or among those chosen lately.
///
/// ```swift
/// let picker = CrownPicker(source: .library(folders: folders), clipboard: clipboard, isImmediate: false, wake: wake)
/// picker.onChoose = { crown, _ in show(crown) }
/// host.showPopover(picker, from: button)
/// ```
///
/// Crowns are read and searched on a worker: whoever shows the picker calls `receiveMail(at:)` once a turn.
public final class CrownPicker: Control {
  /// Told of a crown that a person chose with a click, Space or Return.
  public var onChoose: (CrownItem, _ time: Double) -> Void = { _, _ in }
  /// Told when nothing more is to be chosen: after Return or a double click.
  public var onFinish: (_ time: Double) -> Void = { _ in }

  private let loader: CrownLoader
  private let grid = CrownGridControl(cell: CrownPicker.cell, color: .black)
  private let strip = CrownFacetStrip()
  /// What chooses a family where there is no room for the strip.
  private lazy var familyButton: Button = Button("Families", kind: .plain) { [unowned self] _ in
    host?.showMenu(familyMenu, below: familyButton)
  }
  private let searchField: TextField
  private var search = CrownSearch()
  /// The crowns that the words find, by keys; nil where there are no words.
  private var found: [Int]?
  private var facet = CrownFacet.all
  private let recent: [String]
  /// The crown that is selected as soon as it is there.
  private var awaited: String?
  private var fault: String?
  private var time = 0.0

  private let ground = Layer()
  private let words = Layer()

  private static let cell = 72.0
  private static let smallCell = 40.0
  private static let margin = 12.0
  private static let statusHeight = 30.0
  private static let lowStatusHeight = 24.0
  /// How tall the picker must be for the families to stand in a strip, in points.
  private static let roomForStrip = 300.0

  /// Creates a picker.
  ///
  /// - Parameters:
  ///   - source: Where crowns come from; it is asked on a thread of its own.
  ///   - selected: The identifier of the crown that is chosen now.
  ///   - recent: The identifiers of the crowns that were chosen lately, the newest first.
  ///   - clipboard: The text that is shared with other programs.
  ///   - isImmediate: Whether work is done at once, so that scripts always see the same.
  ///   - wake: Called on any thread when something waits for `receiveMail(at:)`.
  public init(
    source: CrownDataSource, selected: String? = nil, recent: [String] = [], clipboard: Clipboard,
    isImmediate: Bool, wake: @escaping @Sendable () -> Void
  ) {
    loader = CrownLoader(source: source, isImmediate: isImmediate, wake: wake)
    self.recent = recent
    awaited = selected
    let link = Link()
    searchField = TextField(
      searchFor: "Search", placeholder: "Search crowns", clipboard: clipboard
    ) { link.picker?.find($0) }
    super.init(label: "Crowns")
    link.picker = self
    for part in [ground, words] { layer.addSublayer(part) }
    for control in [searchField, familyButton, strip, grid] as [Control] { addChild(control) }
    strip.onChoose = { [unowned self] facet, time in show(facet, at: time) }
    grid.onSelect = { [unowned self] in setNeedsUpdate() }
    grid.onPress = { [unowned self] in choose(at: $0) }
    grid.onOpen = { [unowned self] in onFinish($0) }
    grid.onText = { [unowned self] in type($0, at: $1) }
    loader.load(words: "", keepsPlace: false)
    receiveMail(at: 0)
  }

  /// What the field tells before the picker is made.
  private final class Link {
    weak var picker: CrownPicker?
  }

  public override var isFocusable: Bool { false }
  /// The usual pointer.
  public override var cursor: CursorShape { .arrow }

  /// What has the keyboard first: arrow keys go through the crowns, and letters search them.
  public var firstFocus: Control { grid }

  // MARK: Mail

  /// Takes what the worker has found.
  public func receiveMail(at time: Double) {
    self.time = max(self.time, time)
    for message in loader.takeAll() {
      if case .contents(let contents) = message { take(contents) }
    }
  }

  private func take(_ contents: CrownLoader.Contents) {
    let isFirst = search.shown == nil
    switch contents.items {
    case .success(let items)?:
      grid.take(items)
      showFacets(items)
    case .failure(let failure)?: fault = failure.description
    case nil: break
    }
    guard search.show(resultsOf: contents.words) else { return }
    switch contents.found {
    case .success(let ids)?: found = grid.crowns.keys(of: ids)
    case .failure(let failure)?:
      found = []
      fault = failure.description
    case nil: found = nil
    }
    showCrowns(isAnimated: !isFirst)
  }

  /// Lists the families that have crowns, after all of them, those chosen lately, and the person's own.
  private func showFacets(_ items: [CrownItem]) {
    let families = Dictionary(grouping: items.filter { $0.family != nil }) {
      CrownFacet.family($0.family ?? .royal)
    }
    let own = items.filter(\.isOwn)
    let favorites = items.filter(\.isFavorite)
    let known = grid.crowns.keys(of: recent).map { grid.crowns.items[$0] }
    var entries = [CrownFacetStrip.Entry(facet: .all, count: items.count, sample: items.first)]
    if let first = favorites.first {
      entries.append(.init(facet: .favorites, count: favorites.count, sample: first))
    }
    if let first = known.first { entries.append(.init(facet: .recent, count: known.count, sample: first)) }
    if let first = own.first { entries.append(.init(facet: .own, count: own.count, sample: first)) }
    var seen: Set<CrownFacet> = []
    for item in items {
      guard let family = item.family, seen.insert(.family(family)).inserted else { continue }
      let facet = CrownFacet.family(family)
      entries.append(.init(facet: facet, count: families[facet]?.count ?? 0, sample: item))
    }
    strip.show(entries)
  }

  /// Brings the grid up to date with the words and the facet.
  private func showCrowns(isAnimated: Bool = true) {
    let crowns = grid.crowns
    let all = found ?? crowns.order
    let keys: [Int]
    switch facet {
    case .all: keys = all
    case .recent: keys = crowns.keys(of: recent).filter(Set(all).contains)
    case .own: keys = all.filter { crowns.items[$0].isOwn }
    case .favorites: keys = all.filter { crowns.items[$0].isFavorite }
    case .family(let family): keys = all.filter { crowns.items[$0].family == family }
    case .ornament, .summit: keys = all
    }
    grid.message =
      facet == .all
      ? search.emptyMessage()
      : .init(
        title: "No \(facet.title.lowercased()) crown matches", advice: "“All” searches every family")
    grid.show(keys, keepingPlace: false, isAnimated: isAnimated, at: time)
    selectAwaited()
    setNeedsUpdate()
  }

  /// Selects the crown that is chosen now, once it is there and there is room to bring it into sight.
  private func selectAwaited() {
    guard let awaited, !grid.grid.opening.size.isEmpty, grid.shows(awaited) else { return }
    self.awaited = nil
    let spring = grid.grid.spring
    grid.grid.spring = nil
    grid.select(awaited, at: time)
    grid.grid.spring = spring
    setNeedsUpdate()
  }

  public override func advance(to time: Double, _ interface: Interface) -> Double? {
    self.time = max(self.time, time)
    fitCells(interface)
    selectAwaited()
    return nil
  }

  // MARK: Searching

  private func find(_ text: String) {
    guard search.take(text) else { return }
    // Words search everything; a family that is chosen then narrows that down.
    if facet != .all {
      facet = .all
      strip.choose(.all, at: time)
      setNeedsLayout()
    }
    loader.search(search.words)
    receiveMail(at: time)
  }

  private func show(_ facet: CrownFacet, at time: Double) {
    self.time = max(self.time, time)
    self.facet = facet
    strip.choose(facet, at: time)
    showCrowns()
    if !familyButton.isHidden { setNeedsLayout() }
  }

  private var familyMenu: Menu {
    var menu = Menu(
      strip.entries.map { entry in
        .command(
          Command(
            "crowns.\(entry.facet.title)", "\(entry.facet.title) (\(entry.count))",
            isChecked: entry.facet == facet
          ) { [unowned self] time in
            show(entry.facet, at: time)
            host?.setFocus(grid)
          })
      })
    menu.highlighted = strip.entries.firstIndex { $0.facet == facet }
    return menu
  }

  /// Takes text that is typed over the grid.
  private func type(_ text: String, at time: Double) {
    self.time = max(self.time, time)
    guard text != " " else { return choose(at: time) }
    host?.setFocus(searchField)
    _ = searchField.insert(text, at: time)
  }

  private func choose(at time: Double) {
    if let item = grid.selection { onChoose(item, time) }
  }

  // MARK: Keys

  public override func key(_ event: KeyEvent) -> Bool {
    time = max(time, event.time)
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
    familyButton.title = facet.title
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

  /// Takes the size of the cells that there is room for, once the grid has its own size.
  private func fitCells(_ interface: Interface) {
    let isLow = bounds.height < Self.roomForStrip
    guard isLow != isSmall, !grid.grid.opening.size.isEmpty else { return }
    isSmall = isLow
    grid.grid.spring = nil
    grid.zoom(to: isLow ? Self.smallCell : Self.cell, at: time)
    grid.grid.spring = interface.reducesMotion ? nil : .interface
  }

  /// Whether the cells are small: in a low grid a larger one would fill it alone.
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
        interface))
  }
}
