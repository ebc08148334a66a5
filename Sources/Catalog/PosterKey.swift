import GRDB

/// The eight bytes by which a library knows a poster; removed ones are not given to others.
public struct PosterKey: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func < (a: PosterKey, b: PosterKey) -> Bool { a.rawValue < b.rawValue }

  /// Returns the first column of each row that a statement finds.
  static func fetch(
    _ database: Database, _ sql: String, _ arguments: StatementArguments = StatementArguments()
  ) throws -> [PosterKey] {
    var keys: [PosterKey] = []
    let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
    while let row = try rows.next() { keys.append(PosterKey(rawValue: row[0])) }
    return keys
  }
}
