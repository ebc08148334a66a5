public import Controls
public import Images
public import Localization
public import Typography
public import Workers
import Windowing
import Files

/// What a content is created with: its appearance, and its access to the desktop.
public struct WindowEnvironment {
  /// What sets text; windows of one process share it.
  public let typesetter: Typesetter
  /// The appearance, the language, the scale and the measure of text.
  public let interface: Interface
  /// The clipboard, that of the desktop where there is a window.
  public let clipboard: Clipboard
  /// Where settings, data and caches are kept.
  public let folders: UserFolders
  /// What makes colour pickers.
  public let colorPickers: ColorPickerFactory
  /// The decoder of foreign pictures; it takes time and belongs off the frame loop.
  public let pictures: any PictureDecoder
  /// The group of work beside the frame loop: workers count in it, and mailboxes wake the loop through it.
  public let work: WorkGroup
  /// The seed of random choices: the same in scripts and pictures, so that they show the same each time.
  public let seed: UInt64
  /// The seconds of the frame loop; 0 where there is none.
  public let now: () -> Double
  /// The window, or nil where the content is drawn without one.
  public let window: HostWindow?
  /// Whether a script is played, which may do anything that a person may.
  public let isScripted: Bool

  /// Whether the content may write files. A script that is played for a picture or a description writes only that.
  public let writesFiles: Bool

  /// Whether the content is drawn without a window.
  public var isOffscreen: Bool { window == nil }

  /// Wakes the frame loop from any thread, so that it takes what has come to a mailbox.
  public var wake: @Sendable () -> Void { work.wake }

  package init(
    window: HostWindow, typesetter: Typesetter, clipboard: Clipboard, theme: Theme, settings: WindowSettings
  ) {
    let native = window.window
    self.typesetter = typesetter
    interface = Interface(
      typesetter: typesetter, theme: theme, scale: native.scale, language: settings.language)
    self.clipboard = clipboard
    folders = settings.folders
    colorPickers = settings.colorPickers
    pictures = settings.pictures
    work = WorkGroup { [waker = native.loop.waker] in waker.wake() }
    now = { [unowned loop = native.loop] in loop.now }
    self.window = window
    isScripted = !settings.script.steps.isEmpty
    seed = isScripted ? 1 : .random(in: 0...UInt64.max)
    writesFiles = true
  }

  /// Creates what a content that is drawn without a window is made with.
  public init(
    offscreen typesetter: Typesetter, appearance: Appearance, hasHighContrast: Bool = false, scale: Double,
    folders: UserFolders = UserFolders { _ in nil }, isScripted: Bool = false, writesFiles: Bool = true,
    language: Language = .english, colorPickers: ColorPickerFactory = .none,
    pictures: any PictureDecoder = DirectDecoder()
  ) {
    self.typesetter = typesetter
    interface = Interface(
      typesetter: typesetter, theme: Theme(appearance, hasHighContrast: hasHighContrast), scale: scale,
      language: language)
    clipboard = .local()
    self.folders = folders
    self.colorPickers = colorPickers
    self.pictures = pictures
    work = WorkGroup()
    seed = 1
    now = { 0 }
    window = nil
    self.isScripted = isScripted
    self.writesFiles = writesFiles
  }
}
