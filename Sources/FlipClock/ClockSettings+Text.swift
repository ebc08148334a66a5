import Colors

extension ClockSettings {
  /// The settings as lines of `name = value`, as they are saved; default values are left out.
  public var text: String {
    let usual = ClockSettings()
    var lines: [String] = []
    func add(_ name: String, _ value: String?) {
      if let value { lines.append("\(name) = \(value)\n") }
    }
    if hours != usual.hours { add("hours", hours.rawValue) }
    if showsSeconds != usual.showsSeconds { add("seconds", String(showsSeconds)) }
    if showsDate != usual.showsDate { add("date", String(showsDate)) }
    if palette != usual.palette { add("theme", palette.rawValue) }
    add("card", card.map { Color($0).text(as: .hex) })
    add("ink", ink.map { Color($0).text(as: .hex) })
    add("background", background.map { Color($0).text(as: .hex) })
    add("font", fontFamily)
    add("dim-after", dimDelay.map { String(Int($0)) })
    if isFullScreen { add("fullscreen", "true") }
    switch place {
    case .anywhere: break
    case .monitor(let number): add("monitor", String(number))
    case .allMonitors: add("monitor", "all")
    }
    add("scale", scale.map { String($0) })
    add("reduce-motion", reducesMotion.map { String($0) })
    return lines.joined()
  }

  /// Reads settings from lines; lines that cannot be read are ignored.
  public init(text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1).map { trimmed($0) }
      if parts.count == 2 { set(parts[0], to: parts[1]) }
    }
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
