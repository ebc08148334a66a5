/// A change of one's own crowns that can be undone and done again.
enum CrownEdit: Hashable, Sendable {
  case remove(id: String, name: String)
  case rename(id: String, from: String, to: String)
  /// Crowns that were added from files.
  case add(ids: [String])

  /// Whether an edit is made for the first time, taken back, or made again.
  enum Direction: Hashable, Sendable {
    case first
    case undo
    case redo
  }

  /// What a menu calls the edit after “Undo”.
  var name: String {
    switch self {
    case .remove: "removing a crown"
    case .rename: "renaming a crown"
    case .add(let ids): ids.count == 1 ? "adding a crown" : "adding crowns"
    }
  }

  /// Makes the change or takes it back.
  func perform(_ direction: Direction, in source: CrownDataSource) throws {
    switch (self, direction) {
    case (.remove(let id, _), .undo): try source.restore(id)
    case (.remove(let id, _), _): try source.remove(id)
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
    case (.remove(_, let name), .first): "Removed “\(name)”; Ctrl+Z brings it back"
    case (.remove(_, let name), .undo): "“\(name)” is back"
    case (.remove(_, let name), .redo): "Removed “\(name)” again"
    case (.rename(_, _, let new), .first): "Renamed to “\(new)”; Ctrl+Z takes that back"
    case (.rename(_, let old, _), .undo): "Its name is “\(old)” again"
    case (.rename(_, _, let new), .redo): "Its name is “\(new)” again"
    case (.add(let ids), .undo): "Took \(Self.counted(ids)) away again"
    case (.add(let ids), _): "\(Self.counted(ids)) \(ids.count == 1 ? "is" : "are") back"
    }
  }

  /// The crown that is selected when it is done.
  func selection(_ direction: Direction) -> String? {
    switch (self, direction) {
    case (.remove(let id, _), .undo): id
    case (.rename(let id, _, _), .undo), (.rename(let id, _, _), .redo): id
    case (.add(let ids), .redo): ids.first
    default: nil
    }
  }

  private static func counted(_ ids: [String]) -> String {
    ids.count == 1 ? "1 crown" : "\(ids.count) crowns"
  }
}
