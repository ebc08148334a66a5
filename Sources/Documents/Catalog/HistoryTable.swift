// Untranslated file: all other texts are SQL.

import Localization

/// The edit histories table of one file.
struct HistoryTable {
  let database: Connection

  private static let mostHistories = 1000
  private static let columns = StoredColumns(["key", "subject", "digest", "modified", "steps"])

  /// Returns the histories that match a condition; empty for files from versions without histories.
  private func rows(_ condition: String, _ arguments: [any BindableValue] = []) throws -> [StoredHistory] {
    guard try Schema.version(of: database) >= Schema.firstVersionWithHistories else { return [] }
    return try StoredRows.fetch(
      "history", Self.columns, blobs: ["steps"], table: "histories", from: "FROM histories \(condition)",
      arguments, in: database
    ) { row in
      let text = try row.text("subject")
      guard let subject = StoredHistory.Subject(stored: text) else {
        throw row.unreadable(
          Message("its {field} is {value}", ["field": "subject", "value": text]))
      }
      return StoredHistory(
        subject: subject, digest: try row.digest("digest"), steps: try row.bytes("steps"),
        modified: try row.time("modified"))
    }.values
  }

  /// Calls `body` with each readable history, the oldest first, one at a time to limit memory.
  func forEach(_ body: (StoredHistory) throws -> Void) throws {
    guard try Schema.version(of: database) >= Schema.firstVersionWithHistories else { return }
    for key in try PosterKey.fetch(database, "SELECT key FROM histories ORDER BY modified, key") {
      for history in try rows("WHERE key = ?", [key.rawValue]) { try body(history) }
    }
  }

  /// Returns the history of a document with exactly this content.
  func history(of subject: StoredHistory.Subject, digest: ContentDigest) throws -> StoredHistory? {
    try rows(
      "WHERE subject = ? AND digest = ?", [subject.stored.withoutNull, digest.stored]
    ).first
  }

  /// Stores a history, replacing an older one of the same subject.
  func keep(_ history: StoredHistory) throws {
    _ = try insert(
      history,
      orElse: """
        DO UPDATE SET digest = excluded.digest, modified = excluded.modified, steps = excluded.steps
        """)
    try removeOldest()
  }

  /// Adds a history; does nothing and returns false if its subject has one already.
  func add(_ history: StoredHistory) throws -> Bool { try insert(history, orElse: "DO NOTHING") }

  private func insert(_ history: StoredHistory, orElse conflict: String) throws -> Bool {
    let steps = LargeValue(history.steps)
    let subject = history.subject.stored.withoutNull
    let key = try database.integer(
      """
      INSERT INTO histories (subject, digest, modified, steps) VALUES (?, ?, ?, ?)
      ON CONFLICT (subject) \(conflict) RETURNING key
      """,
      [subject, history.digest.stored, history.modified, steps.argument])
    if let key { try steps.finish("steps", of: "histories", key: key, in: database) }
    return key != nil
  }

  /// Deletes all but the latest thousand.
  func removeOldest() throws {
    try database.execute(
      """
      DELETE FROM histories WHERE key IN
        (SELECT key FROM histories ORDER BY modified DESC, key DESC LIMIT -1 OFFSET \(Self.mostHistories))
      """)
  }
}
