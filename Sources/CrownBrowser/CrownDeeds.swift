/// What was done to one's own crowns, to be undone and done again.
struct CrownDeeds {
  enum Deed: Hashable {
    case removed(id: String, name: String)
    case renamed(id: String, from: String, to: String)
    /// Crowns that were added by dropping files.
    case added(ids: [String])
  }

  private var done: [Deed] = []
  private var undone: [Deed] = []

  mutating func record(_ deed: Deed) {
    done.append(deed)
    undone.removeAll()
  }

  /// What would be undone next, and what done again.
  var last: Deed? { done.last }
  var next: Deed? { undone.last }

  mutating func undo() { if let deed = done.popLast() { undone.append(deed) } }
  mutating func redo() { if let deed = undone.popLast() { done.append(deed) } }
}
