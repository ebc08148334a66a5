public import Colors
public import Controls
public import Typography

/// The saved settings of a clock: how it looks and behaves.
public struct ClockSettings: Hashable, Sendable {
  /// How hours are counted.
  public enum Hours: String, Hashable, Sendable, CaseIterable {
    /// Twice to twelve, with the half of the day beside the cards.
    case twelve = "12"
    /// From 0 to 23.
    case twentyFour = "24"
  }

  /// Colours that belong together.
  public enum Palette: String, Hashable, Sendable, CaseIterable {
    /// Dark or light as the desktop is, and dark where it does not say.
    case desktop
    /// Dark cards with light figures.
    case dark
    /// Light cards with dark figures.
    case light

    func theme(on desktop: Appearance) -> ClockTheme {
      switch self {
      case .desktop: desktop == .dark ? .dark : .light
      case .dark: .dark
      case .light: .light
      }
    }
  }

  /// Where the window opens.
  public enum Place: Hashable, Sendable {
    /// Wherever the desktop puts it.
    case anywhere
    /// On one monitor, counted from 1.
    case monitor(Int)
    /// A window on each monitor.
    case allMonitors
  }

  /// How hours are counted.
  public var hours = Hours.twentyFour
  /// Whether the cards of the seconds are there.
  public var showsSeconds = true
  /// Whether the date stands beside the cards.
  public var showsDate = false
  /// The colours, unless others are set in their place.
  public var palette = Palette.desktop

  /// Colours in place of the palette's.
  public var card: RGBA?
  /// The colour of the figures; nil is the palette's, or what is legible on a card of another colour.
  public var ink: RGBA?
  /// The colour behind the cards; nil is the palette's.
  public var background: RGBA?

  /// The family of the figures, or nil for a condensed heavy one.
  public var fontFamily: String?

  /// Seconds without a touch after which the clock dims, or nil for never.
  public var dimDelay: Double?

  /// Whether the clock covers its monitor.
  public var isFullScreen = false
  /// Where the window opens.
  public var place = Place.anywhere

  /// Pixels a point, or nil for what the display says.
  public var scale: Double?

  /// Whether cards change without falling; nil asks the desktop.
  public var reducesMotion: Bool?

  /// Creates the usual settings: 24 hours, with seconds, dark or light as the desktop is.
  public init() {}

  /// Returns the colours that follow from the palette, on a desktop that is dark or light, and from those in its place.
  public func theme(on desktop: Appearance) -> ClockTheme {
    var theme = palette.theme(on: desktop)
    if let card { theme.card = card }
    if let background { theme.background = background }
    // Without an ink of its own a card of any colour stays legible.
    if let ink {
      theme.ink = ink
    } else if card != nil, Contrast(text: Color(theme.ink), background: Color(theme.card)).wcag < 4.5 {
      theme.ink = theme.card.legibleInk
    }
    return theme
  }

  /// The families that figures are set in, in order of preference.
  var fontFamilies: String {
    // Untranslated: the names of fonts.
    let standard = "Nimbus Sans Narrow, Gillius ADF No2 Cond, Inter, sans-serif"
    return fontFamily.map { "\($0), \(standard)" } ?? standard
  }

  /// Says that the font of the figures is not installed, and which one stands for it; nil when it is.
  public func fontWarning(_ typesetter: Typesetter) -> String? {
    fontFamily.flatMap { _ in typesetter.missingFont(inFamilies: fontFamilies)?.description }
  }

  /// What can be a scale, in pixels a point.
  public static let scales = 0.5...8.0
}
