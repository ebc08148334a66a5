import Controls
import Localization

/// Makes changes of posters one after the other, and remembers how to undo them.
///
/// Changes are made in the background. One begins when the one before has been answered, so that each is undone from
/// the state in which it left the posters.
final class PosterUndoQueue {
  /// A change that was made, and what takes it back; once that is done, what makes it again.
  private final class Edit {
    var inverse: PosterChange

    init(inverse: PosterChange) { self.inverse = inverse }
  }

  private enum Request {
    case change(PosterChange)
    case undo
    case redo
  }

  private struct Job {
    var request: Request
    var completion: (PosterChangeResult) -> Void
  }

  private let dataSource: any PosterDataSource
  private let language: Language
  private let fail: (String) -> Void
  private var waiting: [Job] = []
  private var running: Job?
  /// The edit that is being undone or made again.
  private var runningEdit: Edit?
  private var number = 0
  private var history = EditHistory<Edit>()

  /// Creates an editor; `fail` is told why a change could not be made.
  init(
    _ dataSource: any PosterDataSource, language: Language = .english, fail: @escaping (String) -> Void
  ) {
    self.dataSource = dataSource
    self.language = language
    self.fail = fail
  }

  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }
  var undoTitle: String { history.undoTitle(in: language) }
  var redoTitle: String { history.redoTitle(in: language) }

  /// Makes a change; `completion` is told which posters it concerned, the new ones when it made some.
  func perform(_ change: PosterChange, completion: @escaping (PosterChangeResult) -> Void = { _ in }) {
    add(Job(request: .change(change), completion: completion))
  }

  /// Takes back the last change.
  func undo(completion: @escaping (PosterChangeResult) -> Void) {
    add(Job(request: .undo, completion: completion))
  }

  /// Makes the change again that was taken back last.
  func redo(completion: @escaping (PosterChangeResult) -> Void) {
    add(Job(request: .redo, completion: completion))
  }

  private func add(_ job: Job) {
    waiting.append(job)
    runNext()
  }

  private func runNext() {
    while running == nil, !waiting.isEmpty {
      let job = waiting.removeFirst()
      guard let change = change(of: job.request) else { continue }
      running = job
      number += 1
      dataSource.perform(change, number: number)
    }
  }

  private func change(of request: Request) -> PosterChange? {
    switch request {
    case .change(let change): return change
    case .undo: runningEdit = history.undo()?.change
    case .redo: runningEdit = history.redo()?.change
    }
    return runningEdit?.inverse
  }

  /// Takes what came of the change with a number.
  func take(_ result: Result<PosterChangeResult, any Error>, number: Int) {
    guard number == self.number, let job = running else { return }
    let edit = runningEdit
    (running, runningEdit) = (nil, nil)
    switch result {
    case .success(let result):
      remember(result.inverse, of: job.request, edit)
      job.completion(result)
    case .failure(let error):
      // What could not be undone is still done, and the other way round.
      if case .undo = job.request { _ = history.redo() }
      if case .redo = job.request { _ = history.undo() }
      fail("\(error)")
    }
    runNext()
  }

  private func remember(_ inverse: PosterChange?, of request: Request, _ edit: Edit?) {
    guard let inverse else { return }
    if case .change(let change) = request {
      history.record(Edit(inverse: inverse), named: change.name)
    } else {
      edit?.inverse = inverse
    }
  }
}

extension PosterChange {
  /// What a menu calls the change that is undone.
  fileprivate var name: String {
    switch self {
    case .create: "new poster"
    case .duplicate: "duplicate"
    case .rename: "rename"
    case .setFavorite: "favourite"
    case .remove: "delete"
    case .restore: "restore"
    case .read: "import"
    case .move, .arrange: "order"
    case .createAlbum: "new album"
    case .renameAlbum: "name of the album"
    case .removeAlbum, .restoreAlbum: "delete album"
    case .addToAlbum: "add to album"
    case .takeFromAlbum: "take from album"
    }
  }
}
