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
  /// What is played into the window.
  public var script = InputScript()
  /// Where what is done is taken down, or nil.
  public var recording: String?
  /// Whether changes are seen at once; false follows the desktop.
  public var reducesMotion = false

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
    let recorder = try recording.map { try InputRecorder(path: $0) }
    let desktop = appearance == nil || !reducesMotion ? DesktopSettings() : nil
    let typesetter = Typesetter()
    let loop = try EventLoop()
    let window = try Window(
      WindowConfiguration(title: title, size: size, minimumSize: Self.minimumSize), in: loop)
    window.setSwapInterval(1)
    let wishes = desktop?.preferences(waitingAtMost: 0.1)
    let wanted = appearance ?? wishes?.appearance ?? .light
    let clipboard = Clipboard(
      read: { [unowned window] in window.clipboard }, write: { [unowned window] in window.clipboard = $0 })
    let panel = panel(typesetter, wanted, scale: window.scale, clipboard: clipboard)
    let session = WindowSession(
      content: panel, window: window, loop: loop, typesetter: typesetter, cacheDirectory: folders.programCache
    )
    session.script = script
    session.recorder = recorder
    panel.reducesMotion = reducesMotion || wishes?.reducesMotion == true
    if let desktop { follow(desktop, panel, session, loop.waker) }
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

  /// Lets the panel change with the desktop's settings, as far as the command line leaves them open.
  private func follow(
    _ desktop: DesktopSettings, _ panel: PickerPanel, _ session: WindowSession, _ waker: EventLoop.Waker
  ) {
    desktop.setOnChange { waker.wake() }
    var shown = desktop.current
    session.onTurn = {
      let current = desktop.current
      guard current != shown else { return }
      if appearance == nil, let wanted = current.appearance, wanted != shown.appearance {
        panel.setAppearance(wanted)
      }
      panel.reducesMotion = reducesMotion || current.reducesMotion == true
      shown = current
    }
  }

  /// Returns the layer tree at rest or, with a time, that long after a press in the middle of the square.
  public func inspected(at time: Double?) -> PickerPanel {
    let panel = stillPanel(Typesetter(), scale: 1)
    panel.layOut(size: size, scale: 1)
    if let time {
      panel.handle(.pointerDown(panel.squareFrame.center, .left, clicks: 1, []), at: 0)
      _ = panel.advance(to: time)
    }
    return panel
  }

  /// Returns a picture of the window at `scale` pixels a point, drawn without one, at a time of the script or
  /// after all of it.
  public func picture(scale: Double, at time: Double? = nil) throws -> Bitmap {
    let typesetter = Typesetter()
    let panel = stillPanel(typesetter, scale: scale)
    panel.reducesMotion = reducesMotion
    let end = time ?? script.steps.last?.time ?? 0
    return try Snapshot.bitmap(
      of: panel, playing: script, size: size, scale: scale, at: end, typesetter: typesetter,
      cacheDirectory: folders.programCache)
  }

  /// Returns what assistive tools are told of the window, as JSON.
  public func description() -> String {
    let panel = stillPanel(Typesetter(), scale: 1)
    panel.layOut(size: size, scale: 1)
    return panel.accessibility.json
  }

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
