public import Colors
public import Localization

/// A control in which a colour is picked, as in a popover.
///
/// Windows get it from a ``ColorPickerFactory`` in their environment, so they do not depend on the picker's module.
public protocol ColorPicking: Control {
  /// Called with every change, including those during a gesture.
  var onChange: ((RGBA, ChangePhase) -> Void)? { get set }
  /// Called at the end, with the accepted colour or nil.
  var onFinish: ((RGBA?) -> Void)? { get set }
  /// The accepted colour, or nil until one is accepted.
  var accepted: RGBA? { get }
  /// Whether picking has ended, with or without a colour.
  var isFinished: Bool { get }
  /// The current colour.
  var shownColor: RGBA { get }
  /// Ends picking and accepts the current colour.
  func accept()
}

/// Makes the program's colour pickers and remembers the colours accepted in them.
public struct ColorPickerFactory: Sendable {
  /// The initial state of a picker.
  public struct Request: Sendable {
    /// The initial colour.
    public var color: RGBA
    /// Whether the opacity can be picked.
    public var hasAlpha: Bool
    /// Whether the picker uses its smallest layout, as in a small window.
    public var isCompact: Bool
    /// The recently accepted colours, newest first.
    public var recentColors: [RGBA]

    /// Creates a request.
    public init(color: RGBA, hasAlpha: Bool = false, isCompact: Bool = false, recentColors: [RGBA] = []) {
      self.color = color
      self.hasAlpha = hasAlpha
      self.isCompact = isCompact
      self.recentColors = recentColors
    }
  }

  /// Makes a picker; nil in a program without one.
  public var make: @Sendable (Request, Interface, Clipboard) -> (any ColorPicking)?
  /// Makes a control that shows a picture in a dialog, from which colours are picked; nil in a program without one.
  public var makeForPicture:
    @Sendable (Bitmap, _ name: String, Language, @escaping (RGBA) -> Void) -> Control?
  /// Returns the recently accepted colours, newest first, from a settings folder.
  public var recentColors: @Sendable (_ folder: String?) -> [RGBA]
  /// Stores an accepted colour in a settings folder.
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
