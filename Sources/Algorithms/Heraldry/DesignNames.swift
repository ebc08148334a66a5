public import Localization

// The names of the values of a design's parts, within a sentence.

extension CrownForm {
  /// Its name within a sentence.
  public var name: Message {
    switch self {
    case .classic: Message("classic", context: "crown form")
    case .straight: Message("straight", context: "crown form")
    case .hollow: Message("hollow", context: "crown form")
    case .leafed: Message("leafed", context: "crown form")
    case .ogee: Message("ogee", context: "crown form")
    case .branches: Message("branches", context: "crown form")
    case .garland: Message("garland", context: "crown form")
    case .chaplet: Message("chaplet", context: "crown form")
    case .loops: Message("loops", context: "crown form")
    case .scrolls: Message("scrolls", context: "crown form")
    case .fan: Message("fan", context: "crown form")
    case .lattice: Message("lattice", context: "crown form")
    case .halo: Message("halo", context: "crown form")
    case .pointed: Message("pointed", context: "crown form")
    case .spade: Message("spade", context: "crown form")
    case .stepped: Message("stepped", context: "crown form")
    case .lobed: Message("lobed", context: "crown form")
    case .cup: Message("cup", context: "crown form")
    case .outlined: Message("outlined", context: "crown form")
    case .tilted: Message("tilted", context: "crown form")
    case .stephane: Message("stephane", context: "crown form")
    }
  }
}

extension ArchForm {
  /// Its name within a sentence.
  public var name: Message {
    switch self {
    case .round: Message("round", context: "form of arches")
    case .dipped: Message("dipped", context: "form of arches")
    case .peaked: Message("peaked", context: "form of arches")
    case .ogee: Message("ogee", context: "form of arches")
    case .flat: Message("flat", context: "form of arches")
    }
  }
}

extension ArchTrim {
  /// Its name within a sentence.
  public var name: Message {
    switch self {
    case .plain: Message("plain", context: "trim of arches")
    case .pierced: Message("pierced", context: "trim of arches")
    case .lined: Message("lined", context: "trim of arches")
    case .beaded: Message("beaded", context: "trim of arches")
    case .strung: Message("strung", context: "trim of arches")
    }
  }
}

extension Circlet {
  /// Its name within a sentence.
  public var name: Message {
    switch self {
    case .plain: Message("plain", context: "circlet")
    case .rimmed: Message("rimmed", context: "circlet")
    case .jewelled: Message("jewelled", context: "circlet")
    case .gemmed: Message("gemmed", context: "circlet")
    case .pearled: Message("pearled", context: "circlet")
    case .twisted: Message("twisted", context: "circlet")
    case .engrailed: Message("engrailed", context: "circlet")
    case .fluted: Message("fluted", context: "circlet")
    case .arcaded: Message("arcaded", context: "circlet")
    case .chevron: Message("chevron", context: "circlet")
    case .chequered: Message("chequered", context: "circlet")
    case .ermine: Message("ermine-trimmed", context: "circlet")
    case .masonry: Message("masoned", context: "circlet")
    case .studded: Message("studded", context: "circlet")
    case .starred: Message("starred", context: "circlet")
    case .flowered: Message("flowered", context: "circlet")
    case .scrolled: Message("scrolled", context: "circlet")
    case .lozengy: Message("lozengy", context: "circlet")
    case .key: Message("Greek key", context: "circlet")
    case .chained: Message("chained", context: "circlet")
    }
  }
}

extension Cap {
  /// Its name within a sentence.
  public var name: Message {
    switch self {
    case .open: Message("none", context: "cap of a crown")
    case .smooth: Message("smooth", context: "cap of a crown")
    case .gored: Message("gored", context: "cap of a crown")
    }
  }
}

extension Stature {
  /// Its name within a sentence.
  public var name: Message {
    switch self {
    case .low: Message("low", context: "height of a crown")
    case .middle: Message("middle", context: "height of a crown")
    case .tall: Message("tall", context: "height of a crown")
    }
  }
}

extension Spread {
  /// Its name within a sentence.
  public var name: Message {
    switch self {
    case .straight: Message("straight", context: "opening of a crown")
    case .open: Message("open", context: "opening of a crown")
    case .wide: Message("wide", context: "opening of a crown")
    }
  }
}
