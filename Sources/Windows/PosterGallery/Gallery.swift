public import Application
import Bus
import Catalog
public import Colors
public import Controls
public import Geometry
public import Input
import Localization
public import Motion
import Posters
import Printing
import Publishing
import Typography

/// A gallery of posters, one of which can open in the whole window.
///
/// ```swift
/// let gallery = Gallery(dataSource: posters, environment)
/// gallery.layOut(size: Size(1120, 780), scale: 2)
/// let nextFrame = gallery.advance(to: 0)
/// ```
public final class Gallery: ControlWindow {
  /// The initial options of a gallery.
  public struct Options {
    /// The spring of flying posters.
    public var spring: Spring
    /// The initial velocity of posters, in whole distances per second.
    public var launchVelocity: Double

    /// Creates options; the default spring is UIKit's with 0.5 s.
    public init(spring: Spring = .flight, launchVelocity: Double = 15) {
      self.spring = spring
      self.launchVelocity = launchVelocity
    }
  }

  let panel: GalleryPanel
  private let environment: WindowEnvironment
  private lazy var files = FileDialogs(environment) { [weak self] in self?.host }
  private lazy var printing = PrintServices(environment)
  private lazy var templates = TemplateSaving(environment) { [weak self] in self?.host }
  /// The open print panel.
  private(set) var printPanel: PrintPanel?
  /// The open panel of outputs.
  private(set) var outputsPanel: OutputsPanel?
  private let commands: GalleryCommands
  private let dataSource: any PosterDataSource

  /// Creates a gallery of a data source's posters; `editors` makes them editable.
  public init(
    dataSource: any PosterDataSource, options: Options = Options(), _ environment: WindowEnvironment,
    editors: PosterEditors? = nil
  ) {
    let (interface, clipboard) = (environment.interface, environment.clipboard)
    let wall = PosterWall(dataSource, interface)
    let stage = OpenPosterTransition(
      over: wall, dataSource, interface, spring: options.spring,
      launchVelocity: options.launchVelocity)
    let session = GallerySession(dataSource, wall, stage, interface.language, clipboard)
    let commands = GalleryCommands(session)
    let bar = GalleryBar(commands)
    let panel = GalleryPanel(
      session, WallControl(wall, dataSource, interface, commands), StageControl(stage, dataSource, commands),
      bar, PosterBar(commands), AlbumTray(dataSource, commands),
      TitleEditor(on: wall, dataSource, interface, clipboard, commands.posters),
      WallPlaceholder(dataSource, wall, interface),
      WallEditor(environment, dataSource, stage, editors: editors), commands)
    bar.onSearch = { [unowned panel] in panel.search($0) }
    bar.onLeaveSearch = { [unowned panel] in panel.leaveSearch(forFirst: $0) }
    self.panel = panel
    self.environment = environment
    self.commands = commands
    self.dataSource = dataSource
    super.init(root: panel, interface: interface, clipboard: clipboard, work: environment.work)
    session.window = self
    panel.showFolder = { [unowned self] path in
      FolderOpener.open(path) { host.say(interface.language.localized($0)) }
    }
    host.onFocusChange = { [unowned panel] in panel.placeFocus() }
    host.setFocus(panel.wall)
  }

  public override var background: RGBA { interface.theme.wall }

  public override var noticeRoom: Rect? { panel.noticeRoom }

  public override func receiveMail(at time: Double) {
    panel.editing.receiveMail(at: time)
    files.receiveMail()
    templates.receiveMail()
    printPanel?.receiveMail()
    outputsPanel?.receiveMail()
  }

  public override func end() {
    if let open = panel.editing.open,
      open.asksToStop(then: { [unowned self] in close() }) || open.finish() == nil
    {
      return
    }
    guard let progress = panel.progress.current else { return super.end() }
    host.askToStop(
      interface.language.localized(
        "{work}: {done} of {all} posters are done. Finished posters stay.",
        ["done": "\(progress.done)", "all": "\(progress.count)"], parts: ["work": progress.title])
    ) { [unowned self] in
      dataSource.cancelExport()
      isFinished = true
    }
  }

  public override var windowTitle: String? {
    let open =
      panel.editing.open?.poster.title
      ?? panel.stage.stage.current.flatMap { current in
        dataSource.index(of: current.id).flatMap(dataSource.card)?.title
      }
    let title = open.map { $0.isEmpty ? interface.language.localized("Untitled") : $0 }
    return interface.language.localized(
      "{title} – Regalia", ["title": title ?? interface.language.localized("Posters")])
  }

  // MARK: State

  public override var rememberedState: String? { panel.rememberedState }

  public override func restore(_ state: String) { panel.restore(state) }

  /// Edits the poster with an id in the library, as soon as it is listed.
  public override func open(_ item: String, at time: Double) {
    guard let number = Int64(item) else { return }
    panel.editWhenListed(PosterCard.ID(rawValue: number))
  }

  public override var hints: [Hint] {
    guard panel.stage.stage.current == nil else { return [] }
    return [
      Hint(interface.language.localized("Double-click a poster to open it. Click it again to edit it.")) {
        [unowned self] in
        panel.wall.wall.firstFrame(at: host.now)
      },
      Hint(interface.language.localized("Make your own poster from a template.")) {
        [unowned self] in panel.bar.newFrame
      },
      Hint(interface.language.localized("This menu has crowns, colours, the clock and all shortcuts.")) {
        [unowned self] in
        panel.bar.menuFrame
      },
    ]
  }

  public override var menuCommands: [[Command]] { panel.editing.open == nil ? commands.menuGroups : [] }

  public override func handle(_ event: InputEvent, at time: Double) {
    let placed = host.laidOut(event)
    panel.willHandle(placed, at: time)
    super.handle(event, at: time)
    panel.didHandle(placed, at: time)
    host.settle()
  }

  public override func perform(_ action: AccessibilityAction, on id: String, at time: Double) -> Bool {
    let isDone = super.perform(action, on: id, at: time)
    panel.didPerform(at: time)
    host.settle()
    return isDone
  }
}

extension Gallery: GalleryWindow {
  var zoomCommands: [Command] { panel.stage.zoomCommands }

  func beginRename(_ id: PosterCard.ID, at time: Double) { panel.beginRename(id, at: time) }

  func edit(_ id: PosterCard.ID, _ start: TypingStart) { panel.editing.edit(id, start) }

  func editWhenListed(_ id: PosterCard.ID) { panel.editWhenListed(id) }

  func search(_ typed: String?) {
    let field = panel.bar.search
    host.setFocus(field, byKeyboard: typed == nil)
    if let typed { _ = field.insert(typed, at: host.now) }
  }

  func chooseFiles() {
    let kinds = [
      (interface.language.localized("Posters and pictures"), ["json", "png", "jpg", "jpeg", "webp", "svg"])
    ]
    let title = interface.language.localized("Add posters")
    files.ask(.init(.openSeveral, title: title, filters: kinds)) { [unowned self] in
      commands.posters.readPosters($0)
    }
  }

  func chooseTemplate() {
    let templates = TemplateChooser(
      TemplateLayouts(environment), environment, copied: environment.clipboard.read()
    ) { [unowned self] poster, _ in commands.posters.hang(poster) }
    host.showDialog(templates)
  }
}

extension Gallery: OutputsPanelDelegate {
  func show(_ posters: [Poster], in panel: PosterPanel) {
    guard !posters.isEmpty else { return }
    switch panel {
    case .printing:
      let panel = PrintPanel(posters, printing)
      printPanel = panel
      panel.delegate = self
      host.showDialog(panel) { [unowned self] in printPanel = nil }
    case .outputs:
      let panel = OutputsPanel(posters, printing)
      outputsPanel = panel
      panel.delegate = self
      host.showDialog(panel) { [weak panel] in panel?.dismiss() }
    case .template: templates.save(posters[0])
    }
  }

  package func chooseOutputFolder(from folder: String, _ take: @escaping (String) -> Void) {
    let title = interface.language.localized("Folder for exports")
    files.ask(.init(.folder, title: title, folder: folder)) { take($0[0]) }
  }

  package func say(_ words: String) { host.say(words) }
}

extension Gallery: PrintPanelDelegate {
  package func print(_ job: PrintJob) { dataSource.print(job) }

  package func savePDF(_ job: PrintJob) {
    let title = interface.language.localized("Save as PDF")
    files.ask(.init(.save(name: job.fileName + ".pdf"), title: title, filters: [("PDF", ["pdf"])])) {
      [unowned self] paths in
      if let printPanel { host.close(printPanel) }
      dataSource.write(job, to: paths[0])
    }
  }
}

extension WindowProgram where Content == Gallery {
  /// Returns the gallery of a library, by default the person's own.
  ///
  /// - Parameters:
  ///   - library: The library's file, or nil for the person's own.
  ///   - spring: The spring of flying posters, or nil for UIKit's spring with 0.5 s.
  ///   - launchVelocity: Their initial velocity, in whole distances per second, or nil for 15.
  ///   - editors: The factory of editors.
  ///   - exportFolder: The folder of exported files, or nil for `Regalia` among the person's documents.
  ///   - settings: The settings of the window.
  public static func gallery(
    library: String? = nil, spring: Spring? = nil, launchVelocity: Double? = nil,
    exportFolder: String? = nil, editors: PosterEditors, settings: WindowSettings
  ) -> WindowProgram {
    var options = Gallery.Options()
    if let spring { options.spring = spring }
    if let launchVelocity { options.launchVelocity = launchVelocity }
    let folders = settings.folders
    var opened: GalleryLibrary?
    var program = WindowProgram(settings) { [options] environment in
      let library =
        try opened ?? GalleryLibrary.shown(library, folders: folders, isScripted: environment.isScripted)
      let gallery = Gallery(
        environment, library, options,
        exporter: GalleryExporter(folder: exportFolder, folders: folders, by: environment.pictures),
        editors: editors)
      return gallery
    }
    let file = library ?? LibraryPlace.own(in: folders)
    program.check = {
      guard let file else { throw NoHome() }
      do {
        try GalleryLibrary.check(file, isNamed: library != nil)
      } catch let error as LibraryError {
        // The person's own library is repaired in the window; for a named one, the error is more useful.
        guard library == nil, error.isDamage else { throw error }
      }
    }
    program.prepare = {
      // Only if it can be shown, since a new library is filled with samples and a window opened before would stay
      // empty.
      opened = try file.map { try library == nil ? GalleryLibrary.own($0) : GalleryLibrary.opened($0) }
    }
    return program
  }
}

/// The error of a user without a home folder, who has to name a library.
private struct NoHome: LocalizableError {
  var message: Message {
    Message("there is no home folder for the library; name a library with --library")
  }
}

extension Gallery {
  /// The minimum size of the window, in points.
  public static let minimumSize = Size(width: 280, height: 320)
  /// The initial size of the window, in points.
  public static let defaultSize = Size(width: 1120, height: 780)

  /// Creates the gallery of a library.
  convenience init(
    _ environment: WindowEnvironment, _ library: GalleryLibrary, _ options: Options = Options(),
    exporter: GalleryExporter? = nil, editors: PosterEditors? = nil
  ) {
    let dataSource = LibraryDataSource(
      library, folders: environment.folders, work: environment.work,
      isWatched: !environment.isOffscreen, collation: environment.interface.language.collation,
      by: environment.pictures)
    if !environment.isOffscreen { dataSource.exporter = exporter }
    self.init(
      dataSource: dataSource, options: options, environment, editors: editors)
  }
}
