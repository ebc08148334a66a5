import Catalog
public import Controls
public import Geometry
public import Images
public import Motion
import PosterGallery
import Scene
import Typography
import Windowing

/// The gallery as a program runs it: in a window, as a picture, or as a description.
public struct GallerySession {
  /// The library's file, or nil for the user's own.
  public var path: String?
  public var size: Size
  /// The appearance that was asked for; nil follows the desktop.
  public var appearance: Appearance?
  public var folders: UserFolders
  /// What posters fly on, or nil for UIKit's spring of half a second.
  public var spring: Spring?
  /// How fast they leave an end, in ways a second, or nil for 15.
  public var launchVelocity: Double?
  /// What is played into the window.
  public var script = InputScript()
  /// Where what is done is taken down, or nil.
  public var recording: String?
  /// Whether posters fade instead of flying; false follows the desktop.
  public var reducesMotion = false
  /// Where exported files go, or nil for `Regalia` among the user's documents.
  public var exportFolder: String?

  public init(path: String? = nil, size: Size = defaultSize, folders: UserFolders = UserFolders()) {
    self.path = path
    self.size = size
    self.folders = folders
  }

  /// The smallest size that the window can be made, in points.
  public static let minimumSize = Size(width: 280, height: 320)
  public static let defaultSize = Size(width: 1120, height: 780)

  /// A user without a home folder, who has to say where the library is.
  struct NoHome: Error, CustomStringConvertible {
    let description = "there is no home folder for the library; name one with --library"
  }

  // MARK: In a window

  /// Opens the window and returns when it is closed.
  public func run() throws {
    guard let file = path ?? LibraryPlace.own(in: folders) else { throw NoHome() }
    let recorder = try recording.map { try InputRecorder(path: $0) }
    try GalleryLibrary.check(file)
    let desktop = appearance == nil || !reducesMotion ? DesktopSettings() : nil
    let typesetter = Typesetter()
    let loop = try EventLoop()
    // Only where it can be shown: a library that is new is filled. A window that came before would stay empty.
    let opened = try GalleryLibrary.opened(file)
    let window = try Window(
      WindowConfiguration(title: "Posters", size: size, minimumSize: Self.minimumSize), in: loop)
    window.setSwapInterval(1)
    let wishes = desktop?.preferences(waitingAtMost: 0.1)
    let waker = loop.waker
    let shelf = GalleryShelf(
      opened, folders: folders, typesetter: typesetter, isPatient: false
    ) { waker.wake() }
    defer { shelf.close() }
    let exporter = GalleryExporter(folder: exportFolder, folders: folders)
    // What is being written is finished before the program ends.
    defer { exporter.finish() }
    shelf.exporter = exporter
    let clipboard = Clipboard(
      read: { [unowned window] in window.clipboard }, write: { [unowned window] in window.clipboard = $0 })
    let gallery = gallery(
      shelf, typesetter, appearance ?? wishes?.appearance ?? .dark, scale: window.scale, clipboard)
    gallery.reducesMotion = reducesMotion || wishes?.reducesMotion == true
    let session = WindowSession(
      content: gallery, window: window, loop: loop, typesetter: typesetter,
      cacheDirectory: folders.programCache)
    session.script = script
    session.recorder = recorder
    desktop?.setOnChange { waker.wake() }
    var shown = wishes
    session.onTurn = {
      shelf.drain()
      guard let desktop, desktop.current != shown else { return }
      shown = desktop.current
      if appearance == nil, let wanted = desktop.current.appearance { gallery.setAppearance(wanted) }
      gallery.reducesMotion = reducesMotion || desktop.current.reducesMotion == true
    }
    try session.run()
  }

  // MARK: Without a window

  /// Returns a picture of the window at `scale` pixels a point, drawn without one, at a time of the script or after
  /// all of it.
  public func picture(scale: Double, at time: Double? = nil) throws -> Bitmap {
    try withStillGallery(scale: scale) { gallery, typesetter in
      try Snapshot.bitmap(
        of: gallery, playing: script, size: size, scale: scale, at: time ?? script.steps.last?.time ?? 0,
        typesetter: typesetter, cacheDirectory: folders.programCache)
    }
  }

  /// Returns what assistive tools are told of the window, as JSON.
  public func description() throws -> String {
    try withStillGallery(scale: 1) { gallery, _ in
      var playback = Playback(of: script, into: gallery, size: size, scale: 1)
      playback.play(until: script.steps.last?.time ?? 0)
      return gallery.accessibility.json
    }
  }

  /// Calls `body` with a gallery that waits for all that happens beside it.
  func withStillGallery<Result>(
    scale: Double, _ body: (Gallery, Typesetter) throws -> Result
  ) throws -> Result {
    let typesetter = Typesetter()
    let opened = try path.map(GalleryLibrary.looked) ?? GalleryLibrary.samples()
    let shelf = GalleryShelf(opened, folders: folders, typesetter: typesetter, isPatient: true)
    defer { shelf.close() }
    let gallery = gallery(shelf, typesetter, appearance ?? .dark, scale: scale, .local())
    gallery.reducesMotion = reducesMotion
    return try body(gallery, typesetter)
  }

  private func gallery(
    _ shelf: GalleryShelf, _ typesetter: Typesetter, _ appearance: Appearance, scale: Double,
    _ clipboard: Clipboard
  ) -> Gallery {
    var options = Gallery.Options()
    if let spring { options.spring = spring }
    if let launchVelocity { options.launchVelocity = launchVelocity }
    return Gallery(
      shelf: shelf, options: options,
      interface: Interface(typesetter: typesetter, theme: Theme(appearance), scale: scale),
      clipboard: clipboard)
  }
}
