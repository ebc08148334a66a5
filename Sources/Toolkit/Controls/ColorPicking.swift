public import Colors
public import Localization

/// A control in which a colour is picked, as in a popover.
///
/// Windows get it from their environment, by a ``ColorPickerFactory``, and so need no module of pickers.
public protocol ColorPicking: Control {
  /// Called with every change, those in the middle of a gesture included.
  var onChange: ((RGBA, ChangePhase) -> Void)? { get set }
  /// Called at the end, with the colour that was accepted or nil.
  var onFinish: ((RGBA?) -> Void)? { get set }
  /// The colour that was accepted, once it was.
  var accepted: RGBA? { get }
  /// Whether picking has ended, with or without a colour.
  var isFinished: Bool { get }
  /// The colour that is shown.
  var shownColor: RGBA { get }
  /// Ends picking with the colour that is shown.
  func accept()
}

/// What the program makes colour pickers with, and remembers the colours that were accepted in them.
public struct ColorPickerFactory: Sendable {
  /// What a picker starts with.
  public struct Request: Sendable {
    /// The colour that is shown first.
    public var color: RGBA
    /// Whether the opacity can be picked, too.
    public var hasAlpha: Bool
    /// Whether the picker is to be as small as it can, as in a small window.
    public var isCompact: Bool
    /// The colours that were accepted lately, the newest first.
    public var recentColors: [RGBA]

    /// Creates a request.
    public init(color: RGBA, hasAlpha: Bool = false, isCompact: Bool = false, recentColors: [RGBA] = []) {
      self.color = color
      self.hasAlpha = hasAlpha
      self.isCompact = isCompact
      self.recentColors = recentColors
    }
  }

  /// Makes a picker; nil where the program has none.
  public var make: @Sendable (Request, Interface, Clipboard) -> (any ColorPicking)?
  /// Makes what shows a picture in a dialog, from which colours are taken; nil where the program has none.
  public var makeForPicture:
    @Sendable (Bitmap, _ name: String, Language, @escaping (RGBA) -> Void) -> Control?
  /// Returns the colours that were accepted lately, the newest first, as a folder of settings has them.
  public var recentColors: @Sendable (_ folder: String?) -> [RGBA]
  /// Remembers a colour that was accepted, in a folder of settings.
  public var keep: @Sendable (RGBA, _ folder: String?) -> Void

  /// Creates a factory.
  public init(
    make: @escaping @Sendable (Request, Interface, Clipboard) -> (any ColorPicking)?,
    makeForPicture: @escaping @Sendable (Bitmap, String, Language, @escaping (RGBA) -> Void) -> Control? = {
      _, _, _, _ in nil
    },
    recentColors: @escaping @Sendable (String?) -> [RGBA] = { _ in [] },
    keep: @escaping @Sendable (RGBA, String?) -> Void = { _, _ in }
  ) {
    self.make = make
    self.makeForPicture = makeForPicture
    self.recentColors = recentColors
    self.keep = keep
  }

  /// The factory of a program without a picker.
  public static let none = ColorPickerFactory { _, _, _ in nil }
}
