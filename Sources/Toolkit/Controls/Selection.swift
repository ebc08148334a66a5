/// Which items of a grid are selected, from where a range extends, and which one the keyboard is at.
///
/// ```swift
/// var selection = Selection<String>()
/// selection.select("b")
/// selection.extend(to: "d", range: ["b", "c", "d"])
/// selection.toggle("c")  // “b” and “d” are selected
/// ```
public struct Selection<ID: Hashable>: Hashable {
  /// The items that are selected.
  public private(set) var ids: Set<ID> = []

  /// The item that the keyboard is at.
  public private(set) var cursor: ID?

  /// The item from which Shift extends.
  public private(set) var anchor: ID?

  /// What was selected when a rectangle began to be drawn.
  private var base: Set<ID>?

  /// Creates a selection of nothing.
  public init() {}

  /// The item that a command for a single one is about.
  public var target: ID? { cursor ?? ids.first }

  /// Whether nothing is selected.
  public var isEmpty: Bool { ids.isEmpty }

  /// Returns whether an item is selected.
  public func contains(_ id: ID) -> Bool { ids.contains(id) }

  /// Selects an item alone; the keyboard and ranges go on from there.
  public mutating func select(_ id: ID) {
    (ids, cursor, anchor) = ([id], id, id)
  }

  /// Adds an item or takes it out.
  public mutating func toggle(_ id: ID) {
    if ids.remove(id) == nil { ids.insert(id) }
    (cursor, anchor) = (id, id)
  }

  /// Selects what lies between the anchor and an item, instead of what a former range had.
  ///
  /// - Parameters:
  ///   - id: The item that the keyboard is at from now on.
  ///   - start: The anchor where there is none yet; otherwise the item itself.
  ///   - range: What lies between, both ends included.
  public mutating func extend(to id: ID, from start: ID? = nil, range: some Sequence<ID>) {
    ids = Set(range)
    cursor = id
    if anchor == nil { anchor = start ?? id }
  }

  /// Moves the keyboard without selecting.
  public mutating func move(to id: ID) { cursor = id }

  /// Selects items and no others; a keyboard that was at another one is at none.
  public mutating func set(_ ids: some Sequence<ID>) {
    self.ids = Set(ids)
    if let cursor, !self.ids.contains(cursor) { self.cursor = nil }
  }

  /// Selects nothing; the keyboard stays where it is.
  public mutating func clear() { ids.removeAll() }

  /// Leaves only what is still there.
  public mutating func keep(where isThere: (ID) -> Bool) {
    ids = ids.filter(isThere)
    if let cursor, !isThere(cursor) { self.cursor = nil }
    if let anchor, !isThere(anchor) { self.anchor = nil }
  }

  // MARK: A rectangle

  /// Begins a rectangle; what is selected already stays when it `adds`.
  public mutating func beginRectangle(adds: Bool) {
    base = adds ? ids : []
    if !adds { ids = [] }
  }

  /// Selects what the rectangle touches; what was selected before and is touched is taken out.
  public mutating func cover(_ touched: Set<ID>) {
    guard let base else { return }
    ids = base.symmetricDifference(touched)
  }

  /// Ends the rectangle; what it selected stays so.
  public mutating func endRectangle() { base = nil }
}

extension Selection: Sendable where ID: Sendable {}
