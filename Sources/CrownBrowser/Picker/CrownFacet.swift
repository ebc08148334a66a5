import Heraldry

/// A part of the crowns that can be looked at alone.
enum CrownFacet: Hashable {
  case all
  case recent
  case own
  case family(CrownFamily)

  var title: String {
    switch self {
    case .all: "All"
    case .recent: "Recent"
    case .own: "Yours"
    case .family(let family): family.shortTitle
    }
  }
}

extension CrownItem {
  /// The family that the crown was drawn by; nil for one that a person has added.
  var family: CrownFamily? {
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
