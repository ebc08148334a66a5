// Untranslated file: the English names and search words of crowns, which libraries store.

extension CrownDesign {
  /// The number of finials around the ring if others alternate with them.
  var finialCount: Int {
    between == nil || [.card, .floral].contains(family) ? points : (points + 1) / 2
  }

  private static let numbers = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen",
  ]

  private func counted(_ number: Int, _ words: (singular: String, plural: String)) -> String {
    let text = Self.numbers.indices.contains(number) ? Self.numbers[number] : String(number)
    return "\(text) \(number == 1 ? words.singular : words.plural)"
  }

  private var isWreath: Bool { [.civic, .laurel, .harvest, .floral].contains(family) }

  /// A phrase for the pieces on the points; if the same piece is also between them, slugs keep their old words.
  private func pointsPhrase(inSlug: Bool = false) -> String {
    switch family {
    case .civic, .laurel, .harvest, .floral:
      let leaves = finial.words.plural
      let room =
        points > (family.rules.points.first ?? 0)
        ? "dense " : points < (family.rules.points.first ?? 0) ? "large " : ""
      return room + leaves + (between.map { " and \($0.words.plural)" } ?? "")
    case .mitre:
      let charge = "with a \((top ?? .crossPattee).words.singular)"
      return points == 0 ? charge : "\(charge), coroneted with \(finial.words.plural)"
    case .diadem:
      return points == 0 ? "with a \(finial.words.singular)" : "with \(counted(points + 1, finial.words))"
    case .kokoshnik:
      return "\(counted(2 * points - 1, finial.words)) round a \((between ?? .rose).words.singular)"
    case .eastern where form == .straight: return counted(points, ("joined ray", "joined rays"))
    case .papal: return "three coronets of \(finial.words.plural)" + (points > 8 ? ", close set" : "")
    case .chessKing:
      return form == .lobed
        ? "with a \((top ?? .crossPattee).words.singular)" : counted(points - 1, finial.words)
    default:
      if between == finial, !inSlug { return counted(points, finial.words) }
      let first = counted(finialCount, finial.words)
      guard let between else { return first }
      return family == .card
        ? "\(first) and \(between.words.plural) by turns" : "\(first) and \(between.words.plural)"
    }
  }

  private var formPhrase: String? {
    guard let usual = family.rules.forms.first, form != usual || isWreath, family != .eastern else {
      return nil
    }
    return switch form {
    case .classic: nil
    case .branches: "two branches"
    case .garland: "garland"
    case .chaplet: "closed chaplet"
    case .straight: "straight peaks"
    case .hollow: "hollow peaks"
    case .leafed: "rounded peaks"
    case .ogee: "ogee peaks"
    case .loops: "pointed loops"
    case .stepped: family == .mural ? "embattled" : "five-lobed plate"
    case .cup: "domed"
    case .lobed where family == .mitre: "imperial"
    default: form.rawValue + (family == .kokoshnik ? " plate" : "")
    }
  }

  private var archPhrase: String? {
    guard arches > 0 else { return nil }
    let usual = family.rules
    var words: [String] = []
    if archTrim != usual.archTrims.first { words.append(archTrim.rawValue) }
    if archForm != usual.archForms.first || family == .royal || family == .imperial {
      words.append(archForm.rawValue)
    }
    guard !words.isEmpty || arches != usual.arches.first else { return nil }
    let number = counted(arches, ("arch", "arches")).split(separator: " ")
    return ([String(number[0])] + words + [String(number[1])]).joined(separator: " ")
  }

  private var lesserPhrases: [String] {
    let usual = family.rules
    var phrases: [String] = []
    if showsCirclet, circlet != usual.circlets.first { phrases.append("\(circlet.name.english) circlet") }
    if cap != usual.caps.first, !usual.caps.isEmpty {
      phrases.append(cap == .open ? "no cap" : cap == .smooth ? "cap" : "gored cap")
    }
    if showsTop, let top, top != usual.tops.first {
      phrases.append("topped by \(top.words.singular.startsWithVowel ? "an" : "a") \(top.words.singular)")
    }
    if stature != .middle { phrases.append(stature.rawValue) }
    if spread != .open { phrases.append(spread == .wide ? "spreading" : "upright") }
    return phrases
  }

  var showsTop: Bool {
    switch family {
    case .mitre: false
    case .chessKing: form == .pointed
    case .royal, .imperial, .tudor, .stEdward, .heir, .duke, .marquess, .earl, .viscount, .baron:
      arches > 0 || cap != .open
    default: true
    }
  }

  private var title: String {
    family == .mitre && form == .lobed ? "Imperial mitre crown" : family.title
  }

  private var details: [String] { [formPhrase, archPhrase].compactMap { $0 } + lesserPhrases }

  var showsCirclet: Bool {
    if isWreath { return !isGarlandFlat }
    return family != .kokoshnik && form != .outlined
  }

  /// The English name: a title, followed by what distinguishes it from others of the family.
  var name: String {
    let points = pointsPhrase()
    let first = points.hasPrefix("with ") ? ["\(title) \(points)"] : [title, points]
    let isTold = family == .mitre && form == .lobed
    return (first + details.drop { isTold && $0 == "imperial" }).joined(separator: ", ")
  }

  /// The name in lower-case letters, digits and hyphens.
  public var slug: String {
    let small = ([family.rawValue, pointsPhrase(inSlug: true)] + details).joined(separator: " ").lowercased()
    let plain = small.split { !$0.isLetter && !$0.isNumber }.filter {
      !["and", "a", "an", "with", "of", "the", "by"].contains($0)
    }
    return plain.joined(separator: "-").map { $0 == "é" ? "e" : String($0) }.joined()
  }

  var tags: [String] {
    var words = ["crown"] + family.searchWords
    if showsPoints { words += tagWords(family == .eastern && form == .straight ? .ray : finial) }
    if let between { words += tagWords(between) }
    if showsTop || family == .mitre || family == .chessKing, let top, !family.rules.tops.isEmpty {
      words += tagWords(top)
    }
    if arches > 0 { words += ["arched", "closed", archForm.rawValue, "orb"] }
    if showsCirclet { words += circletTags }
    if arches > 0, archTrim == .strung || archTrim == .beaded { words.append("pearls") }
    if cap != .open { words += ["cap", "velvet"] }
    if form != .classic { words.append(form.rawValue) }
    if family == .mitre, form == .lobed { words += ["imperial", "emperor", "habsburg"] }
    if stature != .middle { words.append(stature.rawValue) }
    if spread == .wide { words.append("wide") }
    var seen: Set<String> = []
    return words.filter { seen.insert($0).inserted }
  }

  private var circletTags: [String] {
    switch circlet {
    case .jewelled, .gemmed: [circlet.rawValue, "jewels", "gems"]
    case .pearled: ["pearls"]
    case .ermine: ["ermine", "fur"]
    case .key: ["greek key"]
    default: [circlet.rawValue]
    }
  }

  var showsPoints: Bool { !(family == .mitre && points == 0 && form != .lobed) }

  private func tagWords(_ finial: Finial) -> [String] {
    let name = finial.words.singular
    let parts = name.split(separator: " ").map(String.init).filter { !["of", "and", "a"].contains($0) }
    return parts.count > 1 ? [name] + parts : [name]
  }
}

extension String {
  fileprivate var startsWithVowel: Bool { first.map { "aeiou".contains($0) } ?? false }
}
