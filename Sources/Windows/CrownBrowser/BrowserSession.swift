import Controls
import Localization

/// The state that the parts of the crowns window share.
final class BrowserSession {
  let panel: BrowserPanel
  let loader: CrownLoader
  let search: CrownSearch
  let clipboard: Clipboard
  private(set) lazy var editor = CrownEditor(loader: loader) { [unowned self] in say(language.localized($0)) }
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
  /// The language of all texts.
  var language: Language { panel.language }

  /// Shows a notice, with an Undo button if the last edit can be undone.
  func say(_ words: String, canUndo: Bool = false) {
    host?.say(words, canUndo ? .undo { [unowned self] _ in editor.undo() } : nil)
  }

  /// Shows the reason of a failure.
  func complain(_ fault: CrownLoader.Fault) {
    let words = language.localized(fault)
    guard fault.isDamage else { return say(words) }
    host?.say(words, Notice.Action(language.localized("Repair")) { [unowned self] _ in loader.repair() })
  }
}

/// Performs edits one after another, and keeps an undo history.
final class CrownEditor {
  private enum Request {
    case apply(CrownEdit)
    case undo
    case redo
  }

  private let loader: CrownLoader
  private(set) var history = EditHistory<CrownEdit>()
  /// Requests that arrived during another edit.
  private var waiting: [Request] = []
  private var isBusy = false

  /// Called for a request without anything to undo or redo.
  private let onNothingToDo: (Message) -> Void

  init(loader: CrownLoader, onNothingToDo: @escaping (Message) -> Void) {
    self.loader = loader
    self.onNothingToDo = onNothingToDo
  }

  func apply(_ edit: CrownEdit) { request(.apply(edit)) }
  /// Whether there is a step to undo, or there may be one after the edit in progress.
  var canUndo: Bool { isBusy || history.canUndo }
  /// Whether there is a step to redo, or there may be one after the edit in progress.
  var canRedo: Bool { isBusy || history.canRedo }

  func undo() { request(.undo) }
  func redo() { request(.redo) }

  /// Adds an edit that was performed elsewhere to the history.
  func record(_ edit: CrownEdit) { history.record(edit, named: edit.name) }

  /// Handles the end of an edit, and starts the next one.
  func finish(_ edit: CrownEdit, _ direction: CrownEdit.Direction, hasFailed: Bool) {
    switch (direction, hasFailed) {
    case (.first, false): record(edit)
    // A failed undo or redo leaves the history unchanged.
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
      guard let step = history.undo() else { return skip(Message("Nothing to undo")) }
      perform(step.change, .undo)
    case .redo:
      guard let step = history.redo() else { return skip(Message("Nothing to redo")) }
      perform(step.change, .redo)
    }
  }

  private func perform(_ edit: CrownEdit, _ direction: CrownEdit.Direction) {
    isBusy = true
    loader.perform(edit, direction)
  }

  private func skip(_ reason: Message) {
    onNothingToDo(reason)
    if !waiting.isEmpty { begin(waiting.removeFirst()) }
  }
}

/// An undoable change of the person's own crowns.
enum CrownEdit: Hashable, Sendable {
  /// `name` is the name of the first crown.
  case remove(ids: [String], name: String)
  case rename(id: String, from: String, to: String)
  /// Crowns added from files.
  case add(ids: [String])
  case favor(ids: [String], name: String, isFavorite: Bool)

  /// Whether an edit is performed first, undone, or redone.
  enum Direction: Hashable, Sendable {
    case first
    case undo
    case redo
  }

  /// The kind of edit, which identifies it in the history.
  var name: String {
    switch self {
    case .remove: "remove"
    case .favor(_, _, true): "favor"
    case .favor: "unfavor"
    case .rename: "rename"
    case .add: "add"
    }
  }

  /// Returns the title of the command that undoes the edit.
  func undoTitle(in language: Language) -> String {
    switch self {
    case .remove(let ids, _):
      language.localized("Undo removing crown", plural: "Undo removing {count} crowns", count: ids.count)
    case .favor(_, _, true): language.localized("Undo adding to favourites")
    case .favor: language.localized("Undo removing from favourites")
    case .rename: language.localized("Undo renaming crown")
    case .add(let ids):
      language.localized("Undo adding crown", plural: "Undo adding {count} crowns", count: ids.count)
    }
  }

  /// Returns the title of the command that redoes the edit.
  func redoTitle(in language: Language) -> String {
    switch self {
    case .remove(let ids, _):
      language.localized("Redo removing crown", plural: "Redo removing {count} crowns", count: ids.count)
    case .favor(_, _, true): language.localized("Redo adding to favourites")
    case .favor: language.localized("Redo removing from favourites")
    case .rename: language.localized("Redo renaming crown")
    case .add(let ids):
      language.localized("Redo adding crown", plural: "Redo adding {count} crowns", count: ids.count)
    }
  }

  /// Performs or reverses the change.
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

  /// The notice shown afterwards.
  func notice(_ direction: Direction) -> Message {
    switch (self, direction) {
    case (.remove(let ids, let name), .undo):
      Message(
        "Restored “{name}”", plural: "Restored {count} crowns", count: ids.count, ["name": name],
        context: "crowns")
    case (.remove(let ids, let name), _):
      Message("Removed “{name}”", plural: "Removed {count} crowns", count: ids.count, ["name": name])
    case (.favor(let ids, let name, let isFavorite), let direction):
      isFavorite != (direction == .undo)
        ? Message(
          "Added “{name}” to favourites", plural: "Added {count} crowns to favourites", count: ids.count,
          ["name": name])
        : Message(
          "Removed “{name}” from favourites", plural: "Removed {count} crowns from favourites",
          count: ids.count, ["name": name])
    case (.rename(_, let old, _), .undo): Message("Renamed to “{name}”", ["name": old])
    case (.rename(_, _, let new), _): Message("Renamed to “{name}”", ["name": new])
    case (.add(let ids), .undo):
      Message("Removed {count} crown", plural: "Removed {count} crowns", count: ids.count)
    case (.add(let ids), _):
      Message("Restored {count} crown", plural: "Restored {count} crowns", count: ids.count)
    }
  }

  /// The crown that is selected afterwards.
  func selection(_ direction: Direction) -> String? {
    switch (self, direction) {
    case (.remove(let ids, _), .undo): ids.first
    case (.rename(let id, _, _), .undo), (.rename(let id, _, _), .redo): id
    case (.add(let ids), .redo): ids.first
    default: nil
    }
  }
}
