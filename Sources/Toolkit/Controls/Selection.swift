/// The selected items of a grid, the start of range selection, and the keyboard's current item.
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

  /// The keyboard's current item.
  public private(set) var cursor: ID?

  /// The item from which Shift extends the selection.
  public private(set) var anchor: ID?

  /// The selection when a rectangle began.
  private var base: Set<ID>?

  /// Creates an empty selection.
  public init() {}

  /// The item that a command for a single item applies to.
  public var target: ID? { cursor ?? ids.first }

  /// Whether nothing is selected.
  public var isEmpty: Bool { ids.isEmpty }

  /// Returns whether an item is selected.
  public func contains(_ id: ID) -> Bool { ids.contains(id) }

  /// Selects one item only and moves the keyboard and the anchor to it.
  public mutating func select(_ id: ID) {
    (ids, cursor, anchor) = ([id], id, id)
  }

  /// Adds or removes an item.
  public mutating func toggle(_ id: ID) {
    if ids.remove(id) == nil { ids.insert(id) }
    (cursor, anchor) = (id, id)
  }

  /// Selects the items between the anchor and an item, instead of a previous range.
  ///
  /// - Parameters:
  ///   - id: The keyboard's new current item.
  ///   - start: The anchor to set if the selection has no anchor; nil sets the item itself.
  ///   - range: The items in between, including both ends.
  public mutating func extend(to id: ID, from start: ID? = nil, range: some Sequence<ID>) {
    ids = Set(range)
    cursor = id
    if anchor == nil { anchor = start ?? id }
  }

  /// Moves the keyboard's current item without selecting.
  public mutating func move(to id: ID) { cursor = id }

  /// Selects exactly these items; a current item outside them is cleared.
  public mutating func set(_ ids: some Sequence<ID>) {
    self.ids = Set(ids)
    if let cursor, !self.ids.contains(cursor) { self.cursor = nil }
  }

  /// Clears the selection; the keyboard's current item stays.
  public mutating func clear() { ids.removeAll() }

  /// Keeps only items that still exist.
  public mutating func keep(where isThere: (ID) -> Bool) {
    ids = ids.filter(isThere)
    if let cursor, !isThere(cursor) { self.cursor = nil }
    if let anchor, !isThere(anchor) { self.anchor = nil }
  }

  // MARK: A rectangle

  /// Begins a rectangle; the existing selection stays if it `adds`.
  public mutating func beginRectangle(adds: Bool) {
    base = adds ? ids : []
    if !adds { ids = [] }
  }

  /// Selects the items that the rectangle touches; touched items that were selected before are deselected.
  public mutating func cover(_ touched: Set<ID>) {
    guard let base else { return }
    ids = base.symmetricDifference(touched)
  }

  /// Ends the rectangle; its selection stays.
  public mutating func endRectangle() { base = nil }
}

extension Selection: Sendable where ID: Sendable {}
