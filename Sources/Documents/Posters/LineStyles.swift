import Text

/// The styles of a line's letters: its spans as one style for each character, which text changes keep.
extension Poster.Line {
  /// The style of a character, with the members that this version does not know.
  private struct Entry: Hashable {
    var style = Style()
    var unknownFields: [JSONMember] = []
  }

  /// Returns the entry of each byte of the text.
  private var entries: [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(text.utf8.count)
    var rest = spans[...]
    for (index, character) in text.enumerated() {
      while let span = rest.first, span.characters.upperBound <= index { rest = rest.dropFirst() }
      let span = rest.first.flatMap { $0.characters.contains(index) ? $0 : nil }
      let entry = span.map { Entry(style: $0.style, unknownFields: $0.unknownFields) } ?? Entry()
      entries += repeatElement(entry, count: character.utf8.count)
    }
    return entries
  }

  /// Sets a text whose bytes have entries; a character has that of its first byte.
  private mutating func set(_ text: String, _ entries: [Entry]) {
    self.text = text
    spans = []
    var byte = 0
    for (index, character) in text.enumerated() {
      let entry = entries[byte]
      byte += character.utf8.count
      guard entry != Entry() else { continue }
      if let last = spans.last, last.characters.upperBound == index, last.style == entry.style,
        last.unknownFields == entry.unknownFields
      {
        spans[spans.count - 1].characters = last.characters.lowerBound..<index + 1
      } else {
        var span = Span(index..<index + 1, entry.style)
        span.unknownFields = entry.unknownFields
        spans.append(span)
      }
    }
  }

  /// Returns the byte before which a number of characters stand.
  private func byte(before character: Int) -> Int {
    text.prefix(character).utf8.count
  }

  /// Returns the style of a character, or an empty one without such a character.
  public func style(ofCharacter index: Int) -> Style {
    spans.first { $0.characters.contains(index) }?.style ?? Style()
  }

  /// Returns the style of letters typed at an offset in characters: that of the letter before, or at the start, of the
  /// letter after.
  public func style(ofTypingAt offset: Int) -> Style { style(ofCharacter: max(offset - 1, 0)) }

  /// Replaces characters of the text by a text in a style; all other letters keep theirs.
  ///
  /// Characters may combine with those beside them, such as accents with letters.
  public mutating func replace(_ range: Range<Int>, with new: String, in style: Style? = nil) {
    let bytes = byte(before: range.lowerBound)..<byte(before: range.upperBound)
    var entries = entries
    let typed = Entry(
      style: style ?? self.style(ofTypingAt: range.isEmpty ? range.lowerBound : range.lowerBound + 1))
    entries.replaceSubrange(bytes, with: repeatElement(typed, count: new.utf8.count))
    set(String(text.prefix(range.lowerBound)) + new + String(text.dropFirst(range.upperBound)), entries)
  }

  /// Removes the text after an offset and returns it as a line of the same kind.
  public mutating func split(at offset: Int) -> Poster.Line {
    var next = self
    next.replace(0..<offset, with: "")
    next.unknownFields = []
    replace(offset..<text.count, with: "")
    return next
  }

  /// Appends the text of another line, whose letters keep their style.
  public mutating func append(_ other: Poster.Line) {
    let entries = entries + other.entries
    set(text + other.text, entries)
  }

  /// Changes the style of characters.
  public mutating func changeStyle(of range: Range<Int>, _ change: (inout Style) -> Void) {
    var entries = entries
    for byte in byte(before: range.lowerBound)..<byte(before: range.upperBound) {
      change(&entries[byte].style)
    }
    set(text, entries)
  }

  /// The characters of each word, between spaces.
  public var words: [Range<Int>] {
    var words: [Range<Int>] = []
    for (index, character) in text.enumerated() where !character.isWhitespace {
      if let last = words.last, last.upperBound == index {
        words[words.count - 1] = last.lowerBound..<index + 1
      } else {
        words.append(index..<index + 1)
      }
    }
    return words
  }
}
