/// A change of one's own crowns that can be undone and done again.
enum CrownEdit: Hashable, Sendable {
  /// `name` says what is removed, in words that stand in a sentence.
  case remove(ids: [String], name: String)
  case rename(id: String, from: String, to: String)
  /// Crowns that were added from files.
  case add(ids: [String])
  case favor(ids: [String], name: String, isFavorite: Bool)

  /// Whether an edit is made for the first time, taken back, or made again.
  enum Direction: Hashable, Sendable {
    case first
    case undo
    case redo
  }

  /// What a menu calls the edit after “Undo”.
  var name: String {
    switch self {
    case .remove(let ids, _): ids.count == 1 ? "removing a crown" : "removing crowns"
    case .favor(_, _, true): "marking favourites"
    case .favor: "unmarking favourites"
    case .rename: "renaming a crown"
    case .add(let ids): ids.count == 1 ? "adding a crown" : "adding crowns"
    }
  }

  /// Makes the change or takes it back.
  func perform(_ direction: Direction, in source: CrownDataSource) throws {
    switch (self, direction) {
    case (.remove(let ids, _), .undo): for id in ids.reversed() { try source.restore(id) }
    case (.remove(let ids, _), _): for id in ids { try source.remove(id) }
    case (.favor(let ids, _, let isFavorite), .undo): try source.favor(ids, !isFavorite)
    case (.favor(let ids, _, let isFavorite), _): try source.favor(ids, isFavorite)
    case (.rename(let id, let old, _), .undo): try source.rename(id, old)
    case (.rename(let id, _, let new), _): try source.rename(id, new)
    case (.add(let ids), .undo): for id in ids { try source.remove(id) }
    case (.add, .first): break
    case (.add(let ids), .redo): for id in ids { try source.restore(id) }
    }
  }

  /// What the person is told when it is done.
  func notice(_ direction: Direction) -> String {
    switch (self, direction) {
    case (.remove(_, let name), .first): "Removed \(name)"
    case (.remove(_, let name), .undo): "\(Self.atStart(name)) \(Self.isOrAre(name)) back"
    case (.remove(_, let name), .redo): "Removed \(name) again"
    case (.favor(_, let name, let isFavorite), let direction):
      isFavorite != (direction == .undo)
        ? "\(Self.atStart(name)) \(Self.isOrAre(name)) among your favourites"
        : "\(Self.atStart(name)) \(Self.isOrAre(name)) no favourite any more"
    case (.rename(_, _, let new), .first): "Renamed to “\(new)”"
    case (.rename(_, let old, _), .undo): "Its name is “\(old)” again"
    case (.rename(_, _, let new), .redo): "Its name is “\(new)” again"
    case (.add(let ids), .undo): "Took \(Self.counted(ids)) away again"
    case (.add(let ids), _): "\(Self.counted(ids)) \(ids.count == 1 ? "is" : "are") back"
    }
  }

  /// The crown that is selected when it is done.
  func selection(_ direction: Direction) -> String? {
    switch (self, direction) {
    case (.remove(let ids, _), .undo): ids.first
    case (.rename(let id, _, _), .undo), (.rename(let id, _, _), .redo): id
    case (.add(let ids), .redo): ids.first
    default: nil
    }
  }

  private static func counted(_ ids: [String]) -> String {
    ids.count == 1 ? "1 crown" : "\(ids.count) crowns"
  }

  private static func atStart(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// The verb for what is named in quotation marks, or for several.
  private static func isOrAre(_ name: String) -> String { name.hasPrefix("“") ? "is" : "are" }
}
