public import Controls
public import Geometry
public import Images
import Files
public import Localization

/// The settings of every window, whatever fills it.
public struct WindowSettings {
  /// The window's title.
  public var title: String
  /// The size at which it opens, in points.
  public var size: Size
  /// The smallest size that it can be made, in points.
  public var minimumSize: Size
  /// The appearance that was asked for; nil follows the desktop, and is light where that says nothing.
  public var appearance: Appearance?
  /// Whether colours have high contrast; nil follows the desktop.
  public var hasHighContrast: Bool?
  /// Whether changes are seen at once; nil follows the desktop.
  public var reducesMotion: Bool?
  /// Pixels a point in place of what the display says.
  public var scale: Double?
  /// Where windows open, one each; nil is wherever the window system puts it.
  public var monitors: Monitors = .anywhere
  /// Whether it covers its monitor from the start.
  public var isFullScreen = false
  /// Where settings, data and caches are kept.
  public var folders: UserFolders
  /// The language of all texts.
  public var language = Language.english
  /// What is played into the window.
  public var script = InputScript()
  /// The file that input is recorded into, or nil.
  public var recording: String?
  /// Whether a window whose content is finished gets a new one and stays, as it does for monkeys.
  public var isRefilled = false
  /// Which of the program's windows it is, so that its size and what it showed are remembered; nil remembers nothing.
  public var kind: WindowKind?
  /// Whether it opens at the size that it had when it was closed.
  public var remembersSize = false
  /// The windows that can be opened from it, or nil.
  public var siblings: SiblingWindows?
  /// What makes the colour pickers in it.
  public var colorPickers = ColorPickerFactory.none
  /// What makes pixels of the pictures of strangers.
  public var pictures: any PictureDecoder = DirectDecoder()
  /// Who the program is.
  public var program = ProgramIdentity()
  /// Whether the program is the one that others of its identity call, instead of opening windows of their own.
  public var isSingleInstance = false
  /// The seconds that animations have to come to rest after a script.
  public var settlingTime = 0.0

  /// The monitors on which windows open.
  public enum Monitors: Hashable, Sendable {
    /// Wherever the window system puts the window.
    case anywhere
    /// The one of a number, counted from 1.
    case number(Int)
    /// One window on each monitor.
    case all
  }

  /// Creates settings; sizes are in points.
  public init(title: String, size: Size, minimumSize: Size, folders: UserFolders = UserFolders()) {
    self.title = title
    self.size = size
    self.minimumSize = minimumSize
    self.folders = folders
  }
}
