import Colors
import Text

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
