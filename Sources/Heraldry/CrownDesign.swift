/// What a crown is made of; every value has been held against what its family allows.
public struct CrownDesign: Hashable, Sendable {
  public let family: CrownFamily
  public let form: CrownForm

  /// How many points go round the whole ring, also those behind.
  public let points: Int

  /// What stands on the points, and what stands between them.
  public let finial: Finial
  public let between: Finial?

  /// How many arches rise from the circlet, each from one side to the other.
  public let arches: Int
  public let archForm: ArchForm
  public let archTrim: ArchTrim
  public let circlet: Circlet
  public let cap: Cap

  /// What stands on the summit.
  public let top: Finial?
  public let stature: Stature
  public let spread: Spread

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
}
