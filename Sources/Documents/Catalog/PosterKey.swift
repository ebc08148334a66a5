import CSQLite

/// The eight bytes by which a library knows a poster; removed ones are not given to others.
public struct PosterKey: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func < (a: PosterKey, b: PosterKey) -> Bool { a.rawValue < b.rawValue }

  /// No library has more posters, or more rows of another kind.
  private static let most = 4_000_000

  /// Returns the first column of each row that a statement finds; throws where those are more than a library has.
  static func fetch(
    _ database: Connection, _ sql: String, _ arguments: [any BindableValue] = []
  ) throws -> [PosterKey] {
    var keys: [PosterKey] = []
    try database.withStatement(sql, arguments) { statement in
      while try statement.step() {
        let key = sqlite3_column_int64(statement.handle, 0)
        guard keys.count < most else {
          throw UnreadableRow(kind: "row", key: key, fault: "the \(most) before it are all that there may be")
        }
        keys.append(PosterKey(rawValue: key))
      }
    }
    return keys
  }
}
