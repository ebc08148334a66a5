import Heraldry

/// A subset of the crowns to show.
enum CrownFacet: Hashable {
  case all
  case favorites
  case recent
  case own
  case family(CrownFamily)
  /// An ornament on the points or between them.
  case ornament(Finial)
  /// An ornament on the summit.
  case summit(Finial)

  /// A facet in a list, with the number of crowns that it would leave.
  struct Entry: Hashable {
    let facet: CrownFacet
    let count: Int
  }

  /// The property that a facet selects by; one facet of each group can be selected.
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

  /// Its name for assistive tools and commands, which distinguishes it from those of other groups.
  var id: String {
    switch self {
    case .summit: "\(title) on top"
    default: title
    }
  }
}

extension CrownItem {
  /// The family that the crown was drawn from; nil for a drawing from elsewhere.
  var family: CrownFamily? {
    if let design { return design.family }
    guard !isOwn else { return nil }
    return CrownFamily.allCases.first { id.hasPrefix($0.rawValue + "-") }
  }
}

extension CrownFamily {
  /// The title without the common last word.
  var shortTitle: String {
    for word in [" crown", " coronet"] where title.hasSuffix(word) {
      return String(title.dropLast(word.count))
    }
    return title
  }
}
