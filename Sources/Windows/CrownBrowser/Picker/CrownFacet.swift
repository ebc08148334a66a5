import Heraldry
import Localization

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

    var title: Message {
      switch self {
      case .collection: Message("Crowns")
      case .family: Message("Family")
      case .ornament: Message("On the points")
      case .summit: Message("On top")
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

  func title(in language: Language) -> String {
    switch self {
    case .all: language.localized("All", context: "crowns")
    case .favorites: language.localized("Favourites")
    case .recent: language.localized("Recent", context: "crowns")
    case .own: language.localized("Your own", context: "crowns")
    case .family(let family): family.shortTitle(in: language)
    case .ornament(let finial): finial.title(in: language)
    case .summit(let finial): language.localized(finial.names.singular).capitalizingFirstLetter
    }
  }

  /// Its English name, which distinguishes it from those of other groups.
  var id: String {
    switch self {
    // Untranslated: an identifier.
    case .summit: "\(title(in: .english)) on top"
    default: title(in: .english)
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

extension Finial {
  /// Returns its plural, as a title.
  func title(in language: Language) -> String {
    language.localized(names.plural).capitalizingFirstLetter
  }
}

extension CrownFamily {
  /// Returns the title, in English without the common last word.
  func shortTitle(in language: Language) -> String {
    let title = language.localized(message)
    for word in [" crown", " coronet"] where title.hasSuffix(word) {
      return String(title.dropLast(word.count))
    }
    return title
  }
}

extension String {
  /// The text as a title: with a capital first letter.
  var capitalizingFirstLetter: String { prefix(1).uppercased() + dropFirst() }
}
