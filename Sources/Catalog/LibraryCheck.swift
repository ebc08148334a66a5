import GRDB
import VectorArt

/// What was found when every part of a library was read.
public struct LibraryCheck: Hashable, Sendable {
  /// What is wrong, a sentence each; none in a sound library.
  public let problems: [String]
  public let crowns: Int
  public let posters: Int

  /// Reads all of a file, which is not touched.
  ///
  /// Throws where the file cannot be read or is no library that this version of the program knows.
  public init(path: String) throws(LibraryError) {
    let library: Library
    do {
      library = try Library(path: path, access: .reading)
    } catch {
      guard case .damaged(let message) = error.reason else { throw error }
      (problems, crowns, posters) = ([message], 0, 0)
      return
    }
    var problems: [String] = []
    func attempt(_ body: () throws(LibraryError) -> [String]) throws(LibraryError) -> Int {
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
        try String.fetchAll(database, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
      }
    }
    var counts = (crowns: 0, posters: 0)
    _ = try attempt { () throws(LibraryError) in
      try library.readOwn(or: []) { database in
        try Self.spoiledCrowns(database, count: &counts.crowns)
          + Self.spoiledPosters(database, count: &counts.posters)
      }
    }
    self.problems = problems
    (crowns, posters) = counts
  }

  private static func spoiledCrowns(_ database: Database, count: inout Int) throws -> [String] {
    let rows = try Row.fetchCursor(database, sql: "SELECT id, code FROM crowns ORDER BY key")
    var problems: [String] = []
    while let row = try rows.next() {
      count += 1
      do {
        _ = try PathCode.decode(try row.bytes(1))
      } catch let error as PathCodeError {
        problems.append("crown \(row[0] as String): \(error)")
      }
    }
    return problems
  }

  private static func spoiledPosters(_ database: Database, count: inout Int) throws -> [String] {
    let rows = try Row.fetchCursor(database, sql: "SELECT id, digest, document FROM posters ORDER BY key")
    var problems: [String] = []
    while let row = try rows.next() {
      count += 1
      if try row.bytes(1) != ContentDigest(try row.bytes(2)).stored {
        problems.append("poster \(row[0] as String): the document is not the one that was kept")
      }
    }
    return problems
  }
}
