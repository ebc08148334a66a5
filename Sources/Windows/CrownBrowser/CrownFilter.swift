import Heraldry

/// What narrows the crowns down besides words: of each group of facets one at most.
struct CrownFilter: Hashable {
  /// The chosen facets; a collection of all crowns is not listed.
  private var chosen: [CrownFacet.Group: CrownFacet] = [:]
  /// The crowns that were used lately, the newest first.
  var recent: [String] = []

  /// The chosen facet of a group; nil where the group narrows nothing down.
  subscript(group: CrownFacet.Group) -> CrownFacet? { chosen[group] }

  /// Whether nothing is narrowed down.
  var isEmpty: Bool { chosen.isEmpty }

  /// The chosen facets in the order of their groups.
  var facets: [CrownFacet] { CrownFacet.Group.allCases.compactMap { chosen[$0] } }

  func isOn(_ facet: CrownFacet) -> Bool {
    facet == .all ? chosen[.collection] == nil : chosen[facet.group] == facet
  }

  /// Chooses a facet in place of the one of its group; one that is chosen already is let go.
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

  /// Returns how many of some crowns each facet would leave beside the facets of the other groups.
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
