/// How the band of a crown is worked.
public enum Circlet: String, Hashable, Sendable, CaseIterable {
  case plain
  case rimmed
  case jewelled
  case gemmed
  case pearled
  case twisted
  case engrailed
  case fluted
  case arcaded
  case chevron
  case chequered
  case ermine
  case masonry
  case studded
  case starred
  case flowered
  case scrolled
  case lozengy
  case key
  case chained

  /// The word that stands before "circlet".
  public var word: String {
    switch self {
    case .key: "Greek key"
    case .ermine: "ermine-trimmed"
    case .masonry: "masoned"
    default: rawValue
    }
  }
}
