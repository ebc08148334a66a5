import Geometry
public import Localization

/// The parts of a crown, all of them valid in its family.
public struct CrownDesign: Hashable, Sendable {
  /// The family, which determines the other options.
  public private(set) var family: CrownFamily
  /// The shape within the family.
  public private(set) var form: CrownForm

  /// The number of points around the whole ring, including those at the back.
  public private(set) var points: Int

  /// The pieces on the points.
  public private(set) var finial: Finial
  /// The pieces between the points; nil for none.
  public private(set) var between: Finial?

  /// The number of arches, each from one side of the circlet to the other.
  public private(set) var arches: Int
  /// The profile of the arches; unused without arches.
  public private(set) var archForm: ArchForm
  /// The decoration of the arches; unused without arches.
  public private(set) var archTrim: ArchTrim
  /// The design of the band.
  public private(set) var circlet: Circlet
  /// The filling of the inside.
  public private(set) var cap: Cap

  /// The piece on the summit.
  public private(set) var top: Finial?
  /// The height of the crown relative to its width.
  public private(set) var stature: Stature
  /// The upward widening of the crown.
  public private(set) var spread: Spread

  /// Creates a design. Omitted parts are the family's usual ones.
  ///
  /// - Parameters:
  ///   - family: The family, whose ``CrownFamily/rules`` list the allowed values of the other parts.
  ///   - form: The form of the crown.
  ///   - points: The number of points of the whole ring, also of those that are not seen.
  ///   - finial: The piece on the points.
  ///   - between: The piece between the points; only with an even number of points.
  ///   - arches: The number of arches.
  ///   - archForm: The form of the arches.
  ///   - archTrim: The trimming of the arches.
  ///   - circlet: The circlet.
  ///   - cap: The cap.
  ///   - top: The piece on top.
  ///   - stature: The height relative to the width.
  ///   - spread: The upward widening.
  /// - Throws: ``CrownDesignError`` with the allowed values for a part that the family does not allow, or that has no
  ///   effect.
  public init(
    family: CrownFamily, form: CrownForm? = nil, points: Int? = nil, finial: Finial? = nil,
    between: Finial? = nil, arches: Int? = nil, archForm: ArchForm? = nil, archTrim: ArchTrim? = nil,
    circlet: Circlet? = nil, cap: Cap? = nil, top: Finial? = nil, stature: Stature = .middle,
    spread: Spread = .open
  ) throws(CrownDesignError) {
    let rules = family.rules
    func check<Value: Equatable>(
      _ option: String, _ value: Value?, _ allowed: [Value], _ usual: Value, _ word: (Value) -> String
    ) throws(CrownDesignError) -> Value {
      guard let value else { return allowed.first ?? usual }
      guard allowed.contains(value) || allowed.isEmpty && value == usual else {
        throw CrownDesignError(
          family: family, option: option, given: word(value), allowed: allowed.map(word))
      }
      return value
    }
    func optional<Value: Equatable>(
      _ option: String, _ value: Value?, _ allowed: [Value], isUsual: Bool, _ word: (Value) -> String
    ) throws(CrownDesignError) -> Value? {
      guard let value else { return isUsual ? allowed.first : nil }
      guard allowed.contains(value) else {
        throw CrownDesignError(
          family: family, option: option, given: word(value), allowed: allowed.map(word))
      }
      return value
    }
    self.family = family
    self.form = try check("form", form, rules.forms, .classic, \.rawValue)
    let room = between == nil || rules.betweenIsUsual ? rules.points : rules.points.filter { $0 % 2 == 0 }
    self.points = try check("points", points, family == .card ? rules.points : room, 0, { String($0) })
    self.finial = try check("finial", finial, rules.finials, .pearl, \.rawValue)
    self.between = try optional("between", between, rules.between, isUsual: rules.betweenIsUsual, \.rawValue)
    self.arches = try check("arches", arches, rules.arches, 0, { String($0) })
    // Untranslated: names of options.
    self.archForm = try check("arch form", archForm, rules.archForms, .round, \.rawValue)
    self.archTrim = try check("arch trim", archTrim, rules.archTrims, .plain, \.rawValue)
    self.circlet = try check("circlet", circlet, rules.circlets, .plain, \.rawValue)
    self.cap = try check("cap", cap, rules.caps, .open, \.rawValue)
    self.top = try optional("top", top, rules.tops, isUsual: true, \.rawValue)
    self.stature = stature
    self.spread = spread
    func refuse(_ option: String, _ given: String?) throws(CrownDesignError) {
      guard let given, idleOptions([option]) == [option] else { return }
      throw CrownDesignError(family: family, option: option, given: given, allowed: [], isIdle: true)
    }
    try refuse("form", form?.rawValue)
    try refuse("points", points.map(String.init))
    try refuse("finial", finial?.rawValue)
    try refuse("between", between?.rawValue)
    // Untranslated: names of options.
    try refuse("arch form", archForm?.rawValue)
    try refuse("arch trim", archTrim?.rawValue)
    try refuse("circlet", circlet?.rawValue)
    try refuse("cap", cap?.rawValue)
    try refuse("top", top?.rawValue)
  }

  /// Returns those of some options, or of all, whose value makes no difference in this design: “form”, “points”,
  /// “finial”, “between”, “arch form”, “arch trim”, “circlet”, “cap”, “top”. Each is tested by drawing all its values.
  public func idleOptions(_ options: [String]? = nil) -> [String] {
    let own = drawing()
    let rules = family.rules
    func isIdle<Value: Equatable>(_ path: WritableKeyPath<CrownDesign, Value>, _ values: [Value]) -> Bool {
      values.count > 1
        && values.allSatisfy { value in
          var other = self
          other[keyPath: path] = value
          return other == self || other.drawing() == own
        }
    }
    let all: [(name: String, isIdle: () -> Bool)] = [
      ("form", { isIdle(\.form, rules.forms) }), ("points", { isIdle(\.points, rules.points) }),
      ("finial", { isIdle(\.finial, rules.finials) }), ("between", { isIdle(\.between, rules.between) }),
      // Untranslated: names of options.
      ("arch form", { isIdle(\.archForm, rules.archForms) }),
      ("arch trim", { isIdle(\.archTrim, rules.archTrims) }),
      ("circlet", { isIdle(\.circlet, rules.circlets) }), ("cap", { isIdle(\.cap, rules.caps) }),
      ("top", { isIdle(\.top, rules.tops) }),
    ]
    return all.filter { options?.contains($0.name) ?? true && $0.isIdle() }.map(\.name)
  }

  /// Creates a design from parts that the rules contain; parts that the family lacks are ignored.
  init(
    unchecked family: CrownFamily, rules: FamilyRules, form: CrownForm?, points: Int?, finial: Finial?,
    between: Finial?, hasBetween: Bool?, arches: Int?, archForm: ArchForm?, archTrim: ArchTrim?,
    circlet: Circlet?, cap: Cap?, top: Finial?, stature: Stature?, spread: Spread?
  ) {
    self.family = family
    self.form = form ?? rules.forms.first ?? .classic
    self.points = points ?? rules.points.first ?? 0
    self.finial = finial ?? rules.finials.first ?? .pearl
    let isUneven = family != .card && self.points % 2 == 1
    let isPlain = !rules.betweenIsUsual && (hasBetween != true || isUneven)
    self.between = isPlain ? nil : between ?? rules.between.first
    self.arches = arches ?? rules.arches.first ?? 0
    let isArched = self.arches > 0
    self.archForm = (isArched ? archForm : nil) ?? rules.archForms.first ?? .round
    self.archTrim = (isArched ? archTrim : nil) ?? rules.archTrims.first ?? .plain
    self.circlet = circlet ?? rules.circlets.first ?? .plain
    self.cap = cap ?? rules.caps.first ?? .open
    let isTopless = !isArched && !rules.arches.isEmpty && self.cap == .open
    self.top = (isTopless ? nil : top) ?? rules.tops.first
    self.stature = stature ?? .middle
    self.spread = spread ?? .open
  }

  /// Returns one of a family's designs: 0 is the usual one; any other number selects each part pseudorandomly, with the
  /// same result on every machine.
  public static func numbered(_ number: Int, of family: CrownFamily) -> CrownDesign {
    let rules = family.rules
    var chance = Chance(seed: family.rawValue, number: number)
    func pick<Value>(_ values: [Value]) -> Value? {
      let index = chance.next(below: max(values.count, 1))
      return number == 0 || values.isEmpty ? nil : values[index]
    }
    return CrownDesign(
      unchecked: family, rules: rules, form: pick(rules.forms), points: pick(rules.points),
      finial: pick(rules.finials), between: pick(rules.between), hasBetween: pick([true, true, false]),
      arches: pick(rules.arches), archForm: pick(rules.archForms), archTrim: pick(rules.archTrims),
      circlet: pick(rules.circlets), cap: pick(rules.caps), top: pick(rules.tops),
      stature: pick(Stature.allCases), spread: pick(Spread.allCases))
  }

  /// Returns a design of any family; the same number gives the same design on every machine.
  public static func surprise(_ number: UInt64) -> CrownDesign {
    var chance = Chance(seed: "surprise", number: Int(truncatingIfNeeded: number))
    let families = CrownFamily.allCases
    let family = families[chance.next(below: families.count)]
    return numbered(1 + chance.next(below: 1 << 24), of: family)
  }
}

/// Pseudorandom numbers that depend only on their seed (SplitMix64, Steele et al. 2014).
private struct Chance {
  private var state: UInt64

  /// Creates a sequence from a word (FNV-1a) and a number.
  init(seed: String, number: Int) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in seed.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    state = hash &+ UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15
    _ = next(below: 2)
  }

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    z ^= z >> 31
    return Int(z % UInt64(limit))
  }
}

extension CrownDesign {
  /// Returns the name in a language: the family, followed by what distinguishes the design from others of the family.
  ///
  /// In English it is a phrase, which libraries store; in other languages it is a list.
  public func name(in language: Language) -> String {
    if language.tag == Language.english.tag { return name }
    return ([family.message] + traits).map(language.localized).joined(separator: ", ")
  }

  /// The features that distinguish the design in its family, each in two or three words, such as “4 lilies”, “flat
  /// arches” or “cap”; usual features are omitted, except for the pieces on the points.
  public var traits: [Message] {
    let usual = CrownDesign(fitting: family)
    var traits = pointTraits
    if let form = formTrait { traits.append(form) }
    if arches == 0, usual.arches > 0 {
      traits.append(Message("no arches", context: "crown"))
    } else if arches != usual.arches {
      traits.append(Message("{count} arch", plural: "{count} arches", count: arches, context: "crown"))
    }
    if arches > 0 {
      if archForm != usual.archForm { traits.append(Self.arches(archForm.name)) }
      if archTrim != usual.archTrim { traits.append(Self.arches(archTrim.name)) }
    }
    if showsCirclet, circlet != usual.circlet {
      traits.append(Message("{kind} circlet", parts: ["kind": circlet.name], context: "crown"))
    }
    if cap != usual.cap, !family.rules.caps.isEmpty { traits.append(capTrait) }
    if let summit, summit != usual.top {
      traits.append(Message("{piece} on top", parts: ["piece": summit.names.singular], context: "crown"))
    }
    if stature != .middle { traits.append(stature.name) }
    switch spread {
    case .straight: traits.append(Message("upright", context: "crown"))
    case .open: break
    case .wide: traits.append(Message("spreading", context: "crown"))
    }
    return traits
  }

  /// The pieces on the points and between them, without duplicates; empty without pieces.
  public var ornaments: [Finial] {
    var found: [Finial] = []
    if showsPoints, !family.rules.finials.isEmpty {
      found.append(family == .eastern && form == .straight ? .ray : finial)
    }
    if let between, !found.contains(between) { found.append(between) }
    return found
  }

  /// The piece on the summit; nil if none is visible there.
  public var summit: Finial? {
    guard showsTop || family == .mitre, !family.rules.tops.isEmpty else { return nil }
    return top
  }

  private static func arches(_ kind: Message) -> Message {
    Message("{kind} arches", parts: ["kind": kind], context: "crown")
  }

  private static func counted(_ count: Int, _ piece: Finial) -> Message {
    count == 1
      ? piece.names.singular
      : Message(
        "{count} {pieces}", ["count": String(count)], parts: ["pieces": piece.names.plural], context: "crown")
  }

  private var pointTraits: [Message] {
    let pieces = finial.names.plural
    switch family {
    case .civic, .laurel, .harvest, .floral:
      let middle = family.rules.points.first ?? 0
      let leaves =
        points > middle
        ? Message("dense {pieces}", parts: ["pieces": pieces], context: "crown")
        : points < middle
          ? Message("large {pieces}", parts: ["pieces": pieces], context: "crown") : pieces
      return [leaves] + (between.map { [$0.names.plural] } ?? [])
    case .mitre: return points == 0 ? [Message("plain", context: "mitre")] : [pieces]
    case .diadem: return [Self.counted(points + 1, finial)]
    case .kokoshnik: return [Self.counted(2 * points - 1, finial), (between ?? .rose).names.singular]
    case .eastern where form == .straight:
      return [Message("{count} joined rays", ["count": String(points)], context: "crown")]
    case .papal: return [pieces] + (points > 8 ? [Message("close set", context: "crown")] : [])
    case .chessKing where form == .lobed: return [(top ?? .crossPattee).names.singular]
    case .chessKing: return [Self.counted(points - 1, finial)]
    default:
      guard let between, between != finial else { return [Self.counted(points, finial)] }
      return [Self.counted(finialCount, finial), between.names.plural]
    }
  }

  private var capTrait: Message {
    switch cap {
    case .open: Message("no cap", context: "crown")
    case .smooth: Message("cap", context: "crown")
    case .gored: Message("gored cap", context: "crown")
    }
  }

  private var formTrait: Message? {
    guard form != family.rules.forms.first, family != .eastern else { return nil }
    return switch form {
    case .classic: nil
    case .branches: Message("two branches", context: "crown")
    case .straight: Message("straight peaks", context: "crown")
    case .hollow: Message("hollow peaks", context: "crown")
    case .leafed: Message("rounded peaks", context: "crown")
    case .ogee: Message("ogee peaks", context: "crown")
    case .loops: Message("pointed loops", context: "crown")
    case .stepped where family == .mural: Message("embattled", context: "crown")
    case .stepped: Message("five lobes", context: "crown")
    case .cup: Message("domed", context: "crown")
    case .lobed where family == .mitre: Message("imperial", context: "crown")
    default: form.name
    }
  }
}

extension Finial {
  /// Its plural, as a title.
  public var title: String {
    let words = words.plural
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension CrownDesign {
  /// Creates a design from those parts that the family allows; other parts, and numbers of points and arches that it does
  /// not have, are the family's usual ones.
  public init(
    fitting family: CrownFamily, form: CrownForm? = nil, points: Int? = nil, finial: Finial? = nil,
    between: Finial? = nil, arches: Int? = nil, archForm: ArchForm? = nil, archTrim: ArchTrim? = nil,
    circlet: Circlet? = nil, cap: Cap? = nil, top: Finial? = nil, stature: Stature = .middle,
    spread: Spread = .open
  ) {
    let rules = family.rules
    func fitting<Value: Equatable>(_ value: Value?, _ allowed: [Value]) -> Value? {
      value.flatMap { allowed.contains($0) ? $0 : nil }
    }
    let between = fitting(between, rules.between)
    self.init(
      unchecked: family, rules: rules, form: fitting(form, rules.forms),
      points: fitting(points, rules.points),
      finial: fitting(finial, rules.finials), between: between, hasBetween: between != nil,
      arches: fitting(arches, rules.arches), archForm: fitting(archForm, rules.archForms),
      archTrim: fitting(archTrim, rules.archTrims), circlet: fitting(circlet, rules.circlets),
      cap: fitting(cap, rules.caps), top: fitting(top, rules.tops), stature: stature, spread: spread)
  }

  /// Returns the design with some parts replaced if the family allows them; `between: .some(nil)` removes the pieces
  /// between the points.
  public func with(
    form: CrownForm? = nil, points: Int? = nil, finial: Finial? = nil, between: Finial?? = nil,
    arches: Int? = nil, archForm: ArchForm? = nil, archTrim: ArchTrim? = nil, circlet: Circlet? = nil,
    cap: Cap? = nil, top: Finial? = nil, stature: Stature? = nil, spread: Spread? = nil
  ) -> CrownDesign {
    var wanted = between ?? self.between
    // A ring with an odd number has nothing between its points; adding pieces there makes the number even.
    var count = points ?? self.points
    if family != .card, !family.rules.betweenIsUsual, wanted != nil, count % 2 == 1 {
      if points != nil {
        wanted = nil
      } else {
        count = family.rules.points.filter { $0 % 2 == 0 }.min { abs($0 - count) < abs($1 - count) } ?? count
      }
    }
    return CrownDesign(
      fitting: family, form: form ?? self.form, points: count, finial: finial ?? self.finial,
      between: wanted, arches: arches ?? self.arches, archForm: archForm ?? self.archForm,
      archTrim: archTrim ?? self.archTrim, circlet: circlet ?? self.circlet, cap: cap ?? self.cap,
      top: top ?? self.top, stature: stature ?? self.stature, spread: spread ?? self.spread)
  }
}

extension CrownDesign {
  /// The design in words: the family and its unusual parts, as in `royal arches=4 stature=tall`.
  public var text: String {
    let usual = CrownDesign(fitting: family)
    var words = [family.rawValue]
    func add(_ name: String, _ value: String?, _ usualValue: String?) {
      if let value, value != usualValue { words.append("\(name)=\(value)") }
    }
    add("form", form.rawValue, usual.form.rawValue)
    add("points", "\(points)", "\(usual.points)")
    add("finial", finial.rawValue, usual.finial.rawValue)
    add("between", between?.rawValue, usual.between?.rawValue)
    add("arches", "\(arches)", "\(usual.arches)")
    add("arch-form", archForm.rawValue, usual.archForm.rawValue)
    add("arch-trim", archTrim.rawValue, usual.archTrim.rawValue)
    add("circlet", circlet.rawValue, usual.circlet.rawValue)
    add("cap", cap.rawValue, usual.cap.rawValue)
    add("top", top?.rawValue, usual.top?.rawValue)
    add("stature", stature.rawValue, usual.stature.rawValue)
    add("spread", spread.rawValue, usual.spread.rawValue)
    return words.joined(separator: " ")
  }

  /// Parses a design; unknown parts are ignored, and nil is returned without a family.
  public init?(text: String) {
    let words = text.split(separator: " ")
    guard let family = words.first.flatMap({ CrownFamily(rawValue: String($0)) }) else { return nil }
    var parts: [String: String] = [:]
    for word in words.dropFirst() {
      let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
      if pair.count == 2 { parts[pair[0]] = pair[1] }
    }
    self.init(
      fitting: family, form: parts["form"].flatMap(CrownForm.init(rawValue:)),
      points: parts["points"].flatMap { Int($0) }, finial: parts["finial"].flatMap(Finial.init(rawValue:)),
      between: parts["between"].flatMap(Finial.init(rawValue:)), arches: parts["arches"].flatMap { Int($0) },
      archForm: parts["arch-form"].flatMap(ArchForm.init(rawValue:)),
      archTrim: parts["arch-trim"].flatMap(ArchTrim.init(rawValue:)),
      circlet: parts["circlet"].flatMap(Circlet.init(rawValue:)),
      cap: parts["cap"].flatMap(Cap.init(rawValue:)),
      top: parts["top"].flatMap(Finial.init(rawValue:)),
      stature: parts["stature"].flatMap(Stature.init(rawValue:)) ?? .middle,
      spread: parts["spread"].flatMap(Spread.init(rawValue:)) ?? .open)
  }
}

extension CrownDesign {
  /// Returns the drawing of the crown; equal designs give equal drawings.
  public func drawing() -> CrownDrawing {
    switch family {
    case .civic, .laurel, .harvest, .floral: isGarlandFlat ? wreath().drawing() : garlandCrown().drawing()
    case .papal: papalTiara().drawing()
    case .mitre: mitre().drawing()
    case .tiara: headdress().tiara()
    case .diadem: headdress().diadem()
    case .kokoshnik: kokoshnik().drawing()
    case .chessKing, .chessQueen: chessCrown().drawing()
    default: ringCrown().drawing()
    }
  }

  private var width: Double {
    switch spread {
    case .straight: 390
    case .open: 440
    case .wide: 490
    }
  }

  func papalTiara() -> PapalTiara {
    PapalTiara(
      form: form, points: points, leaf: Ornament.of(finial), circlet: circlet, isGored: cap == .gored,
      top: Ornament.of(top ?? .crossPattee), height: 860 * (0.4 + 0.6 * height), spread: spread)
  }

  func mitre() -> Mitre {
    Mitre(
      form: form, points: points, leaf: Ornament.of(finial), circlet: circlet,
      charge: Ornament.of(top ?? .crossPattee), height: 700 * (0.3 + 0.7 * height), flare: flare * 0.8)
  }

  func headdress() -> Headdress {
    Headdress(
      form: form, points: points, finial: Ornament.of(finial), circlet: circlet,
      height: (family == .tiara ? 290 : 190) * height, flare: flare + 0.1,
      radius: family == .tiara ? 440 : 310)
  }

  func kokoshnik() -> Kokoshnik {
    Kokoshnik(
      form: form, points: points, edge: Ornament.of(finial), centre: Ornament.of(between ?? .rose),
      circlet: circlet, height: 560 * (0.3 + 0.7 * height), width: width)
  }

  func chessCrown() -> ChessCrown {
    ChessCrown(
      form: form, isKing: family == .chessKing, points: points, ball: Ornament.of(finial), circlet: circlet,
      top: Ornament.of(top ?? .crossPattee), height: height, flare: flare)
  }

  func wreath() -> Wreath {
    let isBlossom = family == .floral
    let heads: [Finial: Ornament] = [
      .laurel: .bayLeaf, .rose: .roseHead, .daisy: .daisyHead, .quatrefoil: .quatrefoilHead,
    ]
    let leaf = heads[finial] ?? Ornament.of(finial)
    let fruit = between.map { isBlossom && $0 == .laurel ? .bayLeaf : Ornament.of($0) }
    var wreath = Wreath(
      form: form, leaf: isBlossom ? leaf.centered : leaf, fruit: fruit,
      isBlossom: isBlossom, count: points)
    wreath.fullness = stature == .low ? 0.86 : stature == .tall ? 1.14 : 1
    wreath.spread = spread == .straight ? 28 : spread == .wide ? 50 : 38
    wreath.roundness = spread == .wide ? 0.86 : spread == .straight ? 1.1 : 1
    if [.oakLeaf, .mapleLeaf, .acanthus, .ivy, .wheat, .palm].contains(finial) { wreath.fullness *= 0.94 }
    return wreath
  }

  /// Whether a garland's leaves lie along it; otherwise they stand upright like the points of a crown.
  var isGarlandFlat: Bool { form != .garland || finial == .laurel || finial == .olive }

  /// Returns a garland of upright leaves or blossoms on a bound hoop.
  func garlandCrown() -> RingCrown {
    var crown = RingCrown()
    crown.circlet = circlet
    crown.bandHeight = 64
    crown.ring.flare = flare
    crown.ring.pitch = 0.15
    let leaf = wreath().leaf
    let size = (family == .floral ? 190.0 : 250) * height
    let number = points + 3
    crown.points = alternating(crown, count: number - number % 2, size: size, second: size * 0.62)
    for index in crown.points.indices {
      if family == .floral, index % 2 == 0 {
        crown.points[index].ornament = leaf
        crown.points[index].lift = size * 0.36
      } else if crown.points[index].ornament.id == "pearl" {
        crown.points[index].scale = 0.62
        crown.points[index].lift = 14
      }
    }
    return crown
  }
}

extension Ornament {
  static let roseHead: Ornament = {
    let shapes = rose.shapes.dropLast().map { $0.transformed(by: .translation(x: 0, y: 60)) }
    return Ornament("rose-head", shapes, outline: Outline.circle(0, 0, 44))
  }()

  static let daisyHead = blossom(
    "daisy-head", petals: 9, reach: 44, width: 11, eye: 12, notched: false, at: 0, stem: false)

  static let quatrefoilHead = blossom(
    "quatrefoil-head", petals: 4, reach: 44, width: 24, eye: 8, notched: false, at: 0, stem: false)

  /// The piece centred on the origin.
  var centered: Ornament {
    let box = outline.bounds ?? .zero
    guard box.center.y.magnitude > 1 else { return self }
    let shift = AffineTransform.translation(x: 0, y: -box.center.y)
    return Ornament(
      id + "-head", shapes.map { $0.transformed(by: shift) }, outline: outline.transformed(by: shift),
      isRound: isRound)
  }
}

/// The height of a crown relative to its width.
public enum Stature: String, Hashable, Sendable, CaseIterable {
  /// The family's usual height.
  case middle
  /// Lower than usual.
  case low
  /// Higher than usual.
  case tall
}

/// An error for an option that a family of crowns does not allow, with the allowed values.
public struct CrownDesignError: LocalizableError, Hashable, Sendable {
  /// The family that does not allow the option.
  public let family: CrownFamily
  /// The option, such as “arch form”.
  public let option: String
  /// The given value, as text.
  public let given: String

  /// The allowed values; empty if the family lacks the option.
  public let allowed: [String]

  /// Whether the family has the option but it makes no difference in this design.
  public var isIdle = false

  /// The option and the allowed values.
  public var message: Message {
    if isIdle {
      return Message(
        "{family}: {option} {value} makes no difference with the other parts",
        ["option": option, "value": given], parts: ["family": family.message])
    }
    guard !allowed.isEmpty else {
      return Message(
        "{family}: {option} {value} is not possible; this family has no {option}",
        ["option": option, "value": given], parts: ["family": family.message])
    }
    return Message(
      "{family}: {option} {value} is not possible; this family allows {option} {values}",
      ["option": option, "value": given, "values": allowed.joined(separator: ", ")],
      parts: ["family": family.message])
  }
}

/// The upward widening of a crown.
public enum Spread: String, Hashable, Sendable, CaseIterable {
  /// Somewhat wider at the top than at the foot, as usual.
  case open
  /// As wide at the top as at the foot.
  case straight
  /// Much wider at the top than at the foot.
  case wide
}

/// The profile of an arch from the circlet to the top.
public enum ArchForm: String, Hashable, Sendable, CaseIterable {
  /// A high round rise, level at the top.
  case round
  /// A rise above the centre's height, from which the arch sinks to the centre.
  case dipped
  /// A rise that ends in a point.
  case peaked
  /// A rise that curves inward and then up to a point.
  case ogee
  /// A rise that soon becomes level.
  case flat
}

/// The decoration of an arch.
public enum ArchTrim: String, Hashable, Sendable, CaseIterable {
  /// Only the strip itself.
  case plain
  /// Holes along the centre line.
  case pierced
  /// A gap along the centre line.
  case lined
  /// A strip with beads along its outer edge; an arch seen from the front shows only the beads.
  case beaded
  /// A string of pearls instead of the strip.
  case strung
}
