public import Localization
import VectorArt

/// The result of reading every part of a library.
public struct LibraryCheck: Hashable, Sendable {
  /// The faults, a sentence each; empty for an intact library.
  public let problems: [Message]
  /// The number of readable crowns.
  public let crowns: Int
  /// The number of readable posters.
  public let posters: Int

  /// Reads a whole file, without modifying it.
  ///
  /// - Throws: ``LibraryError`` if the file cannot be read or is not a library that this version supports.
  public init(path: String) throws(LibraryError) {
    let library: Library
    do {
      library = try Library(path: path, access: .reading)
    } catch {
      guard case .damaged(let message) = error.reason else { throw error }
      (problems, crowns, posters) = ([message], 0, 0)
      return
    }
    var problems: [Message] = []
    func attempt(_ body: () throws(LibraryError) -> [Message]) throws(LibraryError) -> Int {
      do throws(LibraryError) {
        let found = try body()
        problems += found
        return found.count
      } catch {
        guard case .damaged(let message) = error.reason else { throw error }
        problems.append(message)
        return 1
      }
    }
    _ = try attempt { () throws(LibraryError) in
      try library.readOwn(or: []) { database in
        // Untranslated: SQL.
        try database.texts("PRAGMA integrity_check(20)").filter { $0 != "ok" }.map { Message(verbatim: $0) }
      }
    }
    var counts = (crowns: 0, posters: 0)
    _ = try attempt { () throws(LibraryError) in
      try library.readOwn(or: []) { database in
        let table = CrownTable(database: database)
        let keys = try table.keys()
        counts.crowns = keys.count
        return try keys.flatMap { try table.items($0).unreadable.map(\.message) }
      }
    }
    _ = try attempt { () throws(LibraryError) in
      try library.readOwn(or: []) { try Self.spoiledPosters($0, count: &counts.posters) }
    }
    self.problems = problems
    (crowns, posters) = counts
  }

  private static let poster = StoredColumns(["key", "id", "digest", "document"])

  private static func spoiledPosters(_ database: Connection, count: inout Int) throws -> [Message] {
    var problems: [Message] = []
    // One at a time, since all documents together may be large.
    for table in try Library.tables(database) {
      // Untranslated: SQL.
      let keys = try PosterKey.fetch(database, "SELECT key FROM \(table.name) ORDER BY key")
      if table.name == "posters" { count = keys.count }
      for key in keys {
        let found = try StoredRows.fetch(
          // Untranslated: SQL.
          "poster", poster, blobs: ["document"], from: "FROM \(table.name) WHERE key = ?", [key.rawValue],
          in: database
        ) { row -> Message? in
          let isKept = try row.digest("digest") == ContentDigest(try row.bytes("document"))
          return isKept
            ? nil
            : Message(
              "poster {name}: the document differs from the saved one", ["name": try row.text("id")])
        }
        problems += found.unreadable.map(\.message) + found.values.compactMap { $0 }
        if found.unreadable.isEmpty { problems += try table.faults(key).map(\.message) }
      }
    }
    if let table = try VersionTable(in: database) {
      problems += try table.allKeys().flatMap { try table.faults($0) }
    }
    return problems
  }
}
