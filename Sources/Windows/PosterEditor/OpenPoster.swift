public import Controls
public import Geometry
import Input
import PosterScene
public import Publishing
public import Posters
public import Application
import Bus

/// A poster that is open to be edited: its controls, what can be done with it, and what saves it by itself.
///
/// A window of its own shows one, and so does the wall in the place of a poster that fills the window. Whoever shows it
/// hands in the time and the mail.
public final class OpenPoster {
  /// The way to where the poster was opened from.
  public struct Back {
    /// What the way is called, as in “‹ Poster”.
    public var title: String
    /// Goes back; the argument is the time.
    public var action: (_ time: Double) -> Void

    /// Creates a way back.
    public init(_ title: String, action: @escaping (_ time: Double) -> Void) {
      self.title = title
      self.action = action
    }
  }

  let session: EditorSession
  let panel: EditorPanel
  let crown: CrownEditing
  private let saver: PosterSaver
  private let exporter: Exporter
  private let back: Back?
  /// Whether the document goes to whoever asked for it, and nowhere else.
  let isStream: Bool
  /// What else can be done where the poster is shown; it goes before what can be done everywhere.
  var moreCommands: () -> [Command] = { [] }
  /// Whether what is edited has become a poster of its own, because somebody else had changed the other one.
  private var isKeptBeside = false
  private var isWarned = false
  /// The packages of which it was said last that they are needed.
  private var saidPackages: [String]?
  /// What was said last of the pictures.
  private var saidPictureFault: PosterFault?

  /// Opens a document; with `back` there is a way to where it was opened from, and with `crowns` the crown can be chosen
  /// and designed.
  public init(
    _ document: EditedDocument, _ environment: WindowEnvironment, crowns: CrownTools? = nil,
    back: Back? = nil
  ) {
    let session = EditorSession(document, environment, crowns: crowns)
    self.session = session
    self.back = back
    if case .stream = document.home { isStream = true } else { isStream = false }
    // Where no file may be written, what is edited goes nowhere.
    let isKept = if case .file = document.home { environment.writesFiles } else { true }
    saver = PosterSaver(
      session.draft, isKept ? document.home : .stream,
      isAutomatic: !environment.isOffscreen && !isStream && session.refusal == nil, work: environment.work)
    exporter = Exporter(session, FileDialogs(environment) { [weak session] in session?.host })
    let bar = EditorBar(
      session, back: back.map { way in Button("‹ \(way.title)", kind: .quiet) { way.action($0) } })
    let canvas = PosterCanvas(session)
    crown = CrownEditing(session, canvas: canvas)
    panel = EditorPanel(session, canvas: canvas, bar: bar, inspector: Inspector(session))
    session.view = panel
    bar.delegate = self
    session.onChange = { [unowned self] in
      panel.refresh()
      crown.refresh()
      exporter.refresh()
      sayMissing()
    }
    crown.browse = { [unowned self] take in chooseCrownFile(take) }
    panel.inspector.crown.onChoose = { [unowned self] button in chooseCrown(from: button) }
    panel.makeCommands = { [unowned self] in commands }
    panel.inspector.ground.onChoosePicture = { [unowned self] in chooseGround() }
    panel.refresh()
  }

  /// Says once what is to be installed to see all characters, and which picture cannot be shown; the inspector goes on saying
  /// both.
  func sayMissing() {
    guard let host = panel.host else { return }
    let (missing, fault) = (session.draft.layout.missingCharacters, session.pictureFault)
    if missing?.packages != saidPackages {
      saidPackages = missing?.packages
      if let missing { host.say(session.interface.language.localized(missing.message)) }
    }
    if fault != saidPictureFault {
      saidPictureFault = fault
      if let fault { host.say(session.interface.language.localized(fault.message)) }
    }
  }

  /// What shows the poster; it has a way to be looked at for each size of the window.
  public var control: Control { panel }

  /// The control that has the keyboard while one types.
  public var firstFocus: Control { panel.canvas }

  /// The poster as it is now.
  public var poster: Poster { session.poster }

  /// Gives the keyboard to the poster, and says why it cannot be changed where that is so.
  func beginHere() {
    panel.host?.setFocus(firstFocus)
    if let refusal = session.refusal { session.say(refusal) } else { sayMissing() }
  }

  /// Begins to type.
  public func begin(_ start: TypingStart, at time: Double) {
    sayMissing()
    let typing = panel.canvas.typing
    switch start {
    case .typing: typing.begin(at: nil)
    case .at(let point): typing.begin(at: point)
    case .inserting(let text):
      typing.begin(at: nil)
      _ = typing.insert(text)
    case .firstLine: typing.selectFirstLine()
    }
    beginHere()
  }

  // MARK: Coming and going

  /// Lets the page come from where it was seen, in points of the control, and everything else fade in; at once where no
  /// motion is wanted.
  public func arrive(from place: Rect, velocity: SIMD4<Double> = .zero, at time: Double) {
    panel.arrive(from: place, velocity: velocity, at: time)
  }

  /// Lets the page go to where it will be seen, and everything else fade out.
  public func leave(to place: Rect, at time: Double) { panel.leave(to: place, at: time) }

  /// Where the page is seen now, in points of the control.
  public var pageFrame: Rect { panel.pageFrame }

  /// Where in the window messages stand: over the poster, and not over its properties.
  public var noticeRoom: Rect { panel.canvas.frameInWindow }

  /// Returns whether nothing moves any more.
  public func hasSettled(at time: Double) -> Bool { panel.hasSettled(at: time) }

  // MARK: Time

  /// Saves what is due and follows what is exported; returns when it wants to be asked again, or nil.
  public func advance(to time: Double) -> Double? {
    [saver.advance(to: time), exporter.advance(to: time)].compactMap { $0 }.min()
  }

  /// Takes in what has become of what was saved, and what others have made of the poster.
  public func receiveMail(at time: Double) {
    session.tasks.receiveMail()
    crown.receiveMail(at: time)
    exporter.receiveMail()
    for case .failed(let reason) in report(saver.take(at: time)) {
      panel.host?.say("Not saved: \(reason). It is tried again")
    }
  }

  /// Shows what the saver reports, and returns its reports.
  private func report(_ events: [PosterSaver.Event]) -> [PosterSaver.Event] {
    for event in events {
      switch event {
      case .saved, .changedOutside, .failed: break
      case .keptBeside(let name, _):
        isKeptBeside = true
        panel.host?.say("Somebody else has changed this poster; your version is kept beside it as \(name)")
      case .warning(let warning):
        panel.host?.say(session.interface.language.localized(warning))
      case .newer(let poster, let digest):
        session.draft.change(to: poster, as: .changesFromElsewhere)
        saver.tookNewer(digest)
        session.onChange()
        panel.host?.say("Changed elsewhere", .undo { [unowned self] _ in session.undo() })
      }
    }
    return events
  }

  /// Saves unsaved changes and waits for that; shows the reports, and returns the last one of saving, or nil.
  private func finishSaving() -> PosterSaver.Event? {
    report(saver.finish(at: panel.host?.now ?? 0)).last {
      switch $0 {
      case .saved, .keptBeside, .failed: true
      case .newer, .changedOutside, .warning: false
      }
    }
  }

  /// Asks whether what is exported is to be given up, where that takes a while; returns whether it asked. `close` is called
  /// once it was given up.
  public func asksToStop(then close: @escaping () -> Void) -> Bool {
    guard let work = exporter.shownWork, let host = panel.host else { return false }
    host.askToStop("\(work) It is not done yet, and nothing would be written.") { [unowned self] in
      exporter.giveUp()
      close()
    }
    return true
  }

  /// Saves what is not yet; returns what has become of the poster, or nil where it may not be left: the first time that it
  /// cannot be saved.
  public func finish() -> EditedResult? {
    exporter.finish()
    if case .failed(let fault) = finishSaving(), !isWarned {
      isWarned = true
      panel.host?.say("Not saved: \(fault). Leave once more to go without what was changed last")
      return nil
    }
    if isKeptBeside { return .keptBeside }
    guard session.draft.revision > 0 else { return .unchanged }
    // Without a caret.
    let layout = session.draft.isTyping ? session.draft.layout(of: poster) : session.draft.layout
    return .changed(layout, panel.canvas.pictures.present)
  }

  private func save() {
    // What cannot be changed is not saved either; the reason is said.
    guard session.mayChange() else { return }
    switch finishSaving() {
    case .failed(let fault): session.say("Not saved: \(fault)")
    // The report says what became of the changes.
    case .keptBeside, .warning: break
    default: session.say("Saved")
    }
  }

  // MARK: Commands

  var allCommands: [Command] {
    panel.canvas.commands + commands + (panel.host?.windowCommands ?? [])
  }

  private var commands: [Command] {
    let inspector = panel.inspector
    let isTyping = session.draft.isTyping
    let own = [
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
      Command(
        "line.capitals", "Line in capitals", .controlShift("u"), group: "Line", isEnabled: isTyping,
        isChecked: inspector.line.isInCapitals
      ) { _ in inspector.line.toggleCapitals() },
      Command("ink.mend", "Take the nearest ink that reads", .controlShift("i"), group: "Colours") { _ in
        inspector.ink.takeNearestInk()
      },
      Command("ground.dim", "Dim the ground until the ink reads", group: "Colours") { _ in
        inspector.ink.dimGround()
      },
      Command("page.turn", "Turn the page", group: "Page") { _ in inspector.page.turnPage() },
      Command(
        "page.guides", "Guides of margins and bleed", .control(";"), group: "Page",
        isChecked: session.showsGuides
      ) { [unowned self] _ in session.showsGuides.toggle() },
      Command(
        "page.usual-margins", "Historic margins", group: "Page", isEnabled: session.poster.margins != .usual
      ) { [unowned self] _ in session.change(.margins) { $0.margins = .usual } },
    ]
    let saving =
      isStream
      ? []
      : [
        Command("file.save", "Save now", .control("s"), group: "Poster") { [unowned self] _ in save() }
      ]
    return moreCommands() + session.historyCommands + own + crown.commands + saving + [
      Command("file.export", "Export…", .control("e"), group: "Poster") { [unowned self] _ in export() },
      Command("file.copy-text", "Copy as text", group: "Poster") { [unowned self] _ in exporter.copyText() },
      Command("file.copy-picture", "Copy as picture", .controlShift("g"), group: "Poster") {
        [unowned self] _ in exporter.copyPicture()
      },
      Command("file.copy-svg", "Copy as SVG", .controlShift("e"), group: "Poster") { [unowned self] _ in
        exporter.copyDrawing()
      },
      Command("window.properties", "Properties", .control("i"), group: "Window") { [unowned self] _ in
        panel.toggleProperties()
      },
    ] + wayBack
  }

  private var wayBack: [Command] {
    guard let back else { return [] }
    return [
      Command("window.back", "Back to the \(back.title.lowercased())", Shortcut(.escape), group: "Window") {
        [unowned self] time in
        // The keyboard may be in the properties while the caret stands in the text.
        if session.draft.isTyping { panel.canvas.typing.end() } else { back.action(time) }
      }
    ]
  }

  /// Opens what chooses a crown; properties that lie over the poster make room for it.
  private func chooseCrown(from button: Control) {
    guard let host = panel.host else { return }
    let isSheet = host.isShowing(panel.inspector)
    if isSheet { host.close(panel.inspector) }
    crown.toggle(from: isSheet ? nil : button, at: host.now)
  }

  /// Asks for a file that becomes the crown.
  private func chooseCrownFile(_ take: @escaping (String) -> Void) {
    let request = FileChooser.Request(
      .open, title: "Picture as crown",
      filters: [("Pictures and drawings", PictureDrops.extensions.sorted())])
    exporter.files.ask(request) { take($0[0]) }
  }

  /// Asks for a picture and puts it behind the letters.
  private func chooseGround() {
    let request = FileChooser.Request(
      .open, title: "Picture behind the letters",
      filters: [("Pictures", ["jpg", "jpeg", "png", "webp"])])
    exporter.files.ask(request) { [unowned self] in crown.chooseGround($0[0]) }
  }

  func export() { exporter.open(from: panel.bar.export) }
}

extension OpenPoster: EditorBarDelegate {
  func toggleProperties() { panel.toggleProperties() }
}
