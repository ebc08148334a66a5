public import Colors
public import Typography

/// The saved settings of a clock: how it looks and behaves.
public struct ClockSettings: Hashable, Sendable {
  public enum Hours: String, Hashable, Sendable, CaseIterable {
    case twelve = "12"
    case twentyFour = "24"
  }

  /// Colours that belong together.
  public enum Palette: String, Hashable, Sendable, CaseIterable {
    case dark
    case light

    var theme: ClockTheme { self == .dark ? .dark : .light }
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

  public var hours = Hours.twentyFour
  public var showsSeconds = true
  public var showsDate = false
  public var palette = Palette.dark

  /// Colours in place of the palette's.
  public var card: RGBA?
  public var ink: RGBA?
  public var background: RGBA?

  /// The family of the figures, or nil for a condensed heavy one.
  public var fontFamily: String?

  /// Seconds without a touch after which the clock dims, or nil for never.
  public var dimDelay: Double?

  public var isFullScreen = false
  public var place = Place.anywhere

  /// Pixels a point, or nil for what the display says.
  public var scale: Double?

  /// Whether cards change without falling; nil asks the desktop.
  public var reducesMotion: Bool?

  public init() {}

  public var theme: ClockTheme {
    var theme = palette.theme
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
