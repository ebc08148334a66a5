public import Localization

/// Reads a length of time from the command line, in whole seconds.
public enum ClockDuration {
  /// A text that is not a length of time, with a message that says how to write one.
  public struct Fault: Error, Hashable, Sendable {
    /// What to write instead.
    public let message: Message
  }

  /// The longest that two cards for the hours can show.
  public static let longest = 99 * 3600 + 59 * 60 + 59

  /// Reads `25m`, `90s`, `1h30m`, `5:00` or `1:30:00`.
  ///
  /// Throws words that say how to write a length of time.
  public static func seconds(_ text: String) throws(Fault) -> Int {
    guard let seconds = text.contains(":") ? counted(text) : named(text) else {
      throw Fault(message: Message("write a length of time as 25m, 90s, 1h30m or 5:00"))
    }
    guard (1...longest).contains(seconds) else {
      throw Fault(message: Message("a countdown lasts from 1s to 99:59:59"))
    }
    return seconds
  }

  /// Reads what a person types into the clock: as at the command line, with blanks and longer words, as `1h 5m`,
  /// `90 sec` or `2 hours`; a number alone is minutes.
  ///
  /// Throws words that say how to write a length of time.
  public static func typed(_ text: String) throws(Fault) -> Int {
    var plain = text.lowercased().filter { !$0.isWhitespace && $0 != "," }
    let words = [("h", ["hours", "hour", "hrs", "hr"]), ("m", ["minutes", "minute", "mins", "min"])]
    for (unit, names) in words + [("s", ["seconds", "second", "secs", "sec"])] {
      for name in names { plain = plain.replacing(name, with: unit) }
    }
    if !plain.isEmpty, plain.allSatisfy({ $0.isASCII && $0.isNumber }) { plain += "m" }
    return try seconds(plain)
  }

  /// Returns a length in words, as “1 h 5 min” or “90 s” in its parts.
  public static func words(_ seconds: Int, in language: Language) -> String {
    var parts: [String] = []
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    if hours > 0 { parts.append(language.localized("{number} h", ["number": String(hours)])) }
    if minutes > 0 { parts.append(language.localized("{number} min", ["number": String(minutes)])) }
    if rest > 0 { parts.append(language.localized("{number} s", ["number": String(rest)])) }
    return parts.joined(separator: " ")
  }

  private static func counted(_ text: String) -> Int? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3 else { return nil }
    var seconds = 0
    for (index, field) in fields.enumerated() {
      guard let number = number(field), index == 0 || (number < 60 && field.count == 2) else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  private static func named(_ text: String) -> Int? {
    var units: [(Character, Int)] = [("h", 3600), ("m", 60), ("s", 1)]
    var rest = text[...]
    var seconds = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      guard let end = rest.firstIndex(where: { !($0.isASCII && $0.isNumber) }),
        let number = number(rest[..<end]), let unit = units.firstIndex(where: { $0.0 == rest[end] })
      else { return nil }
      seconds += number * units[unit].1
      // Each unit once, the largest first.
      units.removeFirst(unit + 1)
      rest = rest[rest.index(after: end)...]
    }
    return seconds
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...6).contains(text.count), text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }
}
