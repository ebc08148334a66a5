import Controls
import Localization
import Palettes

/// The palettes of a window, the open one, and the undo history.
final class PaletteCollection {
  private let store: PaletteStore
  private(set) var entries: [PaletteEntry]
  private var history = EditHistory<PaletteEdit>()

  /// The id of the open palette.
  private(set) var openID: String?

  /// The search words.
  var search = "" {
    didSet { if search != oldValue { find() } }
  }

  /// The palettes that match the search, in order.
  private(set) var found: [PaletteEntry] = []

  init(_ store: PaletteStore) throws {
    self.store = store
    entries = try store.load()
    openID = entries.first?.id
    find()
  }

  var open: PaletteEntry? { entries.first { $0.id == openID } }

  private func find() {
    let words = search.lowercased().split(separator: " ").map(String.init)
    found = words.isEmpty ? entries : entries.filter { $0.matches(words) }
  }

  func open(_ id: String?) { openID = id }

  /// Reads changes made elsewhere; the open palette stays open. Returns whether anything has changed.
  func reload() throws -> Bool {
    let place = entries.firstIndex { $0.id == openID } ?? 0
    let loaded = try store.load()
    guard loaded != entries else { return false }
    entries = loaded
    if open == nil { openID = entries.isEmpty ? nil : entries[min(place, entries.count - 1)].id }
    find()
    return true
  }

  // MARK: Changes

  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }
  func undoTitle(in language: Language) -> String {
    history.undoTitle(in: language) { PaletteStep(rawValue: $0)?.title(in: language) ?? $0 }
  }
  func redoTitle(in language: Language) -> String {
    history.redoTitle(in: language) { PaletteStep(rawValue: $0)?.title(in: language) ?? $0 }
  }

  /// Appends a palette and opens it.
  func add(_ palette: Palette, named step: PaletteStep) throws {
    var entry = PaletteEntry(id: "", palette: palette)
    entry.id = try store.insert(entry)
    insert(entry, at: entries.count)
    history.record(.insert(entry, at: entries.count - 1), named: step.rawValue)
  }

  func remove(_ id: String) throws {
    guard let place = entries.firstIndex(where: { $0.id == id }) else { return }
    let edit = PaletteEdit.remove(entries[place], at: place)
    try apply(edit)
    history.record(edit, named: PaletteStep.removePalette.rawValue)
  }

  /// Changes the open palette; consecutive changes with the same key form one step.
  func change(_ step: PaletteStep, mergingBy key: String? = nil, _ change: (inout Palette) -> Void) throws {
    guard let old = open else { return }
    var new = old
    change(&new.palette)
    guard new != old else { return }
    let edit = PaletteEdit.replace(old, with: new)
    try apply(edit)
    history.record(edit, named: step.rawValue, mergingBy: key.map { "\($0) \(old.id)" }) { earlier, later in
      guard case .replace(let first, _) = earlier, case .replace(_, let last) = later else { return nil }
      return .replace(first, with: last)
    }
  }

  /// Moves a palette before the search result at an index, or after the last result.
  ///
  /// Consecutive moves of the same palette with the same key form one step.
  func move(_ id: String, before place: Int, mergingBy key: String? = nil) throws {
    guard let from = entries.firstIndex(where: { $0.id == id }), !found.isEmpty else { return }
    let next = found.indices.contains(place) ? found[place].id : nil
    let behind = found[found.count - 1].id
    let wanted =
      next.flatMap { next in entries.firstIndex { $0.id == next } }
      ?? entries.firstIndex { $0.id == behind }.map { $0 + 1 } ?? entries.count
    let target = wanted > from ? wanted - 1 : wanted
    guard target != from else { return }
    let edit = PaletteEdit.move(id, from: from, to: target)
    try apply(edit)
    history.record(edit, named: PaletteStep.movePalette.rawValue, mergingBy: key.map { "\($0) \(id)" }) {
      earlier, later in
      guard case .move(let id, let first, _) = earlier, case .move(_, _, let last) = later else { return nil }
      return .move(id, from: first, to: last)
    }
  }

  func undo() throws {
    guard let step = history.undo() else { return }
    try apply(step.change.inverse)
  }

  func redo() throws {
    guard let step = history.redo() else { return }
    try apply(step.change)
  }

  private func apply(_ edit: PaletteEdit) throws {
    switch edit {
    case .insert(let entry, let place):
      // If another program has taken the id meanwhile, the palette could not be found under it.
      _ = try store.insert(entry)
      insert(entry, at: min(place, entries.count))
      if place < entries.count - 1 { try store.order(entries.map(\.id)) }
    case .remove(let entry, let place):
      try store.remove(entry.id)
      entries.removeAll { $0.id == entry.id }
      if openID == entry.id { openID = entries.isEmpty ? nil : entries[min(place, entries.count - 1)].id }
    case .replace(let old, let new):
      let kept = try store.replace(old, new)
      guard let place = entries.firstIndex(where: { $0.id == new.id }) else { return }
      entries[place] = kept
      openID = new.id
    case .move(let id, _, let target):
      var moved = entries
      guard let place = moved.firstIndex(where: { $0.id == id }) else { return }
      let taken = moved.remove(at: place)
      moved.insert(taken, at: min(target, moved.count))
      try store.order(moved.map(\.id))
      entries = moved
    }
    find()
  }

  private func insert(_ entry: PaletteEntry, at place: Int) {
    entries.insert(entry, at: place)
    openID = entry.id
    find()
  }
}
