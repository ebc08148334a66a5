/// A kind of crown, each with a construction of its own.
public enum CrownFamily: String, Hashable, Sendable, CaseIterable {
  case royal
  case imperial
  case tudor
  case stEdward = "st-edward"
  case heir
  case duke
  case marquess
  case earl
  case viscount
  case baron
  case mural
  case naval
  case vallary
  case celestial
  case eastern
  case civic
  case laurel
  case harvest
  case floral
  case papal
  case mitre
  case tiara
  case diadem
  case kokoshnik
  case chessKing = "chess-king"
  case chessQueen = "chess-queen"
  case card
  case cartoon
  case fairyTale = "fairy-tale"

  /// The name of such a crown, as a title.
  public var title: String {
    switch self {
    case .royal: "Royal crown"
    case .imperial: "Imperial crown"
    case .tudor: "Tudor crown"
    case .stEdward: "St Edward's crown"
    case .heir: "Prince's coronet"
    case .duke: "Duke's coronet"
    case .marquess: "Marquess's coronet"
    case .earl: "Earl's coronet"
    case .viscount: "Viscount's coronet"
    case .baron: "Baron's coronet"
    case .mural: "Mural crown"
    case .naval: "Naval crown"
    case .vallary: "Vallary crown"
    case .celestial: "Celestial crown"
    case .eastern: "Eastern crown"
    case .civic: "Civic crown"
    case .laurel: "Laurel wreath"
    case .harvest: "Harvest crown"
    case .floral: "Floral crown"
    case .papal: "Papal tiara"
    case .mitre: "Mitre"
    case .tiara: "Tiara"
    case .diadem: "Diadem"
    case .kokoshnik: "Kokoshnik"
    case .chessKing: "Chess king's crown"
    case .chessQueen: "Chess queen's crown"
    case .card: "Playing-card crown"
    case .cartoon: "Cartoon crown"
    case .fairyTale: "Fairy-tale crown"
    }
  }
}
