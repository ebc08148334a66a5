import GRDB

/// Room between two neighbours of the arranged order, for posters that are put there.
struct PosterRoom {
  private let first: Int64
  private let step: Int64

  /// The distance between posters that were added one after the other.
  private static let spacing: Int64 = 1 << 20

  /// Finds the room, and moves all posters apart where there is none.
  init(for count: Int, at place: PosterPlace, in database: Database) throws {
    func ask(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64? {
      try Int64.fetchOne(database, sql: sql, arguments: arguments)
    }
    if try Bool.fetchOne(
      database,
      sql:
        "SELECT EXISTS (SELECT 1 FROM posters WHERE typeof(place) <> 'integer' OR abs(place / 4) > \(1 << 58))"
    )
      == true
    {
      try Self.spreadAll(by: Self.spacing, in: database)
    }
    switch place {
    case .start:
      step = Self.spacing
      first = try ask("SELECT min(place) FROM posters").map { $0 - Self.spacing * Int64(count) } ?? 0
    case .after(let key):
      let here = try ask("SELECT place FROM posters WHERE key = ?", [key.rawValue])
      let next = try here.flatMap { try ask("SELECT min(place) FROM posters WHERE place > ?", [$0]) }
      guard let here, let next else {
        self = try PosterRoom(for: count, at: .end, in: database)
        return
      }
      if (next - here) / Int64(count + 1) > 0 {
        step = (next - here) / Int64(count + 1)
        first = here + step
        return
      }
      try Self.spreadAll(by: Self.spacing * Int64(count + 1), in: database)
      self = try PosterRoom(for: count, at: place, in: database)
    case .end:
      step = Self.spacing
      first = try ask("SELECT max(place) FROM posters").map { $0 + Self.spacing } ?? 0
    }
  }

  func place(_ index: Int) -> Int64 { first + step * Int64(index) }

  private static func spreadAll(by distance: Int64, in database: Database) throws {
    let keys = try PosterKey.fetch(database, "SELECT key FROM posters ORDER BY place, key")
    for (index, key) in keys.enumerated() {
      try database.execute(
        sql: "UPDATE posters SET place = ? WHERE key = ?", arguments: [Int64(index) * distance, key.rawValue])
    }
  }
}
