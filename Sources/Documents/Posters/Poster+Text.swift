extension Poster {
  /// Returns the lines of a text such as `KEEP/CALM/and/CARRY/ON`.
  ///
  /// A slash or a line break ends a line, two slashes are one slash. A line in lower case is a small one; empty
  /// lines are left out.
  ///
  /// Throws where there are more lines than `mostLines`, or a line is too long.
  public static func lines(from text: String) throws(PosterError) -> [Line] {
    var texts = [""]
    var isAfterSlash = false
    for character in text {
      if character == "/" {
        if isAfterSlash { texts[texts.count - 1].append("/") }
        isAfterSlash.toggle()
        continue
      }
      if isAfterSlash || character.isNewline { texts.append("") }
      isAfterSlash = false
      if !character.isNewline { texts[texts.count - 1].append(character) }
    }
    let lines = texts.map { $0.trimmed }.filter { !$0.isEmpty }
      .map { Line($0, rank: $0.isLowerCase ? .small : .large) }
    try check(lines)
    return lines
  }

  /// The lines as one text that `lines(from:)` reads again, as far as it can say what they are.
  public var text: String {
    lines.map { $0.text.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "//") }
      .joined(separator: "/")
  }

  static func checkCount(of lines: [some Any]) throws(PosterError) {
    guard lines.count <= mostLines else {
      throw PosterError(
        field: "lines", message: "\(lines.count) lines are too many; a poster takes up to \(mostLines)")
    }
  }

  static func check(_ lines: [Line]) throws(PosterError) {
    try checkCount(of: lines)
    for (index, line) in lines.enumerated() where line.text.unicodeScalars.count > Line.longest {
      throw PosterError(
        field: "lines[\(index)].text",
        message:
          "\(line.text.unicodeScalars.count) characters are too many for a line; up to \(Line.longest) fit")
    }
  }
}

extension Poster {
  /// No longer tag of a language is read.
  static let longestLanguage = 100

  /// Whether a text has the form of a tag of BCP 47 (RFC 5646, 2.1): parts of up to eight letters and figures, the first
  /// one the language.
  public static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xdf) }
    return parts[0].count >= 2 && parts[0].allSatisfy(isLetter) && tag.utf8.count <= longestLanguage
      && parts.allSatisfy {
        (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || (48...57).contains($0) }
      }
  }

  static func languageFault(_ text: String) -> String {
    "\(text.excerpt) is no language; write it as BCP 47 has it, such as tr or zh-Hans"
  }
}

extension String {
  /// The text without white space at either end.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
