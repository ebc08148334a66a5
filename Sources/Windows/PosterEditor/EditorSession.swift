import Colors
import Controls
import Images
import PosterScene
import Posters
import Application
import Publishing
import Typography
import Files
import Workers

/// What the parts of an editor share: the draft, and what they need from outside to change it.
final class EditorSession {
  let draft: PosterDraft
  let typesetter: Typesetter
  let interface: Interface
  let clipboard: Clipboard
  let folders: UserFolders
  /// What makes colour pickers.
  let colorPickers: ColorPickerFactory
  /// What makes pixels of pictures, off the frame loop.
  let pictures: any PictureDecoder
  /// The pictures of the poster as it was opened, where they have been decoded.
  let knownPictures: EditedDocument.Pictures?
  /// What makes the controls in which crowns are chosen and designed; nil where the program has none.
  let crownTools: CrownTools?
  /// Whether choices are kept for the next window: a picture of one changes nothing.
  let remembers: Bool
  /// Whether files may be written, and printers be used.
  let writesFiles: Bool
  /// The seed of random choices.
  let seed: UInt64
  /// The group of work beside the frame loop.
  let work: WorkGroup
  /// Work beside the frame loop whose results are handed to those that asked for it.
  let tasks: BackgroundTasks
  /// Why the poster cannot be changed, or nil.
  let refusal: String?

  /// Told after each change of the document, the caret, or the selection.
  var onChange: () -> Void = {}
  /// What shows the poster, which is made later.
  weak var view: Control?

  /// Why pictures of the poster cannot be shown.
  var pictureFailures = PosterPictures.Failures() {
    didSet { if pictureFailures != oldValue { onChange() } }
  }

  /// What is wrong with the pictures of the poster; nil where nothing is.
  var pictureFault: PosterFault? { PosterFault.picture(of: draft.layout, pictureFailures) }

  /// Whether the ground has handles on the poster.
  var showsGround = false {
    didSet { if showsGround != oldValue { onChange() } }
  }

  /// Whether margins and bleed have guides on the poster.
  var showsGuides = false {
    didSet { if showsGuides != oldValue { onChange() } }
  }

  private var gestures = 0

  init(_ document: EditedDocument, _ environment: WindowEnvironment, crowns: CrownTools?) {
    draft = PosterDraft(
      document.poster, history: document.history, typesetter: environment.typesetter,
      letters: LetterCache(document.letters))
    typesetter = environment.typesetter
    interface = environment.interface
    clipboard = environment.clipboard
    folders = environment.folders
    colorPickers = environment.colorPickers
    pictures = environment.pictures
    knownPictures = document.pictures
    crownTools = crowns
    remembers = !environment.isOffscreen
    writesFiles = environment.writesFiles
    seed = environment.seed
    work = environment.work
    tasks = BackgroundTasks(environment.work)
    refusal = document.refusal
    pictureFailures = document.pictures?.pictures.failures ?? pictureFailures
  }

  var poster: Poster { draft.poster }

  /// The window in which the poster is shown, or nil where it is in none.
  var host: ControlHost? { view?.host }

  /// Says something at the lower edge of the window.
  func say(_ words: String) { host?.say(words) }

  /// Whether the poster can be changed; where it cannot, the reason is said.
  func mayChange() -> Bool {
    guard let refusal else { return true }
    say(refusal)
    return false
  }

  /// Changes the document as one step.
  func change(_ edit: PosterEdit, _ change: (inout Poster) -> Void) {
    self.change(edit, mergingBy: nil, change)
  }

  /// Changes the document in the course of a gesture, all of which is one step.
  func change(_ edit: PosterEdit, _ phase: ChangePhase, _ change: (inout Poster) -> Void) {
    self.change(edit, mergingBy: "\(edit.rawValue) \(gestures)", change)
    if phase == .final { gestures += 1 }
  }

  /// Gives a gesture up: the document is what it was before.
  func giveUp(_ edit: PosterEdit, to before: Poster) { change(edit, .final) { $0 = before } }

  private func change(_ edit: PosterEdit, mergingBy key: String?, _ change: (inout Poster) -> Void) {
    guard mayChange() else { return }
    var poster = draft.poster
    change(&poster)
    draft.change(to: poster, as: edit, mergingBy: key)
    onChange()
  }

  /// Changes one line other than in its text, as a step or in the course of a gesture.
  func changeLine(
    _ index: Int, _ edit: PosterEdit, _ phase: ChangePhase = .final, _ change: (inout Poster.Line) -> Void
  ) {
    guard mayChange() else { return }
    draft.changeLines(edit, mergingBy: "\(edit.rawValue) \(index) \(gestures)") {
      $0.changeLine(at: index, change)
    }
    if phase == .final { gestures += 1 }
    onChange()
  }

  /// Changes which lines there are, as one step.
  func changeLines(_ edit: PosterEdit, _ change: (inout EditableLines) -> Void) {
    guard mayChange() else { return }
    draft.changeLines(edit, change)
    onChange()
  }

  /// Takes steps back and does them again.
  var historyCommands: [Command] {
    let edited = draft.edited
    return [
      Command(
        "edit.undo", edited.undoTitle(in: interface.language), .control("z"), group: "Edit",
        isEnabled: edited.history.canUndo,
        repeats: true
      ) { [unowned self] _ in undo() },
      Command(
        "edit.redo", edited.redoTitle(in: interface.language), .controlShift("z"), .control("y"),
        group: "Edit",
        isEnabled: edited.history.canRedo, repeats: true
      ) { [unowned self] _ in redo() },
    ]
  }

  func undo() {
    guard mayChange() else { return }
    _ = draft.undo()
    onChange()
  }

  func redo() {
    guard mayChange() else { return }
    _ = draft.redo()
    onChange()
  }
}
