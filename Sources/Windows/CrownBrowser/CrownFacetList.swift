import Colors
import Controls
import Geometry
import Heraldry
import Input
import Localization
import Scene

/// A vertical list of facets under the headings of their groups, each with a drawing, its name, and its number of
/// crowns.
///
/// A click selects or deselects a facet; arrow keys move between facets, Space and Return select.
final class CrownFacetList: Control {
  /// Receives the facet that a person selected or deselected.
  var onToggle: (CrownFacet, _ time: Double) -> Void = { _, _ in }

  /// Returns the drawing for a facet; nil for facets without one.
  var drawing: (CrownFacet) -> Figure? = { _ in nil }

  private var rows: [Row] = []
  private var filter = CrownFilter()
  private var figures: [CrownFacet: Figure] = [:]
  private var scroll = ScrollPosition()
  private let indicator = ScrollIndicator()
  private var current = 0
  private var hovered: Int?
  private var typed = TypeAhead()
  /// Whether the focus arrived here by keyboard; after a click, typing searches the crowns instead.
  private var findsFacets = false
  private var now = 0.0
  // Each kind in its own layer, so that similar items are drawn in one batch.
  private let grounds = Layer()
  private let drawings = Layer()
  private let words = Layer()
  private let line = Layer()
  private let language: Language

  private enum Row: Hashable {
    case heading(CrownFacet.Group)
    case facet(CrownFacet.Entry)

    var height: Double {
      switch self {
      case .heading: 34
      case .facet: 28
      }
    }
  }

  /// The least width of the list, in points.
  static let width = 204.0
  /// The room before a name, for its drawing, and the least room between a name and its number, in points.
  private static let nameStart = 44.0
  private static let nameEnd = 14.0
  private static let margin = 8.0

  init(_ language: Language) {
    self.language = language
    super.init(label: language.localized("Filters"))
    layer.name = "facets"
    layer.masksToBounds = true
    for part in [grounds, line, drawings, words, indicator.layer] { layer.addSublayer(part) }
  }

  override var cursor: CursorShape { .arrow }
  override var focusFrame: Rect { rows.isEmpty ? bounds : frame(of: current).inset(by: 1) }
  /// The list's own layer, which clips the focus ring of a facet that is scrolled out of view.
  override var focusRingContainer: Layer? { layer }

  /// The listed facets, in order.
  var entries: [CrownFacet.Entry] {
    rows.compactMap { if case .facet(let entry) = $0 { entry } else { nil } }
  }

  /// Shows facets under the headings of their groups.
  func show(_ entries: [CrownFacet.Entry], filter: CrownFilter) {
    var rows: [Row] = []
    for group in CrownFacet.Group.allCases {
      let own = entries.filter { $0.facet.group == group }
      if own.isEmpty { continue }
      rows.append(.heading(group))
      rows += own.map(Row.facet)
    }
    guard rows != self.rows || filter != self.filter else { return }
    let old = facet(at: current)
    let hasOtherPlaces = rows.count != self.rows.count
    (self.rows, self.filter) = (rows, filter)
    current = rows.firstIndex { if case .facet(let entry) = $0 { entry.facet == old } else { false } } ?? 1
    // Other names and numbers may need another width.
    parent?.setNeedsLayout()
    if hasOtherPlaces { setNeedsLayout() } else { setNeedsUpdate() }
  }

  /// Clears the cached drawings, because more are available.
  func forgetDrawings() {
    figures = [:]
    setNeedsUpdate()
  }

  private func facet(at place: Int) -> CrownFacet? {
    guard rows.indices.contains(place), case .facet(let entry) = rows[place] else { return nil }
    return entry.facet
  }

  // MARK: Layout

  private var extent: Double { rows.reduce(2 * Self.margin) { $0 + $1.height } }

  private func frame(of place: Int) -> Rect {
    var y = Self.margin - scroll.offset(at: now)
    for row in rows.prefix(place) { y += row.height }
    let height = rows.indices.contains(place) ? rows[place].height : 0
    return Rect(x: Self.margin, y: y, width: bounds.width - 2 * Self.margin - 6, height: height)
  }

  private func place(at point: Point) -> Int? {
    rows.indices.first { frame(of: $0).contains(point) && facet(at: $0) != nil }
  }

  /// The width at which all names are whole.
  override func neededWidth(_ interface: Interface) -> Double {
    let names = rows.map { row in
      switch row {
      case .heading(let group):
        interface.line(language.localized(group.title), style: Theme.strong).width + 16
      case .facet(let entry):
        // A chosen name is bold.
        interface.line(entry.facet.title(in: language), style: Theme.strong).width + Self.nameStart
          + Self.nameEnd + interface.line("\(entry.count)", style: Theme.secondaryFigures).width
      }
    }
    return max(Self.width, ((names.max() ?? 0) + 2 * Self.margin + 6).rounded(.up))
  }

  override func layOut(_ interface: Interface) {
    scroll.resize(extent: extent, viewport: bounds.height, at: now)
    indicator.track = Rect(x: bounds.maxX - 12, y: 2, width: 12, height: max(bounds.height - 4, 1))
    for part in [grounds, drawings, words] { part.frame = bounds }
  }

  private func reveal(_ place: Int, at time: Double) {
    let frame = frame(of: place)
    let top = frame.minY + scroll.offset(at: now)
    scroll.reveal(top...(top + frame.height), margin: 34, at: time)
  }

  // MARK: Appearance

  override func update(_ interface: Interface) {
    for part in [grounds, drawings, words] { part.removeSublayers() }
    for place in rows.indices {
      let frame = frame(of: place).pixelAligned(scale: interface.scale)
      guard frame.intersects(bounds) else { continue }
      switch rows[place] {
      case .heading(let group): addHeading(group, in: frame, interface)
      case .facet(let entry): add(entry, at: place, in: frame, interface)
      }
    }
    let hairline = interface.hairline
    line.frame = Rect(x: bounds.width - hairline, y: 0, width: hairline, height: bounds.height)
    line.backgroundColor = interface.theme.hairline
  }

  private func addHeading(_ group: CrownFacet.Group, in frame: Rect, _ interface: Interface) {
    let room = frame.inset(by: EdgeInsets(top: 8, left: 8, bottom: 2, right: 8))
    words.addSublayer(
      Layer(
        language.localized(group.title), style: Theme.strong, color: interface.theme.secondaryInk, in: room,
        interface))
  }

  private func add(_ entry: CrownFacet.Entry, at place: Int, in frame: Rect, _ interface: Interface) {
    let theme = interface.theme
    let isOn = filter.isOn(entry.facet)
    if isOn || place == hovered {
      grounds.addSublayer(Layer(frame, fill: isOn ? theme.pressed : theme.raised, radius: Theme.fieldRadius))
    }
    let ink = entry.count == 0 && !isOn ? theme.secondaryInk : theme.ink
    if let figure = figure(of: entry.facet) {
      let room = Rect(x: frame.minX + 6, y: frame.minY + 4, width: 30, height: 20)
      if let drawing = Layer(figure, fittedIn: room, color: ink) { drawings.addSublayer(drawing) }
    }
    let count = "\(entry.count)"
    let width = interface.line(count, style: Theme.secondaryFigures).width
    let end = frame.maxX - 8 - width
    words.addSublayer(
      Layer(
        entry.facet.title(in: language), style: isOn ? Theme.strong : Theme.body, color: ink,
        in: Rect(
          x: frame.minX + Self.nameStart, y: frame.minY, width: end - 6 - frame.minX - Self.nameStart,
          height: frame.height),
        interface))
    words.addSublayer(
      Layer(
        count, style: Theme.secondaryFigures, color: theme.secondaryInk,
        in: Rect(x: end, y: frame.minY, width: width + 1, height: frame.height), interface))
  }

  private func figure(of facet: CrownFacet) -> Figure? {
    if let known = figures[facet] { return known }
    let made = drawing(facet)
    figures[facet] = made
    return made
  }

  override func advance(to time: Double, _ interface: Interface) -> Double? {
    let wasMoving = scroll.isMoving(at: now)
    now = time
    if interface.reducesMotion, scroll.isMoving(at: time) {
      scroll.go(to: scroll.destination(at: time), at: time, spring: nil)
    }
    if wasMoving || scroll.isMoving(at: time) { setNeedsUpdate() }
    let next = indicator.show(scroll, at: time, ink: interface.theme.ink)
    return scroll.isMoving(at: time) ? time : next
  }

  // MARK: Pointer

  private func hover(_ place: Int?) {
    guard place != hovered else { return }
    hovered = place
    setNeedsUpdate()
  }

  override func pointerMoved(_ event: PointerEvent) {
    now = max(now, event.time)
    indicator.hover(event.point, at: event.time)
    hover(place(at: event.point))
  }

  override func pointerLeft(at time: Double) {
    indicator.hover(nil, at: time)
    hover(nil)
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    now = max(now, event.time)
    if indicator.grab(at: event.point, &scroll, time: event.time) { return true }
    findsFacets = false
    if let place = place(at: event.point) { toggle(place, at: event.time) }
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard indicator.isHeld else { return }
    now = max(now, event.time)
    indicator.drag(to: event.point, &scroll, time: event.time)
    setNeedsUpdate()
  }

  override func pointerUp(_ event: PointerEvent) { indicator.release() }
  override func pointerCancelled(at time: Double) {
    indicator.cancel(&scroll, time: time)
    setNeedsUpdate()
  }

  override func wheel(_ event: WheelEvent) -> Bool {
    guard scroll.range.upperBound > 0, event.modifiers.isEmpty, event.notches.dy != 0 else { return false }
    now = max(now, event.time)
    scroll.turn(by: -event.notches.dy * ScrollView.notch, at: event.time)
    indicator.wake(at: event.time)
    setNeedsUpdate()
    return true
  }

  // MARK: Keys

  private func toggle(_ place: Int, at time: Double) {
    guard let facet = facet(at: place) else { return }
    current = place
    setNeedsUpdate()
    onToggle(facet, time)
  }

  override func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    now = max(now, event.time)
    let facets = rows.indices.filter { facet(at: $0) != nil }
    switch event.key {
    case .up: go(to: facets.last { $0 < current }, at: event.time)
    case .down: go(to: facets.first { $0 > current }, at: event.time)
    case .home: go(to: facets.first, at: event.time)
    case .end: go(to: facets.last, at: event.time)
    case .space where typed.goesOn(at: event.time) && facets.contains { begins($0, with: typed.text + " ") }:
      return false
    case .space, .enter: toggle(current, at: event.time)
    default: return false
    }
    return true
  }

  override func focusGained(byKeyboard: Bool) { findsFacets = byKeyboard }

  private func begins(_ place: Int, with words: String) -> Bool {
    facet(at: place)?.title(in: language).lowercased().hasPrefix(words) == true
  }

  /// Moves to the next facet whose title begins with the typed text.
  override func insert(_ text: String, at time: Double) -> Bool {
    guard findsFacets else { return false }
    let facets = rows.indices.filter { facet(at: $0) != nil }
    let (words, isNext) = typed.add(text.lowercased(), at: time)
    let from = isNext ? current + 1 : current
    let order = facets.filter { $0 >= from } + facets.filter { $0 < from }
    let found = order.first { begins($0, with: words) }
    now = max(now, time)
    go(to: found, at: time)
    return found != nil
  }

  private func go(to place: Int?, at time: Double) {
    guard let place else { return }
    current = place
    reveal(place, at: time)
    setNeedsUpdate()
  }

  // MARK: Accessibility

  override var accessibility: AccessibilityNode {
    AccessibilityNode(
      role: .group, label: label, value: filter.facets.map { $0.title(in: language) }.joined(separator: ", "),
      actions: [.focus], frame: frame, isFocused: isFocused,
      children: rows.indices.compactMap { place in
        guard case .facet(let entry) = rows[place] else { return nil }
        var node = AccessibilityNode(
          role: .radioButton, label: entry.facet.title(in: language), value: "\(entry.count)",
          actions: [.press],
          frame: self.frame(of: place).offset(by: frame.origin - .zero),
          isFocused: isFocused && place == current)
        node.id = entry.facet.id
        if filter.isOn(entry.facet) { node.states.insert(.checked) }
        return node
      })
  }

  override func perform(_ action: AccessibilityAction, on part: String?, at time: Double) -> Bool {
    guard action == .press, let part,
      let place = rows.indices.first(where: { facet(at: $0)?.id == part })
    else { return false }
    toggle(place, at: time)
    return true
  }
}

/// A filter of crowns besides words: at most one facet of each group.
struct CrownFilter: Hashable {
  /// The selected facets; the collection of all crowns is omitted.
  private var chosen: [CrownFacet.Group: CrownFacet] = [:]
  /// The recently used crowns, the newest first.
  var recent: [String] = []

  /// The selected facet of a group; nil if the group does not filter.
  subscript(group: CrownFacet.Group) -> CrownFacet? { chosen[group] }

  /// Whether the filter accepts all crowns.
  var isEmpty: Bool { chosen.isEmpty }

  /// The selected facets in the order of their groups.
  var facets: [CrownFacet] { CrownFacet.Group.allCases.compactMap { chosen[$0] } }

  func isOn(_ facet: CrownFacet) -> Bool {
    facet == .all ? chosen[.collection] == nil : chosen[facet.group] == facet
  }

  /// Selects a facet in place of its group's current one; deselects it if it was selected.
  mutating func toggle(_ facet: CrownFacet) {
    chosen[facet.group] = facet == .all || chosen[facet.group] == facet ? nil : facet
  }

  mutating func clear() { chosen = [:] }

  private func matches(_ item: CrownItem, _ group: CrownFacet.Group) -> Bool {
    switch chosen[group] {
    case nil, .all?: true
    case .favorites?: item.isFavorite
    case .recent?: recent.contains(item.id)
    case .own?: item.isOwn
    case .family(let family)?: item.family == family
    case .ornament(let finial)?: item.design?.ornaments.contains(finial) ?? false
    case .summit(let finial)?: item.design?.summit == finial
    }
  }

  func matches(_ item: CrownItem) -> Bool {
    CrownFacet.Group.allCases.allSatisfy { matches(item, $0) }
  }

  /// Returns the number of crowns that each facet would leave together with the facets of the other groups.
  func counts(of items: [CrownItem]) -> [CrownFacet: Int] {
    let recent = Set(recent)
    var counts: [CrownFacet: Int] = [:]
    for item in items {
      let failing = CrownFacet.Group.allCases.filter { !matches(item, $0) }
      guard failing.count <= 1 else { continue }
      func count(_ facet: CrownFacet) {
        if failing.isEmpty || failing[0] == facet.group { counts[facet, default: 0] += 1 }
      }
      count(.all)
      if item.isFavorite { count(.favorites) }
      if recent.contains(item.id) { count(.recent) }
      if item.isOwn { count(.own) }
      if let family = item.family { count(.family(family)) }
      for finial in item.design?.ornaments ?? [] { count(.ornament(finial)) }
      if let summit = item.design?.summit { count(.summit(summit)) }
    }
    return counts
  }
}
