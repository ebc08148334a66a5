import Controls

/// What the parts of the window of crowns share.
final class BrowserSession {
  let panel: BrowserPanel
  let loader: CrownLoader
  let search: CrownSearch
  let clipboard: Clipboard
  private(set) lazy var editor = CrownEditor(loader: loader) { [unowned self] in say($0) }
  /// The seed of random designs.
  let seed: UInt64

  init(panel: BrowserPanel, loader: CrownLoader, search: CrownSearch, clipboard: Clipboard, seed: UInt64) {
    self.seed = seed
    self.panel = panel
    self.loader = loader
    self.search = search
    self.clipboard = clipboard
  }

  var grid: CrownGridControl { panel.grid }
  var host: ControlHost? { panel.host }

  /// Says something, with a button that takes the last edit back where it can be undone.
  func say(_ words: String, canUndo: Bool = false) {
    host?.say(words, canUndo ? .undo { [unowned self] _ in editor.undo() } : nil)
  }

  /// Says why something was not done.
  func complain(_ fault: CrownLoader.Fault) {
    guard fault.isDamage else { return say(fault.description) }
    host?.say(fault.description, Notice.Action("Repair") { [unowned self] _ in loader.repair() })
  }
}

/// Makes edits one after another, and keeps those that can be undone.
final class CrownEditor {
  private enum Request {
    case apply(CrownEdit)
    case undo
    case redo
  }

  private let loader: CrownLoader
  private(set) var history = EditHistory<CrownEdit>()
  /// Requests that came while another edit was being made.
  private var waiting: [Request] = []
  private var isBusy = false

  /// Told of a request that there is nothing to do for.
  private let onNothingToDo: (String) -> Void

  init(loader: CrownLoader, onNothingToDo: @escaping (String) -> Void) {
    self.loader = loader
    self.onNothingToDo = onNothingToDo
  }

  func apply(_ edit: CrownEdit) { request(.apply(edit)) }
  func undo() { request(.undo) }
  func redo() { request(.redo) }

  /// Keeps an edit that was made elsewhere, to be undone.
  func record(_ edit: CrownEdit) { history.record(edit, named: edit.name) }

  /// Takes note that an edit was made, or not; the next one begins.
  func finish(_ edit: CrownEdit, _ direction: CrownEdit.Direction, hasFailed: Bool) {
    switch (direction, hasFailed) {
    case (.first, false): record(edit)
    // What could not be taken back or made again is where it was.
    case (.undo, true): _ = history.redo()
    case (.redo, true): _ = history.undo()
    default: break
    }
    isBusy = false
    if !waiting.isEmpty { begin(waiting.removeFirst()) }
  }

  private func request(_ request: Request) {
    if isBusy { waiting.append(request) } else { begin(request) }
  }

  private func begin(_ request: Request) {
    switch request {
    case .apply(let edit): perform(edit, .first)
    case .undo:
      guard let step = history.undo() else { return skip("There is nothing to undo") }
      perform(step.change, .undo)
    case .redo:
      guard let step = history.redo() else { return skip("There is nothing to do again") }
      perform(step.change, .redo)
    }
  }

  private func perform(_ edit: CrownEdit, _ direction: CrownEdit.Direction) {
    isBusy = true
    loader.perform(edit, direction)
  }

  private func skip(_ reason: String) {
    onNothingToDo(reason)
    if !waiting.isEmpty { begin(waiting.removeFirst()) }
  }
}

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
