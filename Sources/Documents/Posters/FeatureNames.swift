public import Localization
public import Typography

extension FontFeature {
  /// The name for people: the font's own, or the one of the OpenType registry; the tag of an unregistered feature.
  public var title: Message {
    if let name { return Message("{name}", ["name": name], context: "OpenType feature") }
    if let known = Self.names[tag] { return known }
    let number = tag.dropFirst(2)
    switch tag.prefix(2) {
    case "ss": return Message("Stylistic set {number}", ["number": String(number.drop { $0 == "0" })])
    case "cv": return Message("Character variant {number}", ["number": String(number.drop { $0 == "0" })])
    default: return Message("{name}", ["name": tag], context: "OpenType feature")
    }
  }

  /// The place in a list: small capitals, swashes, stylistic sets, character variants, figures, ligatures, others.
  public var rank: Int {
    switch tag {
    case "smcp", "c2sc", "pcap", "c2pc", "unic": 0
    case "swsh", "cswh", "titl": 1
    case "salt", "hist", "nalt", "ornm": 4
    case "lnum", "onum", "pnum", "tnum", "zero", "frac", "afrc", "sups", "subs", "sinf", "ordn", "numr",
      "dnom":
      5
    case "liga", "dlig", "hlig": 6
    default: tag.hasPrefix("ss") ? 2 : tag.hasPrefix("cv") ? 3 : 7
    }
  }

  /// The names of the registry (OpenType 1.9, feature tags) in plain words.
  private static let names: [String: Message] = [
    "afrc": Message("Upright fractions"), "c2pc": Message("Capitals as petite capitals"),
    "c2sc": Message("Capitals as small capitals"), "case": Message("Case-sensitive forms"),
    "cpsp": Message("Spacing of capitals"), "cswh": Message("Contextual swashes"),
    "dlig": Message("Discretionary ligatures"), "dnom": Message("Denominators"),
    "frac": Message("Fractions"), "hist": Message("Historical forms"),
    "hlig": Message("Historical ligatures"),
    "hwid": Message("Half widths"), "fwid": Message("Full widths"), "ital": Message("Italics"),
    "jp78": Message("JIS 78 forms"), "jp83": Message("JIS 83 forms"), "jp90": Message("JIS 90 forms"),
    "jp04": Message("JIS 2004 forms"), "liga": Message("Ligatures"), "lnum": Message("Lining figures"),
    "nalt": Message("Annotation forms"), "nlck": Message("NLC Kanji forms"), "numr": Message("Numerators"),
    "onum": Message("Old-style figures"), "ordn": Message("Ordinals"), "ornm": Message("Ornaments"),
    "palt": Message("Proportional alternate widths"), "pcap": Message("Petite capitals"),
    "pnum": Message("Proportional figures"), "pwid": Message("Proportional widths"),
    "qwid": Message("Quarter widths"), "ruby": Message("Ruby forms"), "salt": Message("Stylistic alternates"),
    "sinf": Message("Scientific inferiors"), "smcp": Message("Small capitals"),
    "smpl": Message("Simplified forms"), "subs": Message("Subscript"), "sups": Message("Superscript"),
    "swsh": Message("Swashes"), "titl": Message("Titling forms"), "tnam": Message("Traditional name forms"),
    "tnum": Message("Tabular figures"), "trad": Message("Traditional forms"),
    "twid": Message("Third widths"), "unic": Message("Unicase"), "zero": Message("Slashed zero"),
  ]
}

extension FontAxis {
  /// The name for people: that of a registered axis, or the font's own.
  public var title: Message {
    switch tag {
    case "ital": Message("Italic", context: "font axis")
    case "opsz": Message("Optical size", context: "font axis")
    case "slnt": Message("Slant", context: "font axis")
    case "wdth": Message("Width", context: "font axis")
    case "wght": Message("Weight", context: "font axis")
    default: Message("{name}", ["name": name], context: "font axis")
    }
  }
}
