public import Localization

/// Reads a length of time as a person writes it, in whole seconds.
public enum ClockDuration {
  /// A text that is not a length of time, with a message that says how to write one.
  public struct Fault: Error, Hashable, Sendable {
    /// What to write instead.
    public let message: Message

    /// The text is no length of time.
    static let unreadable = Fault(message: Message("write a length of time as 25m, 90s, 1h30m or 5:00"))
    /// The length is none that the cards can show.
    static let outOfRange = Fault(message: Message("a length of time goes from 1s to 99:59:59"))
  }

  /// The longest that two cards for the hours can show.
  public static let longest = 99 * 3600 + 59 * 60 + 59

  /// Reads `25m`, `90 sec`, `1h 5m`, `1.5 hours`, `5:00` or `1:30:00`; a number alone is minutes, and one behind a
  /// unit is of the next smaller one, as in `1h30`. Fractions of a second are rounded.
  ///
  /// Throws words that say how to write a length of time.
  public static func seconds(_ text: String) throws(Fault) -> Int {
    guard let seconds = text.contains(":") ? counted(text) : named(text) else { throw .unreadable }
    guard (1...longest).contains(seconds) else { throw .outOfRange }
    return seconds
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
    let fields = text.filter { !$0.isWhitespace }.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3 else { return nil }
    var seconds = 0
    for (index, field) in fields.enumerated() {
      guard (1...6).contains(field.count), field.allSatisfy(isFigure), let number = Int(field),
        index == 0 || (number < 60 && field.count == 2)
      else { return nil }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  /// The words for each unit, and its seconds; the largest first.
  private static let units: [(words: Set<String>, seconds: Double)] = [
    (["h", "hr", "hrs", "hour", "hours"], 3600), (["m", "min", "mins", "minute", "minutes"], 60),
    (["s", "sec", "secs", "second", "seconds"], 1),
  ]

  /// Reads numbers, each with its unit; between them may stand spaces and commas, as in `1 hour, 5 min`.
  private static func named(_ text: String) -> Int? {
    var rest = text.lowercased()[...]
    var left = units[...]
    var seconds = 0.0
    func take(_ isWanted: (Character) -> Bool) -> Substring {
      let taken = rest.prefix(while: isWanted)
      rest = rest.dropFirst(taken.count)
      return taken
    }
    _ = take(\.isWhitespace)
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      guard let number = number(take { isFigure($0) || $0 == "." || $0 == "," }) else { return nil }
      _ = take(\.isWhitespace)
      let word = String(take(\.isLetter))
      _ = take { $0.isWhitespace || $0 == "," }
      // Each unit stands once, the largest first; only the last number may be without one.
      let isPlain = word.isEmpty && rest.isEmpty
      let unit = isPlain ? max(left.startIndex, 1) : left.firstIndex { $0.words.contains(word) }
      guard let unit, left.indices.contains(unit) else { return nil }
      seconds += number * left[unit].seconds
      left = left[(unit + 1)...]
    }
    return Int(seconds.rounded())
  }

  /// Returns a number with a point or a comma before its fraction, or nil for another text.
  private static func number(_ text: Substring) -> Double? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count <= 2, parts.allSatisfy({ $0.count <= 6 }), text.last.map(isFigure) ?? false else {
      return nil
    }
    return Double(parts.joined(separator: "."))
  }

  private static func isFigure(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
