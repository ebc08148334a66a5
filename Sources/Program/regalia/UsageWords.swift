import Text

/// Rewrites the argument parser's messages about wrong usage in everyday words, with the probable intention, and its help
/// in the person's language.
enum UsageWords {
  /// Returns a message as one line ending in a full stop.
  static func plain(_ message: String) -> String {
    let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return sentence(value(in: line) ?? option(in: line) ?? argument(in: line) ?? quoted(line))
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

  /// Returns the message for an unknown option, or for one with or without a value.
  private static func option(in line: String) -> String? {
    if let match = line.wholeMatch(of: #/Unknown option '(.*?)'\. Did you mean '(.*?)'\?/#) {
      return ProgramLanguage.localized(
        "Unknown option “{option}”. Did you mean “{nearest}”?",
        ["option": String(match.1), "nearest": String(match.2)])
    }
    if let match = line.wholeMatch(of: #/Unknown option '([^']*)'/#) {
      return ProgramLanguage.localized("Unknown option “{option}”", ["option": String(match.1)])
    }
    if let match = line.wholeMatch(of: #/Missing value for '([^']*)'/#) {
      return ProgramLanguage.localized("Missing value for “{option}”", ["option": String(match.1)])
    }
    guard
      let match = line.wholeMatch(
        of: #/The option '(.*?)' does not take any value, but '(.*)' was specified\./#)
    else { return nil }
    return ProgramLanguage.localized(
      "The option “{option}” does not take a value, but “{value}” was given.",
      ["option": String(match.1), "value": String(match.2)])
  }

  /// Returns the message for a missing argument, or for one too many.
  private static func argument(in line: String) -> String? {
    if let match = line.wholeMatch(of: #/Missing expected argument '(.*?)'/#) {
      return ProgramLanguage.localized("{argument} is missing", ["argument": String(match.1)])
    }
    guard let match = line.wholeMatch(of: #/Unexpected argument '(.*)'/#) else { return nil }
    return ProgramLanguage.localized("Unexpected argument “{argument}”", ["argument": String(match.1)])
  }

  /// Returns the words that say where to read more, on one line.
  static func hint(_ line: some StringProtocol) -> String {
    let line = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let match = line.wholeMatch(of: #/See '(.*)' for more information\./#) else { return quoted(line) }
    return ProgramLanguage.localized("See “{command}” for more information.", ["command": String(match.1)])
  }

  /// Returns a command's help with the argument parser's own words in the person's language; other texts stay as they
  /// are.
  static func help(_ text: String) -> String {
    // Untranslated: words of the argument parser.
    guard text.hasPrefix("OVERVIEW: ") else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { helpLine(String($0)) }
    return lines.joined(separator: "\n")
  }

  private static func helpLine(_ line: String) -> String {
    if let match = line.wholeMatch(of: #/\s*See '(.*)' for detailed help\./#) {
      return "  "
        + ProgramLanguage.localized("See “{command}” for detailed help.", ["command": String(match.1)])
    }
    for (heading, words) in headings where line.hasPrefix(heading) {
      return words + line.dropFirst(heading.count)
    }
    return parts.reduce(line) { line, part in line.replacing(part.english, with: part.words) }
  }

  // Untranslated: words of the argument parser.
  private static let headings = [
    ("OVERVIEW:", ProgramLanguage.localized("OVERVIEW:")), ("USAGE:", ProgramLanguage.localized("USAGE:")),
    ("ARGUMENTS:", ProgramLanguage.localized("ARGUMENTS:")),
    ("OPTIONS:", ProgramLanguage.localized("OPTIONS:")),
    ("SUBCOMMANDS:", ProgramLanguage.localized("SUBCOMMANDS:")),
  ]

  // Untranslated: words of the argument parser.
  private static let parts = [
    (english: "Show help information.", words: ProgramLanguage.localized("Show help information.")),
    (english: "Show the version.", words: ProgramLanguage.localized("Show the version.")),
    (english: "(values:", words: ProgramLanguage.localized("(values:")),
    (english: "default:", words: ProgramLanguage.localized("default:")),
  ]

  private static func sentence(_ words: String) -> String {
    guard let last = words.last, !".?!。？！".contains(last) else { return words }
    return words + "."
  }
}
