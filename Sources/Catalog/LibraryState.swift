import GRDB

/// How often the user's library has been changed; two that are equal mean that nothing has happened between.
public struct LibraryState: Hashable, Sendable {
  /// Grows with every change of a crown.
  public let crowns: Int64
  /// Grows with every change of a poster.
  public let posters: Int64
}

extension Library {
  /// Returns the state of the user's library, changes of other programs included; some ten microseconds.
  ///
  /// Throws `gone` where the file has been deleted or replaced.
  public func state() throws(LibraryError) -> LibraryState {
    guard let own else { return LibraryState(crowns: 0, posters: 0) }
    try own.checkPresence()
    return try own.read { database in
      let found = try StoredRows.fetch(
        "revision", Self.revisions, from: "FROM revisions LIMIT 1", in: database
      ) {
        LibraryState(crowns: try $0.integer("crowns"), posters: try $0.integer("posters"))
      }
      return found.values.first ?? LibraryState(crowns: 0, posters: 0)
    }
  }

  private static let revisions = StoredColumns(["crowns", "posters"])

  /// Returns the posters that were added or changed since the library was in a state; of those removed it
  /// says nothing.
  public func postersChanged(since state: LibraryState) throws(LibraryError) -> [PosterKey] {
    try readOwn(or: []) { database in
      try PosterKey.fetch(
        database, "SELECT key FROM posters WHERE revision > ? ORDER BY revision", [state.posters])
    }
  }
}
