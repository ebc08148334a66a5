import Colors
import Controls
import Geometry
import Heraldry
import Localization
import Scene
import Text

/// The layers of a grid of crowns, with caches of outlines and labels.
final class CrownGridLayers {
  /// The state of the grid at an instant.
  struct State {
    let grid: ZoomableGrid
    let crowns: CrownCollection
    let color: RGBA
    /// The keys of the selected crowns other than the current one.
    let selection: Set<Int>
    /// The position of the pointer, or nil.
    let hovered: Point?
    let isFocused: Bool
    /// The message of an empty grid.
    let message: EmptyMessage?
    let time: Double
  }

  /// The crown in a layer.
  private struct ShownCrown: Equatable {
    let key: Int
    let color: RGBA
  }

  /// The title and the advice of an empty grid.
  struct EmptyMessage: Hashable {
    var title: String
    var advice: String
  }

  let hover = Layer()
  let crowns = Layer()
  let names = Layer()
  /// Rings around selected crowns, and stars on favourites.
  let marks = Layer()
  let message = Layer()

  private var outlines = OutlineStore()
  private var cells: [GridCell] = []
  private var crownLayers: [Layer] = []
  /// The crowns in those layers; comparing these is cheaper than looking up and comparing outlines.
  private var shownCrowns: [ShownCrown?] = []
  /// The lines of the labels, two for each cell.
  private var nameLayers: [Layer] = []
  private var rings: [Layer] = []
  private var stars: [Layer] = []
  private var labels = CrownLabels()
  /// The cached widths of lines.
  private var widths: [TextWidth: Double] = [:]

  /// A line of a label, whose width depends on its font.
  private struct TextWidth: Hashable {
    let text: String
    let isHeading: Bool
  }

  init() {
    for (layer, name) in [
      (hover, "hover"), (crowns, "crowns"), (names, "names"), (marks, "selection"), (message, "message"),
    ] {
      layer.name = name
    }
  }

  func layOut(in bounds: Rect) {
    for layer in [crowns, names, marks, message] { layer.frame = bounds }
  }

  /// Sets the current crowns, and clears the caches of those that have changed.
  func take(_ crowns: CrownCollection, _ replacements: [CrownCollection.Replacement]) {
    for replacement in replacements where replacement.hasOtherOutline {
      outlines.forget(replacement.key)
      for index in shownCrowns.indices where shownCrowns[index]?.key == replacement.key {
        shownCrowns[index] = nil
      }
    }
    labels.take(crowns.items, order: crowns.order)
  }

  func show(_ state: State, inks theme: Theme, _ interface: Interface) {
    cells.removeAll(keepingCapacity: true)
    state.grid.appendCells(at: state.time, to: &cells)
    crowns.isMoving = state.grid.isReshaping(at: state.time)
    showCrowns(state)
    // A zoom may soon show all crowns.
    if crowns.isMoving { outlines.prepare(Self.preparedOutlines, in: state.crowns) }
    showNames(state, theme, interface)
    showMarks(state, theme, interface)
    showMessage(state, theme, interface)
  }

  private func showCrowns(_ state: State) {
    Self.fill(&crownLayers, of: crowns, count: cells.count)
    while shownCrowns.count < crownLayers.count { shownCrowns.append(nil) }
    for (index, cell) in cells.enumerated() {
      let layer = crownLayers[index]
      let bounds = state.crowns.items[cell.key].bounds
      let padding = CellMeasures(cell: cell.square.width).padding
      let side = max(bounds.width, bounds.height)
      guard side > 0 else {
        layer.isHidden = true
        continue
      }
      let scale = (cell.square.width - 2 * padding) / side
      layer.isHidden = false
      layer.layoutDirection = .leftToRight
      layer.bounds = bounds
      layer.position = Point(
        cell.square.midX - bounds.width / 2 * scale, cell.square.midY - bounds.height / 2 * scale)
      layer.transform = .scale(x: scale, y: scale)
      layer.opacity = cell.visibility
      let shown = ShownCrown(key: cell.key, color: state.color)
      if shownCrowns[index] == shown { continue }
      shownCrowns[index] = shown
      layer.contents = .path(
        PathContents(outlines.figure(of: cell.key, in: state.crowns), color: state.color))
    }
  }

  /// The number of outlines that a frame of a zoom decodes in advance, which takes a tenth of a millisecond.
  private static let preparedOutlines = 16

  /// Creates as many layers as needed, and hides unused ones.
  private static func fill(_ layers: inout [Layer], of parent: Layer, count: Int) {
    while layers.count < count {
      let layer = Layer()
      layer.anchorPoint = .zero
      layers.append(layer)
      parent.addSublayer(layer)
    }
    for layer in layers[count...] { layer.isHidden = true }
  }

  private func showNames(_ state: State, _ theme: Theme, _ interface: Interface) {
    let view = state.grid.view(at: state.time)
    let share = view.measures.nameShare * (1 - state.grid.fullness(at: state.time))
    guard share > 0 else {
      names.isHidden = true
      return
    }
    names.isHidden = false
    Self.fill(&nameLayers, of: names, count: 2 * cells.count)
    // The width changes in steps, so that a zoom does not set each label anew in every frame, and in whole pixels, so
    // that a moving label keeps its picture.
    let step = crowns.isMoving ? 32.0 : 8
    let room = max(((view.cell - 8) / step).rounded(.down) * step, 56)
    let letters = Int(room / Self.letterWidth)
    for (index, cell) in cells.enumerated() {
      // Where one crown replaces another, at most one of the two labels is visible.
      let presence = 2 * cell.visibility - 1
      let lines = [nameLayers[2 * index], nameLayers[2 * index + 1]]
      for layer in lines { layer.isHidden = presence <= 0 }
      guard presence > 0 else { continue }
      let label = labels.label(of: cell.key, letters: letters, in: interface.language)
      for (line, text) in [label.heading, label.detail].enumerated() {
        let layer = lines[line]
        layer.isHidden = text.isEmpty
        show(
          text, line: line, isHeading: line == 0 || label.isOneName, below: cell, in: layer, room: room,
          x: state.grid.opening.aligned(cell.square.midX), theme, interface)
        layer.opacity = share * presence
      }
    }
  }

  /// The upper estimate of a label's average letter width, in points.
  private static let letterWidth = 6.4
  private static let heading = Font(size: 12, weight: 600)
  private static let lineHeight = 16.0

  private func show(
    _ text: String, line: Int, isHeading: Bool, below cell: GridCell, in layer: Layer, room: Double,
    x: Double, _ theme: Theme, _ interface: Interface
  ) {
    let font = isHeading ? Self.heading : Theme.secondary
    let key = TextWidth(text: text, isHeading: isHeading)
    let width = widths[key] ?? interface.line(text, style: font).width
    widths[key] = width
    let shown = min(width, room)
    layer.bounds = Rect(x: 0, y: 0, width: shown, height: Self.lineHeight)
    layer.position = Point(
      (x - shown / 2).rounded(), cell.square.maxY - 1 + Double(line) * Self.lineHeight)
    layer.contents = .text(
      TextContents(
        text, font: font, color: isHeading ? theme.ink : theme.secondaryInk,
        baseline: interface.baseline(of: font, inHeight: Self.lineHeight),
        maximumWidth: width > room ? room : nil, isElastic: true))
  }

  /// Shows the selected and the hovered crowns.
  private func showMarks(_ state: State, _ theme: Theme, _ interface: Interface) {
    let fullness = state.grid.fullness(at: state.time)
    let view = state.grid.view(at: state.time)
    func frame(_ square: Rect) -> Rect {
      let whole = Rect(
        x: square.minX, y: square.minY, width: square.width, height: view.measures.pitch.dy)
      return square.width < 32 ? whole.outset(by: 1) : whole.inset(by: 1)
    }
    let radius = min(Theme.cardRadius, view.cell * 0.14)
    hover.isHidden = true
    if let hovered = state.hovered, fullness < 0.5, !state.grid.scroll.isHeld,
      let place = state.grid.place(at: hovered, time: state.time),
      let cell = cells.first(where: { $0.place == place })
    {
      hover.isHidden = false
      hover.frame = frame(cell.square)
      hover.cornerRadius = radius
      hover.backgroundColor = theme.raised
      hover.opacity = cell.visibility
    }
    showRings(state, theme, radius: radius, fullness: fullness, frame)
    showStars(state, theme, fullness: fullness)
  }

  private func showRings(
    _ state: State, _ theme: Theme, radius: Double, fullness: Double, _ frame: (Rect) -> Rect
  ) {
    let current = state.grid.selected
    let selected = cells.filter { cell in
      guard let place = cell.place, fullness < 1 else { return false }
      return place == current || state.selection.contains(cell.key)
    }
    Self.fill(&rings, of: marks, count: selected.count)
    for (ring, cell) in zip(rings, selected) {
      ring.isHidden = false
      ring.anchorPoint = Point(0.5, 0.5)
      ring.frame = frame(cell.square)
      ring.cornerRadius = radius
      ring.borderWidth = cell.square.width < 32 ? 1.5 : 2
      let isMarked = state.selection.count > 1 && state.selection.contains(cell.key)
      ring.borderColor =
        state.isFocused && (isMarked || cell.place == current) ? theme.highlight : theme.secondaryInk
      ring.backgroundColor = isMarked ? theme.highlight.withAlpha(0.12) : nil
      ring.opacity = cell.visibility * (1 - fullness)
    }
  }

  /// Shows a star in the corner of each favourite.
  private func showStars(_ state: State, _ theme: Theme, fullness: Double) {
    let starred = cells.filter {
      state.crowns.items[$0.key].isFavorite && $0.square.width >= 40 && fullness < 1
    }
    Self.fill(&stars, of: marks, count: starred.count)
    for (star, cell) in zip(stars, starred) {
      star.isHidden = false
      star.bounds = Rect(x: 0, y: 0, width: Icon.side, height: Icon.side)
      let side = min(Icon.side, cell.square.width / 5)
      star.position = Point(cell.square.maxX - side - 5, cell.square.minY + 5)
      star.transform = .scale(x: side / Icon.side, y: side / Icon.side)
      star.opacity = cell.visibility * (1 - fullness)
      star.contents = .path(PathContents(Icon.star.path, color: theme.secondaryInk))
    }
  }

  private func showMessage(_ state: State, _ theme: Theme, _ interface: Interface) {
    message.removeSublayers()
    guard state.grid.keys.isEmpty, let words = state.message else { return }
    let bounds = message.bounds
    let title = Font(size: bounds.width < 480 ? 15 : 20, weight: 600)
    let room = bounds.inset(by: EdgeInsets(left: 24, right: 24))
    let titles = interface.wrapped(words.title, style: title, width: max(room.width, 1))
    let advice = interface.wrapped(words.advice, style: Theme.body, width: max(room.width, 1))
    let top = bounds.midY - 19 - 15 * Double(titles.count) - 11 * Double(max(advice.count - 1, 0))
    let bottom = message.addLines(
      titles, style: title, color: theme.ink,
      in: Rect(x: room.minX, y: top, width: room.width, height: 30), pitch: 30, alignment: .center, interface)
    message.addLines(
      advice, style: Theme.body, color: theme.secondaryInk,
      in: Rect(x: room.minX, y: bottom + 6, width: room.width, height: 22), pitch: 22, alignment: .center,
      interface)
  }
}

/// A cache of outlines; an outline is decoded on first use, or in advance during a zoom.
struct OutlineStore {
  private var outlines: [Figure?] = []
  /// The number of keys that `prepare` has visited.
  private var prepared = 0

  mutating func figure(of key: Int, in crowns: CrownCollection) -> Figure {
    if outlines.indices.contains(key), let known = outlines[key] { return known }
    if outlines.count <= key { outlines += Array(repeating: nil, count: key + 1 - outlines.count) }
    let item = crowns.items[key]
    let figure = Figure(item.outline(), hasOverlaps: false, bounds: item.bounds)
    outlines[key] = figure
    return figure
  }

  /// Decodes some outlines in advance: if hundreds appear at once, decoding them takes longer than the rest of the
  /// frame.
  mutating func prepare(_ count: Int, in crowns: CrownCollection) {
    var left = count
    while left > 0, prepared < crowns.items.count {
      if !outlines.indices.contains(prepared) || outlines[prepared] == nil {
        _ = figure(of: prepared, in: crowns)
        left -= 1
      }
      prepared += 1
    }
  }

  mutating func forget(_ key: Int) {
    if outlines.indices.contains(key) { outlines[key] = nil }
  }
}

/// The labels of crowns: the kind of each crown, and its differences from others of its kind.
///
/// Labels are unique within a family, and among drawings from elsewhere, however little room there is.
struct CrownLabels {
  struct Label: Hashable {
    /// The kind of crown.
    var heading: String
    /// Its difference from others.
    var detail: String
    /// Whether the detail continues the name in the heading, so that both have the same style.
    var isOneName = false
  }

  private var items: [CrownItem] = []
  /// The keys of the crowns of each family, or without one, in order.
  private var families: [CrownFamily?: [Int]] = [:]
  /// The cached labels, by the number of letters in a line.
  private var known: [Int: [Int: Label]] = [:]

  /// Sets the current crowns, by key and in order.
  mutating func take(_ items: [CrownItem], order: [Int]) {
    self.items = items
    families = Dictionary(grouping: order) { items[$0].design?.family }
    known = [:]
  }

  /// Returns the label of a crown for lines of about `letters` letters.
  mutating func label(of key: Int, letters: Int, in language: Language) -> Label {
    let letters = min(max(letters, 8), 40)
    if let label = known[letters]?[key] { return label }
    make(letters, family: items[key].design?.family, in: language)
    let label = known[letters]?[key] ?? Self.plain(items[key], in: language)
    known[letters, default: [:]][key] = label
    return label
  }

  private mutating func make(_ letters: Int, family: CrownFamily?, in language: Language) {
    let keys = families[family] ?? []
    guard let family else {
      var seen: Set<Label> = []
      let longNames = labelsOfLongNames(keys, letters: letters)
      for key in keys {
        var label = longNames[key] ?? Self.plain(items[key], in: language)
        if !seen.insert(label).inserted { (label.detail, label.isOneName) = (items[key].id, false) }
        known[letters, default: [:]][key] = label
      }
      return
    }
    let title = language.localized(family.message)
    let heading = title.letterWidths <= letters ? title : family.shortTitle(in: language)
    let traits = Dictionary(
      uniqueKeysWithValues: keys.map { ($0, (items[$0].design?.traits ?? []).map(language.localized)) })
    for (key, detail) in Self.details(traits, order: keys, letters: letters) {
      known[letters, default: [:]][key] = Label(heading: heading, detail: detail)
    }
  }

  /// The label of a drawing from elsewhere: its name, split if it contains a kind.
  private static func plain(_ item: CrownItem, in language: Language) -> Label {
    if let comma = item.name.firstRange(of: ", ") {
      return Label(
        heading: String(item.name[..<comma.lowerBound]), detail: String(item.name[comma.upperBound...]))
    }
    return Label(
      heading: item.name, detail: item.isOwn ? language.localized("Your own", context: "crowns") : "")
  }

  /// Returns labels of drawings from elsewhere whose names are too long for one line: the first words, and below them
  /// the following words, or if others begin alike, the words that are rarest among those.
  private func labelsOfLongNames(_ keys: [Int], letters: Int) -> [Int: Label] {
    var labels: [Int: Label] = [:]
    var groups: [String: [(key: Int, rest: [String])]] = [:]
    for key in keys {
      let name = items[key].name
      guard name.count > letters, name.firstRange(of: ", ") == nil else { continue }
      let words = name.split(separator: " ").map(String.init)
      let count = Self.leading(words, letters: letters)
      guard count > 0, count < words.count else {
        // Such names end with numbers.
        labels[key] = Label(heading: name, detail: "…" + name.suffix(letters - 1), isOneName: true)
        continue
      }
      groups[words[..<count].joined(separator: " "), default: []].append((key, Array(words[count...])))
    }
    for (heading, members) in groups {
      let following = members.map { $0.rest[..<max(Self.leading($0.rest, letters: letters), 1)] }
      if Set(following).count == members.count {
        for (member, words) in zip(members, following) {
          labels[member.key] = Label(
            heading: heading, detail: words.joined(separator: " "), isOneName: true)
        }
        continue
      }
      let words = Dictionary(
        uniqueKeysWithValues: members.map { ($0.key, Array($0.rest.prefix(Self.mostWords))) })
      let details = Self.details(words, order: members.map(\.key), letters: letters, separator: " ")
      for (key, detail) in details {
        labels[key] = Label(heading: heading, detail: detail, isOneName: true)
      }
    }
    return labels
  }

  /// The maximum number of words that are compared with other names.
  private static let mostWords = 12

  /// Returns the number of words that fit in a line of `letters` letters.
  private static func leading(_ words: [String], letters: Int) -> Int {
    var length = -1
    return words.prefix {
      length += 1 + $0.count
      return length <= letters
    }.count
  }

  /// Returns for each crown its rarest traits, as many as fit, without duplicates.
  private static func details(
    _ traits: [Int: [String]], order: [Int], letters: Int, separator: String = ", "
  ) -> [Int: String] {
    var frequency: [String: Int] = [:]
    for trait in traits.values.joined() { frequency[trait, default: 0] += 1 }
    var taken: Set<String> = []
    var details: [Int: String] = [:]
    // Crowns with few traits have fewer choices, so they come first.
    let byChoice = order.enumerated().sorted {
      let (a, b) = (traits[$0.element]?.count ?? 0, traits[$1.element]?.count ?? 0)
      return a == b ? $0.offset < $1.offset : a < b
    }.map(\.element)
    for key in byChoice {
      let own = traits[key] ?? []
      let choices = choices(own, frequency, separator, letters: letters)
      var detail = choices.lazy.map { $0.words(of: own, separator) }.first { !taken.contains($0) }
      if detail == nil {
        let words = choices.first?.words(of: own, separator) ?? own.first ?? ""
        // The number must be visible.
        detail = (2...).lazy.map { "\(words.prefix(letters - 1 - "\($0)".count)) \($0)" }
          .first { !taken.contains($0) }
      }
      taken.insert(detail ?? "")
      details[key] = detail
    }
    return details
  }

  /// One, two or three traits of a crown, in order, by index; -1 if there is no second or third.
  private struct Choice {
    let first: Int
    var second = -1
    var third = -1
    /// The expected number of other crowns with all of these traits, which measures how distinctive they are.
    let others: Double

    func words(of traits: [String], _ separator: String) -> String {
      if second < 0 { return traits[first] }
      let two = traits[first] + separator + traits[second]
      return third < 0 ? two : two + separator + traits[third]
    }
  }

  /// Returns the choices that fit in a line, the most distinctive first.
  private static func choices(
    _ traits: [String], _ frequency: [String: Int], _ separator: String, letters: Int
  ) -> [Choice] {
    let lengths = traits.map(\.letterWidths)
    let holders = traits.map { Double(frequency[$0] ?? 1) }
    var found: [Choice] = []
    for first in traits.indices {
      let (length, others) = (lengths[first], holders[first] / 1000)
      if length <= letters { found.append(Choice(first: first, others: others)) }
      for second in traits.indices where second > first {
        let (length, others) = (length + separator.count + lengths[second], others * holders[second] / 1000)
        // If two traits do not fit, three do not either.
        guard length <= letters else { continue }
        found.append(Choice(first: first, second: second, others: others))
        for third in traits.indices where third > second {
          guard length + separator.count + lengths[third] <= letters else { continue }
          let all = others * holders[third] / 1000
          found.append(Choice(first: first, second: second, third: third, others: all))
        }
      }
    }
    return found.sorted {
      $0.others != $1.others
        ? $0.others < $1.others : $0.words(of: traits, separator) < $1.words(of: traits, separator)
    }
  }
}

extension String {
  /// The width in Latin letters; those of East Asia have two each.
  fileprivate var letterWidths: Int {
    unicodeScalars.reduce(0) { $0 + ($1.value < 0x2e80 ? 1 : 2) }
  }
}

/// All crowns, each with a key that is constant while the browser is open.
struct CrownCollection {
  /// All crowns ever loaded, by key.
  private(set) var items: [CrownItem] = []
  /// The keys of the current crowns, in order.
  private(set) var order: [Int] = []
  private var keysByID: [String: Int] = [:]

  var count: Int { order.count }

  /// A crown that was replaced by another one with the same identifier.
  struct Replacement {
    let key: Int
    let old: CrownItem
    let new: CrownItem

    var hasOtherOutline: Bool { old.bounds != new.bounds || old.byteCount != new.byteCount }
    var hasOtherName: Bool { old.name != new.name }
  }

  /// Sets the current crowns; returns those that have changed.
  mutating func take(_ new: [CrownItem]) -> [Replacement] {
    var replaced: [Replacement] = []
    order = new.map { item in
      if let key = keysByID[item.id] {
        replaced.append(Replacement(key: key, old: items[key], new: item))
        items[key] = item
        return key
      }
      let key = items.count
      keysByID[item.id] = key
      items.append(item)
      return key
    }
    return replaced
  }

  func key(of id: String) -> Int? { keysByID[id] }

  /// Returns the keys of those identifiers that are currently present, in order.
  func keys(of ids: [String]) -> [Int] {
    let known = Set(order)
    return ids.compactMap { keysByID[$0] }.filter(known.contains)
  }
}
