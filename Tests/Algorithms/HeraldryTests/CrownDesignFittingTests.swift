import Testing

@testable import Heraldry

@Suite struct CrownDesignFittingTests {
  @Test(arguments: CrownFamily.allCases)
  func `a design is read from its words as it was written`(family: CrownFamily) throws {
    for number in 0..<200 {
      let design = CrownDesign.numbered(number, of: family)
      #expect(CrownDesign(text: design.text) == design)
    }
    #expect(CrownDesign(fitting: family).text == family.rawValue)
    #expect(
      CrownDesign(text: family.rawValue + " points=1000 finial=anvil colour=red =")
        == CrownDesign(fitting: family))
  }

  @Test(arguments: CrownFamily.allCases)
  func `a part that fits is taken, whatever the others are, and one that does not leaves all as it was`(
    family: CrownFamily
  ) {
    let rules = family.rules
    for number in 0..<40 {
      let design = CrownDesign.numbered(number, of: family)
      for points in rules.points { #expect(design.with(points: points).points == points) }
      for finial in rules.finials { #expect(design.with(finial: finial).finial == finial) }
      for between in rules.between { #expect(design.with(between: between).between == between) }
      for arches in rules.arches { #expect(design.with(arches: arches).arches == arches) }
      for circlet in rules.circlets { #expect(design.with(circlet: circlet).circlet == circlet) }
      if !rules.betweenIsUsual { #expect(design.with(between: .some(nil)).between == nil) }
      #expect(design.with() == design)
      #expect(design.with(stature: .tall).with(stature: design.stature) == design)
    }
    #expect(CrownDesign(text: "anvil") == nil && CrownDesign(text: "") == nil)
  }
}
