/// The crowns shipped with Regalia, ordered by family.
public enum CrownCatalogue {
  /// All shipped crowns, by family, in order of selection.
  public static let all: [CrownEntry] = CrownFamily.allCases.flatMap { family in
    (chosen[family] ?? []).map { CrownEntry(CrownDesign.numbered($0, of: family)) }
  }

  /// The default crown of posters: a Tudor crown in the proportions of the one of 1939.
  public static let poster = CrownEntry(CrownDesign.numbered(0, of: .tudor))
}
