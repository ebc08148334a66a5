extension CrownDesign {
  /// What sets the design apart from others of its family, each in two or three words, such as “4 lilies”, “flat arches”
  /// or “cap”; what is as usual in the family is left out, but never what stands on the points.
  public var traits: [String] {
    let usual = CrownDesign(fitting: family)
    var traits = pointTraits
    if let form = formTrait { traits.append(form) }
    if arches != usual.arches {
      traits.append(arches == 0 ? "no arches" : arches == 1 ? "1 arch" : "\(arches) arches")
    }
    if arches > 0 {
      if archForm != usual.archForm { traits.append("\(archForm.rawValue) arches") }
      if archTrim != usual.archTrim { traits.append("\(archTrim.rawValue) arches") }
    }
    if showsCirclet, circlet != usual.circlet { traits.append("\(circlet.word) circlet") }
    if cap != usual.cap, !family.rules.caps.isEmpty {
      traits.append(cap == .open ? "no cap" : cap == .smooth ? "cap" : "gored cap")
    }
    if let summit, summit != usual.top { traits.append("\(summit.words.singular) on top") }
    if stature != .middle { traits.append(stature.rawValue) }
    if spread != .open { traits.append(spread == .wide ? "spreading" : "upright") }
    return traits
  }

  /// What stands on the points and between them, each once; empty where nothing does.
  public var ornaments: [Finial] {
    var found: [Finial] = []
    if showsPoints, !family.rules.finials.isEmpty {
      found.append(family == .eastern && form == .straight ? .ray : finial)
    }
    if let between, !found.contains(between) { found.append(between) }
    return found
  }

  /// What stands on the summit; nil where nothing is seen there.
  public var summit: Finial? {
    guard showsTop || family == .mitre, !family.rules.tops.isEmpty else { return nil }
    return top
  }

  private var pointTraits: [String] {
    let plural = finial.words.plural
    switch family {
    case .civic, .laurel, .harvest, .floral:
      let middle = family.rules.points.first ?? 0
      let room = points > middle ? "dense " : points < middle ? "large " : ""
      return [room + plural] + (between.map { [$0.words.plural] } ?? [])
    case .mitre: return points == 0 ? ["plain"] : [plural]
    case .diadem: return [points == 0 ? finial.words.singular : "\(points + 1) \(plural)"]
    case .kokoshnik: return ["\(2 * points - 1) \(plural)", (between ?? .rose).words.singular]
    case .eastern where form == .straight: return ["\(points) joined rays"]
    case .papal: return [plural] + (points > 8 ? ["close set"] : [])
    case .chessKing where form == .lobed: return [(top ?? .crossPattee).words.singular]
    case .chessKing: return ["\(points - 1) \(plural)"]
    default:
      guard let between, between != finial else { return ["\(points) \(plural)"] }
      return ["\(finialCount) \(plural)", between.words.plural]
    }
  }

  private var formTrait: String? {
    guard form != family.rules.forms.first, family != .eastern else { return nil }
    return switch form {
    case .classic: nil
    case .branches: "two branches"
    case .chaplet: "chaplet"
    case .straight: "straight peaks"
    case .hollow: "hollow peaks"
    case .leafed: "rounded peaks"
    case .ogee: "ogee peaks"
    case .loops: "pointed loops"
    case .stepped: family == .mural ? "embattled" : "five lobes"
    case .cup: "domed"
    case .lobed where family == .mitre: "imperial"
    default: form.rawValue
    }
  }
}

extension Finial {
  /// The name of several of it, as a title.
  public var title: String {
    let words = words.plural
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}
