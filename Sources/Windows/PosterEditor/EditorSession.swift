import Catalog
import Colors
import Controls
import Geometry
import Images
import Localization
import PosterScene
import Posters
import Application
import Printing
import Publishing
import Typography
import Files
import Workers

/// The state shared by the parts of an editor: the draft, and the services for changing it.
final class EditorSession {
  let draft: PosterDraft
  let typesetter: Typesetter
  let interface: Interface
  let clipboard: Clipboard
  let folders: UserFolders
  /// Makes colour pickers.
  let colorPickers: ColorPickerFactory
  /// The decoder for pictures, which is used outside the frame loop.
  let pictures: any PictureDecoder
  /// The poster's pictures as it was opened, if they are decoded.
  let knownPictures: EditedDocument.Pictures?
  /// The controls that choose and design crowns; nil if the program has none.
  let crownTools: CrownTools?
  /// Whether choices are stored for the next window, which offscreen pictures do not.
  let remembers: Bool
  /// Whether files may be written and printers used.
  let writesFiles: Bool
  /// The seed of random choices.
  let seed: UInt64
  /// The editor's background work.
  let work: WorkGroup
  /// Background work whose results are passed to callbacks.
  let tasks: BackgroundTasks
  /// The services of the print panel.
  let printing: PrintServices
  /// Saves the poster as a template.
  private(set) lazy var templates = TemplateSaving(environment) { [weak self] in self?.host }
  private let environment: WindowEnvironment
  /// The library that keeps the poster or its history, and palettes; nil if none is known.
  let library: Library?
  /// The library that has the poster, and the poster's key there; nil for files and streams.
  let wallPlace: (library: Library, key: PosterKey)?
  /// The reason why the poster cannot be changed, or nil.
  let refusal: String?

  /// Called after each change of the document, the caret, or the selection.
  var onChange: () -> Void = {}
  /// The control that shows the poster, created later.
  weak var view: Control?

  /// The table that fills the poster.
  private(set) lazy var merge = PosterMerge(self)

  /// The layout of the row that is shown instead of its placeholders while nothing is typed; nil shows the poster.
  var preview: PosterLayout?

  /// The layout that the page shows.
  var shownLayout: PosterLayout { draft.isTyping ? draft.layout : preview ?? draft.layout }

  /// Whether the page shows a row of a table instead of the poster.
  var showsRow: Bool { !draft.isTyping && preview != nil }

  /// The reasons why pictures of the poster cannot be shown.
  var pictureFailures = PosterPictures.Failures() {
    didSet { if pictureFailures != oldValue { onChange() } }
  }

  /// The fault of the poster's pictures, or nil.
  var pictureFault: PosterFault? { PosterFault.picture(of: draft.layout, pictureFailures) }

  /// Whether the ground has handles on the poster.
  var showsGround = false {
    didSet { if showsGround != oldValue { onChange() } }
  }

  /// Whether margins and bleed have guides on the poster.
  var showsGuides = false {
    didSet { if showsGuides != oldValue { onChange() } }
  }

  /// The element whose properties are shown, or nil.
  var selectedElement: Int? {
    didSet { if selectedElement != oldValue { onChange() } }
  }

  /// Whether the page has rulers, with the guides that are drawn out of them.
  lazy var showsRulers = !poster.guides.isEmpty {
    didSet { if showsRulers != oldValue { onChange() } }
  }

  private var gestures = 0
  /// The document before the gesture that goes on, or nil between gestures.
  private var beforeGesture: Poster?

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
    printing = PrintServices(environment)
    self.environment = environment
    library = document.home.library
    if case .gallery(let library, let key, _) = document.home {
      wallPlace = (library, key)
    } else {
      wallPlace = nil
    }
    refusal = document.refusal.map(interface.language.localized)
    pictureFailures = document.pictures?.pictures.failures ?? pictureFailures
  }

  var poster: Poster { draft.poster }

  /// Returns the places of the free guides that are shown, for a frame of the page; things that are dragged snap to them.
  func guides(on page: Rect) -> Guides {
    guard showsRulers else { return Guides() }
    let guides = poster.guides
    let unit = page.width / max(poster.page.width, 1e-9)
    return Guides(
      vertical: guides.vertical.map { page.minX + $0 * unit },
      horizontal: guides.horizontal.map { page.minY + $0 * unit })
  }

  /// The host of the poster's window, or nil outside a window.
  var host: ControlHost? { view?.host }

  // MARK: Texts

  /// Returns a text in the language of the window.
  func localized(
    _ text: StaticString, _ values: [String: String] = [:], parts: [String: Message] = [:],
    context: StaticString? = nil
  ) -> String {
    localized(Message(text, values, parts: parts, context: context))
  }

  /// Returns a message in the language of the window.
  func localized(_ message: Message) -> String { interface.language.localized(message) }

  /// Returns the sentence of an error in the language of the window.
  func localized(_ error: any Error) -> String { interface.language.localized(error) }

  /// Shows a notice.
  func say(_ words: String) { host?.say(words) }

  /// Shows a notice in the language of the window.
  func say(_ message: Message) { say(localized(message)) }

  /// Returns whether the poster can be changed; if not, shows the reason.
  func mayChange() -> Bool {
    guard let refusal else { return true }
    say(refusal)
    return false
  }

  /// Changes the document as one undo step.
  func change(_ edit: PosterEdit, _ change: (inout Poster) -> Void) {
    self.change(edit, mergingBy: nil, change)
  }

  /// Changes the document during a gesture, which is one undo step as a whole.
  func change(_ edit: PosterEdit, _ phase: ChangePhase, _ change: (inout Poster) -> Void) {
    follow(phase) { self.change(edit, mergingBy: "\(edit.rawValue) \(gestures)", change) }
  }

  /// Performs a change of a gesture, and remembers the document from before it until it ends.
  private func follow(_ phase: ChangePhase, _ change: () -> Void) {
    if beforeGesture == nil { beforeGesture = poster }
    change()
    guard phase == .final else { return }
    beforeGesture = nil
    gestures += 1
  }

  /// Cancels the gesture that goes on and restores the document.
  func giveUpGesture(_ edit: PosterEdit) { if let beforeGesture { giveUp(edit, to: beforeGesture) } }

  /// Cancels a gesture that changes a line and restores the line.
  func giveUpGesture(_ edit: PosterEdit, ofLine index: Int) {
    guard let line = beforeGesture.flatMap({ $0.lines.indices.contains(index) ? $0.lines[index] : nil })
    else { return }
    changeLine(index, edit) { $0 = line }
  }

  /// Cancels a gesture and restores the document.
  func giveUp(_ edit: PosterEdit, to before: Poster) { change(edit, .final) { $0 = before } }

  private func change(_ edit: PosterEdit, mergingBy key: String?, _ change: (inout Poster) -> Void) {
    guard mayChange() else { return }
    var poster = draft.poster
    change(&poster)
    draft.change(to: poster, as: edit, mergingBy: key)
    onChange()
  }

  /// The lines with the selection, or the line with the caret.
  var selectedLines: ClosedRange<Int> {
    let range = draft.selection.range
    return range.lowerBound.line...range.upperBound.line
  }

  /// Changes the properties of a line except its text, as a step or during a gesture.
  func changeLine(
    _ index: Int, _ edit: PosterEdit, _ phase: ChangePhase = .final, _ change: (inout Poster.Line) -> Void
  ) {
    changeLines(index...index, edit, phase, change)
  }

  /// Changes the properties of several lines except their texts, as a step or during a gesture.
  func changeLines(
    _ range: ClosedRange<Int>, _ edit: PosterEdit, _ phase: ChangePhase = .final,
    _ change: (inout Poster.Line) -> Void
  ) {
    guard mayChange() else { return }
    follow(phase) {
      draft.changeLines(edit, mergingBy: "\(edit.rawValue) \(range) \(gestures)") { lines in
        for index in range { lines.changeLine(at: index, change) }
      }
    }
    onChange()
  }

  /// Changes the style of the selected letters, as a step or during a gesture.
  func changeStyle(
    _ edit: PosterEdit, _ phase: ChangePhase = .final, _ change: (inout Poster.Line.Style) -> Void
  ) {
    guard mayChange() else { return }
    follow(phase) {
      draft.changeLines(edit, mergingBy: "\(edit.rawValue) letters \(gestures)") { $0.changeStyle(change) }
    }
    onChange()
  }

  /// Adds, removes or reorders lines, as one undo step.
  func changeLines(_ edit: PosterEdit, _ change: (inout EditableLines) -> Void) {
    guard mayChange() else { return }
    draft.changeLines(edit, change)
    onChange()
  }

  /// The commands for undo and redo.
  var historyCommands: [Command] {
    let edited = draft.edited
    return [
      Command(
        "edit.undo", edited.undoTitle(in: interface.language), .control("z"),
        group: localized("Edit", context: "menu"),
        isEnabled: edited.history.canUndo,
        repeats: true
      ) { [unowned self] _ in undo() },
      Command(
        "edit.redo", edited.redoTitle(in: interface.language), .controlShift("z"), .control("y"),
        group: localized("Edit", context: "menu"),
        isEnabled: edited.history.canRedo, repeats: true
      ) { [unowned self] _ in redo() },
    ]
  }

  func undo() {
    guard mayChange() else { return }
    _ = draft.undo()
    keepSelection()
    onChange()
  }

  func redo() {
    guard mayChange() else { return }
    _ = draft.redo()
    keepSelection()
    onChange()
  }

  /// Drops the selection of an element that is gone.
  private func keepSelection() {
    if let selectedElement, !poster.elements.indices.contains(selectedElement) { self.selectedElement = nil }
  }
}
