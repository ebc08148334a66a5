import Text

/// Rewrites the argument parser's messages about wrong usage in everyday words, with the probable intention.
enum UsageWords {
  /// Returns a message as one line ending in a full stop.
  static func plain(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return sentence(value(in: line) ?? missing(in: line) ?? quoted(line))
  }

  /// Returns a text with the quotation marks used in all messages.
  static func quoted(_ line: String) -> String {
    line.replacing(#/(^|[\s(])'([^']+)'(?=$|[\s.,;:)?!])/#) { match in "\(match.1)“\(match.2)”" }
  }

  /// Returns the message for a value that does not exist or could not be parsed.
  private static func value(in line: String) -> String? {
    guard let match = line.wholeMatch(of: #/The value '(.*?)' is invalid for '(.*?)'(?:: |\. )(.*)/#) else {
      return nil
    }
    let (given, option, rest) = (String(match.1), String(match.2), String(match.3))
    guard let list = rest.wholeMatch(of: #/Please provide one of (.*)/#) else {
      return ProgramLanguage.localized(
        "“{value}” cannot be {option}: {reason}",
        ["value": given, "option": option, "reason": quoted(rest)])
    }
    let names = names(in: String(list.1))
    let known = names.joined(separator: ", ")
    guard let nearest = Spelling.nearest(to: given, among: names) else {
      return ProgramLanguage.localized(
        "“{value}” cannot be {option}; there are {names}",
        ["value": given, "option": option, "names": known])
    }
    return ProgramLanguage.localized(
      "“{value}” cannot be {option}; did you mean “{nearest}”? There are {names}",
      ["value": given, "option": option, "nearest": nearest, "names": known])
  }

  /// Returns the names in a list from the parser: in quotation marks, or each after a dash.
  private static func names(in list: String) -> [String] {
    let quoted = list.matches(of: #/'([^']*)'/#).map { String($0.1) }
    guard quoted.isEmpty else { return quoted }
    return list.split(separator: " - ").dropFirst().map { name in
      String(name.hasSuffix(".") ? name.dropLast() : name)
    }
  }

  private static func missing(in line: String) -> String? {
    guard let match = line.wholeMatch(of: #/Missing expected argument '(.*?)'/#) else { return nil }
    return ProgramLanguage.localized("{argument} is missing", ["argument": String(match.1)])
  }

  private static func sentence(_ words: String) -> String {
    guard let last = words.last, !".?!。？！".contains(last) else { return words }
    return words + "."
  }
}
