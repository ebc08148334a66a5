import Heraldry

/// What a search of crowns tells its owner.
protocol CrownSearchDelegate: AnyObject {
  /// The crowns were read; it is the first time that they are.
  func crownsWereFirstRead()
  /// Other crowns are shown, or other facets.
  func resultsChanged()
  /// Crowns could not be read or searched.
  func searchFailed(_ fault: CrownLoader.Fault)
  /// A crown that is awaited is not among those that the words find; they are to go.
  func clearWords()
}

/// The search of a grid of crowns: words, and facets that narrow down what they find.
///
/// The window of crowns and the picker share it. It has the library read and searched, and shows in the grid what is found.
final class CrownSearch {
  /// A crown that is selected as soon as it is there.
  struct AwaitedCrown: Hashable {
    let id: String
    /// Whether the words and the facets are cleared when they do not find the crown.
    var clearsSearch = false
    /// Whether the grid scrolls to it in sight.
    var isAnimated = true
  }

  private let loader: CrownLoader
  private let grid: CrownGridControl
  /// What an empty grid says of the facets.
  private let advice: String
  /// Whether facets count what the words find beside the other facets; else all crowns.
  private let countsFound: Bool
  weak var delegate: (any CrownSearchDelegate)?

  private(set) var words = SearchWords()
  /// The crowns that the words find, by keys, whatever facets are chosen; nil where there are no words.
  private var found: [Int]?
  private(set) var filter = CrownFilter()
  /// The crown to select when it is shown.
  var awaited: AwaitedCrown?

  init(loader: CrownLoader, grid: CrownGridControl, recent: [String], advice: String, countsFound: Bool) {
    self.loader = loader
    self.grid = grid
    self.advice = advice
    self.countsFound = countsFound
    filter.recent = recent
  }

  /// Whether all crowns are shown.
  var isEmpty: Bool { words.isEmpty && filter.isEmpty }

  /// How many crowns are found, in words.
  var countText: String {
    words.countText(found: grid.grid.keys.count, of: grid.crowns.count, isNarrowed: !filter.isEmpty)
  }

  // MARK: Reading and searching

  /// Has the crowns read anew; `news` is told when they have been.
  func reload(_ news: CrownNews? = nil) {
    loader.load(words: words.text, keepsPlace: true, news: news)
  }

  /// Has words searched for, in all crowns where the facets are cleared.
  func find(_ text: String, clearsFilter: Bool = false) {
    guard words.take(text) else { return }
    if clearsFilter { filter.clear() }
    loader.search(words.text)
  }

  /// Brings the grid up to date with the crowns and the words that were searched for.
  func take(_ contents: CrownLoader.Contents) {
    let isFirst = words.shown == nil
    switch contents.items {
    case .success(let items)?:
      grid.take(items)
      if isFirst { delegate?.crownsWereFirstRead() }
    case .failure(let fault)?: delegate?.searchFailed(fault)
    case nil: break
    }
    guard words.show(resultsOf: contents.words) else { return }
    switch contents.found {
    case .success(let ids)?: found = grid.crowns.keys(of: ids)
    case .failure(let fault)?:
      delegate?.searchFailed(fault)
      found = []
    case nil: found = nil
    }
    show(keepingPlace: contents.keepsPlace, isAnimated: !isFirst)
    selectAwaited()
  }

  /// Brings the grid up to date with the words and what narrows them down.
  private func show(keepingPlace: Bool = false, isAnimated: Bool = true) {
    let crowns = grid.crowns
    var keys = found ?? crowns.order
    if filter[.collection] == .recent {
      keys = crowns.keys(of: filter.recent).filter(Set(keys).contains)
    }
    keys.removeAll { !filter.matches(crowns.items[$0]) }
    grid.message = words.emptyMessage(filter, advice: advice)
    grid.show(keys, keepingPlace: keepingPlace, isAnimated: isAnimated)
    delegate?.resultsChanged()
  }

  /// Selects the crown that is awaited, once it is there and there is room to bring it into sight.
  func selectAwaited() {
    guard let awaited, words.shown != nil, !grid.grid.opening.size.isEmpty else { return }
    if !grid.shows(awaited.id), awaited.clearsSearch {
      if !filter.isEmpty, grid.crowns.key(of: awaited.id) != nil { clearFilter() }
      if !grid.shows(awaited.id), !words.isEmpty {
        delegate?.clearWords()
        return
      }
    }
    self.awaited = nil
    grid.select(awaited.id, isAnimated: awaited.isAnimated)
    grid.delegate?.selectionChanged()
  }

  // MARK: Facets

  /// Chooses a facet, or lets it go.
  func toggle(_ facet: CrownFacet) {
    filter.toggle(facet)
    show()
  }

  /// Shows one facet alone.
  func choose(_ facet: CrownFacet) {
    filter.clear()
    toggle(facet)
  }

  /// Shows all that the words find.
  func clearFilter() {
    filter.clear()
    show()
  }

  /// Takes note of the crowns that were used lately, the newest first.
  func setRecent(_ ids: [String]) {
    filter.recent = ids
    delegate?.resultsChanged()
  }

  /// The facets that can be chosen, each with how many crowns it would leave.
  var facets: [CrownFacet.Entry] {
    let crowns = grid.crowns
    var counting = filter
    if !countsFound { counting.clear() }
    let counted = countsFound ? found ?? crowns.order : crowns.order
    let counts = counting.counts(of: counted.map { crowns.items[$0] })
    let families = Set(crowns.order.compactMap { crowns.items[$0].family })
    // The collections are always there, so that the rows below stay where they are when a crown is used or added.
    var facets: [CrownFacet] = [.all, .favorites, .recent, .own]
    facets += CrownFamily.allCases.filter(families.contains).map(CrownFacet.family)
    facets += (Finial.allCases.map(CrownFacet.ornament) + Finial.allCases.map(CrownFacet.summit)).filter {
      counts[$0] != nil || filter.isOn($0)
    }
    return facets.map { CrownFacet.Entry(facet: $0, count: counts[$0] ?? 0) }
  }

  /// The facets of a strip: collections of no crown have no room there, and ornaments are elsewhere.
  var stripFacets: [CrownFacet.Entry] {
    facets.filter { entry in
      switch entry.facet.group {
      case .collection: entry.facet == .all || entry.count > 0 || filter.isOn(entry.facet)
      case .family: true
      case .ornament, .summit: false
      }
    }
  }

  /// The facet of a strip that is chosen.
  var stripFacet: CrownFacet { filter[.family] ?? filter[.collection] ?? .all }

  /// Returns the crown that stands for a facet.
  func sample(of facet: CrownFacet) -> CrownItem? {
    let crowns = grid.crowns
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
}

/// The words that are searched for, and those whose results are shown.
struct SearchWords: Hashable {
  /// The words without blanks at their ends; empty for all crowns.
  private(set) var text = ""
  /// The words of the results that are shown, or nil before the crowns were read.
  private(set) var shown: String?

  var isEmpty: Bool { text.isEmpty }

  /// Takes what stands in the field; returns whether the words are others.
  mutating func take(_ text: String) -> Bool {
    var wanted = Substring(text)
    while wanted.first == " " { wanted.removeFirst() }
    while wanted.last == " " { wanted.removeLast() }
    guard wanted != self.text else { return false }
    self.text = String(wanted)
    return true
  }

  /// Takes note of results; returns false for those of words that nobody looks for any more.
  mutating func show(resultsOf words: String) -> Bool {
    guard words == text else { return false }
    shown = words
    return true
  }

  /// Says how many of all crowns were found.
  func countText(found: Int, of all: Int, isNarrowed: Bool = false) -> String {
    guard let shown else { return "" }
    if shown.isEmpty, !isNarrowed { return all == 1 ? "1 crown" : "\(all) crowns" }
    return found == 0 ? "No match" : "\(found) of \(all)"
  }

  /// Returns the message for an empty grid; `advice` says how to come back from the facets.
  func emptyMessage(_ filter: CrownFilter, advice: String) -> CrownGridLayers.Message? {
    guard let shown else { return nil }
    if !filter.isEmpty {
      let parts = filter.facets.map(\.title).joined(separator: ", ")
      if filter.facets == [.favorites], shown.isEmpty {
        return .init(title: "No favourites yet", advice: "The star in the bar, or Ctrl+B, makes a crown one")
      }
      return .init(
        title: "No crown matches \(shown.isEmpty ? "" : "“\(shown)” in ")\(parts)", advice: advice)
    }
    return shown.isEmpty
      ? .init(title: "No crowns yet", advice: "Drop SVG files here to add them")
      : .init(
        title: "No crown matches “\(shown)”",
        advice: "Escape clears the search; fewer or other words find more")
  }
}
