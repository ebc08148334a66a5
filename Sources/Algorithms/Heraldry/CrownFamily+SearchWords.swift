extension CrownFamily {
  /// Words by which a person would look for such a crown.
  var searchWords: [String] {
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
