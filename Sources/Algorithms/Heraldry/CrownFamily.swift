public import Localization

/// A family of crowns, each with its own construction.
public enum CrownFamily: String, Hashable, Sendable, CaseIterable {
  /// The crown of a king or queen, with arches.
  case royal
  /// The crown of an emperor, with high arches and a gored cap.
  case imperial
  /// The British crown from 1901 to 1953 with round arches, as on posters of 1939.
  case tudor
  /// The British crown with arches that dip in the middle.
  case stEdward = "st-edward"
  /// The coronet of a prince or princess: no arches, or one.
  case heir
  /// The coronet of a duke: eight strawberry leaves.
  case duke
  /// The coronet of a marquess: alternating strawberry leaves and pearls.
  case marquess
  /// The coronet of an earl: pearls on rays, with leaves between them.
  case earl
  /// The coronet of a viscount: a close row of pearls.
  case viscount
  /// The coronet of a baron: six pearls.
  case baron
  /// The crown of towns, with towers or battlements.
  case mural
  /// The crown of navies: alternating sails and sterns.
  case naval
  /// The crown of camps: stakes of a palisade.
  case vallary
  /// The crown of stars on rays.
  case celestial
  /// The antique crown of plain rays.
  case eastern
  /// The wreath of oak leaves, for saving a life.
  case civic
  /// The wreath of victors.
  case laurel
  /// The wreath of grain.
  case harvest
  /// The wreath of flowers.
  case floral
  /// The tiara of popes, three coronets one above the other.
  case papal
  /// The cap of bishops, and the mitre crown of emperors.
  case mitre
  /// A jewelled band that is highest in the centre.
  case tiara
  /// A plain headband, which may rise to a crescent.
  case diadem
  /// The tall stiff headdress of Russian dress.
  case kokoshnik
  /// The crown of the chess king.
  case chessKing = "chess-king"
  /// The crown of the chess queen.
  case chessQueen = "chess-queen"
  /// The crown of kings and queens on playing cards.
  case card
  /// A few peaks, as in comics and icons.
  case cartoon
  /// A fanciful crown of tall peaks.
  case fairyTale = "fairy-tale"

  /// The English name of the family, as a title; names of crowns begin with it.
  public var title: String { message.english }

  /// The name of the family, as a title.
  public var message: Message {
    switch self {
    case .royal: Message("Royal crown")
    case .imperial: Message("Imperial crown")
    case .tudor: Message("Tudor crown")
    case .stEdward: Message("St Edward's crown")
    case .heir: Message("Prince's coronet")
    case .duke: Message("Duke's coronet")
    case .marquess: Message("Marquess's coronet")
    case .earl: Message("Earl's coronet")
    case .viscount: Message("Viscount's coronet")
    case .baron: Message("Baron's coronet")
    case .mural: Message("Mural crown")
    case .naval: Message("Naval crown")
    case .vallary: Message("Vallary crown")
    case .celestial: Message("Celestial crown")
    case .eastern: Message("Eastern crown")
    case .civic: Message("Civic crown")
    case .laurel: Message("Laurel wreath")
    case .harvest: Message("Harvest crown")
    case .floral: Message("Floral crown")
    case .papal: Message("Papal tiara")
    case .mitre: Message("Mitre")
    case .tiara: Message("Tiara")
    case .diadem: Message("Diadem")
    case .kokoshnik: Message("Kokoshnik")
    case .chessKing: Message("Chess king's crown")
    case .chessQueen: Message("Chess queen's crown")
    case .card: Message("Playing-card crown")
    case .cartoon: Message("Cartoon crown")
    case .fairyTale: Message("Fairy-tale crown")
    }
  }
}

extension CrownFamily {
  /// Search words for the family.
  var searchWords: [String] {
    // Untranslated: the words that libraries store.
    switch self {
    case .royal: ["royal", "king", "queen", "monarch", "sovereign", "coronation"]
    case .imperial: ["imperial", "emperor", "empress", "tsar", "empire"]
    case .tudor: ["tudor", "british", "king", "england", "keep calm", "poster", "royal"]
    case .stEdward: ["st edward", "british", "coronation", "queen", "england", "royal"]
    case .heir: ["prince", "princess", "heir", "coronet", "royal"]
    case .duke: ["duke", "duchess", "ducal", "coronet", "peer", "noble"]
    case .marquess: ["marquess", "marquis", "coronet", "peer", "noble"]
    case .earl: ["earl", "count", "coronet", "peer", "noble"]
    case .viscount: ["viscount", "coronet", "peer", "noble", "pearls"]
    case .baron: ["baron", "baroness", "coronet", "peer", "noble", "pearls"]
    case .mural: ["mural", "city", "castle", "wall", "battlements", "fortress"]
    case .naval: ["naval", "navy", "ship", "sea", "sailor"]
    case .vallary: ["vallary", "palisado", "camp", "rampart", "stakes"]
    case .celestial: ["celestial", "heaven", "sky", "astral", "night"]
    case .eastern: ["eastern", "antique", "radiate", "ancient", "spikes"]
    case .civic: ["civic", "wreath", "rome", "oak", "leaves", "honour"]
    case .laurel: ["laurel", "wreath", "victory", "rome", "caesar", "winner", "leaves"]
    case .harvest: ["harvest", "wreath", "grain", "autumn", "ceres", "corn"]
    case .floral: ["floral", "flower", "flowers", "wreath", "spring", "wedding"]
    case .papal: ["papal", "pope", "tiara", "triregnum", "church", "three tiers"]
    case .mitre: ["mitre", "bishop", "church", "abbot", "lappets"]
    case .tiara: ["tiara", "princess", "bride", "wedding", "jewels"]
    case .diadem: ["diadem", "headband", "goddess", "greek", "circlet"]
    case .kokoshnik: ["kokoshnik", "russian", "headdress", "folk", "pearls"]
    case .chessKing: ["chess", "king", "game", "piece"]
    case .chessQueen: ["chess", "queen", "game", "piece"]
    case .card: ["playing card", "card", "king", "queen", "game"]
    case .cartoon: ["cartoon", "simple", "icon", "comic", "party"]
    case .fairyTale: ["fairy tale", "fantasy", "princess", "prince", "elf"]
    }
  }
}
