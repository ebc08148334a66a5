public import Controls
public import Images
public import Localization
public import Typography
public import Workers
import Windowing
import Files

/// The environment in which a content is created: its appearance, and its access to the desktop.
public struct WindowEnvironment {
  /// Sets text; windows of one process share it.
  public let typesetter: Typesetter
  /// The appearance, the language, the scale and text measurement.
  public let interface: Interface
  /// The appearance that the person prefers; contents follow its changes by `setAppearance(_:)`.
  public let appearance: WindowAppearance
  /// The clipboard, which is the desktop's in a window.
  public let clipboard: Clipboard
  /// The folders of settings, data and caches.
  public let folders: UserFolders
  /// Makes colour pickers.
  public let colorPickers: ColorPickerFactory
  /// The decoder for untrusted pictures. Decoding takes time, so call it outside the frame loop.
  public let pictures: any PictureDecoder
  /// The group of work beside the frame loop: workers count in it, and mailboxes wake the loop through it.
  public let work: WorkGroup
  /// The seed of random choices, constant in scripts and pictures, so that they are reproducible.
  public let seed: UInt64
  /// Returns the frame loop's time in seconds; 0 without a loop.
  public let now: () -> Double
  /// The window, or nil for a content drawn without one.
  public let window: HostWindow?
  /// Whether a script is played, which may do anything that a person may.
  public let isScripted: Bool

  /// Whether the content may write files. A script played for a picture or a description writes only its result.
  public let writesFiles: Bool

  /// Whether the content is drawn without a window.
  public var isOffscreen: Bool { window == nil }

  /// Wakes the frame loop from any thread, so that it receives messages.
  public var wake: @Sendable () -> Void { work.wake }

  package init(
    window: HostWindow, typesetter: Typesetter, clipboard: Clipboard, appearance: WindowAppearance,
    settings: WindowSettings
  ) {
    let native = window.window
    self.typesetter = typesetter
    interface = Interface(
      typesetter: typesetter, theme: appearance.theme, scale: native.scale, language: settings.language)
    self.appearance = appearance
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

  /// Creates the environment of a content drawn without a window.
  ///
  /// - Parameters:
  ///   - typesetter: Sets text.
  ///   - appearance: Whether surfaces are light or dark.
  ///   - hasHighContrast: Whether colours have high contrast.
  ///   - reducesMotion: Whether changes are shown without animation.
  ///   - scale: The pixels per point, above 0.
  ///   - folders: The folders of settings, data and caches; by default none.
  ///   - isScripted: Whether a script is played.
  ///   - writesFiles: Whether the content may write files.
  ///   - language: The language of texts.
  ///   - colorPickers: Makes colour pickers.
  ///   - pictures: The decoder for untrusted pictures.
  public init(
    offscreen typesetter: Typesetter, appearance: Appearance, hasHighContrast: Bool = false,
    reducesMotion: Bool = false, scale: Double,
    folders: UserFolders = UserFolders { _ in nil }, isScripted: Bool = false, writesFiles: Bool = true,
    language: Language = .english, colorPickers: ColorPickerFactory = .none,
    pictures: any PictureDecoder = DirectDecoder()
  ) {
    self.typesetter = typesetter
    let theme = Theme(appearance, hasHighContrast: hasHighContrast)
    interface = Interface(typesetter: typesetter, theme: theme, scale: scale, language: language)
    self.appearance = WindowAppearance(theme: theme, reducesMotion: reducesMotion)
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
