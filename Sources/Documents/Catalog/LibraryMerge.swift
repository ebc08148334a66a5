/// The counts of a merge of one library into another.
public struct LibraryMerge: Hashable, Sendable {
  /// Things of one kind.
  public struct Count: Hashable, Sendable {
    /// How many came into the library.
    public var added: Int
    /// How many were in it already, the same.
    public var present: Int

    /// Creates the counts of one kind.
    public init(added: Int = 0, present: Int = 0) { (self.added, self.present) = (added, present) }

    mutating func note(isAdded: Bool) { if isAdded { added += 1 } else { present += 1 } }
  }

  /// Crowns, known by their drawings.
  public var crowns = Count()
  /// Posters, known by their documents and titles.
  public var posters = Count()
  /// Palettes, known by their ids and documents.
  public var palettes = Count()
  /// Albums, known by their ids and names; one that is there gets the posters of both.
  public var albums = Count()
  /// Edit histories; a document that has one here keeps it.
  public var histories = Count()
  /// Crowns that are favourites.
  public var favorites = Count()

  /// Creates the counts of a merge.
  public init(crowns: Count = Count(), posters: Count = Count()) {
    (self.crowns, self.posters) = (crowns, posters)
  }

  /// The counts as a sentence.
  public var summary: String {
    "added \(words(\.added) ?? "nothing")" + (words(\.present).map { "; already there: \($0)" } ?? "")
  }

  private func words(_ part: KeyPath<Count, Int>) -> String? {
    let kinds = [
      (crowns, "crown", "crowns"), (posters, "poster", "posters"), (palettes, "palette", "palettes"),
      (albums, "album", "albums"), (histories, "edit history", "edit histories"),
      (favorites, "favourite crown", "favourite crowns"),
    ]
    let counted = kinds.map { ($0.0[keyPath: part], $0.1, $0.2) }.filter { $0.0 > 0 }
      .map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    guard let last = counted.last else { return nil }
    return counted.count == 1 ? last : counted.dropLast().joined(separator: ", ") + " and " + last
  }
}
