import Heraldry

/// A part of the crowns that can be looked at alone.
enum CrownFacet: Hashable {
  case all
  case favorites
  case recent
  case own
  case family(CrownFamily)
  /// What stands on the points or between them.
  case ornament(Finial)
  /// What stands on the summit.
  case summit(Finial)

  /// A facet in a list, and how many crowns it would leave.
  struct Entry: Hashable {
    let facet: CrownFacet
    let count: Int
  }

  /// What a facet tells of a crown; of each group one facet can be chosen.
  enum Group: Int, Hashable, CaseIterable {
    case collection
    case family
    case ornament
    case summit

    var title: String {
      switch self {
      case .collection: "Crowns"
      case .family: "Family"
      case .ornament: "On the points"
      case .summit: "On top"
      }
    }
  }

  var group: Group {
    switch self {
    case .all, .favorites, .recent, .own: .collection
    case .family: .family
    case .ornament: .ornament
    case .summit: .summit
    }
  }

  var title: String {
    switch self {
    case .all: "All"
    case .favorites: "Favourites"
    case .recent: "Recent"
    case .own: "Yours"
    case .family(let family): family.shortTitle
    case .ornament(let finial): finial.title
    case .summit(let finial): finial.words.singular.prefix(1).uppercased() + finial.words.singular.dropFirst()
    }
  }

  /// The name by which assistive tools and commands tell it from one of another group.
  var id: String {
    switch self {
    case .summit: "\(title) on top"
    default: title
    }
  }
}

extension CrownItem {
  /// The family that the crown was drawn by; nil for a drawing from elsewhere.
  var family: CrownFamily? {
    if let design { return design.family }
    guard !isOwn else { return nil }
    return CrownFamily.allCases.first { id.hasPrefix($0.rawValue + "-") }
  }
}

extension CrownFamily {
  /// The title without the word that all of them share.
  var shortTitle: String {
    for word in [" crown", " coronet"] where title.hasSuffix(word) {
      return String(title.dropLast(word.count))
    }
    return title
  }
}
