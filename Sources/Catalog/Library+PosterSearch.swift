import GRDB

extension Library {
  /// Returns the keys of the posters that fit a query, in its order: eight bytes for each.
  public func posterKeys(_ query: PosterQuery = PosterQuery()) throws(LibraryError) -> [PosterKey] {
    try readOwn(or: []) { database in
      if query.words.allSatisfy(\.isWhitespace) {
        return try PosterKey.fetch(
          database,
          "SELECT key FROM posters\(query.favoritesOnly ? " WHERE isFavorite" : "") \(query.sorting)")
      }
      guard let search = SearchWords(query.words) else { return [] }
      return query.order == .relevance
        ? try Self.relevantPosters(search, favoritesOnly: query.favoritesOnly, in: database)
        : try PosterKey.fetch(
          database,
          """
          SELECT key FROM posters
          WHERE key IN (SELECT rowid FROM posterWords WHERE posterWords MATCH ?)
          \(query.favoritesOnly ? "AND isFavorite" : "") \(query.sorting)
          """, [search.widened])
    }
  }

  /// Returns those that have the words themselves, the best first, and then those that have their like.
  private static func relevantPosters(
    _ search: SearchWords, favoritesOnly: Bool, in database: Database
  ) throws -> [PosterKey] {
    func find(_ expression: String) throws -> [PosterKey] {
      try PosterKey.fetch(
        database,
        """
        SELECT rowid FROM posterWords WHERE posterWords MATCH ?
        \(favoritesOnly ? "AND rowid IN (SELECT key FROM posters WHERE isFavorite)" : "")
        ORDER BY bm25(posterWords, 3, 1), rowid
        """, [expression])
    }
    let literal = try find(search.literal)
    guard search.widened != search.literal else { return literal }
    let known = Set(literal)
    return literal + (try find(search.widened)).filter { !known.contains($0) }
  }
}

extension PosterQuery {
  fileprivate var sorting: String {
    switch order {
    case .arranged, .relevance: "ORDER BY place, key"
    case .title: "ORDER BY title COLLATE NOCASE, key"
    case .modified: "ORDER BY modified DESC, key DESC"
    case .created: "ORDER BY created DESC, key DESC"
    }
  }
}
