public import Controls
public import Geometry
import Input
import PosterScene
public import Publishing
public import Posters
public import Application
import Files
import Localization

/// A poster open for editing: its controls, its commands, and automatic saving.
///
/// A window of its own shows one, and so does the gallery in place of an open poster. The owner passes the time and
/// messages to it.
public final class OpenPoster {
  let session: EditorSession
  let panel: EditorPanel
  let crown: CrownEditing
  private let saver: PosterSaver
  private let exporter: Exporter
  let rows: MergeExporter
  /// Goes back to the poster in the gallery; the argument is the time.
  private let back: ((_ time: Double) -> Void)?
  /// Whether the document is only returned to the caller, and stored nowhere.
  let isStream: Bool
  /// Returns further commands of the owner, which come before the window's commands.
  var moreCommands: () -> [Command] = { [] }
  /// Whether the edited poster was saved as a separate one, because another program had changed the original.
  private var isKeptBeside = false
  private var isWarned = false
  /// The required packages that were reported last.
  private var saidPackages: [String]?
  /// The picture fault that was reported last.
  private var saidPictureFault: PosterFault?

  /// Opens a document; `back` returns to the poster from which it was opened, and `crowns` makes the crown editable.
  public init(
    _ document: EditedDocument, _ environment: WindowEnvironment, crowns: CrownTools? = nil,
    back: ((_ time: Double) -> Void)? = nil
  ) {
    let session = EditorSession(document, environment, crowns: crowns)
    self.session = session
    self.back = back
    if case .stream = document.home { isStream = true } else { isStream = false }
    // If no file may be written, changes are not stored.
    let isKept = if case .file = document.home { environment.writesFiles } else { true }
    saver = PosterSaver(
      session.draft, isKept ? document.home : .stream,
      isAutomatic: !environment.isOffscreen && !isStream && session.refusal == nil, work: environment.work)
    exporter = Exporter(session, FileDialogs(environment) { [weak session] in session?.host })
    rows = MergeExporter(session, exporter.files, library: document.home.library)
    let bar = EditorBar(
      session, back: back.map { Button(session.localized("‹ Poster"), kind: .quiet, action: $0) })
    let canvas = PosterCanvas(session)
    crown = CrownEditing(session, canvas: canvas)
    panel = EditorPanel(session, canvas: canvas, bar: bar, inspector: Inspector(session))
    session.view = panel
    bar.delegate = self
    panel.merge.delegate = self
    panel.merge.chips.onInsert = { [unowned canvas] column, _ in canvas.tables.insert(column, on: canvas) }
    session.merge.onChange = { [unowned self] in
      panel.merge.refresh()
      rows.refresh()
    }
    session.onChange = { [unowned self] in
      self.session.merge.refresh()
      panel.refresh()
      crown.refresh()
      exporter.refresh()
      sayMissing()
    }
    exporter.onAnimate = { [unowned self] in animate() }
    crown.browse = { [unowned self] take in chooseCrownFile(take) }
    panel.inspector.elements.onChooseFile = { [unowned self] in chooseElementFile() }
    panel.inspector.elements.onReplace = { [unowned self] in chooseElementFile(replacing: $0) }
    canvas.elementHandles.onReplace = { [unowned self] in chooseElementFile(replacing: $0) }
    panel.inspector.elements.onChooseCrown = { [unowned self] in crown.addAnother(from: $0) }
    canvas.elementHandles.onOpen = { [unowned self] _ in panel.showElement() }
    panel.inspector.crown.onChoose = { [unowned self] button in chooseCrown(from: button) }
    panel.inspector.onChooseScheme = { [unowned self] in chooseScheme(from: $0) }
    panel.makeCommands = { [unowned self] in commands }
    panel.inspector.print.onShow = { [unowned self] place, time in
      // Properties that cover the poster are closed first.
      if let host = panel.host, host.isShowing(panel.inspector) { host.close(panel.inspector) }
      panel.canvas.zooming.show(place, at: time)
    }
    panel.inspector.ground.onChoosePicture = { [unowned self] in chooseGround() }
    panel.refresh()
  }

  /// Reports once which packages provide the missing characters, and which picture cannot be shown. The inspector keeps
  /// showing both.
  func sayMissing() {
    guard let host = panel.host else { return }
    let (missing, fault) = (session.draft.layout.missingCharacters, session.pictureFault)
    if missing?.packages != saidPackages {
      saidPackages = missing?.packages
      if let missing { host.say(session.localized(missing.message)) }
    }
    if fault != saidPictureFault {
      saidPictureFault = fault
      if let fault { host.say(session.localized(fault.message)) }
    }
  }

  /// The control that shows the poster; its layout adapts to the window's size.
  public var control: Control { panel }

  /// The control that has the focus during typing.
  public var firstFocus: Control { panel.canvas }

  /// The current poster.
  public var poster: Poster { session.poster }

  /// Moves the focus to the poster, and reports the reason if it cannot be changed.
  func beginHere() {
    panel.host?.setFocus(firstFocus)
    if let refusal = session.refusal { session.say(refusal) } else { sayMissing() }
  }

  /// Begins typing at a time in seconds.
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
    case .table(let path): session.merge.open(file: path)
    }
    beginHere()
  }

  // MARK: Opening and closing

  /// Animates the page from a frame, in points of the control, and fades in everything else; without animation under
  /// reduced motion.
  public func arrive(from place: Rect, velocity: SIMD4<Double> = .zero, at time: Double) {
    panel.arrive(from: place, velocity: velocity, at: time)
  }

  /// Animates the page to a frame, and fades out everything else.
  public func leave(to place: Rect, at time: Double) { panel.leave(to: place, at: time) }

  /// The current frame of the page, in points of the control.
  public var pageFrame: Rect { panel.pageFrame }

  /// The area for notices in the window: over the poster, not over its properties.
  public var noticeRoom: Rect { panel.canvas.frameInWindow }

  /// Returns whether all animations have ended at a time in seconds.
  public func hasSettled(at time: Double) -> Bool { panel.hasSettled(at: time) }

  // MARK: Time

  /// Saves when due and follows an export; returns when to call it again, in seconds, or nil.
  public func advance(to time: Double) -> Double? {
    [saver.advance(to: time), exporter.advance(to: time), rows.advance(to: time)].compactMap { $0 }.min()
  }

  /// Receives results of saving, and changes by other programs.
  public func receiveMail(at time: Double) {
    session.tasks.receiveMail()
    session.templates.receiveMail()
    crown.receiveMail(at: time)
    exporter.receiveMail()
    session.merge.receiveMail()
    rows.receiveMail()
    for case .failed(let reason) in report(saver.take(at: time)) {
      session.say(Message("Not saved: {reason}. Regalia will try again.", parts: ["reason": reason]))
    }
  }

  /// Shows what the saver reports, and returns its reports.
  private func report(_ events: [PosterSaver.Event]) -> [PosterSaver.Event] {
    for event in events {
      switch event {
      case .saved, .changedOutside, .failed: break
      case .keptBeside(let name, _):
        isKeptBeside = true
        session.say(
          Message(
            "Another program has changed this poster. Your version was saved beside it as {name}.",
            ["name": name]))
      case .warning(let warning):
        session.say(warning)
      case .newer(let poster, let digest):
        session.draft.change(to: poster, as: .changesFromElsewhere)
        saver.tookNewer(digest)
        session.onChange()
        panel.host?.say(session.localized("Changed elsewhere"), .undo { [unowned self] _ in session.undo() })
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

  /// Asks whether to cancel a long export; returns whether it asked. `close` is called after the export was cancelled.
  public func asksToStop(then close: @escaping () -> Void) -> Bool {
    guard let host = panel.host else { return false }
    if let work = rows.shownWork {
      host.askToStop(session.localized("{work}: it is not done yet. Whole files stay.", ["work": work])) {
        [unowned self] in
        rows.giveUp()
        close()
      }
      return true
    }
    guard let work = exporter.shownWork else { return false }
    host.askToStop(session.localized("{work} Nothing will be written if you stop now.", ["work": work])) {
      [unowned self] in
      exporter.giveUp()
      close()
    }
    return true
  }

  /// Saves unsaved changes; returns the resulting poster, or nil if the editor must not be closed: the first time that
  /// saving fails.
  public func finish() -> EditedResult? {
    exporter.finish()
    rows.finish()
    session.merge.finish()
    if case .failed(let fault) = finishSaving(), !isWarned {
      isWarned = true
      session.say(
        Message("Not saved: {reason}. Leave again to discard the last changes.", parts: ["reason": fault]))
      return nil
    }
    if isKeptBeside { return .keptBeside }
    guard session.draft.revision > 0 else { return .unchanged }
    // Without a caret.
    let layout = session.draft.isTyping ? session.draft.layout(of: poster) : session.draft.layout
    return .changed(layout, panel.canvas.pictures.present)
  }

  private func save() {
    // A poster that cannot be changed is not saved either; the reason is shown.
    guard session.mayChange() else { return }
    switch finishSaving() {
    case .failed(let fault): session.say(Message("Not saved: {reason}", parts: ["reason": fault]))
    // The report says what became of the changes.
    case .keptBeside, .warning: break
    default: session.say(Message("Saved"))
    }
  }

  // MARK: Commands

  var allCommands: [Command] {
    panel.canvas.commands + commands + (panel.host?.windowCommands ?? [])
  }

  private var commands: [Command] {
    let inspector = panel.inspector
    let isTyping = session.draft.isTyping
    let (line, colors) = (session.localized("Line"), session.localized("Colours"))
    let (page, poster) = (session.localized("Page"), session.localized("Poster"))
    let own = [
      Command(
        "line.size", session.localized("Large or small line"), .control("l"),
        group: line, isEnabled: isTyping
      ) { _ in inspector.line.toggleRank() },
      Command(
        "line.up", session.localized("Move line up"), Shortcut(.up, .alt), group: line,
        isEnabled: isTyping, repeats: true
      ) { _ in inspector.line.move(by: -1) },
      Command(
        "line.down", session.localized("Move line down"), Shortcut(.down, .alt),
        group: line, isEnabled: isTyping,
        repeats: true
      ) { _ in inspector.line.move(by: 1) },
      Command(
        "line.delete", session.localized("Delete line"), .controlShift("k"), group: line,
        isEnabled: isTyping
      ) { _ in inspector.line.removeLine() },
      Command(
        "line.capitals", session.localized("Line in capitals"), .controlShift("u"),
        group: line, isEnabled: isTyping,
        isChecked: inspector.line.isInCapitals
      ) { _ in inspector.line.toggleCapitals() },
      Command(
        "ink.mend", session.localized("Use the nearest legible ink"), .controlShift("i"),
        group: colors
      ) { _ in
        inspector.ink.takeNearestInk()
      },
      Command(
        "ground.dim", session.localized("Dim the ground until the ink is legible"),
        group: colors
      ) { _ in
        inspector.ink.dimGround()
      },
      Command("colors.scheme", session.localized("Colour scheme…"), group: colors) {
        [unowned self] _ in
        chooseScheme(from: nil)
      },
      Command("page.turn", session.localized("Turn the page"), group: page) { _ in
        inspector.page.turnPage()
      },
      Command(
        "page.guides", session.localized("Guides for margins and bleed"), .control(";"),
        group: page,
        isChecked: session.showsGuides
      ) { [unowned self] _ in session.showsGuides.toggle() },
      Command(
        "page.rulers", session.localized("Rulers and free guides"), .control("r"),
        group: page, isChecked: session.showsRulers
      ) { [unowned self] _ in session.showsRulers.toggle() },
      Command(
        "page.no-guides", session.localized("Remove all free guides"),
        group: page,
        isEnabled: !session.poster.guides.isEmpty
      ) { [unowned self] _ in session.change(.guides) { $0.guides = Guides() } },
      Command(
        "page.usual-margins", session.localized("Historic margins"), group: page,
        isEnabled: session.poster.margins != .usual
      ) { [unowned self] _ in session.change(.margins) { $0.margins = .usual } },
    ]
    let saving =
      isStream
      ? []
      : [
        Command("file.save", session.localized("Save now"), .control("s"), group: poster) {
          [unowned self] _ in save()
        }
      ]
    let zoom = panel.canvas.zooming.commands
    return moreCommands() + session.historyCommands + own + crown.commands + elementCommands + tableCommands
      + zoom + saving + [
        Command("file.versions", session.localized("Versions…"), group: poster) {
          [unowned self] _ in
          VersionPanel.open(session)
        },
        Command("file.template", session.localized("Save as template…"), group: poster) {
          [unowned self] _ in session.templates.save(session.poster)
        },
        Command(
          "file.export", session.localized("Export…"), .control("e"), group: poster
        ) { [unowned self] _ in export() },
        Command("file.export-set", session.localized("Export set…"), group: poster) {
          [unowned self] _ in
          exporter.openOutputs()
        },
        Command("file.send", session.localized("Send…"), group: poster) {
          [unowned self] _ in
          exporter.send()
        },
        Command("file.print", session.localized("Print…"), .control("p"), group: poster) {
          [unowned self] _ in
          exporter.openPrint()
        },
        Command(
          "file.animate", session.localized("Animate…"), .controlShift("f"),
          group: poster
        ) {
          [unowned self] _ in animate()
        },
        Command("file.copy-text", session.localized("Copy as text"), group: poster) {
          [unowned self] _ in exporter.copyText()
        },
        Command(
          "file.copy-picture", session.localized("Copy as picture"), .controlShift("g"),
          group: poster
        ) {
          [unowned self] _ in exporter.copyPicture()
        },
        Command(
          "file.copy-svg", session.localized("Copy as SVG"), .controlShift("e"),
          group: poster
        ) { [unowned self] _ in
          exporter.copyDrawing()
        },
        Command(
          "window.properties", session.localized("Properties"), .control("i"),
          group: session.localized("Window")
        ) { [unowned self] _ in
          panel.toggleProperties()
        },
      ] + wayBack
  }

  private var tableCommands: [Command] {
    let merge = session.merge
    let group = session.localized("Table")
    let opening = [
      Command(
        "merge.choose", session.localized("Fill from a table…"), .controlShift("m"),
        group: group
      ) {
        [unowned self] _ in chooseTable()
      },
      Command(
        "merge.paste", session.localized("Fill from the pasted table"), group: group
      ) {
        [unowned self] _ in pasteTable()
      },
    ]
    guard merge.isOpen else { return opening }
    return opening + [
      Command(
        "merge.previous", session.localized("Previous row"), Shortcut(.pageUp, .alt),
        group: group,
        isEnabled: merge.row > 0, repeats: true
      ) { _ in merge.show(merge.row - 1) },
      Command(
        "merge.next", session.localized("Next row"), Shortcut(.pageDown, .alt),
        group: group,
        isEnabled: merge.row + 1 < merge.count, repeats: true
      ) { _ in merge.show(merge.row + 1) },
      Command(
        "merge.export", session.localized("Export rows…"), .controlShift("x"),
        group: group
      ) {
        [unowned self] _ in exportRows(from: panel.merge)
      },
      Command("merge.close", session.localized("Close the table"), group: group) { _ in
        merge.close()
      },
    ]
  }

  private var wayBack: [Command] {
    guard let back else { return [] }
    return [
      Command(
        "window.back", session.localized("Back to the poster"), Shortcut(.escape),
        group: session.localized("Window")
      ) {
        [unowned self] time in
        // The properties may have the focus while the text has a caret.
        if session.draft.isTyping { panel.canvas.typing.end() } else { back(time) }
      }
    ]
  }

  /// Opens the crown popover; properties that cover the poster are closed first.
  private func chooseCrown(from button: Control) {
    guard let host = panel.host else { return }
    let isSheet = host.isShowing(panel.inspector)
    if isSheet { host.close(panel.inspector) }
    crown.toggle(from: isSheet ? nil : button, at: host.now)
  }

  /// Opens the colour schemes beside the page; properties that cover the poster are closed first.
  private func chooseScheme(from button: Control?) {
    guard let host = panel.host else { return }
    let isSheet = host.isShowing(panel.inspector)
    if isSheet { host.close(panel.inspector) }
    let owner = isSheet ? nil : button
    SchemePanel.open(
      session, pictures: panel.canvas.pictures.present, at: (owner ?? panel.bar.export).frameInWindow,
      beside: panel.pageFrame, owner: owner)
  }

  /// Asks for a file that becomes the crown.
  private func chooseCrownFile(_ take: @escaping (String) -> Void) {
    let request = FileRequest(
      .open, title: session.localized("Picture as crown"),
      filters: [(session.localized("Pictures and drawings"), PictureDrops.extensions.sorted())])
    exporter.files.ask(request) { take($0[0]) }
  }

  /// The commands for codes and pictures.
  private var elementCommands: [Command] {
    let language = session.interface.language
    let picture = Command(
      "element.picture", language.localized("Add a picture or drawing…"),
      group: language.localized("Codes and pictures")
    ) { [unowned self] _ in chooseElementFile() }
    let commands = session.elementCommands
    let selected = session.selectedElement.flatMap { index in
      session.poster.elements.indices.contains(index) && session.poster.elements[index].code == nil
        ? index : nil
    }
    let replace = selected.map { index in
      Command(
        "element.replace", language.localized("Replace the picture…"),
        group: language.localized("Codes and pictures")
      ) { [unowned self] _ in chooseElementFile(replacing: index) }
    }
    return [commands[0], picture] + (replace.map { [$0] } ?? []) + commands.dropFirst()
  }

  /// Asks for a file that becomes a picture beside the crown, or that of an element.
  private func chooseElementFile(replacing index: Int? = nil) {
    guard session.mayChange() else { return }
    let language = session.interface.language
    let request = FileRequest(
      .open, title: language.localized("Picture on the poster"),
      filters: [(language.localized("Pictures and drawings"), PictureDrops.extensions.sorted())])
    exporter.files.ask(request) { [unowned self] in
      if let index { session.replaceFigure(index, by: $0[0]) } else { session.addFigure($0[0]) }
    }
  }

  /// Asks for a picture that becomes the background.
  private func chooseGround() {
    let request = FileRequest(
      .open, title: session.localized("Picture behind the letters"),
      filters: [(session.localized("Pictures"), ["jpg", "jpeg", "png", "webp"])])
    exporter.files.ask(request) { [unowned self] in crown.chooseGround($0[0]) }
  }

  func export() { exporter.open(from: panel.bar.export) }

  private func animate() { exporter.openAnimation(from: panel.bar.export) }
}

extension OpenPoster: MergePanelDelegate {
  func chooseTable() {
    guard session.mayChange() else { return }
    let request = FileRequest(
      .open, title: session.localized("Table that fills the poster"),
      filters: [(session.localized("Tables"), Merge.fileEndings)])
    exporter.files.ask(request) { [unowned self] in session.merge.open(file: $0[0]) }
  }

  func pasteTable() {
    guard session.mayChange() else { return }
    guard let text = session.clipboard.read(), !text.isEmpty else {
      return session.say(
        session.localized("There is no table on the clipboard; copy some cells of one first"))
    }
    session.merge.open(text: text)
  }

  func exportRows(from button: Control) { rows.open(from: button) }
}

extension OpenPoster: EditorBarDelegate {
  func toggleProperties() { panel.toggleProperties() }
}
