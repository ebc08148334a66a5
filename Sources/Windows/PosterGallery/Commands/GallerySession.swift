import Controls
import Localization
import Posters
import Publishing

/// The state shared by a gallery's commands: the target posters, and how a change is made and reported.
final class GallerySession {
  let dataSource: any PosterDataSource
  let wall: PosterWall
  let stage: OpenPosterTransition
  let language: Language
  let clipboard: Clipboard
  /// The window, which is created last.
  weak var window: (any GalleryWindow)?
  /// Makes changes one after the other, and undoes them.
  private(set) lazy var editor = PosterUndoQueue(dataSource, language: language) { [unowned self] in say($0) }

  init(
    _ dataSource: any PosterDataSource, _ wall: PosterWall, _ stage: OpenPosterTransition,
    _ language: Language,
    _ clipboard: Clipboard
  ) {
    self.dataSource = dataSource
    self.wall = wall
    self.stage = stage
    self.language = language
    self.clipboard = clipboard
  }

  var now: Double { window?.host.now ?? 0 }

  /// Whether a poster is open in the whole window.
  var isOpen: Bool { stage.current != nil }

  // MARK: Posters

  /// Whether the posters in the bin are shown, which can only be restored or deleted for good.
  var showsBin: Bool { dataSource.filter.isBin }

  /// The posters that a command for the gallery applies to, in its order; none in the bin.
  var chosen: [PosterCard.ID] { showsBin ? [] : selected }

  /// The open poster, or the selected ones in the order in which they are shown.
  var selected: [PosterCard.ID] {
    if let current = stage.current { return [current.id] }
    let ids = wall.selection.ids
    return ids.count <= 1
      ? Array(ids) : (0..<dataSource.count).map(dataSource.id).filter(ids.contains)
  }

  func card(_ id: PosterCard.ID) -> PosterCard? {
    dataSource.index(of: id).flatMap(dataSource.card)
  }

  /// Selects new or changed posters, and scrolls to the first.
  func show(_ ids: [PosterCard.ID]) {
    let listed = ids.filter { dataSource.index(of: $0) != nil }
    guard let first = listed.first, let index = dataSource.index(of: first), !isOpen else { return }
    if ids.count == 1 { wall.selection.select(first) } else { wall.selection.set(listed) }
    wall.places.reveal(index, at: now)
  }

  // MARK: Sentences

  /// Returns a sentence about posters: a single one by its name, or several by their number.
  func sentence(
    about ids: [PosterCard.ID], _ one: (_ name: String) -> Message, _ several: (_ count: Int) -> Message
  ) -> String {
    language.localized(ids.count == 1 ? one(card(ids[0])?.name(in: language) ?? "") : several(ids.count))
  }

  /// Shows a notice.
  func say(_ words: String) { window?.host.say(words) }

  /// Shows a notice with an Undo button.
  func report(_ words: String) {
    window?.host.say(words, .undo { [unowned self] _ in undo() })
  }

  /// Hides the last notice; returns whether it was still shown.
  @discardableResult func hideNotice() -> Bool { window?.host.hideNotice() ?? false }

  // MARK: Changes

  /// Makes a change; `done` receives the result.
  func perform(_ change: PosterChange, then done: @escaping (PosterChangeResult) -> Void) {
    editor.perform(change) { [unowned self] result in
      hideNotice()
      done(result)
    }
  }

  func undo() {
    editor.undo { [unowned self] result in
      hideNotice()
      show(result.ids)
    }
  }

  func redo() {
    editor.redo { [unowned self] result in
      hideNotice()
      show(result.ids)
    }
  }
}

/// The gallery's window, as its commands use it.
protocol GalleryWindow: AnyObject {
  /// Shows notices, menus and questions.
  var host: ControlHost { get }
  /// The commands that zoom the open poster.
  var zoomCommands: [Command] { get }
  /// Begins to edit the title of a poster.
  func beginRename(_ id: PosterCard.ID, at time: Double)
  /// Edits a poster that is open or about to open.
  func edit(_ id: PosterCard.ID, _ start: TypingStart)
  /// Opens a new poster for editing as soon as it is listed, clearing any filter that would hide it.
  func editWhenListed(_ id: PosterCard.ID)
  /// Asks for files to import as posters.
  func chooseFiles()
  /// Shows the templates for a new poster.
  func chooseTemplate()
  /// Opens a panel with posters.
  func show(_ posters: [Poster], in panel: PosterPanel)
  /// Moves the focus to the search field, with a letter that was already typed.
  func search(_ typed: String?)
}

/// A family of related commands.
protocol CommandFamily: AnyObject {
  var session: GallerySession { get }
}

extension CommandFamily {
  var language: Language { session.language }

  /// Returns a command of the family, in the group of posters.
  func command(
    _ id: String, _ title: String, _ shortcuts: [Shortcut] = [], isEnabled: Bool = true,
    repeats: Bool = false,
    _ action: @escaping (_ family: Self, _ time: Double) -> Void
  ) -> Command {
    var command = Command(
      "gallery.\(id)", title, group: language.localized("Posters"), isEnabled: isEnabled, repeats: repeats
    ) { [unowned self] time in action(self, time) }
    command.shortcuts = shortcuts
    return command
  }
}

/// Makes changes to posters one after the other, and can undo and redo them.
///
/// Changes run in the background. Each begins only after the previous one has finished, so that undoing it starts from
/// the state that it left.
final class PosterUndoQueue {
  /// A change in the history, by its inverse: the change that undoes it, or, after an undo, the one that redoes it.
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
  /// The edit that is being undone or redone.
  private var runningEdit: Edit?
  private var number = 0
  private var history = EditHistory<Edit>()

  /// Creates a queue; `fail` receives the reason why a change could not be made.
  init(
    _ dataSource: any PosterDataSource, language: Language = .english, fail: @escaping (String) -> Void
  ) {
    self.dataSource = dataSource
    self.language = language
    self.fail = fail
  }

  /// Whether there is a step to undo, or there may be one after the change in progress.
  var canUndo: Bool { running != nil || history.canUndo }
  /// Whether there is a step to redo, or there may be one after the change in progress.
  var canRedo: Bool { running != nil || history.canRedo }
  var undoTitle: String { history.undoTitle(in: language, title: title(of:)) }
  var redoTitle: String { history.redoTitle(in: language, title: title(of:)) }

  private func title(of step: String) -> String {
    PosterStep(rawValue: step).map { language.localized($0.title) } ?? step
  }

  /// Makes a change; `completion` receives the posters that it affected, the new ones if it created some.
  func perform(_ change: PosterChange, completion: @escaping (PosterChangeResult) -> Void = { _ in }) {
    add(Job(request: .change(change), completion: completion))
  }

  /// Undoes the last change.
  func undo(completion: @escaping (PosterChangeResult) -> Void) {
    add(Job(request: .undo, completion: completion))
  }

  /// Redoes the last undone change.
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

  /// Receives the result of the change with a number.
  func take(_ result: Result<PosterChangeResult, any Error>, number: Int) {
    guard number == self.number, let job = running else { return }
    let edit = runningEdit
    (running, runningEdit) = (nil, nil)
    switch result {
    case .success(let result):
      remember(result.inverse, of: job.request, edit)
      job.completion(result)
    case .failure(let error):
      // A failed undo stays in the history as done, a failed redo as undone.
      if case .undo = job.request { _ = history.redo() }
      if case .redo = job.request { _ = history.undo() }
      fail(language.localized(error))
    }
    runNext()
  }

  private func remember(_ inverse: PosterChange?, of request: Request, _ edit: Edit?) {
    guard let inverse else { return }
    if case .change(let change) = request {
      history.record(Edit(inverse: inverse), named: change.step.rawValue)
    } else {
      edit?.inverse = inverse
    }
  }
}

/// The kind of a step in a gallery's history.
private enum PosterStep: String {
  case create, duplicate, rename, favorite, remove, restore, delete, read, order
  case newAlbum, renameAlbum, removeAlbum, addToAlbum, takeFromAlbum

  /// The name in the commands Undo and Redo.
  var title: Message {
    switch self {
    case .create: Message("new poster", context: "step")
    case .duplicate: Message("duplicate", context: "step")
    case .rename: Message("rename", context: "step")
    case .favorite: Message("favourite", context: "step")
    case .remove: Message("delete", context: "step")
    case .restore: Message("restore", context: "step")
    case .delete: Message("delete permanently", context: "step")
    case .read: Message("add posters", context: "step")
    case .order: Message("order of posters", context: "step")
    case .newAlbum: Message("new album", context: "step")
    case .renameAlbum: Message("rename album", context: "step")
    case .removeAlbum: Message("delete album", context: "step")
    case .addToAlbum: Message("add to album", context: "step")
    case .takeFromAlbum: Message("take out of album", context: "step")
    }
  }
}

extension PosterChange {
  /// The kind of step that the change is.
  fileprivate var step: PosterStep {
    switch self {
    case .create: .create
    case .duplicate: .duplicate
    case .rename: .rename
    case .setFavorite: .favorite
    case .remove: .remove
    case .restore: .restore
    case .deleteFromBin: .delete
    case .read: .read
    case .move, .arrange: .order
    case .createAlbum: .newAlbum
    case .renameAlbum: .renameAlbum
    case .removeAlbum, .restoreAlbum: .removeAlbum
    case .addToAlbum: .addToAlbum
    case .takeFromAlbum: .takeFromAlbum
    }
  }
}
