public import Controls
import Geometry
import Input
import Posters
public import Studio

/// A window in which one poster is edited: one types on it.
public final class PosterEditor: ControlWindow {
  private let session: EditorSession
  private let panel: EditorPanel
  private let saver: PosterSaver
  private let isStream: Bool
  private let isPicture: Bool

  /// Whether the document is to be printed, for one that came from standard input: not where it was given up.
  public private(set) var isAccepted = true

  /// The smallest size that the window can be made, in points.
  public static let minimumSize = Size(width: 320, height: 320)
  public static let defaultSize = Size(width: 1120, height: 820)

  /// Opens a document.
  public init(_ document: EditedDocument, _ environment: WindowEnvironment) {
    let session = EditorSession(document, environment)
    self.session = session
    if case .stream = document.home { isStream = true } else { isStream = false }
    isPicture = environment.isOffscreen
    saver = PosterSaver(
      session.draft, document.home, isImmediate: environment.isOffscreen,
      isAutomatic: !environment.isOffscreen && !isStream && session.refusal == nil, wake: environment.wake)
    let link = Link()
    let canvas = PosterCanvas(session)
    let properties = Button("Properties", icon: .properties, kind: .quiet) { _ in
      link.editor?.panel.toggleProperties()
    }
    let export = Button("Export", kind: .quiet) { _ in link.editor?.export() }
    let bar = EditorBar(session, back: nil, properties: properties, export: export) {
      link.editor?.allCommands ?? []
    }
    panel = EditorPanel(session, canvas: canvas, bar: bar, inspector: Inspector(session))
    super.init(
      root: panel, title: "Poster editor", interface: environment.interface, clipboard: environment.clipboard)
    link.editor = self
    session.onChange = { [unowned self] in panel.refresh() }
    session.say = { [unowned self] in host.say($0) }
    panel.makeCommands = { [unowned self] in editorCommands }
    host.setFocus(canvas)
    panel.refresh()
    if let refusal = session.refusal { host.say(refusal) }
  }

  /// What parts that are made before the window do to it.
  private final class Link {
    weak var editor: PosterEditor?
  }

  /// The poster as it is now.
  public var poster: Poster { session.poster }

  public override var windowTitle: String? {
    let name = session.poster.title
    return name.isEmpty ? "Poster" : name
  }

  // MARK: Time

  public override func advance(to time: Double) -> Double? {
    let next = super.advance(to: time)
    let due = saver.advance(to: time)
    return [next, due].compactMap { $0 }.min()
  }

  public override func receiveMail(at time: Double) {
    for message in saver.take(at: time) {
      switch message {
      case .saved, .changedOutside: break
      case .keptBeside(let name, _):
        host.say("Somebody else has changed this poster; your version is kept beside it as \(name)")
      case .failed(let reason):
        host.say("Not saved: \(reason). It is tried again")
      case .newer(let poster, let digest):
        session.draft.update { $0.replace(with: poster, named: "changes from elsewhere") }
        saver.tookNewer(digest)
        session.onChange()
        host.say("Changed elsewhere", .undo { [unowned self] _ in session.undo() })
      }
    }
  }

  // MARK: The end

  public override func close() {
    if let fault = saver.finish() {
      // A second time it closes all the same.
      guard isWarned else {
        isWarned = true
        return host.say("Not saved: \(fault). Close once more to leave without what was changed last")
      }
    }
    isFinished = true
  }

  private var isWarned = false

  /// Ends without the document where that was to be printed, and as ever elsewhere.
  private func giveUp() {
    guard isStream else { return }
    isAccepted = false
    isFinished = true
  }

  private func save() {
    if isStream {
      isFinished = true
    } else if let fault = saver.finish() {
      host.say("Not saved: \(fault)")
    } else {
      host.say("Saved")
    }
  }

  // MARK: Commands

  private var allCommands: [Command] { panel.canvas.commands + editorCommands + host.windowCommands }

  private var editorCommands: [Command] {
    let history = session.draft.edited.history
    let inspector = panel.inspector
    let isTyping = session.draft.isTyping
    return [
      Command(
        "edit.undo", history.undoTitle, .control("z"), group: "Edit", isEnabled: history.canUndo,
        repeats: true
      ) { [unowned self] _ in session.undo() },
      Command(
        "edit.redo", history.redoTitle, .controlShift("z"), .control("y"), group: "Edit",
        isEnabled: history.canRedo, repeats: true
      ) { [unowned self] _ in session.redo() },
      Command(
        "line.size", "Large or small line", .control("l"), group: "Line", isEnabled: isTyping
      ) { _ in inspector.line.toggleRank() },
      Command(
        "line.up", "Move line up", Shortcut(.up, .alt), group: "Line", isEnabled: isTyping, repeats: true
      ) { _ in inspector.line.move(by: -1) },
      Command(
        "line.down", "Move line down", Shortcut(.down, .alt), group: "Line", isEnabled: isTyping,
        repeats: true
      ) { _ in inspector.line.move(by: 1) },
      Command(
        "line.delete", "Delete line", .controlShift("k"), group: "Line", isEnabled: isTyping
      ) { _ in inspector.line.removeLine() },
      Command("ink.mend", "Take the nearest ink that reads", .controlShift("i"), group: "Colours") { _ in
        inspector.ink.takeNearestInk()
      },
      Command("ground.dim", "Dim the ground until the ink reads", group: "Colours") { _ in
        inspector.ink.dimGround()
      },
      Command("page.turn", "Turn the page", group: "Page") { _ in inspector.page.turnPage() },
      Command(
        "file.save", isStream ? "Print the document and close" : "Save now", .control("s"), group: "Poster"
      ) {
        [unowned self] _ in save()
      },
      Command("file.export", "Export…", .control("e"), group: "Poster") { [unowned self] _ in export() },
      Command("window.properties", "Properties", .control("i"), group: "Window") { [unowned self] _ in
        panel.toggleProperties()
      },
      Command(
        "window.give-up", "Close without printing", Shortcut(.escape), group: "Window", isEnabled: isStream
      ) { [unowned self] _ in giveUp() },
    ]
  }

  private func export() {}
}
