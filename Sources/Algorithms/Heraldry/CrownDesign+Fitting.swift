extension CrownDesign {
  /// Creates a design of the parts that a family has room for; where it has none for a part, that is as usual in it.
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

  /// Returns the design with some other parts, as far as they fit; `between: .some(nil)` leaves the places between the
  /// points free.
  public func with(
    form: CrownForm? = nil, points: Int? = nil, finial: Finial? = nil, between: Finial?? = nil,
    arches: Int? = nil, archForm: ArchForm? = nil, archTrim: ArchTrim? = nil, circlet: Circlet? = nil,
    cap: Cap? = nil, top: Finial? = nil, stature: Stature? = nil, spread: Spread? = nil
  ) -> CrownDesign {
    var wanted = between ?? self.between
    // An uneven ring has nothing between its points: where something is wanted there, the ring becomes even.
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
  /// The design in words: the family, and what is not as usual in it, as in `royal arches=4 stature=tall`.
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

  /// Reads a design in words; what is no part of the family is passed over, and without a family there is none.
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
