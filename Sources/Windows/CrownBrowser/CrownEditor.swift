import Controls

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
