import Catalog
import Colors
import CrownBrowser
import Controls
import Geometry
import Images
import Scene
import Typography
import Windowing

/// The browser of crowns as a program runs it: in a window, as a picture, or as a description.
public struct CrownBrowserSession {
  /// The file of the person's own crowns.
  public var library: String?
  public var search: String
  /// The colour that was asked for; nil is the one that was kept.
  public var color: RGBA?
  public var cell: Double
  public var size: Size
  /// The appearance that was asked for; nil follows the desktop.
  public var appearance: Appearance?
  public var folders: UserFolders
  /// What is played into the window.
  public var script = InputScript()
  /// Where what is done is taken down, or nil.
  public var recording: String?
  /// Whether changes are seen at once; false follows the desktop.
  public var reducesMotion = false

  public init(
    library: String? = nil, search: String = "", color: RGBA? = nil, cell: Double = defaultCell,
    size: Size = defaultSize, appearance: Appearance? = nil, folders: UserFolders = UserFolders()
  ) {
    self.library = library
    self.search = search
    self.color = color
    self.cell = cell
    self.size = size
    self.appearance = appearance
    self.folders = folders
  }

  /// The smallest size that the window can be made, in points.
  public static let minimumSize = Size(width: 360, height: 300)
  public static let defaultSize = Size(width: 1080, height: 720)
  public static let defaultCell = 96.0
  /// The sides that cells may have, in points; a window may have less room.
  public static let cells = 16.0...4096.0

  // MARK: In a window

  /// Opens the browser and returns when it was closed.
  public func run() throws {
    let recorder = try recording.map { try InputRecorder(path: $0) }
    let desktop = appearance == nil || !reducesMotion ? DesktopSettings() : nil
    let typesetter = Typesetter()
    let crowns = try CrownLibraryShelf(path: library, folders: folders, access: .writing)
    let loop = try EventLoop()
    let window = try Window(
      WindowConfiguration(title: "Crowns", size: size, minimumSize: Self.minimumSize), in: loop)
    window.setSwapInterval(1)
    let wishes = desktop?.preferences(waitingAtMost: 0.1)
    let clipboard = Clipboard(
      read: { [unowned window] in window.clipboard }, write: { [unowned window] in window.clipboard = $0 })
    let arrivals = CrownArrivals(waker: loop.waker)
    let watch = try arrivals.watch(crowns)
    let browser = browser(
      crowns, typesetter, appearance ?? wishes?.appearance ?? .light, scale: window.scale,
      clipboard: clipboard
    ) { arrivals.add($0, to: crowns) }
    let session = WindowSession(
      content: browser, window: window, loop: loop, typesetter: typesetter,
      cacheDirectory: folders.programCache)
    session.script = script
    session.recorder = recorder
    browser.reducesMotion = reducesMotion || wishes?.reducesMotion == true
    browser.onColorAccepted = keepRecent
    desktop?.setOnChange { [waker = loop.waker] in waker.wake() }
    var shown = desktop?.current
    session.onTurn = { [unowned browser, unowned window] in
      for state in arrivals.take() { browser.show(state, at: loop.now) }
      if arrivals.takeChange() { browser.reload(at: loop.now) }
      if window.title != browser.title { window.title = browser.title }
      guard let current = desktop?.current, current != shown else { return }
      if appearance == nil, let wanted = current.appearance, wanted != shown?.appearance {
        browser.setAppearance(wanted)
      }
      browser.reducesMotion = reducesMotion || current.reducesMotion == true
      shown = current
    }
    try withExtendedLifetime(watch) { try session.run() }
  }

  private func keepRecent(_ color: RGBA) {
    // Read again: a picker may have added to them meanwhile.
    var recent = RecentColors(folder: folders.state)
    recent.add(color)
    _ = recent.save()
  }

  // MARK: Without a window

  /// Returns a picture of the window at `scale` pixels a point, drawn without one, at a time of the script or
  /// after all of it has come to rest.
  public func picture(scale: Double, at time: Double? = nil) throws -> Bitmap {
    let typesetter = Typesetter()
    let browser = try stillBrowser(typesetter, scale: scale)
    browser.reducesMotion = reducesMotion
    let end = time ?? (script.steps.last?.time ?? 0) + 2
    return try Snapshot.bitmap(
      of: browser, playing: script, size: size, scale: scale, at: end, typesetter: typesetter,
      cacheDirectory: folders.programCache)
  }

  /// Returns what assistive tools are told of the window, as JSON.
  public func description() throws -> String {
    let browser = try stillBrowser(Typesetter(), scale: 1)
    browser.layOut(size: size, scale: 1)
    _ = browser.advance(to: 0)
    return browser.accessibility.json
  }

  /// Returns the browser as it is in scripts: what takes time elsewhere is done before the next frame.
  func stillBrowser(_ typesetter: Typesetter, scale: Double) throws -> CrownBrowserContent {
    // A look changes nothing; what is done in a script may.
    stillBrowser(
      typesetter, scale: scale,
      crowns: try CrownLibraryShelf(
        path: library, folders: folders, access: script.steps.isEmpty ? .reading : .writing))
  }

  func stillBrowser(_ typesetter: Typesetter, scale: Double, crowns: CrownLibraryShelf) -> CrownBrowserContent
  {
    final class Holder { weak var browser: CrownBrowserContent? }
    let holder = Holder()
    let browser = browser(
      crowns, typesetter, appearance ?? .light, scale: scale, clipboard: .local()
    ) { paths in
      crowns.add(paths) { holder.browser?.show($0, at: 0) }
    }
    holder.browser = browser
    return browser
  }

  /// Returns a browser that depends on nothing that a person has set.
  static func demonstration(
    _ typesetter: Typesetter, scale: Double, crowns: CrownLibraryShelf, cell: Double = 40
  ) -> CrownBrowserContent {
    CrownBrowserSession(cell: cell, appearance: .light, folders: UserFolders { _ in nil })
      .stillBrowser(typesetter, scale: scale, crowns: crowns)
  }

  private func browser(
    _ crowns: CrownLibraryShelf, _ typesetter: Typesetter, _ appearance: Appearance, scale: Double,
    clipboard: Clipboard, add: @escaping ([String]) -> Void
  ) -> CrownBrowserContent {
    let kept = KeptCrownColor(folder: folders.state)
    return CrownBrowserContent(
      options: .init(
        cell: cell, color: color ?? kept.color, search: search,
        recentColors: RecentColors(folder: folders.state).colors),
      shelf: crowns.shelf(keepColor: { kept.keep($0) }, add: add),
      interface: Interface(typesetter: typesetter, theme: Theme(appearance), scale: scale),
      clipboard: clipboard)
  }
}
