/// The appearance of a window that the person prefers: in the window's settings, in the program's preferences, or on the
/// desktop.
public struct WindowAppearance: Hashable, Sendable {
  /// The colours and type of the interface.
  public var theme: Theme

  /// Whether changes are shown without animation.
  public var reducesMotion: Bool

  /// The size of the desktop's text as a multiple of the usual one, from 0.5 to 4.
  ///
  /// Windows are already enlarged by it, as their points have more pixels, unless the program sets their scale.
  public var textScale: Double

  /// Creates an appearance, by default a light one.
  ///
  /// - Parameters:
  ///   - theme: The colours and type.
  ///   - reducesMotion: Whether changes are shown without animation.
  ///   - textScale: The size of text as a multiple of the usual one, above 0.
  public init(theme: Theme = Theme(.light), reducesMotion: Bool = false, textScale: Double = 1) {
    self.theme = theme
    self.reducesMotion = reducesMotion
    self.textScale = textScale
  }

  /// Whether surfaces are dark and text is light.
  public var isDark: Bool { theme.appearance == .dark }

  /// Whether the person asks for high contrast.
  public var hasHighContrast: Bool { theme.hasHighContrast }
}
