/// The crowns shipped with Regalia, ordered by family.
public enum CrownCatalogue {
  /// All shipped crowns, by family, in order of selection.
  public static let all: [CrownEntry] = CrownFamily.allCases.flatMap { family in
    designs(of: family).map(CrownEntry.init)
  }

  /// Returns the shipped crown with an id; of the designs, only those of the family that the id begins with are made.
  public static func entry(named id: String) -> CrownEntry? {
    if id == poster.id { return poster }
    return CrownFamily.allCases.lazy.filter { id.hasPrefix($0.rawValue + "-") }.flatMap(designs)
      .first { $0.slug == id }.map(CrownEntry.init)
  }

  private static func designs(of family: CrownFamily) -> some Sequence<CrownDesign> {
    (chosen[family] ?? []).lazy.map { CrownDesign.numbered($0, of: family) }
  }

  /// The default crown of posters: a Tudor crown in the proportions of the one of 1939.
  public static let poster = CrownEntry(CrownDesign.numbered(0, of: .tudor))
}
