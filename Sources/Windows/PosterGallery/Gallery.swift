public import Colors
public import Controls
public import Input
public import Motion
import Geometry
import Publishing
public import Application
import Bus

/// A wall of posters, of which one may fly out and fill the window.
///
/// ```swift
/// let gallery = Gallery(dataSource: posters, environment)
/// gallery.layOut(size: Size(1120, 780), scale: 2)
/// let nextFrame = gallery.advance(to: 0)
/// ```
public final class Gallery: ControlWindow {
  /// What the gallery starts with.
  public struct Options {
    /// What posters fly on, and how fast they leave an end, in ways a second.
    public var spring: Spring
    /// How fast posters leave an end when nothing pushed them, in ways a second.
    public var launchVelocity: Double

    /// Creates options; the usual spring is UIKit's of half a second.
    public init(spring: Spring = .flight, launchVelocity: Double = 15) {
      self.spring = spring
      self.launchVelocity = launchVelocity
    }
  }

  let panel: GalleryPanel
  private let environment: WindowEnvironment
  private lazy var files = FileDialogs(environment) { [weak self] in self?.host }
  private let commands: GalleryCommands
  private let dataSource: any PosterDataSource

  /// Creates a gallery of the posters that a data source has; with `editors` they can be edited.
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
    host.noticeRoom = { [unowned panel] in panel.noticeRoom }
    panel.showFolder = { [unowned self] path in
      FolderOpener.open(path) { [unowned self] fault in host.say(fault) }
    }
    host.onFocusChange = { [unowned panel] in panel.placeFocus() }
    host.setFocus(panel.wall)
  }

  public override var background: RGBA { interface.theme.wall }

  public override func receiveMail(at time: Double) {
    panel.editing.receiveMail(at: time)
    files.receiveMail()
  }

  public override func end() {
    if let open = panel.editing.open,
      open.asksToStop(then: { [unowned self] in close() }) || open.finish() == nil
    {
      return
    }
    guard let progress = panel.progress.current else { return super.end() }
    host.askToStop(
      "\(progress.title): \(progress.done) of \(progress.count) posters are done. What is done stays."
    ) { [unowned self] in
      dataSource.cancelExport()
      isFinished = true
    }
  }

  public override var windowTitle: String? {
    let open =
      panel.editing.open?.poster.title
      ?? panel.stage.stage.current.flatMap { current in
        dataSource.index(of: current.id).flatMap(dataSource.card)?.name
      }
    return "\(open.map { $0.isEmpty ? "Untitled" : $0 } ?? "Posters") – Regalia"
  }

  // MARK: What is remembered and handed over

  public override var rememberedState: String? { panel.rememberedState }

  public override func restore(_ state: String) { panel.restore(state) }

  /// Edits the poster that the library knows by a number.
  public override func open(_ item: String, at time: Double) {
    guard let number = Int64(item) else { return }
    panel.editWhenListed(PosterCard.ID(rawValue: number))
  }

  public override var hints: [Hint] {
    guard panel.stage.stage.current == nil else { return [] }
    return [
      Hint("Double-click a poster to open it, and click on it once more to edit it.") { [unowned self] in
        panel.wall.wall.firstFrame(at: host.now)
      },
      Hint("Make a poster of your own from a template.") { [unowned self] in panel.bar.newFrame },
      Hint("Crowns, colours, the clock and all shortcuts are in this menu.") { [unowned self] in
        panel.bar.menuFrame
      },
    ]
  }

  public override var menuCommands: [[Command]] { panel.editing.open == nil ? commands.menuGroups : [] }

  public override func handle(_ event: InputEvent, at time: Double) {
    panel.willHandle(event, at: time)
    super.handle(event, at: time)
    panel.didHandle(event, at: time)
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
  func beginRename(_ id: PosterCard.ID, at time: Double) { panel.beginRename(id, at: time) }

  func edit(_ id: PosterCard.ID, _ start: TypingStart) { panel.editing.edit(id, start) }

  func editWhenListed(_ id: PosterCard.ID) { panel.editWhenListed(id) }

  func search(_ typed: String?) {
    let field = panel.bar.search
    host.setFocus(field, byKeyboard: typed == nil)
    if let typed { _ = field.insert(typed, at: host.now) }
  }

  func chooseFiles() {
    let kinds = [("Posters and pictures", ["json", "png", "jpg", "jpeg", "webp", "svg"])]
    files.ask(.init(.openSeveral, title: "Add posters", filters: kinds)) { [unowned self] in
      commands.posters.readPosters($0)
    }
  }

  func chooseTemplate() {
    let templates = TemplateChooser(
      TemplateLayouts(environment), copied: environment.clipboard.read()
    ) { [unowned self] poster, _ in commands.posters.hang(poster) }
    host.showDialog(templates)
  }
}
