// Untranslated file: SQL.

/// The gap between two neighbours in the arranged order, for posters inserted there.
struct PosterRoom {
  private let first: Int64
  private let step: Int64

  /// The distance between posters that were appended one after the other.
  private static let spacing: Int64 = 1 << 20

  /// Finds the gap, and spreads all posters if there is not enough of it.
  ///
  /// Only the neighbours are read, by the index of places, so that the time does not depend on the size of the library.
  init(for count: Int, at place: PosterPlace, in database: Connection) throws {
    if let room = try PosterRoom(between: count, at: place, in: database) {
      self = room
      return
    }
    let isBetween = if case .after = place { true } else { false }
    try Self.spreadAll(by: Self.spacing * Int64(isBetween ? count + 1 : 1), in: database)
    self = try PosterRoom(between: count, at: place, in: database) ?? PosterRoom(first: 0, step: Self.spacing)
  }

  private init(first: Int64, step: Int64) {
    self.first = first
    self.step = step
  }

  /// Returns nil if the neighbours are too close, or their places are unusable.
  private init?(between count: Int, at place: PosterPlace, in database: Connection) throws {
    func ask(_ sql: String, _ arguments: [any BindableValue] = []) throws -> Neighbour {
      try Neighbour(sql, arguments, in: database)
    }
    switch place {
    case .start:
      switch try ask("SELECT min(place) FROM posters") {
      case .none: self.init(first: 0, step: Self.spacing)
      case .place(let least): self.init(first: least - Self.spacing * Int64(count), step: Self.spacing)
      case .unusable: return nil
      }
    case .after(let key):
      let here = try ask("SELECT place FROM posters WHERE key = ?", [key.rawValue])
      guard case .place(let here) = here else {
        if case .unusable = here { return nil }
        try self.init(between: count, at: .end, in: database)
        return
      }
      switch try ask("SELECT min(place) FROM posters WHERE place > ?", [here]) {
      case .none: try self.init(between: count, at: .end, in: database)
      case .unusable: return nil
      case .place(let next):
        let step = (next - here) / Int64(count + 1)
        guard step > 0 else { return nil }
        self.init(first: here + step, step: step)
      }
    case .end:
      switch try ask("SELECT max(place) FROM posters") {
      case .none: self.init(first: 0, step: Self.spacing)
      case .place(let last): self.init(first: last + Self.spacing, step: Self.spacing)
      case .unusable: return nil
      }
    }
  }

  /// A neighbour of the gap.
  private enum Neighbour {
    case none
    case place(Int64)
    /// The stored place is not an integer, or close to the ends of the integer range.
    case unusable

    init(_ sql: String, _ arguments: [any BindableValue], in database: Connection) throws {
      self = try database.withStatement(sql, arguments) { statement in
        guard try statement.step() else { return .none }
        switch StoredValue(statement, 0) {
        case .null?: return .none
        case .integer(let place)? where (place / 4).magnitude <= 1 << 58: return .place(place)
        default: return .unusable
        }
      }
    }
  }

  func place(_ index: Int) -> Int64 { first + step * Int64(index) }

  private static func spreadAll(by distance: Int64, in database: Connection) throws {
    let keys = try PosterKey.fetch(database, "SELECT key FROM posters ORDER BY place, key")
    for (index, key) in keys.enumerated() {
      try database.execute(
        "UPDATE posters SET place = ? WHERE key = ?", [Int64(index) * distance, key.rawValue])
    }
  }
}
