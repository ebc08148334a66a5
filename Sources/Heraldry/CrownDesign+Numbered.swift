extension CrownDesign {
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
