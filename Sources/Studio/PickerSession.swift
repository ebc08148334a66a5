import Colors
import Controls
import Geometry
import Images
import Scene
import Typography
import Windowing

/// The colour picker as a program runs it: in a window, as a picture, or as a description.
public struct PickerSession {
  public var color: RGBA
  public var format: ColorFormat
  public var hasAlpha: Bool
  public var title: String
  public var size: Size
  /// The appearance that was asked for; nil follows the desktop.
  public var appearance: Appearance?
  public var folders: UserFolders

  public init(
    color: RGBA, format: ColorFormat, hasAlpha: Bool, title: String, size: Size, appearance: Appearance?,
    folders: UserFolders = UserFolders()
  ) {
    self.color = color
    self.format = format
    self.hasAlpha = hasAlpha
    self.title = title
    self.size = size
    self.appearance = appearance
    self.folders = folders
  }

  /// The smallest size that the window can be made, in points.
  public static let minimumSize = Size(width: 320, height: 360)
  public static let defaultSize = Size(width: 440, height: 560)

  /// Opens the window and returns the text of the accepted colour, or nil when there is none.
  public func run() throws -> String? {
    let desktop = appearance == nil ? SystemAppearance() : nil
    let typesetter = Typesetter()
    let loop = try EventLoop()
    let window = try Window(
      WindowConfiguration(title: title, size: size, minimumSize: Self.minimumSize), in: loop)
    window.setSwapInterval(1)
    let wanted = appearance ?? desktop?.appearance(waitingAtMost: 0.1) ?? .light
    let clipboard = Clipboard(
      read: { [unowned window] in window.clipboard }, write: { [unowned window] in window.clipboard = $0 })
    let panel = panel(typesetter, wanted, scale: window.scale, clipboard: clipboard)
    let session = WindowSession(
      content: panel, window: window, loop: loop, typesetter: typesetter, cacheDirectory: programCache)
    if let desktop {
      let waker = loop.waker
      desktop.setOnChange { waker.wake() }
      var shown = wanted
      session.onTurn = {
        guard let current = desktop.current, current != shown else { return }
        shown = current
        panel.setAppearance(current)
      }
    }
    try session.run()
    guard let accepted = panel.accepted else { return nil }
    // Read again: another picker may have added to them meanwhile.
    var recent = RecentColors(folder: folders.state)
    recent.add(accepted)
    if !recent.save() {
      StandardOutput.complain(
        "regalia: the recent colours cannot be kept in \(folders.state ?? "no home folder")")
    }
    return panel.text
  }

  /// Returns a picture of the window at `scale` pixels a point, drawn without one.
  public func picture(scale: Double) throws -> Bitmap {
    let typesetter = Typesetter()
    return try Snapshot.bitmap(
      of: stillPanel(typesetter, scale: scale), size: size, scale: scale, typesetter: typesetter,
      cacheDirectory: programCache)
  }

  /// Returns what assistive tools are told of the window, as JSON.
  public func description() -> String {
    let panel = stillPanel(Typesetter(), scale: 1)
    panel.layOut(size: size, scale: 1)
    return panel.accessibility.json
  }

  private var programCache: String? { folders.cache.map { $0 + "/programs" } }

  private func stillPanel(_ typesetter: Typesetter, scale: Double) -> PickerPanel {
    panel(typesetter, appearance ?? .light, scale: scale, clipboard: .local())
  }

  private func panel(
    _ typesetter: Typesetter, _ appearance: Appearance, scale: Double, clipboard: Clipboard
  ) -> PickerPanel {
    PickerPanel(
      options: .init(
        color: color, hasAlpha: hasAlpha, format: format,
        recentColors: RecentColors(folder: folders.state).colors),
      interface: Interface(typesetter: typesetter, theme: Theme(appearance), scale: scale),
      clipboard: clipboard)
  }
}
