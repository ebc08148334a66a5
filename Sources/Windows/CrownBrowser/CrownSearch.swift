import Heraldry
import Localization

/// Receives events of a search of crowns.
protocol CrownSearchDelegate: AnyObject {
  /// The crowns were loaded for the first time.
  func crownsWereFirstRead()
  /// The results or the facets have changed.
  func resultsChanged()
  /// The crowns could not be loaded or searched.
  func searchFailed(_ fault: CrownLoader.Fault)
  /// An awaited crown is not among the results of the words, which are to be cleared.
  func clearWords()
}

/// The search of a grid of crowns: words, with facets as filters.
///
/// The crowns window and the picker share it. It requests loading and searching, and shows the results in the grid.
final class CrownSearch {
  /// A crown that is selected once it is available.
  struct AwaitedCrown: Hashable {
    let id: String
    /// Whether the words and the facets are cleared if they exclude the crown.
    var clearsSearch = false
    /// Whether scrolling to it is animated.
    var isAnimated = true
  }

  private let loader: CrownLoader
  private let grid: CrownGridControl
  private let language: Language
  /// The advice about facets in an empty grid.
  private let advice: String
  /// Whether facets count search results with the other facets applied; otherwise they count all crowns.
  private let countsFound: Bool
  weak var delegate: (any CrownSearchDelegate)?

  private(set) var words = SearchWords()
  /// The keys of the crowns that match the words, regardless of facets; nil without words.
  private var found: [Int]?
  private(set) var filter = CrownFilter()
  /// The crown to select when it is shown.
  var awaited: AwaitedCrown?

  init(
    loader: CrownLoader, grid: CrownGridControl, language: Language, recent: [String], advice: String,
    countsFound: Bool
  ) {
    self.language = language
    self.loader = loader
    self.grid = grid
    self.advice = advice
    self.countsFound = countsFound
    filter.recent = recent
  }

  /// Whether all crowns are shown.
  var isEmpty: Bool { words.isEmpty && filter.isEmpty }

  /// The number of results, in words.
  var countText: String {
    words.countText(
      found: grid.grid.keys.count, of: grid.crowns.count, isNarrowed: !filter.isEmpty, in: language)
  }

  // MARK: Loading and searching

  /// Reloads the crowns; `news` is reported afterwards.
  func reload(_ news: CrownNews? = nil) {
    loader.load(words: words.text, keepsPlace: true, news: news)
  }

  /// Searches for words; optionally clears the facets to search all crowns.
  func find(_ text: String, clearsFilter: Bool = false) {
    guard words.take(text) else { return }
    if clearsFilter { filter.clear() }
    loader.search(words.text)
  }

  /// Updates the grid with loaded crowns and search results.
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

  /// Updates the grid for the words and the filter.
  private func show(keepingPlace: Bool = false, isAnimated: Bool = true) {
    let crowns = grid.crowns
    var keys = found ?? crowns.order
    if filter[.collection] == .recent {
      keys = crowns.keys(of: filter.recent).filter(Set(keys).contains)
    }
    keys.removeAll { !filter.matches(crowns.items[$0]) }
    grid.message = words.emptyMessage(filter, advice: advice, in: language)
    grid.show(keys, keepingPlace: keepingPlace, isAnimated: isAnimated)
    delegate?.resultsChanged()
  }

  /// Selects the awaited crown, once it is available and the grid has a size.
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

  /// Selects or deselects a facet.
  func toggle(_ facet: CrownFacet) {
    filter.toggle(facet)
    show()
  }

  /// Selects only one facet.
  func choose(_ facet: CrownFacet) {
    filter.clear()
    toggle(facet)
  }

  /// Clears the filter.
  func clearFilter() {
    filter.clear()
    show()
  }

  /// Sets the recently used crowns, the newest first.
  func setRecent(_ ids: [String]) {
    filter.recent = ids
    delegate?.resultsChanged()
  }

  /// The available facets, each with the number of crowns that it would leave.
  var facets: [CrownFacet.Entry] {
    let crowns = grid.crowns
    var counting = filter
    if !countsFound { counting.clear() }
    let counted = countsFound ? found ?? crowns.order : crowns.order
    let counts = counting.counts(of: counted.map { crowns.items[$0] })
    let families = Set(crowns.order.compactMap { crowns.items[$0].family })
    // The collections are always listed, so that the rows below do not move when a crown is used or added.
    var facets: [CrownFacet] = [.all, .favorites, .recent, .own]
    facets += CrownFamily.allCases.filter(families.contains).map(CrownFacet.family)
    facets += (Finial.allCases.map(CrownFacet.ornament) + Finial.allCases.map(CrownFacet.summit)).filter {
      counts[$0] != nil || filter.isOn($0)
    }
    return facets.map { CrownFacet.Entry(facet: $0, count: counts[$0] ?? 0) }
  }

  /// The facets of the strip, without empty collections and ornaments.
  var stripFacets: [CrownFacet.Entry] {
    facets.filter { entry in
      switch entry.facet.group {
      case .collection: entry.facet == .all || entry.count > 0 || filter.isOn(entry.facet)
      case .family: true
      case .ornament, .summit: false
      }
    }
  }

  /// The selected facet of the strip.
  var stripFacet: CrownFacet { filter[.family] ?? filter[.collection] ?? .all }

  /// Returns the sample crown of a facet.
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

/// The current search words, and those of the displayed results.
struct SearchWords: Hashable {
  /// The words without surrounding blanks; empty for all crowns.
  private(set) var text = ""
  /// The words of the displayed results, or nil before the crowns were loaded.
  private(set) var shown: String?

  var isEmpty: Bool { text.isEmpty }

  /// Takes the text of the field; returns whether the words have changed.
  mutating func take(_ text: String) -> Bool {
    var wanted = Substring(text)
    while wanted.first == " " { wanted.removeFirst() }
    while wanted.last == " " { wanted.removeLast() }
    guard wanted != self.text else { return false }
    self.text = String(wanted)
    return true
  }

  /// Records results; returns false if they are for outdated words.
  mutating func show(resultsOf words: String) -> Bool {
    guard words == text else { return false }
    shown = words
    return true
  }

  /// Returns the number of results among all crowns, in words.
  func countText(found: Int, of all: Int, isNarrowed: Bool = false, in language: Language) -> String {
    guard let shown else { return "" }
    if shown.isEmpty, !isNarrowed {
      return language.localized("{count} crown", plural: "{count} crowns", count: all)
    }
    return found == 0
      ? language.localized("No match")
      : language.localized("{number} of {count}", ["number": String(found), "count": String(all)])
  }

  /// Returns the message for an empty grid; `advice` explains how to clear the facets.
  func emptyMessage(
    _ filter: CrownFilter, advice: String, in language: Language
  ) -> CrownGridLayers.EmptyMessage? {
    guard let shown else { return nil }
    if !filter.isEmpty {
      if filter.facets == [.favorites], shown.isEmpty {
        return .init(
          title: language.localized("No favourites yet"),
          advice: language.localized("Add a crown with the star in the bar, or with Ctrl+B"))
      }
      let facets = filter.facets.map { $0.title(in: language) }.joined(separator: ", ")
      return .init(
        title: shown.isEmpty
          ? language.localized("No crown matches {facets}", ["facets": facets])
          : language.localized(
            "No crown matches “{words}” in {facets}", ["words": shown, "facets": facets]),
        advice: advice)
    }
    return shown.isEmpty
      ? .init(
        title: language.localized("No crowns yet"),
        advice: language.localized("Drop SVG files here to add them"))
      : .init(
        title: language.localized("No crown matches “{words}”", ["words": shown]),
        advice: language.localized("Press Escape to clear the search, or try other words"))
  }
}
