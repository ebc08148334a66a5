import Controls
import Localization
import Publishing

/// What the commands of a gallery share: the posters that they are about, and how a change is made and reported.
final class GallerySession {
  let dataSource: any PosterDataSource
  let wall: PosterWall
  let stage: OpenPosterTransition
  let language: Language
  let clipboard: Clipboard
  /// The window, which is made last.
  weak var window: (any GalleryWindow)?
  /// Makes changes one after the other, and takes them back.
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

  /// Whether a poster fills the window.
  var isOpen: Bool { stage.current != nil }

  // MARK: Posters

  /// The posters that a command is about, in the order of the wall.
  var chosen: [PosterCard.ID] {
    if let current = stage.current { return [current.id] }
    let ids = wall.selection.ids
    return ids.count <= 1
      ? Array(ids) : (0..<dataSource.count).map(dataSource.id).filter(ids.contains)
  }

  func card(_ id: PosterCard.ID) -> PosterCard? {
    dataSource.index(of: id).flatMap(dataSource.card)
  }

  /// Selects posters that were made or changed, and scrolls to the first.
  func show(_ ids: [PosterCard.ID]) {
    let listed = ids.filter { dataSource.index(of: $0) != nil }
    guard let first = listed.first, let index = dataSource.index(of: first), !isOpen else { return }
    if ids.count == 1 { wall.selection.select(first) } else { wall.selection.set(listed) }
    wall.places.reveal(index, at: now)
  }

  // MARK: Sentences

  /// Returns a sentence about posters: one of them by its name, or several by their number.
  func sentence(
    about ids: [PosterCard.ID], _ one: (_ name: String) -> Message, _ several: (_ count: Int) -> Message
  ) -> String {
    language.localized(ids.count == 1 ? one(card(ids[0])?.name ?? "") : several(ids.count))
  }

  /// Shows a sentence for a while.
  func say(_ words: String) { window?.host.say(words) }

  /// Says what was done, with a button that takes it back.
  func report(_ words: String) {
    window?.host.say(words, .undo { [unowned self] _ in undo() })
  }

  /// Hides what was said last; returns whether it was still shown.
  @discardableResult func hideNotice() -> Bool { window?.host.hideNotice() ?? false }

  // MARK: Changes

  /// Makes a change; `done` is told what came of it.
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

/// The window of a gallery, as its commands use it.
protocol GalleryWindow: AnyObject {
  /// What shows notices, menus and questions.
  var host: ControlHost { get }
  /// Begins to edit the title of a poster.
  func beginRename(_ id: PosterCard.ID, at time: Double)
  /// Edits the poster that fills the window, or is about to.
  func edit(_ id: PosterCard.ID, _ start: TypingStart)
  /// Opens a new poster and edits it as soon as it is on the wall, from which no filter may keep it then.
  func editWhenListed(_ id: PosterCard.ID)
  /// Asks for files that become posters.
  func chooseFiles()
  /// Shows what a new poster may begin with.
  func chooseTemplate()
  /// Gives the keyboard to the search field, with a letter that was typed already.
  func search(_ typed: String?)
}

/// Some of the commands of a gallery, which belong together.
protocol CommandFamily: AnyObject {
  var session: GallerySession { get }
}

extension CommandFamily {
  var language: Language { session.language }

  /// Returns a command of the family, among those of posters.
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
