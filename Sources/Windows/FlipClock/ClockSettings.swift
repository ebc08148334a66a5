public import Colors
public import Controls
import Text
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

extension ClockSettings {
  /// The settings as lines of `name = value`, as they are saved; default values are left out.
  public var text: String {
    let usual = ClockSettings()
    var lines = SettingLines()
    if hours != usual.hours { lines.add("hours", hours.rawValue) }
    if showsSeconds != usual.showsSeconds { lines.add("seconds", String(showsSeconds)) }
    if showsDate != usual.showsDate { lines.add("date", String(showsDate)) }
    if palette != usual.palette { lines.add("theme", palette.rawValue) }
    lines.add("card", card.map { Color($0).text(as: .hex) })
    lines.add("ink", ink.map { Color($0).text(as: .hex) })
    lines.add("background", background.map { Color($0).text(as: .hex) })
    lines.add("font", fontFamily)
    lines.add("dim-after", dimDelay.map { String(Int($0)) })
    if isFullScreen { lines.add("fullscreen", "true") }
    switch place {
    case .anywhere: break
    case .monitor(let number): lines.add("monitor", String(number))
    case .allMonitors: lines.add("monitor", "all")
    }
    lines.add("scale", scale.map { String($0) })
    lines.add("reduce-motion", reducesMotion.map { String($0) })
    return lines.text
  }

  /// Reads settings from lines; lines that cannot be read are ignored.
  public init(text: String) {
    for (name, value) in SettingLines(text) { set(name, to: value) }
  }

  private mutating func set(_ name: String, to value: String) {
    switch name {
    case "hours": hours = Hours(rawValue: value) ?? hours
    case "seconds": showsSeconds = Bool(value) ?? showsSeconds
    case "date": showsDate = Bool(value) ?? showsDate
    case "theme": palette = Palette(rawValue: value) ?? palette
    case "card": card = Self.color(value)
    case "ink": ink = Self.color(value)
    case "background": background = Self.color(value)
    case "font": fontFamily = Self.family(value)
    case "dim-after": dimDelay = Double(value).flatMap { (1...86400).contains($0) ? $0 : nil }
    case "fullscreen": isFullScreen = Bool(value) ?? isFullScreen
    case "monitor":
      if value == "all" {
        place = .allMonitors
      } else if let number = Int(value), (1...64).contains(number) {
        place = .monitor(number)
      }
    case "scale": scale = Double(value).flatMap { Self.scales.contains($0) ? $0 : nil }
    case "reduce-motion": reducesMotion = Bool(value)
    default: break
    }
  }

  /// Returns the opaque colour of a CSS text, or nil when it is none.
  static func color(_ text: String) -> RGBA? {
    (try? Color(parsing: text).mapped(to: .srgb).rgba)?.withAlpha(1)
  }

  /// Returns the name of a font's family as it can be kept on a line, or nil for nothing.
  static func family(_ text: String) -> String? {
    let kept = trimmed(text.filter { !$0.isNewline }.prefix(100))
    return kept.isEmpty ? nil : kept
  }
}

private func trimmed(_ text: some StringProtocol) -> String {
  var words = text[...]
  while words.first?.isWhitespace == true { words = words.dropFirst() }
  while words.last?.isWhitespace == true { words = words.dropLast() }
  return String(words)
}
