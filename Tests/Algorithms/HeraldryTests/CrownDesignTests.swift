import Geometry
import TestSupport
import Testing

@testable import Heraldry

@Suite struct CrownDesignTests {
  @Test(arguments: CrownFamily.allCases)
  func `a family's usual design is the one that nothing was said about`(family: CrownFamily) throws {
    let usual = try CrownDesign(family: family)

    #expect(usual == CrownDesign.numbered(0, of: family))
    #expect(!usual.drawing().nodes.isEmpty)
  }

  @Test func `surprises come from all families, and again the same for the same number`() {
    let surprises = (1...400).map { CrownDesign.surprise(UInt64($0)) }

    #expect(surprises == (1...400).map { CrownDesign.surprise(UInt64($0)) })
    #expect(Set(surprises.map(\.family)).count == CrownFamily.allCases.count)
    #expect(Set(surprises).count > 390)
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
    #expect(error.description.contains("this family has no arches"))
  }

  @Test func `two kinds of points by turns need an even number`() throws {
    let error = try #require(throws: CrownDesignError.self) {
      try CrownDesign(family: .celestial, points: 7, between: .ray)
    }

    #expect(error.option == "points")
    #expect(error.allowed == ["8", "10", "12"])
  }

  @Test(arguments: CrownFamily.allCases)
  func `every value of a family's rules makes a design, or would change nothing`(family: CrownFamily) throws {
    let rules = family.rules
    func check<Value>(_ values: [Value], _ design: (Value) throws -> CrownDesign) throws {
      for value in Sweep.sample(values, 3) {
        do { _ = try design(value) } catch let error as CrownDesignError where error.isIdle {}
      }
    }

    try check(rules.forms) { try CrownDesign(family: family, form: $0) }
    try check(rules.points) { try CrownDesign(family: family, points: $0) }
    try check(rules.finials) { try CrownDesign(family: family, finial: $0) }
    try check(rules.between) { try CrownDesign(family: family, between: $0) }
    try check(rules.arches) { try CrownDesign(family: family, arches: $0) }
    try check(rules.circlets) { try CrownDesign(family: family, circlet: $0) }
    try check(rules.tops) { try CrownDesign(family: family, top: $0) }
  }

  @Test(arguments: [
    (CrownFamily.heir, "top"), (.duke, "top"), (.viscount, "top"), (.baron, "top"), (.heir, "arch form"),
    (.civic, "circlet"), (.laurel, "circlet"), (.harvest, "circlet"), (.chessKing, "finial"),
    (.chessKing, "points"), (.mitre, "finial"),
  ])
  func `an option that would change nothing is refused`(family: CrownFamily, option: String) throws {
    let rules = family.rules
    let error = try #require(throws: CrownDesignError.self) {
      switch option {
      case "top": try CrownDesign(family: family, top: rules.tops.last)
      case "arch form": try CrownDesign(family: family, archForm: rules.archForms.last)
      case "circlet": try CrownDesign(family: family, circlet: rules.circlets.last)
      case "points": try CrownDesign(family: family, points: rules.points.last)
      default: try CrownDesign(family: family, finial: rules.finials.last)
      }
    }

    #expect(error.option == option)
    #expect(error.description.contains("makes no difference"))
  }

  @Test func `a chess queen is topped by what was asked for`() throws {
    let tops = CrownFamily.chessQueen.rules.tops
    let drawings = try tops.map { try CrownDesign(family: .chessQueen, top: $0).drawing() }

    #expect(Set(drawings).count == tops.count)
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
