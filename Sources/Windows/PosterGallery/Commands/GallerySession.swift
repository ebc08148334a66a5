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
