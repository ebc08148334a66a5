/// Which posters are selected, from where a range extends, and which one the keyboard is at.
public struct PosterSelection: Hashable, Sendable {
  /// The posters that are selected.
  public private(set) var ids: Set<PosterCard.ID> = []

  /// The poster that the keyboard is at.
  public private(set) var cursor: PosterCard.ID?

  /// The poster from which Shift extends.
  public private(set) var anchor: PosterCard.ID?

  /// What was selected when a rectangle began to be drawn.
  private var base: Set<PosterCard.ID>?

  /// Creates a selection of nothing.
  public init() {}

  /// The poster that a command for one poster is about.
  public var target: PosterCard.ID? { cursor ?? ids.first }

  /// Whether no poster is selected.
  public var isEmpty: Bool { ids.isEmpty }

  /// Returns whether a poster is selected.
  public func contains(_ id: PosterCard.ID) -> Bool { ids.contains(id) }

  /// Selects a poster alone; the keyboard and ranges go on from there.
  public mutating func select(_ id: PosterCard.ID) {
    (ids, cursor, anchor) = ([id], id, id)
  }

  /// Adds a poster or takes it out.
  public mutating func toggle(_ id: PosterCard.ID) {
    if ids.remove(id) == nil { ids.insert(id) }
    (cursor, anchor) = (id, id)
  }

  /// Selects what lies between the anchor and a poster, instead of what a former range had.
  public mutating func extend(to id: PosterCard.ID, range: [PosterCard.ID]) {
    ids = Set(range)
    cursor = id
    if anchor == nil { anchor = id }
  }

  /// Moves the keyboard without selecting.
  public mutating func move(to id: PosterCard.ID) { cursor = id }

  /// Selects posters and no others; a keyboard that was at another one is at none.
  public mutating func set(_ ids: some Sequence<PosterCard.ID>) {
    self.ids = Set(ids)
    if let cursor, !self.ids.contains(cursor) { self.cursor = nil }
  }

  /// Selects nothing; the keyboard stays where it is.
  public mutating func clear() { ids.removeAll() }

  /// Leaves only what is still there.
  public mutating func keep(where isThere: (PosterCard.ID) -> Bool) {
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
  public mutating func cover(_ touched: Set<PosterCard.ID>) {
    guard let base else { return }
    ids = base.symmetricDifference(touched)
  }

  /// Ends the rectangle; what it selected stays so.
  public mutating func endRectangle() { base = nil }
}
