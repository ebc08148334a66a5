import GRDB

extension Library {
  /// Returns the history of a document, or nil where there is none for exactly this content.
  public func history(of subject: StoredHistory.Subject, digest: ContentDigest) throws(LibraryError)
    -> StoredHistory?
  {
    guard let own, own.version >= Self.firstVersionWithHistories else { return nil }
    return try own.read { database in
      try StoredRows.fetch(
        "history", Self.historyColumns, blobs: ["steps"], table: "histories",
        from: "FROM histories WHERE subject = ? AND digest = ?",
        [subject.stored.withoutNull, Row.blob(digest.stored)], in: database
      ) { row in
        StoredHistory(
          subject: subject, digest: digest, steps: try row.bytes("steps"), modified: try row.time("modified"))
      }.values.first
    }
  }

  /// Keeps the history of a document in the place of an older one.
  ///
  /// Of the histories the latest thousand are kept.
  public func keep(_ history: StoredHistory) throws(LibraryError) {
    try writable().write { try Self.keep(history, in: $0) }
  }

  /// Puts a new version of a poster in the place of the one that has `digest`, with its history, in one transaction.
  ///
  /// Where somebody else has changed the poster meanwhile, theirs stays, and the new version is kept beside it as a
  /// poster of its own. Throws `unknown` where the poster has been removed.
  public func update(
    _ key: PosterKey, from digest: ContentDigest, to poster: PosterRecord, history: StoredHistory?
  ) throws(LibraryError) -> PosterUpdate {
    let file = try writable()
    return try file.write { database in
      guard let known = try Self.stored(key, in: database) else {
        throw LibraryError(path: file.path, reason: .unknown(id: poster.id))
      }
      let isOurs = ContentDigest(known.record.document) == digest
      if !isOurs, known.record.document != poster.document {
        let room = try PosterRoom(for: 1, at: .after(key), in: database)
        var other = poster
        other.id = try Self.freeID(poster.id, in: database)
        let added = try Self.insert(other, key: nil, place: room.place(0), in: database)
        if let history {
          let subject = StoredHistory.Subject.poster(id: other.id)
          try Self.keep(
            StoredHistory(
              subject: subject, digest: history.digest, steps: history.steps, modified: history.modified),
            in: database)
        }
        return .keptBeside(added)
      }
      try Self.replace(key, with: poster, path: file.path, in: database)
      if let history { try Self.keep(history, in: database) }
      return .done
    }
  }

  private static let firstVersionWithHistories = 2
  private static let mostHistories = 1000
  private static let historyColumns = StoredColumns(["key", "modified", "steps"])

  private static func keep(_ history: StoredHistory, in database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO histories (subject, digest, modified, steps) VALUES (?, ?, ?, ?)
        ON CONFLICT (subject) DO UPDATE SET digest = excluded.digest, modified = excluded.modified,
          steps = excluded.steps
        """,
      arguments: [
        history.subject.stored.withoutNull, Row.blob(history.digest.stored), history.modified,
        Row.blob(history.steps),
      ])
    try database.execute(
      sql: """
        DELETE FROM histories WHERE key IN
          (SELECT key FROM histories ORDER BY modified DESC, key DESC LIMIT -1 OFFSET \(mostHistories))
        """)
  }
}
