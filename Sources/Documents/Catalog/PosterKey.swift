import CSQLite
import Localization

/// The eight-byte key of a poster in its library; keys are not reused.
public struct PosterKey: RawRepresentable, Hashable, Sendable, Comparable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func < (a: PosterKey, b: PosterKey) -> Bool { a.rawValue < b.rawValue }

  /// The maximum number of posters, or of rows of another kind, in a library.
  private static let most = 4_000_000

  /// Returns the first column of each row of a statement's result; throws if those exceed the maximum.
  static func fetch(
    _ database: Connection, _ sql: String, _ arguments: [any BindableValue] = []
  ) throws -> [PosterKey] {
    var keys: [PosterKey] = []
    try database.withStatement(sql, arguments) { statement in
      while try statement.step() {
        let key = sqlite3_column_int64(statement.handle, 0)
        guard keys.count < most else {
          throw UnreadableRow(
            kind: "row", key: key,
            fault: Message("a library has at most {limit} rows of a kind", ["limit": String(most)]))
        }
        keys.append(PosterKey(rawValue: key))
      }
    }
    return keys
  }
}
