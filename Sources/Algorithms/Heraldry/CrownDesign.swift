/// What a crown is made of; every value has been held against what its family allows.
public struct CrownDesign: Hashable, Sendable {
  /// The kind of crown, which decides what else may be chosen.
  public private(set) var family: CrownFamily
  /// Which of the family's shapes it has.
  public private(set) var form: CrownForm

  /// How many points go round the whole ring, also those behind.
  public private(set) var points: Int

  /// What stands on the points, and what stands between them.
  public private(set) var finial: Finial
  /// What stands between the points; nil for nothing.
  public private(set) var between: Finial?

  /// How many arches rise from the circlet, each from one side to the other.
  public private(set) var arches: Int
  /// How the arches rise; of no account without any.
  public private(set) var archForm: ArchForm
  /// How the arches are decked; of no account without any.
  public private(set) var archTrim: ArchTrim
  /// How the band is worked.
  public private(set) var circlet: Circlet
  /// What fills the inside.
  public private(set) var cap: Cap

  /// What stands on the summit.
  public private(set) var top: Finial?
  /// How high the crown rises for its width.
  public private(set) var stature: Stature
  /// How far the crown opens upward.
  public private(set) var spread: Spread

  /// Creates a design; what is not given is as usual in the family.
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
    try refuse("arch form", archForm?.rawValue)
    try refuse("arch trim", archTrim?.rawValue)
    try refuse("circlet", circlet?.rawValue)
    try refuse("cap", cap?.rawValue)
    try refuse("top", top?.rawValue)
  }

  /// Returns those of some options, or of all, whose choice changes nothing beside the other parts of the design: “form”,
  /// “points”, “finial”, “between”, “arch form”, “arch trim”, “circlet”, “cap”, “top”. Each is drawn in all its ways.
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
      ("arch form", { isIdle(\.archForm, rules.archForms) }),
      ("arch trim", { isIdle(\.archTrim, rules.archTrims) }),
      ("circlet", { isIdle(\.circlet, rules.circlets) }), ("cap", { isIdle(\.cap, rules.caps) }),
      ("top", { isIdle(\.top, rules.tops) }),
    ]
    return all.filter { options?.contains($0.name) ?? true && $0.isIdle() }.map(\.name)
  }

  /// Creates a design of parts that were taken from the rules; what lies nowhere in a family plays no part.
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

  /// Returns one of a family's designs: 0 is the usual one, each other number picks every part by chance, the
  /// same on every machine.
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

  /// Returns a design of any family, the same for the same number on every machine.
  public static func surprise(_ number: UInt64) -> CrownDesign {
    var chance = Chance(seed: "surprise", number: Int(truncatingIfNeeded: number))
    let families = CrownFamily.allCases
    let family = families[chance.next(below: families.count)]
    return numbered(1 + chance.next(below: 1 << 24), of: family)
  }
}

/// Numbers that look like chance and depend on nothing but their seed (SplitMix64, Steele et al. 2014).
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
