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
      let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT crowns, posters FROM revisions"))
      return LibraryState(crowns: row?["crowns"] ?? 0, posters: row?["posters"] ?? 0)
    }
  }

  /// Returns the posters that were added or changed since the library was in a state; of those removed it
  /// says nothing.
  public func postersChanged(since state: LibraryState) throws(LibraryError) -> [PosterKey] {
    try readOwn(or: []) { database in
      try PosterKey.fetch(
        database, "SELECT key FROM posters WHERE revision > ? ORDER BY revision", [state.posters])
    }
  }
}
