public import Controls
public import Geometry
public import Images
import Files
public import Localization

/// The settings of a window, independent of its content.
public struct WindowSettings {
  /// The window's title.
  public var title: String
  /// The initial size, in points.
  public var size: Size
  /// The minimum size, in points.
  public var minimumSize: Size
  /// The requested appearance; nil follows the desktop, and is light if that reports none.
  public var appearance: Appearance?
  /// Whether colours have high contrast; nil follows the desktop.
  public var hasHighContrast: Bool?
  /// Whether changes are shown without animation; nil follows the desktop.
  public var reducesMotion: Bool?
  /// The scale in pixels per point, instead of the display's.
  public var scale: Double?
  /// Where windows open, one each; `.anywhere` leaves the place to the window system.
  public var monitors: Monitors = .anywhere
  /// Whether it starts in full screen.
  public var isFullScreen = false
  /// The folders of settings, data and caches.
  public var folders: UserFolders
  /// The language of all texts.
  public var language = Language.english
  /// The script that is played into the window.
  public var script = InputScript()
  /// The file in which input is recorded, or nil.
  public var recording: String?
  /// Whether finished content is replaced and the window stays open, as in monkey tests.
  public var isRefilled = false
  /// The kind of window under which its size and state are remembered; nil remembers nothing.
  public var kind: WindowKind?
  /// Whether it opens at the size that it had when it was closed.
  public var remembersSize = false
  /// The windows that can be opened from it, or nil.
  public var siblings: SiblingWindows?
  /// The help page of the window; nil for a program without help.
  public var help: HelpPage?
  /// Makes its colour pickers.
  public var colorPickers = ColorPickerFactory.none
  /// The decoder for untrusted pictures.
  public var pictures: any PictureDecoder = DirectDecoder()
  /// Who the program is.
  public var program = ProgramIdentity()
  /// Whether other processes of the same identity call this one instead of opening windows of their own.
  public var isSingleInstance = false
  /// The time for animations to finish after a script, in seconds.
  public var settlingTime = 0.0

  /// The monitors on which windows open.
  public enum Monitors: Hashable, Sendable {
    /// The place that the window system chooses.
    case anywhere
    /// The monitor with a number, counted from 1.
    case number(Int)
    /// One window on each monitor.
    case all
  }

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - title: The window's title.
  ///   - size: The initial size, in points.
  ///   - minimumSize: The minimum size, in points.
  ///   - folders: The folders of settings, data and caches.
  public init(title: String, size: Size, minimumSize: Size, folders: UserFolders = UserFolders()) {
    self.title = title
    self.size = size
    self.minimumSize = minimumSize
    self.folders = folders
  }
}
