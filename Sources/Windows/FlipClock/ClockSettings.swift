public import Colors
public import Controls
public import Localization
import Text
public import Typography

/// The saved settings of a clock: appearance and behaviour.
public struct ClockSettings: Hashable, Sendable {
  /// The hour format.
  public enum Hours: String, Hashable, Sendable, CaseIterable {
    /// 1 to 12, with the half of the day beside the cards.
    case twelve = "12"
    /// 0 to 23.
    case twentyFour = "24"
  }

  /// A set of colours.
  public enum Palette: String, Hashable, Sendable, CaseIterable {
    /// Dark or light like the desktop; dark if that is unknown.
    case desktop
    /// Dark cards with light digits.
    case dark
    /// Light cards with dark digits.
    case light

    func theme(on desktop: Appearance) -> ClockTheme {
      switch self {
      case .desktop: desktop == .dark ? .dark : .light
      case .dark: .dark
      case .light: .light
      }
    }
  }

  /// The position of the window.
  public enum Place: Hashable, Sendable {
    /// The desktop's choice.
    case anywhere
    /// On one monitor, counted from 1.
    case monitor(Int)
    /// A window on each monitor.
    case allMonitors
  }

  /// The hour format.
  public var hours = Hours.twentyFour
  /// Whether there are cards for seconds.
  public var showsSeconds = true
  /// Whether the date is shown.
  public var showsDate = false
  /// The palette, unless single colours override it.
  public var palette = Palette.desktop

  /// The colour of the cards; nil uses the palette's.
  public var card: RGBA?
  /// The colour of the digits; nil uses the palette's, or a legible one on a card with its own colour.
  public var ink: RGBA?
  /// The background colour; nil uses the palette's.
  public var background: RGBA?

  /// The font family of the digits, or nil for a condensed heavy one.
  public var fontFamily: String?

  /// The idle seconds until the clock dims, or nil for never.
  public var dimDelay: Double?

  /// Whether the clock is full screen.
  public var isFullScreen = false
  /// The position of the window.
  public var place = Place.anywhere

  /// Pixels per point, or nil for the display's scale.
  public var scale: Double?

  /// Whether cards change without flipping; nil follows the desktop.
  public var reducesMotion: Bool?

  /// Creates the default settings: 24 hours, with seconds, dark or light like the desktop.
  public init() {}

  /// Returns the colours of the palette for a dark or light desktop, with the overrides applied.
  public func theme(on desktop: Appearance) -> ClockTheme {
    var theme = palette.theme(on: desktop)
    if let card { theme.card = card }
    if let background { theme.background = background }
    // If the ink is not set, it is chosen to be legible on the card.
    if let ink {
      theme.ink = ink
    } else if card != nil, Contrast(text: Color(theme.ink), background: Color(theme.card)).wcag < 4.5 {
      theme.ink = theme.card.legibleInk
    }
    return theme
  }

  /// The families of the digits, in order of preference.
  var fontFamilies: String {
    // Untranslated: the names of fonts.
    let standard = "Nimbus Sans Narrow, Gillius ADF No2 Cond, Inter, sans-serif"
    return fontFamily.map { "\($0), \(standard)" } ?? standard
  }

  /// Returns a warning that the chosen font is not installed, with its substitute; nil if it is.
  public func fontWarning(_ typesetter: Typesetter) -> Message? {
    fontFamily.flatMap { _ in typesetter.missingFont(inFamilies: fontFamilies)?.message }
  }

  /// The valid scales, in pixels per point.
  public static let scales = 0.5...8.0
}

extension ClockSettings {
  /// The settings as lines of `name = value`, as saved; default values are omitted.
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

  /// Parses settings from lines; invalid lines are ignored.
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

  /// Returns the opaque colour of a CSS text, or nil for an invalid one.
  static func color(_ text: String) -> RGBA? {
    (try? Color(parsing: text).mapped(to: .srgb).rgba)?.withAlpha(1)
  }

  /// Returns the name of a font family on a single line, or nil for an empty one.
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
