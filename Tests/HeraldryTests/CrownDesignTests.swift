import Geometry
import Heraldry
import Testing

@Suite struct CrownDesignTests {
  @Test(arguments: CrownFamily.allCases)
  func `a family's usual design is the one that nothing was said about`(family: CrownFamily) throws {
    let usual = try CrownDesign(family: family)

    #expect(usual == CrownDesign.numbered(0, of: family))
    #expect(!usual.drawing().nodes.isEmpty)
  }

  @Test func `what a family has no room for is refused with what it allows`() throws {
    let error = try #require(throws: CrownDesignError.self) {
      try CrownDesign(family: .earl, finial: .tower)
    }

    #expect(error.option == "finial")
    #expect(error.allowed == ["pearled-ray", "raised-pearl"])
    #expect(error.description.contains("tower"))
  }

  @Test func `a family without arches says so`() throws {
    let error = try #require(throws: CrownDesignError.self) { try CrownDesign(family: .mural, arches: 2) }

    #expect(error.allowed.isEmpty)
    #expect(error.description.contains("has no choice of arches"))
  }

  @Test func `two kinds of points by turns need an even number`() throws {
    let error = try #require(throws: CrownDesignError.self) {
      try CrownDesign(family: .celestial, points: 7, between: .ray)
    }

    #expect(error.option == "points")
    #expect(error.allowed == ["8", "10", "12"])
  }

  @Test(arguments: CrownFamily.allCases)
  func `every value of a family's rules makes a design`(family: CrownFamily) throws {
    let rules = family.rules

    for form in rules.forms { _ = try CrownDesign(family: family, form: form) }
    for points in rules.points { _ = try CrownDesign(family: family, points: points) }
    for finial in rules.finials { _ = try CrownDesign(family: family, finial: finial) }
    for between in rules.between { _ = try CrownDesign(family: family, between: between) }
    for arches in rules.arches { _ = try CrownDesign(family: family, arches: arches) }
    for circlet in rules.circlets { _ = try CrownDesign(family: family, circlet: circlet) }
    for top in rules.tops { _ = try CrownDesign(family: family, top: top) }
  }

  /// How many of its points heralds count on the whole ring of a peer's coronet, and see from the front.
  @Test(arguments: [
    (CrownFamily.duke, 8, 5), (.marquess, 4, 3), (.earl, 8, 5), (.viscount, 16, 9), (.baron, 6, 4),
  ])
  func `coronets of rank have the points that heralds give them`(
    family: CrownFamily, onRing: Int, seen: Int
  ) throws {
    let design = try CrownDesign(family: family)

    let shown = design.drawing().count(of: design.finial)

    #expect(design.points / (design.between == nil ? 1 : 2) == onRing)
    #expect(shown == seen)
  }
}

extension CrownDrawing {
  fileprivate func count(of finial: Finial) -> Int {
    func uses(_ node: Node) -> Int {
      switch node {
      case .shape: 0
      case .use(let part, _): part == finial.rawValue ? 1 : 0
      case .group(_, _, let children): children.reduce(0) { $0 + uses($1) }
      }
    }
    return nodes.reduce(0) { $0 + uses($1) }
  }
}
