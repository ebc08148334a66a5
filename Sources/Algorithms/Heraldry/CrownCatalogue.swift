/// The crowns that Regalia ships, in order of their families.
public enum CrownCatalogue {
  /// All crowns that ship, family by family, in the order in which they were chosen.
  public static let all: [CrownEntry] = CrownFamily.allCases.flatMap { family in
    (chosen[family] ?? []).map { CrownEntry(CrownDesign.numbered($0, of: family)) }
  }

  /// The crown a poster has when nobody chose another: a Tudor crown in the proportions of the one of 1939.
  public static let poster = CrownEntry(CrownDesign.numbered(0, of: .tudor))
}
